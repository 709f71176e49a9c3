// What the targets share. A target is one file with a fuzz_input; libFuzzer calls it with inputs that it
// makes up, and replay.c, in builds without libFuzzer, with files and damaged copies of them.
#pragma once

#include "base/random.h"
#include "base/status.h"
#include "base/text.h"
#include "cost/devices/device.h"
#include "plan/plan.h"

#include <stdint.h>
#include <stdlib.h>

// The target's own. `text` is a copy with a zero byte behind its `length`, as file_read gives files; it may
// be changed. True when it was taken, false when it was refused.
bool fuzz_input(char *text, size_t length);

// Ends the program, which is a finding.
_Noreturn void fuzz_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
#define FUZZ_CHECK(condition) \
  do { \
    if (!(condition)) fuzz_fail("%s:%d: " #condition, __FILE__, __LINE__); \
  } while (0)

// A refusal blames the input, and has a sentence for people.
void fuzz_check_refusal(const Status *status);
void fuzz_check_ok(bool ok, const Status *status); // what must not fail

// The folder for all that an input writes, that of state, configuration and cache, too.
const char *fuzz_folder(void);
void fuzz_clear(void);             // removes what is in it
char *fuzz_path(const char *name); // in that folder; free it
// A file there, with the folder that it lies in. NULL bytes: no such file.
void fuzz_write(const char *name, const char *bytes, size_t length);
// A shipped graph ("graphs/softmax.json"); free it.
char *fuzz_shipped(const char *name);
const Device *fuzz_device(void);

// One input as several files: the next part, up to a line "@@@@" or the end; NULL when there is none left.
typedef struct FuzzParts {
  char *at, *end;
} FuzzParts;
char *fuzz_part(FuzzParts *parts, size_t *length); // with a zero byte behind it

// What people do with what was read. A graph: written and read again it is the same; it is planned, one op a
// kernel and at random, and a kernel of each plan is emitted. A plan: the same for its file.
void fuzz_use_graph(const Graph *graph);
void fuzz_use_plan(Plan *plan);

// mutate.c: damage that follows what texts are made of. Up to eight times: bytes changed, spans removed,
// doubled or moved, the end cut off, numbers and words replaced with ones that readers stumble over, or with
// others of the text.
void fuzz_mutate(Text *text, Random *random);

// What libFuzzer and replay.c call.
int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t length, size_t most, unsigned seed);
int fuzz_taken(void); // inputs so far
