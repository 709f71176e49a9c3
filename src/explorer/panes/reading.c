// Reading pages of text, see reading.h.
#include "explorer/panes/reading.h"

#include "explorer/panes/detail.h"
#include "explorer/tabs/tab.h"
#include "tui/fuzzy.h"

#include <limits.h>

bool reading_has_keys(const Explorer *explorer) {
  return explorer->focus == PANE_DETAIL && tab_get(explorer->tab)->text;
}

static bool in_list(const Explorer *explorer) {
  return tab_get(explorer->tab)->list;
}

bool reading_searches(const Explorer *explorer) {
  return explorer->focus == PANE_DETAIL && (tab_get(explorer->tab)->text || in_list(explorer));
}

// Columns before the text in a line; -1: it is not there. Of lists heads are passed over.
static int find_in_line(Explorer *explorer, int line, const char *wanted) {
  const Page *page = detail_page(explorer);
  if (in_list(explorer) && page->lines.data[line].tag == PAGE_NO_TAG) return -1;
  Text text = {0}, before = {0};
  page_line_text(page, line, &text);
  const char *at = fuzzy_find(text_get(&text), wanted);
  if (at) text_add_bytes(&before, text_get(&text), (size_t)(at - text_get(&text)));
  int column = at ? text_width(text_get(&before)) : -1;
  text_free(&text);
  text_free(&before);
  return column;
}

// A quarter of the pane stays around it.
static void bring_into_sight(Explorer *explorer, int line, int column, int width) {
  DetailPane *pane = detail_pane(explorer);
  Rect inside = explorer->layout.inside[PANE_DETAIL];
  int head = page_head(&pane->page, inside.height);
  if (line < pane->top + head || line >= pane->top + inside.height)
    pane->top = line - head - (inside.height - head) / 4;
  if (pane->top < 0) pane->top = 0;
  int *left = &pane->page.left;
  if (column < *left || column + width > *left + inside.width - 2)
    *left = column + width + 2 <= inside.width ? 0 : column - inside.width / 4;
}

bool reading_find(Explorer *explorer, const char *wanted, int from, bool forward) {
  DetailPane *pane = detail_pane(explorer);
  int count = detail_page(explorer)->lines.count;
  text_clear(&pane->wanted);
  text_add(&pane->wanted, wanted);
  pane->found = -1;
  for (int i = 0; i < count; i++) {
    int line = (((forward ? from + i : from - i) % count) + count) % count;
    int column = find_in_line(explorer, line, wanted);
    if (column < 0) continue;
    if (in_list(explorer)) {
      explorer->choice[explorer->tab] = detail_page(explorer)->lines.data[line].tag;
      return true;
    }
    pane->found = line;
    bring_into_sight(explorer, line, column, text_width(wanted));
    return true;
  }
  return false;
}

static int count_before(Explorer *explorer, const char *wanted, int end) {
  int count = 0, lines = detail_page(explorer)->lines.count;
  for (int line = 0; line < lines && line < end; line++)
    count += find_in_line(explorer, line, wanted) >= 0;
  return count;
}

int reading_count(Explorer *explorer, const char *wanted) {
  return count_before(explorer, wanted, INT_MAX);
}

int reading_number(Explorer *explorer, const char *wanted) {
  int found = in_list(explorer) ? reading_line(explorer) : detail_pane(explorer)->found;
  return count_before(explorer, wanted, found + 1);
}

int reading_line(Explorer *explorer) {
  const DetailPane *pane = detail_pane(explorer);
  if (in_list(explorer)) {
    int line = page_find_tag(detail_page(explorer), explorer->choice[explorer->tab], NULL);
    return line < 0 ? 0 : line;
  }
  const Page *page = detail_page(explorer);
  int first = pane->top + page_head(page, explorer->layout.inside[PANE_DETAIL].height);
  return pane->found >= 0 ? pane->found : first < page->lines.count ? first : 0;
}

void reading_scroll(Explorer *explorer, int columns) {
  Page *page = detail_page(explorer);
  int most = page_width(page) - explorer->layout.inside[PANE_DETAIL].width + 2;
  page->left += columns;
  if (page->left > most) page->left = most;
  if (page->left < 0) page->left = 0;
}

int reading_left(const Explorer *explorer) {
  return detail_pane(explorer)->page.left;
}

void reading_draw(Explorer *explorer, Canvas canvas) {
  const DetailPane *pane = detail_pane(explorer);
  if (!tab_get(explorer->tab)->text) return;
  page_draw_found(&pane->page, canvas, pane->top, text_get(&pane->wanted));
  int y = pane->found - pane->top;
  if (pane->found >= 0 && y >= page_head(&pane->page, canvas.area.height) && y < canvas.area.height)
    canvas_under(canvas, (Rect){0, y, canvas.area.width, 1}, STYLE_SHADE);
}
