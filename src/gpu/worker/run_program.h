// A program as the GPU worker sees it: memory, what to fill it with, and launches of compiled kernels. Made
// from a plan's Program by the session's side, sent as JSON, read by the worker. Knows nothing of graphs.
#pragma once

#include "base/arena.h"
#include "base/json.h"
#include "graph/core/dtype.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum FillKind {
  FILL_ZERO,     // what launches write; also gaps between strides
  FILL_NORMAL,   // floats: normal(0, scale)
  FILL_POSITIVE, // floats: uniform in [0.5, 2), for divisors, variances and arguments of logarithms
  FILL_INTEGER,  // integers and bool: uniform in [low, high)
  FILL_FILE,     // the bytes of `path`
  FILL_SHARED,   // the memory of buffer `shared_with` of the program in the other slot, which neither program
                 // writes
} FillKind;

typedef struct RunBuffer {
  int64_t bytes;
  DType dtype;
  FillKind fill;
  double scale;      // FILL_NORMAL
  int64_t low, high; // FILL_INTEGER
  int64_t seed;      // not negative; equal seeds and sizes give equal contents
  const char *path;  // FILL_FILE
  int shared_with;   // FILL_SHARED
} RunBuffer;

// A copy to make before the launch, as part of it; from -1: fill with zeros.
typedef struct RunPreset {
  int from, to; // buffers of equal size
} RunPreset;

// As MatmulOperand and Matmul of plan/program/program.h.
typedef struct RunOperand {
  int buffer;                                              // -1: absent
  int64_t offset, row_stride, column_stride, batch_stride; // elements
} RunOperand;
typedef struct RunMatmul {
  DType dtype;
  int64_t batch, m, n, k;
  RunOperand a, b, c, d;
  double alpha, beta;
} RunMatmul;

typedef enum RunKind { RUN_KERNEL, RUN_MATMUL, RUN_NOTHING } RunKind;

typedef struct RunLaunch {
  RunKind kind;
  const char *kernel;      // RUN_KERNEL: its extern "C" name
  const char *cubin;       // path of its file
  int64_t grid;            // blocks
  int threads;             // of a block
  int shared_bytes;        // of a block, static and dynamic together
  int64_t workspace_bytes; // zeroed memory handed over as the last parameter; 0: none
  const int *arguments;    // buffers, one per parameter
  int argument_count;
  const RunPreset *presets;
  int preset_count;
  RunMatmul matmul; // RUN_MATMUL
} RunLaunch;

typedef struct RunProgram {
  RunBuffer *buffers;
  int buffer_count;
  RunLaunch *launches;
  int launch_count;
} RunProgram;

// A memory that a program and its reference both write, to be compared.
typedef struct CheckPair {
  int buffer, reference; // in the program, in the reference
  int after;             // the launch of the program that writes it last
  double tolerance;      // relative; see service_compare
  bool judged;           // else only replaced by the reference's contents
} CheckPair;

// As members "buffers" and "launches" of the object that is open.
void run_program_write(const RunProgram *program, JsonWriter *json);
// From the object `node` of `json`; strings and lists live in `arena`. Every index and size is checked.
bool run_program_read(const Json *json, const JsonNode *node, Arena *arena, RunProgram *program,
                      Status *status);
