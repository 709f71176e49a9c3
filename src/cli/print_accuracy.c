// The table of accuracy, for people: 100 columns.
#include "cli/accuracy_print.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORST_SHOWN = 5 };

char *accuracy_command(const AccuracyRecord *record, const char *verb, int plan) {
  const PlanRecord *row = &record->plans.data[plan];
  const GraphRecord *graph = &record->graphs.data[row->graph];
  Text text = {0};
  text_printf(&text, "fusebox %s %s -H %s", verb, graph->path, row->how);
  for (int i = 0; i < graph->sizes.count; i++)
    text_printf(&text, " --set %s=%lld", graph->sizes.data[i].name, (long long)graph->sizes.data[i].value);
  return text_take(&text);
}

static double share(int part, int all) {
  return all ? 100.0 * part / all : 0;
}

static void print_error(Text *out, const char *what, const ErrorSummary *error) {
  if (error->count)
    text_printf(out, "  %-16s %5d  mean error %6.1f%%  bias %+7.1f%%  worst %7.1f%%", what, error->count,
                100 * error->mean, 100 * error->bias, 100 * error->worst);
}

// ---- registers

static void print_register_row(Text *out, const char *what, const RegisterScore *score) {
  if (!score->error.count) return;
  print_error(out, what, &score->error);
  text_printf(out, "  within %d %5.1f%%\n", SCORE_STEP, share(score->within, score->error.count));
}

static void print_registers(const AccuracyScore *score, Text *out) {
  const SpillScore *spills = &score->spills;
  text_printf(out, "\nRegisters, estimated against compiled\n");
  for (int kind = 0; kind < TEMPLATE_COUNT; kind++)
    print_register_row(out, template_name(template_at(kind)), &score->registers_of[kind]);
  print_register_row(out, "all", &score->registers);
  text_printf(
      out, "  spills: %.1f%% right; %d of %d kernels spill, %d of them not predicted; %d predicted do not\n",
      share(spills->both + spills->neither, score->compiled), spills->both + spills->missed, score->compiled,
      spills->missed, spills->imagined);
}

// ---- time

static void print_times(const AccuracyRecord *record, const AccuracyScore *score, Text *out) {
  text_printf(out, "\nTime of kernels over %g us, estimated against measured\n", SCORE_LEAST_US);
  for (int kind = 0; kind < TEMPLATE_COUNT; kind++) {
    print_error(out, template_name(template_at(kind)), &score->time_of[kind]);
    if (score->time_of[kind].count) text_add(out, "\n");
  }
  for (int limit = 0; limit < LIMIT_COUNT; limit++) {
    char what[32];
    snprintf(what, sizeof what, "limit %s", limit_name((Limit)limit));
    print_error(out, what, &score->time_by_limit[limit]);
    if (score->time_by_limit[limit].count) text_add(out, "\n");
  }
  for (int model = 0; model < MODEL_COUNT; model++) {
    if (!accuracy_compares(record, (Model)model)) continue;
    print_error(out, accuracy_model_title(record, (Model)model), &score->models[model].kernels);
    if (score->models[model].kernels.count) text_add(out, "\n");
  }
  if (!score->dram.count) return;
  text_printf(out, "\nDRAM bytes of kernels over %d MB, estimated against counted\n",
              SCORE_LEAST_BYTES / 1000000);
  print_error(out, "all", &score->dram);
  text_add(out, "\n");
}

static void print_models(const AccuracyRecord *record, const AccuracyScore *score, Text *out) {
  text_add(out, "\nPlans, each as one CUDA graph of its generated kernels\n");
  for (int model = 0; model < MODEL_COUNT; model++) {
    if (!accuracy_compares(record, (Model)model)) continue;
    print_error(out, accuracy_model_title(record, (Model)model), &score->models[model].plans);
    if (score->models[model].plans.count) text_add(out, "\n");
  }
  text_printf(out,
              "\nChoosing among the plans of a graph   graphs  median tau-b  mean regret  worst regret\n");
  for (int model = 0; model < MODEL_COUNT; model++) {
    if (!accuracy_compares(record, (Model)model)) continue;
    const ModelScore *row = &score->models[model];
    text_printf(out, "  %-35s %6d  %12.3f  %10.1f%%  %11.1f%%\n", accuracy_model_title(record, (Model)model),
                row->ranked, row->tau, 100 * row->regret, 100 * row->worst_regret);
  }
}

static void print_graphs(const AccuracyRecord *record, const AccuracyScore *score, Text *out) {
  text_printf(out, "\n  %-28s %5s%9s %7s %8s  %-22s %s\n", "graph", "plans", "", "tau-b", "regret", "chosen",
              "best");
  for (int i = 0; i < score->graphs.count; i++) {
    const GraphScore *row = &score->graphs.data[i];
    if (!row->plans) continue;
    char of_all[24] = "";
    int64_t all = record->graphs.data[i].all_plans;
    if (all) snprintf(of_all, sizeof of_all, " of %" PRId64, all);
    text_printf(out, "  %-28.28s %5d%-9s %7.3f %7.1f%%  %-22.22s %s\n", record->graphs.data[i].name,
                row->plans, of_all, row->tau[MODEL_SCORED], 100 * row->regret[MODEL_SCORED],
                record->plans.data[row->chosen].how, record->plans.data[row->best].how);
  }
}

// ---- the worst

static void print_worst_kernels(const AccuracyRecord *record, WorstOf of, Text *out) {
  int worst[WORST_SHOWN], count = accuracy_worst(record, of, worst, WORST_SHOWN);
  for (int i = 0; i < count; i++) {
    const KernelRecord *kernel = &record->kernels.data[worst[i]];
    bool registers = of == WORST_REGISTERS;
    double estimated = registers          ? kernel->estimate.registers
                       : of == WORST_TIME ? kernel->estimate.time_us
                                          : (double)kernel->estimate.dram_bytes / 1e6;
    double found = registers          ? kernel->registers
                   : of == WORST_TIME ? kernel->time_us
                                      : kernel_record_dram_bytes(kernel) / 1e6;
    char *command = accuracy_command(record, registers ? "compile" : "time", kernel->plan);
    text_printf(out, "  %6.*f estimated, %6.*f found: K%d of %s\n", registers ? 0 : 1, estimated,
                registers ? 0 : 1, found, kernel->id, command);
    free(command);
  }
}

static void print_worst(const AccuracyRecord *record, const AccuracyScore *score, Text *out) {
  text_add(out, "\nFurthest off in registers\n");
  print_worst_kernels(record, WORST_REGISTERS, out);
  if (!score->measured) return;
  text_add(out, "Furthest off in time, us\n");
  print_worst_kernels(record, WORST_TIME, out);
  if (score->dram.count) {
    text_add(out, "Furthest off in DRAM bytes, MB\n");
    print_worst_kernels(record, WORST_DRAM, out);
  }
  int worst[WORST_SHOWN], count = accuracy_worst(record, WORST_PLAN, worst, WORST_SHOWN);
  text_add(out, "Plans furthest off in time, us\n");
  for (int i = 0; i < count; i++) {
    const PlanRecord *plan = &record->plans.data[worst[i]];
    char *command = accuracy_command(record, "time", worst[i]);
    text_printf(out, "  %6.1f estimated, %6.1f found: %s\n", plan->estimate_us, plan->time_us, command);
    free(command);
  }
}

static void print_failed(const AccuracyRecord *record, Text *out) {
  int shown = 0;
  for (int i = 0; i < record->kernels.count; i++) {
    const KernelRecord *kernel = &record->kernels.data[i];
    if (!*kernel->error) continue;
    if (!shown) text_add(out, "\nNot compiled or not timed\n");
    if (shown++ == WORST_SHOWN) break;
    char *command = accuracy_command(record, kernel->compiled ? "time" : "compile", kernel->plan);
    text_printf(out, "  K%d of %s: %.*s\n", kernel->id, command, (int)strcspn(kernel->error, "\n"),
                kernel->error);
    free(command);
  }
}

void accuracy_print_table(const AccuracyRecord *record, const AccuracyScore *score, Text *out) {
  text_printf(out, "%d graphs, %d plans, %d distinct kernels for %s (%s); %d compiled, %d timed%s%s\n",
              record->graphs.count, record->plans.count, record->kernels.count, record->device, record->arch,
              score->compiled, score->measured, *record->gpu ? " on " : "", record->gpu);
  text_printf(out, "estimates of registers: by the kernels of sm_%d\n", record->registers_arch);
  if (score->compiled) print_registers(score, out);
  if (score->measured) {
    print_times(record, score, out);
    print_models(record, score, out);
    print_graphs(record, score, out);
  }
  if (score->compiled) print_worst(record, score, out);
  print_failed(record, out);
}
