// Reading the compiler's log.
#pragma once

#include "base/status.h"

// What ptxas says of one kernel under -v; -1 where the log does not say it.
typedef struct LogFacts {
  int registers;                           // per thread
  int stack_bytes;                         // local memory frame per thread
  int spill_store_bytes, spill_load_bytes; // per thread
  int shared_bytes;                        // static, per block
} LogFacts;

// False when the log has no entry for `kernel`.
bool compile_log_facts(const char *log, const char *kernel, LogFacts *facts);

// Removes, in place, the lines that differ from run to run: how long ptxas took.
void compile_log_settle(char *log);

// Turns the first error of a failed compilation into a status (STATUS_INTERNAL: the source is ours):
// "kernel.cu:line:column: what" with the line and a caret; what GPU it takes, where the assembler wants a
// newer one (STATUS_INPUT: another can be chosen); or the log's beginning. Returns false.
bool compile_log_fail(const char *log, const char *source, Status *status);
