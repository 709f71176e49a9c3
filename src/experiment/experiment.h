// An experiment: graphs at sizes, devices, and what plans to make there. What a file asks for, written out: a
// graph for each that a pattern matches, a variant for each choice of options.
#pragma once

#include "base/arena.h"
#include "experiment/row.h"
#include "graph/read/read.h"
#include "script/script.h"

typedef enum ExperimentStage {
  STAGE_ESTIMATE,
  STAGE_COMPILE, // NVRTC: registers, spills, instructions
  STAGE_TIME,    // on the GPU
  STAGE_COUNT
} ExperimentStage;
const char *experiment_stage_name(ExperimentStage stage); // "estimate"

// A graph at sizes: what is opened once for all that is asked of it.
typedef struct ExperimentGraph {
  const char *name, *path; // as rows have it; as session_open takes it
  VECTOR(SizeBinding) sizes;
  const char *sizes_text; // of a row
  // Known once it was opened:
  const char *hash;     // ""
  const char *compiler; // of the compiler's plan that came with it; "": none did
  bool resolved;        // it was tried
} ExperimentGraph;

typedef struct ExperimentDevice {
  const char *name, *path; // "h200"; as device_choose takes it
  const char *hash;        // of all its figures
} ExperimentDevice;

// A heuristic with options, and the plan that it begins with.
typedef struct ExperimentVariant {
  const char *heuristic;        // of a row
  const char *path;             // NULL: none, compiler
  const char *hash;             // of the script; ""
  VECTOR(ScriptOption) options; // by name, the seed among them
  const char *options_text;     // of a row
  int64_t seed;
  const char *start, *start_path, *start_hash; // of a plan file its path and the hash of its text; ""
} ExperimentVariant;

typedef struct Experiment {
  Arena *arena;       // of all texts
  const char *folder; // that graphs, scripts and plans are relative to
  VECTOR(ExperimentGraph) graphs;
  VECTOR(ExperimentDevice) devices;
  VECTOR(ExperimentVariant) variants;
  const char *baseline; // heuristic of a variant that others are compared with; ""
  unsigned stages;      // bits 1 << stage
  int repeats;
  double seconds;       // for a heuristic, and for what follows from its plan
  int64_t instructions; // of a heuristic's Lua; 0: as otherwise
  int64_t evaluations;  // of a heuristic; 0: no limit
} Experiment;

enum { EXPERIMENT_GRAPHS_MOST = 1000000, EXPERIMENT_VARIANTS_MOST = 100000, REPEATS_MOST = 10000 };

// A Lua file that says what is wanted, or experiment.json of a store. False with file and line.
bool experiment_open(const char *path, Experiment *experiment, Status *status);
bool experiment_parse(Experiment *experiment, const Json *json, Status *status); // of experiment.json
void experiment_write(const Experiment *experiment, Text *out);                  // as experiment.json
void experiment_close(Experiment *experiment);

// ---- Points: the rows that are wanted, in order: by graph, device, repeat, variant, stage. What is timed is
// so timed in turn with what it is compared with.
typedef struct Point {
  int graph, device, variant, repeat; // repeat from 0
  ExperimentStage stage;
} Point;
int64_t experiment_units(const Experiment *experiment);  // for a graph: points but for their stages
int experiment_stages(const Experiment *experiment);     // how many
int64_t experiment_points(const Experiment *experiment); // of all graphs
Point experiment_point(const Experiment *experiment, int graph, int64_t unit, ExperimentStage stage);
// The question that a row answers: all of it but the answer. Texts are the experiment's, and `key`.
Row point_row(const Experiment *experiment, const Point *point, char key[KEY_SIZE]);
