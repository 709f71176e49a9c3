// Kernels emitted from graphs, run on the CPU and compared with the evaluator. Cases are collected first, so
// that one compiler run takes them all.
#pragma once

#include "../kernel/check.h"
#include "kernel/emulate/emulate.h"

typedef struct Case {
  char *title;
  Graph *graph;
  bool owns_graph;
  CheckSet set;
  Nest *nest;
  Schedule schedule;
  Emitted emitted;
  int64_t size; // of the graph, where the kernel takes it as an argument
  bool exact;   // every element has one right answer: no tolerance
  GpuLimits limits;
  bool is_stage; // of another case, whose graph and nest it has: the code after some of its passes
} Case;

enum { SUITE_CASES = 4096 };

// With `stages`, or SUITE_STAGES in the environment, every stage of a case at which its code changes is a
// case of its own.
typedef struct Suite {
  Case *cases[SUITE_CASES];
  int count;
  bool stages;
  int sms; // multiprocessors of the GPU; 0: an H200's
} Suite;

// A whole graph as one kernel; `knobs` overrides the schedule: "vector=1 splits=4", "" for none. Returns the
// case.
Case *suite_add(Suite *suite, const char *parameters, const char *body, const char *knobs);
// The same; fails when the rules take another template than the one of that name.
Case *suite_add_as(Suite *suite, const char *name, const char *parameters, const char *body,
                   const char *knobs);
Case *suite_add_graph(Suite *suite, Graph *graph, const char *title, const char *knobs); // takes the graph
// Some ops of a graph, which must outlive the run; false when lowering refuses.
bool suite_add_set(Suite *suite, Graph *graph, const CheckSet *set, const char *title);
// Compiles all cases, runs them and compares what they store; frees them. Fails the test, with the source, on
// the first difference.
void suite_run(Suite *suite);

// A whole graph as the nest of one kernel, which is no case; fails where lowering refuses. Free both.
Nest *suite_lowered(Graph **graph, const char *parameters, const char *body);
// Fails unless an H200 has no such schedule, and the reason has that part.
void suite_refuses(const Nest *nest, const ScheduleOverride *overrides, const char *part);
