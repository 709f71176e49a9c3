// PTX: ".loc file line column [, function_name label, inlined_at file line column]" stands before what it is
// about (PTX ISA, 11.5). What calls an inlined function is told by the last .loc of that place. The names of
// functions follow the kernel in a section of their own.
// SASS: nvdisasm -gi prints `//## File "name", line 12 inlined at "name", line 34`, innermost function first.
#include "session/results/assembly_lines.h"

#include "base/hash.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 24 }; // no source that we compile has more lines or columns

typedef struct LineReader {
  int at;        // line of the source that the next lines are there for; -1: unknown
  bool aside;    // in a section of debug information
  HashMap calls; // PTX: of a place the line of the kernel that led there
} LineReader;

// The number behind blanks at *at, which moves behind it; -1: there is none.
static int number(const char **at, const char *end) {
  int value = 0;
  while (*at < end && (**at == ' ' || **at == '\t'))
    ++*at;
  if (*at >= end || !isdigit((unsigned char)**at)) return -1;
  for (; *at < end && isdigit((unsigned char)**at); ++*at)
    if (value < LARGEST) value = value * 10 + (**at - '0');
  return value < LARGEST ? value : -1;
}

static bool starts(const char *text, const char *end, const char *word) {
  size_t length = strlen(word);
  return (size_t)(end - text) >= length && !memcmp(text, word, length);
}

// ---- PTX.

// "file line column" at *at.
static bool read_place(const char **at, const char *end, uint64_t *place, int *line) {
  int file = number(at, end), column;
  *line = number(at, end), column = number(at, end);
  *place = (uint64_t)*line << 32 | (uint64_t)(unsigned)column;
  return file >= 0 && *line >= 0 && column >= 0;
}

static void take_loc(LineReader *reader, const char *text, const char *end) {
  static const char inlined[] = "inlined_at";
  uint64_t place, caller;
  int line;
  int64_t outermost;
  reader->at = -1;
  if (!read_place(&text, end, &place, &line) || line == 0) return;
  const char *behind = memmem(text, (size_t)(end - text), inlined, strlen(inlined));
  if (behind) {
    behind += strlen(inlined);
    if (!read_place(&behind, end, &caller, &line) || line == 0) return;
    if (hashmap_get(&reader->calls, caller, &outermost)) line = (int)outermost;
  }
  hashmap_set(&reader->calls, place, line);
  reader->at = line - 1;
}

// True for a line that says where others come from, and for none of the code.
static bool take_ptx(LineReader *reader, const char *text, const char *end) {
  bool aside = reader->aside || starts(text, end, ".section");
  reader->aside = aside && !starts(text, end, "}");
  if (aside) return true;
  if (!starts(text, end, ".loc")) return starts(text, end, ".file");
  take_loc(reader, text + strlen(".loc"), end);
  return true;
}

// ---- SASS.

static bool take_sass(LineReader *reader, const char *text, const char *end) {
  static const char mark[] = "//##", before[] = ", line ";
  if (!starts(text, end, mark)) return false;
  const char *at = memmem(text, (size_t)(end - text), before, strlen(before));
  if (!at) return true;
  at += strlen(before);
  int line = number(&at, end);
  if (at == end) reader->at = line > 0 ? line - 1 : -1; // else another line says where it was inlined at
  return true;
}

void assembly_lines_take(AssemblyKind kind, const char *raw, Text *text, SourceLines *lines) {
  LineReader reader = {.at = -1};
  while (*raw) {
    size_t length = strcspn(raw, "\n");
    const char *start = raw, *end = raw + length;
    while (start < end && isspace((unsigned char)*start))
      start++;
    if (!(kind == ASSEMBLY_PTX ? take_ptx : take_sass)(&reader, start, end)) {
      text_add_bytes(text, raw, length + (*end == '\n'));
      vector_push(lines, reader.at);
    }
    raw = end + (*end == '\n');
  }
  hashmap_free(&reader.calls);
}
