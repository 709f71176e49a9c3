// A program: a plan made runnable. Buffers and launches in order, each launch a generated kernel, a library
// call, or nothing but a note that it is not run. The CPU check runs it with the emulator, the GPU worker
// with the driver.
#pragma once

#include "kernel/cuda/emit.h"
#include "plan/plan.h"
#include "plan/program/matmul.h"

typedef enum LaunchKind { LAUNCH_KERNEL, LAUNCH_MATMUL, LAUNCH_SKIPPED } LaunchKind;

typedef struct ProgramBuffer {
  int storage; // value index whose memory it is
  int64_t bytes;
  bool is_input;  // filled before the run; also results of skipped launches
  bool is_output; // holds (part of) a graph output
} ProgramBuffer;

// What a kernel does with the memory of an argument.
typedef struct LaunchUse {
  bool read, written;
} LaunchUse;

// To the plan and to the worker, which knows of its code the name, the launch and the cubin.
typedef struct Launch {
  LaunchKind kind;
  int kernel; // plan kernel id
  const PlanLowered *lowered;
  // LAUNCH_KERNEL: what plan_code says of `lowered`, whose text it is. Of attention that others are held
  // against (program_build_reference) `lowered` is the library's and has no nest: then it is what
  // kernel_emit_attention says, of text in the program's arena and without the name of a code.
  Emitted emitted;
  const char *cubin;     // LAUNCH_KERNEL: path of its file; NULL: not compiled yet
  const int *arguments;  // buffer indices, one per kernel parameter (the workspace is the runner's)
  const LaunchUse *uses; // one per argument; not for the worker
  int argument_count;
  const Preset *presets; // copies to make first, as buffer indices of the program
  int preset_count;
  Matmul matmul;   // LAUNCH_MATMUL
  const char *why; // LAUNCH_SKIPPED: "attention is estimated, not run"
} Launch;

typedef struct Program {
  Arena *arena;
  const Graph *graph;
  ProgramBuffer *buffers;
  int buffer_count;
  Launch *launches;
  int launch_count;
  bool variants; // the launches are variants of one kernel: each is run for itself
} Program;

// Why no library runs the call of a library op here, so that it is estimated alone; NULL: one does.
const char *program_library_problem(const Graph *graph, int op);

// Fails only when a kernel cannot be emitted. Stands on its own: the plan may change or go, the graph may
// not.
Program *program_build(Plan *plan, Status *status);
// Of `alone`, a plan of the same graph with every op alone: what `program` is held against. Attention that a
// kernel of `program` computes is computed, slowly; other libraries' results are made up in both.
Program *program_build_reference(Plan *alone, const Program *program, Status *status);
// Variants of one generated kernel (see plan_variant), a launch each, all on the same buffers: what the
// kernel reads is filled before the run. `launch.kernel` is `kernel`, for messages.
Program *program_build_variants(const Graph *graph, int kernel, const PlanLowered *const *variants, int count,
                                Status *status);
void program_free(Program *program);                          // NULL is allowed
int program_find_buffer(const Program *program, int storage); // -1 when the program does not touch it

// Values in logical order (doubles, as the evaluator has them) to and from a buffer's memory with the value's
// layout.
void program_pack(const Graph *graph, int value, const double *data, void *memory);
void program_unpack(const Graph *graph, int value, const void *memory, double *data);
// One element to a place in memory: *data, and of a complex number data[count], its imaginary part.
void program_store(DType dtype, void *memory, int64_t place, const double *data, int64_t count);
// Bytes that a value's memory spans, strides included (its own storage, from the value's first element on).
int64_t program_value_bytes(const Graph *graph, int value);
