// What the compiler gives: a cubin, and behind a line "@@@@" its log.
#include "../fuzz.h"

#include "gpu/toolkit/compile_log.h"
#include "gpu/toolkit/cubin.h"

#include <string.h>

static const char kernel[] = "column_sum";

static void read_log(char *log) {
  Status status = {0};
  LogFacts facts;
  compile_log_facts(log, kernel, &facts);
  FUZZ_CHECK(!compile_log_fail(log, "one\ntwo\nthree\n", &status) && status.message[0]);
  size_t length = strlen(log);
  compile_log_settle(log);
  FUZZ_CHECK(strlen(log) <= length);
}

bool fuzz_input(char *text, size_t length) {
  Status status = {0};
  CubinFacts facts;
  FuzzParts parts = {text, text + length};
  size_t bytes, log_length;
  char *part = fuzz_part(&parts, &bytes), *log = fuzz_part(&parts, &log_length);
  char *cubin = malloc(bytes + !bytes); // of its very length, which no zero byte follows
  memcpy(cubin, part, bytes);
  bool taken = cubin_read(cubin, bytes, kernel, &facts, &status);
  free(cubin);
  if (!taken) FUZZ_CHECK(status.code == STATUS_INTERNAL && status.message[0]);
  if (log) read_log(log);
  return taken;
}
