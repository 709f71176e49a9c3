// Failures on request: the functions of the C library that give memory or work on files, as this program and
// every library in it call them (inject_memory.c, inject_files.c). Until fault_arm they do as always.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum FaultKind {
  FAULT_MEMORY, // malloc and its kin return NULL
  FAULT_FILES,  // calls on files below `folder` fail with `error`
} FaultKind;

// Instead of an errno: what is read or written is cut to its half, which is no failure.
enum { FAULT_SHORT = -1 };

typedef struct Fault {
  FaultKind kind;
  long at;            // the call that fails, from 1 up; 0: none, they are counted
  bool onwards;       // all later ones fail, too
  bool placed;        // where each call comes from is noted
  int error;          // of FAULT_FILES: an errno, or FAULT_SHORT; only calls that can give it count
  const char *folder; // of FAULT_FILES; kept, not copied
} Fault;

enum { FAULT_CALLS_MOST = 1 << 18 };

// What became of a fault, in memory that the parent of the process shares.
typedef struct FaultRecord {
  _Atomic long calls;                // that could have failed so far
  _Atomic bool tripped;              // one did fail
  char name[256];                    // the function that failed first, and its file
  uint64_t places[FAULT_CALLS_MOST]; // of `placed`: a hash of the stack of each of the first calls
} FaultRecord;

// From here on calls are counted and fail. `record` is written to until the process ends. With FAULTS_TRACE
// in the environment, where it failed goes to stderr.
void fault_arm(const Fault *fault, FaultRecord *record);

// Of the functions here alone: counts a call of that kind, and says whether it must fail. `path`: the file,
// or NULL.
bool fault_trips(FaultKind kind, const char *name, const char *path);
// The fault that is armed; NULL: none.
const Fault *fault_armed(void);
