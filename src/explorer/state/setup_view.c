// Other sizes, another device: everything that was made from graph, plan and estimates is made anew; cursor,
// folding and what is shown stay, since the ops do.
#include "explorer/state/setup_view.h"

#include "base/arena.h"
#include "explorer/state/background.h"
#include "explorer/tabs/retrace.h"
#include "tui/number.h"

#include <stdlib.h>

// What a task makes.
typedef struct Run {
  SizeBinding *sizes;
  int count;
  char *device;
  SessionSetup *setup;
  PlanTotal before;
  void (*then)(Explorer *);
} Run;

static void run_free(Run *run) {
  for (int i = 0; i < run->count; i++)
    free((char *)(uintptr_t)run->sizes[i].name);
  free(run->sizes);
  free(run->device);
  session_setup_free(run->setup);
  free(run);
}

static bool work(Session *session, void *data, const atomic_int *stop, Status *status) {
  (void)stop;
  Run *run = data;
  run->setup = session_setup_new(session, run->sizes, run->count, run->device, status);
  if (run->setup) session_setup_carry_kept(run->setup, session);
  return run->setup != NULL;
}

// ---- Taking it over.

static void take(Explorer *explorer, SessionSetup *setup) {
  int depth = plan_undo_depth(explorer->plan);
  background_stop_apart(explorer);
  components_give_up(explorer);
  session_setup_take(explorer->session, setup);
  explorer->revision++;
  explorer->results++;
  explorer_take_session(explorer);
  int lost = depth - plan_undo_depth(explorer->plan);
  explorer->first_undo = explorer->first_undo > lost ? explorer->first_undo - lost : 0;
  session_set_first_undo(explorer->session, explorer->first_undo);
}

void setup_sizes_text(const Graph *graph, Text *out) {
  for (int i = 0; i < graph->size_count; i++)
    text_printf(out, "%s%s=%lld", i ? ", " : "", graph->sizes[i].name, (long long)graph->sizes[i].value);
}

static void tell(Explorer *explorer, const Run *run) {
  Text said = {0};
  char number[NUMBER_SIZE];
  if (run->device)
    text_printf(&said, "on %s", session_device(explorer->session)->title);
  else
    setup_sizes_text(explorer->graph, &said);
  double after = explorer_time(explorer);
  text_printf(&said, ": time %s", number_time_change(number, after - run->before.time_us, explorer->glyphs));
  text_printf(
      &said, ", DRAM %s",
      number_bytes_change(number, (double)(explorer->figures->total.dram_bytes - run->before.dram_bytes)));
  explorer_say(explorer, "%s", text_get(&said));
  text_free(&said);
}

static void finish(Explorer *explorer, void *data, bool ok, const Status *status) {
  Run *run = data;
  if (explorer && ok) {
    take(explorer, run->setup);
    run->setup = NULL;
    tell(explorer, run);
    if (run->then) run->then(explorer);
  } else if (explorer) {
    explorer_fail(explorer, "%s", status->message);
  }
  run_free(run);
}

void setup_start(Explorer *explorer, const SizeBinding *sizes, int count, const char *device,
                 void (*then)(Explorer *)) {
  retrace_leave(explorer);
  Run *run = memory_alloc(sizeof *run);
  run->then = then;
  run->before.time_us = explorer_time(explorer);
  run->before.dram_bytes = explorer->figures->total.dram_bytes;
  run->sizes = memory_alloc(sizeof(SizeBinding) * (size_t)(count + 1));
  run->count = count;
  for (int i = 0; i < count; i++)
    run->sizes[i] = (SizeBinding){memory_strdup(sizes[i].name), sizes[i].value};
  run->device = device ? memory_strdup(device) : NULL;
  background_start_short(explorer, &(WorkRequest){.kind = WORK_OWN,
                                                  .name = device ? "taking the device" : "binding the size",
                                                  .ends = true,
                                                  .work = work,
                                                  .finish = finish,
                                                  .data = run});
}
