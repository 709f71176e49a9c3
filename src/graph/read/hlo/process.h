// XLA's record of how priority fusion came to its plan (priority_fusion_dump.txt): the module before it, what
// it asked, refused and fused, in order. A FusionProcessDumpProto in protobuf's text form.
#pragma once

#include "graph/read/hlo/build.h"

typedef enum HloStepKind {
  HLO_STEP_FUSION,     // `producer` went into `consumer`; both together are called `name`
  HLO_STEP_INELIGIBLE, // `producer` cannot be fused, for `reason`
  HLO_STEP_PRIORITY,   // what fusing `producer` with its readers would save was looked up
} HloStepKind;

typedef struct HloStep {
  HloStepKind kind;
  const char *name, *producer, *consumer, *reason; // NULL where the kind has none
  double fused_us, apart_us;                       // predicted; NAN: not told
  int consumers;                                   // readers that HLO_STEP_PRIORITY names
  long offset;                                     // in the dump, for messages
} HloStep;

typedef struct HloProcess {
  HloCursor cursor; // of the dump's whole text
  VECTOR(HloStep) steps;
  char *module; // HLO text, `length` bytes and a terminator, in the arena; NULL: none is in it
  size_t length;
} HloProcess;

// Reads a dump; hlo_process_free it, also on failure. What it points to lives in the arena.
bool hlo_process_read(const char *file, const char *text, size_t length, Arena *arena, HloProcess *process,
                      Status *status);
void hlo_process_free(HloProcess *process);

// steps.c: the plan of a graph built from the process's module: how it ended, with its steps and remarks.
// NULL with a message when a step names what is not there.
DumpPlan *hlo_process_plan(const HloBuild *build, const Graph *graph, const HloProcess *process);
