// A heuristic running on a thread of its own. The session is lent to it: until it is done, nobody else may
// touch graph, plan or estimates, and the screen keeps its last picture.
#pragma once

#include "script/script.h"

typedef struct Task Task;

Task *task_start(Session *session, const char *heuristic); // name or path
const char *task_name(const Task *task);
int task_fd(const Task *task); // readable when it is done
bool task_finished(const Task *task);
void task_stop(Task *task); // asks the script to end; it stays to be finished
// Waits for the end and frees. True when the heuristic did its work; else *status says why not.
bool task_finish(Task *task, Status *status);
