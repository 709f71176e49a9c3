// Random legal plans from choices: they can be replayed and shrunk.
#pragma once

#include "choices.h"
#include "plan/search/random_plan.h"

// As random_plan_edit.
void random_plan_by_choices(Choices *choices, Plan *plan, int first_op, int op_count, PlanTally *tally);
