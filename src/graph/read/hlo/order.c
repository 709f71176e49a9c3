// sort, topk and argmax: what their computations do is found by running them on a few numbers.
#include "base/text.h"
#include "graph/core/neutral.h"
#include "graph/read/hlo/maps.h"
#include "graph/read/hlo/region.h"

static const double samples[] = {-3, -1, 0, 1, 2, 7};
enum { SAMPLE_COUNT = sizeof samples / sizeof *samples };

// ---- What a comparator does

// Its first two parameters are elements of the keys; `rest`: elements of the other operands, in pairs.
static bool ask(HloBuild *build, const HloComputation *region, double a, double b, double rest_a,
                double rest_b, bool *before) {
  HloScalar arguments[16], results[HLO_MAX_RESULTS];
  int count;
  if (region->parameters > 16 || region->parameters < 2) return false;
  for (int i = 0; i < region->parameters; i++) {
    const HloShape *shape = hlo_region_parameter(build->module, region, i);
    if (!shape || !shape->type->exact) return false;
    arguments[i] = hlo_scalar(shape, i == 0 ? a : i == 1 ? b : i % 2 ? rest_b : rest_a);
  }
  if (!hlo_region_run(build->module, region, arguments, region->parameters, results, &count) || count != 1)
    return false;
  *before = results[0].integer != 0;
  return results[0].dtype == DTYPE_BOOL;
}

// Does it order by the keys alone, up to equal ones?
static bool orders(HloBuild *build, const HloComputation *region, bool *descending) {
  bool before;
  if (!region || !ask(build, region, 2, 1, 0, 1, descending)) return false;
  for (int i = 0; i < SAMPLE_COUNT * SAMPLE_COUNT; i++) {
    double a = samples[i / SAMPLE_COUNT], b = samples[i % SAMPLE_COUNT];
    for (int swap = 0; swap < 2 && a != b; swap++)
      if (!ask(build, region, a, b, swap, !swap, &before) || before != (*descending ? a > b : a < b))
        return false;
  }
  // Equal keys keep their order: neither is before the other, or the one with the smaller number is.
  return ask(build, region, 1, 1, 1, 0, &before) && !before;
}

// ---- Results

// Value `value` as part `index` of the result, under its name and of its type.
static bool take_part(HloBuild *build, int value, int index, HloSymbol *part) {
  const HloShape *shape = build->at->shape->type ? build->at->shape : build->at->shape->items[index];
  HloOp op = hlo_unary(OP_CAST, value);
  if (value == NO_VALUE || !shape->type) return false;
  hlo_set(&op, ATTRIBUTE_DTYPE, shape->type->dtype);
  *part = hlo_value_symbol(value, shape);
  if (builder_value(build->builder, value)->dtype == shape->type->dtype) return true;
  part->value = hlo_part_as(build, &op, shape);
  return part->value != NO_VALUE;
}

// Both results of an op, as a tuple of two.
static bool done_with_both(HloBuild *build, const HloOp *op, HloSymbol *result) {
  int value = hlo_last_of_two(build, op);
  *result = (HloSymbol){.kind = HLO_TUPLE, .shape = build->at->shape};
  result->items = arena_array(build->arena, 2, sizeof *result->items);
  return value != NO_VALUE && take_part(build, value, 0, &result->items[0]) &&
         take_part(build, value + 1, 1, &result->items[1]);
}

static bool is_iota(const HloBuild *build, int operand, int64_t axis) {
  return hlo_operand(build, operand)->iota == axis + 1;
}

// ---- sort

// The keys in order, and all other operands by where the keys were.
static bool sort(HloBuild *build, int64_t axis, bool descending, HloSymbol *result) {
  int count = build->at->operand_count, keys = hlo_tensor(build, 0);
  if (keys == NO_VALUE) return false;
  HloOp op = hlo_unary(OP_SORT, keys);
  hlo_set(&op, ATTRIBUTE_AXIS, axis);
  hlo_set(&op, ATTRIBUTE_DESCENDING, descending);
  if (count == 2 && !build->at->shape->type && is_iota(build, 1, axis))
    return done_with_both(build, &op, result);
  int sorted = hlo_last_of_two(build, &op);
  if (build->at->shape->type) return take_part(build, sorted, 0, result);
  *result = (HloSymbol){.kind = HLO_TUPLE, .shape = build->at->shape};
  result->items = arena_array(build->arena, (size_t)count, sizeof *result->items);
  for (int i = 0; i < count && sorted != NO_VALUE; i++) {
    int value = i ? hlo_tensor(build, i) : sorted;
    if (value == NO_VALUE) return false;
    HloOp gather = hlo_binary(OP_GATHER, value, sorted + 1);
    hlo_set(&gather, ATTRIBUTE_AXIS, axis);
    if (i) value = hlo_part(build, &gather);
    if (!take_part(build, value, i, &result->items[i])) return false;
  }
  return sorted != NO_VALUE;
}

bool hlo_map_sort(HloBuild *build, OpCode code, HloSymbol *result) {
  (void)code;
  const HloShape *shape = build->at->shape;
  bool descending;
  int64_t axis = hlo_number(build->module, build->at, "dimensions", -1);
  if (build->at->operand_count < 1 || build->at->operand_count != (shape->type ? 1 : shape->item_count) ||
      axis < 0)
    return hlo_cannot(build, "it names no axis");
  if (!orders(build, hlo_called(build->module, build->at, "to_apply"), &descending))
    return hlo_cannot(build, "its comparator does not only order its first operand");
  return sort(build, axis, descending, result);
}

// ---- topk

static bool top(HloBuild *build, bool largest, HloSymbol *result) {
  const HloShape *shape = build->at->shape;
  if (shape->type || shape->item_count != 2 || !shape->items[0]->type || shape->items[0]->sizes.rank < 1)
    return hlo_cannot(build, "its result is no pair");
  if (!shape->items[0]->type->exact) return hlo_cannot(build, "its type is not computed with here");
  int value = hlo_tensor(build, 0), last = shape->items[0]->sizes.rank - 1;
  if (value == NO_VALUE) return false;
  HloOp op = hlo_unary(OP_TOPK, value);
  hlo_set(&op, ATTRIBUTE_TOP, shape->items[0]->sizes.size[last]);
  hlo_set(&op, ATTRIBUTE_DESCENDING, largest);
  return done_with_both(build, &op, result);
}

bool hlo_map_topk(HloBuild *build, OpCode code, HloSymbol *result) {
  (void)code;
  if (build->at->operand_count != 1) return hlo_cannot(build, "it takes one operand");
  return top(build, !hlo_attribute_is(build->module, build->at, "largest", "false"), result);
}

bool hlo_map_custom(HloBuild *build, OpCode code, HloSymbol *result) {
  const char *target = hlo_attribute_text(build->module, build->at, "custom_call_target");
  if (text_equal(target, "__cudnn$convForward")) return hlo_map_cudnn(build, result);
  if (text_equal(target, "__cublas$lt$matmul") || text_equal(target, "__cublas$gemm"))
    return hlo_map_cublas(build, result);
  if (text_equal(target, "Sharding")) return hlo_map_same(build, code, result); // a remark for partitioning
  if (!text_equal(target, "TopK")) return false;
  if (build->at->operand_count != 1) return hlo_cannot(build, "it takes one operand");
  bool descending = true;
  const HloComputation *region = hlo_called(build->module, build->at, "called_computations");
  if (region && !orders(build, region, &descending))
    return hlo_cannot(build, "its comparator is not understood");
  return top(build, descending, result);
}

// ---- argmax: a reduction of values together with their places

// Which of the two elements it takes: with the larger value, or the smaller; of equal ones the first.
static bool takes_extreme(HloBuild *build, const HloComputation *region, bool *largest) {
  HloScalar arguments[4], results[HLO_MAX_RESULTS];
  int count;
  if (!region || region->parameters != 4) return false;
  for (int i = -1; i < SAMPLE_COUNT * SAMPLE_COUNT; i++) {
    double a = i < 0 ? 2 : samples[i / SAMPLE_COUNT], b = i < 0 ? 1 : samples[i % SAMPLE_COUNT];
    for (int swap = 0; swap < 2; swap++) {
      const double given[] = {a, swap ? 5 : 3, b, swap ? 3 : 5};
      for (int j = 0; j < 4; j++) {
        const HloShape *shape = hlo_region_parameter(build->module, region, j);
        if (!shape || !shape->type->exact) return false;
        arguments[j] = hlo_scalar(shape, given[j]);
      }
      if (!hlo_region_run(build->module, region, arguments, 4, results, &count) || count != 2) return false;
      bool first = results[1].integer == (int64_t)given[1];
      if (i < 0) *largest = first;
      if (first != (a == b ? given[1] < given[3] : (a > b) == *largest)) return false;
    }
  }
  return true;
}

bool hlo_map_argmax(HloBuild *build, HloSymbol *result) {
  int64_t axis = hlo_number(build->module, build->at, "dimensions", -1);
  bool largest = false;
  if (build->at->operand_count != 4 || build->at->shape->type || build->at->shape->item_count != 2 ||
      axis < 0 || !is_iota(build, 1, axis) || hlo_operand(build, 3)->kind != HLO_NUMBER ||
      hlo_operand(build, 2)->kind != HLO_NUMBER)
    return hlo_cannot(build, "it reduces several tensors at once");
  if (!takes_extreme(build, hlo_called(build->module, build->at, "to_apply"), &largest))
    return hlo_cannot(build, "its reducer is not understood");
  OpCode code = largest ? OP_MAX_DIM : OP_MIN_DIM;
  const Operand *start = &hlo_operand(build, 2)->number;
  int value = hlo_tensor(build, 0);
  if (value == NO_VALUE) return false;
  if (!neutral_is(code, builder_value(build->builder, value)->dtype, start))
    return hlo_cannot(build, "it starts from %g", start->number);
  HloOp op = hlo_unary(code, value);
  hlo_set_list(&op, ATTRIBUTE_AXES, &axis, 1);
  return done_with_both(build, &op, result);
}
