#include "cost/model/cost_model.h"

#include <string.h>

static const CostModel *const models[] = {
#define X(name) &cost_model_##name,
    COST_MODELS(X)
#undef X
};
enum { MODEL_COUNT = sizeof models / sizeof *models };

const CostModel *const *cost_models(int *count) {
  *count = MODEL_COUNT;
  return models;
}

const CostModel *cost_model_find(const char *name, Status *status) {
  Text names = {0};
  for (int i = 0; i < MODEL_COUNT; i++) {
    if (strcmp(models[i]->name, name) == 0) {
      text_free(&names);
      return models[i];
    }
    text_printf(&names, "%s%s", i ? ", " : "", models[i]->name);
  }
  status_fail(status, STATUS_INPUT, "there is no cost model \"%s\"; there are %s", name, text_get(&names));
  text_free(&names);
  return NULL;
}

void cost_retime(Estimate *estimate, const double pipe_us[LIMIT_COUNT], double time_us) {
  memcpy(estimate->pipe_us, pipe_us, sizeof estimate->pipe_us);
  estimate->overlap = estimate->idle_us = estimate->spill_us = estimate->tail_us = estimate->ramp_us = 0;
  estimate->time_us = time_us;
  estimate->limit = LIMIT_DRAM;
  for (int limit = 0; limit < LIMIT_COUNT; limit++)
    if (pipe_us[limit] > pipe_us[estimate->limit]) estimate->limit = (Limit)limit;
}
