// Live tensors over the launch order, see live.h.
#include "plan/program/live.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/vector.h"
#include "plan/program/program.h"

#include <stdlib.h>

struct LiveSearch {
  Plan *plan;
  const Graph *graph;
  HashMap index; // tensor of a storage
  VECTOR(LiveTensor) tensors;
  PlanLive live; // what the launches that were looked at have made of it
};

static LiveTensor *touch(LiveSearch *search, int value, int launch) {
  int storage = search->graph->values[value].storage;
  int64_t at;
  if (!hashmap_get(&search->index, (uint64_t)storage, &at)) {
    at = search->tensors.count;
    LiveTensor tensor = {.storage = storage, .first = launch, .last = launch};
    tensor.bytes = program_value_bytes(search->graph, storage);
    vector_push(&search->tensors, tensor);
    hashmap_set(&search->index, (uint64_t)storage, at);
  }
  LiveTensor *tensor = &search->tensors.data[at];
  tensor->last = launch;
  return tensor;
}

static void touch_inputs(LiveSearch *search) {
  for (int i = 0; i < search->graph->input_count; i++)
    touch(search, search->graph->inputs[i], 0)->is_input = true;
}

// All operands and results of an op that a library runs, or nobody here.
static void touch_op(LiveSearch *search, const Op *op, int launch) {
  for (int i = 0; i < op->operand_count; i++)
    if (op->operands[i].value != NO_VALUE) touch(search, op->operands[i].value, launch);
  for (int i = 0; i < op->result_count; i++)
    touch(search, op->first_result + i, launch);
}

void live_search_look(LiveSearch *search, int kernel, int launch) {
  const PlanLowered *lowered = plan_lowered(search->plan, kernel);
  PlanKernel members = plan_kernel(search->plan, kernel);
  for (int i = 0; i < members.op_count && !lowered->nest; i++)
    touch_op(search, &search->graph->ops[members.ops[i]], launch);
  if (!lowered->nest) return;
  for (int i = 0; i < lowered->nest->buffer_count; i++)
    touch(search, lowered->nest->buffers[i].storage, launch);
  search->live.scratch[launch] = lowered->launch.workspace_bytes;
}

static void extend(LiveSearch *search, int launches) {
  for (int i = 0; i < search->graph->output_count; i++)
    if (search->graph->outputs[i] != NO_VALUE)
      touch(search, search->graph->outputs[i], launches - 1)->is_output = true;
  for (int i = 0; i < search->tensors.count; i++)
    if (search->tensors.data[i].is_input)
      search->tensors.data[i].first = 0, search->tensors.data[i].last = launches - 1;
}

// What begins and ends at each launch, summed up.
static void add_up(PlanLive *live) {
  int64_t now = 0, *change = memory_alloc(((size_t)live->launch_count + 1) * sizeof *change);
  for (int i = 0; i < live->tensor_count && live->launch_count; i++) {
    change[live->tensors[i].first] += live->tensors[i].bytes;
    change[live->tensors[i].last + 1] -= live->tensors[i].bytes;
  }
  live->peak = live->launch_count ? 0 : -1;
  for (int i = 0; i < live->launch_count; i++) {
    now += change[i];
    live->bytes[i] = now + live->scratch[i];
    if (live->bytes[i] > live->bytes[live->peak]) live->peak = i;
  }
  free(change);
}

LiveSearch *live_search_new(Plan *plan) {
  LiveSearch *search = memory_alloc(sizeof *search);
  PlanLive *live = &search->live;
  search->plan = plan;
  search->graph = plan_graph(plan);
  plan_order(plan, &live->launch_count);
  live->bytes = memory_alloc(((size_t)live->launch_count + 1) * sizeof *live->bytes);
  live->scratch = memory_alloc(((size_t)live->launch_count + 1) * sizeof *live->scratch);
  touch_inputs(search);
  for (int i = 0; i < search->tensors.count; i++)
    live->input_bytes += search->tensors.data[i].bytes;
  return search;
}

PlanLive live_search_end(LiveSearch *search) {
  extend(search, search->live.launch_count);
  PlanLive live = search->live;
  live.tensors = search->tensors.data;
  live.tensor_count = search->tensors.count;
  hashmap_free(&search->index);
  free(search);
  add_up(&live);
  return live;
}

PlanLive plan_live(Plan *plan) {
  int count;
  const int *order = plan_order(plan, &count);
  LiveSearch *search = live_search_new(plan);
  for (int i = 0; i < count; i++) {
    live_search_look(search, order[i], i);
    plan_relieve(plan);
  }
  return live_search_end(search);
}

void plan_live_free(PlanLive *live) {
  free(live->tensors);
  free(live->bytes);
  free(live->scratch);
  *live = (PlanLive){0};
}

const char *live_kind(const LiveTensor *tensor) {
  return tensor->is_input ? "input" : tensor->is_output ? "result" : "between"; // inputs may leave, too
}

bool live_at(const LiveTensor *tensor, int launch) {
  return tensor->first <= launch && launch <= tensor->last;
}

int plan_live_holders(const PlanLive *live, int launch, int *out, int most) {
  int count = 0, kept = 0;
  for (int i = 0; i < live->tensor_count; i++) {
    if (!live_at(&live->tensors[i], launch)) continue;
    count++;
    int at = kept < most ? kept++ : most;
    for (; at > 0 && live->tensors[out[at - 1]].bytes < live->tensors[i].bytes; at--)
      if (at < most) out[at] = out[at - 1];
    if (at < most) out[at] = i;
  }
  return count;
}
