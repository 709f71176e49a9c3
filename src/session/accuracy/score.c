#include "session/accuracy/score.h"

#include "base/arena.h"
#include "cost/model/cost_model.h"

#include <math.h>
#include <stdlib.h>

enum { LEAST_RANKED = 3 }; // plans, before their ranking says anything

const char *accuracy_model_name(const AccuracyRecord *record, Model model) {
  static const CostModel *const compared[MODEL_COUNT] = {
      [MODEL_XLA] = &cost_model_xla, [MODEL_ROOFLINE] = &cost_model_roofline};
  if (model != MODEL_SCORED) return compared[model]->name;
  return *record->model ? record->model : cost_model_fusebox.name;
}

bool accuracy_compares(const AccuracyRecord *record, Model model) {
  const char *scored = accuracy_model_name(record, MODEL_SCORED);
  return model == MODEL_SCORED || !text_equal(accuracy_model_name(record, model), scored);
}

const char *accuracy_model_title(const AccuracyRecord *record, Model model) {
  static const char *const titles[MODEL_COUNT] = {
      [MODEL_XLA] = "XLA's formula", [MODEL_ROOFLINE] = "plain roofline"};
  return titles[model] ? titles[model] : accuracy_model_name(record, model);
}

static double kernel_us(const KernelRecord *kernel, Model model) {
  const double us[MODEL_COUNT] = {[MODEL_SCORED] = kernel->estimate.time_us,
                                  [MODEL_XLA] = kernel->xla_us,
                                  [MODEL_ROOFLINE] = kernel->roofline_us};
  return us[model];
}

static double plan_us(const PlanRecord *plan, Model model) {
  const double us[MODEL_COUNT] = {
      [MODEL_SCORED] = plan->estimate_us, [MODEL_XLA] = plan->xla_us, [MODEL_ROOFLINE] = plan->roofline_us};
  return us[model];
}

// ---- kernels

static void score_registers(AccuracyScore *score, int at, const KernelRecord *kernel) {
  RegisterScore *into[] = {&score->registers, &score->registers_of[template_index(kernel->kind)]};
  int off = abs(kernel->estimate.registers - kernel->registers);
  for (int i = 0; i < 2; i++) {
    error_summary_add(&into[i]->error, at, kernel->estimate.registers, kernel->registers);
    into[i]->within += off <= SCORE_STEP;
  }
  bool spills = kernel->spill_bytes > 0, predicted = kernel->estimate.spill_bytes > 0;
  SpillScore *of = &score->spills;
  (*(spills ? predicted ? &of->both : &of->missed : predicted ? &of->imagined : &of->neither))++;
}

// Lines that the launch left in L2 to be written back later are among the bytes written.
double kernel_record_dram_bytes(const KernelRecord *kernel) {
  return kernel->counters.dram_read_bytes + kernel->counters.dram_write_bytes;
}

static bool counts_dram(const KernelRecord *kernel) {
  return kernel->counted && kernel_record_dram_bytes(kernel) >= SCORE_LEAST_BYTES;
}

static bool counts_time(const KernelRecord *kernel) {
  return kernel->measured && kernel->time_us > SCORE_LEAST_US;
}

static void score_measured(AccuracyScore *score, int at, const KernelRecord *kernel) {
  const Estimate *estimate = &kernel->estimate;
  if (counts_dram(kernel))
    error_summary_add(&score->dram, at, (double)estimate->dram_bytes, kernel_record_dram_bytes(kernel));
  if (!counts_time(kernel)) return;
  for (int model = 0; model < MODEL_COUNT; model++)
    error_summary_add(&score->models[model].kernels, at, kernel_us(kernel, (Model)model), kernel->time_us);
  error_summary_add(&score->time_of[template_index(kernel->kind)], at, estimate->time_us, kernel->time_us);
  error_summary_add(&score->time_by_limit[estimate->limit], at, estimate->time_us, kernel->time_us);
}

static void score_kernels(const AccuracyRecord *record, AccuracyScore *score) {
  for (int i = 0; i < record->kernels.count; i++) {
    const KernelRecord *kernel = &record->kernels.data[i];
    score->compiled += kernel->compiled;
    score->measured += kernel->measured;
    if (kernel->compiled) score_registers(score, i, kernel);
    if (kernel->measured) score_measured(score, i, kernel);
  }
}

// ---- plans

static void score_plans(const AccuracyRecord *record, AccuracyScore *score) {
  for (int i = 0; i < record->plans.count; i++) {
    const PlanRecord *plan = &record->plans.data[i];
    if (!plan->measured || plan->time_us <= SCORE_LEAST_US) continue;
    for (int model = 0; model < MODEL_COUNT; model++)
      error_summary_add(&score->models[model].plans, i, plan_us(plan, (Model)model), plan->time_us);
  }
}

// The measured plans of one graph.
typedef struct Ranking {
  int *plans; // of the record
  double *predicted, *actual;
  int count;
} Ranking;

static GraphScore score_graph(const AccuracyRecord *record, int graph, Ranking *ranking) {
  ranking->count = 0;
  for (int i = 0; i < record->plans.count; i++)
    if (record->plans.data[i].graph == graph && record->plans.data[i].measured)
      ranking->plans[ranking->count++] = i;
  GraphScore score = {.plans = ranking->count, .chosen = -1, .best = -1};
  for (int model = MODEL_COUNT - 1; model >= 0; model--) { // the scored one last: its choice stays
    int chosen, best;
    for (int i = 0; i < ranking->count; i++) {
      ranking->predicted[i] = plan_us(&record->plans.data[ranking->plans[i]], (Model)model);
      ranking->actual[i] = record->plans.data[ranking->plans[i]].time_us;
    }
    score.tau[model] = statistics_kendall_tau_b(ranking->predicted, ranking->actual, ranking->count);
    score.regret[model] =
        statistics_regret(ranking->predicted, ranking->actual, ranking->count, &chosen, &best);
    if (ranking->count) score.chosen = ranking->plans[chosen], score.best = ranking->plans[best];
  }
  return score;
}

static void score_graphs(const AccuracyRecord *record, AccuracyScore *score) {
  size_t most = (size_t)record->plans.count + 1;
  Ranking ranking = {memory_alloc(most * sizeof(int)), memory_alloc(most * sizeof(double)),
                     memory_alloc(most * sizeof(double)), 0};
  for (int graph = 0; graph < record->graphs.count; graph++)
    vector_push(&score->graphs, score_graph(record, graph, &ranking));
  free(ranking.plans);
  free(ranking.predicted);
  free(ranking.actual);
}

static void summarize(const AccuracyScore *score, int model, ModelScore *into) {
  double *taus = memory_alloc(((size_t)score->graphs.count + 1) * sizeof *taus), sum = 0;
  int count = 0;
  into->worst_regret = NAN;
  for (int i = 0; i < score->graphs.count; i++) {
    const GraphScore *graph = &score->graphs.data[i];
    if (graph->plans < LEAST_RANKED) continue;
    into->ranked++;
    sum += graph->regret[model];
    into->worst_regret = fmax(into->worst_regret, graph->regret[model]);
    if (!isnan(graph->tau[model])) taus[count++] = graph->tau[model];
  }
  into->tau = statistics_median(taus, count);
  into->regret = into->ranked ? sum / into->ranked : NAN;
  free(taus);
}

AccuracyScore accuracy_score(const AccuracyRecord *record) {
  AccuracyScore score = {.registers.error = error_summary(), .dram = error_summary()};
  for (int kind = 0; kind < TEMPLATE_COUNT; kind++)
    score.registers_of[kind].error = score.time_of[kind] = error_summary();
  for (int limit = 0; limit < LIMIT_COUNT; limit++)
    score.time_by_limit[limit] = error_summary();
  for (int model = 0; model < MODEL_COUNT; model++)
    score.models[model].kernels = score.models[model].plans = error_summary();
  score_kernels(record, &score);
  score_plans(record, &score);
  score_graphs(record, &score);
  for (int model = 0; model < MODEL_COUNT; model++)
    summarize(&score, model, &score.models[model]);
  return score;
}

void accuracy_score_free(AccuracyScore *score) {
  vector_free(&score->graphs);
}

// ---- the worst

// Relative error; 0 where it does not count.
static double error_of(const AccuracyRecord *record, WorstOf of, int at) {
  if (of == WORST_PLAN) {
    const PlanRecord *plan = &record->plans.data[at];
    bool counts = plan->measured && plan->time_us > SCORE_LEAST_US;
    return counts ? fabs(plan->estimate_us - plan->time_us) / plan->time_us : 0;
  }
  const KernelRecord *kernel = &record->kernels.data[at];
  switch (of) {
    case WORST_REGISTERS:
      return kernel->compiled
                 ? fabs((double)(kernel->estimate.registers - kernel->registers)) / kernel->registers
                 : 0;
    case WORST_DRAM:
      return counts_dram(kernel)
                 ? fabs((double)kernel->estimate.dram_bytes - kernel_record_dram_bytes(kernel)) /
                       kernel_record_dram_bytes(kernel)
                 : 0;
    default:
      return counts_time(kernel) ? fabs(kernel->estimate.time_us - kernel->time_us) / kernel->time_us : 0;
  }
}

int accuracy_worst(const AccuracyRecord *record, WorstOf of, int *out, int capacity) {
  int all = of == WORST_PLAN ? record->plans.count : record->kernels.count, count = 0;
  for (int i = 0; i < all; i++) {
    double error = error_of(record, of, i);
    int at = count;
    while (at > 0 && error_of(record, of, out[at - 1]) < error)
      at--;
    if (error == 0 || at == capacity) continue;
    if (count < capacity) count++;
    for (int k = count - 1; k > at; k--)
      out[k] = out[k - 1];
    out[at] = i;
  }
  return count;
}
