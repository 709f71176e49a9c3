// What a plan takes on the GPU, as searches that measure ask for it.
#pragma once

#include "session/session.h"

typedef struct PlanTimes {
  double time_us; // of the whole
  int count;      // of the kernels that ran
  int *ops;       // an op of each
  double *us;     // what each takes alone
} PlanTimes;
void plan_times_free(PlanTimes *times);

// Of the session's plan, out of its last measurement, whose results must be right.
bool plan_times_take(Session *session, PlanTimes *times, Status *status);
// Compiles, checks and times a plan of the session's graph in the place of its own, which is there again
// afterwards. Blocking; `stop` (may be NULL) not 0 ends it. STATUS_MISSING without a GPU.
bool session_time_plan(Session *session, const Plan *plan, const atomic_int *stop, PlanTimes *times,
                       Status *status);
