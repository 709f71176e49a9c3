// Reports of a plan for people.
#include "session/export/report.h"

#include "session/plans/plan_list.h"

#include <math.h>

// ---- Two plans.

enum { KERNELS_WIDTH = 34, MORE_WIDTH = sizeof " +99999 more" - 1 };

// Where there is not room for all, as many as there is room for, and how many more there are.
static void add_kernels(Text *out, const int *kernels, int count) {
  Text all = {0};
  size_t fits = 0;
  int shown = 0;
  for (int i = 0; i < count; i++) {
    text_printf(&all, "%sK%d", i ? " " : "", kernels[i]);
    if (all.length <= KERNELS_WIDTH - MORE_WIDTH) fits = all.length, shown = i + 1;
  }
  if (all.length <= KERNELS_WIDTH) fits = all.length, shown = count;
  if (fits) text_add_bytes(out, text_get(&all), fits);
  if (shown < count) text_printf(out, " +%d more", count - shown);
  text_free(&all);
}

double report_comparison_percent(const ComparedGroup *group) {
  return round(1e4 * group->share) / 100;
}

static void add_group(Text *out, const ComparedGroup *group) {
  Text names[2] = {0};
  add_kernels(&names[0], group->kernels.left, group->kernels.left_count);
  add_kernels(&names[1], group->kernels.right, group->kernels.right_count);
  text_printf(out, "%-*s %-*s %9.1f %9.1f %+8.1f %5d%%\n", KERNELS_WIDTH, text_get(&names[0]), KERNELS_WIDTH,
              text_get(&names[1]), group->left_us, group->right_us, comparison_change(group),
              (int)lround(100 * group->share)); // an integer: there is no -0%
  text_free(&names[0]);
  text_free(&names[1]);
}

void report_comparison_table(const Comparison *comparison, const char *left, const char *right, Text *out) {
  text_printf(out, "%-34.34s %-34.34s %9s %9s %8s %6s\n", left, right, "us", "us", "change", "share");
  for (int i = 0; i < comparison->group_count; i++)
    add_group(out, &comparison->groups[i]);
  const PlanTotal *before = &comparison->left, *after = &comparison->right;
  text_printf(out, "%d kernel%s the same in both; %s: %d kernel%s, %.1f us; %s: %d kernel%s, %.1f us\n",
              comparison->same, comparison->same == 1 ? " is" : "s are", left, before->kernels,
              before->kernels == 1 ? "" : "s", before->time_us, right, after->kernels,
              after->kernels == 1 ? "" : "s", after->time_us);
}

// ---- The session's plan.

static unsigned known_levels(Session *session) {
  unsigned levels = REPORT_ESTIMATE;
  int count;
  const int *order = plan_order(session_plan(session), &count);
  for (int i = 0; i < count; i++)
    if (session_compiled(session, order[i]).compiled) levels |= REPORT_COMPILED;
  levels |= REPORT_PROFILE;
  if (session_report(session)) levels |= REPORT_MEASURED;
  return levels;
}

static void add_baseline(Session *session, Text *out) {
  PlanList *list = session_plans(session);
  int baseline = plan_list_baseline(list);
  const char *name = plan_list_get(list, baseline)->name;
  Status unread;
  Plan *before = plan_list_plan(list, baseline, &unread), *plan = session_plan(session);
  if (!before) return; // a saved plan that cannot be read is none to compare with
  if (plan_hash(before) == plan_hash(plan)) {
    text_printf(out, "\nThis is the plan that others are compared with: %s.\n", name);
    return;
  }
  Comparison *comparison = comparison_new(session_estimator(session), before, plan);
  comparison_sort(comparison);
  text_printf(out, "\nWhat changed against %s, by estimate:\n", name);
  report_comparison_table(comparison, name, "this plan", out);
  comparison_free(comparison);
}

void export_report(Session *session, Text *out) {
  session_report_table(session, known_levels(session), out);
  add_baseline(session, out);
}
