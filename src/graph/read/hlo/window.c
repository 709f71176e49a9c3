// Windows, and reductions over them: pooling and running sums.
#include "graph/read/hlo/window.h"

#include "base/text.h"
#include "graph/core/neutral.h"
#include "graph/read/hlo/maps.h"

// ---- Reading

static void fill(int64_t *list, int64_t number) {
  for (int i = 0; i < MAX_RANK; i++)
    list[i] = number;
}

// "3x3" or, with `high`, "1_1x0_2".
static bool read_list(HloCursor *cursor, int rank, int64_t *list, int64_t *high) {
  for (int i = 0; i < rank; i++) {
    if (i > 0 && !hlo_take(cursor, "x")) return false;
    if (!hlo_integer(cursor, &list[i])) return false;
    if (high && (!hlo_take(cursor, "_") || !hlo_integer(cursor, &high[i]))) return false;
  }
  return true;
}

static bool read_part(HloCursor *cursor, HloWindow *window) {
  HloSpan key = hlo_word(cursor);
  int64_t reversed[MAX_RANK];
  if (key.begin == key.end || !hlo_take(cursor, "=")) return false;
  if (hlo_span_is(cursor, key, "stride")) return read_list(cursor, window->rank, window->stride, NULL);
  if (hlo_span_is(cursor, key, "pad")) return read_list(cursor, window->rank, window->low, window->high);
  if (hlo_span_is(cursor, key, "lhs_dilate")) return read_list(cursor, window->rank, window->spread, NULL);
  if (hlo_span_is(cursor, key, "rhs_dilate")) return read_list(cursor, window->rank, window->dilation, NULL);
  if (!hlo_span_is(cursor, key, "rhs_reversal") || !read_list(cursor, window->rank, reversed, NULL))
    return false;
  for (int i = 0; i < window->rank; i++)
    window->reversed[i] = reversed[i] != 0;
  return true;
}

static bool read_sizes(HloCursor *cursor, HloWindow *window) {
  if (!hlo_take(cursor, "size=")) return false;
  do {
    if (window->rank == MAX_RANK || !hlo_integer(cursor, &window->size[window->rank++])) return false;
  } while (hlo_take(cursor, "x"));
  return true;
}

bool hlo_window(const HloModule *module, const HloInstruction *instruction, HloWindow *window) {
  const HloAttribute *attribute = hlo_attribute(instruction, "window");
  *window = (HloWindow){0};
  fill(window->stride, 1);
  fill(window->spread, 1);
  fill(window->dilation, 1);
  if (!attribute) return false;
  Status ignored = {0};
  HloCursor cursor = hlo_within(&module->cursor, attribute->value);
  cursor.status = &ignored;
  if (!hlo_take(&cursor, "{")) return false;
  if (hlo_take(&cursor, "}")) return true; // a product written as a convolution
  if (!read_sizes(&cursor, window)) return false;
  while (!hlo_take(&cursor, "}"))
    if (!read_part(&cursor, window)) return false;
  return true;
}

// ---- Running sums: a window over all that came before

static bool is_trivial(const HloWindow *window, int axis) {
  return window->size[axis] == 1 && window->stride[axis] == 1 && window->low[axis] == 0 &&
         window->high[axis] == 0 && window->spread[axis] == 1;
}

static bool is_running(const HloWindow *window, const Shape *shape, int *axis, bool *backwards) {
  int count = 0;
  for (int i = 0; i < window->rank; i++)
    if (!is_trivial(window, i)) *axis = i, count++;
  if (count != 1 || window->stride[*axis] != 1 || window->dilation[*axis] != 1 || window->spread[*axis] != 1)
    return false;
  int64_t before = window->low[*axis], behind = window->high[*axis], all = shape->size[*axis] - 1;
  *backwards = before == 0;
  return window->size[*axis] == all + 1 && ((before == all && behind == 0) || (before == 0 && behind == all));
}

static bool running_sum(HloBuild *build, int64_t axis, bool backwards, HloSymbol *result) {
  HloOp turn = hlo_unary(OP_REV, hlo_tensor(build, 0));
  hlo_set_list(&turn, ATTRIBUTE_AXES, &axis, 1);
  int value = backwards ? hlo_part(build, &turn) : hlo_tensor(build, 0);
  if (value == NO_VALUE) return false;
  HloOp sum = hlo_unary(OP_CUMSUM, value);
  hlo_set(&sum, ATTRIBUTE_AXIS, axis);
  hlo_set(&sum, ATTRIBUTE_DTYPE, build->at->shape->type->dtype);
  if (!backwards) return hlo_done(build, &sum, result);
  turn.few[0].value = hlo_part(build, &sum);
  return turn.few[0].value != NO_VALUE && hlo_done(build, &turn, result);
}

// ---- Pooling: windows over the last axes

// The axes with windows last; their count.
static int axes_last(const HloWindow *window, int64_t axes[MAX_RANK]) {
  int plain = 0, count = 0;
  for (int i = 0; i < window->rank; i++)
    if (is_trivial(window, i)) axes[plain++] = i;
  for (int i = 0; i < window->rank; i++)
    if (!is_trivial(window, i)) axes[plain + count++] = i;
  return count;
}

int hlo_window_padded(HloBuild *build, int value, HloWindow *window, int first, const Operand *number) {
  int64_t amounts[MAX_RANK][3] = {{0}};
  bool needed = false;
  for (int i = 0; i < window->rank; i++) {
    if (window->low[i] == window->high[i] && window->spread[i] == 1 && window->low[i] >= 0) continue;
    amounts[first + i][0] = window->low[i];
    amounts[first + i][1] = window->high[i];
    amounts[first + i][2] = window->spread[i] - 1;
    window->low[i] = window->high[i] = 0;
    needed = true;
  }
  return needed && value != NO_VALUE ? hlo_padded(build, value, amounts, number, false) : value;
}

static bool pool(HloBuild *build, OpCode code, HloWindow *window, const Operand *number, HloSymbol *result) {
  int64_t axes[MAX_RANK], back[MAX_RANK], lists[4][MAX_RANK];
  int rank = window->rank, count = axes_last(window, axes);
  bool moves = false;
  if (count < 1 || count > 3) return hlo_cannot(build, "its windows have %d axes", count);
  int value =
      hlo_permuted(build, hlo_window_padded(build, hlo_tensor(build, 0), window, 0, number), axes, rank);
  if (value == NO_VALUE) return false;
  for (int i = 0; i < rank; i++) {
    back[axes[i]] = i;
    moves |= axes[i] != i;
    if (i < rank - count) continue;
    int64_t entry[] = {window->size[axes[i]], window->stride[axes[i]], window->low[axes[i]],
                       window->dilation[axes[i]]};
    for (int j = 0; j < 4; j++)
      lists[j][i - (rank - count)] = entry[j];
  }
  HloOp op = hlo_unary(code, value);
  hlo_set_list(&op, ATTRIBUTE_KERNEL, lists[0], count);
  hlo_set_list(&op, ATTRIBUTE_STRIDE, lists[1], count);
  hlo_set_list(&op, ATTRIBUTE_PADDING, lists[2], count);
  hlo_set_list(&op, ATTRIBUTE_DILATION, lists[3], count);
  if (code == OP_AVG_POOL) hlo_set(&op, ATTRIBUTE_DIVISOR, 1); // a sum
  if (!moves) return hlo_done(build, &op, result);
  HloOp permute = hlo_unary(OP_PERMUTE, hlo_part(build, &op));
  hlo_set_list(&permute, ATTRIBUTE_AXES, back, rank);
  return permute.few[0].value != NO_VALUE && hlo_done(build, &permute, result);
}

bool hlo_map_reduce_window(HloBuild *build, OpCode code, HloSymbol *result) {
  (void)code;
  const HloShape *shape = build->at->shape;
  HloWindow window;
  HloReducer reducer;
  int axis = 0;
  bool backwards;
  if (build->at->operand_count != 2 || !shape->type)
    return hlo_cannot(build, "it reduces several tensors at once");
  if (!hlo_window(build->module, build->at, &window) ||
      window.rank != hlo_operand_shape(build, 0)->sizes.rank)
    return hlo_cannot(build, "its window is not understood");
  const HloSymbol *start = hlo_operand(build, 1);
  if (!hlo_reducer(build->module, build->at, shape->type->dtype, &reducer) || start->kind != HLO_NUMBER ||
      !neutral_is(reducer.reduction, shape->type->dtype, &start->number))
    return hlo_cannot(build, "its reducer is no single op that starts from nothing");
  if (reducer.reduction == OP_SUM &&
      is_running(&window, &hlo_operand_shape(build, 0)->sizes, &axis, &backwards))
    return running_sum(build, axis, backwards, result);
  bool floats = dtype_kind(shape->type->dtype) == DTYPE_IS_FLOAT;
  if (!floats || (reducer.reduction != OP_SUM && reducer.reduction != OP_AMAX))
    return hlo_cannot(build, "windows are summed, or their largest taken, of floats only");
  return pool(build, reducer.reduction == OP_SUM ? OP_AVG_POOL : OP_MAX_POOL, &window, &start->number,
              result);
}
