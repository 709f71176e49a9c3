// What is folded in the ops pane: kernels, and sections of the graph (layers, source lines).
#pragma once

#include "base/task.h"
#include "graph/core/section.h"
#include "plan/plan.h"

typedef struct Folding {
  const Graph *graph;       // borrowed
  bool *kernel;             // per kernel slot
  const Sections *sections; // one of `made`; NULL until they are asked for
  bool *section;            // per section
  bool together;            // alike layers that follow each other share a row while they are folded
  Sections *made[SECTIONS_BY_COUNT];
  Task *maker; // makes those that are NULL; NULL: nobody does
} Folding;

void folding_open(Folding *folding, const Graph *graph);
void folding_close(Folding *folding);
// Begins to cut on a thread of its own: cutting a large graph takes longer than a key may.
void folding_prepare(Folding *folding);
void folding_wait(Folding *folding); // for that thread, before the graph is freed
// Layers, unless another cut was asked for last.
const Sections *folding_sections(Folding *folding);
void folding_cut(Folding *folding, SectionBy by); // another cut; nothing of it is folded
typedef enum SectionRows { SECTIONS_OPEN, SECTIONS_FOLDED, SECTIONS_TOGETHER } SectionRows;
// Folds every section that has a name; again, alike ones that follow each other share a row; again, all are
// unfolded. Returns what they are now.
SectionRows folding_turn_sections(Folding *folding);
// Is `next` folded into the row of the folded section before it?
bool folding_joins(const Folding *folding, int next);
bool folding_toggle_kernels(Folding *folding);
bool folding_is_open(const Folding *folding);       // nothing is folded
bool folding_hides(const Folding *folding, int op); // its section is folded
