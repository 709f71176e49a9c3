// One measurement in progress: what its steps share. Used by measure.c and measure_steps.c only.
#pragma once

#include "gpu/translate.h"
#include "gpu/worker_handle.h"

typedef struct Measuring {
  Worker *worker;
  const Program *program, *reference; // reference NULL: no check
  const MeasureOptions *options;
  MeasureReport *report;
  Arena *arena;
  char folder[64];     // temporary: cubins and contents of inputs
  const char *service; // path of the cubin of the worker's own kernels
  CubinFile *files[2]; // of program and reference
  bool *left_out;      // launches of the program that are not run (any more)
  int opened;          // the start of the worker's process that knows `service`; 0: none
  int deaths;          // of the worker during this measurement
} Measuring;

// Every step is one request, or a few. WORKER_DIED leaves the worker empty: load again.

// Folder, compiler, and the worker's own kernels.
bool measure_prepare(Measuring *m, Status *status);
void measure_clean(Measuring *m); // removes the folder
// Loads the program into slot 0 and fills it; marks launches that the worker cannot load.
WorkerOutcome measure_load(Measuring *m, Status *status);
// Runs launches [0, count), untimed.
WorkerOutcome measure_run(Measuring *m, int count, Status *status);
WorkerOutcome measure_launch(Measuring *m, int launch, Measured *measured, Status *status);
WorkerOutcome measure_total(Measuring *m, Measured *total, Status *status);
// Loads the reference into slot 1 and compares; sets the report's check fields.
WorkerOutcome measure_check(Measuring *m, Status *status);
void measure_unload(Measuring *m);
