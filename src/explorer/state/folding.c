// Folding.
#include "explorer/state/folding.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

void folding_open(Folding *folding, const Graph *graph) {
  *folding = (Folding){.graph = graph, .kernel = memory_alloc(sizeof(bool) * ((size_t)graph->op_count + 1))};
}

void folding_close(Folding *folding) {
  folding_wait(folding);
  for (int by = 0; by < SECTIONS_BY_COUNT; by++)
    sections_free(folding->made[by]);
  free(folding->kernel);
  free(folding->section);
  *folding = (Folding){0};
}

// ---- Cutting.

static void make(Task *task, void *data) {
  Folding *folding = data;
  (void)task;
  for (int by = 0; by < SECTIONS_BY_COUNT; by++)
    if (!folding->made[by]) folding->made[by] = sections_new(folding->graph, (SectionBy)by);
}

void folding_prepare(Folding *folding) {
  if (folding->maker) return;
  bool all = true;
  for (int by = 0; by < SECTIONS_BY_COUNT; by++)
    all &= folding->made[by] != NULL;
  if (!all) folding->maker = task_start(make, folding);
}

void folding_wait(Folding *folding) {
  task_join(folding->maker);
  folding->maker = NULL;
}

void folding_cut(Folding *folding, SectionBy by) {
  folding_wait(folding);
  if (!folding->made[by]) folding->made[by] = sections_new(folding->graph, by);
  folding->sections = folding->made[by];
  folding->together = false;
  free(folding->section);
  folding->section = memory_alloc(sizeof(bool) * ((size_t)folding->sections->count + 1));
}

const Sections *folding_sections(Folding *folding) {
  if (!folding->sections) folding_cut(folding, SECTIONS_BY_LAYER);
  return folding->sections;
}

bool folding_toggle_kernels(Folding *folding) {
  int count = folding->graph->op_count;
  bool any = false;
  for (int i = 0; i < count; i++)
    any |= folding->kernel[i];
  for (int i = 0; i < count; i++)
    folding->kernel[i] = !any;
  return !any;
}

SectionRows folding_turn_sections(Folding *folding) {
  const Sections *sections = folding_sections(folding);
  bool any = false;
  for (int i = 0; i < sections->count; i++)
    any |= folding->section[i];
  folding->together = any && !folding->together && sections->repeated;
  bool fold = !any || folding->together;
  for (int i = 0; i < sections->count; i++)
    folding->section[i] = fold && sections->list[i].name;
  return !fold ? SECTIONS_OPEN : folding->together ? SECTIONS_TOGETHER : SECTIONS_FOLDED;
}

bool folding_is_open(const Folding *folding) {
  const Sections *sections = folding->sections;
  return !memchr(folding->kernel, true, (size_t)folding->graph->op_count) &&
         (!sections || !memchr(folding->section, true, (size_t)sections->count));
}

bool folding_joins(const Folding *folding, int next) {
  const Section *section = &folding->sections->list[next];
  return folding->together && folding->section[next] && section->kind && section->kind == section[-1].kind;
}

bool folding_hides(const Folding *folding, int op) {
  return folding->sections && folding->section[folding->sections->of[op]];
}
