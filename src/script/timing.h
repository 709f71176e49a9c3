// How a script that runs has plans timed: it asks the process that began it, which has the GPU.
#pragma once

#include "base/pack.h"
#include "script/script.h"

// ---- There: the answer to a question of the script's.
void timing_reply(const HeuristicRun *run, Plan *scratch, Unpack *question, Text *reply);

// ---- In the script's process.
void timing_ask(const Plan *plan, Text *question);
// False with the reason that there is no time.
bool timing_read(const Plan *plan, Unpack *reply, PlanTimes *times, Status *status);
