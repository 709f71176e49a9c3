// Parts of lines.
#include "tui/parts.h"

#include "tui/grid.h"

int parts_width(const Part *parts, int count, int gap) {
  int width = 0, shown = 0;
  for (int i = 0; i < count; i++) {
    if (!parts[i].text.length) continue;
    width += text_width(text_get(&parts[i].text));
    shown++;
  }
  return shown ? width + gap * (shown - 1) : 0;
}

// The shown part that matters least; NULL: none is shown.
static Part *least(Part *parts, int count) {
  Part *found = NULL;
  for (int i = 0; i < count; i++)
    if (parts[i].text.length && (!found || parts[i].rank > found->rank)) found = &parts[i];
  return found;
}

void parts_fit(Part *parts, int count, int columns, int gap) {
  Part *dropped;
  while (parts_width(parts, count, gap) > columns && (dropped = least(parts, count)))
    text_clear(&dropped->text);
}

void parts_free(Part *parts, int count) {
  for (int i = 0; i < count; i++)
    text_free(&parts[i].text);
}
