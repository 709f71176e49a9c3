// What Inductor's scheduler said of fusing (TORCH_LOGS=fusion, and loop_ordering for the bytes that two
// share), as remarks of a debug folder's plan. A log may hold the graphs of a whole program: each is a
// section, and the one is taken whose scheduler nodes come from the graph's ops.
#pragma once

#include "base/hash.h"
#include "graph/read/read.h"

// A scheduler node, "op4": the ops that it was made from.
typedef struct ReasonNode {
  int number;
  int first, count; // in the section's origins
} ReasonNode;

typedef struct ReasonSection {
  size_t begin, end; // of the log
  VECTOR(ReasonNode) nodes;
  VECTOR(int) origins; // ops of the graph
  int known, unknown;  // origins that the graph has, and has not
} ReasonSection;

typedef VECTOR(ReasonSection) ReasonSections;

// A line of the log, as far as it is of the two kinds that matter.
typedef struct ReasonLine {
  const char *text; // without what the logger puts before it
  size_t length;
  size_t end;  // where the next line begins
  bool scores; // of loop_ordering; else of fusion
} ReasonLine;

// The next such line at or behind `at`; false at the end.
bool reason_next_line(const char *text, size_t length, size_t at, ReasonLine *line);
bool reason_starts(const ReasonLine *line, const char *word);
// The sections of a log, with the ops of `graph` that their nodes come from.
void reason_sections_read(const char *text, size_t length, const Graph *graph, ReasonSections *sections);
void reason_sections_free(ReasonSections *sections);

// Adds what a log says of the graph's fusions to the plan's remarks, and says in plan->remark_source where
// they are from, or that there are none.
void reasons_read(const char *file, const char *text, size_t length, const Graph *graph, DumpPlan *plan);
// The log to read for a debug folder: `named`, or one that lies in the folder or in one of those around it
// (torch_logs.txt); none is no mistake.
bool reasons_find(const char *folder, const char *named, const Graph *graph, DumpPlan *plan, Status *status);
