// Kept plans on the screen: their figures, the choice among them, and the baseline of the header.
#pragma once

#include "explorer/state/explorer.h"
#include "session/plans/plan_list.h"

// What the speed-up of the header is against. It is worked out in the background, as are the figures of all
// kept plans while they are shown, and what earlier runs measured of them.
typedef struct Baseline {
  bool known; // the following
  PlanTotal total;
  char *name; // of the plan
} Baseline;

const Baseline *plans_baseline(const Explorer *explorer);
void plans_baseline_changed(Explorer *explorer); // another plan is the baseline: its figures are not known
// The kept plan that equals `plan` and has a time of its own, measured as a whole; NULL: there is none.
const KeptPlan *plans_timed(Explorer *explorer, const Plan *plan);
// The kept plan of that name becomes the plan, and it is said what that changes.
void plans_use(Explorer *explorer, const char *name);
// The one selected in the plans tab; -1: the tab is not shown.
int plans_selected(const Explorer *explorer);
