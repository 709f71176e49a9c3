// Actions on whole plans: heuristics, files, compiling, timing.
#include "explorer/actions/action.h"
#include "explorer/state/background.h"
#include "explorer/state/plans.h"
#include "explorer/state/script_run.h"
#include "explorer/tabs/retrace.h"
#include "tui/number.h"

#include <stdio.h>

// ---- Plans by name.

void action_plan_none(Explorer *explorer) {
  plans_use(explorer, "none");
}

void action_plan_compiler(Explorer *explorer) {
  plans_use(explorer, "compiler");
}

// ---- Heuristics: on a thread of their own.

static void accept_heuristic(Explorer *explorer, const char *text, const PickerItem *item) {
  (void)text;
  if (!item)
    explorer_fail(explorer, "no such plan");
  else if (text_equal(item->label, "none") || text_equal(item->label, "compiler"))
    plans_use(explorer, item->label);
  else
    script_run(explorer, item->label);
}

void action_choose_heuristic(Explorer *explorer) {
  Picker *picker = &explorer->picker;
  CatalogLists *lists = catalog_lists(explorer->catalog, CATALOG_HEURISTICS);
  HeuristicInfo *list = lists->heuristics;
  picker_open(picker, "Plans", accept_heuristic);
  for (int i = 0; i < lists->heuristic_count; i++)
    picker_item(picker, list[i].name, list[i].problem ? list[i].problem : list[i].help, NULL, NULL, i);
  const char *off = session_dump(explorer->session) ? NULL : "the graph came without a compiler's plan";
  picker_item(picker, "compiler", "the plan that the dump records", NULL, off, -1);
  picker_item(picker, "none", "every op in a kernel of its own", NULL, NULL, -1);
  picker_filter(picker);
  catalog_release(lists);
}

// ---- Files.

static void accept_save(Explorer *explorer, const char *text, const PickerItem *item) {
  (void)item;
  Status status = {0};
  if (session_save_plan(explorer->session, text, &status))
    explorer_say(explorer, "plan saved to %s", text);
  else
    explorer_fail(explorer, "%s", status.message);
}

static void accept_load(Explorer *explorer, const char *text, const PickerItem *item) {
  (void)item;
  char kernels[NUMBER_SIZE];
  Status status = {0};
  retrace_leave(explorer);
  if (session_load_plan(explorer->session, text, &status))
    explorer_say(explorer, "plan %s: %s", text, number_kernels(kernels, plan_kernel_count(explorer->plan)));
  else
    explorer_fail(explorer, "%s", status.message);
}

static void ask_file(Explorer *explorer, const char *title, const char *suffix, PickerAccept accept) {
  Text name = {0};
  explorer_file_name(explorer, &name);
  text_add(&name, suffix);
  picker_ask(&explorer->picker, title, text_get(&name), accept);
  text_free(&name);
}

void action_save(Explorer *explorer) {
  ask_file(explorer, "Save the plan to", ".plan.json", accept_save);
}

void action_load(Explorer *explorer) {
  ask_file(explorer, "Load a plan from", ".plan.json", accept_load);
}

// ---- Compiling and timing.

void action_compile(Explorer *explorer) {
  background_start(explorer, &(WorkRequest){.kind = WORK_COMPILE, .kernel = NO_KERNEL});
}

void action_compile_kernel(Explorer *explorer) {
  int kernel = explorer_kernel(explorer);
  if (session_compiled(explorer->session, kernel).state == RESULT_NOT_RUN)
    explorer_fail(explorer, "compile: it is a library call");
  else
    background_start(explorer, &(WorkRequest){.kind = WORK_COMPILE, .kernel = kernel});
}

void action_time(Explorer *explorer) {
  background_start(explorer, &(WorkRequest){.kind = WORK_TIME});
}

void action_time_count(Explorer *explorer) {
  background_start(explorer, &(WorkRequest){.kind = WORK_TIME, .counters = true});
}

void action_forget_times(Explorer *explorer) {
  Status status = {0};
  int count = session_kept_times(explorer->session);
  if (session_forget_times(explorer->session, &status))
    explorer_say(explorer, "%d kept time%s forgotten", count, count == 1 ? " is" : "s are");
  else
    explorer_fail(explorer, "%s", status.message);
  explorer->results++;
}

void action_cancel(Explorer *explorer) {
  background_cancel(explorer);
  explorer_say(explorer, "cancelled");
}
