// Work on the session that would hold up the screen, on a thread of its own: heuristics, and starting to
// compile or to time. The session is lent to it: until it is done, nobody else may touch graph, plan or
// estimates, and the screen keeps its last picture.
#pragma once

#include "script/script.h"

typedef struct Task Task;

typedef enum TaskKind {
  TASK_HEURISTIC,
  TASK_COMPILE, // opens NVRTC and queues kernels; compiling goes on in job threads
  TASK_TIME,    // starts the GPU worker; timing goes on in a thread of the session's
} TaskKind;

typedef struct TaskRequest {
  TaskKind kind;
  const char *heuristic; // TASK_HEURISTIC: name or path, copied
  int kernel;            // TASK_COMPILE: NO_KERNEL: all
  bool counters;         // TASK_TIME: hardware counters, too
} TaskRequest;

Task *task_start(Session *session, const TaskRequest *request);
TaskKind task_kind(const Task *task);
const char *task_name(const Task *task); // the heuristic's, or what is being done
int task_fd(const Task *task);           // readable when it is done
bool task_finished(const Task *task);
void task_stop(Task *task); // asks a heuristic to end; the task stays to be finished
// Waits for the end and frees. True when the work was done; else *status says why not.
bool task_finish(Task *task, Status *status);
