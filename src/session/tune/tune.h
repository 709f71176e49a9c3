// Tuning: the schedules of a session's plan, timed on the GPU. A job like measuring: it runs in a thread of
// its own and delivers through session_poll. Kernels with equal loop nests are tuned once.
#pragma once

#include "session/session.h"
#include "session/tune/search.h"

typedef struct TuneOptions {
  TrialOptions trial; // how each candidate is timed
  TuneLimits limits;  // how far the search goes
} TuneOptions;

typedef struct TuneReport TuneReport;
struct TuneReport {
  TunedKernel *kernels; // in launch order of the first of each
  int kernel_count;     // when cancelled: those that were done
};

// Tunes a kernel, or every generated kernel of the plan that takes longer than a launch by
// the estimate (NO_KERNEL), in the background. STATUS_MISSING
// without a GPU.
bool session_tune(Session *session, int kernel, const TuneOptions *options, Status *status);
// The same with another way to time them, without a GPU; `context` goes to the timer.
bool session_tune_with(Session *session, int kernel, const TuneOptions *options, TuneTimer timer,
                       void *context, Status *status);
bool session_tune_wait(Session *session, Status *status);
const TuneReport *session_tune_report(const Session *session); // of the last tuning that ended well; NULL
// Sets the best schedules in the plan, as one undo entry, for kernels that are still what was tuned, and
// keeps them in the tuning cache. Returns how many kernels have another schedule than the rules'.
int session_tune_apply(Session *session);
// Sets what the tuning cache has for kernels without overrides of their own, as one undo entry; returns for
// how many kernels it has an answer, and sets *changed (may be NULL) to how many have another schedule now.
int session_use_tuned(Session *session, int *changed);

// Reports: {"graph", "device", "plan", "kernels": [{"ids", "name", "default_us", "best_us", "gain",
// "schedule" (the knobs to set), "candidates": [{"set", "schedule", "estimate_us" and, when it was timed,
// "registers", "local_bytes", "time_us", "rounds" or "error", and "ratio" to the rules' choice in the same
// turns}]}], "total": {"default_us", "best_us"}}; or a table.
bool session_tune_json(Session *session, Text *out);
bool session_tune_table(Session *session, Text *out);
