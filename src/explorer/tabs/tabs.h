// The table of the detail pane's tabs, in the order in which they are turned through. Each row is an id and
// the name of its Tab (tab_<name>), which a file of this folder defines: see tab.h.
#pragma once

#define TABS(X) \
  X(WHY, why) \
  X(CODE, code) \
  X(CANDIDATES, candidates) \
  X(CLIFF, cliff) \
  X(NUMBERS, numbers) \
  X(MEMORY, memory) \
  X(ROOFLINE, roofline) \
  X(TRACE, trace) \
  X(LIVE, live) \
  X(PTX, ptx) \
  X(SASS, sass) \
  X(SWEEP, sweep) \
  X(PLANS, plans) \
  X(CHANGES, changes) \
  X(REPLAY, replay) \
  X(SCRIPT, script) \
  X(GRAPHS, graphs) \
  X(EXPERIMENT, experiment)

typedef enum DetailTab {
#define X(id, name) TAB_##id,
  TABS(X)
#undef X
      TAB_COUNT
} DetailTab;
