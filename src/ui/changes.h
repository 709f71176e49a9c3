// What the plan is set against in the changes tab, and what is different.
#pragma once

#include "cost/comparison.h"

struct Explorer;

typedef struct Changes {
  Plan *against; // a copy; NULL: the baseline
  char *name;    // of it
  Comparison *comparison;
  uint64_t version; // of the plan that it was made for
} Changes;

// The plan is compared with a copy of `plan` from now on.
void changes_set(struct Explorer *explorer, const Plan *plan, const char *name);
// Brought up to date, sorted by the change of time. NULL when the baseline cannot be read.
const Comparison *changes_get(struct Explorer *explorer);
void changes_free(Changes *changes);
