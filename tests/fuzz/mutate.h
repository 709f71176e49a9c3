// Seeded damage to real files. FUSEBOX_FUZZ_ROUNDS and FUSEBOX_FUZZ_SEED change how long and which;
// FUSEBOX_FUZZ_KEEP names a file that holds the input of the round that runs, for one that crashes.
#pragma once

#include "base/random.h"
#include "base/status.h"
#include "base/text.h"
#include "graph/core/graph.h"

int fuzz_rounds(int otherwise);
Random fuzz_random(uint64_t otherwise); // the seed where none was chosen
// Up to eight mutations of `text`: bytes changed, spans removed, doubled or moved, the end cut off, numbers
// and words replaced with ones that readers stumble over.
void fuzz_mutate(Text *text, Random *random);
void fuzz_load(const char *path, Text *text); // ends the test when there is no such file
// A failure must have a code and a sentence for people.
void fuzz_check_failure(const Status *status);
// An accepted graph must be whole: its JSON reads back as the same graph, the other writers end, and one
// kernel per op lowers or gives a reason.
void fuzz_check_graph(const Graph *graph);
