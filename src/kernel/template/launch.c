// The launch of a schedule, and how often its code runs each step.
#include "kernel/template/rules.h"
#include "kernel/template/template.h"

#include <limits.h>

// Of reductions that have memory of their own.
static int row_bytes(const Mapping *mapping) {
  const Nest *nest = mapping->nest;
  int sum = 0, turns = mapping_alternates(mapping) ? 2 : 1;
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    if (step->kind != STEP_REDUCE || !reduction_along_row(mapping, step)) continue;
    int bytes = reduction_shared_bytes(mapping, step);
    if (bytes) sum = (int)round_up(sum, reduction_accumulator(step).alignment) + bytes * turns;
  }
  return sum;
}

static int scan_bytes(const Mapping *mapping) {
  int sum = 0;
  for (int i = 0; i < mapping->nest->step_count; i++) {
    const Step *step = &mapping->nest->steps[i];
    if (step->kind != STEP_SCAN) continue;
    Accumulator accumulator = reduction_accumulator(step);
    sum = (int)round_up(sum, accumulator.alignment) +
          mapping_scan_shared_count(mapping, step) * accumulator.bytes;
  }
  return sum;
}

// Of rows that wait there for their tile.
static int pipeline_bytes(const Nest *nest, const Schedule *schedule, const Mapping *mapping) {
  Body body;
  if (mapping->pipeline < PIPELINE_SHARED || !body_make(nest, schedule, &body)) return 0;
  int64_t bytes = body_pipeline_bytes(&body);
  body_free(&body);
  return (int)least_of(bytes, INT_MAX / 2);
}

static int64_t workspace_bytes(const Mapping *mapping) {
  const Nest *nest = mapping->nest;
  if (!nest->reduced || mapping->cluster || (mapping->splits == 1 && !nest->crossed)) return 0;
  int64_t counters = nest->crossed ? 1 : mapping->tiles, bytes = (counters * 4 + 15) / 16 * 16;
  for (int i = 0; i < nest->step_count; i++)
    if (nest->steps[i].kind == STEP_REDUCE) bytes += reduction_partial_bytes(mapping, &nest->steps[i]);
  return bytes;
}

LaunchShape schedule_launch(const Nest *nest, const Schedule *schedule, const GpuLimits *limits) {
  const Template *template = schedule->kind;
  if (template->launch) return template->launch(nest, schedule, limits);
  Mapping mapping;
  mapping_make(nest, schedule, &mapping);
  LaunchShape launch = {.threads = mapping_threads(&mapping)};
  launch.grid = (mapping.shares ? mapping.shares : mapping.tiles) * mapping.splits;
  launch.cluster = mapping.cluster ? (int)mapping.splits : 1;
  launch.workspace_bytes = workspace_bytes(&mapping);
  launch.shared_bytes = (int)round_up(schedule_shared_by_turns(nest, schedule), 8) + row_bytes(&mapping);
  launch.shared_bytes = (int)round_up(launch.shared_bytes, 8) + scan_bytes(&mapping);
  if (template->shared_bytes) launch.shared_bytes = template->shared_bytes(&mapping);
  if (launch.workspace_bytes && !nest->crossed)
    launch.shared_bytes = (int)round_up(launch.shared_bytes, 4) + 4;
  launch.shared_bytes += launch.pipeline_bytes = pipeline_bytes(nest, schedule, &mapping);
  return launch;
}

// ---- executions

static bool is_store(const Body *body, int at) {
  return body->nest->steps[at].kind == STEP_STORE;
}

static StepExecution walked_execution(const Body *body, int at) {
  const Mapping *mapping = &body->mapping;
  const StepPlace *place = &body->places[at];
  StepExecution execution = {
      .vectorized = place->vectorized, .width = 1, .held = place->held, .packed = place->packed};
  if (place->lanes) execution.width = mapping->vector;
  execution.passes = __builtin_popcount(place->loops);
  execution.per_thread = mapping->tiles_per_block * mapping->trips * mapping->slots * execution.passes;
  int64_t places = is_store(body, at) ? mapping->owned_units : mapping->tiles * mapping->owned_lanes;
  int64_t walkers = mapping->splits * mapping->walk_lanes;
  // Of a walk with one visit a thread, threads beyond the end have none.
  if (mapping->trips * mapping->slots == 1) walkers = least_of(walkers, mapping->walk_units);
  execution.threads = places * walkers / most_of(mapping->tiles_per_block, 1);
  if (place->lanes) execution.ends = mapping_ends(mapping) * execution.passes;
  if (place->invariant || pipelines_tile(place)) {
    execution.passes = 1;
    execution.per_thread = mapping->tiles_per_block * mapping->trips * mapping->slots;
  }
  if (place->invariant) {
    execution.per_thread = mapping->trips * mapping->slots;
    execution.threads = mapping->shares * mapping->owned_lanes * walkers;
  }
  const Step *step = &body->nest->steps[at];
  if (is_store(body, at) && step->dims != nest_all_dims(body->nest)) { // one thread for each combination
    execution.per_thread = 1;
    execution.threads = nest_elements(body->nest, step->dims) / (place->lanes ? execution.width : 1);
  }
  return execution;
}

static StepExecution owned_execution(const Body *body, int at, const LaunchShape *launch) {
  const Mapping *mapping = &body->mapping;
  const Step *step = &body->nest->steps[at];
  StepExecution execution = {.vectorized = body->places[at].vectorized,
                             .width = 1,
                             .per_thread = mapping->tiles_per_block,
                             .passes = 1};
  if (body->places[at].lanes) execution.width = mapping->vector;
  execution.threads = (mapping->shares ? mapping->shares * mapping->splits : launch->grid) * launch->threads;
  if (mapping->splits > 1 && !mapping->cluster && step->pass > 0)
    execution.threads /= mapping->splits; // only the last block goes on
  if (step->kind != STEP_STORE) return execution;
  execution.per_thread = 1;
  execution.threads = nest_elements(body->nest, step->dims) / execution.width;
  return execution;
}

// A vector is one access for each 16 bytes; unaligned it takes more.
static int accesses_of(const Step *step, const StepPlace *place, const StepExecution *execution) {
  if ((step->kind != STEP_LOAD && step->kind != STEP_STORE) || place->shares) return 0;
  int bytes = execution->width * dtype_bytes(step->stored);
  if (!execution->vectorized) return execution->width;
  return place->unaligned ? mapping_unaligned_accesses(bytes, place->paired) : (bytes + 15) / 16;
}

// What the tile loop and the finish both run counts in terms of the first.
static StepExecution join_finish(StepExecution first, StepExecution finish) {
  if (first.threads == 0) return finish;
  if (first.per_thread > 0) first.threads += finish.per_thread * finish.threads / first.per_thread;
  return first;
}

static StepExecution phase_execution(const Body *body, int at, const LaunchShape *launch) {
  const StepPlace *place = &body->places[at];
  const Step *step = &body->nest->steps[at];
  if (!place->used || step->kind == STEP_NUMBER) return (StepExecution){.width = 1};
  StepExecution execution = place->walked ? walked_execution(body, at) : owned_execution(body, at, launch);
  execution.accesses = accesses_of(step, place, &execution);
  return execution;
}

StepExecution body_execution(const Body *body, int at, const LaunchShape *launch) {
  StepExecution execution = phase_execution(body, at, launch);
  if (!body->finish || body->nest->steps[at].kind == STEP_REDUCE) return execution;
  return join_finish(execution, phase_execution(body->finish, at, launch));
}

StepExecution schedule_step(const Nest *nest, const Schedule *schedule, const LaunchShape *launch, int step) {
  Body body;
  if (!body_make(nest, schedule, &body)) return (StepExecution){.width = 1};
  StepExecution execution = body_execution(&body, step, launch);
  body_free(&body);
  return execution;
}

void schedule_steps(const Nest *nest, const Schedule *schedule, const LaunchShape *launch,
                    StepExecution *executions) {
  Body body;
  bool made = body_make(nest, schedule, &body);
  for (int i = 0; i < nest->step_count; i++)
    executions[i] = made ? body_execution(&body, i, launch) : (StepExecution){.width = 1};
  if (made) body_free(&body);
}
