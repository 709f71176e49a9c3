// Nests of alike kernels: lowered once. What lowering makes of a set of ops depends on what the ops are, on
// the types and layouts of what they read and write, on which of them read what, through which views, and on
// what is stored; not on which ops and values of the graph they are. So the nest of a set is kept with ops
// and values numbered as a walk over the set meets them, and a set that the walk cannot tell from it gets the
// same nest with its own. Models repeat their layers.
#include "plan/plan_internal.h"

#include <stdlib.h>
#include <string.h>

static const size_t nests_most = (size_t)64 << 20; // bytes

struct Nests {
  HashMap index; // what the walk saw -> position in `kept`
  VECTOR(Nest *) kept;
  size_t bytes;
  uint64_t *op_form, *value_form; // what of an op or value lowering goes by; 0: not yet worked out
  int *op_number, *value_number;  // of the walk `stamp`, where the mark is that
  int *op_mark, *value_mark;
  int stamp;
  Integers ops, values; // by number
};

static Nests *nests_of(Plan *plan) {
  if (plan->nests) return plan->nests;
  Nests *nests = plan->nests = memory_alloc(sizeof *nests);
  size_t ops = (size_t)plan->op_count + 1, values = (size_t)plan->graph->value_count + 1;
  nests->op_form = memory_alloc(ops * sizeof *nests->op_form);
  nests->op_number = memory_alloc(ops * sizeof *nests->op_number);
  nests->op_mark = memory_alloc(ops * sizeof *nests->op_mark);
  nests->value_form = memory_alloc(values * sizeof *nests->value_form);
  nests->value_number = memory_alloc(values * sizeof *nests->value_number);
  nests->value_mark = memory_alloc(values * sizeof *nests->value_mark);
  return nests;
}

static void forget_nests(Nests *nests) {
  for (int i = 0; i < nests->kept.count; i++)
    nest_free(nests->kept.data[i]);
  vector_free(&nests->kept);
  hashmap_free(&nests->index);
  nests->bytes = 0;
}

void nests_free(Plan *plan) {
  Nests *nests = plan->nests;
  if (!nests) return;
  forget_nests(nests);
  free(nests->op_form), free(nests->op_number), free(nests->op_mark);
  free(nests->value_form), free(nests->value_number), free(nests->value_mark);
  vector_free(&nests->ops);
  vector_free(&nests->values);
  free(nests);
  plan->nests = NULL;
}

// ---- What ops and values are.

static uint64_t hash_number(uint64_t hash, double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return hash_integer(hash, (int64_t)bits);
}

// Of its readers lowering asks whether there is one.
static uint64_t form_of_value(const Value *value) {
  uint64_t hash = hash_integer(HASH_START, value->dtype);
  hash = hash_integer(hash, value->result * 4 + value->strided * 2 + (value->reader_count == 1));
  hash = hash_integer(hash_integer(hash, value->shape.rank), value->offset);
  hash = hash_bytes(hash, value->shape.size, (size_t)value->shape.rank * sizeof *value->shape.size);
  hash = hash_bytes(hash, value->stride, (size_t)value->shape.rank * sizeof *value->stride);
  return hash ? hash : 1;
}

static uint64_t add_attribute(uint64_t hash, const Attribute *attribute) {
  hash = hash_integer(hash_integer(hash, attribute->key), attribute->count);
  hash = hash_number(hash, attribute->number);
  if (attribute->integer && attribute->count)
    hash = hash_bytes(hash, attribute->integer, (size_t)attribute->count * sizeof *attribute->integer);
  return attribute->text ? hash_string(hash, attribute->text) : hash;
}

static uint64_t form_of_op(const Op *op) {
  uint64_t hash = hash_integer(hash_integer(HASH_START, op->code), op->op_class * 2 + op->is_view);
  hash = hash_integer(hash_integer(hash, op->operand_count), op->result_count);
  for (int i = 0; i < op->operand_count; i++) {
    const Operand *operand = &op->operands[i];
    hash = hash_integer(hash, operand->value != NO_VALUE ? 4 : operand->is_number * 2 + operand->is_integer);
    if (operand->is_number) hash = hash_integer(hash_number(hash, operand->number), operand->integer);
  }
  for (int i = 0; i < op->attribute_count; i++)
    hash = add_attribute(hash, &op->attributes[i]);
  return hash ? hash : 1;
}

// ---- The walk.

typedef struct Walk {
  Nests *nests;
  const Graph *graph;
  uint64_t hash;
  bool told; // all of it can be told by what the walk sees
} Walk;

static void see(Walk *walk, int64_t what) {
  walk->hash = hash_integer(walk->hash, what);
}

static void number_op(Walk *walk, int op) {
  Nests *nests = walk->nests;
  if (!nests->op_form[op]) nests->op_form[op] = form_of_op(&walk->graph->ops[op]);
  see(walk, (int64_t)nests->op_form[op]);
  if (nests->op_mark[op] == nests->stamp) return;
  nests->op_mark[op] = nests->stamp;
  nests->op_number[op] = nests->ops.count;
  vector_push(&nests->ops, op);
}

// Memory that several values name, because an op writes into it, is another matter.
static void number_value(Walk *walk, int value) {
  Nests *nests = walk->nests;
  const Value *there = &walk->graph->values[value];
  walk->told &= there->storage == there->source;
  if (!nests->value_form[value]) nests->value_form[value] = form_of_value(there);
  see(walk, (int64_t)nests->value_form[value]);
  nests->value_mark[value] = nests->stamp;
  nests->value_number[value] = nests->values.count;
  vector_push(&nests->values, value);
}

static void walk_operands(Walk *walk, const Op *op);

static void walk_value(Walk *walk, int value) {
  const Op *producer = graph_producer(walk->graph, value);
  bool known = walk->nests->value_mark[value] == walk->nests->stamp;
  see(walk, known ? walk->nests->value_number[value] : -1);
  if (known) return;
  number_value(walk, value);
  see(walk, producer && producer->is_view);
  if (!producer || !producer->is_view) return;
  number_op(walk, walk->graph->values[value].producer);
  walk_operands(walk, producer);
}

static void walk_operands(Walk *walk, const Op *op) {
  for (int i = 0; i < op->operand_count; i++)
    if (op->operands[i].value != NO_VALUE) walk_value(walk, op->operands[i].value);
}

// The numbers of the set's ops are their places in it.
static void walk_set(Walk *walk, const KernelSet *set) {
  Nests *nests = walk->nests;
  nests->stamp++;
  vector_clear(&nests->ops);
  vector_clear(&nests->values);
  see(walk, set->op_count * 4 + (int)set->scatter);
  for (int i = 0; i < set->op_count; i++)
    number_op(walk, set->ops[i]);
  for (int i = 0; i < set->op_count; i++) {
    const Op *op = &walk->graph->ops[set->ops[i]];
    walk->told &= op->mutates < 0 && !op_is_product(op);
    walk_operands(walk, op);
    for (int j = 0; j < op->result_count; j++)
      number_value(walk, op->first_result + j);
  }
  for (int i = 0; i < set->stored_count; i++) {
    bool inside = nests->value_mark[set->stored[i]] == nests->stamp;
    see(walk, inside ? nests->value_number[set->stored[i]] : -1);
    walk->told &= inside;
  }
}

// ---- The same nest of other ops and values.

// From what is in a nest to what is in its copy: from numbers to those of the walk, or back.
typedef struct Names {
  const Nests *nests;
  bool numbered; // the copy has the numbers
  bool good;     // all were met by the walk
} Names;

static int name_of(Names *names, int from, const int *mark, const int *number, const Integers *by_number) {
  if (from < 0) return from;
  if (!names->numbered) return by_number->data[from];
  names->good &= mark[from] == names->nests->stamp;
  return names->good ? number[from] : 0;
}

static int name_op(Names *names, int op) {
  const Nests *nests = names->nests;
  return name_of(names, op, nests->op_mark, nests->op_number, &nests->ops);
}

static int name_value(Names *names, int value) {
  const Nests *nests = names->nests;
  return name_of(names, value, nests->value_mark, nests->value_number, &nests->values);
}

// Memory of a copy: one block, cut into pieces.
typedef struct Block {
  char *at;
  size_t bytes; // needed, while there is none
} Block;

static void *cut(Block *block, const void *from, size_t count, size_t size) {
  enum { ALIGNMENT = 16 };
  size_t bytes = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  block->bytes += bytes;
  if (!block->at) return NULL;
  void *piece = block->at;
  if (count) memcpy(piece, from, count * size);
  block->at += bytes;
  return piece;
}

// All of a nest that lies in its arena, but for what products and parts hold.
static void cut_all(Block *block, const Nest *from, Nest *to) {
  to->ops = cut(block, from->ops, (size_t)from->op_count, sizeof *from->ops);
  to->parts = cut(block, from->parts, (size_t)from->part_count, sizeof *from->parts);
  to->symbols = cut(block, from->symbols, (size_t)from->symbol_count, sizeof *from->symbols);
  to->conditions = cut(block, from->conditions, (size_t)from->condition_count, sizeof *from->conditions);
  to->steps = cut(block, from->steps, (size_t)from->step_count, sizeof *from->steps);
  to->buffers = cut(block, from->buffers, (size_t)from->buffer_count, sizeof *from->buffers);
  to->presets = cut(block, from->presets, (size_t)from->preset_count, sizeof *from->presets);
}

static Nest *copy_nest(const Nest *from, Names *names);

static void copy_parts(Nest *nest, Names *names) {
  for (int i = 0; i < nest->part_count; i++) {
    NestPart *part = &nest->parts[i];
    size_t count = (size_t)part->count * (size_t)part->nest->buffer_count;
    int *buffers = arena_array(nest->arena, count + 1, sizeof *buffers);
    memcpy(buffers, part->buffers, count * sizeof *buffers);
    part->buffers = buffers;
    part->nest = copy_nest(part->nest, names);
  }
}

static Nest *copy_nest(const Nest *from, Names *names) {
  Nest copy = *from;
  Block block = {0};
  cut(&block, from, 1, sizeof *from);
  cut_all(&block, from, &copy);
  Arena *arena = arena_new_for(block.bytes);
  block.at = arena_alloc(arena, block.bytes);
  Nest *nest = cut(&block, &copy, 1, sizeof copy);
  cut_all(&block, from, nest);
  nest->arena = arena;
  for (int i = 0; i < nest->op_count; i++)
    ((int *)nest->ops)[i] = name_op(names, nest->ops[i]);
  for (int i = 0; i < nest->step_count; i++) {
    nest->steps[i].op = name_op(names, nest->steps[i].op);
    nest->steps[i].value = name_value(names, nest->steps[i].value);
  }
  for (int i = 0; i < nest->buffer_count; i++)
    nest->buffers[i].storage = name_value(names, nest->buffers[i].storage);
  copy_parts(nest, names);
  return nest;
}

static void keep(Nests *nests, uint64_t key, const Nest *nest) {
  Names names = {nests, true, true};
  Nest *kept = copy_nest(nest, &names);
  if (!names.good) {
    nest_free(kept);
    return;
  }
  if (nests->bytes > nests_most) forget_nests(nests);
  hashmap_set(&nests->index, key, nests->kept.count);
  vector_push(&nests->kept, kept);
  nests->bytes += nest_bytes(kept);
}

Nest *nests_lower(Plan *plan, const KernelSet *set, Reason *reason) {
  Walk walk = {nests_of(plan), plan->graph, HASH_START, true};
  int64_t at;
  walk_set(&walk, set);
  if (walk.told && hashmap_get(&walk.nests->index, walk.hash, &at)) {
    Names names = {walk.nests, false, true};
    return copy_nest(walk.nests->kept.data[at], &names);
  }
  Nest *nest = kernel_lower(plan->graph, set, reason);
  if (nest && walk.told) keep(walk.nests, walk.hash, nest);
  return nest;
}
