// Companions: pages about the cursor's kernel, one below the other, in the room that the shown page leaves.
#include "explorer/panes/view_detail_below.h"

#include "explorer/panes/detail.h"
#include "explorer/tabs/tab.h"

typedef struct Companion {
  const char *name;
  DetailTab tab; // whose page it is; it is left out where that is shown
} Companion;

// From so many rows on pages as they are; with fewer, but the least, what binds the kernel in one look.
enum { ROWS_LEAST = 8, ROWS_FOR_PAGES = 14 };

static const Companion companions[] = {
    {"Numbers", TAB_NUMBERS}, {"Memory", TAB_MEMORY}, {"Roofline", TAB_ROOFLINE}, {"Code", TAB_CODE}};

static bool is_current(const Explorer *explorer, int kernel, int width, int rows) {
  DetailPane *pane = detail_pane(explorer);
  const PageKey *key = &pane->below_key;
  return pane->below.lines.count && key->tab == explorer->tab && key->subject == kernel &&
         key->width == width && key->version == plan_version(explorer->plan) &&
         key->results == explorer->results && pane->below_rows == rows;
}

static void add_title(Explorer *explorer, Page *page, const char *name, int width) {
  const char *line = glyph_line(explorer->glyphs, LINE_NONE, LINE_LIGHT, LINE_NONE, LINE_LIGHT);
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_BORDER, "%s", line);
  page_add(page, STYLE_TITLE, " %s ", name);
  while (page_column(page) < width)
    page_add(page, STYLE_BORDER, "%s", line);
}

static void add_page(Explorer *explorer, const char *name, DetailTab tab,
                     void (*make)(Explorer *explorer, Page *page, int width), int width) {
  DetailPane *pane = detail_pane(explorer);
  if (tab == explorer->tab) return;
  add_title(explorer, &pane->below, name, width);
  make(explorer, &pane->below, width);
  page_line(&pane->below, PAGE_NO_TAG);
}

static void make(Explorer *explorer, int kernel, int width, int rows) {
  DetailPane *pane = detail_pane(explorer);
  Page *below = &pane->below;
  page_clear(below);
  pane->below_key = (PageKey){.tab = explorer->tab,
                              .subject = kernel,
                              .width = width,
                              .version = plan_version(explorer->plan),
                              .results = explorer->results};
  pane->below_rows = rows;
  if (rows < ROWS_FOR_PAGES) {
    add_page(explorer, "Limits", TAB_ROOFLINE, roofline_rates, width);
    return;
  }
  for (size_t i = 0; i < sizeof companions / sizeof *companions && below->lines.count + ROWS_LEAST <= rows;
       i++)
    add_page(explorer, companions[i].name, companions[i].tab, tab_get(companions[i].tab)->make, width);
}

void detail_below_draw(Explorer *explorer, Canvas canvas, int top) {
  int kernel = explorer_kernel(explorer), rows = canvas.area.height - top;
  if (rows < ROWS_LEAST || kernel == NO_KERNEL) return;
  if (explorer->tab == TAB_EXPERIMENT) return; // its page is about many graphs
  if (!is_current(explorer, kernel, canvas.area.width, rows)) make(explorer, kernel, canvas.area.width, rows);
  page_draw(&detail_pane(explorer)->below, canvas_part(canvas, (Rect){0, top, canvas.area.width, rows}), 0,
            PAGE_NO_TAG, explorer_glyph(explorer, GLYPH_ELLIPSIS));
}
