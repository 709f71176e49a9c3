// Texts to read, see texts.h.
#include "explorer/actions/texts.h"

#include "tui/page.h"

static void accept_nothing(Explorer *explorer, const char *text, const PickerItem *item) {
  (void)explorer, (void)text, (void)item;
}

void texts_open(Explorer *explorer, const char *title) {
  picker_open(&explorer->picker, title, accept_nothing);
  explorer->picker.reading = true;
}

void texts_add(Explorer *explorer, const char *text) {
  Page page = {0};
  int width = explorer->layout.width - 12;
  page_paragraph(&page, PAGE_NO_TAG, 0, width > 84 ? 84 : width, STYLE_TEXT, text);
  for (int i = 0; i < page.lines.count; i++) {
    Text line = {0};
    page_line_text(&page, i, &line);
    picker_heading(&explorer->picker, text_get(&line));
    text_free(&line);
  }
  page_free(&page);
}
