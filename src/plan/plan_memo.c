// Answers of plan_fused, kept. What two kernels without copies become together depends on those two alone
// (their stamps), but for pins and for paths around them, which are looked at again when anything in the plan
// has changed. Refusals, and answers about kernels with copies, hold for one version of the plan.
#include "plan/plan_internal.h"

enum { MOST_ANSWERS = 1 << 20, MOST_REFUSALS = 1 << 14 };

static uint64_t pair_key(const Plan *plan, int a, int b, bool force) {
  return ((uint64_t)a * (uint64_t)plan->op_count + (uint64_t)b) * 2 + force;
}

PairAnswer *memo_find(Plan *plan, int a, int b, bool force) {
  int64_t at;
  if (!hashmap_get(&plan->memo.index, pair_key(plan, a, b, force), &at)) return NULL;
  PairAnswer *answer = &plan->memo.answers.data[at];
  bool same = answer->stamp[0] == stamp_of(plan, home_of(plan, a)) &&
              answer->stamp[1] == stamp_of(plan, home_of(plan, b));
  return same ? answer : NULL;
}

void memo_add(Plan *plan, int a, int b, bool force, const PlanLowered *lowered, const Reason *reason) {
  PairMemo *memo = &plan->memo;
  if (memo->answers.count == MOST_ANSWERS || memo->refusals.count == MOST_REFUSALS) memo_clear(plan);
  PairAnswer answer = {.stamp = {stamp_of(plan, home_of(plan, a)), stamp_of(plan, home_of(plan, b))},
                       .version = plan->version,
                       .lowered = lowered,
                       .refusal = memo->refusals.count};
  if (!lowered) vector_push(&memo->refusals, *reason);
  uint64_t key = pair_key(plan, a, b, force);
  int64_t at = memo->answers.count;
  if (hashmap_get(&memo->index, key, &at)) {
    memo->answers.data[at] = answer;
    return;
  }
  hashmap_set(&memo->index, key, at);
  vector_push(&memo->answers, answer);
}

void memo_clear(Plan *plan) {
  hashmap_free(&plan->memo.index);
  vector_free(&plan->memo.answers);
  vector_free(&plan->memo.refusals);
}
