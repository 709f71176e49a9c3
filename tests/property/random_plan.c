#include "random_plan.h"

static int next_choice(void *context, int bound) {
  return choose(context, bound);
}

static void next_piece(void *context) {
  choices_mark(context);
}

void random_plan_by_choices(Choices *choices, Plan *plan, int first_op, int op_count, PlanTally *tally) {
  PlanChooser chooser = {next_choice, next_piece, choices, NULL};
  random_plan_edit(&chooser, plan, first_op, op_count, tally);
}
