// A program as the GPU worker sees it: memory, what to fill it with, and launches of compiled kernels. Made
// from a plan's Program by the session's side, sent as JSON, read by the worker. It holds no graph.
#pragma once

#include "base/arena.h"
#include "base/json.h"
#include "plan/program/program.h"

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

typedef struct RunProgram {
  RunBuffer *buffers;
  int buffer_count;
  Launch *launches; // the worker gets no lowered kernels and no text
  int launch_count;
} RunProgram;

// A memory that a program and its reference both write, to be compared.
typedef struct CheckPair {
  int buffer, reference; // in the program, in the reference
  int after;             // the launch of the program that writes it last
  double tolerance;      // relative; see service_compare
  bool judged;           // else only replaced by the reference's contents
  bool made_up;          // the reference's contents are: only the evaluator can judge (not for the worker)
} CheckPair;

// As members "buffers" and "launches" of the object that is open.
void run_program_write(const RunProgram *program, JsonWriter *json);
// From the object `node` of `json`; strings and lists live in `arena`. Every index and size is checked.
bool run_program_read(const Json *json, const JsonNode *node, Arena *arena, RunProgram *program,
                      Status *status);
