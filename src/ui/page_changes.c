// Changes: the plan beside another one, group of kernels by group of kernels, the largest change of time
// first.
#include "ui/explorer.h"
#include "ui/number.h"

#include <stdio.h>

enum { WIDTH_KIND = 10, WIDTH_TIME = 10, WIDTH_SHARE = 6, KERNELS_LEAST = 16, KERNELS_MOST = 60 };

static void add_total(Explorer *explorer, Page *page, const char *name, const PlanTotal *total) {
  char number[NUMBER_SIZE];
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_STRONG, "%s", name);
  page_add(page, STYLE_TEXT, "  %d kernel%s", total->kernels, total->kernels == 1 ? "" : "s");
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
  if (most > width) most = width;
  do
    kernels_text(explorer, group, most, &text);
  while (text_width(text_get(&text)) >= width && --most > 0);
  page_cell(page, STYLE_KERNEL, width, text_get(&text), explorer_glyph(explorer, GLYPH_ELLIPSIS));
  text_free(&text);
}

static void add_group(Explorer *explorer, Page *page, int index, const ComparedGroup *group, int kernels) {
  char number[NUMBER_SIZE];
  const char *ellipsis = explorer_glyph(explorer, GLYPH_ELLIPSIS);
  double change = comparison_change(group);
  page_line(page, index);
  page_add(page, STYLE_TEXT, "  ");
  page_cell(page, STYLE_TEXT, WIDTH_KIND, comparison_kind(group), ellipsis);
  add_kernels(explorer, page, &group->kernels, kernels);
  page_cell(page, STYLE_DIM, -WIDTH_TIME, number_time(number, group->left_us, explorer->glyphs), ellipsis);
  page_cell(page, change <= 0 ? STYLE_GOOD : STYLE_WARNING, -WIDTH_TIME,
            number_time_change(number, change, explorer->glyphs), ellipsis);
  snprintf(number, sizeof number, "%.0f%%", 100 * group->share);
  page_cell(page, STYLE_TEXT, -WIDTH_SHARE, number, ellipsis);
}

static void add_head(Explorer *explorer, Page *page, int kernels) {
  const char *ellipsis = explorer_glyph(explorer, GLYPH_ELLIPSIS);
  page_line(page, PAGE_NO_TAG);
  page_cell(page, STYLE_COLUMN, 2, "", ellipsis);
  page_cell(page, STYLE_COLUMN, WIDTH_KIND, "what", ellipsis);
  page_cell(page, STYLE_COLUMN, kernels, "kernels", ellipsis);
  page_cell(page, STYLE_COLUMN, -WIDTH_TIME, "before", ellipsis);
  page_cell(page, STYLE_COLUMN, -WIDTH_TIME, "change", ellipsis);
  page_cell(page, STYLE_COLUMN, -WIDTH_SHARE, "share", ellipsis);
}

static int kernels_width(int width) {
  int rest = width - 2 - WIDTH_KIND - 2 * WIDTH_TIME - WIDTH_SHARE;
  return rest < KERNELS_LEAST ? KERNELS_LEAST : rest > KERNELS_MOST ? KERNELS_MOST : rest;
}

void page_changes(Explorer *explorer, Page *page, int width) {
  const Comparison *comparison = changes_get(explorer);
  if (!comparison) {
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_BAD, "The plan to compare with cannot be read.");
    return;
  }
  add_total(explorer, page, explorer->changes.name, &comparison->left);
  add_total(explorer, page, session_plan_title(explorer->session), &comparison->right);
  add_difference(explorer, page, comparison);
  if (comparison->group_count == 0) return;
  add_head(explorer, page, kernels_width(width));
  for (int i = 0; i < comparison->group_count; i++)
    add_group(explorer, page, i, &comparison->groups[i], kernels_width(width));
}

int choices_changes(Explorer *explorer) {
  const Comparison *comparison = changes_get(explorer);
  return comparison ? comparison->group_count : 0;
}

void choose_change(Explorer *explorer, int choice) {
  const ComparedGroup *group = &changes_get(explorer)->groups[choice];
  explorer_go(explorer, plan_kernel(explorer->plan, group->kernels.right[0]).ops[0]);
  explorer_focus(explorer, PANE_OPS);
}
