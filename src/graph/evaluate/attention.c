// Scaled dot-product attention, forward, without dropout: softmax(query x key^T * scale + bias) x value, one
// row at a time.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "graph/evaluate/internal.h"

// Where the arguments stand in the forms of this op that PyTorch has.
typedef struct AttentionForm {
  const char *target;  // part of PyTorch's name
  int bias;            // operand, -1 when the form has none
  int dropout, causal; // argument positions
} AttentionForm;

static const AttentionForm FORMS[] = {
    {"cudnn_attention.", 3, 5, 6},
    {"efficient_attention.", 3, 5, 6},
    {"flash_attention.", -1, 3, 4},
};

typedef struct Attention {
  const Tensor *query, *key, *value,
      *bias; // [batch, heads, rows, width]; bias NULL or broadcast over [batch, heads, rows, keys]
  int64_t batch, heads, key_heads, rows, keys, width, value_width;
  int64_t bias_stride[MAX_RANK];
  double scale;
  bool causal;
} Attention;

static const AttentionForm *find_form(const char *target) {
  for (size_t i = 0; i < sizeof FORMS / sizeof *FORMS; i++)
    if (strstr(target, FORMS[i].target)) return &FORMS[i];
  return NULL;
}

static bool attention_shapes(const EvaluateCall *call, Attention *a) {
  const Shape *query = &a->query->shape, *key = &a->key->shape, *value = &a->value->shape;
  if (query->rank != 4 || key->rank != 4 || value->rank != 4 || query->size[3] != key->size[3] ||
      key->size[2] != value->size[2] || key->size[1] != value->size[1] || key->size[1] == 0 ||
      query->size[1] % key->size[1] != 0)
    return status_fail(call->status, STATUS_INPUT,
                       "%s: query, key and value must be [batch, heads, rows, width]", call->op->name);
  a->batch = query->size[0], a->heads = query->size[1], a->rows = query->size[2], a->width = query->size[3];
  a->key_heads = key->size[1], a->keys = key->size[2], a->value_width = value->size[3];
  Shape scores = {4, {a->batch, a->heads, a->rows, a->keys}};
  if (a->bias) tensor_broadcast(a->bias, &scores, a->bias_stride);
  return true;
}

static bool attention_of(const EvaluateCall *call, Attention *a) {
  const char *target = op_text(call->op, ATTRIBUTE_TARGET, "");
  const AttentionForm *form = find_form(target);
  if (!form)
    return status_fail(call->status, STATUS_INPUT, "%s: %s is not evaluated", call->op->name, target);
  if (argument_number(call->op, form->dropout, "dropout_p", 0) != 0)
    return status_fail(call->status, STATUS_INPUT, "%s: attention with dropout is not evaluated",
                       call->op->name);
  *a = (Attention){.query = call->operands[0], .key = call->operands[1], .value = call->operands[2]};
  if (!a->query || !a->key || !a->value)
    return status_fail(call->status, STATUS_INPUT, "%s: query, key and value must be tensors",
                       call->op->name);
  if (form->bias >= 0 && call->op->operand_count > form->bias) a->bias = call->operands[form->bias];
  a->causal = argument_flag(call->op, form->causal, "is_causal", false);
  if (!attention_shapes(call, a)) return false;
  a->scale = argument_number(call->op, -1, "scale", 1 / sqrt((double)(a->width > 0 ? a->width : 1)));
  return true;
}

// Scores of one query row against every key, -infinity where causality hides a key; returns the largest.
static double score_row(const Attention *a, int64_t batch, int64_t head, int64_t row, double *scores) {
  const double *query = a->query->data + ((batch * a->heads + head) * a->rows + row) * a->width;
  int64_t key_head = head / (a->heads / a->key_heads);
  const double *key = a->key->data + (batch * a->key_heads + key_head) * a->keys * a->width;
  const int64_t *stride = a->bias_stride;
  double most = -INFINITY;
  for (int64_t k = 0; k < a->keys; k++, key += a->width) {
    double score = 0;
    for (int64_t i = 0; i < a->width; i++)
      score += query[i] * key[i];
    score *= a->scale;
    if (a->bias)
      score += a->bias->data[batch * stride[0] + head * stride[1] + row * stride[2] + k * stride[3]];
    scores[k] = a->causal && k > row ? -INFINITY : score;
    if (scores[k] > most) most = scores[k];
  }
  return most;
}

// Scores to weights; returns log of the sum of exp(score). A row without any key gives zeros.
static double soften_row(const Attention *a, double most, double *scores) {
  double sum = 0;
  for (int64_t k = 0; k < a->keys; k++) {
    scores[k] = isinf(most) ? 0 : exp(scores[k] - most);
    sum += scores[k];
  }
  for (int64_t k = 0; k < a->keys; k++)
    scores[k] = sum > 0 ? scores[k] / sum : 0;
  return sum > 0 ? most + log(sum) : -INFINITY;
}

static void attend(const Attention *a, int64_t batch, int64_t head, const double *weights, double *out) {
  int64_t key_head = head / (a->heads / a->key_heads);
  const double *value = a->value->data + (batch * a->key_heads + key_head) * a->keys * a->value_width;
  for (int64_t k = 0; k < a->keys; k++, value += a->value_width)
    for (int64_t i = 0; i < a->value_width; i++)
      out[i] += weights[k] * value[i];
}

// The result at a position of PyTorch's tuple when it holds at least `elements`, else NULL. Other results
// (seeds, sizes) stay 0.
static double *result_at(const EvaluateCall *call, int64_t position, int64_t elements) {
  for (int i = 0; i < call->op->result_count; i++)
    if (evaluate_entry(call, ATTRIBUTE_TUPLE, i, i) == position &&
        tensor_elements(&call->results[i]) == elements)
      return call->results[i].data;
  return NULL;
}

bool evaluate_attention(const EvaluateCall *call) {
  Attention a;
  if (!attention_of(call, &a)) return false;
  int64_t rows = a.batch * a.heads * a.rows;
  double *out = result_at(call, 0, rows * a.value_width), *logs = result_at(call, 1, rows);
  double *scores = memory_alloc(((size_t)a.keys + 1) * sizeof(double));
  for (int64_t i = 0; i < rows; i++) {
    int64_t row = i % a.rows, head = i / a.rows % a.heads, batch = i / a.rows / a.heads;
    double most = score_row(&a, batch, head, row, scores);
    double total = soften_row(&a, most, scores);
    if (logs) logs[i] = total;
    if (out) attend(&a, batch, head, scores, out + i * a.value_width);
  }
  free(scores);
  return true;
}
