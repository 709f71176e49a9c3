// A program made by hand, y = x + 1 and z = 2 y over 1,000 floats, whose kernels can be exchanged for others
// by name.
#pragma once

#include "gpu/worker/worker.h"
#include "graph/core/builder.h"

enum { HAND_ELEMENTS = 1000, HAND_LAUNCHES_MOST = 16 };

// The graph behind it; free with graph_free.
Graph *hand_graph(void);
// Another: y = x + 2^20 and z = y - 2^20, which is x but for what rounding leaves of it in f32: multiples of
// 1/8.
Graph *hand_cancelling_graph(void);
// One launch that computes z from x alone.
Program *hand_fused(const Graph *graph, const char *kernel);
// The same launch reads and writes the memory of w = x + 3 as well, the graph's third op: "same_and_count"
// adds 1 to it.
Program *hand_fused_beside(const Graph *graph, const char *kernel);
// y[i step] = x[i] over the memory of y, by index_put: with a step of 0 all of x at one place. And a launch
// of it.
Graph *hand_put_graph(int step);
Program *hand_put(const Graph *graph, const char *kernel);
// Launch 0 computes y from x with the kernel `first`, launch 1 z from y with `second`. A kernel's source is
// made of its name: "add_one", "twice", "twice_quick", "twice_slow" (which
// take more and less time), "twice_but_last", "raise" and "lower" (by 2^20), "same", "same_but_rounded" (by
// 1/20), "same_but_last", "fault" (an illegal address), "hang" (a loop without end), "broken" (does not
// compile); NULL: skipped.
Program *hand_program(const Graph *graph, const char *first, const char *second);
// The second launch `count` times over.
Program *hand_program_repeated(const Graph *graph, const char *first, const char *second, int count);
// Variants of the second launch alone, as program_build_variants makes them; `kernels` ends with NULL.
Program *hand_variants(const Graph *graph, const char *const *kernels);
void hand_program_free(Program *program);
