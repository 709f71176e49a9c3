// Kinds of sections: a hash over their ops each.
#include "graph/core/section_kind.h"

#include "base/arena.h"
#include "base/hash.h"
#include "graph/core/block.h"

#include <stdlib.h>

typedef struct Kinds {
  const Graph *graph;
  const Sections *sections;
  bool *constant;
  int *place; // of each op among those of its section that count
} Kinds;

static uint64_t add_value(const Graph *graph, int value, uint64_t hash) {
  if (value == NO_VALUE) return hash_integer(hash, -1);
  const Shape *shape = &graph->values[value].shape;
  hash = hash_integer(hash_integer(hash, graph->values[value].dtype), shape->rank);
  for (int axis = 0; axis < shape->rank; axis++)
    hash = hash_integer(hash, shape->size[axis]);
  return hash;
}

// Where in the section an operand comes from; -1: from outside, or it is a constant.
static int inner_place(const Kinds *kinds, const Operand *operand, int section) {
  if (operand->value == NO_VALUE) return -1;
  int producer = kinds->graph->values[graph_source(kinds->graph, operand->value)].producer;
  bool inside = producer != NO_OP && kinds->sections->of[producer] == section && !kinds->constant[producer];
  return inside ? kinds->place[producer] : -1;
}

static uint64_t add_op(const Kinds *kinds, int index, int section, uint64_t hash) {
  const Op *op = &kinds->graph->ops[index];
  hash = hash_integer(hash_integer(hash, op->code), op->operand_count);
  for (int i = 0; i < op->operand_count; i++) {
    hash = add_value(kinds->graph, op->operands[i].value, hash);
    hash = hash_integer(hash, inner_place(kinds, &op->operands[i], section));
  }
  for (int i = 0; i < op->result_count; i++)
    hash = add_value(kinds->graph, op->first_result + i, hash);
  return op->code == OP_OPAQUE ? hash_string(hash, op_text(op, ATTRIBUTE_TARGET, "")) : hash;
}

static uint64_t kind_of(Kinds *kinds, int index) {
  const Section *section = &kinds->sections->list[index];
  uint64_t hash = HASH_START;
  int places = 0;
  for (int op = section->first; op <= section->last; op++) {
    if (kinds->graph->ops[op].is_view || kinds->constant[op]) continue;
    kinds->place[op] = places++;
    hash = add_op(kinds, op, index, hash);
  }
  return places ? hash | 1 : 0;
}

void section_find_kinds(const Graph *graph, Sections *sections) {
  Kinds kinds = {graph, sections, graph_constants(graph),
                 memory_alloc(sizeof(int) * ((size_t)graph->op_count + 1))};
  for (int i = 0; i < sections->count; i++) {
    Section *section = &sections->list[i];
    if (section->name) section->kind = kind_of(&kinds, i);
    sections->repeated += i && section->kind && section->kind == section[-1].kind;
  }
  free(kinds.constant);
  free(kinds.place);
}
