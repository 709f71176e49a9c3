// Readers: files to graphs. All report errors with file:line:column, the line and a caret; none crashes on
// bad input.
#pragma once

#include "graph/core/graph.h"

// Named sizes bound from outside ("--set rows=4096").
typedef struct SizeBinding {
  const char *name;
  int64_t value;
} SizeBinding;

// Where a graph begins in a text of several: at byte `at`, with as many before it.
typedef struct ReadPlace {
  int before;
  long at;
} ReadPlace;

// The file that was read last, for opening the graphs of a log one behind the other: it is read and searched
// once. Zero-initialized is empty.
typedef struct ReadKept {
  char *path; // NULL: nothing is kept
  char *text;
  size_t length;
  struct TraceLog *log; // where its graphs are; NULL: not searched yet, or no log of torch.compile
  ReadPlace place;      // of one of its graphs, where it is FX text
} ReadKept;
void read_kept_free(ReadKept *kept);

typedef struct ReadOptions {
  const SizeBinding *sizes;
  int size_count;
  const char *log; // what the compiler said beside a debug folder (TORCH_LOGS=fusion); NULL: looked for there
  bool no_remarks; // it is not looked for
  ReadKept *kept;  // NULL: every file is read anew
} ReadOptions;

// What a compiler launches for a kernel.
typedef struct DumpLaunch {
  const char *name; // of the code: equal kernels are written once; NULL: nothing is known
  int count;        // launches: a sort is many
  bool known;       // the following, of the first of them
  int64_t grid[3], threads[3], shared_bytes;
} DumpLaunch;

// The kernels that a compiler chose, as found in a dump: lists of op names. The plan layer turns it into a
// plan.
typedef struct DumpKernel {
  const char *name;   // "triton_poi_fused_add_3"; "extern_kernels.mm"
  const char *kind;   // what the compiler says of how it is made ("kLoop", "kCustom __triton"), or NULL
  const char *config; // what its backend was told, in words ("4 warps, tiles 2x1024"), or NULL
  DumpLaunch launched;
  const char *source; // stem of the file in which the compiler keeps its source, NULL: not said
  int launch;         // order of its launch
  int handle;         // provenance debug handle of the launch in output_code.py, 0: none
  int combines; // launch whose pieces of a reduction this one combines (a split reduction: the ops above the
                // reduction stand in both), -1: none
  const char *const *nodes; // names of graph values or ops that it computes, recomputed ones included
  int node_count;
  const char *const *skipped; // names of ops that its source lists although it reads what they lead to from
                              // memory: not among the nodes
  int skipped_count;
  const char *const *stored; // names of the values that it writes, where known
  int stored_count;
  bool exact;   // nodes are as in the provenance file; false: from definitions, call sites and buffers
  bool library; // a call; false: a kernel that the compiler generated
} DumpKernel;

// A step by which the compiler came to its plan: the kernel of one op went into that of another. Kernels are
// named by the op that they compute last.
typedef struct DumpStep {
  const char *producer, *consumer;
  bool whole;                // all of its readers have it now, so that its kernel is gone; false: it stays
  double fused_us, apart_us; // what the compiler predicted last for the producer and all of its readers,
                             // fused and not; NAN: nothing
} DumpStep;

// What the compiler said of a producer and its reader: why it does not fuse them, or what it predicted.
typedef struct DumpRemark {
  const char *producer, *consumer; // names of ops; no consumer: whatever reads it
  const char *text;                // "the consumer is not fusible"; NULL: a prediction alone
  double fused_us, apart_us;       // as in a step
  int step;                        // said before this one; the last remark holds
} DumpRemark;

typedef struct DumpPlan DumpPlan;
struct DumpPlan {
  Arena *arena;
  const char *compiler; // "inductor"
  DumpKernel *kernels;
  int kernel_count;
  const DumpPlan *start; // what the steps begin with, of the same arena; NULL: no steps are known
  const DumpStep *steps; // to the plan of `kernels`
  int step_count;
  const DumpRemark *remarks; // in the order in which they were made
  int remark_count;
  const char *remark_source;   // where they were found, or that a log has none of the graph: a sentence; NULL
  const char *const *unplaced; // what could not be told, as sentences
  int unplaced_count;
};
void dump_plan_free(DumpPlan *plan);

// Opens whatever `path` is: fusebox JSON, FX text, torch logs (the first graph, or the one named by
// "path#2"), a debug folder (graph and plan; `plan` may be NULL, and *plan is NULL when there is none).
Graph *graph_open(const char *path, const ReadOptions *options, DumpPlan **plan, Status *status);

Graph *graph_read_json(const char *file, const char *text, size_t length, const ReadOptions *options,
                       Status *status);
// FX text in any annotation style, with or without a log prefix. `which`: the graph's number when the text
// holds several, from 0. Symbols of dynamic shapes become named sizes.
Graph *graph_read_fx(const char *file, const char *text, size_t length, int which, const ReadOptions *options,
                     Status *status);
// A torch_compile_debug folder: fx_graph_transformed.py (or fx_graph_readable.py), output_code.py for strides
// and kernels, inductor_provenance_tracking_node_mappings.json when there.
Graph *graph_read_folder(const char *folder, const ReadOptions *options, DumpPlan **plan, Status *status);
// HLO text of XLA, or its record of priority fusion; `plan` as in graph_open: a module with fusions has one.
// `which`: 0 is the entry; loop bodies and branches follow, each with its own plan.
Graph *graph_read_hlo(const char *file, const char *text, size_t length, int which, DumpPlan **plan,
                      Status *status);
