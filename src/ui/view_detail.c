// The detail pane: tabs over pages about the op and its kernel.
#include "ui/view.h"

#include <limits.h>

const char *detail_tab_name(DetailTab tab) {
  static const char *const names[] = {[TAB_WHY] = "Why", [TAB_CODE] = "Code", [TAB_NUMBERS] = "Numbers"};
  return names[tab];
}

void view_detail_title(Explorer *explorer, Text *out) {
  int kernel = explorer_kernel(explorer);
  if (kernel != NO_KERNEL) text_printf(out, "K%d  ", kernel);
  for (int i = 0; i < TAB_COUNT; i++)
    text_printf(out, (DetailTab)i == explorer->tab ? "[%s] " : " %s  ", detail_tab_name((DetailTab)i));
  while (out->length && out->data[out->length - 1] == ' ')
    out->data[--out->length] = '\0';
}

static bool same_key(const PageKey *a, const PageKey *b) {
  return a->tab == b->tab && a->op == b->op && a->width == b->width && a->version == b->version &&
         a->results == b->results;
}

// Makes the page again when what it shows has changed; keeps the place while it is about the same op.
static void refresh(Explorer *explorer, int width) {
  static void (*const pages[])(Explorer *, Page *, int) = {
      [TAB_WHY] = page_why, [TAB_CODE] = page_code, [TAB_NUMBERS] = page_numbers};
  PageKey key = {explorer->tab, explorer->cursor, width, plan_version(explorer->plan), explorer->results};
  if (same_key(&key, &explorer->page_key)) return;
  bool moved = key.tab != explorer->page_key.tab || key.op != explorer->page_key.op;
  explorer->page_key = key;
  page_clear(&explorer->page);
  pages[explorer->tab](explorer, &explorer->page, width);
  if (!moved) return;
  int line = explorer->tab == TAB_CODE ? page_find_tag(&explorer->page, 0, NULL) : 0;
  explorer->page_top = line > 3 ? line - 3 : 0;
}

static void clamp_top(Explorer *explorer, int height) {
  int most = explorer->page.lines.count - height;
  if (explorer->page_top > most) explorer->page_top = most;
  if (explorer->page_top < 0) explorer->page_top = 0;
}

static bool selects_edges(const Explorer *explorer) {
  return explorer->tab == TAB_WHY && explorer->focus == PANE_DETAIL;
}

static void show_edge(Explorer *explorer, int height) {
  int last = 0, first = page_find_tag(&explorer->page, explorer->edge, &last);
  if (first < 0) return;
  if (explorer->edge == explorer->why->edge_count - 1)
    last = explorer->page.lines.count - 1; // with what follows
  if (last >= explorer->page_top + height) explorer->page_top = last - height + 1;
  if (first < explorer->page_top) explorer->page_top = explorer->edge == 0 ? 0 : first;
}

void view_detail_draw(Explorer *explorer, Canvas canvas) {
  if (explorer->cursor == NO_OP) return;
  Canvas inside = canvas_part(canvas, (Rect){1, 0, canvas.area.width - 1, canvas.area.height});
  refresh(explorer, inside.area.width);
  if (selects_edges(explorer)) show_edge(explorer, inside.area.height);
  clamp_top(explorer, inside.area.height);
  int selected = selects_edges(explorer) ? explorer->edge : explorer->tab == TAB_CODE ? 0 : PAGE_NO_TAG;
  page_draw(&explorer->page, inside, explorer->page_top, selected, explorer_glyph(explorer, GLYPH_ELLIPSIS));
  int line = selects_edges(explorer) ? page_find_tag(&explorer->page, explorer->edge, NULL) : -1;
  if (line >= explorer->page_top)
    canvas_text(canvas, 0, line - explorer->page_top, STYLE_STRONG, explorer_glyph(explorer, GLYPH_CURSOR));
  if (explorer->page_top + inside.area.height < explorer->page.lines.count)
    canvas_text(canvas, canvas.area.width - 1, canvas.area.height - 1, STYLE_DIM,
                explorer_glyph(explorer, GLYPH_ARROW_DOWN));
}

// In Why one edge after the other; else the page scrolls.
void view_detail_move(Explorer *explorer, int rows) {
  int height = explorer->layout.inside[PANE_DETAIL].height;
  if (selects_edges(explorer) && explorer->why->edge_count) {
    explorer->edge = row_clamp(explorer->edge, rows, explorer->why->edge_count);
    return;
  }
  explorer->page_top = row_clamp(explorer->page_top, rows, explorer->page.lines.count);
  clamp_top(explorer, height);
}

void view_detail_click(Explorer *explorer, int x, int y) {
  (void)x;
  int line = explorer->page_top + y;
  if (explorer->tab == TAB_WHY && line < explorer->page.lines.count &&
      explorer->page.lines.data[line].tag >= 0)
    explorer->edge = explorer->page.lines.data[line].tag;
}
