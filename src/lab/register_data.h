// Compiled kernels as data for the models of registers and spills: what the kernels of many plans look like
// (register_features.h), and what the compiler made of them.
#pragma once

#include "base/text.h"
#include "base/vector.h"
#include "gpu/toolkit/compile.h"
#include "lab/register_fit.h"
#include "plan/plan.h"

typedef struct RegisterData {
  VECTOR(RegisterSample) samples; // in the order in which they were collected
  VECTOR(char *) graphs;          // names, owned
} RegisterData;
void register_data_free(RegisterData *data);
// A line for each kernel that was compiled, its columns parted by tabs, the first line with their names.
void register_data_print(const RegisterData *data, Text *out);
// Adds the kernels of such a text. Its columns must be those of today. False with the line that is wrong.
bool register_data_add(RegisterData *data, const char *file, const char *text, Status *status);

typedef struct RegisterCollector RegisterCollector;

typedef struct CollectOptions {
  int variants; // of each loop nest: schedules with other knobs, drawn by its hash
  int caps;     // of each loop nest: its own schedule under register caps around what it seems to need
  int threads;  // compile; 0: one per core
} CollectOptions;
// `compiler` and `limits` must outlive it; `limits` name the architecture.
RegisterCollector *register_collector_new(Compiler *compiler, const GpuLimits *limits,
                                          const CollectOptions *options);
// What follows comes from this graph.
void register_collector_graph(RegisterCollector *collector, const char *name);
// Adds every kernel of a plan that has not come up before; they compile in the background.
void register_collector_add(RegisterCollector *collector, Plan *plan);
// Waits for all of them and hands over the data; frees the collector.
RegisterData register_collector_finish(RegisterCollector *collector);
int register_collector_count(const RegisterCollector *collector); // kernels so far
