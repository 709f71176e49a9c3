// Changes: the plan beside another one, group of kernels by group of kernels, the largest change of time
// first.
#include "explorer/state/plans.h"
#include "explorer/tabs/changes.h"
#include "explorer/tabs/tab.h"
#include "tui/number.h"

#include <stdio.h>

enum {
  WIDTH_KIND = 10,
  WIDTH_MEASURED = 18,
  WIDTH_TIME = 10,
  WIDTH_SHARE = 6,
  KERNELS_LEAST = 16,
  KERNELS_MOST = 60
};

typedef struct Columns {
  int kernels;   // wide
  bool measured; // there are times, and room for them
} Columns;
enum { LEAST_EACH = 3 }; // columns of a kernel: "K1+"
enum { AT_ONCE_MS = 3 }; // enough for all but the largest graphs

static void add_total(Explorer *explorer, Page *page, const char *name, const PlanTotal *total) {
  char number[NUMBER_SIZE], kernels[NUMBER_SIZE];
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_STRONG, "%s", name);
  page_add(page, STYLE_TEXT, "  %s", number_kernels(kernels, total->kernels));
  page_add(page, STYLE_ESTIMATE, "  %s", number_time(number, total->time_us, explorer->glyphs));
}

static void add_difference(Explorer *explorer, Page *page, const Comparison *comparison) {
  char number[NUMBER_SIZE];
  double change = comparison->right.time_us - comparison->left.time_us;
  page_add(page, change <= 0 ? STYLE_GOOD : STYLE_WARNING, "  %s",
           number_time_change(number, change, explorer->glyphs));
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_DIM, "%d kernel%s the same in both", comparison->same,
           comparison->same == 1 ? " is" : "s are");
}

static Style change_style(const MeasuredChange *change) {
  if (changes_measured_alike(change)) return STYLE_DIM;
  return measured_change(change) <= 0 ? STYLE_GOOD : STYLE_WARNING;
}

// Both plans' times on the GPU, and whether their difference means anything.
static void add_measured(Explorer *explorer, Page *page, int width) {
  MeasuredChange change = changes_measured_plans(explorer);
  char left[NUMBER_SPREAD_SIZE], right[NUMBER_SPREAD_SIZE], by[NUMBER_SPREAD_SIZE];
  Text text = {0};
  if (!change.known) return;
  text_printf(
      &text, "measured %s%s%s: %s",
      number_time_spread(left, change.left_us, change.left_spread_us, explorer->glyphs),
      explorer_glyph(explorer, GLYPH_ARROW_RIGHT),
      number_time_spread(right, change.right_us, change.right_spread_us, explorer->glyphs),
      number_change_spread(by, measured_change(&change), measured_change_spread(&change), explorer->glyphs));
  if (changes_measured_alike(&change))
    text_printf(&text, " %s within the spread: neither is known to be faster",
                explorer_glyph(explorer, GLYPH_ABOUT));
  page_paragraph(page, PAGE_NO_TAG, 0, width, change_style(&change), text_get(&text));
  text_free(&text);
}

static void list_kernels(const int *kernels, int count, int most, Text *out) {
  for (int i = 0; i < count && i < most; i++)
    text_printf(out, "%sK%d", i ? "+" : "", kernels[i]);
  if (count > most) text_printf(out, "+%d more", count - most);
}

static void kernels_text(Explorer *explorer, const DiffGroup *group, int most, Text *out) {
  text_clear(out);
  list_kernels(group->left, group->left_count, most, out);
  text_add(out, explorer_glyph(explorer, GLYPH_ARROW_RIGHT));
  list_kernels(group->right, group->right_count, most, out);
}

// As many kernels as fit are named.
static void add_kernels(Explorer *explorer, Page *page, const DiffGroup *group, int width) {
  Text text = {0};
  int most = group->left_count > group->right_count ? group->left_count : group->right_count;
  if (most > width / LEAST_EACH) most = width / LEAST_EACH + 1;
  do
    kernels_text(explorer, group, most, &text);
  while (text_width(text_get(&text)) >= width && --most > 0);
  page_cell(page, STYLE_KERNEL, width, text_get(&text), explorer_glyph(explorer, GLYPH_ELLIPSIS));
  text_free(&text);
}

static void add_group_measured(Explorer *explorer, Page *page, const ComparedGroup *group) {
  MeasuredChange change = changes_measured(explorer, group);
  char number[NUMBER_SPREAD_SIZE];
  const char *none = explorer_glyph(explorer, GLYPH_NONE),
             *ellipsis = explorer_glyph(explorer, GLYPH_ELLIPSIS);
  if (change.known)
    number_change_spread(number, measured_change(&change), measured_change_spread(&change), explorer->glyphs);
  page_cell(page, change.known ? change_style(&change) : STYLE_DIM, -WIDTH_MEASURED,
            change.known ? number : none, ellipsis);
  if (changes_measured_alike(&change))
    page_add(page, STYLE_DIM, " %s", explorer_glyph(explorer, GLYPH_ABOUT));
}

static void add_group(Explorer *explorer, Page *page, int index, const ComparedGroup *group,
                      Columns columns) {
  char number[NUMBER_SIZE];
  const char *ellipsis = explorer_glyph(explorer, GLYPH_ELLIPSIS);
  double change = comparison_change(group);
  page_line(page, index);
  page_add(page, STYLE_TEXT, "  ");
  page_cell(page, STYLE_TEXT, WIDTH_KIND, comparison_kind(group), ellipsis);
  add_kernels(explorer, page, &group->kernels, columns.kernels);
  page_cell(page, STYLE_DIM, -WIDTH_TIME, number_time(number, group->left_us, explorer->glyphs), ellipsis);
  page_cell(page, change <= 0 ? STYLE_GOOD : STYLE_WARNING, -WIDTH_TIME,
            number_time_change(number, change, explorer->glyphs), ellipsis);
  snprintf(number, sizeof number, "%d%%", number_percent(group->share));
  page_cell(page, STYLE_TEXT, -WIDTH_SHARE, number, ellipsis);
  if (columns.measured) add_group_measured(explorer, page, group);
}

static void add_head(Explorer *explorer, Page *page, Columns columns) {
  const char *ellipsis = explorer_glyph(explorer, GLYPH_ELLIPSIS);
  page_line(page, PAGE_NO_TAG);
  page_cell(page, STYLE_COLUMN, 2, "", ellipsis);
  page_cell(page, STYLE_COLUMN, WIDTH_KIND, "what", ellipsis);
  page_cell(page, STYLE_COLUMN, columns.kernels, "kernels", ellipsis);
  page_cell(page, STYLE_COLUMN, -WIDTH_TIME, "before", ellipsis);
  page_cell(page, STYLE_COLUMN, -WIDTH_TIME, "change", ellipsis);
  page_cell(page, STYLE_COLUMN, -WIDTH_SHARE, "share", ellipsis);
  if (columns.measured) page_cell(page, STYLE_COLUMN, -WIDTH_MEASURED, "measured", ellipsis);
}

static Columns columns_for(Explorer *explorer, int width) {
  int rest = width - 2 - WIDTH_KIND - 2 * WIDTH_TIME - WIDTH_SHARE, wanted = WIDTH_MEASURED + 2;
  bool measured = session_has_times(explorer->session) && rest - wanted >= KERNELS_LEAST;
  if (measured) rest -= wanted;
  int kernels = rest < KERNELS_LEAST ? KERNELS_LEAST : rest > KERNELS_MOST ? KERNELS_MOST : rest;
  return (Columns){kernels, measured};
}

static void make(Explorer *explorer, Page *page, int width) {
  if (!changes_open(explorer)) {
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_BAD, "The plan to compare with cannot be read.");
    return;
  }
  changes_work(explorer, explorer->synchronous ? -1 : AT_ONCE_MS);
  const Comparison *comparison = changes_get(explorer);
  if (!comparison) {
    page_line(page, PAGE_NO_TAG);
    page_add(page, STYLE_DIM, "comparing with plan %s%s", changes_of(explorer)->name,
             explorer_glyph(explorer, GLYPH_ELLIPSIS));
    return;
  }
  add_total(explorer, page, changes_of(explorer)->name, &comparison->left);
  add_total(explorer, page, session_plan_title(explorer->session), &comparison->right);
  add_difference(explorer, page, comparison);
  add_measured(explorer, page, width);
  if (comparison->group_count == 0) return;
  Columns columns = columns_for(explorer, width);
  add_head(explorer, page, columns);
  for (int i = 0; i < comparison->group_count; i++)
    add_group(explorer, page, i, &comparison->groups[i], columns);
}

static int choices(Explorer *explorer) {
  const Comparison *comparison = changes_get(explorer);
  return comparison ? comparison->group_count : 0;
}

static void choose(Explorer *explorer, int choice) {
  const Comparison *comparison = changes_get(explorer);
  if (!comparison) return;
  const ComparedGroup *group = &comparison->groups[choice];
  explorer_go(explorer, plan_kernel(explorer->plan, group->kernels.right[0]).ops[0]);
  explorer_focus(explorer, PANE_OPS);
}

// Against the plan that is selected in the plans tab, else the baseline; nobody means the plan with itself.
static void show(Explorer *explorer) {
  PlanList *list = session_plans(explorer->session);
  int index = plans_selected(explorer);
  Status status = {0};
  Plan *plan = index >= 0 ? plan_list_plan(list, index, &status) : NULL;
  if (index < 0 || (plan && plan_hash(plan) == plan_hash(explorer->plan))) {
    index = plan_list_baseline(list);
    plan = plan_list_plan(list, index, &status);
  }
  if (!plan) {
    explorer_fail(explorer, "%s", status.message);
    return;
  }
  changes_set(explorer, plan, plan_list_get(list, index)->name);
  tab_show_list(explorer, TAB_CHANGES);
}

const Tab tab_changes = {
    .name = "Changes",
    .action = TAB_ACTION(
        CHANGES, "tab: changes", "D",
        "the plan beside the one selected in the plans tab, or the baseline: what each change is worth"),
    .subject = SUBJECT_PLAN,
    .component = {.size = sizeof(Changes), .give_up = changes_drop, .work = changes_work},
    .show = show,
    .make = make,
    .choices = choices,
    .choose = choose,
};
