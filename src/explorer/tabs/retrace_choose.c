// Which run of a heuristic is replayed: one of those of this session, or a kept plan whose heuristic runs
// again for it, beside the plan under edit.
#include "explorer/tabs/retrace_choose.h"

#include "base/arena.h"
#include "explorer/state/background.h"
#include "explorer/state/explorer.h"
#include "explorer/tabs/retrace.h"
#include "script/script.h"
#include "session/plans/plan_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_SIZE = 24 };

static void steps_text(char out[STEPS_SIZE], const Trail *trail) {
  snprintf(out, STEPS_SIZE, "%d step%s", trail->steps.count, trail->steps.count == 1 ? "" : "s");
}

// A run for its steps alone.
typedef struct Again {
  char *name;             // of the kept plan
  char *heuristic, *text; // its options, which `options` point into
  ScriptOption options[HEURISTIC_OPTIONS_MOST];
  int option_count;
  uint64_t kept, made; // hashes of the plans
  Device device;
  const char *graph_path; // borrowed of the session
  Plan *start;            // every op alone
  Plan *compiler;         // that came with the graph; NULL: none did
  Trail *trail;
} Again;

static void again_free(Again *again) {
  trail_free(again->trail);
  plan_free(again->start);
  plan_free(again->compiler);
  free(again->name);
  free(again->heuristic);
  free(again->text);
  free(again);
}

// "max_reads=12 deep=true", as plans are kept with.
static void split_options(Again *again) {
  char *rest = again->text, *word;
  while ((word = strsep(&rest, " ")) && again->option_count < HEURISTIC_OPTIONS_MOST) {
    char *equals = strchr(word, '=');
    if (!equals) continue;
    *equals = '\0';
    again->options[again->option_count++] = (ScriptOption){word, equals + 1};
  }
}

static bool work(Session *session, void *data, const atomic_int *stop, Status *status) {
  (void)session;
  Again *again = data;
  ScriptLimits limits = {.stop = stop};
  Estimator *estimator = estimator_new(&again->device, status);
  if (!estimator) return false;
  Plan *plan = plan_copy(again->start);
  again->trail = trail_new(plan);
  HeuristicRun how = {.name_or_path = again->heuristic,
                      .options = again->options,
                      .option_count = again->option_count,
                      .limits = &limits,
                      .trail = again->trail,
                      .graph_path = again->graph_path,
                      .compiler = again->compiler};
  bool ok = heuristic_perform_apart(plan, estimator, &again->device, &how, status);
  again->made = plan_hash(plan);
  plan_free(plan); // here, not on the screen's thread: all that was lowered goes with it
  estimator_free(estimator);
  return ok;
}

static void finish(Explorer *explorer, void *data, bool ok, const Status *status) {
  Again *again = data;
  char steps[STEPS_SIZE];
  if (explorer && ok) {
    steps_text(steps, again->trail);
    retrace_take(explorer, again->trail, again->name);
    again->trail = NULL;
    if (again->made == again->kept)
      explorer_say(explorer, "replay of %s: %s", again->name, steps);
    else
      explorer_say(
          explorer,
          "replay of %s: %s, to another plan than the one kept: that began with another plan, or its "
          "script was another",
          again->name, steps);
  } else if (explorer) {
    explorer_fail(explorer, "%s: %s", again->name, status->message);
  }
  again_free(again);
}

static void run_again(Explorer *explorer, const KeptPlan *kept) {
  if (background_apart_is_busy(explorer)) return;
  Again *again = memory_alloc(sizeof *again);
  again->device = *session_device(explorer->session);
  again->graph_path = session_path(explorer->session);
  again->start = plan_new_beside(explorer->plan);
  again->compiler = plan_list_copy_compiler(session_plans(explorer->session));
  again->name = memory_strdup(kept->name);
  again->heuristic = memory_strdup(kept->origin);
  again->text = memory_strdup(kept->options);
  again->kept = kept->hash;
  split_options(again);
  Text doing = {0};
  text_printf(&doing, "%s runs again for its steps, ^C stops it", again->name);
  background_start_apart(
      explorer, &(WorkRequest){.name = text_get(&doing), .work = work, .finish = finish, .data = again});
  text_free(&doing);
}

// ---- Choosing.

static void accept_run(Explorer *explorer, const char *text, const PickerItem *item) {
  if (!item) {
    explorer_fail(explorer, "there is no plan \"%s\" to replay", text);
    return;
  }
  retrace_leave(explorer);
  int at = plan_list_find(session_plans(explorer->session), item->label);
  if (retrace_find(retrace_of(explorer), item->label) >= 0)
    retrace_show(explorer, retrace_find(retrace_of(explorer), item->label));
  else if (retrace_has_compiler(explorer) &&
           text_equal(item->label, session_dump(explorer->session)->compiler))
    retrace_compiler(explorer);
  else if (at >= 0)
    run_again(explorer, plan_list_get(session_plans(explorer->session), at));
}

static void add_runs(Explorer *explorer) {
  const Retrace *replay = retrace_of(explorer);
  for (int i = replay->runs.count - 1; i >= 0; i--) { // the last first
    char detail[STEPS_SIZE];
    steps_text(detail, replay->runs.data[i].trail);
    picker_item(&explorer->picker, replay->runs.data[i].name, detail, NULL, NULL, 0);
  }
}

static void add_compiler(Explorer *explorer) {
  const char *name = retrace_has_compiler(explorer) ? session_dump(explorer->session)->compiler : NULL;
  if (name && retrace_find(retrace_of(explorer), name) < 0)
    picker_item(&explorer->picker, name, "the compiler's own steps, with its reasons", NULL, NULL, 0);
}

static void add_kept(Explorer *explorer) {
  PlanList *list = session_plans(explorer->session);
  for (int i = 0; i < plan_list_count(list); i++) {
    const KeptPlan *kept = plan_list_get(list, i);
    if (kept->kind == KEPT_HEURISTIC && retrace_find(retrace_of(explorer), kept->name) < 0)
      picker_item(&explorer->picker, kept->name, "runs again, from every op alone; your plan stays", NULL,
                  NULL, 0);
  }
}

void retrace_choose(Explorer *explorer) {
  picker_open(&explorer->picker, "Replay which plan?", accept_run);
  add_runs(explorer);
  add_compiler(explorer);
  add_kept(explorer);
  picker_filter(&explorer->picker);
  if (explorer->picker.items.count) return;
  picker_close(&explorer->picker);
  explorer_fail(explorer, "no heuristic was run, no plan of one is kept (H), and the compiler told no steps");
}
