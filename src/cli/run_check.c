// check: runs a plan and compares its results with the reference: on the CPU against the evaluator, on the
// GPU against the unfused plan.
#include "base/json.h"
#include "cli/cli.h"
#include "plan/program/check.h"
#include "plan/program/save.h"

#include <stdio.h>

static void print_value(const Graph *graph, const CheckedValue *value, Text *out) {
  const TensorComparison *c = &value->comparison;
  char kernel[16] = "output";
  if (value->kernel != NO_KERNEL) snprintf(kernel, sizeof kernel, "K%d", value->kernel);
  text_printf(out, "%-6s %-8s %-36s error %9.2e  tolerance %9.2e",
              c->pass         ? "ok"
              : value->untold ? "?"
                              : "WRONG",
              kernel, graph->values[value->value].name, c->relative_norm, c->tolerance);
  if (c->less_noise) text_add(out, "  beyond what rounding does");
  if (!c->pass)
    text_printf(out, "  %lld elements, worst at %lld", (long long)c->mismatches, (long long)c->worst_index);
  if (value->untold) text_printf(out, "\n       cannot be told: %s", value->untold);
  text_add(out, "\n");
}

static void print_report(const Graph *graph, const CheckReport *report, Text *out) {
  for (int i = 0; i < report->values.count; i++)
    print_value(graph, &report->values.data[i], out);
  for (int i = 0; i < report->skipped.count; i++)
    text_printf(out, "not run: %s\n", report->skipped.data[i]);
  text_printf(out, "%d values compared with the evaluator, %d wrong", report->values.count, report->failures);
  if (report->untold) text_printf(out, ", of %d it cannot be told", report->untold);
  text_add(out, "\n");
}

static void put_value(JsonWriter *writer, const Graph *graph, const CheckedValue *value) {
  json_begin_inline(writer, NULL, false);
  json_put_string(writer, "name", graph->values[value->value].name);
  if (value->kernel != NO_KERNEL) json_put_integer(writer, "kernel", value->kernel);
  json_put_bool(writer, "output", value->is_output);
  json_put_number(writer, "error", value->comparison.relative_norm);
  if (value->comparison.less_noise) json_put_bool(writer, "beyond_rounding", true);
  json_put_number(writer, "tolerance", value->comparison.tolerance);
  json_put_integer(writer, "mismatches", value->comparison.mismatches);
  json_put_bool(writer, "pass", value->comparison.pass);
  if (value->untold) json_put_string(writer, "untold", value->untold);
  json_end(writer);
}

static void write_json(Session *session, const CheckReport *report, Text *out) {
  JsonWriter writer = json_writer(out, true);
  json_begin_object(&writer, NULL);
  json_put_string(&writer, "graph", session_graph(session)->name);
  json_put_string(&writer, "plan", session_plan_title(session));
  json_put_string(&writer, "on", "cpu");
  json_begin_array(&writer, "values");
  for (int i = 0; i < report->values.count; i++)
    put_value(&writer, session_graph(session), &report->values.data[i]);
  json_end(&writer);
  json_begin_array(&writer, "skipped");
  for (int i = 0; i < report->skipped.count; i++)
    json_put_string(&writer, NULL, report->skipped.data[i]);
  json_end(&writer);
  json_put_integer(&writer, "failures", report->failures);
  if (report->untold) json_put_integer(&writer, "untold", report->untold);
  json_end(&writer);
}

// Beside the message that a graph is too large: what to do.
static bool fail_with_remedy(const Graph *graph, Status *status) {
  Text text = {0};
  text_add(&text, status->message);
  if (status->code == STATUS_INPUT && graph->size_count == 0)
    text_add(&text, "; it has no named sizes to make smaller: check it on a GPU");
  else if (status->code == STATUS_INPUT)
    text_add(&text, "; make it smaller, for example with");
  for (int i = 0; status->code == STATUS_INPUT && i < graph->size_count; i++)
    text_printf(&text, " --set %s=%d", graph->sizes[i].name,
                graph->sizes[i].value < 64 ? (int)graph->sizes[i].value : 64);
  status_fail(status, status->code, "%s", text_get(&text));
  text_free(&text);
  return false;
}

static bool check_on_cpu(const Invocation *invocation, Session *session, uint64_t seed, Status *status) {
  CheckReport report = {0};
  Text out = {0};
  bool ok = plan_check_cpu(session_plan(session), seed, NULL, &report, status) ||
            fail_with_remedy(session_graph(session), status);
  if (ok && cli_has(invocation, OPTION_JSON))
    write_json(session, &report, &out);
  else if (ok)
    print_report(session_graph(session), &report, &out);
  ok = ok && cli_print(&out, status);
  if (ok && report.failures)
    ok = status_fail(status, STATUS_WRONG, "%d values differ from the evaluator's", report.failures);
  text_free(&out);
  check_report_free(&report);
  return ok;
}

static void write_gpu_json(Session *session, const MeasureReport *report, Text *out) {
  JsonWriter writer = json_writer(out, true);
  json_begin_object(&writer, NULL);
  json_put_string(&writer, "graph", session_graph(session)->name);
  json_put_string(&writer, "plan", session_plan_title(session));
  json_put_string(&writer, "on", "gpu");
  json_put_bool(&writer, "pass", report->check_pass);
  if (report->untold) json_put_bool(&writer, "untold", true);
  json_put_string(&writer, "text", report->check_text);
  json_end(&writer);
}

static bool check_on_gpu(const Invocation *invocation, Session *session, uint64_t seed, double time_limit,
                         Status *status) {
  MeasureOptions options = {.launches = 1, .seed = seed, .time_limit_s = time_limit, .check = true};
  if (!cli_compile(session, status) || !session_measure(session, &options, NULL, status) ||
      !session_measure_wait(session, status))
    return false;
  const MeasureReport *report = session_report(session);
  if (!report || (!report->checked && !report->untold))
    return status_fail(status, STATUS_WRONG, "the plan could not be checked on the GPU: %s",
                       report ? report->check_text : "no report");
  if (!cli_all_ran(session, "checked", status)) return false; // else there may be nothing to compare
  Text out = {0};
  if (cli_has(invocation, OPTION_JSON))
    write_gpu_json(session, report, &out);
  else
    text_printf(&out, "%s%s\n",
                report->untold       ? ""
                : report->check_pass ? "ok: "
                                     : "WRONG: ",
                report->check_text);
  bool ok = cli_print(&out, status);
  text_free(&out);
  if (!ok || report->check_pass || report->untold) return ok;
  return status_fail(status, STATUS_WRONG, "the plan's results differ from the unfused plan's");
}

// The GPU when there is one, unless the user chose.
static bool use_gpu(const Invocation *invocation, Session *session, bool *gpu, Status *status) {
  if (cli_has(invocation, OPTION_CPU) && cli_has(invocation, OPTION_GPU))
    return status_fail(status, STATUS_INPUT, "give --cpu or --gpu, not both");
  *gpu = false;
  if (cli_has(invocation, OPTION_CPU)) return true;
  GpuInfo info;
  Status missing = {0};
  *gpu = session_gpu(session, &info, &missing);
  if (*gpu || !cli_has(invocation, OPTION_GPU)) return true;
  *status = missing;
  return false;
}

bool run_check(const Invocation *invocation, Status *status) {
  int64_t seed, limit;
  if (!cli_integer(invocation, OPTION_SEED, 0, INT64_MAX, 1, &seed, status) ||
      !cli_integer(invocation, OPTION_TIME_LIMIT, 1, 3600, 10, &limit, status))
    return false;
  Session *session = cli_open(invocation, status);
  const char *folder = invocation->value[OPTION_SAVE_DATA];
  bool gpu = false;
  bool ok = session && use_gpu(invocation, session, &gpu, status) &&
            (!folder || save_reference(session_graph(session), (uint64_t)seed, folder, status));
  if (ok)
    ok = gpu ? check_on_gpu(invocation, session, (uint64_t)seed, (double)limit, status)
             : check_on_cpu(invocation, session, (uint64_t)seed, status);
  session_close(session);
  return ok;
}
