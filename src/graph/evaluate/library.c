// Library ops that are simple enough to evaluate as they stand: glu, sort, topk. The rest is not evaluated.
#include <math.h>
#include <stdlib.h>

#include "graph/evaluate/internal.h"

// One element of a lane with its place, to be sorted.
typedef struct Ranked {
  double value;
  int64_t place;
  bool descending;
} Ranked;

// NaN counts as larger than any number; equal values keep their order.
static int compare_ranked(const void *left, const void *right) {
  const Ranked *a = left, *b = right;
  bool a_larger = isnan(a->value) ? !isnan(b->value) : a->value > b->value;
  bool b_larger = isnan(b->value) ? !isnan(a->value) : b->value > a->value;
  if (a_larger != b_larger) return a_larger != a->descending ? 1 : -1;
  return a->place < b->place ? -1 : a->place > b->place;
}

static void sort_lane(const EvaluateCall *call, const Lanes *lanes, int64_t outer, int64_t inner,
                      Ranked *ranked, bool descending) {
  const double *from = call->operands[0]->data + outer * lanes->length * lanes->inner + inner;
  for (int64_t i = 0; i < lanes->length; i++)
    ranked[i] = (Ranked){from[i * lanes->inner], i, descending};
  qsort(ranked, (size_t)lanes->length, sizeof *ranked, compare_ranked);
}

// sort keeps every element of a lane; topk the first k of them.
static bool sort(const EvaluateCall *call, bool descending) {
  const Shape *shape = &call->operands[0]->shape;
  int64_t axis = op_integer(call->op, ATTRIBUTE_AXIS, -1);
  if (axis < 0) axis += shape->rank;
  Lanes lanes = tensor_lanes(shape, (int)axis);
  int64_t keep = shape->rank ? call->results[0].shape.size[axis] : 1;
  Ranked *ranked = memory_alloc(((size_t)lanes.length + 1) * sizeof *ranked);
  for (int64_t outer = 0; outer < lanes.outer; outer++) {
    for (int64_t inner = 0; inner < lanes.inner; inner++) {
      sort_lane(call, &lanes, outer, inner, ranked, descending);
      for (int64_t i = 0; i < keep; i++) {
        int64_t at = (outer * keep + i) * lanes.inner + inner;
        call->results[0].data[at] = ranked[i].value;
        if (call->op->result_count > 1) call->results[1].data[at] = (double)ranked[i].place;
      }
    }
  }
  free(ranked);
  return true;
}

bool evaluate_library(const EvaluateCall *call) {
  bool has_order = op_attribute(call->op, ATTRIBUTE_DESCENDING) != NULL,
       order = op_flag(call->op, ATTRIBUTE_DESCENDING);
  switch (call->op->code) {
    case OP_SORT:
      return sort(call, order);
    case OP_TOPK:
      return sort(call, has_order ? order : true);
    case OP_CONVOLUTION:
      return evaluate_convolution(call);
    case OP_CONVOLUTION_BACKWARD:
      return evaluate_convolution_backward(call);
    case OP_SCALED_MM:
    case OP_GROUPED_MM:
      return evaluate_product(call);
    case OP_ATTENTION:
      return evaluate_attention(call);
    default:
      return status_fail(call->status, STATUS_INPUT, "%s has no evaluator", op_info(call->op->code)->name);
  }
}
