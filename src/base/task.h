// One thread of work: it tells how far it is, looks whether it is to end, and is waited for by a descriptor.
// Its data crosses over at its start, with each step that it tells (what was written before the telling may
// be read by whoever has seen it), and at its end. Many small jobs with an order among them: base/jobs.h.
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

typedef struct Task Task;

// Runs `run` on a thread of its own. NULL when the system has no thread, or no descriptors, left.
Task *task_start(void (*run)(Task *task, void *data), void *data);
// The same for work that ends by itself: without a thread it is run here, and has ended. Never NULL.
Task *task_start_or_run(void (*run)(Task *task, void *data), void *data);

// ---- For the work.
bool task_cancelled(const Task *task);
// The same for what looks by itself: not 0 once it is cancelled. Lives as long as the task.
const atomic_int *task_cancel_flag(const Task *task);
void *task_data(const Task *task);     // what it was started with
void task_tell(Task *task, int steps); // so many are done
// Until the descriptor is readable (negative: none) or so many milliseconds have passed (negative: no limit).
// False: at once when it is cancelled, before or meanwhile.
bool task_sleep(const Task *task, int descriptor, int milliseconds);

// ---- For the thread that started it.
int task_fd(const Task *task);    // readable with every step, until task_seen, and when the work has ended
bool task_seen(Task *task);       // ends that, unless the work has ended; true: there was something to see
int task_steps(const Task *task); // as they were told last
bool task_ended(const Task *task);
// Waits for task_fd, at most so many milliseconds (negative: no limit). True: the work has ended.
bool task_wait(const Task *task, int milliseconds);
void task_cancel(Task *task); // asks it to end, and does not wait
int task_join(Task *task);    // waits for its end, and frees it: the steps that it told; NULL is allowed
void task_free(Task *task);   // cancels it first; NULL is allowed
