// A plan over time: its kernels in launch order, estimated and measured beside each other.
#pragma once

#include "session/session.h"

typedef struct TimelineLaunch {
  int kernel;
  double start_us, estimate_us; // by the estimates: where it begins, and how long it takes
  double launch_us;             // of that, what every launch takes
  bool timed;                   // measured_us is known
  double measured_us;           // of the kernel alone
  double measured_start_us;     // by what was measured, and the estimates where nothing was
  bool profiled;                // the following is known
  double profile_us;            // of the compiler's launches, in a profile of the program
  double profile_start_us;      // from the beginning of the run; negative: not known
  int stream;                   // negative: not known
} TimelineLaunch;

typedef struct Timeline {
  TimelineLaunch *launches;
  int count;
  int known;                // launches that timeline_work has looked at
  struct Replay *replay;    // of those; NULL at the end
  struct Replay *run;       // of those that are run; NULL at the end
  double estimate_us;       // sum of all
  double launch_us;         // of it, what launching takes
  double replay_us;         // estimated as one CUDA graph, in which kernels find in L2 what those before left
  int not_run;              // launches that measuring leaves out: library calls that are only estimated
  double run_us;            // replay_us without those
  int timed;                // launches that were measured
  double measured_us;       // sum of those
  double timed_estimate_us; // what the same were estimated to take
  double end_us;            // of the lane of measured times, and of a profile's
  int profiled;             // launches with a profile's time
  double profile_us;        // sum of those
} Timeline;

// Of the session's plan as it is. Free it.
Timeline timeline_new(Session *session);
// The same in steps: nothing is known at first, and until the end plan, device and results have to stay as
// they are. Looks at so many more launches (negative: all); true at the end, where all of it is known.
Timeline timeline_begin(Session *session);
bool timeline_work(Timeline *timeline, Session *session, int most);
void timeline_free(Timeline *timeline);
