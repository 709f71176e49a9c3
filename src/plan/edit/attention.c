// Attention: three kernels of which no two can be one, since none holds whole rows of scores.
#include "graph/core/attention.h"
#include "plan/plan_internal.h"

enum { MOST_NEIGHBOURS = 64 };

typedef int (*Neighbours_of)(const Plan *plan, int kernel, int *out, int capacity);

static bool has_product(const Plan *plan, int kernel) {
  return plan_products(plan, kernel, NULL, 0) > 0;
}

static bool has_reduction(const Plan *plan, int kernel) {
  const Slot *slot = slot_of(plan, kernel);
  for (int i = 0; i < slot->ops.count; i++)
    if (plan->graph->ops[slot->ops.data[i]].op_class == CLASS_REDUCE) return true;
  return false;
}

// The only one beside the kernel with a product; NO_KERNEL: there is none, or several.
static int product_beside(const Plan *plan, int kernel, Neighbours_of beside) {
  int around[MOST_NEIGHBOURS], count = beside(plan, kernel, around, MOST_NEIGHBOURS), found = NO_KERNEL;
  for (int i = 0; i < count && i < MOST_NEIGHBOURS; i++) {
    if (!has_product(plan, around[i])) continue;
    if (found != NO_KERNEL) return NO_KERNEL;
    found = around[i];
  }
  return found;
}

// Of two kernels the one that could make weights: it has no product, or stands between two that have.
static int weights_of(const Plan *plan, int left, int right) {
  int around[MOST_NEIGHBOURS];
  if (!has_product(plan, left)) return left;
  if (!has_product(plan, right)) return right;
  int count = plan_kernel_consumers(plan, left, around, MOST_NEIGHBOURS);
  for (int i = 0; i < count && i < MOST_NEIGHBOURS; i++)
    if (product_beside(plan, around[i], plan_kernel_consumers) == right) return around[i];
  return NO_KERNEL;
}

// What counts rows and keys for the weights alone comes along.
static int add_numbers(const Plan *plan, int weights, int *out, int count, int capacity) {
  int around[MOST_NEIGHBOURS], makers = plan_kernel_producers(plan, weights, around, MOST_NEIGHBOURS);
  for (int i = 0; i < makers && i < MOST_NEIGHBOURS && count < capacity; i++) {
    int op = slot_of(plan, around[i])->ops.data[0];
    bool alone = plan_kernel_consumers(plan, around[i], NULL, 0) == 1;
    if (alone && plan->graph->ops[op].op_class == CLASS_CREATE) out[count++] = op;
  }
  return count;
}

int plan_attention(const Plan *plan, int a, int b, int *out, int capacity) {
  int left = plan_home(plan, a), right = plan_home(plan, b);
  if (left == NO_KERNEL || right == NO_KERNEL || left == right || capacity < 3) return 0;
  int weights = weights_of(plan, left, right);
  if (weights == NO_KERNEL || !has_reduction(plan, weights)) return 0; // no softmax
  int scores = product_beside(plan, weights, plan_kernel_producers),
      values = product_beside(plan, weights, plan_kernel_consumers);
  bool known = (left == weights || left == scores || left == values) &&
               (right == weights || right == scores || right == values);
  if (scores == NO_KERNEL || values == NO_KERNEL || !known) return 0;
  const int kernels[] = {scores, weights, values};
  for (int i = 0; i < 3; i++)
    out[i] = slot_of(plan, kernels[i])->ops.data[0];
  return add_numbers(plan, weights, out, 3, capacity);
}

// ---- Attention as one op.

static bool is_computed(const Op *op) {
  bool looks_up = op->code == OP_INDEX || op->code == OP_GATHER || op->code == OP_EMBEDDING;
  return op->mutates < 0 && (op->op_class == CLASS_POINTWISE || op->op_class == CLASS_CREATE || looks_up);
}

// Adds the op behind a value, once, where the kernel could compute it. False: there is no room.
static bool add_maker(const Plan *plan, int kernel, int value, int *out, int *count, int capacity) {
  const Graph *graph = plan->graph;
  int op = value == NO_VALUE ? NO_OP : graph->values[graph_source(graph, value)].producer;
  if (op == NO_OP || !is_computed(&graph->ops[op]) || slot_has(plan, kernel, op)) return true;
  for (int i = 0; i < *count; i++)
    if (out[i] == op) return true;
  if (*count == capacity) return false;
  out[(*count)++] = op;
  return true;
}

int plan_bias(const Plan *plan, int op, int *out, int capacity) {
  AttentionCall call;
  int kernel = plan_home(plan, op), count = 0;
  if (kernel == NO_KERNEL || !attention_call(plan->graph, &plan->graph->ops[op], &call) || call.bias < 0)
    return 0;
  bool room = add_maker(plan, kernel, plan->graph->ops[op].operands[call.bias].value, out, &count, capacity);
  for (int i = 0; i < count && room; i++) {
    const Op *maker = &plan->graph->ops[out[i]];
    for (int k = 0; k < maker->operand_count && room; k++)
      room = add_maker(plan, kernel, maker->operands[k].value, out, &count, capacity);
  }
  return room ? count : 0;
}
