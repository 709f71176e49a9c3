// What scripts do, in a process of its own: the session, the plan and the files are in the memory that it
// begins with; what comes back is what was printed and an answer, packed, which is checked as it is taken.
#pragma once

#include "base/child.h"
#include "base/pack.h"
#include "script/script.h"

typedef struct Apart {
  const char *who; // in messages: "the heuristic"
  int count;       // of things to do, one after the other; one that ends the process fails alone
  // In the child: adds to `answer`, or fails.
  bool (*work)(void *context, int item, Child *child, Text *answer, Status *status);
  // Here: an answer, to be read to its end; false: no such work gave it.
  bool (*take)(void *context, int item, Unpack *answer);
  // Here: a question of the work under way (apart_ask), and its reply. May be NULL: then none is asked.
  void (*ask)(void *context, Unpack *question, Text *reply);
  void *context;
  Text *output;       // gets what is printed; may be NULL
  ChildLimits limits; // apart_reading, apart_running
  const atomic_int *stop;
} Apart;

// Wider than those of the Lua state, whose errors say more: for files that are read to list or to open them,
// and for scripts that run, which may be NULL.
ChildLimits apart_reading(int files);
ChildLimits apart_running(const ScriptLimits *limits);
// Does all of it; status[i] is the end of the i-th.
void apart_run(const Apart *apart, Status *status);
// The same with a process for each of them, at most so many at once. Answers are taken in their order, on any
// thread, one at a time; no questions are asked. All of them together print no more than one may answer.
void apart_run_beside(const Apart *apart, int processes, Status *status);
// In the child: asks the process that began it, and waits for the reply.
void apart_ask(Child *child, const Text *question, Text *reply);
// In the child (NULL: in none): what was printed, from `*told` on, which moves on. No output is allowed.
void apart_tell(Child *child, const Text *output, size_t *told);
