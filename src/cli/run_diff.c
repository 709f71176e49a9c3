// diff: two plans of one graph, what changed, and what each change does to the time.
#include "base/json.h"
#include "cli/cli.h"
#include "cost/plan_cost.h"
#include "session/export/report.h"

// The sessions differ, the graph and the device do not: one estimator serves both.
static Session *open_side(const Invocation *invocation, const char *plan, Status *status) {
  Session *session = cli_open(invocation, status);
  if (session && cli_use_plan(session, invocation, plan, status)) return session;
  session_close(session);
  return NULL;
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
  const char *model = session_other_model(left);
  json_begin_object(&writer, NULL);
  json_put_string(&writer, "graph", session_graph(left)->name);
  if (model) json_put_string(&writer, "model", model);
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
    json_put_number(&writer, "share_percent", report_comparison_percent(group));
    json_end(&writer);
  }
  json_end(&writer);
  json_end(&writer);
}

static void write_table(const Session *left, const Comparison *comparison, Text *out) {
  const char *model = session_other_model(left);
  if (model) text_printf(out, "estimated by %s\n", model);
  report_comparison_table(comparison, "left", "right", out);
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
      write_table(left, comparison, &out);
    ok = cli_model_worked(invocation, status) && cli_print(&out, status);
    text_free(&out);
    comparison_free(comparison);
  }
  session_close(left);
  session_close(right);
  return ok;
}
