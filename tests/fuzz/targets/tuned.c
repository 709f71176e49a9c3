// An entry of the tuning cache: "KEY" stands for the name of the kernel's file. A schedule that is taken can
// be asked for.
#include "../fuzz.h"

#include "base/arena.h"
#include "base/file.h"
#include "graph/read/read.h"
#include "session/tune/cache.h"

#include <string.h>

static const PlanLowered *kernel(void) {
  static const PlanLowered *made;
  static Graph *graph; // that it speaks of
  Status status = {0};
  if (made) return made;
  char *path = fuzz_shipped("graphs/colsum.json");
  graph = graph_open(path, NULL, NULL, &status);
  fuzz_check_ok(graph, &status);
  free(path);
  Plan *plan = plan_new(graph, &fuzz_device()->limits);
  int count;
  made = plan_hold(plan_lowered(plan, plan_order(plan, &count)[0]));
  FUZZ_CHECK(made->nest);
  plan_free(plan);
  return made;
}

// The file that is written for the kernel, below the folder.
static const char *entry_name(void) {
  static char *name;
  Status status = {0};
  if (name) return name;
  TunedKernel tuned = {.name = "k"};
  vector_push(&tuned.candidates, (TunedCandidate){0});
  tune_cache_put(fuzz_device(), kernel(), &tuned);
  vector_free(&tuned.candidates);
  char *folder = fuzz_path("tuning");
  int count;
  char **files = file_list(folder, &count, &status);
  fuzz_check_ok(files && count == 1, &status);
  name = file_join("tuning", files[0]);
  free(files[0]);
  free(files);
  free(folder);
  return name;
}

static void ask_for(const ScheduleOverride *best) {
  Schedule schedule;
  Reason reason = {0};
  bool good = schedule_choose(kernel()->nest, &fuzz_device()->limits, best, &schedule, &reason);
  FUZZ_CHECK(good || reason.text[0]);
  for (int knob = 0; knob < KNOB_COUNT; knob++)
    if (best->set >> knob & 1) FUZZ_CHECK(knob_check((Knob)knob, best->knob[knob], NULL));
}

bool fuzz_input(char *text, size_t length) {
  Text entry = {0};
  ScheduleOverride best;
  const char *name = entry_name();
  char *key = memmem(text, length, "KEY", 3);
  size_t before = key ? (size_t)(key - text) : length;
  text_add_bytes(&entry, text, before);
  if (key) text_add(&entry, file_base_name(name));
  if (key) text_add_bytes(&entry, key + 3, length - before - 3);
  fuzz_write(name, text_get(&entry), entry.length);
  bool taken = tune_cache_get(fuzz_device(), kernel(), &best);
  if (taken) ask_for(&best);
  text_free(&entry);
  return taken;
}
