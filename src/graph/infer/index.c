// Ops that are addressed by the values of an operand.
#include "graph/infer/infer.h"

static bool check_index(const Value *index, Status *status) {
  if (dtype_kind(index->dtype) == DTYPE_IS_INTEGER) return true;
  if (index->dtype == DTYPE_BOOL)
    return status_fail(status, STATUS_INPUT,
                       "bool masks as indices are not supported: their result has no fixed shape");
  return status_fail(status, STATUS_INPUT, "indices must be integers, not %s", dtype_name(index->dtype));
}

static bool index_gather(Inference *inference, const Value *table, Inferred *result, Status *status) {
  const Value *index = infer_operand(inference, 1);
  int axis;
  if (!check_index(index, status)) return false;
  if (!infer_attribute(inference, ATTRIBUTE_AXIS)) return status_fail(status, STATUS_INPUT, "needs \"axis\"");
  if (!infer_axis(inference, table->shape.rank, 0, &axis, status)) return false;
  bool fits = index->shape.rank == table->shape.rank;
  for (int i = 0; fits && i < table->shape.rank; i++)
    fits = i == axis || index->shape.size[i] <= table->shape.size[i];
  if (!fits) {
    char a[160], b[160];
    return status_fail(status, STATUS_INPUT, "index of shape %s does not fit operand 0 of shape %s",
                       shape_text(&index->shape, a), shape_text(&table->shape, b));
  }
  result->shape = index->shape;
  shape_contiguous(&result->shape, result->stride);
  return true;
}

static bool index_embedding(Inference *inference, const Value *table, Inferred *result, Status *status) {
  const Value *index = infer_operand(inference, 1);
  if (!check_index(index, status)) return false;
  if (table->shape.rank != 2) return status_fail(status, STATUS_INPUT, "the table must have 2 axes");
  if (index->shape.rank == MAX_RANK) return status_fail(status, STATUS_INPUT, "more than %d axes", MAX_RANK);
  result->shape = index->shape;
  result->shape.size[result->shape.rank++] = table->shape.size[1];
  shape_contiguous(&result->shape, result->stride);
  return true;
}

// What a list of index operands selects: their common shape, and which axes of the table they stand for.
typedef struct Selection {
  Shape shape;
  uint32_t axes;
} Selection;

static bool read_selection(const Inference *inference, const Value *table, int first, Selection *selection,
                           Status *status) {
  *selection = (Selection){0};
  int count = inference->operand_count - first;
  if (count > table->shape.rank)
    return status_fail(status, STATUS_INPUT, "%d indices for %d axes", count, table->shape.rank);
  for (int i = 0; i < count; i++) {
    const Value *index = infer_operand(inference, first + i);
    if (!index) continue;
    if (!check_index(index, status) || !infer_broadcast(&selection->shape, &index->shape, status))
      return false;
    selection->axes |= 1u << i;
  }
  if (!selection->axes) return status_fail(status, STATUS_INPUT, "needs an index that is not null");
  return true;
}

// The common shape of the indices replaces the indexed axes where they stand; in front when they are not
// neighbours.
static bool selected_shape(const Value *table, const Selection *selection, Shape *shape, Status *status) {
  int first = __builtin_ctz(selection->axes), count = __builtin_popcount(selection->axes);
  bool neighbours = (selection->axes >> first) == (1u << count) - 1;
  int place = neighbours ? first : 0, rank = table->shape.rank - count + selection->shape.rank;
  if (rank > MAX_RANK) return status_fail(status, STATUS_INPUT, "the result would have %d axes", rank);
  shape->rank = rank;
  int to = 0;
  for (int axis = 0; axis <= table->shape.rank; axis++) {
    for (int i = 0; to == place && i < selection->shape.rank; i++)
      shape->size[place + i] = selection->shape.size[i];
    if (to == place) to += selection->shape.rank, place = -1;
    if (axis < table->shape.rank && !(selection->axes >> axis & 1))
      shape->size[to++] = table->shape.size[axis];
  }
  return true;
}

bool infer_index(Inference *inference, Status *status) {
  const Value *table = infer_operand(inference, 0);
  Inferred *result = &inference->results[0];
  Selection selection;
  switch (inference->code) {
    case OP_GATHER:
      return index_gather(inference, table, result, status);
    case OP_EMBEDDING:
      return index_embedding(inference, table, result, status);
    case OP_INDEX:
      if (!read_selection(inference, table, 1, &selection, status)) return false;
      if (!selected_shape(table, &selection, &result->shape, status)) return false;
      shape_contiguous(&result->shape, result->stride);
      return true;
    default:
      return status_fail(status, STATUS_INTERNAL, "no rule for this index op");
  }
}

static bool check_values(const Value *values, const Shape *wanted, Status *status) {
  Shape shape = *wanted;
  if (!infer_broadcast(&shape, &values->shape, status)) return false;
  if (shape_equal(&shape, wanted)) return true;
  char a[160], b[160];
  return status_fail(status, STATUS_INPUT, "values of shape %s do not broadcast to the indexed shape %s",
                     shape_text(&values->shape, a), shape_text(wanted, b));
}

static bool check_index_put(Inference *inference, const Value *table, Status *status) {
  int first = inference->code == OP_MASKED_INDEX_PUT ? 3 : 2;
  Selection selection;
  Shape shape = {0};
  return read_selection(inference, table, first, &selection, status) &&
         selected_shape(table, &selection, &shape, status) &&
         check_values(infer_operand(inference, 1), &shape, status);
}

static bool check_scatter_add(Inference *inference, const Value *table, Status *status) {
  const Value *index = infer_operand(inference, 1), *source = infer_operand(inference, 2);
  int axis;
  if (!check_index(index, status)) return false;
  if (!infer_attribute(inference, ATTRIBUTE_AXIS)) return status_fail(status, STATUS_INPUT, "needs \"axis\"");
  if (!infer_axis(inference, table->shape.rank, 0, &axis, status)) return false;
  bool fits = index->shape.rank == table->shape.rank && source->shape.rank == table->shape.rank;
  for (int i = 0; fits && i < table->shape.rank; i++)
    fits = index->shape.size[i] <= source->shape.size[i] &&
           (i == axis || index->shape.size[i] <= table->shape.size[i]);
  return fits || status_fail(status, STATUS_INPUT, "index and source do not fit operand 0");
}

static bool check_index_add(Inference *inference, const Value *table, Status *status) {
  const Value *index = infer_operand(inference, 1), *source = infer_operand(inference, 2);
  int axis;
  if (!check_index(index, status)) return false;
  if (!infer_attribute(inference, ATTRIBUTE_AXIS)) return status_fail(status, STATUS_INPUT, "needs \"axis\"");
  if (!infer_axis(inference, table->shape.rank, 0, &axis, status)) return false;
  bool fits = index->shape.rank <= 1 && source->shape.rank == table->shape.rank;
  for (int i = 0; fits && i < table->shape.rank; i++)
    fits = source->shape.size[i] == (i == axis ? shape_elements(&index->shape) : table->shape.size[i]);
  return fits || status_fail(status, STATUS_INPUT, "index and source do not fit operand 0");
}

bool infer_check_scatter(Inference *inference, const Value *operand, Status *status) {
  switch (inference->code) {
    case OP_INDEX_PUT:
    case OP_MASKED_INDEX_PUT:
      return check_index_put(inference, operand, status);
    case OP_SCATTER_ADD:
      return check_scatter_add(inference, operand, status);
    case OP_INDEX_ADD:
      return check_index_add(inference, operand, status);
    default:
      return true;
  }
}
