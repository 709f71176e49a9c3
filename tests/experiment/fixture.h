// Experiments on small graphs, in a folder of the test's own, and their rows as text.
#pragma once

#include "experiment/run.h"
#include "experiment/store.h"
#include "scratch.h"

// Two small graphs, two heuristics, one with a grid of two options and two seeds: 2 x 5 points.
enum { SMALL_POINTS = 10 };
extern const char fixture_small[];

void fixture_write(const char *folder, const char *name, const char *text);
// Writes the text as sweep.lua, reads it, and runs it with the store "store" of the folder.
bool fixture_run(const char *folder, const char *lua, const ExperimentRun *options, RunProgress *progress,
                 Status *status);
// All rows but what stands under "run", sorted; also checks that no file has the row of another. To be freed.
char *fixture_rows(const char *folder, int *count);
