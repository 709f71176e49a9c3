// The compiler's own steps, for the replay: made again on a plan beside the one under edit, for what they
// would save by our estimates.
#include "explorer/tabs/retrace_choose.h"

#include "base/arena.h"
#include "explorer/state/background.h"
#include "explorer/state/explorer.h"
#include "explorer/tabs/retrace.h"
#include "script/compiler.h"

#include <stdlib.h>

typedef struct CompilerRun {
  const DumpPlan *dump;
  Device device;
  Plan *plan;
  Trail *trail;
} CompilerRun;

static bool work(Session *session, void *data, const atomic_int *stop, Status *status) {
  (void)session;
  CompilerRun *run = data;
  Estimator *estimator = estimator_new(&run->device, status);
  if (!estimator) return false;
  run->trail = compiler_trail(run->dump, run->plan, estimator, stop, status);
  plan_free(run->plan); // here, not on the screen's thread: all that was lowered goes with it
  run->plan = NULL;
  estimator_free(estimator);
  return run->trail;
}

static void finish(Explorer *explorer, void *data, bool ok, const Status *status) {
  CompilerRun *run = data;
  if (explorer && ok) {
    int steps = run->trail->steps.count;
    retrace_take(explorer, run->trail, run->dump->compiler);
    explorer_say(explorer, "the steps of %s: %d fusion%s, %d edit%s here",
                 compiler_title(run->dump->compiler), run->dump->step_count,
                 run->dump->step_count == 1 ? "" : "s", steps, steps == 1 ? "" : "s");
  } else if (explorer) {
    explorer_fail(explorer, "%s: %s", compiler_title(run->dump->compiler), status->message);
  }
  if (!ok || !explorer) trail_free(run->trail);
  plan_free(run->plan);
  free(run);
}

bool retrace_has_compiler(const Explorer *explorer) {
  const DumpPlan *dump = session_dump(explorer->session);
  return dump && dump->step_count > 0;
}

void retrace_compiler(Explorer *explorer) {
  if (background_apart_is_busy(explorer)) return;
  CompilerRun *run = memory_alloc(sizeof *run);
  run->dump = session_dump(explorer->session);
  run->device = *session_device(explorer->session);
  run->plan = plan_new_beside(explorer->plan);
  background_start_apart(explorer, &(WorkRequest){.name = "the compiler's steps are made again, ^C stops it",
                                                  .work = work,
                                                  .finish = finish,
                                                  .data = run});
}
