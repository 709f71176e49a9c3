// Accuracy: a record of kernels and plans of many graphs at the three levels of truth, from which
// accuracy_score.h works out what the estimates are worth. Kernels of equal structure (repeated layers, other
// plans) are one entry, compiled and timed once. Library calls are left out: their time is not ours to
// estimate well or badly.
#pragma once

#include "gpu/measure/counter_values.h"
#include "session/session.h"

// A distinct generated kernel.
typedef struct KernelRecord {
  uint64_t structure;          // PlanLowered.structure: names it in the program that runs
  uint64_t code;               // hash of the emitted kernel and its launch: names it in files
  int plan, id;                // the first plan with it, and its id there
  char name[KERNEL_NAME_SIZE]; // as emitted
  const Template *kind;
  int uses;                   // in all plans of the record
  Estimate estimate;          // by the record's model, without accesses
  double roofline_us, xla_us; // by other models
  bool compiled;              // then:
  int registers, spill_bytes; // per thread; loads and stores of spills together
  bool measured;              // then:
  double time_us, spread_us;  // cold: as worker_measure has it
  bool counted;               // then:
  CounterValues counters;
  char error[256]; // why it was not compiled or measured; empty: nothing went wrong
} KernelRecord;

// A distinct plan of a graph, its generated kernels only.
typedef struct PlanRecord {
  int graph;
  char *how;  // what makes it, for the command line: "greedy", "random -o seed=3"
  char *text; // plan file
  uint64_t hash;
  VECTOR(int) kernels; // of the record, one a launch, in launch order
  double estimate_us, roofline_us, xla_us;
  bool measured;
  double time_us, spread_us; // as one CUDA graph
  char error[256];
} PlanRecord;

typedef struct GraphRecord {
  char *path, *name;
  VECTOR(SizeBinding) sizes; // names are owned
  int64_t all_plans; // legal ones, when they were enumerated: those of the record are among them; else 0
} GraphRecord;

typedef struct AccuracyRecord {
  char model[32];            // that is scored, see cost_model.h
  char device[32], arch[16]; // that estimates and machine code are for
  int registers_arch;        // the architecture (90) that the model of registers was fitted to
  char gpu[128];             // that measured; empty: none
  VECTOR(GraphRecord) graphs;
  VECTOR(PlanRecord) plans; // by graph
  VECTOR(KernelRecord) kernels;
  HashMap by_structure;       // index into kernels
  char counters_problem[256]; // why kernels were not counted though that was asked for; empty
  int left_out;               // plans and kernels that are not what a file says, see accuracy_load
} AccuracyRecord;

void accuracy_free(AccuracyRecord *record);

// ---- Collecting, graph by graph: begin, then for each plan set it up in the session and add it, then
// compile, then measure.
// The session's graph; `sizes` are those that it was opened with.
void accuracy_begin_graph(AccuracyRecord *record, const Session *session, const ReadOptions *sizes);
// The session's plan as it is, with its estimates. False when the graph has an equal one already.
bool accuracy_add_plan(AccuracyRecord *record, Session *session, const char *how);
// Called with what is done of how much; false cancels.
typedef bool (*AccuracyProgress)(void *context, const char *what, int done, int total);
// Compiles what the last graph has that is not compiled yet; a kernel that does not compile has its error.
// The session's plan changes.
bool accuracy_compile(AccuracyRecord *record, Session *session, AccuracyProgress progress, void *context,
                      Status *status);
// Times plan `plan`, one of the last graph, as one CUDA graph of its generated kernels, and those of its
// kernels whose time is not known yet. The session's plan changes. A failing kernel has its error; false when
// there is no GPU, or it was cancelled.
bool accuracy_measure(AccuracyRecord *record, Session *session, int plan, const MeasureOptions *options,
                      AccuracyProgress progress, void *context, Status *status);

// ---- Files: everything but the estimates. Text that is the same for the same record.
bool accuracy_save(const AccuracyRecord *record, const char *path, Status *status);
// Opens the graphs and plans that a file names, estimates them as the program does today, and takes over what
// was compiled and measured of kernels whose emitted code is still the same. Graphs that are gone are an
// error. `options` (device, arch) as for session_open.
bool accuracy_load(AccuracyRecord *record, const char *path, const SessionOptions *options,
                   AccuracyProgress progress, void *context, Status *status);
