// Which axes of an operand corners index, by which positions, and in what order axes then are.
#include "graph/read/hlo/slices.h"

#include <string.h>

static bool read_axes(HloBuild *build, const char *name, int rank, int64_t *list, int *count) {
  *count = hlo_attribute(build->at, name) ? hlo_list(build->module, build->at, name, list, MAX_RANK) : 0;
  for (int i = 0; i < *count; i++)
    if (list[i] < 0 || list[i] >= rank) *count = -1;
  return *count >= 0 || hlo_cannot(build, "%s does not name axes", name);
}

// The corners' shape without the axis of coordinates.
static void read_batch(HloSlices *slices, const Shape *corners) {
  for (int axis = 0; axis < corners->rank; axis++)
    if (axis != slices->vector_axis) slices->batch.size[slices->batch.rank++] = corners->size[axis];
}

static bool read_coordinates(HloSlices *slices, const HloSliceNames *names, const Shape *corners) {
  HloBuild *build = slices->build;
  int64_t map[MAX_RANK], operand[MAX_RANK], corner[MAX_RANK];
  int count, operand_count, corner_count;
  if (!read_axes(build, names->map, slices->rank, map, &count) ||
      !read_axes(build, names->operand_batch, slices->rank, operand, &operand_count) ||
      !read_axes(build, names->corner_batch, corners->rank, corner, &corner_count))
    return false;
  int64_t coordinates = slices->vector_axis < corners->rank ? corners->size[slices->vector_axis] : 1;
  if (count != coordinates || operand_count != corner_count)
    return hlo_cannot(build, "its corners have other coordinates");
  for (int i = 0; i < count; i++)
    slices->axes[map[i]].coordinate = i;
  for (int i = 0; i < operand_count; i++) {
    if (corner[i] == slices->vector_axis) return hlo_cannot(build, "its coordinates are a batch");
    slices->axes[operand[i]].batch = (int)corner[i] - (corner[i] > slices->vector_axis);
    slices->axes[operand[i]].kept = false;
  }
  return true;
}

bool hlo_slices_read(HloBuild *build, const HloSliceNames *names, HloSlices *slices) {
  const Shape *shape = &hlo_operand_shape(build, 0)->sizes, *corners = &hlo_operand_shape(build, 1)->sizes;
  int64_t collapsed[MAX_RANK];
  int count;
  *slices = (HloSlices){.build = build, .rank = shape->rank, .first = -1, .last = -1};
  slices->vector_axis = (int)hlo_number(build->module, build->at, "index_vector_dim", -1);
  if (slices->vector_axis < 0 || slices->vector_axis > corners->rank)
    return hlo_cannot(build, "its corners have no axis of coordinates");
  if (!read_axes(build, names->collapsed, shape->rank, collapsed, &count)) return false;
  for (int axis = 0; axis < shape->rank; axis++)
    slices->axes[axis] =
        (HloAxis){.kept = true, .coordinate = -1, .batch = -1, .size = shape->size[axis], .slice = 1};
  for (int i = 0; i < count; i++)
    slices->axes[collapsed[i]].kept = false;
  read_batch(slices, corners);
  return read_coordinates(slices, names, corners);
}

// Once the sizes of slices are known: which axes are indexed.
bool hlo_slices_choose(HloSlices *slices, bool whole_where_full) {
  for (int i = 0; i < slices->rank; i++) {
    HloAxis *axis = &slices->axes[i];
    if (axis->slice < 0 || axis->slice > axis->size)
      return hlo_cannot(slices->build, "its slices are larger than its operand");
    axis->indexed =
        axis->batch >= 0 || (axis->coordinate >= 0 && !(whole_where_full && axis->slice == axis->size));
    if (!axis->indexed) continue;
    if (slices->first < 0) slices->first = i;
    slices->last = i;
    slices->index_count++;
    if (axis->slice != 1) slices->window[slices->window_count++] = i;
  }
  if (slices->index_count == 0) return hlo_cannot(slices->build, "it chooses nothing");
  return slices->batch.rank + slices->window_count <= MAX_RANK ||
         hlo_cannot(slices->build, "it has too many axes");
}

// ---- Positions

// The coordinate of all corners: [batch].
int hlo_slices_coordinate(HloSlices *slices, int corners, const HloAxis *axis) {
  if (slices->vector_axis == builder_value(slices->build->builder, corners)->shape.rank) return corners;
  HloOp op = hlo_unary(OP_SELECT, corners);
  hlo_set(&op, ATTRIBUTE_AXIS, slices->vector_axis);
  hlo_set(&op, ATTRIBUTE_INDEX, axis->coordinate);
  return hlo_part(slices->build, &op);
}

static int counted(HloSlices *slices, int64_t count, DType dtype, int axis, int rank) {
  int64_t sizes[2 * MAX_RANK];
  HloOp op = hlo_begin(OP_IOTA);
  hlo_set(&op, ATTRIBUTE_SHAPE, count);
  hlo_set(&op, ATTRIBUTE_DTYPE, dtype);
  int value = hlo_part(slices->build, &op);
  for (int i = 0; i < rank; i++)
    sizes[i] = i == axis ? count : 1;
  return hlo_reshaped(slices->build, value, sizes, rank);
}

static int positions(HloSlices *slices, int corners, int operand_axis) {
  HloBuild *build = slices->build;
  const HloAxis *axis = &slices->axes[operand_axis];
  int rank = slices->batch.rank + slices->window_count, place = -1;
  int64_t sizes[MAX_RANK];
  DType dtype = hlo_operand_shape(build, 1)->type->dtype;
  if (axis->batch >= 0) return counted(slices, axis->size, dtype, axis->batch, rank);
  int start = hlo_clamped(build, hlo_slices_coordinate(slices, corners, axis), axis->size - axis->slice);
  for (int i = 0; i < rank; i++)
    sizes[i] = i < slices->batch.rank ? slices->batch.size[i] : 1;
  int value = hlo_reshaped(build, start, sizes, rank);
  for (int i = 0; i < slices->window_count; i++)
    if (slices->window[i] == operand_axis) place = slices->batch.rank + i;
  if (place < 0 || value == NO_VALUE) return value;
  int window = counted(slices, axis->slice, dtype, place, rank);
  if (window == NO_VALUE) return NO_VALUE;
  HloOp add = hlo_binary(OP_ADD, value, window);
  return hlo_part(build, &add);
}

bool hlo_slices_index(HloSlices *slices, int corners, Operand *operands) {
  for (int i = 0; i <= slices->last; i++) {
    operands[i] = (Operand){.value = NO_VALUE};
    if (!slices->axes[i].indexed) continue;
    operands[i].value = positions(slices, corners, i);
    if (operands[i].value == NO_VALUE) return false;
  }
  return true;
}

// ---- The order of axes

int hlo_slices_selected(const HloSlices *slices, int labels[2 * MAX_RANK]) {
  bool neighbours = slices->last - slices->first + 1 == slices->index_count;
  int place = neighbours ? slices->first : 0, count = 0;
  for (int axis = 0; axis <= slices->rank; axis++) {
    if (axis == place) {
      for (int i = 0; i < slices->batch.rank; i++)
        labels[count++] = i;
      for (int i = 0; i < slices->window_count; i++)
        labels[count++] = HLO_ORDER_OPERAND + slices->window[i];
    }
    if (axis < slices->rank && !slices->axes[axis].indexed) labels[count++] = HLO_ORDER_OPERAND + axis;
  }
  return count;
}

// The axes of the text's tensor of slices, `rank` of them: the windows' places are listed, batches fill the
// rest.
bool hlo_slices_written(HloSlices *slices, const char *attribute, int rank, int labels[MAX_RANK]) {
  int64_t windows[MAX_RANK];
  int count, next_window = 0, next_batch = 0;
  if (!read_axes(slices->build, attribute, rank, windows, &count)) return false;
  for (int i = 0; i < rank; i++) {
    bool is_window = false;
    for (int j = 0; j < count; j++)
      is_window |= windows[j] == i;
    while (is_window && next_window < slices->rank && !slices->axes[next_window].kept)
      next_window++;
    if (is_window ? next_window >= slices->rank : next_batch >= slices->batch.rank)
      return hlo_cannot(slices->build, "its axes do not fit its operands");
    labels[i] = is_window ? HLO_ORDER_OPERAND + next_window++ : next_batch++;
  }
  return next_batch == slices->batch.rank || hlo_cannot(slices->build, "its axes do not fit its operands");
}

int hlo_slices_find(const int *labels, int count, int label) {
  for (int i = 0; i < count; i++)
    if (labels[i] == label) return i;
  return -1;
}

// For each axis of `to`, which of `from` it is; axes of `to` that `from` lacks have size 1 and are left out.
int hlo_slices_order(const int *from, int from_count, const int *to, int to_count, int64_t *axes) {
  int count = 0;
  for (int i = 0; i < to_count; i++) {
    int at = hlo_slices_find(from, from_count, to[i]);
    if (at >= 0) axes[count++] = at;
  }
  return count;
}

bool hlo_slices_take(HloBuild *build, int count) {
  bool tensors = build->at->operand_count == count && build->at->shape->type;
  for (int i = 0; tensors && i < count; i++)
    tensors = hlo_operand_shape(build, i)->type;
  return tensors || hlo_cannot(build, "it takes %d tensors", count);
}
