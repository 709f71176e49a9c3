// Actions that compute an op again in the kernels that read it, and that take such copies away. Of tens of
// thousands of kernels it takes longer than a key may.
#include "base/arena.h"
#include "explorer/actions/action.h"
#include "explorer/actions/alike.h"
#include "explorer/actions/edit.h"
#include "explorer/state/background.h"
#include "explorer/tabs/why.h"

#include <stdlib.h>

typedef VECTOR(int) Kernels;

// An edit under way.
typedef struct Copying {
  bool store; // takes copies away, else makes them
  int ops[2]; // the op, and one in the first of the kernels; of one only where that is NO_OP
  Kernels kernels;
  Figures *figures; // of the explorer, lent with the session
  Change change;
  int changed;   // kernels
  Reason reason; // of the first that was refused
} Copying;

static void add_copies_of(const Plan *plan, int op, Kernels *kernels) {
  int count;
  const int *copied = plan_copied_in(plan, op, &count);
  for (int i = 0; i < count; i++)
    vector_push(kernels, copied[i]);
}

// The other kernels that read the op: those of its readers, and those that compute a reader again. A kernel
// may be there twice.
static void find_reading(const Explorer *explorer, int op, Kernels *kernels) {
  const Plan *plan = explorer->plan;
  Neighbours readers = graph_neighbours(explorer->graph, op);
  Kernels reading = {0};
  for (int i = 0; i < readers.consumer_count; i++)
    vector_push(&reading, plan_home(plan, readers.consumers[i]));
  for (int i = 0; i < readers.consumer_count; i++)
    add_copies_of(plan, readers.consumers[i], &reading);
  for (int i = 0; i < reading.count; i++)
    if (reading.data[i] != plan_home(plan, op)) vector_push(kernels, reading.data[i]);
  vector_free(&reading);
}

// ---- The edit.

static void change_one(Copying *copying, Plan *plan, int kernel) {
  Reason refused = {0};
  bool ok = copying->store ? plan_unrecompute(plan, copying->ops[0], kernel, &refused)
                           : plan_recompute(plan, copying->ops[0], kernel, &refused);
  copying->changed += ok;
  if (!ok && copying->reason.code == REASON_NONE) copying->reason = refused;
}

static ChangeSide side_of(const Copying *copying) {
  return change_side(copying->figures, copying->ops, copying->ops[1] == NO_OP ? 1 : 2);
}

static bool change_all(Session *session, void *data, const atomic_int *stop, Status *status) {
  Copying *copying = data;
  Plan *plan = session_plan(session);
  (void)stop, (void)status;
  copying->change.before = side_of(copying);
  plan_begin(plan);
  for (int i = 0; i < copying->kernels.count; i++)
    change_one(copying, plan, copying->kernels.data[i]);
  if (copying->changed == 0) {
    plan_rollback(plan);
    return true;
  }
  plan_commit(plan);
  plan_order(plan, &(int){0}); // what the screen asks for next
  copying->change.after = side_of(copying);
  return true;
}

static void tell(Explorer *explorer, const Copying *copying) {
  if (copying->changed)
    edit_say_change(explorer, copying->store ? "stored" : "recomputed", &copying->change);
  else if (copying->store || copying->reason.code != REASON_NONE)
    explorer_refuse(explorer, copying->store ? "cannot store" : "cannot recompute", &copying->reason);
  else
    explorer_fail(explorer, "cannot recompute: no other kernel reads it");
}

static void finish(Explorer *explorer, void *data, bool ok, const Status *status) {
  Copying *copying = data;
  (void)ok, (void)status;
  if (explorer) tell(explorer, copying);
  vector_free(&copying->kernels);
  free(copying);
}

static void start(Explorer *explorer, Copying edit) {
  enum { FEW = 64 }; // kernels: no thread begins sooner than they are done
  Status status = {0};
  Copying *copying = memory_alloc(sizeof *copying);
  *copying = edit;
  copying->figures = explorer->figures;
  if (copying->kernels.count <= FEW) {
    finish(explorer, copying, change_all(explorer->session, copying, NULL, &status), &status);
    return;
  }
  background_start_short(explorer, &(WorkRequest){.kind = WORK_OWN,
                                                  .name = edit.store ? "taking copies away" : "recomputing",
                                                  .ends = true,
                                                  .work = change_all,
                                                  .finish = finish,
                                                  .data = copying});
}

void action_recompute(Explorer *explorer) {
  const WhyEdge *edge = why_selected(explorer);
  int into = edge ? plan_home(explorer->plan, edge->consumer) : NO_KERNEL;
  Copying copying = {.ops = {edge ? edge->producer : explorer->cursor, NO_OP}};
  Proposal proposal = {.kind = PROPOSE_RECOMPUTE, .op = copying.ops[0], .kernel = into};
  if (alike_make(explorer, proposal, "recomputed", "recompute")) return;
  if (edge)
    vector_push(&copying.kernels, into);
  else
    find_reading(explorer, copying.ops[0], &copying.kernels);
  if (copying.kernels.count) copying.ops[1] = plan_kernel(explorer->plan, copying.kernels.data[0]).ops[0];
  start(explorer, copying);
}

void action_store(Explorer *explorer) {
  Copying copying = {.store = true, .ops = {explorer->cursor, NO_OP}};
  Proposal proposal = {.kind = PROPOSE_STORE, .op = explorer->cursor, .kernel = NO_KERNEL};
  if (alike_make(explorer, proposal, "stored", "store")) return;
  add_copies_of(explorer->plan, explorer->cursor, &copying.kernels);
  start(explorer, copying);
}
