// Tabs over the plan's launches: j and k, and a click, take the cursor to another launch's kernel.
#pragma once

#include "explorer/state/explorer.h"
#include "plan/program/live.h"
#include "session/results/timeline.h"

// Both as they are now, worked out anew only when plan or results are other ones than when they were asked
// for last. Valid until the next call of either. Of a large plan the timeline takes longer than a key may:
// NULL until it is worked out between keys, where the trace is shown; then Explorer.revision is counted up.
const Timeline *launches_timeline(Explorer *explorer);
const PlanLive *launches_live(Explorer *explorer);
int launches_here(const Explorer *explorer);      // the launch of the cursor's kernel; -1: it has none
void launches_step(Explorer *explorer, int rows); // to another one; as Tab.step
void launches_pick(Explorer *explorer, int tag);  // to launch tag - 1; as Tab.pick
