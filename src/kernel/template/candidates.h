// Candidates: the schedules near a given one that are worth timing, for a search that climbs from one to the
// next. The rules stay the only place that knows how knobs go together: a candidate sets one knob more than
// its base, and what the others become follows from the rules.
#pragma once

#include "kernel/template/schedule.h"

typedef struct ScheduleCandidate {
  ScheduleOverride override; // what a person would set to get `schedule`
  Schedule schedule;
  uint64_t code; // code_name_key of what is emitted: equal code is one candidate
} ScheduleCandidate;

enum { CANDIDATES_MOST = 64 };

// `base` itself (NULL: the rules' own choice), then its neighbours in the order of the knobs. Left out: what
// no rule allows, what can be predicted to spill while the base does not, and what comes out as code that is
// in the list already. Returns how many there are, at most `capacity`; 0 when the base itself does not fit.
int schedule_candidates(const Nest *nest, const GpuLimits *limits, const ScheduleOverride *base,
                        ScheduleCandidate *out, int capacity);
// The values of one knob around a schedule's that are worth trying, most promising first: what the list above
// is made of. Whether any schedule has them is not asked. Returns how many there are.
enum { KNOB_NEIGHBOURS = 8 };
int schedule_knob_neighbours(const Nest *nest, const GpuLimits *limits, const Schedule *schedule, Knob knob,
                             int out[KNOB_NEIGHBOURS]);
// What of an override decides about results rather than time: tuning leaves it as it is.
ScheduleOverride schedule_override_fixed(const ScheduleOverride *override);
// Sets or replaces a knob of an override.
void schedule_override_set(ScheduleOverride *override, Knob knob, int value);
