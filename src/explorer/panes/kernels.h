// The kernels pane: the table of kernels, its filter and its order.
#pragma once

#include "explorer/panes/kernel_table.h"
#include "explorer/state/explorer.h"

// For the pane's own files and the actions on its table.
typedef struct KernelsPane {
  KernelTable table;
  bool filtering;        // the line of the table's filter is open
  Text filter_before;    // what it was then
  int expensive;         // the op that "most expensive kernel" went to last; NO_OP: to none
  int expensive_kernel;  // its kernel then, which edits may have changed since
  double expensive_us;   // ... and what that took
  uint64_t seen_results; // when the table was made, see Explorer.results
  bool follow, tell;     // once the table is made: the cursor's kernel is in sight; how many rows there are
} KernelsPane;

static inline KernelsPane *kernels_pane(const Explorer *explorer) {
  return explorer->state[COMPONENT_KERNELS];
}

void kernels_changed(Explorer *explorer); // the plan, or what else its rows are of: makes the table anew
// Sorting, filter or grouping: the same in slices, the rows from before being shown until it is made.
// `follow`: the cursor's kernel is in sight then; `tell`: the message says how many rows there are.
void kernels_view_changed(Explorer *explorer, bool follow, bool tell);
void kernels_sync(Explorer *explorer);            // makes it anew where new results may change its rows
bool kernels_filtering(const Explorer *explorer); // the line of the filter has the keys
void kernels_sort_by(Explorer *explorer, KernelSort sort); // the other way round where they are already
// Where alike kernels are one row: folds or unfolds those of the cursor. False: they are not, or the table
// has not the keys.
bool kernels_fold(Explorer *explorer);
void kernel_filter_event(Explorer *explorer, const Event *event); // keys and pastes for that line
