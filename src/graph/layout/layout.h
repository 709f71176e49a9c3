// Layout ops: each element of the result is an element of an operand, or a number. An op says which by a list
// of parts, and shape inference, evaluator and lowering all read that list; one file and one row of LAYOUTS
// for each op.
#pragma once

#include "graph/infer/infer.h"

enum { PART_NUMBER = -1, PART_BEGIN = -2 }; // LayoutPart.operand
enum { NO_AXIS = -1 };

// The index along one axis of the operand: (scale * r + constant) / every, where r is the result's index
// along its axis `from`; there are elements only where that has no remainder.
typedef struct LayoutAxis {
  int from;      // NO_AXIS: the index is 0
  int64_t scale; // 1 or -1
  int64_t constant;
  int64_t every; // at least 1
  bool repeats;  // the index is taken modulo the operand's size; then the box of the part is the whole result
} LayoutAxis;

// A box of the result, low <= index < high along each axis (which may reach beyond it), and where its
// elements come from. An element that lies in the boxes of several parts belongs to the first of them.
typedef struct LayoutPart {
  int operand; // PART_NUMBER: all are `number`
  double number;
  int64_t low[MAX_RANK], high[MAX_RANK];
  LayoutAxis axis[MAX_RANK]; // of the operand
} LayoutPart;

typedef struct LayoutOp {
  // Shape and strides of the result.
  bool (*infer)(Inference *inference, const Value *operand, Inferred *result, Status *status);
  // The part behind `part`, which is that of the call before, or begins with PART_BEGIN; false: that was the
  // last. The parts together cover the result. NULL: no such list describes the op.
  bool (*next)(const Graph *graph, const Op *op, LayoutPart *part);
} LayoutOp;

// One row an op: its code, and the name of its constant.
#define LAYOUTS(X) \
  X(CLONE, clone) \
  X(CAT, cat) \
  X(PAD, pad) \
  X(SLICE_SCATTER, slice_scatter) \
  X(SELECT_SCATTER, select_scatter) \
  X(REPEAT, repeat) \
  X(REV, rev)

#define X(code, name) extern const LayoutOp layout_##name;
LAYOUTS(X)
#undef X

const LayoutOp *layout_op(OpCode code); // NULL: none
LayoutPart layout_begin(void);
// Sets the part to the whole result, each element from the same place of the operand.
void layout_whole(const Graph *graph, const Op *op, int operand, LayoutPart *part);
bool layout_is_whole(const Shape *result, const LayoutPart *part); // is its box the whole result?
bool layout_is_plain(const LayoutAxis *axis, int at); // is the index that along the result's axis `at`?
// Is the operand as large as `wanted`, along all axes but `free_axis` (NO_AXIS: all)? Else a sentence that
// speaks of it as `what`.
bool layout_check_same(const Shape *wanted, const Shape *got, int free_axis, const char *what,
                       Status *status);
