// Tiles as stages: what the next tile of a persistent block reads is loaded while it works on one.
#include "kernel/code/passes_internal.h"

static void mark_need(void *context, int needed) {
  (void)needed;
  *(bool *)context = true;
}

// Rows in place leave what stands beside them to the tile itself.
static bool pipelines_rows(const Body *body) {
  return body->pipeline == PIPELINE_REGISTERS || body->pipeline == PIPELINE_SHARED;
}

void pass_pipeline_tiles(Body *body) {
  const Nest *nest = body->nest;
  if (!pipelines_rows(body)) return;
  body->mapping.pipeline = body->pipeline;
  for (int i = 0; i < nest->step_count; i++) {
    StepPlace *place = &body->places[i];
    const Step *step = &nest->steps[i];
    if (step->kind != STEP_LOAD || !place->used || !(step->dims & body->mapping.owned) || step->pass > 0)
      continue;
    bool needs = step->condition != NO_CONDITION;
    nest_each_need(nest, i, mark_need, &needs);
    if (needs) continue;
    bool copies = body->mapping.pipeline == PIPELINE_SHARED && place->walked && body_can_copy(body, i);
    place->pipelining = (Pipelining){copies ? PIPELINE_SHARED : PIPELINE_REGISTERS, STAGE_TILE, 1};
    place->issue = ISSUE_IN_ORDER;
    if (!place->walked) continue;
    place->packed = body_can_pack(body, i);
    place->once = body->mapping.bypass && place->vectorized && !place->unaligned;
    place->loops = 0;
  }
}
