// Inference: dtype, shape and strides of an op's results from its operands and attributes, by PyTorch's
// rules. Internal to the builder. Each rule also checks what it relies on and says in a sentence what is
// wrong.
#pragma once

#include "graph/core/builder.h"

enum { INFER_EXTRA_ATTRIBUTES = 6 }; // room for attributes that resolving adds (explicit defaults)

typedef struct Inferred {
  DType dtype;
  Shape shape;
  int64_t stride[MAX_RANK];
  int64_t offset; // views: over the storage of operand 0
} Inferred;

// An op being added. The first group comes from the builder, the second is what inference finds.
typedef struct Inference {
  Arena *arena;
  const Value *values; // of the builder
  OpCode code;         // may change: div with a rounding mode, bitwise_not of bools
  const Operand *operands;
  int operand_count;
  Attribute *attributes; // copies, resolved in place; room for INFER_EXTRA_ATTRIBUTES more
  int attribute_count;
  int wanted_results; // from the file; 0: not said

  OpClass op_class;
  bool is_view;
  Inferred *results; // `only`, or a list in the arena
  int result_count;
  Inferred only;
} Inference;

// Everything but annotated ops, whose results are left zero.
bool infer_op(Inference *inference, Status *status);

// Rules, by ShapeRule. They fill shape and stride of the results (dtypes stand already).
bool infer_pointwise(Inference *inference, Status *status);
bool infer_copy(Inference *inference, Status *status);
bool infer_create(Inference *inference, Status *status);
bool infer_reduce(Inference *inference, Status *status);
bool infer_view(Inference *inference, Status *status);
bool infer_index(Inference *inference, Status *status);
bool infer_layout(Inference *inference, Status *status);
bool infer_like_first(Inference *inference, Status *status);
bool infer_window(Inference *inference, Status *status);
bool infer_like_second(Inference *inference, Status *status);
bool infer_contraction(Inference *inference, Status *status);
bool infer_convolution(Inference *inference, Status *status);
bool infer_topk(Inference *inference, Status *status);
bool infer_glu(Inference *inference, Status *status);
bool infer_pairs(Inference *inference, Status *status);

// index.c: what index_put and its like need, beside the result's shape; true for other ops.
bool infer_check_scatter(Inference *inference, const Value *operand, Status *status);

// dtype.c
DType infer_promoted(const Inference *inference, int first, int last); // of operands first .. last
bool infer_dtype(Inference *inference, Status *status);

// attribute.c: reading and resolving attributes.
const Value *infer_operand(const Inference *inference, int operand); // NULL for a number or an absent one
Attribute *infer_attribute(Inference *inference, AttributeKey key);  // NULL when absent
void infer_set_integers(Inference *inference, AttributeKey key, const int64_t *list, int count);
void infer_remove(Inference *inference, AttributeKey key);
int64_t infer_integer(Inference *inference, AttributeKey key, int64_t otherwise);
// Attribute AXIS within [-rank, rank), made positive and stored. `otherwise` when absent.
bool infer_axis(Inference *inference, int rank, int64_t otherwise, int *axis, Status *status);
// Attribute AXES as a mask, made positive and stored; absent: *given is false.
bool infer_axes(Inference *inference, int rank, uint32_t *mask, bool *given, Status *status);
// A list attribute as a shape. False when absent, too long, or (unless `negatives`) with a negative size.
bool infer_shape_attribute(Inference *inference, AttributeKey key, bool negatives, Shape *shape,
                           Status *status);
// START, END, STEP along an axis of `size` elements, resolved and stored; *length elements remain.
bool infer_slice(Inference *inference, int64_t size, int64_t *start, int64_t *step, int64_t *length,
                 Status *status);
// INDEX within [-size, size), made positive and stored.
bool infer_position(Inference *inference, int64_t size, int64_t *index, Status *status);

// stride.c: PyTorch's layout rules.
typedef struct OperandLayout {
  const Shape *shape;
  const int64_t *stride;
} OperandLayout;
// TensorIterator's: operands that agree on an order of axes hand it on; `shape` is the broadcast one.
void infer_pointwise_strides(const OperandLayout *operands, int count, const Shape *shape,
                             int64_t stride[MAX_RANK]);
// empty_like with preserve_format: the same strides when dense, else in the same order without gaps.
void infer_like_strides(const Shape *shape, const int64_t *from, int64_t stride[MAX_RANK]);
bool infer_is_channels_last(const Shape *shape, const int64_t *stride); // and not plainly contiguous
void infer_channels_last(const Shape *shape, int64_t stride[MAX_RANK]);
// Contiguous, or channels last when `from` is (suggest_memory_format).
void infer_suggested_strides(const Shape *shape, const Value *from, int64_t stride[MAX_RANK]);
// Strides by which `shape` shows the same elements in the same order; false when none do.
bool infer_reshape_strides(const Shape *from, const int64_t *from_stride, const Shape *shape,
                           int64_t stride[MAX_RANK]);

// pointwise.c
// Grows `shape` so that `other` broadcasts into it.
bool infer_broadcast(Shape *shape, const Shape *other, Status *status);
