// Work on the session that would hold up the screen, on a thread of its own: starting to compile or to time,
// scripts, and whatever else a view hands over. The session is lent to it: until it is done, nobody else
// may touch graph, plan or estimates, and the screen keeps its last picture.
#pragma once

#include "script/script.h"

typedef struct Task Task;

struct Explorer;

typedef enum TaskKind {
  TASK_COMPILE, // opens NVRTC and queues kernels; compiling goes on in job threads
  TASK_TIME,    // starts the GPU worker; timing goes on in a thread of the session's
  TASK_WORK,    // of the request's own functions
} TaskKind;

typedef struct TaskRequest {
  TaskKind kind;
  int kernel;    // TASK_COMPILE: NO_KERNEL: all
  bool counters; // TASK_TIME: hardware counters, too
  // TASK_WORK:
  const char *name; // what is being done, for the status line; copied
  bool apart;       // on copies of its own: the session is not lent, `work` gets NULL for it
  bool ends;        // by itself, as it runs no script: the end of the program waits for it
  bool (*work)(Session *session, void *data, const atomic_int *stop, Status *status); // on the thread
  // On the screen's thread, when the work is done: takes the result over and frees `data`. `explorer` NULL:
  // the screen is gone.
  void (*finish)(struct Explorer *explorer, void *data, bool ok, const Status *status);
  void *data;
} TaskRequest;

Task *task_start(Session *session, const TaskRequest *request);
TaskKind task_kind(const Task *task);
bool task_ends(const Task *task);        // whatever it does; else a script may hold it for ever
const char *task_name(const Task *task); // what is being done
int task_fd(const Task *task);           // readable when it is done
bool task_finished(const Task *task);
bool task_wait(const Task *task, int milliseconds); // the same, and waits for it so long
void task_stop(Task *task);                         // asks TASK_WORK to end; the task stays to be finished
// Waits for the end, lets TASK_WORK finish with `explorer` (may be NULL) and frees. True when the work was
// done; else *status says why not.
bool task_finish(Task *task, struct Explorer *explorer, Status *status);
