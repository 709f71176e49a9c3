// Kept plans on the screen: their figures, the choice among them, and the baseline of the header.
#pragma once

#include "explorer/state/explorer.h"
#include "session/plans/plan_list.h"

// Works the baseline out, all kept plans while they are shown, and what earlier runs measured of them; true
// when there is no more to do.
bool plans_work(Explorer *explorer, double milliseconds);
// The kept plan that equals `plan` and has a time of its own, measured as a whole; NULL: there is none.
const KeptPlan *plans_timed(Explorer *explorer, const Plan *plan);
// The kept plan of that name becomes the plan, and it is said what that changes.
void plans_use(Explorer *explorer, const char *name);
// The one selected in the plans tab; -1: the tab is not shown.
int plans_selected(const Explorer *explorer);
