#include "explorer/tabs/cliff_view.h"

#include "tui/slice.h"

bool cliff_work(Explorer *explorer, double milliseconds) {
  Cliff *cliff = explorer->cliff;
  if (explorer->tab != TAB_CLIFF || explorer->layout.inside[PANE_DETAIL].width == 0) return true;
  cliff_look(cliff, explorer_kernel(explorer));
  if (cliff_complete(cliff)) return true;
  Slice slice = slice_begin(milliseconds);
  while (cliff_ask(cliff) && !slice_over(&slice)) {
  }
  explorer->revision++;
  return cliff_complete(cliff);
}

int choices_cliff(Explorer *explorer) {
  cliff_look(explorer->cliff, explorer_kernel(explorer));
  return explorer->cliff->asked;
}

void choose_step(Explorer *explorer, int choice) {
  const Cliff *cliff = explorer->cliff;
  if (choice < cliff->steps.count) explorer_go(explorer, cliff->steps.data[choice].op);
}
