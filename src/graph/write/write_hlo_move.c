// Ops that move elements, and those that indices choose, as HLO.
#include "graph/write/write_hlo_op.h"

#include <stdio.h>

enum { PADDING_TEXT = 48 * MAX_RANK, LIST_TEXT = 24 * MAX_RANK };

static const Value *value_of(HloText *text, const Op *op, int operand) {
  return &hlo_text_graph(text)->values[op->operands[operand].value];
}

static const char *pad(HloText *text, const Op *op, const Value *to) {
  const Attribute *amounts = op_attribute(op, ATTRIBUTE_PAD);
  const Shape *from = &value_of(text, op, 0)->shape;
  char padding[PADDING_TEXT] = "";
  for (int i = 0, length = 0; i < from->rank; i++) {
    int at = 2 * (from->rank - 1 - i);
    bool given = amounts && at + 1 < amounts->count;
    length += snprintf(padding + length, 48, "%s%lld_%lld", i ? "x" : "",
                       (long long)(given ? amounts->integer[at] : 0),
                       (long long)(given ? amounts->integer[at + 1] : 0));
  }
  const char *x = hlo_text_operand(text, op, 0, to->dtype, from);
  if (from->rank == 0) return x;
  const char *around = hlo_text_number(text, op_number(op, ATTRIBUTE_VALUE, 0), to->dtype, &(Shape){0});
  return hlo_text_put(text, to->dtype, &to->shape, "pad(%s, %s), padding=%s", x, around, padding);
}

static const char *reverse(HloText *text, const Op *op, const Value *to) {
  const Attribute *axes = op_attribute(op, ATTRIBUTE_AXES);
  char list[LIST_TEXT] = "";
  const char *x = hlo_text_operand(text, op, 0, to->dtype, &to->shape);
  for (int i = 0, length = 0; axes && i < axes->count && i < MAX_RANK; i++)
    length += snprintf(list + length, 24, "%s%lld", i ? "," : "", (long long)axes->integer[i]);
  return hlo_text_put(text, to->dtype, &to->shape, "reverse(%s), dimensions={%s}", x, list);
}

// ---- A part replaced

// x below `begin` or from there on, along an axis; NULL: there is nothing.
static const char *rest(HloText *text, const Value *x, const char *name, int axis, int64_t begin,
                        int64_t end) {
  char bounds[64 * MAX_RANK] = "";
  Shape shape = x->shape;
  shape.size[axis] = end - begin;
  if (end == begin) return NULL;
  for (int i = 0, length = 0; i < shape.rank; i++)
    length += snprintf(bounds + length, 64, "%s[%lld:%lld]", i ? ", " : "",
                       (long long)(i == axis ? begin : 0), (long long)(i == axis ? end : shape.size[i]));
  return hlo_text_put(text, x->dtype, &shape, "slice(%s), slice={%s}", name, bounds);
}

// `part`, of as many elements as lie between `begin` and `end`, in the place of those.
static const char *replaced(HloText *text, const Op *op, const Value *to, const char *part, int axis,
                            int64_t begin, int64_t end) {
  const Value *x = value_of(text, op, 0);
  const char *name = hlo_text_operand(text, op, 0, to->dtype, &x->shape);
  const char *before = rest(text, x, name, axis, 0, begin);
  const char *behind = rest(text, x, name, axis, end, x->shape.size[axis]);
  if (end == begin) return name;
  return hlo_text_put(text, to->dtype, &to->shape, "concatenate(%s%s%s%s%s), dimensions={%d}",
                      before ? before : "", before ? ", " : "", part, behind ? ", " : "",
                      behind ? behind : "", axis);
}

static const char *slice_scatter(HloText *text, const Op *op, const Value *to) {
  int axis = (int)op_integer(op, ATTRIBUTE_AXIS, 0);
  int64_t begin = op_integer(op, ATTRIBUTE_START, 0), size = value_of(text, op, 1)->shape.size[axis];
  if (op_integer(op, ATTRIBUTE_STEP, 1) != 1 || begin < 0 || begin + size > to->shape.size[axis])
    return hlo_text_cannot(text, "one with gaps is not written yet");
  const char *part = hlo_text_operand(text, op, 1, to->dtype, &value_of(text, op, 1)->shape);
  return replaced(text, op, to, part, axis, begin, begin + size);
}

static const char *select_scatter(HloText *text, const Op *op, const Value *to) {
  int axis = (int)op_integer(op, ATTRIBUTE_AXIS, 0);
  int64_t index = op_integer(op, ATTRIBUTE_INDEX, 0);
  Shape shape = to->shape;
  shape.size[axis] = 1;
  const char *part = hlo_text_operand(text, op, 1, to->dtype, &value_of(text, op, 1)->shape);
  part = hlo_text_put(text, to->dtype, &shape, "reshape(%s)", part);
  return replaced(text, op, to, part, axis, index, index + 1);
}

// ---- Indices

static const char *embedding(HloText *text, const Op *op, const Value *to) {
  const Value *table = value_of(text, op, 0), *index = value_of(text, op, 1);
  const char *rows = hlo_text_operand(text, op, 0, to->dtype, &table->shape);
  const char *at = hlo_text_operand(text, op, 1, index->dtype, &index->shape);
  if (table->shape.rank != 2) return hlo_text_cannot(text, "a table of other than two axes is not written");
  return hlo_text_put(text, to->dtype, &to->shape,
                      "gather(%s, %s), offset_dims={%d}, collapsed_slice_dims={0}, start_index_map={0}, "
                      "index_vector_dim=%d, slice_sizes={1,%lld}",
                      rows, at, index->shape.rank, index->shape.rank, (long long)table->shape.size[1]);
}

// Negative ones count from the end.
static const char *wrapped(HloText *text, const Value *index, const char *at, int64_t size) {
  const Shape *shape = &index->shape;
  if (dtype_unsigned(index->dtype)) return at;
  const char *zero = hlo_text_number(text, 0, index->dtype, shape);
  const char *length = hlo_text_number(text, (double)size, index->dtype, shape);
  const char *below = hlo_text_put(text, DTYPE_BOOL, shape, "compare(%s, %s), direction=LT", at, zero);
  const char *moved = hlo_text_put(text, index->dtype, shape, "add(%s, %s)", at, length);
  return hlo_text_put(text, index->dtype, shape, "select(%s, %s, %s)", below, moved, at);
}

// The operand as far as there are indices for it.
static const char *cut(HloText *text, const Value *x, const char *name, const Value *index, int axis) {
  Value left = *x;
  for (int i = 0; i < x->shape.rank; i++) {
    if (i == axis || left.shape.size[i] == index->shape.size[i]) continue;
    name = rest(text, &left, name, i, 0, index->shape.size[i]);
    left.shape.size[i] = index->shape.size[i];
  }
  return name;
}

static const char *gather(HloText *text, const Op *op, const Value *to) {
  const Value *x = value_of(text, op, 0), *index = value_of(text, op, 1);
  int axis = (int)op_integer(op, ATTRIBUTE_AXIS, 0), rank = index->shape.rank;
  char batch[LIST_TEXT] = "", sizes[LIST_TEXT] = "";
  if (rank == 0 || shape_elements(&index->shape) == 0)
    return hlo_text_cannot(text, "one without axes or elements is not written");
  const char *name = hlo_text_operand(text, op, 0, to->dtype, &x->shape);
  const char *at = hlo_text_operand(text, op, 1, index->dtype, &index->shape);
  name = cut(text, x, name, index, axis);
  at = wrapped(text, index, at, x->shape.size[axis]);
  for (int i = 0, length = 0, used = 0; i < rank; i++) {
    used += snprintf(sizes + used, 24, "%s1", i ? "," : "");
    if (i != axis) length += snprintf(batch + length, 24, "%s%d", length ? "," : "", i);
  }
  return hlo_text_put(text, to->dtype, &to->shape,
                      "gather(%s, %s), offset_dims={}, collapsed_slice_dims={%d}, start_index_map={%d}, "
                      "operand_batching_dims={%s}, start_indices_batching_dims={%s}, index_vector_dim=%d, "
                      "slice_sizes={%s}",
                      name, at, axis, axis, batch, batch, rank, sizes);
}

bool hlo_text_move(HloText *text, const Op *op, const Value *to, const char **name) {
  switch (op->code) {
    case OP_PAD:
      return *name = pad(text, op, to), true;
    case OP_REV:
      return *name = reverse(text, op, to), true;
    case OP_SLICE_SCATTER:
      return *name = slice_scatter(text, op, to), true;
    case OP_SELECT_SCATTER:
      return *name = select_scatter(text, op, to), true;
    case OP_EMBEDDING:
      return *name = embedding(text, op, to), true;
    case OP_GATHER:
      return *name = gather(text, op, to), true;
    default:
      return false;
  }
}
