// The JSON of accuracy:
//
//   { "device", "arch", "gpu", "model" (when it is another one than ours, whose name stands for "fusebox"
//   below)
//     "kernels": { "distinct", "compiled", "measured" },
//     "registers": { "kernels", "mean_error", "bias", "worst", "within_8",
//                    "by_template": { "map": { the same }, ... } },
//     "spills": { "right", "spilled", "missed", "imagined" },
//     "time": { "fusebox": { "kernels", "mean_error", "bias", "worst" }, "xla": { }, "roofline": { },
//               "by_template": { }, "by_limit": { } },
//     "dram": { "kernels", "mean_error", "bias", "worst" },
//     "plans": { "fusebox": { "plans", "mean_error", "bias", "worst", "graphs", "median_tau_b",
//                "mean_regret", "worst_regret" }, "xla": { }, "roofline": { } },
//     "graphs": [ { "path", "graph", "measured" (plans), "all_plans", "tau_b", "regret", "chosen", "best",
//         "plans": [ { "how", "kernels", "estimate_us", "kernels_us", "measured_us" } ] } ],
//     "worst": { "registers": [ { "kernel", "id", "estimated", "found", "command" } ],
//                "time": [ ], "dram": [ ],
//                "plans": [ { "estimated", "found", "command" } ] },
//     "failed": [ { "kernel", "id", "command", "error" } ] }
//
// Errors are shares of what was found (0.05 is 5%). What nothing is known of is absent; figures that are not
// defined are null.
#include "cli/accuracy_print.h"

#include "base/json.h"
#include "cost/model/cost_model.h"

#include <stdlib.h>

enum { WORST_LISTED = 20 };

static void put_summary(JsonWriter *writer, const char *counted, const ErrorSummary *error) {
  json_put_integer(writer, counted, error->count);
  json_put_number(writer, "mean_error", error->mean);
  json_put_number(writer, "bias", error->bias);
  json_put_number(writer, "worst", error->worst);
}

static void put_error(JsonWriter *writer, const char *key, const ErrorSummary *error) {
  if (!error->count) return;
  json_begin_inline(writer, key, false);
  put_summary(writer, "kernels", error);
  json_end(writer);
}

static void put_register_score(JsonWriter *writer, const RegisterScore *score) {
  put_summary(writer, "kernels", &score->error);
  json_put_number(writer, "within_8", score->error.count ? (double)score->within / score->error.count : 0);
}

static void put_registers(JsonWriter *writer, const AccuracyScore *score) {
  const SpillScore *spills = &score->spills;
  json_begin_object(writer, "registers");
  put_register_score(writer, &score->registers);
  json_begin_object(writer, "by_template");
  for (int kind = 0; kind < TEMPLATE_COUNT; kind++) {
    if (!score->registers_of[kind].error.count) continue;
    json_begin_inline(writer, template_name(template_at(kind)), false);
    put_register_score(writer, &score->registers_of[kind]);
    json_end(writer);
  }
  json_end(writer);
  json_end(writer);
  json_begin_inline(writer, "spills", false);
  json_put_number(writer, "right", (double)(spills->both + spills->neither) / score->compiled);
  json_put_integer(writer, "spilled", spills->both + spills->missed);
  json_put_integer(writer, "missed", spills->missed);
  json_put_integer(writer, "imagined", spills->imagined);
  json_end(writer);
}

static void put_times(JsonWriter *writer, const AccuracyRecord *record, const AccuracyScore *score) {
  json_begin_object(writer, "time");
  for (int model = 0; model < MODEL_COUNT; model++)
    if (accuracy_compares(record, (Model)model))
      put_error(writer, accuracy_model_name(record, (Model)model), &score->models[model].kernels);
  json_begin_object(writer, "by_template");
  for (int kind = 0; kind < TEMPLATE_COUNT; kind++)
    put_error(writer, template_name(template_at(kind)), &score->time_of[kind]);
  json_end(writer);
  json_begin_object(writer, "by_limit");
  for (int limit = 0; limit < LIMIT_COUNT; limit++)
    put_error(writer, limit_name((Limit)limit), &score->time_by_limit[limit]);
  json_end(writer);
  json_end(writer);
  put_error(writer, "dram", &score->dram);
}

static void put_plans(JsonWriter *writer, const AccuracyRecord *record, const AccuracyScore *score) {
  json_begin_object(writer, "plans");
  for (int model = 0; model < MODEL_COUNT; model++) {
    const ModelScore *row = &score->models[model];
    if (!accuracy_compares(record, (Model)model)) continue;
    json_begin_inline(writer, accuracy_model_name(record, (Model)model), false);
    put_summary(writer, "plans", &row->plans);
    json_put_integer(writer, "graphs", row->ranked);
    json_put_number(writer, "median_tau_b", row->tau);
    json_put_number(writer, "mean_regret", row->regret);
    json_put_number(writer, "worst_regret", row->worst_regret);
    json_end(writer);
  }
  json_end(writer);
}

// Those that were measured, with the sum of their kernels' own times.
static void put_graph_plans(JsonWriter *writer, const AccuracyRecord *record, int graph) {
  json_begin_array(writer, "plans");
  for (int i = 0; i < record->plans.count; i++) {
    const PlanRecord *plan = &record->plans.data[i];
    if (plan->graph != graph || !plan->measured) continue;
    double kernels_us = 0;
    for (int k = 0; k < plan->kernels.count; k++)
      kernels_us += record->kernels.data[plan->kernels.data[k]].time_us;
    json_begin_inline(writer, NULL, false);
    json_put_string(writer, "how", plan->how);
    json_put_integer(writer, "kernels", plan->kernels.count);
    json_put_number(writer, "estimate_us", plan->estimate_us);
    json_put_number(writer, "kernels_us", kernels_us);
    json_put_number(writer, "measured_us", plan->time_us);
    json_end(writer);
  }
  json_end(writer);
}

static void put_graphs(JsonWriter *writer, const AccuracyRecord *record, const AccuracyScore *score) {
  json_begin_array(writer, "graphs");
  for (int i = 0; i < score->graphs.count; i++) {
    const GraphScore *row = &score->graphs.data[i];
    json_begin_object(writer, NULL);
    json_put_string(writer, "path", record->graphs.data[i].path);
    json_put_string(writer, "graph", record->graphs.data[i].name);
    json_put_integer(writer, "measured", row->plans);
    if (record->graphs.data[i].all_plans)
      json_put_integer(writer, "all_plans", record->graphs.data[i].all_plans);
    if (row->plans) {
      json_put_number(writer, "tau_b", row->tau[MODEL_SCORED]);
      json_put_number(writer, "regret", row->regret[MODEL_SCORED]);
      json_put_string(writer, "chosen", record->plans.data[row->chosen].how);
      json_put_string(writer, "best", record->plans.data[row->best].how);
      put_graph_plans(writer, record, i);
    }
    json_end(writer);
  }
  json_end(writer);
}

// ---- the worst

static void put_found(JsonWriter *writer, const AccuracyRecord *record, double estimated, double found,
                      int plan, const char *verb) {
  char *command = accuracy_command(record, verb, plan);
  json_put_number(writer, "estimated", estimated);
  json_put_number(writer, "found", found);
  json_put_string(writer, "command", command);
  free(command);
}

static void put_worst_kernel(JsonWriter *writer, const AccuracyRecord *record, WorstOf of,
                             const KernelRecord *kernel) {
  const Estimate *estimate = &kernel->estimate;
  json_put_string(writer, "kernel", kernel->name);
  json_put_integer(writer, "id", kernel->id);
  if (of == WORST_REGISTERS)
    put_found(writer, record, estimate->registers, kernel->registers, kernel->plan, "compile");
  else if (of == WORST_TIME)
    put_found(writer, record, estimate->time_us, kernel->time_us, kernel->plan, "time");
  else
    put_found(writer, record, (double)estimate->dram_bytes, kernel_record_dram_bytes(kernel), kernel->plan,
              "time");
}

static void put_worst_of(JsonWriter *writer, const AccuracyRecord *record, WorstOf of, const char *key) {
  int worst[WORST_LISTED], count = accuracy_worst(record, of, worst, WORST_LISTED);
  if (!count) return;
  json_begin_array(writer, key);
  for (int i = 0; i < count; i++) {
    json_begin_object(writer, NULL);
    if (of == WORST_PLAN)
      put_found(writer, record, record->plans.data[worst[i]].estimate_us,
                record->plans.data[worst[i]].time_us, worst[i], "time");
    else
      put_worst_kernel(writer, record, of, &record->kernels.data[worst[i]]);
    json_end(writer);
  }
  json_end(writer);
}

static void put_failed(JsonWriter *writer, const AccuracyRecord *record) {
  json_begin_array(writer, "failed");
  for (int i = 0; i < record->kernels.count; i++) {
    const KernelRecord *kernel = &record->kernels.data[i];
    if (!*kernel->error) continue;
    char *command = accuracy_command(record, kernel->compiled ? "time" : "compile", kernel->plan);
    json_begin_object(writer, NULL);
    json_put_string(writer, "kernel", kernel->name);
    json_put_integer(writer, "id", kernel->id);
    json_put_string(writer, "command", command);
    json_put_string(writer, "error", kernel->error);
    json_end(writer);
    free(command);
  }
  json_end(writer);
}

void accuracy_print_json(const AccuracyRecord *record, const AccuracyScore *score, Text *out) {
  JsonWriter writer = json_writer(out, true);
  const char *model = accuracy_model_name(record, MODEL_SCORED);
  json_begin_object(&writer, NULL);
  json_put_string(&writer, "device", record->device);
  json_put_string(&writer, "arch", record->arch);
  json_put_integer(&writer, "registers_arch", record->registers_arch);
  if (*record->gpu) json_put_string(&writer, "gpu", record->gpu);
  if (!text_equal(model, cost_model_fusebox.name)) json_put_string(&writer, "model", model);
  json_begin_inline(&writer, "kernels", false);
  json_put_integer(&writer, "distinct", record->kernels.count);
  json_put_integer(&writer, "compiled", score->compiled);
  json_put_integer(&writer, "measured", score->measured);
  json_end(&writer);
  if (score->compiled) put_registers(&writer, score);
  if (score->measured) put_times(&writer, record, score);
  if (score->measured) put_plans(&writer, record, score);
  put_graphs(&writer, record, score);
  json_begin_object(&writer, "worst");
  put_worst_of(&writer, record, WORST_REGISTERS, "registers");
  put_worst_of(&writer, record, WORST_TIME, "time");
  put_worst_of(&writer, record, WORST_DRAM, "dram");
  put_worst_of(&writer, record, WORST_PLAN, "plans");
  json_end(&writer);
  put_failed(&writer, record);
  json_end(&writer);
}
