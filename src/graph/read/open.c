// Opens whatever a path names: tells the formats apart.
#include "base/file.h"
#include "base/text.h"
#include "graph/read/beside.h"
#include "graph/read/importer.h"
#include "graph/read/inductor/trace.h"
#include "graph/read/list.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const Importer *const importers[] = {
#define X(name) &importer_##name,
    IMPORTERS(X)
#undef X
};
enum { IMPORTER_COUNT = sizeof importers / sizeof *importers };

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

static bool is_blank(const char *text, size_t length) {
  size_t at = 0;
  while (at < length && isspace((unsigned char)text[at]))
    at++;
  return at == length;
}

static bool is_binary(const char *text, size_t length) {
  return memchr(text, 0, length < 4096 ? length : 4096) != NULL;
}

// "fusebox JSON, FX text or a torch_compile_debug folder": what the rows say that they read.
static void list_formats(Text *out) {
  int left = 0;
  for (size_t i = 0; i < IMPORTER_COUNT; i++)
    left += importers[i]->help != NULL;
  for (size_t i = 0; i < IMPORTER_COUNT; i++) {
    if (!importers[i]->help) continue;
    left--;
    text_printf(out, "%s%s", importers[i]->help, left > 1 ? ", " : left == 1 ? " or " : "");
  }
}

static bool refuse_binary(const Source *source, Status *status) {
  Text formats = {0};
  list_formats(&formats);
  status_fail(status, STATUS_INPUT, "%s: a binary file; a graph is %s", source->path, text_get(&formats));
  text_free(&formats);
  return false;
}

static bool is_text(const Source *source, Status *status) {
  if (!source->text) return true;
  if (is_binary(source->text, source->length)) return refuse_binary(source, status);
  if (is_blank(source->text, source->length))
    return status_fail(status, STATUS_INPUT, "%s: no FX graph in it, and nothing else: the file is empty",
                       source->path);
  return true;
}

static Graph *import(const Source *source, DumpPlan **plan, Status *status) {
  if (!is_text(source, status)) return NULL;
  for (size_t i = 0; i < IMPORTER_COUNT; i++)
    if (importers[i]->takes(source)) return importers[i]->read(source, plan, status);
  status_fail(status, STATUS_INTERNAL, "%s: no importer takes it", source->path); // the last takes all texts
  return NULL;
}

// Free it unless it is kept.
static char *read_text(const char *file, ReadKept *kept, size_t *length, Status *status) {
  if (kept && kept->path && !strcmp(kept->path, file)) {
    *length = kept->length;
    return kept->text;
  }
  char *text = file_read(strcmp(file, "-") == 0 ? "/dev/stdin" : file, length, status);
  if (!kept || !text) return text;
  read_kept_free(kept);
  *kept = (ReadKept){.path = memory_strdup(file), .text = text, .length = *length};
  return text;
}

void read_kept_free(ReadKept *kept) {
  if (kept->log) trace_log_free(kept->log);
  free(kept->log);
  free(kept->path);
  free(kept->text);
  *kept = (ReadKept){0};
}

static Graph *open_one(const char *path, const ReadOptions *options, DumpPlan **plan, Status *status) {
  Source source = {.path = path, .options = options};
  if (file_is_folder(path)) return import(&source, plan, status);
  char *file = split_path(path, &source.which);
  ReadKept *kept = options ? options->kept : NULL;
  char *text = read_text(file, kept, &source.length, status);
  source.path = file;
  source.text = text;
  Graph *graph = text ? import(&source, plan, status) : NULL;
  if (text && !graph && status->code == STATUS_INPUT) read_beside_explain(file, status);
  if (!kept) free(text);
  free(file);
  return graph;
}

Graph *graph_open(const char *path, const ReadOptions *options, DumpPlan **plan, Status *status) {
  if (plan) *plan = NULL;
  char *picked = graph_paths_pick(path, status);
  Graph *graph = picked ? open_one(picked, options, plan, status) : NULL;
  free(picked);
  return graph;
}
