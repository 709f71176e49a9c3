// Scaled dot-product attention, forward, without dropout: softmax(query x key^T * scale + bias) x value, one
// row at a time.
#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "graph/core/attention.h"
#include "graph/evaluate/internal.h"

typedef struct Attention {
  const Tensor *query, *key, *value, *bias; // bias: NULL, or broadcast over the scores
  AttentionCall call;
  int64_t heads, rows, keys, width;
  int64_t bias_stride[MAX_RANK];
} Attention;

static bool attention_of(const EvaluateCall *call, Attention *a) {
  *a = (Attention){.query = call->operands[0], .key = call->operands[1], .value = call->operands[2]};
  if (!attention_call(call->graph, call->op, &a->call))
    return status_fail(
        call->status, STATUS_INPUT,
        "%s: %s is not evaluated, or its query, key and value are not [batch, heads, rows, width]",
        call->op->name, op_text(call->op, ATTRIBUTE_TARGET, ""));
  if (a->call.dropout != 0)
    return status_fail(call->status, STATUS_INPUT, "%s: attention with dropout is not evaluated",
                       call->op->name);
  const int64_t *size = a->call.scores.size;
  a->heads = size[1], a->rows = size[2], a->keys = size[3], a->width = a->query->shape.size[3];
  if (a->call.bias >= 0) a->bias = call->operands[a->call.bias];
  if (a->bias) tensor_broadcast(a->bias, &a->call.scores, a->bias_stride);
  return true;
}

// Scores of one query row against every key, -infinity where causality hides a key; returns the largest.
static double score_row(const Attention *a, int64_t batch, int64_t head, int64_t row, double *scores) {
  const double *query = a->query->data + ((batch * a->heads + head) * a->rows + row) * a->width;
  int64_t key_heads = a->heads / a->call.heads_each, key_head = head / a->call.heads_each;
  const double *key = a->key->data + (batch * key_heads + key_head) * a->keys * a->width;
  const int64_t *stride = a->bias_stride;
  double most = -INFINITY;
  for (int64_t k = 0; k < a->keys; k++, key += a->width) {
    double score = 0;
    for (int64_t i = 0; i < a->width; i++)
      score += query[i] * key[i];
    score *= a->call.scale;
    if (a->bias)
      score += a->bias->data[batch * stride[0] + head * stride[1] + row * stride[2] + k * stride[3]];
    scores[k] = a->call.causal && k > row ? -INFINITY : score;
    if (scores[k] > most) most = scores[k];
  }
  return most;
}

// Scores to weights; returns log of the sum of exp(score). A row without any key gives zeros, as PyTorch's
// does from 2.5 on (its _safe_softmax); one with NaN or +infinity gives NaN.
static double soften_row(const Attention *a, double most, double *scores) {
  double sum = 0;
  for (int64_t k = 0; k < a->keys; k++) {
    scores[k] = scores[k] == -INFINITY ? 0 : exp(scores[k] - most);
    sum += scores[k];
  }
  for (int64_t k = 0; k < a->keys; k++)
    scores[k] = sum == 0 ? 0 : scores[k] / sum;
  return sum == 0 ? -INFINITY : most + log(sum);
}

static void attend(const Attention *a, int64_t batch, int64_t head, const double *weights, double *out) {
  int64_t key_heads = a->heads / a->call.heads_each, key_head = head / a->call.heads_each;
  const double *value = a->value->data + (batch * key_heads + key_head) * a->keys * a->call.value_width;
  for (int64_t k = 0; k < a->keys; k++, value += a->call.value_width)
    for (int64_t i = 0; i < a->call.value_width; i++)
      out[i] += weights[k] * value[i];
}

// Results behind the log-sum-exp (seeds, sizes) stay 0.
bool evaluate_attention(const EvaluateCall *call) {
  Attention a;
  if (!attention_of(call, &a)) return false;
  int64_t rows = a.call.scores.size[0] * a.heads * a.rows;
  int output = attention_output(call->op), log_sum = attention_log_sum(call->graph, call->op, &a.call);
  double *out = output == NO_OUTPUT ? NULL : call->results[output].data;
  double *logs = log_sum == NO_LOG_SUM ? NULL : call->results[log_sum].data;
  double *scores = memory_alloc(((size_t)a.keys + 1) * sizeof(double));
  for (int64_t i = 0; i < rows; i++) {
    int64_t row = i % a.rows, head = i / a.rows % a.heads, batch = i / a.rows / a.heads;
    double most = score_row(&a, batch, head, row, scores);
    double total = soften_row(&a, most, scores);
    if (logs) logs[i] = total;
    if (out) attend(&a, batch, head, scores, out + i * a.call.value_width);
  }
  free(scores);
  return true;
}
