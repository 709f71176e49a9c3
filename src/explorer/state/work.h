// Work on the session that would hold up the screen, on a thread of its own: starting to compile or to time,
// scripts, and whatever else a view hands over. The session is lent to it: until it is done, nobody else
// may touch graph, plan or estimates, and the screen keeps its last picture.
#pragma once

#include "script/script.h"

typedef struct Work Work;

struct Explorer;

typedef enum WorkKind {
  WORK_COMPILE, // opens NVRTC and queues kernels; compiling goes on in job threads
  WORK_TIME,    // starts the GPU worker; timing goes on in a thread of the session's
  WORK_OWN,     // of the request's own functions
} WorkKind;

typedef struct WorkRequest {
  WorkKind kind;
  int kernel;    // WORK_COMPILE: NO_KERNEL: all
  bool counters; // WORK_TIME: hardware counters, too
  // WORK_OWN:
  const char *name; // what is being done, for the status line; copied
  bool apart;       // on copies of its own: the session is not lent, `work` gets NULL for it
  bool ends;        // by itself, as it runs no script: the end of the program waits for it
  bool (*work)(Session *session, void *data, const atomic_int *stop, Status *status); // on the thread
  // On the screen's thread, when the work is done: takes the result over and frees `data`. `explorer` NULL:
  // the screen is gone.
  void (*finish)(struct Explorer *explorer, void *data, bool ok, const Status *status);
  void *data;
} WorkRequest;

Work *work_start(Session *session, const WorkRequest *request);
WorkKind work_kind(const Work *work);
bool work_ends(const Work *work);        // whatever it does; else a script may hold it for ever
const char *work_name(const Work *work); // what is being done
int work_fd(const Work *work);           // readable when it is done
bool work_finished(const Work *work);
bool work_wait(const Work *work, int milliseconds); // the same, and waits for it so long
void work_stop(Work *work);                         // asks it to end; it stays to be finished
// Waits for the end, lets WORK_OWN finish with `explorer` (may be NULL) and frees. True when the work was
// done; else *status says why not.
bool work_finish(Work *work, struct Explorer *explorer, Status *status);
