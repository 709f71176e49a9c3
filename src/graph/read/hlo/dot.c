// Products of matrices: any axes of two tensors as a matrix product, batched where they share axes.
#include "base/text.h"
#include "graph/read/hlo/maps.h"

#include <stdlib.h>
#include <string.h>

// The axes of one side.
typedef struct Side {
  int64_t batch[MAX_RANK], summed[MAX_RANK];
  int batch_count, summed_count, free_count;
  int64_t order[MAX_RANK]; // all axes: batch, then free and summed as the product wants them
  int64_t batch_size, free_size, summed_size;
  Shape free; // sizes of the free axes
  const Shape *shape;
} Side;

static int64_t product(const Shape *shape, const int64_t *axes, int count) {
  int64_t size = 1;
  for (int i = 0; i < count; i++)
    size *= shape->size[axes[i]];
  return size;
}

// A library's call has them in its configuration: "lhs_contracting_dimensions":["1"].
static int configured_axes(HloBuild *build, const char *name, int64_t *axes) {
  const char *key = arena_printf(build->arena, "%.*sensions", (int)strlen(name) - 1, name);
  const char *at = hlo_field(build->module, build->at, "backend_config", key);
  int count = 0;
  while (at && (at = strpbrk(at, "0123456789")) && count < MAX_RANK)
    axes[count++] = strtoll(at, (char **)&at, 10);
  return count;
}

static bool read_axes(HloBuild *build, const char *name, const Shape *shape, int64_t *axes, int *count) {
  int found = hlo_list(build->module, build->at, name, axes, MAX_RANK);
  if (!hlo_attribute(build->at, name)) found = configured_axes(build, name, axes);
  if (found < 0) return hlo_cannot(build, "%s is no list of axes", name);
  for (int i = 0; i < found; i++)
    if (axes[i] < 0 || axes[i] >= shape->rank)
      return hlo_cannot(build, "%s names axis %lld of %d", name, (long long)axes[i], shape->rank);
  *count = found;
  return true;
}

// Left: [batch, free, summed]; right: [batch, summed, free].
static bool order_axes(HloBuild *build, Side *side, bool left) {
  uint32_t taken = 0;
  for (int i = 0; i < side->batch_count; i++)
    taken |= 1u << side->batch[i];
  for (int i = 0; i < side->summed_count; i++)
    taken |= 1u << side->summed[i];
  if (__builtin_popcount(taken) != side->batch_count + side->summed_count)
    return hlo_cannot(build, "it names an axis twice");
  int at = 0;
  for (int i = 0; i < side->batch_count; i++)
    side->order[at++] = side->batch[i];
  for (int i = 0; !left && i < side->summed_count; i++)
    side->order[at++] = side->summed[i];
  for (int axis = 0; axis < side->shape->rank; axis++) {
    if (taken >> axis & 1) continue;
    side->order[at++] = axis;
    side->free.size[side->free.rank++] = side->shape->size[axis];
  }
  for (int i = 0; left && i < side->summed_count; i++)
    side->order[at++] = side->summed[i];
  side->batch_size = product(side->shape, side->batch, side->batch_count);
  side->summed_size = product(side->shape, side->summed, side->summed_count);
  side->free_size = shape_elements(&side->free);
  return true;
}

static bool read_side(HloBuild *build, int operand, Side *side) {
  *side = (Side){.shape = &hlo_operand_shape(build, operand)->sizes};
  const char *batch = operand ? "rhs_batch_dims" : "lhs_batch_dims";
  const char *summed = operand ? "rhs_contracting_dims" : "lhs_contracting_dims";
  return read_axes(build, batch, side->shape, side->batch, &side->batch_count) &&
         read_axes(build, summed, side->shape, side->summed, &side->summed_count) &&
         order_axes(build, side, operand == 0);
}

// The operand as a matrix, or as one matrix a batch.
static int as_matrix(HloBuild *build, int operand, const Side *side, bool batched) {
  int64_t left[] = {side->batch_size, side->free_size, side->summed_size};
  int64_t right[] = {side->batch_size, side->summed_size, side->free_size};
  int value = hlo_permuted(build, hlo_tensor(build, operand), side->order, side->shape->rank);
  return hlo_reshaped(build, value, (operand ? right : left) + !batched, 2 + batched);
}

static bool done(HloBuild *build, const HloOp *op, const HloShape *shape, HloSymbol *result) {
  int value = hlo_as(build, op, shape);
  if (value != NO_VALUE) *result = hlo_value_symbol(value, shape);
  return value != NO_VALUE;
}

static bool multiply(HloBuild *build, const Side sides[2], const HloShape *given, HloSymbol *result) {
  const Shape *shape = &given->sizes;
  bool batched = sides[0].batch_count > 0;
  int a = as_matrix(build, 0, &sides[0], batched), b = as_matrix(build, 1, &sides[1], batched);
  if (a == NO_VALUE || b == NO_VALUE) return false;
  HloOp op = hlo_binary(batched ? OP_BMM : OP_MM, a, b);
  int64_t sizes[] = {sides[0].batch_size, sides[0].free_size, sides[1].free_size};
  if (shape->rank == 2 + batched &&
      !memcmp(shape->size, sizes + !batched, (size_t)shape->rank * sizeof *sizes))
    return done(build, &op, given, result);
  // The product has the text's type, the view after it only its shape.
  HloShape plain = {.type = given->type, .sizes = {.rank = 2 + batched}};
  memcpy(plain.sizes.size, sizes + !batched, (size_t)plain.sizes.rank * sizeof *sizes);
  int value = hlo_part_as(build, &op, &plain);
  if (value == NO_VALUE) return false;
  op = hlo_unary(OP_RESHAPE, value);
  hlo_set_list(&op, ATTRIBUTE_SHAPE, shape->size, shape->rank);
  return done(build, &op, given, result);
}

static bool map(HloBuild *build, const HloShape *given, HloSymbol *result) {
  Side sides[2];
  if (!hlo_operand_shape(build, 0)->type || !hlo_operand_shape(build, 1)->type || !given->type)
    return hlo_cannot(build, "it takes two tensors");
  if (hlo_operand_shape(build, 0)->type != hlo_operand_shape(build, 1)->type)
    return hlo_cannot(build, "its operands have different types");
  if (!read_side(build, 0, &sides[0]) || !read_side(build, 1, &sides[1])) return false;
  if (sides[0].batch_size != sides[1].batch_size || sides[0].summed_size != sides[1].summed_size)
    return hlo_cannot(build, "its operands do not fit each other");
  return multiply(build, sides, given, result);
}

bool hlo_map_dot(HloBuild *build, OpCode code, HloSymbol *result) {
  (void)code;
  if (build->at->operand_count != 2) return hlo_cannot(build, "it has sparse operands");
  return map(build, build->at->shape, result);
}

static bool is_set(const HloBuild *build, const char *key, const char *value) {
  return text_equal(hlo_field(build->module, build->at, "backend_config", key), value);
}

// cuBLAS's may scale, add and do more behind the product; beside it stands memory that it worked in, which
// nobody reads.
bool hlo_map_cublas(HloBuild *build, HloSymbol *result) {
  const HloShape *shape = build->at->shape;
  bool plain =
      is_set(build, "alpha_real", "1") && is_set(build, "beta", "0") && is_set(build, "epilogue", "DEFAULT");
  if (build->at->operand_count != 2 || !plain) return hlo_cannot(build, "it does more than multiply");
  if (shape->type) return map(build, shape, result);
  if (shape->item_count != 2) return hlo_cannot(build, "it has %d results", shape->item_count);
  HloSymbol *items = arena_array(build->arena, 2, sizeof *items);
  *result = (HloSymbol){.kind = HLO_TUPLE, .shape = shape, .items = items};
  items[1] = (HloSymbol){.kind = HLO_VOID, .shape = shape->items[1]};
  return map(build, shape->items[0], &items[0]);
}
