#include "kernel/template/memo.h"

#include "base/hash.h"
#include "base/vector.h"

#include <stdlib.h>

enum { MOST_KNOWN = 1 << 15, UNKNOWN = -1 };

// Of a nest and overrides.
typedef struct KnownChoice {
  bool refused;
  Schedule schedule;
} KnownChoice;

// Of a nest and a schedule; `launch.threads` and `need` are UNKNOWN until asked for.
typedef struct KnownForm {
  LaunchShape launch;
  int need;
} KnownForm;

struct ScheduleMemo {
  HashMap choice_index, form_index; // -> positions in
  VECTOR(KnownChoice) choices;
  VECTOR(KnownForm) forms;
};

ScheduleMemo *schedule_memo_new(void) {
  return memory_alloc(sizeof(ScheduleMemo));
}

static void forget(ScheduleMemo *memo) {
  hashmap_free(&memo->choice_index);
  hashmap_free(&memo->form_index);
  vector_free(&memo->choices);
  vector_free(&memo->forms);
}

void schedule_memo_free(ScheduleMemo *memo) {
  if (!memo) return;
  forget(memo);
  free(memo);
}

static uint64_t choice_key(const Nest *nest, const ScheduleOverride *overrides) {
  uint64_t key = hash_integer(hash_integer(nest->hash, nest->ordered), overrides ? overrides->set : 0);
  for (int knob = 0; overrides && knob < KNOB_COUNT; knob++)
    if (overrides->set >> knob & 1) key = hash_integer(key, overrides->knob[knob]);
  return key;
}

bool schedule_memo_choose(ScheduleMemo *memo, const Nest *nest, const GpuLimits *limits,
                          const ScheduleOverride *overrides, Schedule *schedule, Reason *reason) {
  Reason unwanted;
  Reason *told = reason ? reason : &unwanted;
  int64_t at;
  // What is chosen for a size as an argument depends on more than the nest.
  if (!memo || nest->sized) return schedule_choose(nest, limits, overrides, schedule, told);
  uint64_t key = choice_key(nest, overrides);
  if (hashmap_get(&memo->choice_index, key, &at)) {
    const KnownChoice *known = &memo->choices.data[at];
    if (!known->refused) *schedule = known->schedule;
    // Why not is said with the names of this nest's ops.
    if (!known->refused || !reason) return !known->refused;
  }
  bool chosen = schedule_choose(nest, limits, overrides, schedule, told);
  if (memo->choices.count == MOST_KNOWN) forget(memo);
  hashmap_set(&memo->choice_index, key, memo->choices.count);
  vector_push(&memo->choices, ((KnownChoice){!chosen, *schedule}));
  return chosen;
}

// Found, or still to be filled in; valid until the next is asked for.
static KnownForm *form_of(ScheduleMemo *memo, const Nest *nest, const Schedule *schedule) {
  uint64_t key = hash_integer(hash_integer(nest->hash, nest->ordered), template_index(schedule->kind));
  int64_t at = memo->forms.count;
  key = hash_bytes(key, schedule->knob, sizeof schedule->knob);
  if (hashmap_get(&memo->form_index, key, &at)) return &memo->forms.data[at];
  if (memo->forms.count == MOST_KNOWN) forget(memo);
  hashmap_set(&memo->form_index, key, memo->forms.count);
  vector_push(&memo->forms, ((KnownForm){.launch.threads = UNKNOWN, .need = UNKNOWN}));
  return &memo->forms.data[memo->forms.count - 1];
}

LaunchShape schedule_memo_launch(ScheduleMemo *memo, const Nest *nest, const Schedule *schedule,
                                 const GpuLimits *limits) {
  if (!memo || nest->sized) return schedule_launch(nest, schedule, limits);
  KnownForm *known = form_of(memo, nest, schedule);
  if (known->launch.threads == UNKNOWN) known->launch = schedule_launch(nest, schedule, limits);
  return known->launch;
}

int schedule_memo_need(ScheduleMemo *memo, const Nest *nest, const Schedule *schedule) {
  if (!memo || nest->sized) return schedule_register_need(nest, schedule);
  KnownForm *known = form_of(memo, nest, schedule);
  if (known->need == UNKNOWN) known->need = schedule_register_need(nest, schedule);
  return known->need;
}
