// Finding what to compare.
#include "gpu/measure/check_pairs.h"

#include "base/vector.h"
#include "gpu/measure/launch_flow.h"
#include "graph/evaluate/evaluate.h"

#include <stdlib.h>

// A memory may hold several values, one after another: the loosest tolerance of them.
static double *tolerances_of_storages(const Graph *graph) {
  size_t count = (size_t)graph->value_count + 1;
  double *most = memory_alloc(count * sizeof *most), *tolerances = memory_alloc(count * sizeof *tolerances);
  evaluate_tolerances(graph, tolerances);
  for (int v = 0; v < graph->value_count; v++) {
    const Op *producer = graph_producer(graph, v);
    int storage = graph->values[v].storage;
    if (producer && !producer->is_view && storage >= 0 && tolerances[v] > most[storage])
      most[storage] = tolerances[v];
  }
  free(tolerances);
  return most;
}

static int by_after(const void *a, const void *b) {
  const CheckPair *x = a, *y = b;
  return x->after != y->after ? (x->after > y->after) - (x->after < y->after)
                              : (x->buffer > y->buffer) - (x->buffer < y->buffer);
}

// Every launch that writes the buffer runs.
static bool is_whole(const Program *program, const bool *left_out, int buffer) {
  for (int i = 0; left_out && i < program->launch_count; i++)
    if (left_out[i] && launch_writes(&program->launches[i], buffer)) return false;
  return true;
}

// Is the memory one that the reference fills, for want of the library that would compute it?
static bool is_made_up(const Program *reference, int buffer) {
  if (buffer < 0 || !reference->buffers[buffer].is_input) return false;
  return reference->graph->values[reference->buffers[buffer].storage].producer != NO_OP;
}

// Does the launch compute what the reference makes up?
static bool knows_better(const Launch *launch, const Program *reference, const int *reference_buffers) {
  const Graph *graph = reference->graph;
  const Nest *nest = launch->kind == LAUNCH_KERNEL && launch->lowered ? launch->lowered->nest : NULL;
  for (int i = 0; nest && i < nest->op_count; i++) {
    const Op *op = &graph->ops[nest->ops[i]];
    for (int v = op->first_result; v < op->first_result + op->result_count; v++) {
      int storage = graph->values[v].storage;
      if (storage >= 0 && is_made_up(reference, reference_buffers[storage])) return true;
    }
  }
  return false;
}

// Pairs without their tolerances.
static int common_memories(const Program *program, const bool *left_out, const Program *reference,
                           const bool *doubtful, CheckPair *pairs) {
  int *writers = flow_last_writers(program), *reference_writers = flow_last_writers(reference);
  int *reference_buffers = flow_buffers(reference), count = 0;
  for (int b = 0; b < program->buffer_count; b++) {
    int other = reference_buffers[program->buffers[b].storage];
    bool common = other >= 0 && writers[b] >= 0 &&
                  (reference_writers[other] >= 0 || is_made_up(reference, other)) &&
                  reference->buffers[other].bytes == program->buffers[b].bytes;
    if (!common || (doubtful && doubtful[other])) continue;
    bool made_up = knows_better(&program->launches[writers[b]], reference, reference_buffers);
    pairs[count++] = (CheckPair){.buffer = b,
                                 .reference = other,
                                 .after = writers[b],
                                 .judged = is_whole(program, left_out, b),
                                 .made_up = made_up};
  }
  free(writers);
  free(reference_writers);
  free(reference_buffers);
  return count;
}

CheckPair *check_pairs(const Program *program, const bool *left_out, const Program *reference,
                       const bool *reference_out, Arena *arena, int *count) {
  CheckPair *pairs = arena_array(arena, (size_t)program->buffer_count + 1, sizeof *pairs);
  bool *doubtful = reference_out ? flow_reached(reference, reference_out) : NULL;
  *count = common_memories(program, left_out, reference, doubtful, pairs);
  double *tolerances = tolerances_of_storages(program->graph);
  for (int i = 0; i < *count; i++)
    pairs[i].tolerance = tolerances[program->buffers[pairs[i].buffer].storage];
  qsort(pairs, (size_t)*count, sizeof *pairs, by_after);
  free(doubtful);
  free(tolerances);
  return pairs;
}
