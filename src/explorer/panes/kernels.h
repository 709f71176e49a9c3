// The kernels pane: the table of kernels, its filter and its order.
#pragma once

#include "explorer/panes/kernel_table.h"
#include "explorer/state/explorer.h"

// For the pane's own files and the actions on its table.
typedef struct KernelsPane {
  KernelTable table;
  bool filtering;        // the line of the table's filter is open
  Text filter_before;    // what it was then
  int expensive;         // the kernel that "most expensive kernel" went to last
  uint64_t seen_results; // when the table was made, see Explorer.results
} KernelsPane;

static inline KernelsPane *kernels_pane(const Explorer *explorer) {
  return explorer->state[COMPONENT_KERNELS];
}

void kernels_changed(Explorer *explorer);         // sorting, filter, groups or the plan: makes the table anew
void kernels_filter_changed(Explorer *explorer);  // the same in slices, while the filter is typed
void kernels_sync(Explorer *explorer);            // makes it anew where new results may change its rows
bool kernels_filtering(const Explorer *explorer); // the line of the filter has the keys
void kernels_sort_by(Explorer *explorer, KernelSort sort); // the other way round where they are already
// Where alike kernels are one row: folds or unfolds those of the cursor. False: they are not, or the table
// has not the keys.
bool kernels_fold(Explorer *explorer);
void kernel_filter_event(Explorer *explorer, const Event *event); // keys and pastes for that line
