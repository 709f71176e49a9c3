// Opens whatever a path names: tells the formats apart.
#include "graph/read/read.h"

#include "base/file.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// Splits "log.txt#2" into the path and a graph number (from 0); a file whose name holds a '#' is itself.
static char *split_path(const char *path, int *which) {
  char *file = memory_strdup(path);
  char *mark = strrchr(file, '#');
  *which = 0;
  if (!mark || file_exists(path) || !isdigit((unsigned char)mark[1])) return file;
  char *end;
  long number = strtol(mark + 1, &end, 10);
  if (*end || number < 1 || number > 1000000) return file;
  *which = (int)number - 1;
  *mark = 0;
  return file;
}

static bool looks_like_json(const char *text, size_t length) {
  size_t at = length >= 3 && !memcmp(text, "\xef\xbb\xbf", 3) ? 3 : 0;
  while (at < length && isspace((unsigned char)text[at]))
    at++;
  return at < length && (text[at] == '{' || text[at] == '[');
}

static bool is_blank(const char *text, size_t length) {
  size_t at = 0;
  while (at < length && isspace((unsigned char)text[at]))
    at++;
  return at == length;
}

static bool is_binary(const char *text, size_t length) {
  return memchr(text, 0, length < 4096 ? length : 4096) != NULL;
}

static Graph *read_text(const char *file, const char *text, size_t length, int which,
                        const ReadOptions *options, Status *status) {
  if (is_binary(text, length)) {
    status_fail(status, STATUS_INPUT,
                "%s: a binary file; a graph is fusebox JSON, FX text or a torch_compile_debug folder", file);
    return NULL;
  }
  if (is_blank(text, length)) {
    status_fail(status, STATUS_INPUT, "%s: no FX graph in it, and nothing else: the file is empty", file);
    return NULL;
  }
  if (looks_like_json(text, length) || text_ends(file, ".json"))
    return graph_read_json(file, text, length, options, status);
  if (memmem(text, length, "HloModule", 9) && !memmem(text, length, "def forward(", 12)) {
    status_fail(status, STATUS_INPUT, "%s: HLO text is not read yet", file);
    return NULL;
  }
  return graph_read_fx(file, text, length, which, status);
}

Graph *graph_open(const char *path, const ReadOptions *options, DumpPlan **plan, Status *status) {
  if (plan) *plan = NULL;
  if (file_is_folder(path)) return graph_read_folder(path, plan, status);
  int which;
  size_t length;
  char *file = split_path(path, &which);
  bool piped = strcmp(file, "-") == 0;
  char *text = file_read(piped ? "/dev/stdin" : file, &length, status);
  Graph *graph = text ? read_text(file, text, length, which, options, status) : NULL;
  free(text);
  free(file);
  return graph;
}
