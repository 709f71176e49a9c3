// What the compiler and the disassembler give: a cubin, and behind lines "@@@@" the log, PTX and machine
// code.
#include "../fuzz.h"

#include "gpu/toolkit/compile_log.h"
#include "gpu/toolkit/cubin.h"
#include "session/results/assembly_lines.h"

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

static int count_lines(const char *text) {
  int lines = 0;
  for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
    lines++;
  return lines;
}

// As many lines as the text has left, and every line of it was one of the input's.
static void read_assembly(AssemblyKind kind, const char *raw) {
  Text text = {0};
  SourceLines lines = {0};
  assembly_lines_take(kind, raw, &text, &lines);
  FUZZ_CHECK(lines.count == count_lines(text_get(&text)) && lines.count <= count_lines(raw));
  for (int i = 0; i < lines.count; i++)
    FUZZ_CHECK(lines.data[i] >= -1);
  text_free(&text);
  vector_free(&lines);
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
  for (AssemblyKind kind = ASSEMBLY_PTX; kind < ASSEMBLY_KINDS; kind++) {
    char *listing = fuzz_part(&parts, &length);
    if (listing) read_assembly(kind, listing);
  }
  return taken;
}
