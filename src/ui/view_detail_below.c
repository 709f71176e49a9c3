// Companions: pages about the cursor's kernel, one below the other, in the room that the shown page leaves.
#include "ui/view_detail_below.h"

enum { ROWS_LEAST = 14 }; // with less room a companion would be cut at once

static const DetailTab companions[] = {TAB_NUMBERS, TAB_MEMORY, TAB_ROOFLINE};

// Pages about an op or a kernel that are short and leave their room to others.
static bool has_company(DetailTab tab) {
  return tab == TAB_WHY || tab == TAB_CANDIDATES || tab == TAB_CLIFF || tab == TAB_NUMBERS ||
         tab == TAB_MEMORY || tab == TAB_ROOFLINE;
}

static bool is_current(const Explorer *explorer, int kernel, int width) {
  const PageKey *key = &explorer->below_key;
  return explorer->below.lines.count && key->tab == explorer->tab && key->subject == kernel &&
         key->width == width && key->version == plan_version(explorer->plan) &&
         key->results == explorer->results;
}

static void add_title(Explorer *explorer, Page *page, const char *name, int width) {
  const char *line = glyph_line(explorer->glyphs, LINE_NONE, LINE_LIGHT, LINE_NONE, LINE_LIGHT);
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_BORDER, "%s", line);
  page_add(page, STYLE_TITLE, " %s ", name);
  while (page_column(page) < width)
    page_add(page, STYLE_BORDER, "%s", line);
}

static void make(Explorer *explorer, int kernel, int width) {
  page_clear(&explorer->below);
  explorer->below_key = (PageKey){.tab = explorer->tab,
                                  .subject = kernel,
                                  .width = width,
                                  .version = plan_version(explorer->plan),
                                  .results = explorer->results};
  for (size_t i = 0; i < sizeof companions / sizeof *companions; i++) {
    const Tab *tab = tab_get(companions[i]);
    if (companions[i] == explorer->tab) continue;
    add_title(explorer, &explorer->below, tab->name, width);
    tab->make(explorer, &explorer->below, width);
    page_line(&explorer->below, PAGE_NO_TAG);
  }
}

void detail_below_draw(Explorer *explorer, Canvas canvas, int top) {
  int kernel = explorer_kernel(explorer), rows = canvas.area.height - top;
  if (rows < ROWS_LEAST || kernel == NO_KERNEL || !has_company(explorer->tab)) return;
  if (!is_current(explorer, kernel, canvas.area.width)) make(explorer, kernel, canvas.area.width);
  page_draw(&explorer->below, canvas_part(canvas, (Rect){0, top, canvas.area.width, rows}), 0, PAGE_NO_TAG,
            explorer_glyph(explorer, GLYPH_ELLIPSIS));
}
