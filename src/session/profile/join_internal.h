// What the files of joining share.
#pragma once

#include "base/hash.h"
#include "session/profile/join.h"

enum { NAME_OTHER = -1 }; // a generated kernel of another graph

typedef struct JoinName {
  int number; // of the kernel's name
  int at;     // in the dump's kernels, or in the profile's launches
} JoinName;

typedef struct JoinSamples {
  VECTOR(double) time_us;
  VECTOR(double) start_us;
  int seen;
  const ProfileLaunch *last;
} JoinSamples;

typedef struct Joining {
  const Profile *profile;
  const DumpPlan *dump;
  ProfileJoin *join;
  NameMap names;                // of the dump's generated kernels -> number
  VECTOR(const char *) sources; // by number: the file of the first kernel of that name; NULL: unknown
  VECTOR(JoinName) wanted;      // the dump's generated kernels, in the order of their launches
  VECTOR(JoinName) seen;        // the profile's
  VECTOR(int) runs;             // where each begins, in `seen`; they do not overlap
  bool repeats;                 // the wanted sequence ends as it begins
  JoinSamples *samples;         // one a kernel of the dump
  VECTOR(double) busy_us;       // of each run
  VECTOR(double) run_us;
  int streams;       // of the last run
  bool told_outside; // that those around the generated kernels could not be told
  bool by_name;      // what kernels are one call is told by their names: the profile does not say
  bool told_unclear; // that library calls could not be told apart
} Joining;

void join_tell(Joining *joining, const char *format, ...) __attribute__((format(printf, 2, 3)));
void join_add_sample(Joining *joining, int kernel, const ProfileLaunch *launch, double start_us,
                     double time_us);
// join_library.c: the library calls of the run whose generated kernels begin at `first` of `seen`. Those
// before them come first: where the run begins, in the profile's launches.
int join_before(Joining *joining, int first);
void join_behind(Joining *joining, int first, int begin); // all others, and how long the run is
