#include "kernel/cuda/emit_reference.h"

#include "graph/core/attention.h"
#include "kernel/reference_bytes.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 128 }; // of a block, which add_sizes also tells the text of reference_attention.cuh

static const char *const names[REFERENCE_MATRICES] = {
    [REFERENCE_QUERY] = "Query", [REFERENCE_KEY] = "Key",       [REFERENCE_VALUES] = "Values",
    [REFERENCE_BIAS] = "Bias",   [REFERENCE_OUTPUT] = "Output", [REFERENCE_LOG_SUM] = "LogSum"};

static bool find_values(const Graph *graph, const Op *op, const AttentionCall *call, int *value) {
  for (int i = REFERENCE_QUERY; i <= REFERENCE_VALUES; i++)
    value[i] = op->operands[i].value;
  value[REFERENCE_BIAS] = call->bias < 0 ? NO_VALUE : op->operands[call->bias].value;
  int output = attention_output(op), log_sum = attention_log_sum(graph, op, call);
  value[REFERENCE_OUTPUT] = output == NO_OUTPUT ? NO_VALUE : op->first_result + output;
  value[REFERENCE_LOG_SUM] = log_sum == NO_LOG_SUM ? NO_VALUE : op->first_result + log_sum;
  for (int i = 0; i < REFERENCE_MATRICES; i++) {
    const Value *row = value[i] == NO_VALUE ? NULL : &graph->values[value[i]];
    if (row && (!row->strided || dtype_kind(row->dtype) != DTYPE_IS_FLOAT)) return false;
  }
  return value[REFERENCE_OUTPUT] != NO_VALUE;
}

// Axes that are missing, or along which one element is broadcast, have stride 0.
static int64_t stride_of(const Value *value, int axes_behind) {
  int axis = value->shape.rank - 1 - axes_behind;
  return axis < 0 || value->shape.size[axis] == 1 ? 0 : value->stride[axis];
}

// A log-sum-exp of three axes has them in front.
static void add_matrix(Text *text, const char *name, const Value *value, int behind) {
  text_printf(text,
              "struct %s {\n  typedef %s Type;\n  enum : long long { offset = %" PRId64 ", batch = %" PRId64
              ", head = %" PRId64 ", row = %" PRId64 ", column = %" PRId64 " };\n};\n",
              name, kernel_memory_type(value->dtype), value->offset, stride_of(value, 3 - behind),
              stride_of(value, 2 - behind), stride_of(value, 1 - behind), behind ? 0 : stride_of(value, 0));
}

static void add_sizes(Text *text, const AttentionCall *call, int64_t width, bool has_log_sum) {
  const int64_t *size = call->scores.size;
  text_printf(text,
              "enum : long long {\n  HEADS = %" PRId64 ",\n  ROWS = %" PRId64 ",\n  KEYS = %" PRId64
              ",\n  WIDTH = %" PRId64 ",\n  VALUE_WIDTH = %" PRId64 ",\n  HEADS_EACH = %" PRId64 "\n};\n",
              size[1], size[2], size[3], width, call->value_width, call->heads_each);
  text_printf(text, "enum { THREADS = %d, IS_CAUSAL = %d, HAS_BIAS = %d, HAS_LOG_SUM = %d };\n", THREADS,
              call->causal, call->bias >= 0, has_log_sum);
  text_printf(text, "__device__ inline double scale_of_scores() {\n  return (double)%.17g;\n}\n",
              call->scale);
}

// `value` may have holes.
static char *make_source(const Graph *graph, const AttentionCall *call, const int *value) {
  Text text = {0};
  for (int i = 0; i < REFERENCE_MATRICES; i++) {
    int stand_in = value[i < REFERENCE_OUTPUT ? REFERENCE_QUERY : REFERENCE_OUTPUT];
    const Value *row = &graph->values[value[i] == NO_VALUE ? stand_in : value[i]];
    add_matrix(&text, names[i], row, i == REFERENCE_LOG_SUM && row->shape.rank == 3);
  }
  int64_t width = graph->values[value[REFERENCE_QUERY]].shape.size[3];
  add_sizes(&text, call, width, value[REFERENCE_LOG_SUM] != NO_VALUE);
  text_add(&text, reference_attention_bytes);
  return text_take(&text);
}

bool kernel_emit_attention(const Graph *graph, int op, Arena *arena, ReferenceAttention *attention) {
  const Op *row = &graph->ops[op];
  AttentionCall call;
  *attention = (ReferenceAttention){0};
  int *value = attention->value;
  if (!attention_call(graph, row, &call) || call.dropout != 0 || !isfinite(call.scale) ||
      !find_values(graph, row, &call, value))
    return false;
  const int64_t *size = call.scores.size;
  int64_t rows = size[0] * size[1] * size[2];
  if (rows > INT_MAX || call.value_width > INT_MAX / 2) return false;
  char *source = make_source(graph, &call, value);
  Emitted *emitted = &attention->emitted;
  emitted->prelude = kernel_prelude();
  emitted->source = arena_strdup(arena, source);
  snprintf(emitted->name, sizeof emitted->name, "reference_attention");
  emitted->launch = (LaunchShape){.grid = rows, .cluster = 1, .threads = THREADS};
  emitted->parameter_count = REFERENCE_MATRICES;
  emitted->cooperates = true;
  if (value[REFERENCE_BIAS] == NO_VALUE) value[REFERENCE_BIAS] = value[REFERENCE_QUERY];
  if (value[REFERENCE_LOG_SUM] == NO_VALUE) value[REFERENCE_LOG_SUM] = value[REFERENCE_OUTPUT];
  free(source);
  return true;
}
