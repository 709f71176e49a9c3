#include "cost/candidates.h"

#include "cost/candidates_find.h"

#include <stdlib.h>

Candidates *candidates_new(Estimator *estimator, Plan *plan) {
  Candidates *candidates = memory_alloc(sizeof *candidates);
  candidates->estimator = estimator;
  candidates->plan = plan;
  candidates->op = NO_OP;
  return candidates;
}

void candidates_free(Candidates *candidates) {
  if (!candidates) return;
  vector_free(&candidates->list);
  free(candidates);
}

bool candidates_look(Candidates *candidates, int op) {
  uint64_t version = plan_version(candidates->plan);
  if (candidates->op == op && candidates->version == version) return false;
  candidates->op = op;
  candidates->version = version;
  candidates->asked = candidates->left_out = candidates->best_count = candidates->legal_count = 0;
  vector_clear(&candidates->list);
  if (op != NO_OP && !plan_graph(candidates->plan)->ops[op].is_view) candidates_find(candidates);
  return true;
}

// Less is shown as 0.00 µs.
static const double least_us = 0.005;

CandidateWorth candidate_worth(const Candidate *candidate) {
  double saved_us = candidate->effect.saved_us;
  return saved_us >= least_us    ? CANDIDATE_PAYS
         : saved_us <= -least_us ? CANDIDATE_COSTS
                                 : CANDIDATE_SAME_TIME;
}

bool candidates_complete(const Candidates *candidates) {
  return candidates->asked == candidates->list.count;
}

// Below this share of the kernels' time the model cannot tell schedules apart.
static const double least_gain = 0.01;

// Nor does a GPU's timer tell less than this.
static const double least_advice_us = 0.1;

bool candidate_advisable(const Candidate *candidate) {
  const Effect *effect = &candidate->effect;
  return effect->legal && effect->saved_us >= least_advice_us &&
         effect->saved_us > least_gain * effect->before_us;
}

// Another knob makes the same of the kernel.
static bool is_repeated(const Candidates *candidates, const Candidate *candidate) {
  for (int i = 0; i < candidates->best_count; i++) {
    const Candidate *other = &candidates->list.data[candidates->best[i]];
    if (other->origin == FROM_KNOB && other->effect.kernels[0].after == candidate->effect.kernels[0].after)
      return true;
  }
  return false;
}

// What always runs alone is worth a word only where the op's own edges lead.
static bool is_never(const Candidate *candidate) {
  ReasonCode code = candidate->effect.reason.code;
  return candidate->origin != FROM_EDGE && (code == REASON_LIBRARY || code == REASON_OPAQUE);
}

// Schedules are many: only those are shown that help, each once. And nothing that changes nothing.
static bool is_worth_showing(const Candidates *candidates, const Candidate *candidate) {
  const Effect *effect = &candidate->effect;
  if (candidate->origin != FROM_KNOB) return effect->reason.code != REASON_NO_CHANGE && !is_never(candidate);
  return effect->legal && effect->kernel_count == 1 && effect->saved_us > least_gain * effect->before_us &&
         !is_repeated(candidates, candidate);
}

static bool is_better(const Candidate *a, const Candidate *b) {
  if (a->effect.legal != b->effect.legal) return a->effect.legal;
  if (!a->effect.legal) return false;
  CandidateWorth worth = candidate_worth(a);
  if (worth != candidate_worth(b)) return worth > candidate_worth(b);
  if (worth == CANDIDATE_SAME_TIME) return a->effect.saved_dram_bytes > b->effect.saved_dram_bytes;
  return a->effect.saved_us > b->effect.saved_us;
}

static void sort_in(Candidates *candidates, int index) {
  const Candidate *candidate = &candidates->list.data[index];
  int at = candidates->best_count++;
  for (; at > 0 && is_better(candidate, &candidates->list.data[candidates->best[at - 1]]); at--)
    candidates->best[at] = candidates->best[at - 1];
  candidates->best[at] = index;
  candidates->legal_count += candidate->effect.legal;
}

bool candidates_ask(Candidates *candidates) {
  if (candidates_complete(candidates)) return false;
  int index = candidates->asked++;
  Candidate *candidate = &candidates->list.data[index];
  candidate->effect = estimator_effect(candidates->estimator, candidates->plan, &candidate->proposal);
  candidate->asked = true;
  if (is_worth_showing(candidates, candidate)) sort_in(candidates, index);
  return true;
}

const Candidate *candidates_get(const Candidates *candidates, int place) {
  if (place < 0 || place >= candidates->best_count) return NULL;
  return &candidates->list.data[candidates->best[place]];
}
