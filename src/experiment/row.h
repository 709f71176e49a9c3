// A row of an experiment: one question (graph, heuristic, device, ...) and its answer, as one JSON object on
// a line of its own. All but what stands under "run" is the same whenever the same question is asked.
#pragma once

#include "base/arena.h"
#include "base/status.h"
#include "base/text.h"
#include "base/vector.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { KEY_SIZE = 33 }; // of a key or content hash: 32 hexadecimal digits and a zero byte

typedef enum RowStatus {
  ROW_OK,
  ROW_FAILED,  // the heuristic, the compiler or the GPU did, or the process that asked them
  ROW_TIMEOUT, // past the experiment's limit of seconds
  ROW_REFUSED, // nothing was tried: the graph does not open, came without a compiler's plan, ...
  ROW_STATUS_COUNT
} RowStatus;
const char *row_status_name(RowStatus status); // "ok"

// Numbers that are unknown are NAN, or ROW_UNKNOWN, and do not stand in the file; texts are never NULL.
enum { ROW_UNKNOWN = -1 };

typedef struct Row {
  // The question.
  const char *key;         // hash of all of it: of contents, not of the names of files
  const char *graph;       // as the experiment names it: "graphs/dumps/bert/backward"
  const char *graph_hash;  // of its content at these sizes; "": it does not open
  const char *heuristic;   // "none", "compiler", or as the experiment names it: "greedy"
  const char *script_hash; // of the heuristic's file and the modules that it asks for; "": there is none
  const char *options;     // "width=8 depth=2", by name, without the seed; "": none
  const char *start;       // the plan that the heuristic begins with: "none", "compiler" or a plan file
  const char *device;      // "h200"
  const char *sizes;       // those that are bound: "cols=64 rows=8192"; "": the graph's own
  int64_t seed;            // ROW_UNKNOWN: the heuristic's default
  int64_t repeat;          // from 1
  const char *stage;       // "estimate", "compile" or "time"
  const char *version;     // of the program
  // The answer.
  RowStatus status;
  const char *message;   // of what is not ok; of a timeout, why; else ""
  const char *plan;      // plans/PLAN.json of the store; "": there is none
  int64_t kernels;       // launches
  double time_us;        // of the whole plan: estimated, or measured in the stage "time"
  double fusible_us;     // of it, kernels that are ours
  double library_us;     // of it, those of libraries
  int64_t dram_bytes;    // estimated
  int64_t peak_bytes;    // most memory of tensors at any launch
  int64_t evaluations;   // questions that the heuristic asked about edits
  const char *report;    // what the heuristic reported of its run: "gap=0.01 rounds=3"; ""
  int64_t registers;     // compiled: most of any kernel's thread
  int64_t spill_bytes;   // compiled: loads and stores of spills, of a thread of each kernel, together
  int64_t instructions;  // compiled: of machine code, of all kernels together
  const double *samples; // measured: each time of the plan, in order, us; NULL: there are none
  int sample_count;
  // How it was run.
  double seconds;   // of the wall clock: the heuristic and the stage
  double clock_mhz; // measured: of the GPU's multiprocessors while the whole plan ran
  double power_w;   // measured: of its board, then
  const char *gpu;  // measured: which one, by UUID; ""
  const char *host; // "node7"
  int64_t worker;   // of the processes of that run, from 0
  int64_t at;       // seconds since 1970, at its end
} Row;

// The fields of a row in the order in which they are written; the status stands between question and answer,
// the samples behind the answer.
typedef enum RowFieldKind { ROW_TEXT, ROW_NUMBER, ROW_INTEGER } RowFieldKind;
typedef struct RowField {
  const char *name;
  RowFieldKind kind; // const char *, double, int64_t
  size_t offset;     // in a Row
} RowField;
typedef enum RowPart { ROW_QUESTION, ROW_ANSWER, ROW_RUN } RowPart;
const RowField *row_fields(RowPart part, int *count);

Row row_unknown(void);                     // texts "", numbers unknown
void row_write(const Row *row, Text *out); // with the newline
// A line of `length` bytes, without its newline; texts are in the arena. False with what is wrong: `file` and
// `number`, from 1, are for the message.
bool row_parse(const char *file, int number, const char *line, size_t length, Arena *arena, Row *row,
               Status *status);

typedef struct Rows {
  Arena *arena; // of the rows' texts
  VECTOR(Row) list;
  int torn;    // last lines of files without a newline, whose writer was killed: they are left out
  int doubled; // rows whose key there was before, or failures that were tried again: they are left out
} Rows;
void rows_free(Rows *rows);
// The rows of a file's text, behind those that are there already.
bool rows_parse(const char *file, const char *text, size_t length, Rows *rows, Status *status);
