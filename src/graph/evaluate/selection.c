// Indexing by several tensors at once, as in x[i0, :, i2]: reading (index) and writing (index_put,
// masked_index_put).
#include <string.h>

#include "base/hash.h"
#include "graph/evaluate/internal.h"

// What x[i0, :, i2, ...] selects. The indices broadcast together to the block; the selected shape is the axes
// taken whole with the block's axes among them.
typedef struct Selection {
  Shape base;                    // of x
  Shape block;                   // of the indices together
  Shape whole;                   // of the axes taken whole, in order
  int64_t whole_base[MAX_RANK];  // their strides in x
  int whole_space[MAX_RANK];     // their places among the axes of the selected shape
  Shape space;                   // the selected shape
  int block_axis;                // where the block's axes start in it
  const Tensor *index[MAX_RANK]; // per axis of x; NULL: taken whole
  bool clamped;                  // indices outside are moved to the edge (where a mask hides them)
} Selection;

// Broadcasts `shape` into `block`; shape inference has checked that they agree.
static void widen_block(Shape *block, const Shape *shape) {
  if (shape->rank > block->rank) {
    int more = shape->rank - block->rank;
    memmove(block->size + more, block->size, (size_t)block->rank * sizeof block->size[0]);
    for (int axis = 0; axis < more; axis++)
      block->size[axis] = 1;
    block->rank = shape->rank;
  }
  for (int axis = 0; axis < shape->rank; axis++) {
    int64_t *size = &block->size[block->rank - shape->rank + axis];
    if (*size == 1) *size = shape->size[axis];
  }
}

// The block stands where the first index stood when the indexed axes are neighbours, else in front.
static int find_block_axis(const Selection *selection) {
  int first = -1, last = -1, count = 0;
  for (int axis = 0; axis < selection->base.rank; axis++) {
    if (!selection->index[axis]) continue;
    if (first < 0) first = axis;
    last = axis;
    count++;
  }
  return count > 0 && last - first + 1 == count ? first : 0;
}

static void place_axes(Selection *selection) {
  int64_t base_stride[MAX_RANK] = {0};
  tensor_strides(&selection->base, base_stride);
  selection->block_axis = find_block_axis(selection);
  selection->space.rank = selection->block.rank;
  for (int axis = 0; axis < selection->block.rank; axis++)
    selection->space.size[selection->block_axis + axis] = selection->block.size[axis];
  for (int axis = 0; axis < selection->base.rank; axis++) {
    if (selection->index[axis]) continue;
    int whole = selection->whole.rank++;
    int place = whole < selection->block_axis ? whole : whole + selection->block.rank;
    selection->whole.size[whole] = selection->base.size[axis];
    selection->whole_base[whole] = base_stride[axis];
    selection->whole_space[whole] = place;
    selection->space.size[place] = selection->base.size[axis];
    selection->space.rank++;
  }
}

static Selection selection_of(const EvaluateCall *call, const Shape *base, int first_index) {
  Selection selection = {.base = *base};
  for (int axis = 0; axis < base->rank && first_index + axis < call->op->operand_count; axis++) {
    selection.index[axis] = call->operands[first_index + axis];
    if (selection.index[axis]) widen_block(&selection.block, &selection.index[axis]->shape);
  }
  place_axes(&selection);
  return selection;
}

// The element of `tensor` under index `at` (row order) of the block, by broadcasting.
static int64_t block_element(const Selection *selection, const int64_t stride[MAX_RANK], int64_t at) {
  int64_t element = 0;
  for (int axis = selection->block.rank - 1; axis >= 0; axis--) {
    element += at % selection->block.size[axis] * stride[axis];
    at /= selection->block.size[axis];
  }
  return element;
}

static int64_t clamp_index(double value, int64_t size) {
  int64_t index = dtype_whole(value);
  if (index < -size) index = -size;
  return index >= size ? size - 1 : index;
}

// Where in x the block's index `at` points; false when out of range.
static bool base_offset(const EvaluateCall *call, const Selection *selection, int64_t at, int64_t *offset) {
  int64_t base_stride[MAX_RANK] = {0};
  tensor_strides(&selection->base, base_stride);
  *offset = 0;
  for (int axis = 0; axis < selection->base.rank; axis++) {
    const Tensor *index = selection->index[axis];
    if (!index) continue;
    int64_t stride[MAX_RANK] = {0}, chosen = 0, size = selection->base.size[axis];
    tensor_broadcast(index, &selection->block, stride);
    double value = index->data[block_element(selection, stride, at)];
    if (selection->clamped && size > 0) value = (double)clamp_index(value, size);
    if (!evaluate_wrap_index(call, value, size, true, &chosen)) return false;
    *offset += chosen * base_stride[axis];
  }
  return true;
}

// Strides of an operand laid over the selected shape: those of the block's axes, and those of the whole axes.
typedef struct Overlay {
  int64_t block[MAX_RANK], whole[MAX_RANK];
} Overlay;

static Overlay overlay_of(const Selection *selection, const Tensor *tensor) {
  Overlay overlay = {{0}, {0}};
  int64_t stride[MAX_RANK] = {0};
  if (tensor) tensor_broadcast(tensor, &selection->space, stride);
  for (int axis = 0; axis < selection->block.rank; axis++)
    overlay.block[axis] = stride[selection->block_axis + axis];
  for (int axis = 0; axis < selection->whole.rank; axis++)
    overlay.whole[axis] = stride[selection->whole_space[axis]];
  return overlay;
}

static void begin_rows(Walk *walk, const Selection *selection, int64_t base, const Overlay overlays[],
                       const int64_t starts[], int overlay_count) {
  walk_init(walk, &selection->whole);
  walk_add(walk, selection->whole_base, base);
  for (int k = 0; k < overlay_count; k++)
    walk_add(walk, overlays[k].whole, starts[k]);
  walk_begin(walk);
}

static bool read_selection(const EvaluateCall *call) {
  const Tensor *base = call->operands[0];
  Tensor *result = &call->results[0];
  Selection selection = selection_of(call, &base->shape, 1);
  Overlay overlay = overlay_of(&selection, result);
  int64_t count = shape_elements(&selection.block), offset = 0;
  Walk walk;
  for (int64_t at = 0; at < count; at++) {
    if (!base_offset(call, &selection, at, &offset)) return false;
    int64_t start = block_element(&selection, overlay.block, at);
    for (begin_rows(&walk, &selection, offset, &overlay, &start, 1); walk.more; walk_next(&walk))
      for (int64_t i = 0; i < walk.length; i++)
        result->data[walk.position[1] + i * walk.step[1]] = base->data[walk.position[0] + i * walk.step[0]];
  }
  return true;
}

// Writes one row; `mask` NULL: everywhere.
static void put_row(const Walk *walk, double *base, const double *values, const double *mask,
                    bool accumulate) {
  for (int64_t i = 0; i < walk->length; i++) {
    if (mask && mask[walk->position[2] + i * walk->step[2]] == 0) continue;
    double *to = base + walk->position[0] + i * walk->step[0];
    double value = values[walk->position[1] + i * walk->step[1]];
    *to = accumulate ? *to + value : value;
  }
}

static bool write_selection(const EvaluateCall *call, const Tensor *mask, int first_index, bool accumulate) {
  Tensor *result = &call->results[0];
  const Tensor *values = call->operands[1];
  double number = values ? 0 : call->op->operands[1].number;
  Selection selection = selection_of(call, &result->shape, first_index);
  selection.clamped = mask != NULL;
  const Overlay overlays[2] = {overlay_of(&selection, values), overlay_of(&selection, mask)};
  int64_t count = shape_elements(&selection.block), offset = 0;
  Walk walk;
  tensor_copy(result, call->operands[0]);
  for (int64_t at = 0; at < count; at++) {
    if (!base_offset(call, &selection, at, &offset)) return false;
    const int64_t starts[2] = {block_element(&selection, overlays[0].block, at),
                               block_element(&selection, overlays[1].block, at)};
    for (begin_rows(&walk, &selection, offset, overlays, starts, 2); walk.more; walk_next(&walk))
      put_row(&walk, result->data, values ? values->data : &number, mask ? mask->data : NULL, accumulate);
  }
  return true;
}

bool evaluate_selection_repeats(const EvaluateCall *call) {
  Selection selection = selection_of(call, &call->results[0].shape, 2);
  int64_t count = shape_elements(&selection.block), offset = 0, before;
  HashMap seen = {0};
  bool repeats = false;
  for (int64_t at = 0; at < count && !repeats; at++) {
    if (!base_offset(call, &selection, at, &offset)) break;
    repeats = hashmap_get(&seen, (uint64_t)offset + 1, &before);
    hashmap_set(&seen, (uint64_t)offset + 1, at);
  }
  hashmap_free(&seen);
  return repeats;
}

bool evaluate_selection(const EvaluateCall *call) {
  switch (call->op->code) {
    case OP_INDEX:
      return read_selection(call);
    case OP_INDEX_PUT:
      return write_selection(call, NULL, 2, op_flag(call->op, ATTRIBUTE_ACCUMULATE));
    case OP_MASKED_INDEX_PUT:
      return write_selection(call, call->operands[2], 3, true);
    default:
      return status_fail(call->status, STATUS_INTERNAL, "no evaluator for %s", op_info(call->op->code)->name);
  }
}
