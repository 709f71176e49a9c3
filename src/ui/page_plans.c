// Plans: all that are kept, with their figures, and the one under edit when it is none of them.
#include "ui/number.h"
#include "ui/plans.h"

#include <stdio.h>

enum {
  WIDTH_MARK = 2,
  WIDTH_KERNELS = 8,
  WIDTH_TIME = 11,
  WIDTH_FACTOR = 9,
  NAME_LEAST = 11,
  NAME_MOST = 40
};

typedef struct Table {
  Explorer *explorer;
  Page *page;
  int name;      // columns of it
  bool measured; // there is room for it
  const char *ellipsis;
} Table;

static Table table_for(Explorer *explorer, Page *page, int width) {
  Table table = {.explorer = explorer, .page = page, .ellipsis = explorer_glyph(explorer, GLYPH_ELLIPSIS)};
  int rest = width - WIDTH_MARK - WIDTH_KERNELS - WIDTH_TIME - WIDTH_FACTOR;
  table.measured = rest - WIDTH_TIME >= NAME_LEAST;
  table.name = rest - (table.measured ? WIDTH_TIME : 0);
  if (table.name > NAME_MOST) table.name = NAME_MOST;
  return table;
}

static void cell(const Table *table, Style style, int width, const char *text) {
  page_cell(table->page, style, width, text, table->ellipsis);
}

static void add_head(const Table *table) {
  page_line(table->page, PAGE_NO_TAG);
  cell(table, STYLE_COLUMN, WIDTH_MARK, "");
  cell(table, STYLE_COLUMN, table->name, "plan");
  cell(table, STYLE_COLUMN, -WIDTH_KERNELS, "kernels");
  cell(table, STYLE_COLUMN, -WIDTH_TIME, "estimate");
  if (table->measured) cell(table, STYLE_COLUMN, -WIDTH_TIME, "measured");
  cell(table, STYLE_COLUMN, -WIDTH_FACTOR, "speed-up");
}

static void add_figures(const Table *table, const PlanTotal *total, double measured_us, bool is_baseline) {
  const Explorer *explorer = table->explorer;
  const char *none = explorer_glyph(explorer, GLYPH_NONE);
  char number[NUMBER_SIZE];
  snprintf(number, sizeof number, "%d", total ? total->kernels : 0);
  cell(table, STYLE_TEXT, -WIDTH_KERNELS, total ? number : none);
  cell(table, STYLE_ESTIMATE, -WIDTH_TIME,
       total ? number_time(number, total->time_us, explorer->glyphs) : none);
  bool timed = measured_us > 0;
  if (table->measured)
    cell(table, timed ? STYLE_MEASURED : STYLE_DIM, -WIDTH_TIME,
         timed ? number_time(number, measured_us, explorer->glyphs) : none);
  if (is_baseline || !total || !explorer->baseline_known || total->time_us <= 0) {
    cell(table, STYLE_DIM, -WIDTH_FACTOR, is_baseline ? "baseline" : none);
    return;
  }
  double factor = explorer->baseline.time_us / total->time_us;
  snprintf(number, sizeof number, "%.2f%s", factor, explorer_glyph(explorer, GLYPH_TIMES));
  cell(table, factor >= 1 ? STYLE_GOOD : STYLE_WARNING, -WIDTH_FACTOR, number);
}

static void add_kept(const Table *table, PlanList *list, int index, bool current) {
  const KeptPlan *kept = plan_list_get(list, index);
  PlanTotal total;
  bool known = plan_list_known(list, index) && plan_list_total(list, index, 0, &total);
  page_line(table->page, index);
  cell(table, STYLE_GOOD, WIDTH_MARK, current ? explorer_glyph(table->explorer, GLYPH_YES) : "");
  cell(table, current ? STYLE_STRONG : STYLE_TEXT, table->name, kept->name);
  add_figures(table, known ? &total : NULL, kept->measured_us, index == plan_list_baseline(list));
}

static void add_edited(const Table *table) {
  Explorer *explorer = table->explorer;
  page_line(table->page, PAGE_NO_TAG);
  cell(table, STYLE_GOOD, WIDTH_MARK, explorer_glyph(explorer, GLYPH_YES));
  cell(table, STYLE_STRONG, table->name, session_plan_title(explorer->session));
  add_figures(table, figures_complete(explorer->figures) ? &explorer->figures->total : NULL, 0, false);
}

static void add_help(Page *page, int width) {
  page_line(page, PAGE_NO_TAG);
  page_paragraph(
      page, PAGE_NO_TAG, 0, width, STYLE_DIM,
      "Enter takes the plan; what was edited by hand is kept as \"mine\". P keeps the plan as it is under "
      "a name, X forgets one, % makes one the baseline, D compares with it, H runs a heuristic.");
}

void page_plans(Explorer *explorer, Page *page, int width) {
  PlanList *list = session_plans(explorer->session);
  Table table = table_for(explorer, page, width);
  int current = plan_list_same(list, explorer->plan);
  add_head(&table);
  for (int i = 0; i < plan_list_count(list); i++)
    add_kept(&table, list, i, i == current);
  if (current < 0) add_edited(&table);
  add_help(page, width);
}

int choices_plans(Explorer *explorer) {
  return plan_list_count(session_plans(explorer->session));
}

void choose_plan(Explorer *explorer, int choice) {
  plans_use(explorer, plan_list_get(session_plans(explorer->session), choice)->name);
}
