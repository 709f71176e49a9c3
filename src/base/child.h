// Work in a process of its own that can compute and answer, and nothing else: it opens no file and no socket,
// starts nothing, and whatever it does ends only itself. What it is asked is in the memory that it begins
// with; only the answer is sent, and what its parent replies to questions in it.
//
// Of the threads, only the one that starts it goes on in it: work takes no lock that another thread may hold
// then. Those of the C library and of base/log.h are taken care of.
#pragma once

#include "base/status.h"
#include "base/text.h"

#include <stdatomic.h>

typedef struct Child Child; // as the work sees it

typedef struct ChildLimits {
  int cpu_seconds;     // of processor time
  size_t memory_bytes; // beyond what the process has when it begins
  size_t answer_bytes;
  int idle_seconds; // without using the processor; 0: 20
} ChildLimits;

typedef struct ChildRun {
  void (*work)(Child *child, void *context);
  void *context;
  const char *who; // in messages: "the heuristic"
  ChildLimits limits;
  const atomic_int *stop; // not 0: it is to end; may be NULL
  // Told of all that was answered so far whenever there is more; what it adds to `reply`, at most
  // CHILD_REPLY_MOST bytes, is sent to the work (child_hear), whose idle time then begins anew. May be NULL.
  void (*heard)(void *context, const Text *answer, Text *reply);
} ChildRun;
enum { CHILD_REPLY_MOST = 1 << 17 };

// Runs the work, and waits for its end, or ends it: when it passes a limit, or goes on when it is to stop.
// False then, or when it crashed, with a sentence (STATUS_CANCELLED when it was stopped). What it answered
// until then is added to `answer` in any case.
bool child_run(const ChildRun *run, Text *answer, Status *status);
// Whether this system keeps the work from opening files and the like (seccomp); limits hold without it.
bool child_is_confined(void);

// ---- For the work.
void child_answer(Child *child, const void *bytes, size_t length);
void child_hear(Child *child, void *bytes, size_t length); // waits for so many bytes of replies
const atomic_int *child_stop(const Child *child);          // not 0: it is to end now
