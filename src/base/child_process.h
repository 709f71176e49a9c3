// A child's process as its parent sees it, from its start to its end: base/child.c's and base/child_pool.c's.
#pragma once

#include "base/child.h"

#include <sys/types.h>

enum { CHILD_LOOK_MS = 20 }; // between two looks at it

typedef enum ChildEnding {
  CHILD_GOES_ON,
  ENDED_ITSELF,
  ENDED_STOPPED,
  ENDED_FLOOD,
  ENDED_BUSY,
  ENDED_IDLE,
  ENDED_LATE,
} ChildEnding;

typedef struct ChildProcess {
  const char *who; // in messages
  ChildLimits limits;
  pid_t process;
  double cpu_ms;  // that it had used when it was last seen at work, or in all
  int idle_looks; // one after another, at which it was not
} ChildProcess;

// 0 in the child, where signals have their first meanings, and none that the terminal sends is heard; -1 and
// errno where the system has no process left. Every signal is held back while there are two of us: a handler
// runs in the one that it was meant for.
pid_t child_fork(void);
double child_clock_ms(void);
double child_cpu_ms(const ChildProcess *process); // that it has used; 0: unknown
// To be asked at every look at which nothing came of it. By looks and not by the clock: while the parent is
// suspended, the child may be, too.
bool child_is_idle(ChildProcess *process);
// Ends it, unless it ended itself, and says how it ended; what does not die of a kill is left alone.
bool child_end(ChildProcess *process, ChildEnding ending, Status *status);
