// One measurement in progress: what its steps share. Used by measure*.c only.
#pragma once

#include "gpu/measure/translate.h"
#include "gpu/worker/handle.h"

typedef struct Measuring {
  Worker *worker;
  const Program *program, *reference; // reference NULL: no check
  const MeasureOptions *options;
  MeasureReport *report;
  Arena *arena;
  char folder[64];             // temporary: cubins and contents of inputs
  const char *service;         // path of the cubin of the worker's own kernels
  CubinFile *files[2];         // of program and reference
  bool *left_out;              // launches of the program that are not run (any more)
  bool *reference_out;         // launches of the reference that are not run (any more)
  char reference_problem[256]; // which of them was the first, and why; empty: none
  int opened;                  // the start of the worker's process that knows `service`; 0: none
  int deaths;                  // of the worker during this measurement
} Measuring;

// Every step is one request, or a few. WORKER_DIED leaves the worker empty: load again.

// Folder, compiler, and the worker's own kernels.
bool measure_prepare(Measuring *m, Status *status);
void measure_clean(Measuring *m); // removes the folder
// Tells a worker that was started since of its own kernels: before anything is loaded.
WorkerOutcome measure_open(Measuring *m, Status *status);
// Loads the program into slot 0 and fills it; marks launches that the worker cannot load.
WorkerOutcome measure_load(Measuring *m, Status *status);
// Runs launches [0, count), untimed.
WorkerOutcome measure_run(Measuring *m, int count, Status *status);
// Allocates a translated program in a slot; `reply` (free with json_free) has its launches' problems.
WorkerOutcome measure_load_slot(Measuring *m, int slot, const RunProgram *run, Json **reply, Status *status);
// The bytes of a buffer of slot 0 as they are, into a file.
WorkerOutcome measure_save_buffer(Measuring *m, int buffer, const char *path, Status *status);
WorkerOutcome measure_fill(Measuring *m, int slot, Status *status);
// Runs launches [from, to) of a slot, untimed.
WorkerOutcome measure_run_slot(Measuring *m, int slot, int from, int to, double limit_s, Status *status);
WorkerOutcome measure_launch(Measuring *m, int launch, Measured *measured, Status *status);
WorkerOutcome measure_total(Measuring *m, Measured *total, Status *status);
// Hardware counters of every launch that was timed, or the report's counters_problem.
WorkerOutcome measure_count(Measuring *m);
// Loads the reference into slot 1 and compares; sets the report's check fields. A launch of the reference
// that fails is left out, and what follows from its results is not compared.
void measure_check(Measuring *m);
// The steps of it: the reference into slot 1, beside the program in slot 0.
WorkerOutcome measure_load_reference(Measuring *m, Status *status);
// Fills both and compares after running the reference and `launch` of the program (-1: all of it).
WorkerOutcome measure_compare(Measuring *m, int launch, const CheckPair *pairs, int count, Json **reply,
                              Status *status);
// What is wrong with the pair that a reply of measure_compare names.
void measure_describe(const Measuring *m, const JsonNode *reply, const CheckPair *pair, Text *text);
// Why a launch is not timed; NULL when it is.
const char *measure_reason_not_to(const Measuring *m, int launch);
// A result that says why there is none.
void measure_refuse(Measured *measured, const char *why);
void measure_unload(Measuring *m);

// The request that `json` wrote into `text`, complete; the text is used up.
WorkerOutcome measure_ask(Measuring *m, Text *text, double limit_s, Json **reply, Status *status);
JsonWriter measure_begin(Text *text, const char *what); // a request, its object open
double measure_limit(const Measuring *m);               // of one kernel, in seconds

enum { MEASURE_DEATHS_MOST = 8 }; // of workers, before the rest of the launches is given up
