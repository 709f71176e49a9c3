// Undo and redo. An entry can be of tens of thousands of places, whose kernels are estimated again: the
// session is lent to a task meanwhile, which is nearly always done at once.
#include "base/arena.h"
#include "explorer/actions/action.h"
#include "explorer/state/background.h"
#include "tui/number.h"

#include <stdlib.h>

typedef struct Undoing {
  bool redo, made;
  char *label;      // of the entry that is undone
  Figures *figures; // of the explorer, lent with the session
  double before_us; // of the plan
} Undoing;

static bool work(Session *session, void *data, const atomic_int *stop, Status *status) {
  Undoing *undoing = data;
  Plan *plan = session_plan(session);
  int count;
  (void)stop, (void)status;
  figures_update(undoing->figures, -1);
  undoing->before_us = undoing->figures->total.time_us;
  undoing->made = undoing->redo ? plan_redo(plan) : plan_undo(plan);
  plan_order(plan, &count); // what the screen asks for next
  figures_update(undoing->figures, -1);
  return true;
}

static void tell(Explorer *explorer, const Undoing *undoing) {
  char number[NUMBER_SIZE], kernels[NUMBER_SIZE];
  double change = explorer_time(explorer) - undoing->before_us;
  if (undoing->made)
    explorer_say(explorer, "%s %s: time %s, %s", undoing->redo ? "redone:" : "undone:",
                 undoing->redo ? plan_undo_label(explorer->plan) : undoing->label,
                 number_time_change(number, change, explorer->glyphs),
                 number_kernels(kernels, plan_kernel_count(explorer->plan)));
  else if (undoing->redo)
    explorer_fail(explorer, "redo: nothing was undone");
}

static void finish(Explorer *explorer, void *data, bool ok, const Status *status) {
  Undoing *undoing = data;
  (void)ok, (void)status;
  if (explorer) tell(explorer, undoing);
  free(undoing->label);
  free(undoing);
}

static void start(Explorer *explorer, bool redo) {
  Undoing *undoing = memory_alloc(sizeof *undoing);
  *undoing = (Undoing){.redo = redo,
                       .label = redo ? NULL : memory_strdup(plan_undo_label(explorer->plan)),
                       .figures = explorer->figures};
  background_start_short(explorer, &(WorkRequest){.kind = WORK_OWN,
                                                  .name = redo ? "redoing" : "undoing",
                                                  .ends = true,
                                                  .work = work,
                                                  .finish = finish,
                                                  .data = undoing});
}

void action_undo(Explorer *explorer) {
  start(explorer, false);
}

void action_redo(Explorer *explorer) {
  start(explorer, true);
}
