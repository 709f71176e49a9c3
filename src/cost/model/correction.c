#include "cost/model/correction.h"

#include <stdlib.h>

typedef struct Factor {
  const Template *kind;
  Limit limit;
  double factor;
} Factor;

struct Correction {
  CostModel model; // first
  const CostModel *of;
  HashMap index; // estimate_key of a kernel -> index of `times`
  VECTOR(double) times;
  VECTOR(Factor) factors;
};

// All that its time is made of grows alike, so that its terms still add up to it.
static void scale(Estimate *estimate, double factor) {
  for (int limit = 0; limit < LIMIT_COUNT; limit++)
    estimate->pipe_us[limit] *= factor;
  estimate->idle_us *= factor;
  estimate->spill_us *= factor;
  estimate->tail_us *= factor;
  estimate->ramp_us *= factor;
  estimate->time_us *= factor;
}

static double factor_of(const Correction *correction, const CostKernel *kernel, const Estimate *estimate) {
  int64_t at;
  if (hashmap_get(&correction->index, estimate_key(kernel->lowered), &at))
    return estimate->time_us > 0 ? correction->times.data[at] / estimate->time_us : 1;
  if (!kernel->lowered->nest) return 1;
  for (int i = 0; i < correction->factors.count; i++) {
    const Factor *factor = &correction->factors.data[i];
    if (factor->kind == kernel->lowered->schedule.kind && factor->limit == estimate->limit)
      return factor->factor;
  }
  return 1;
}

static void estimate(const CostModel *model, const CostKernel *kernel, Estimate *out) {
  const Correction *correction = (const Correction *)model;
  correction->of->estimate(correction->of, kernel, out);
  scale(out, factor_of(correction, kernel, out));
}

Correction *correction_new(const CostModel *of) {
  Correction *correction = memory_alloc(sizeof *correction);
  *correction = (Correction){.model = {of->name, of->help, estimate}, .of = of};
  return correction;
}

void correction_free(Correction *correction) {
  if (!correction) return;
  hashmap_free(&correction->index);
  vector_free(&correction->times);
  vector_free(&correction->factors);
  free(correction);
}

void correction_time(Correction *correction, const PlanLowered *lowered, double us) {
  int64_t at;
  if (hashmap_get(&correction->index, estimate_key(lowered), &at)) {
    correction->times.data[at] = us;
    return;
  }
  hashmap_set(&correction->index, estimate_key(lowered), correction->times.count);
  vector_push(&correction->times, us);
}

static bool find_limit(const char *name, Limit *limit) {
  for (int i = 0; i < LIMIT_COUNT; i++) {
    *limit = (Limit)i;
    if (text_equal(limit_name(*limit), name)) return true;
  }
  return false;
}

bool correction_factor(Correction *correction, const char *kind, const char *limit, double factor,
                       Status *status) {
  Factor added = {.kind = template_find(kind), .factor = factor};
  if (!added.kind)
    return status_fail(status, STATUS_INPUT, "there is no template \"%s\", as kernel.template names them",
                       kind);
  if (!find_limit(limit, &added.limit))
    return status_fail(status, STATUS_INPUT, "there is no limit \"%s\", as estimate.limit names them", limit);
  vector_push(&correction->factors, added);
  return true;
}

void correction_forget_factors(Correction *correction) {
  vector_clear(&correction->factors);
}

const CostModel *correction_model(const Correction *correction) {
  return &correction->model;
}
