// diff: two plans of one graph, what changed, and what each change does to the time.
#include "base/json.h"
#include "cli/cli.h"
#include "cost/plan_cost.h"

#include <math.h>

typedef struct Side {
  Session *session;
  PlanTotal total;
} Side;

static bool open_side(const Invocation *invocation, const char *plan, Side *side, Status *status) {
  side->session = cli_open(invocation, status);
  if (!side->session || !cli_use_plan(side->session, invocation, plan, status)) return false;
  side->total = plan_total(session_estimator(side->session), session_plan(side->session));
  return true;
}

static double group_time(Side *side, const int *kernels, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum +=
        estimator_kernel(session_estimator(side->session), session_plan(side->session), kernels[i])->time_us;
  return sum;
}

static void kernel_list(Text *out, const int *kernels, int count) {
  for (int i = 0; i < count; i++)
    text_printf(out, "%sK%d", i ? " " : "", kernels[i]);
}

// A change's share of the difference between the totals, in percent to a hundredth; 0 when they do not
// differ.
static double share(const Side *left, const Side *right, double change) {
  double difference = right->total.time_us - left->total.time_us;
  return difference > 1e-9 || difference < -1e-9 ? round(1e4 * change / difference) / 100 : 0;
}

static void print_groups(Side *left, Side *right, const PlanDiff *diff, Text *out) {
  text_printf(out, "%-34s %-34s %9s %9s %8s %6s\n", "left", "right", "us", "us", "change", "share");
  for (int i = 0; i < diff->group_count; i++) {
    const DiffGroup *group = &diff->groups[i];
    Text names[2] = {0};
    kernel_list(&names[0], group->left, group->left_count);
    kernel_list(&names[1], group->right, group->right_count);
    double before = group_time(left, group->left, group->left_count),
           after = group_time(right, group->right, group->right_count);
    text_printf(out, "%-34.34s %-34.34s %9.1f %9.1f %+8.1f %5.0f%%\n", text_get(&names[0]),
                text_get(&names[1]), before, after, after - before, share(left, right, after - before));
    text_free(&names[0]);
    text_free(&names[1]);
  }
  text_printf(out, "%d kernels are the same in both; left: %d kernels, %.1f us; right: %d kernels, %.1f us\n",
              diff->same, left->total.kernels, left->total.time_us, right->total.kernels,
              right->total.time_us);
}

static void put_ids(JsonWriter *writer, const char *key, const int *kernels, int count) {
  json_begin_inline(writer, key, true);
  for (int i = 0; i < count; i++)
    json_put_integer(writer, NULL, kernels[i]);
  json_end(writer);
}

static void put_side(JsonWriter *writer, const char *key, const Side *side) {
  json_begin_object(writer, key);
  json_put_string(writer, "plan", session_plan_title(side->session));
  json_put_integer(writer, "kernels", side->total.kernels);
  json_put_integer(writer, "dram_bytes", side->total.dram_bytes);
  json_put_number(writer, "estimate_us", side->total.time_us);
  json_end(writer);
}

static void write_json(Side *left, Side *right, const PlanDiff *diff, Text *out) {
  JsonWriter writer = json_writer(out, true);
  json_begin_object(&writer, NULL);
  json_put_string(&writer, "graph", session_graph(left->session)->name);
  put_side(&writer, "left", left);
  put_side(&writer, "right", right);
  json_put_integer(&writer, "same", diff->same);
  json_begin_array(&writer, "groups");
  for (int i = 0; i < diff->group_count; i++) {
    const DiffGroup *group = &diff->groups[i];
    double before = group_time(left, group->left, group->left_count),
           after = group_time(right, group->right, group->right_count);
    json_begin_object(&writer, NULL);
    put_ids(&writer, "left", group->left, group->left_count);
    put_ids(&writer, "right", group->right, group->right_count);
    json_put_number(&writer, "left_us", before);
    json_put_number(&writer, "right_us", after);
    json_put_number(&writer, "share_percent", share(left, right, after - before));
    json_end(&writer);
  }
  json_end(&writer);
  json_end(&writer);
}

bool run_diff(const Invocation *invocation, Status *status) {
  Side left = {0}, right = {0};
  bool ok = open_side(invocation, invocation->arguments.data[1], &left, status) &&
            open_side(invocation, invocation->arguments.data[2], &right, status);
  if (ok) {
    PlanDiff *diff = plan_diff(session_plan(left.session), session_plan(right.session));
    Text out = {0};
    if (cli_has(invocation, OPTION_JSON))
      write_json(&left, &right, diff, &out);
    else
      print_groups(&left, &right, diff, &out);
    ok = cli_print(&out, status);
    text_free(&out);
    plan_diff_free(diff);
  }
  session_close(left.session);
  session_close(right.session);
  return ok;
}
