// A profile's launches joined onto the kernels of a compiler's plan.
//
// Generated kernels have names, which are one graph's only as a sequence: a run of the graph is a place at
// which its generated kernels follow each other in the order of its launches, with no other one between. What
// ran between two of them are the library calls that the plan has there. What cannot be told apart is left
// out, with a sentence.
#pragma once

#include "graph/read/read.h"
#include "session/profile/profile.h"

// One launch of the compiler's plan: medians over the runs. Negative: not known.
typedef struct ProfileTime {
  int samples;      // runs that it was seen in; 0: all else is not known
  double time_us;   // of the call; of a library, of all its kernels together
  double spread_us; // half the distance between the 10th and 90th percentile
  double start_us;  // from the beginning of the run
  int stream;       // of the last run
  int registers;
  double dram_read_bytes, dram_write_bytes, occupancy, dram_share;
} ProfileTime;

typedef struct ProfileJoin {
  Arena *arena;
  ProfileTime *launches;          // one a kernel of the dump, in its order
  int count, joined;              // joined: with a sample
  int runs;                       // whole ones; 0: joined by name alone
  double busy_us;                 // median of a run: while any of its kernels ran; negative: not known
  double run_us;                  // and from the first one's begin to the last one's end
  int streams;                    // that a run's kernels are on
  VECTOR(const char *) sentences; // what could not be told
} ProfileJoin;

ProfileJoin *profile_join(const Profile *profile, const DumpPlan *dump);
void profile_join_free(ProfileJoin *join); // NULL is allowed
