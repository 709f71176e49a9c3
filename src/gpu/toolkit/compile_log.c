// The compiler's log: facts of ptxas -v, and the first error of a compilation that failed.
#include "gpu/toolkit/compile_log.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Where the part about `kernel` starts, or NULL.
static const char *find_kernel(const char *log, const char *kernel) {
  static const char opening[] = "Compiling entry function '";
  size_t length = strlen(kernel);
  for (const char *at = log; (at = strstr(at, opening));) {
    at += sizeof opening - 1;
    if (!strncmp(at, kernel, length) && at[length] == '\'') return at;
  }
  return NULL;
}

// The number right before `unit` within [begin, end), -1 when there is none.
static int number_before(const char *begin, const char *end, const char *unit) {
  const char *at = strstr(begin, unit);
  if (!at || at >= end) return -1;
  const char *digit = at;
  while (digit > begin && digit[-1] >= '0' && digit[-1] <= '9')
    digit--;
  return digit < at ? (int)strtol(digit, NULL, 10) : -1;
}

bool compile_log_facts(const char *log, const char *kernel, LogFacts *facts) {
  *facts = (LogFacts){-1, -1, -1, -1, -1};
  const char *begin = find_kernel(log, kernel);
  if (!begin) return false;
  const char *next = strstr(begin, "Compiling entry function");
  const char *end = next ? next : begin + strlen(begin);
  facts->registers = number_before(begin, end, " registers");
  facts->stack_bytes = number_before(begin, end, " bytes stack frame");
  facts->spill_store_bytes = number_before(begin, end, " bytes spill stores");
  facts->spill_load_bytes = number_before(begin, end, " bytes spill loads");
  facts->shared_bytes = number_before(begin, end, " bytes smem");
  if (facts->registers >= 0 && facts->shared_bytes < 0)
    facts->shared_bytes = 0; // not mentioned when there is none
  return facts->registers >= 0;
}

void compile_log_settle(char *log) {
  char *line;
  while ((line = strstr(log, "ptxas info    : Compile time"))) {
    const char *end = strchr(line, '\n');
    end = end ? end + 1 : line + strlen(line);
    memmove(line, end, strlen(end) + 1);
  }
}

static long line_offset(const char *source, long line) {
  const char *at = source;
  while (line > 1 && (at = strchr(at, '\n'))) {
    at++;
    line--;
  }
  return at ? at - source : -1;
}

// The column (bytes from 0) that the log's caret points at. The log repeats the source line, indented anew,
// and puts the caret below.
static long caret_column(const char *repeated, const char *source_line) {
  const char *caret_line = strchr(repeated, '\n');
  if (!caret_line) return 0;
  long caret = (long)strspn(++caret_line, " ");
  long indent = (long)strspn(repeated, " \t"), own = (long)strspn(source_line, " \t");
  if (caret_line[caret] != '^' || caret < indent) return 0;
  return caret - indent + own;
}

// "Feature 'cvt.bf16x2.f32' requires .target sm_80 or higher": of the assembler, whose own words are of code
// that nobody has seen.
static bool is_for_newer(const char *log, char feature[64], char target[16]) {
  const char *at = strstr(log, "Feature '");
  return at && sscanf(at, "Feature '%63[^']' requires .target %15s or higher", feature, target) == 2;
}

bool compile_log_fail(const char *log, const char *source, Status *status) {
  static const char mark[] = ": error: ";
  const char *error = strstr(log, mark);
  char feature[64], target[16];
  if (!error && is_for_newer(log, feature, target))
    return status_fail(status, STATUS_INPUT, "it needs a GPU of %s or newer, whose %s it uses", target,
                       feature);
  if (!error)
    return status_fail(status, STATUS_INTERNAL, "the compiler gave up: %.600s", *log ? log : "(no log)");
  const char *what = error + sizeof mark - 1;
  int length = (int)strcspn(what, "\n");
  const char *open = error;
  while (open > log && *open != '(' && *open != '\n')
    open--;
  long line = *open == '(' ? strtol(open + 1, NULL, 10) : 0;
  long offset = line > 0 ? line_offset(source, line) : -1;
  if (offset < 0) return status_fail(status, STATUS_INTERNAL, "the compiler says: %.*s", length, what);
  if (what[length]) offset += caret_column(what + length + 1, source + offset);
  status_fail_at(status, "kernel.cu", source, (long)strlen(source), offset, "%.*s", length, what);
  if (status) status->code = STATUS_INTERNAL; // the source is generated, not a person's input
  return false;
}
