// What a kernel writes: results of its home ops that are kept (Tables.kept) or that a member of another
// kernel reads without a copy of the op there. A copy's result is never written by the copy. A kernel of
// which nobody needs anything writes the results of its last op, so that it stays a kernel like any other,
// with a price.
#include "plan/plan_internal.h"

// Does `kernel` (not the writer) read results of `op` from memory?
static bool loads_from(const Plan *plan, int kernel, int op, int a, int b) {
  return kernel != a && kernel != b && !slot_has(plan, kernel, op);
}

// Does a kernel with `reader` in it?
static bool reader_loads(const Plan *plan, int reader, int op, int a, int b) {
  if (loads_from(plan, home_of(plan, reader), op, a, b)) return true;
  const Integers *copies = copied_in(plan, reader);
  for (int i = 0; i < copies->count; i++)
    if (loads_from(plan, copies->data[i], op, a, b)) return true;
  return false;
}

static int *last_needed(const Plan *plan, int value) {
  Scratch *scratch = plan->scratch;
  if (!scratch->needed_by) scratch->needed_by = memory_alloc((size_t)plan->graph->value_count * sizeof(int));
  return &scratch->needed_by[value];
}

// Begins at the reader that needed it last: while thousands of readers get copies one after another, each is
// looked at once and not once for every other.
static bool is_needed(const Plan *plan, int value, int op, int a, int b) {
  if (plan->tables->kept[value]) return true;
  Span readers = adjacency_get(&plan->tables->readers, value);
  int *last = last_needed(plan, value);
  for (int i = 0, at = *last; i < readers.count; i++, at++) {
    if (at == readers.count) at = 0;
    if (!reader_loads(plan, readers.item[at], op, a, b)) continue;
    *last = at;
    return true;
  }
  return false;
}

static void add_needed(const Plan *plan, int op, int a, int b, Integers *out) {
  const Op *producer = &plan->graph->ops[op];
  for (int i = 0; i < producer->result_count; i++) {
    int value = producer->first_result + i;
    if (is_needed(plan, value, op, a, b)) vector_push(out, value);
  }
}

static void add_results(const Plan *plan, int op, Integers *out) {
  const Op *producer = &plan->graph->ops[op];
  for (int i = 0; i < producer->result_count; i++)
    vector_push(out, producer->first_result + i);
}

void plan_stored_values(const Plan *plan, int a, int b, Integers *out) {
  const Integers *left = &slot_of(plan, a)->ops, *right = &slot_of(plan, b)->ops;
  int i = 0, j = a == b ? right->count : 0, last = NO_OP;
  vector_clear(out);
  while (i < left->count || j < right->count) {
    bool take_left = j == right->count || (i < left->count && left->data[i] < right->data[j]);
    last = take_left ? left->data[i++] : right->data[j++];
    add_needed(plan, last, a, b, out);
  }
  if (out->count == 0 && last != NO_OP) add_results(plan, last, out);
}

// Does an op of `kernel` that is no part of `members` read the value?
static bool rest_reads(const Plan *plan, int kernel, const Integers *members, int value) {
  Span readers = adjacency_get(&plan->tables->readers, value);
  for (int i = 0; i < readers.count; i++)
    if (home_of(plan, readers.item[i]) == kernel && !integers_contain(members, readers.item[i])) return true;
  return false;
}

void plan_stored_of_part(const Plan *plan, int kernel, const Integers *members, Integers *out) {
  for (int i = 0; i < members->count; i++) {
    int op = members->data[i];
    const Op *producer = &plan->graph->ops[op];
    for (int value = producer->first_result; value < producer->first_result + producer->result_count; value++)
      if (is_needed(plan, value, op, kernel, kernel) || rest_reads(plan, kernel, members, value))
        vector_push(out, value);
  }
  if (out->count == 0 && members->count) add_results(plan, members->data[members->count - 1], out);
}

bool plan_stores_op(const Plan *plan, int op) {
  const Op *producer = &plan->graph->ops[op];
  int home = home_of(plan, op);
  for (int i = 0; i < producer->result_count; i++)
    if (is_needed(plan, producer->first_result + i, op, home, home)) return true;
  return false;
}
