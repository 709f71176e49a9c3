// The launch of a schedule.
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
