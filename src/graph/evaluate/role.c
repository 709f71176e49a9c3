// What the readers of a value allow it to be: found by following it forwards through ops that keep or shift
// its elements.
#include "base/hash.h"
#include "base/vector.h"
#include "graph/evaluate/internal.h"
#include "graph/layout/layout.h"

#include <math.h>

enum {
  MOST_VISITS = 20000
}; // of (value, shift) pairs; a graph that passes one input around more often gets no tighter bounds

// A value whose elements are those of the start plus `shift`.
typedef struct Visit {
  int value;
  int64_t shift;
} Visit;

typedef struct Search {
  const Graph *graph;
  ValueRole *role;
  VECTOR(Visit) visits; // a worklist that only grows
  HashMap seen;
  bool stored_at; // index_put stores at places that the value names
} Search;

static void visit(Search *search, int value, int64_t shift) {
  uint64_t key = hash_integer(hash_integer(HASH_START, value), shift);
  int64_t found = 0;
  if (search->visits.count >= MOST_VISITS || hashmap_get(&search->seen, key, &found)) return;
  hashmap_set(&search->seen, key, 1);
  vector_push(&search->visits, (Visit){value, shift});
}

static void visit_results(Search *search, const Op *op, int64_t shift) {
  for (int i = 0; i < op->result_count; i++)
    visit(search, op->first_result + i, shift);
}

// value + shift must lie in [low, high).
static void bound(Search *search, int64_t shift, int64_t low, int64_t high) {
  ValueRole *role = search->role;
  if (!role->bounded || low - shift > role->low) role->low = low - shift;
  if (!role->bounded || high - shift < role->high) role->high = high - shift;
  role->bounded = true;
}

static int64_t axis_size(const Search *search, const Op *op, int operand, int64_t axis) {
  int value = op->operands[operand].value;
  if (value == NO_VALUE) return 1;
  const Shape *shape = &search->graph->values[value].shape;
  return axis >= 0 && axis < shape->rank ? shape->size[axis] : 1;
}

static const Op *other_producer(const Search *search, const Op *op, int operand) {
  int value = op->operands[1 - operand].value;
  if (value == NO_VALUE) return NULL;
  return graph_producer(search->graph, graph_source(search->graph, value));
}

// Compared with the numbers 0, 1, 2, ...: a class of a one-hot encoding.
static void bound_by_iota(Search *search, const Op *op, int operand, int64_t shift) {
  const Op *other = other_producer(search, op, operand);
  if (!other || other->code != OP_IOTA) return;
  int64_t start = op_integer(other, ATTRIBUTE_START, 0), step = op_integer(other, ATTRIBUTE_STEP, 1);
  int64_t count = shape_elements(&search->graph->values[other->first_result].shape);
  if (step > 0 && count > 0) bound(search, shift, start, start + (count - 1) * step + 1);
}

// An integer operand that chooses elements, counts windows or seeds random numbers.
static void follow_index(Search *search, const Op *op, int operand, int64_t shift) {
  int64_t axis = op_integer(op, ATTRIBUTE_AXIS, 0), first = 0;
  switch (op->code) {
    case OP_EMBEDDING:
      axis = 0;
      first = 1;
      break;
    case OP_GATHER:
    case OP_SCATTER_ADD:
    case OP_INDEX_ADD:
      first = 1;
      break;
    case OP_INDEX:
      axis = operand - 1;
      first = 1;
      break;
    case OP_INDEX_PUT:
      axis = operand - 2;
      first = 2;
      break;
    case OP_MASKED_INDEX_PUT:
      axis = operand - 3;
      first = 3;
      break;
    default:
      return;
  }
  bool chooses = operand == first || (operand > first && (op->code == OP_INDEX || op->code == OP_INDEX_PUT ||
                                                          op->code == OP_MASKED_INDEX_PUT));
  if (chooses) bound(search, shift, 0, axis_size(search, op, 0, axis));
  if (chooses && op_stores_at_places(op)) search->stored_at = true;
}

static void follow_special(Search *search, const Op *op, int operand) {
  bool window =
      (op->code == OP_POOL_INDICES && operand == 0) || (op->code == OP_MAX_POOL_BACKWARD && operand == 2);
  if (window) search->role->window = op;
  if (op_info(op->code)->op_class == CLASS_RANDOM || op->code == OP_LOOKUP_SEED) search->role->seed = true;
}

// The number that the other operand of a sum or difference adds to this one; false when that is no integer
// constant.
static bool added_number(const Op *op, int operand, int64_t *number) {
  if (op->operand_count != 2 || !op->operands[1 - operand].is_number) return false;
  const Operand *other = &op->operands[1 - operand];
  *number = op->code == OP_SUB ? -other->integer : other->integer;
  return other->is_integer && (op->code == OP_ADD || (op->code == OP_SUB && operand == 0));
}

// Do the results consist of elements of this operand (and perhaps of others), unchanged?
static bool passes_elements(const Op *op, int operand) {
  if (op->is_view || layout_op(op->code)) return true;
  switch (op->code) {
    case OP_RESHAPE:
    case OP_CAST:
    case OP_MAXIMUM:
    case OP_MINIMUM:
    case OP_CLAMP_MIN:
    case OP_CLAMP_MAX:
      return true;
    case OP_WHERE:
    case OP_COPY:
      return operand >= 1;
    case OP_GATHER:
    case OP_INDEX:
      return operand == 0;
    default:
      return false;
  }
}

static bool divides_by(const Op *op, int operand) {
  bool divides =
      op->code == OP_DIV_FLOOR || op->code == OP_DIV_TRUNC || op->code == OP_FMOD || op->code == OP_REMAINDER;
  return divides && operand == 1;
}

// An optimizer's count of steps: beta^step.
static bool counts_steps(const Op *op, int operand) {
  const Operand *base = &op->operands[0];
  return op->code == OP_POW && operand == 1 && base->is_number && base->number > 0 && base->number < 1;
}

static void follow_integer(Search *search, const Op *op, int operand, int64_t shift) {
  int64_t number = 0;
  follow_index(search, op, operand, shift);
  follow_special(search, op, operand);
  if (op->code == OP_EQ || op->code == OP_NE) bound_by_iota(search, op, operand, shift);
  if (divides_by(op, operand)) bound(search, shift, 1, 9);
  if (counts_steps(op, operand))
    bound(search, shift, STEP_LEAST, STEP_LIMIT);
  else if (op->code == OP_POW)
    bound(search, shift, 0, 4);
  if (added_number(op, operand, &number)) visit_results(search, op, shift + number);
  bool stays_integer =
      op->result_count > 0 && dtype_kind(search->graph->values[op->first_result].dtype) == DTYPE_IS_INTEGER;
  if (stays_integer && op->code != OP_LOOKUP_SEED && passes_elements(op, operand))
    visit_results(search, op, shift);
}

// Is the op undefined, or wild, for operands that are negative or near zero?
static bool needs_positive(const Op *op, int operand) {
  switch (op->code) {
    case OP_DIV:
    case OP_DIV_FLOOR:
    case OP_DIV_TRUNC:
    case OP_FMOD:
    case OP_REMAINDER:
      return operand == 1;
    case OP_ADDCDIV:
      return operand == 2;
    case OP_SQRT:
    case OP_RSQRT:
    case OP_LOG:
    case OP_LOG2:
    case OP_LOG1P:
    case OP_RECIPROCAL:
      return true;
    case OP_POW:
      return operand == 1 || !op->operands[1].is_number || op->operands[1].number < 0 ||
             op->operands[1].number != trunc(op->operands[1].number);
    default:
      return false;
  }
}

// Is the result positive when this operand is (and its companions are what inputs are)?
static bool stays_positive(const Op *op, int operand) {
  if (passes_elements(op, operand)) return true;
  switch (op->code) {
    case OP_ADD:
      return !op->operands[1 - operand].is_number || op->operands[1 - operand].number >= 0;
    case OP_MUL:
    case OP_DIV:
      return op->operands[1 - operand].is_number && op->operands[1 - operand].number > 0;
    case OP_ADDCMUL:
      return operand == 0;
    case OP_SUM:
    case OP_MEAN:
      return true;
    default:
      return false;
  }
}

static void follow_float(Search *search, const Op *op, int operand) {
  if (needs_positive(op, operand)) search->role->positive = true;
  if (counts_steps(op, operand)) search->role->step = true;
  bool stays_float =
      op->result_count > 0 && dtype_kind(search->graph->values[op->first_result].dtype) == DTYPE_IS_FLOAT;
  if (stays_float && stays_positive(op, operand)) visit_results(search, op, 0);
}

// The longest run of neighbours that `most` numbers are enough for: all elements, or those of the last axes.
static int64_t distinct_neighbours(const Shape *shape, int64_t most) {
  int64_t count = shape_elements(shape);
  for (int axis = 0; axis < shape->rank && count > most; axis++)
    count /= shape->size[axis];
  return count;
}

ValueRole value_role(const Graph *graph, int value) {
  ValueRole role = {.window = NULL};
  Search search = {.graph = graph, .role = &role};
  visit(&search, value, 0);
  for (int i = 0; i < search.visits.count; i++) {
    Visit at = search.visits.data[i];
    const Value *reached = &graph->values[at.value];
    for (int k = 0; k < reached->reader_count; k++) {
      const Op *op = &graph->ops[reached->readers[k].op];
      if (dtype_kind(reached->dtype) == DTYPE_IS_INTEGER)
        follow_integer(&search, op, reached->readers[k].operand, at.shift);
      if (dtype_kind(reached->dtype) == DTYPE_IS_FLOAT)
        follow_float(&search, op, reached->readers[k].operand);
    }
  }
  if (search.stored_at && role.high > role.low)
    role.distinct = distinct_neighbours(&graph->values[value].shape, role.high - role.low);
  vector_free(&search.visits);
  hashmap_free(&search.seen);
  return role;
}
