// Plans: all that are kept, with their figures, and the one under edit when it is none of them.
#include "explorer/state/plans.h"
#include "explorer/tabs/changes.h"
#include "explorer/tabs/tab.h"
#include "session/results/kept_times.h"
#include "tui/number.h"

#include <stdio.h>

enum {
  WIDTH_MARK = 2,
  WIDTH_KERNELS = 8,
  WIDTH_TIME = 11,
  WIDTH_MEASURED = 13, // with its spread and marks
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
  table.measured = rest - WIDTH_MEASURED >= NAME_LEAST;
  table.name = rest - (table.measured ? WIDTH_MEASURED : 0);
  if (table.name > NAME_MOST) table.name = NAME_MOST;
  return table;
}

static void cell(const Table *table, Style style, int width, const char *text) {
  page_cell(table->page, style, width, text, table->ellipsis);
}

static void add_head(const Table *table) {
  char measured[24];
  page_line(table->page, PAGE_NO_TAG);
  cell(table, STYLE_COLUMN, WIDTH_MARK, "");
  cell(table, STYLE_COLUMN, table->name, "plan");
  cell(table, STYLE_COLUMN, -WIDTH_KERNELS, "kernels");
  cell(table, STYLE_COLUMN, -WIDTH_TIME, "estimate");
  snprintf(measured, sizeof measured, "measured %s", explorer_glyph(table->explorer, GLYPH_MICRO));
  if (table->measured) cell(table, STYLE_COLUMN, -WIDTH_MEASURED, measured);
  cell(table, STYLE_COLUMN, -WIDTH_FACTOR, "speed-up");
}

// Whether the plan is neither known to be faster than the baseline nor to be slower.
static bool is_about_baseline(const Table *table, const KeptPlan *kept) {
  PlanList *list = session_plans(table->explorer->session);
  const KeptPlan *baseline = plan_list_get(list, plan_list_baseline(list));
  MeasuredChange change = {true, baseline->measured_us, kept->measured_us, baseline->measured_spread_us,
                           kept->measured_spread_us};
  return kept != baseline && baseline->measured_us > 0 && changes_measured_alike(&change);
}

// `kept` NULL: the plan is not kept, and was not timed.
static void add_measured(const Table *table, const KeptPlan *kept) {
  const Explorer *explorer = table->explorer;
  char number[NUMBER_SIZE], spread[NUMBER_SIZE], text[2 * NUMBER_SIZE + 16];
  if (!kept || kept->measured_us <= 0) {
    cell(table, STYLE_DIM, -WIDTH_MEASURED, explorer_glyph(explorer, GLYPH_NONE));
    return;
  }
  snprintf(text, sizeof text, "%s%s%s %s", kept->kept_at ? explorer_glyph(explorer, GLYPH_KEPT) : "",
           is_about_baseline(table, kept) ? explorer_glyph(explorer, GLYPH_ABOUT) : "",
           number_microseconds(number, kept->measured_us),
           number_spread(spread, kept->measured_us, kept->measured_spread_us, explorer->glyphs));
  cell(table, STYLE_MEASURED, -WIDTH_MEASURED, text);
}

static void add_figures(const Table *table, const PlanTotal *total, const KeptPlan *kept, bool is_baseline) {
  const Explorer *explorer = table->explorer;
  const char *none = explorer_glyph(explorer, GLYPH_NONE);
  char number[NUMBER_SIZE];
  snprintf(number, sizeof number, "%d", total ? total->kernels : 0);
  cell(table, STYLE_TEXT, -WIDTH_KERNELS, total ? number : none);
  cell(table, STYLE_ESTIMATE, -WIDTH_TIME,
       total ? number_time(number, total->time_us, explorer->glyphs) : none);
  if (table->measured) add_measured(table, kept);
  if (is_baseline || !total || !plans_baseline(explorer)->known || total->time_us <= 0) {
    cell(table, STYLE_DIM, -WIDTH_FACTOR, is_baseline ? "baseline" : none);
    return;
  }
  double factor = plans_baseline(explorer)->total.time_us / total->time_us;
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
  add_figures(table, known ? &total : NULL, kept, index == plan_list_baseline(list));
}

static void add_edited(const Table *table) {
  Explorer *explorer = table->explorer;
  page_line(table->page, PAGE_NO_TAG);
  cell(table, STYLE_GOOD, WIDTH_MARK, explorer_glyph(explorer, GLYPH_YES));
  cell(table, STYLE_STRONG, table->name, session_plan_title(explorer->session));
  add_figures(table, figures_complete(explorer->figures) ? &explorer->figures->total : NULL, NULL, false);
}

// Of what earlier runs measured, when and where: the GPU is named once when it was the same one.
static void add_dates(const Explorer *explorer, PlanList *list, Text *out) {
  const char *gpu = NULL;
  for (int i = 0; i < plan_list_count(list); i++) {
    char date[KEPT_DATE_SIZE];
    const KeptPlan *kept = plan_list_get(list, i);
    if (!kept->kept_at) continue;
    if (gpu)
      text_add(out, ", ");
    else
      text_printf(out, "%s measured by an earlier run: ", explorer_glyph(explorer, GLYPH_KEPT));
    text_printf(out, "%s %s", kept->name, kept_date(date, kept->kept_at));
    if (!gpu || !text_equal(gpu, kept->kept_gpu)) text_printf(out, " on %s", kept->kept_gpu);
    gpu = kept->kept_gpu;
  }
  if (gpu) text_add(out, ". ");
}

static void add_marks(const Table *table, PlanList *list, int width) {
  const Explorer *explorer = table->explorer;
  bool about = false;
  Text text = {0};
  for (int i = 0; table->measured && i < plan_list_count(list); i++) {
    const KeptPlan *kept = plan_list_get(list, i);
    about |= kept->measured_us > 0 && is_about_baseline(table, kept);
  }
  if (table->measured) add_dates(explorer, list, &text);
  if (about)
    text_printf(&text, "%s within the spread of the baseline's time: neither is known to be faster.",
                explorer_glyph(explorer, GLYPH_ABOUT));
  if (text.length) page_paragraph(table->page, PAGE_NO_TAG, 0, width, STYLE_MEASURED, text_get(&text));
  text_free(&text);
}

static void add_help(Page *page, int width) {
  page_line(page, PAGE_NO_TAG);
  page_paragraph(
      page, PAGE_NO_TAG, 0, width, STYLE_DIM,
      "Enter takes the plan; what was edited by hand is kept as \"mine\". P keeps the plan as it is under "
      "a name, X forgets one, % makes one the baseline, D compares with it, H runs a heuristic.");
}

static void make(Explorer *explorer, Page *page, int width) {
  PlanList *list = session_plans(explorer->session);
  Table table = table_for(explorer, page, width);
  int current = plan_list_same(list, explorer->plan);
  add_head(&table);
  for (int i = 0; i < plan_list_count(list); i++)
    add_kept(&table, list, i, i == current);
  if (current < 0) add_edited(&table);
  add_marks(&table, list, width);
  add_help(page, width);
}

static int choices(Explorer *explorer) {
  return plan_list_count(session_plans(explorer->session));
}

static void choose(Explorer *explorer, int choice) {
  plans_use(explorer, plan_list_get(session_plans(explorer->session), choice)->name);
}

static void show(Explorer *explorer) {
  int current = plan_list_same(session_plans(explorer->session), explorer->plan);
  if (current >= 0) explorer->choice[TAB_PLANS] = current;
  tab_show_list(explorer, TAB_PLANS);
}

const Tab tab_plans = {
    .name = "Plans",
    .action = TAB_ACTION(PLANS, "tab: plans", "p", "all plans with their figures; Enter takes one"),
    .subject = SUBJECT_PLAN,
    .show = show,
    .make = make,
    .choices = choices,
    .choose = choose,
};
