// What a profile says of the plan's kernels: the compiler's launches whose work they do.
#pragma once

#include "session/profile/join.h"
#include "session/session.h"

// Of a kernel of the plan that does all the work of one or more launches of the compiler's plan, and nothing
// else. Negative: not known.
typedef struct ProfiledView {
  bool known;       // else nothing below is
  int launches;     // of the compiler's, whose times are summed up
  int samples;      // runs that they were seen in: the fewest
  double time_us;   // medians
  double spread_us; // of a single launch
  double start_us;  // of the first, from the beginning of the run
  int stream, registers;
  double dram_read_bytes, dram_write_bytes, occupancy, dram_share; // of a single launch
} ProfiledView;

// NULL: the session has no profile, or the graph no compiler's plan that it could speak of.
const ProfileJoin *session_profile(Session *session);
// Why the compiler's plan, which there is, cannot be spoken of; NULL: it can, or there is none.
const char *session_profile_problem(Session *session);
ProfiledView session_profiled(Session *session, int kernel);
double session_profiled_us(Session *session); // of the plan's kernels that have a time, together
void session_profile_free(Session *session);
