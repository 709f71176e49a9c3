// What a plan keeps in memory: which tensors are live at each launch, and when that is most.
#pragma once

#include "plan/plan.h"

// Memory of a graph value that is nobody's view; views, and results that are written into another's memory,
// are part of it.
typedef struct LiveTensor {
  int storage;     // value index
  int64_t bytes;   // that its memory spans
  int first, last; // launches between which it is live, both included
  bool is_input;   // the caller's: live throughout
  bool is_output;  // it leaves the graph: live from its first launch to the last
} LiveTensor;

typedef struct PlanLive {
  LiveTensor *tensors; // inputs first, then by their first launch
  int tensor_count;
  int64_t *bytes;   // of each launch in launch order: all that is live while it runs, scratch included
  int64_t *scratch; // of that, the workspace that its own grid reduction takes
  int launch_count;
  int peak;            // the first launch at which most is live; -1: there are no launches
  int64_t input_bytes; // of all inputs
} PlanLive;

// Tensors that only one kernel touches, because they stay in its registers, take no memory. What libraries
// take for themselves is not known, and not counted. Forgets lowered kernels as plan_relieve does. Free it.
PlanLive plan_live(Plan *plan);
// The same for who goes through all kernels anyway, so that none is lowered twice: look at each in launch
// order; the end frees the search.
typedef struct LiveSearch LiveSearch;
LiveSearch *live_search_new(Plan *plan);
void live_search_look(LiveSearch *search, int kernel, int launch);
PlanLive live_search_end(LiveSearch *search);
void plan_live_free(PlanLive *live);
const char *live_kind(const LiveTensor *tensor); // "input", "result" (also of an input) or "between"
bool live_at(const LiveTensor *tensor, int launch);
// The tensors that are live at a launch, largest first, of equal ones the earlier: at most `most` indices
// into `tensors`; returns how many there are in all.
int plan_live_holders(const PlanLive *live, int launch, int *out, int most);
