// What a plan does otherwise than the one that it is compared with, and why that is worth it, for an HTML
// report.
#include "session/export/html.h"
#include "session/plans/plan_list.h"

#include <math.h>

enum { GROUPS_MOST = 60 };

// What some kernels of a plan cost together.
typedef struct Side {
  int64_t dram_bytes;
  int registers;         // the most
  double us[TERM_COUNT]; // together their time
} Side;

static Side side_of(Estimator *estimator, Plan *plan, const int *kernels, int count) {
  Side side = {0};
  for (int i = 0; i < count; i++) {
    const Estimate *estimate = estimator_kernel(estimator, plan, kernels[i]);
    side.dram_bytes += estimate->dram_bytes;
    estimate_terms(estimate, side.us);
    if (estimate->registers > side.registers) side.registers = estimate->registers;
  }
  return side;
}

static void add_kernels(const int *kernels, int count, Text *out) {
  enum { LISTED = 6 };
  for (int i = 0; i < count && i < LISTED; i++)
    text_printf(out, "%sK%d", i ? " " : "", kernels[i]);
  if (count > LISTED) text_printf(out, " and %d more", count - LISTED);
}

static void add_difference(const char *what, int64_t before, int64_t after, Text *out) {
  char number[32];
  if (before == after) return;
  int64_t less = before - after;
  text_printf(out, "%s%s %s %s", out->length ? ", " : "",
              text_bytes(number, (double)(less < 0 ? -less : less)), less > 0 ? "less" : "more", what);
}

// The terms that move the time most, as many as a line has room for.
static void add_terms(const Side *before, const Side *after, Text *out) {
  enum { NAMED = 3 };
  bool named[TERM_COUNT] = {false};
  for (int i = 0; i < NAMED; i++) {
    int most = -1;
    for (int term = 0; term < TERM_COUNT; term++) {
      double moved = fabs(after->us[term] - before->us[term]);
      if (!named[term] && moved >= 0.05 && (most < 0 || moved > fabs(after->us[most] - before->us[most])))
        most = term;
    }
    if (most < 0) return;
    named[most] = true;
    text_printf(out, "%s%+.1f µs %s", out->length ? ", " : "", after->us[most] - before->us[most],
                estimate_term_name(most));
  }
}

static void add_reasons(const Side *before, const Side *after, Text *out) {
  add_terms(before, after, out);
  add_difference("DRAM", before->dram_bytes, after->dram_bytes, out);
  if (before->registers != after->registers)
    text_printf(out, "%sregisters %d to %d", out->length ? ", " : "", before->registers, after->registers);
  if (out->length == 0) text_add(out, "other schedules");
}

static void add_group(const HtmlReport *report, Plan *base, const ComparedGroup *group, Text *out) {
  Estimator *estimator = session_estimator(report->session);
  Side before = side_of(estimator, base, group->kernels.left, group->kernels.left_count);
  Side after =
      side_of(estimator, session_plan(report->session), group->kernels.right, group->kernels.right_count);
  Text why = {0};
  double change = comparison_change(group);
  text_printf(out, "<tr><td class=\"l\">%s</td><td class=\"l\">", comparison_kind(group));
  add_kernels(group->kernels.left, group->kernels.left_count, out);
  text_add(out, "</td><td class=\"l\">");
  add_kernels(group->kernels.right, group->kernels.right_count, out);
  text_printf(out,
              "</td><td class=\"est\">%.1f</td><td class=\"est\">%.1f</td><td class=\"%s\">%+.1f</td><td "
              "class=\"l\">",
              group->left_us, group->right_us, change <= 0 ? "good" : "bad", change);
  add_reasons(&before, &after, &why);
  text_add(out, text_get(&why));
  text_add(out, "</td></tr>\n");
  text_free(&why);
}

static void add_summary(const Comparison *comparison, const char *name, Text *out) {
  char before[32], after[32];
  const PlanTotal *left = &comparison->left, *right = &comparison->right;
  text_add(out, "<p>Against <b>");
  html_text(out, name);
  text_printf(
      out,
      "</b>, by estimate: %d kernel%s become%s %d, %s of DRAM become %s, and <span class=\"est\">%.1f "
      "µs</span> become <span class=\"est\">%.1f µs</span>",
      left->kernels, left->kernels == 1 ? "" : "s", left->kernels == 1 ? "s" : "", right->kernels,
      text_bytes(before, (double)left->dram_bytes), text_bytes(after, (double)right->dram_bytes),
      left->time_us, right->time_us);
  if (right->time_us > 0) text_printf(out, " (%.2f times as fast)", left->time_us / right->time_us);
  text_printf(out, ". %d kernel%s the same in both.</p>\n", comparison->same,
              comparison->same == 1 ? " is" : "s are");
}

static void add_table(const HtmlReport *report, Plan *base, const Comparison *comparison, Text *out) {
  text_add(
      out,
      "<div class=\"wide\"><table><tr><th class=\"l\">change</th><th class=\"l\">before</th><th "
      "class=\"l\">now</th><th>est µs</th><th>est µs</th><th>change</th><th class=\"l\">why</th></tr>\n");
  for (int i = 0; i < comparison->group_count && i < GROUPS_MOST; i++)
    add_group(report, base, &comparison->groups[i], out);
  text_add(out, "</table></div>\n");
  if (comparison->group_count > GROUPS_MOST)
    text_printf(out, "<p class=\"dim\">And %d smaller changes.</p>\n", comparison->group_count - GROUPS_MOST);
}

void html_changes(const HtmlReport *report, Text *out) {
  PlanList *list = session_plans(report->session);
  int baseline = plan_list_baseline(list);
  Status unread;
  Plan *base = plan_list_plan(list, baseline, &unread), *plan = session_plan(report->session);
  if (!base) return; // a saved plan that cannot be read is none to compare with
  const char *name = plan_list_get(list, baseline)->name;
  text_add(out, "<h2>What changed, and why</h2>\n");
  if (plan_hash(base) == plan_hash(plan)) {
    text_add(out, "<p>Nothing: this is the plan that others are compared with, ");
    html_text(out, name);
    text_add(out, ".</p>\n");
    return;
  }
  Comparison *comparison = comparison_new(session_estimator(report->session), base, plan);
  comparison_sort(comparison);
  add_summary(comparison, name, out);
  if (comparison->group_count) add_table(report, base, comparison, out);
  comparison_free(comparison);
}
