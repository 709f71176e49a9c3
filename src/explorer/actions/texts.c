// Texts to read, see texts.h.
#include "explorer/actions/texts.h"

#include "tui/name.h"
#include "tui/page.h"

static void accept_nothing(Explorer *explorer, const char *text, const PickerItem *item) {
  (void)explorer, (void)text, (void)item;
}

void texts_open(Explorer *explorer, const char *title) {
  picker_open(&explorer->picker, title, accept_nothing);
  explorer->picker.reading = true;
}

enum { SPARE = 5 }; // columns of a picker's line behind those that texts fill

void texts_add(Explorer *explorer, const char *text) {
  Page page = {0};
  int room = explorer->layout.width - 12, width = room > 84 ? 84 : room;
  page_paragraph(&page, PAGE_NO_TAG, 0, width, STYLE_TEXT, text);
  for (int i = 0; i < page.lines.count; i++) {
    Text line = {0};
    page_line_text(&page, i, &line);
    const char *shown = text_get(&line);
    char name[NAME_SIZE]; // one word, longer than a line
    if (text_width(shown) > width + SPARE) shown = name_short(name, shown, width + SPARE, explorer->glyphs);
    picker_heading(&explorer->picker, shown);
    text_free(&line);
  }
  page_free(&page);
}
