// What runs beside the screen: tasks that have the session lent, one on copies, and the session's own jobs;
// and what the status line says when they end.
#pragma once

#include "explorer/state/explorer.h"
#include "explorer/state/work.h"

// Lends the session to a task. With Explorer.synchronous, waits for it.
void background_start(Explorer *explorer, const WorkRequest *request);
// The same for work that is nearly always done at once: waits a few milliseconds for it, so that the picture
// need not be drawn twice.
void background_start_short(Explorer *explorer, const WorkRequest *request);
// Starts work on copies, whatever the request says of its kind: keys go on. One at a time. With
// Explorer.synchronous, waits for it.
void background_start_apart(Explorer *explorer, const WorkRequest *request);
// Whether one is at work; says so, too.
bool background_apart_is_busy(Explorer *explorer);
// Ends it, if there is one, and drops what it made: before the graph that it reads is freed.
void background_stop_apart(Explorer *explorer);
// Asks all that runs to stop, and waits for scripts (heuristics, commands, lessons) at most so long.
// False: some goes on, and must be left with what it uses; the system's library cannot be stopped within a
// call.
bool background_settle(Explorer *explorer, int milliseconds);
// Stops the session's jobs, compiling what edits change, and asks the work on copies to stop.
void background_cancel(Explorer *explorer);
bool background_times(const Explorer *explorer); // the session's jobs time the plan, else they compile
bool background_report_is_old(const Explorer *explorer); // it is of another plan
// Takes over what has finished; true when the picture changed.
bool background_poll(Explorer *explorer);
