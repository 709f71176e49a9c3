#include "kernel/lower/sized.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

SizedGraphs sized_graphs(const char *name, int64_t given, int64_t multiple, int bits) {
  SizedGraphs graphs = {.name = name, .multiple = multiple, .constant_most = size_constant_most(bits)};
  graphs.value[SIZED_GIVEN] = given;
  graphs.value[SIZED_WITNESS] = size_witness(multiple, bits);
  graphs.value[SIZED_SECOND] = size_second_witness(multiple, bits);
  graphs.value[SIZED_LEAST] = multiple;
  graphs.value[SIZED_TWICE] = 2 * multiple;
  graphs.value[SIZED_FOURFOLD] = 4 * multiple;
  return graphs;
}

static bool same_ops(const Graph *graph, const Graph *other) {
  if (graph->op_count != other->op_count || graph->value_count != other->value_count) return false;
  for (int i = 0; i < graph->op_count; i++)
    if (graph->ops[i].code != other->ops[i].code) return false;
  return true;
}

static Nest *lower_at(const SizedGraphs *graphs, const KernelSet *set, SizedAt at, Reason *reason) {
  const Graph *graph = graphs->graph[at];
  KernelSet there = *set;
  there.decided_at = graphs->graph[SIZED_GIVEN];
  if (graph && same_ops(graph, there.decided_at)) return kernel_lower(graph, &there, reason);
  reason_set(reason, REASON_UNSUPPORTED, (int[]){NO_OP}, "the graph is another one at %s = %lld%s%s",
             graphs->name, (long long)graphs->value[at], graph || !*graphs->problem ? "" : ": ",
             graph ? "" : graphs->problem);
  return NULL;
}

// From as small a value as lowers to the same nest.
static bool find_least(const SizedGraphs *graphs, const KernelSet *set, SizedNest *sized, Reason *reason) {
  for (int at = SIZED_LEAST; at < SIZED_COUNT; at++) {
    memset(reason, 0, sizeof *reason);
    sized->least = lower_at(graphs, set, (SizedAt)at, reason);
    sized->size.least = graphs->value[at];
    if (sized->least && nest_size_holds(sized->nest, &sized->size, sized->least, graphs->value[at], reason))
      return true;
    nest_free(sized->least);
    sized->least = NULL;
  }
  return false;
}

static bool lower_all(const SizedGraphs *graphs, const KernelSet *set, SizedNest *sized, Reason *reason) {
  const NestSize *size = &sized->size;
  sized->given = lower_at(graphs, set, SIZED_GIVEN, reason);
  if (!sized->given) return false;
  sized->nest = lower_at(graphs, set, SIZED_WITNESS, reason);
  sized->other = sized->nest ? lower_at(graphs, set, SIZED_SECOND, reason) : NULL;
  return sized->other &&
         nest_size_holds(sized->nest, size, sized->given, graphs->value[SIZED_GIVEN], reason) &&
         nest_size_holds(sized->nest, size, sized->other, graphs->value[SIZED_SECOND], reason) &&
         find_least(graphs, set, sized, reason);
}

// What each of its nests takes.
static void bind(SizedNest *sized, int64_t second) {
  sized->size.at_least = sized->least;
  sized->second = sized->there = sized->size;
  sized->second.witness = second;
  sized->there.witness = 0;
  sized->nest->sized = &sized->size;
  sized->other->sized = &sized->second;
  sized->given->sized = &sized->there;
}

static Nest *part_nest(const Nest *batch, int part) {
  return (Nest *)batch->parts[part].nest;
}

static void bind_parts(SizedNest *sized, int64_t second) {
  sized->part_count = sized->nest->part_count;
  sized->parts = memory_alloc(((size_t)sized->part_count + 1) * sizeof *sized->parts);
  for (int i = 0; i < sized->part_count; i++) {
    sized->parts[i] = (SizedNest){.value = sized->value,
                                  .size = sized->size,
                                  .nest = part_nest(sized->nest, i),
                                  .other = part_nest(sized->other, i),
                                  .given = part_nest(sized->given, i),
                                  .least = part_nest(sized->least, i)};
    bind(&sized->parts[i], second);
  }
}

bool kernel_lower_sized(const SizedGraphs *graphs, const KernelSet *set, SizedNest *sized, Reason *reason) {
  *sized = (SizedNest){.value = graphs->value[SIZED_GIVEN],
                       .size = {.name = graphs->name,
                                .witness = graphs->value[SIZED_WITNESS],
                                .constant_most = graphs->constant_most,
                                .multiple = graphs->multiple}};
  memset(reason, 0, sizeof *reason);
  if (!lower_all(graphs, set, sized, reason)) return false;
  bind(sized, graphs->value[SIZED_SECOND]);
  bind_parts(sized, graphs->value[SIZED_SECOND]);
  return true;
}

void sized_nest_free(SizedNest *sized) {
  nest_free(sized->nest);
  nest_free(sized->other);
  nest_free(sized->given);
  nest_free(sized->least);
  free(sized->parts);
  *sized = (SizedNest){0};
}
