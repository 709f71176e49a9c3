// Reductions of several steps as HLO: variances, and the maximum and sum that a softmax needs.
#include "graph/core/neutral.h"
#include "graph/read/hlo/words.h"
#include "graph/write/write_hlo_op.h"

#include <math.h>
#include <stdio.h>

enum { LIST_TEXT = 24 * MAX_RANK };

// An op being written.
typedef struct Statistics {
  HloText *text;
  const Op *op;
  DType dtype;             // in which it is computed
  Shape whole, left, kept; // of the operand; without the axes that are reduced; with them of size 1
  int64_t count;           // elements that one result is made of
  char axes[LIST_TEXT];
} Statistics;

static Statistics begin(HloText *text, const Op *op) {
  const Graph *graph = hlo_text_graph(text);
  const Value *from = &graph->values[op->operands[0].value];
  uint32_t reduced = op_reduced_axes(graph, op);
  Statistics s = {.text = text, .op = op, .dtype = from->dtype, .whole = from->shape, .kept = from->shape};
  s.count = 1;
  if (dtype_bytes(s.dtype) < 4) s.dtype = DTYPE_F32;
  for (int i = 0, length = 0; i < from->shape.rank; i++) {
    if (reduced >> i & 1) {
      length += snprintf(s.axes + length, 24, "%s%d", length ? "," : "", i);
      s.count *= from->shape.size[i];
      s.kept.size[i] = 1;
    } else {
      s.left.size[s.left.rank++] = from->shape.size[i];
    }
  }
  return s;
}

static const char *collect(const Statistics *s, OpCode code, const char *x) {
  double neutral = neutral_element(code, s->dtype).number;
  const char *start = hlo_text_number(s->text, neutral, s->dtype, &(Shape){0});
  const char *region = hlo_text_region(s->text, hlo_reducer_word(code), s->dtype);
  return hlo_text_put(s->text, s->dtype, &s->left, "reduce(%s, %s), dimensions={%s}, to_apply=%s", x, start,
                      s->axes, region);
}

static const char *pointwise(const Statistics *s, const char *opcode, const char *a, const char *b,
                             const Shape *shape) {
  return hlo_text_put(s->text, s->dtype, shape, "%s(%s%s%s)", opcode, a, b ? ", " : "", b ? b : "");
}

// What is the same along the axes that are reduced, for all of them.
static const char *spread(const Statistics *s, const char *name) {
  name = hlo_text_put(s->text, s->dtype, &s->kept, "reshape(%s)", name);
  return hlo_text_broadcast(s->text, name, s->dtype, &s->kept, &s->whole);
}

static const char *divided(const Statistics *s, const char *sum, double count) {
  const char *number = hlo_text_number(s->text, count, s->dtype, &s->left);
  return pointwise(s, "divide", sum, number, &s->left);
}

static void give(const Statistics *s, int result, const char *name) {
  int value = s->op->first_result + result;
  const Value *to = &hlo_text_graph(s->text)->values[value];
  if (to->dtype != s->dtype) name = hlo_text_put(s->text, to->dtype, &s->left, "convert(%s)", name);
  if (!shape_equal(&to->shape, &s->left))
    name = hlo_text_put(s->text, to->dtype, &to->shape, "reshape(%s)", name);
  hlo_text_name(s->text, value, name);
}

static bool variance(const Statistics *s) {
  const char *x = hlo_text_operand(s->text, s->op, 0, s->dtype, &s->whole);
  const char *mean = divided(s, collect(s, OP_SUM, x), (double)s->count);
  const char *off = pointwise(s, "subtract", x, spread(s, mean), &s->whole);
  const char *squares = collect(s, OP_SUM, pointwise(s, "multiply", off, off, &s->whole));
  double freedom = (double)s->count - op_number(s->op, ATTRIBUTE_CORRECTION, 1);
  give(s, 0, divided(s, squares, fmax(freedom, 0)));
  if (s->op->code == OP_VAR_MEAN) give(s, 1, mean);
  return true;
}

static bool softmax(const Statistics *s) {
  const char *x = hlo_text_operand(s->text, s->op, 0, s->dtype, &s->whole);
  const char *most = collect(s, OP_AMAX, x);
  const char *below = pointwise(s, "subtract", x, spread(s, most), &s->whole);
  give(s, 0, most);
  give(s, 1, collect(s, OP_SUM, pointwise(s, "exponential", below, NULL, &s->whole)));
  return true;
}

bool hlo_text_statistics(HloText *text, const Op *op) {
  Statistics s;
  if (op->code != OP_VAR && op->code != OP_VAR_MEAN && op->code != OP_PREPARE_SOFTMAX) return false;
  s = begin(text, op);
  return op->code == OP_PREPARE_SOFTMAX ? softmax(&s) : variance(&s);
}
