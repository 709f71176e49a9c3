// diff: two plans of one graph, what changed, and what each change does to the time.
#include "base/json.h"
#include "cli/cli.h"
#include "cost/comparison.h"
#include "cost/plan_cost.h"

#include <math.h>

// The sessions differ, the graph and the device do not: one estimator serves both.
static Session *open_side(const Invocation *invocation, const char *plan, Status *status) {
  Session *session = cli_open(invocation, status);
  if (session && cli_use_plan(session, invocation, plan, status)) return session;
  session_close(session);
  return NULL;
}

static void kernel_list(Text *out, const int *kernels, int count) {
  for (int i = 0; i < count; i++)
    text_printf(out, "%sK%d", i ? " " : "", kernels[i]);
}

// In percent to a hundredth.
static double share_percent(const ComparedGroup *group) {
  return round(1e4 * group->share) / 100;
}

static void print_groups(const Comparison *comparison, Text *out) {
  text_printf(out, "%-34s %-34s %9s %9s %8s %6s\n", "left", "right", "us", "us", "change", "share");
  for (int i = 0; i < comparison->group_count; i++) {
    const ComparedGroup *group = &comparison->groups[i];
    Text names[2] = {0};
    kernel_list(&names[0], group->kernels.left, group->kernels.left_count);
    kernel_list(&names[1], group->kernels.right, group->kernels.right_count);
    text_printf(out, "%-34.34s %-34.34s %9.1f %9.1f %+8.1f %5.0f%%\n", text_get(&names[0]),
                text_get(&names[1]), group->left_us, group->right_us, comparison_change(group),
                share_percent(group));
    text_free(&names[0]);
    text_free(&names[1]);
  }
  text_printf(out, "%d kernels are the same in both; left: %d kernels, %.1f us; right: %d kernels, %.1f us\n",
              comparison->same, comparison->left.kernels, comparison->left.time_us, comparison->right.kernels,
              comparison->right.time_us);
}

static void put_ids(JsonWriter *writer, const char *key, const int *kernels, int count) {
  json_begin_inline(writer, key, true);
  for (int i = 0; i < count; i++)
    json_put_integer(writer, NULL, kernels[i]);
  json_end(writer);
}

static void put_side(JsonWriter *writer, const char *key, Session *session, const PlanTotal *total) {
  json_begin_object(writer, key);
  json_put_string(writer, "plan", session_plan_title(session));
  json_put_integer(writer, "kernels", total->kernels);
  json_put_integer(writer, "dram_bytes", total->dram_bytes);
  json_put_number(writer, "estimate_us", total->time_us);
  json_end(writer);
}

static void write_json(Session *left, Session *right, const Comparison *comparison, Text *out) {
  JsonWriter writer = json_writer(out, true);
  json_begin_object(&writer, NULL);
  json_put_string(&writer, "graph", session_graph(left)->name);
  put_side(&writer, "left", left, &comparison->left);
  put_side(&writer, "right", right, &comparison->right);
  json_put_integer(&writer, "same", comparison->same);
  json_begin_array(&writer, "groups");
  for (int i = 0; i < comparison->group_count; i++) {
    const ComparedGroup *group = &comparison->groups[i];
    json_begin_object(&writer, NULL);
    put_ids(&writer, "left", group->kernels.left, group->kernels.left_count);
    put_ids(&writer, "right", group->kernels.right, group->kernels.right_count);
    json_put_number(&writer, "left_us", group->left_us);
    json_put_number(&writer, "right_us", group->right_us);
    json_put_number(&writer, "share_percent", share_percent(group));
    json_end(&writer);
  }
  json_end(&writer);
  json_end(&writer);
}

bool run_diff(const Invocation *invocation, Status *status) {
  Session *left = open_side(invocation, invocation->arguments.data[1], status);
  Session *right = left ? open_side(invocation, invocation->arguments.data[2], status) : NULL;
  bool ok = right != NULL;
  if (ok) {
    Comparison *comparison = comparison_new(session_estimator(left), session_plan(left), session_plan(right));
    Text out = {0};
    if (cli_has(invocation, OPTION_JSON))
      write_json(left, right, comparison, &out);
    else
      print_groups(comparison, &out);
    ok = cli_print(&out, status);
    text_free(&out);
    comparison_free(comparison);
  }
  session_close(left);
  session_close(right);
  return ok;
}
