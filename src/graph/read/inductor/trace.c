// A graph of a structured log, as a debug folder's is read.
#include "graph/read/inductor/trace.h"

#include "base/file.h"
#include "base/text.h"
#include "graph/read/importer.h"
#include "graph/read/inductor/folder.h"

#include <stdlib.h>
#include <string.h>

// A payload without the tabs of its lines; NULL: there is none.
static char *take_payload(const char *text, TraceSpan span, size_t *length) {
  Text payload = {0};
  for (size_t at = span.begin; at < span.end;) {
    const char *newline = memchr(text + at, '\n', span.end - at);
    size_t end = newline ? (size_t)(newline - text) + 1 : span.end;
    text_add_bytes(&payload, text + at + 1, end - at - 1);
    at = end;
  }
  if (length) *length = payload.length;
  if (payload.length) return text_take(&payload);
  text_free(&payload); // of lines that are empty
  return NULL;
}

static bool fail_absent(const Source *source, const TraceLog *log, Status *status) {
  if (log->graphs.count == 0)
    return status_fail(
        status, STATUS_INPUT, "%s: a log of torch.compile without a graph%s", source->path,
        log->cached ? ": all came from a cache; run it with TORCHINDUCTOR_FORCE_DISABLE_CACHES=1" : "");
  return status_fail(status, STATUS_INPUT, "%s: there is no graph %d in it, only %d (FILE#1 is the first)",
                     source->path, source->which + 1, log->graphs.count);
}

static Graph *read_graph(const Source *source, const TraceGraph *graph, DumpPlan **plan, Status *status) {
  Folder folder = {.path = source->path, .arena = arena_new(), .sizes = size_table(source->options)};
  char *name = trace_graph_title(graph);
  Text file = {0};
  text_printf(&file, "%s#%d", source->path, source->which + 1);
  folder.fx_file = text_take(&file);
  folder.fx_text = take_payload(source->text, graph->graph, &folder.fx_length);
  folder.code_text = take_payload(source->text, graph->code, &folder.code_length);
  folder.provenance_text = take_payload(source->text, graph->provenance, NULL);
  if (!folder.fx_text) folder.fx_text = memory_strdup("");
  Graph *read = folder_read_texts(&folder, name, plan, status);
  free(name);
  return read;
}

// Where the graphs are: searched once of a text that is kept, else for `own`.
static const TraceLog *search(const Source *source, TraceLog *own) {
  ReadKept *kept = source->options ? source->options->kept : NULL;
  if (kept && kept->text == source->text) {
    if (kept->log) return kept->log;
    kept->log = memory_alloc(sizeof *kept->log);
    trace_log_find(source->text, source->length, kept->log);
    return kept->log;
  }
  trace_log_find(source->text, source->length, own);
  return own;
}

static Graph *read_log(const Source *source, DumpPlan **plan, Status *status) {
  TraceLog own = {0};
  const TraceLog *log = search(source, &own);
  bool there = source->which < log->graphs.count || fail_absent(source, log, status);
  Graph *graph = there ? read_graph(source, &log->graphs.data[source->which], plan, status) : NULL;
  trace_log_free(&own);
  return graph;
}

static bool takes(const Source *source) {
  return source->text && trace_is_log(source->text, source->length);
}

static Graph *read(const Source *source, DumpPlan **plan, Status *status) {
  return folder_read_reasons(source, read_log(source, plan, status), plan, status);
}

const Importer importer_trace = {"trace", "a log of torch.compile (TORCH_TRACE)", takes, read};
