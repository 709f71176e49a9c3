// What a correct nest cannot be one kernel for.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernel/lower/lowering.h"

#include "base/sorted.h"

enum {
  FULL_READ_BACK =
      16384, // elements of a full reduction whose result is read back along them: one block does it
  COLUMN_READ_BACK = 4096 // elements of a column that one block owns
};

static const char *op_name(const Nest *nest, int op) {
  return op == NO_OP ? "?" : nest->graph->ops[op].name;
}

static int find_accumulating(const Nest *nest) {
  for (int i = 0; i < nest->step_count; i++)
    if (step_accumulates(&nest->steps[i])) return i;
  return NO_STEP;
}

// ---- reductions

static const char *axes_text(const Nest *nest, int op, char out[64]) {
  const Op *reduction = &nest->graph->ops[op];
  uint32_t axes = reduction->op_class == CLASS_SCAN ? 1u << op_integer(reduction, ATTRIBUTE_AXIS, 0)
                                                    : op_reduced_axes(nest->graph, reduction);
  int length = 0;
  out[0] = 0;
  for (int axis = 0; axis < MAX_RANK; axis++)
    if (axes >> axis & 1)
      length += snprintf(out + length, 64 - (size_t)length, "%s%d", length ? ", " : "", axis);
  return out;
}

static bool check_axes(const Nest *nest, Reason *reason) {
  char own[64], other[64];
  if (nest->crossed) return lower_check_crossing(nest, reason);
  int first = find_accumulating(nest);
  for (int i = first + 1; first != NO_STEP && i < nest->step_count; i++) {
    const Step *step = &nest->steps[i], *before = &nest->steps[first];
    if (!step_accumulates(step) || step->over == before->over) continue;
    const int ops[] = {before->op, step->op, NO_OP};
    reason_set(reason, REASON_REDUCTION_AXES, ops,
               "%s reduces along axes %s, which are other elements than those along axes %s of %s",
               op_name(nest, step->op), axes_text(nest, step->op, own), axes_text(nest, before->op, other),
               op_name(nest, before->op));
    reason->size[0] = nest_elements(nest, before->over);
    reason->size[1] = nest_elements(nest, step->over);
    reason->size_count = 2;
    return false;
  }
  return true;
}

// A step of a later pass that varies with the reduced dims reads a finished reduction element by element.
static const Step *find_read_back(const Nest *nest) {
  for (int i = 0; i < nest->step_count; i++)
    if (nest->steps[i].pass > 0 && nest->steps[i].op != NO_OP && (nest->steps[i].dims & nest->reduced))
      return &nest->steps[i];
  return NULL;
}

// Does the index count the elements along the dims in the order in which they are gone over?
static bool counts_in_order(const Nest *nest, const Index *index, uint32_t over) {
  int64_t stride = 1;
  int terms = 0;
  for (int dim = nest->dim_count - 1; dim >= 0; dim--) {
    if (!(over >> dim & 1) || nest->size[dim] == 1) continue;
    if (index_scale(index, dim) != stride) return false;
    stride *= nest->size[dim];
    terms++;
  }
  return index->count == terms && index->constant == 0;
}

static bool check_order(const Nest *nest, Reason *reason) {
  if (!nest->scanned || nest_elements(nest, nest->scanned) == 0) return true;
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    if (step->kind != STEP_SCAN || counts_in_order(nest, &step->index, step->over)) continue;
    return reason_set(reason, REASON_LAYOUT, (int[]){step->op, NO_OP},
                      "%s sums in order along an axis that the kernel goes over in another order",
                      op_name(nest, step->op));
  }
  return true;
}

static bool check_grid(const Nest *nest, Reason *reason) {
  if (nest->passes < 2 || nest->dim_count == 0) return true;
  if (nest->scanned && !nest_feeds_back(nest)) return true;
  bool full = nest->reduced == nest_all_dims(nest), column = !(nest->reduced >> (nest->dim_count - 1) & 1);
  int64_t elements = nest_elements(nest, nest->reduced), most = full     ? FULL_READ_BACK
                                                                : column ? COLUMN_READ_BACK
                                                                         : INT64_MAX;
  if (elements <= most) return true;
  const Step *reader = find_read_back(nest), *reduction = &nest->steps[find_accumulating(nest)];
  const int ops[] = {reduction->op, reader ? reader->op : NO_OP, NO_OP};
  reason_set(reason, REASON_GRID_SYNC, ops,
             "%s reads element by element what %s makes of %" PRId64
             " elements%s: only the whole grid completes it",
             op_name(nest, reader ? reader->op : NO_OP), op_name(nest, reduction->op), elements,
             column ? " down each column" : "");
  reason_remedy(reason,
                "Put a kernel boundary between %s and %s, or reduce at most %" PRId64 " elements at once.",
                op_name(nest, reduction->op), op_name(nest, reader ? reader->op : NO_OP), most);
  reason->size[0] = elements;
  reason->size[1] = most;
  reason->size_count = 2;
  return false;
}

// ---- memory that is read and written

static bool index_follows(const Nest *nest, const Index *index, const bool *follows) {
  for (int i = 0; i < index->count; i++) {
    const Symbol *symbol = &nest->symbols[index->term[i].symbol];
    if (symbol->kind == SYMBOL_STEP && follows[symbol->step]) return true;
    if (symbol->kind == SYMBOL_QUOTIENT && index_follows(nest, &symbol->of, follows)) return true;
  }
  return false;
}

static bool condition_follows(const Nest *nest, int condition, const bool *follows) {
  for (; condition != NO_CONDITION; condition = nest->conditions[condition].parent)
    if (index_follows(nest, &nest->conditions[condition].index, follows)) return true;
  return false;
}

// Is the step computed from one of those that are marked?
static bool step_follows(const Nest *nest, const Step *step, const bool *follows) {
  for (int k = 0; k < step->operand_count; k++)
    if (follows[step->operand[k]]) return true;
  return index_follows(nest, &step->index, follows) || condition_follows(nest, step->condition, follows) ||
         (step->kind == STEP_CHOOSE && condition_follows(nest, step->chosen_by, follows));
}

// Is what is loaded used only by the threads that store over it? It is when nothing that is computed from it
// runs over more dims.
static bool stays_with_store(const Nest *nest, int load, const Step *store) {
  bool *follows = memory_alloc((size_t)nest->step_count + 1), stays = true;
  follows[load] = true;
  for (int i = load + 1; i < nest->step_count && stays; i++) {
    const Step *step = &nest->steps[i];
    follows[i] = step_follows(nest, step, follows);
    stays = !(follows[i] && ((step->dims | step->over) & ~store->dims));
  }
  free(follows);
  return stays;
}

static bool fail_mutation(const Nest *nest, const Step *store, const char *reader, Reason *reason) {
  const int ops[] = {store->op, NO_OP};
  reason_set(reason, REASON_MUTATION, ops,
             "%s writes memory of %s that %s at other places in the same kernel", op_name(nest, store->op),
             nest->graph->values[nest->buffers[store->buffer].storage].name, reader);
  return false;
}

// Do two accesses never touch the same element?
static bool lies_apart(const Nest *nest, const Step *a, const Step *b) {
  int64_t a_low, a_high, b_low, b_high;
  index_range(nest, &a->index, &a_low, &a_high);
  index_range(nest, &b->index, &b_low, &b_high);
  return a_high < b_low || b_high < a_low;
}

static bool check_store(const Nest *nest, const Step *store, Reason *reason) {
  for (int i = 0; i < nest->step_count; i++) {
    const Step *other = &nest->steps[i];
    if (other == store || other->buffer != store->buffer || lies_apart(nest, other, store)) continue;
    bool same = index_equal(&other->index, &store->index) && !store->accumulate;
    if (other->kind == STEP_STORE && !same) {
      char writer[96];
      snprintf(writer, sizeof writer, "%.60s writes", op_name(nest, other->op));
      return fail_mutation(nest, store, writer, reason);
    }
    if (other->kind == STEP_LOAD && !(same && stays_with_store(nest, i, store)))
      return fail_mutation(nest, store, "is read", reason);
  }
  return true;
}

static bool in_nest(const Nest *nest, int op) {
  return sorted_find(nest->ops, nest->op_count, op) >= 0;
}

// Does an op of the kernel behind `writer` read this value, or a view of it?
static bool read_behind(const Nest *nest, int writer, int value) {
  const Value *read = &nest->graph->values[value];
  for (int i = 0; i < read->reader_count; i++) {
    const Op *reader = &nest->graph->ops[read->readers[i].op];
    if (!reader->is_view && read->readers[i].op > writer && in_nest(nest, read->readers[i].op)) return true;
    for (int result = 0; reader->is_view && result < reader->result_count; result++)
      if (read_behind(nest, writer, reader->first_result + result)) return true;
  }
  return false;
}

// An op behind the writer that reads the memory under an older name wants what was written.
static bool check_later_readers(const Nest *nest, const Step *store, Reason *reason) {
  const Graph *graph = nest->graph;
  const Op *writer = &graph->ops[store->op];
  while (writer && writer->mutates >= 0) {
    int before = graph->values[writer->operands[writer->mutates].value].source;
    if (read_behind(nest, store->op, before))
      return fail_mutation(nest, store, "is read again afterwards", reason);
    writer = graph_producer(graph, before);
  }
  return true;
}

static bool check_memory(const Nest *nest, Reason *reason) {
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    if (step->kind != STEP_STORE) continue;
    if (nest->buffers[step->buffer].read && !check_store(nest, step, reason)) return false;
    if (nest->graph->ops[step->op].mutates < 0) continue;
    if (!check_store(nest, step, reason) || !check_later_readers(nest, step, reason)) return false;
  }
  return true;
}

// ---- empty loops

static uint32_t empty_dims(const Nest *nest, uint32_t among) {
  uint32_t dims = 0;
  for (int dim = 0; dim < nest->dim_count; dim++)
    if ((among >> dim & 1) && nest->size[dim] == 0) dims |= 1u << dim;
  return dims;
}

// Reductions that cross the rows have a result for every element of a row: there must be some.
static bool check_crossed(const Nest *nest, Reason *reason) {
  uint32_t empty = nest->crossed ? empty_dims(nest, nest->reduced) : 0;
  for (int i = 0; empty && i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    if (step->kind != STEP_STORE || !(step->dims & empty)) continue;
    const int ops[] = {step->op, NO_OP};
    return reason_set(reason, REASON_DOMAIN, ops,
                      "%s has no elements, but the ops that it would run beside have some",
                      op_name(nest, step->op));
  }
  return true;
}

// Where the loops over kept dims are empty, nothing is launched: then all that is stored must be empty, too.
static bool check_empty(const Nest *nest, Reason *reason) {
  if (!check_crossed(nest, reason)) return false;
  uint32_t kept = nest_all_dims(nest) & ~nest->reduced;
  if (!empty_dims(nest, kept)) return true;
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    if (step->kind != STEP_STORE || empty_dims(nest, step->dims)) continue;
    const int ops[] = {step->op, NO_OP};
    return reason_set(reason, REASON_DOMAIN, ops,
                      "%s has elements, but the ops that it would run beside have none",
                      op_name(nest, step->op));
  }
  return true;
}

bool lower_check(const Nest *nest, Reason *reason) {
  return lower_check_product(nest, reason) && check_axes(nest, reason) && check_grid(nest, reason) &&
         check_order(nest, reason) && check_memory(nest, reason) && check_empty(nest, reason);
}
