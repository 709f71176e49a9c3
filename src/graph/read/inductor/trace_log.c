// The records of a structured log.
#include "graph/read/inductor/trace.h"

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One record: its line of JSON, and where its payload is.
typedef struct TraceRecord {
  size_t begin, end; // of the JSON
  TraceSpan payload;
} TraceRecord;

static size_t line_end(const char *text, size_t length, size_t at) {
  const char *newline = memchr(text + at, '\n', length - at);
  return newline ? (size_t)(newline - text) : length;
}

// "V1122 23:06:24.316000 18912 torch/_inductor/compile_fx.py:1725] {"
static size_t find_json(const char *text, size_t at, size_t end) {
  bool logged = at + 5 < end && strchr("VDIWE", text[at]) && isdigit((unsigned char)text[at + 1]);
  const char *bracket = logged ? memmem(text + at, end - at, "] {", 3) : NULL;
  return bracket ? (size_t)(bracket - text) + 2 : end;
}

static bool next_record(const char *text, size_t length, size_t *at, TraceRecord *record) {
  while (*at < length) {
    size_t end = line_end(text, length, *at), json = find_json(text, *at, end);
    *at = end < length ? end + 1 : length;
    if (json == end) continue;
    *record = (TraceRecord){json, end, {*at, *at}};
    while (*at < length && text[*at] == '\t') {
      end = line_end(text, length, *at);
      *at = end < length ? end + 1 : length;
    }
    record->payload.end = *at;
    return true;
  }
  return false;
}

bool trace_is_log(const char *text, size_t length) {
  size_t at = 0;
  TraceRecord record;
  while (at < length && isspace((unsigned char)text[at]))
    at++;
  size_t first = line_end(text, length, at);
  return find_json(text, at, first) < first && next_record(text, length, &at, &record);
}

// ---- Records that matter.

static bool has(const char *text, const TraceRecord *record, const char *word) {
  return memmem(text + record->begin, record->end - record->begin, word, strlen(word));
}

static void read_id(const JsonNode *root, char id[32]) {
  snprintf(id, 32, "%lld/%lld", (long long)json_integer(json_get(root, "frame_id"), -1),
           (long long)json_integer(json_get(root, "frame_compile_id"), -1));
}

typedef struct LogReading {
  TraceLog *log;
  NameMap forwards; // compilations that have a forward graph
  NameMap last;     // of each compilation its last graph so far
} LogReading;

static TraceGraph *find_graph(const LogReading *reading, const char *id) {
  int64_t at;
  return namemap_get(&reading->last, id, &at) ? &reading->log->graphs.data[at] : NULL;
}

static void add_graph(LogReading *reading, const char *id, const TraceRecord *record) {
  TraceGraph graph = {.kind = "inference", .graph = record->payload};
  const TraceGraph *before = find_graph(reading, id);
  if (namemap_get(&reading->forwards, id, NULL)) graph.kind = before ? "backward" : "forward";
  if (before) memcpy(graph.function, before->function, sizeof graph.function);
  snprintf(graph.id, sizeof graph.id, "%s", id);
  namemap_set(&reading->last, id, reading->log->graphs.count);
  vector_push(&reading->log->graphs, graph);
}

static void set_function(TraceGraph *graph, const JsonNode *metrics) {
  const char *name = json_string(json_get(metrics, "co_name"), NULL);
  const char *file = json_string(json_get(metrics, "co_filename"), "");
  if (name)
    snprintf(graph->function, sizeof graph->function, "%.40s (%.40s:%lld)", name, file_base_name(file),
             (long long)json_integer(json_get(metrics, "co_firstlineno"), 0));
}

// All graphs of a compilation are of one function; its last graph knows it.
static void share_functions(const LogReading *reading) {
  for (int i = 0; i < reading->log->graphs.count; i++) {
    TraceGraph *graph = &reading->log->graphs.data[i], *last = find_graph(reading, graph->id);
    if (graph != last) memcpy(graph->function, last->function, sizeof graph->function);
  }
}

static void take_record(LogReading *reading, const char *id, const JsonNode *root,
                        const TraceRecord *record) {
  const char *name = json_string(json_get(json_get(root, "artifact"), "name"), "");
  TraceGraph *graph = find_graph(reading, id);
  if (json_get(root, "aot_forward_graph"))
    namemap_set(&reading->forwards, id, 1);
  else if (!strcmp(name, "inductor_post_grad_graph"))
    add_graph(reading, id, record);
  else if (graph && json_get(root, "compilation_metrics"))
    set_function(graph, json_get(root, "compilation_metrics"));
  else if (json_get(root, "inductor_output_code") && (!graph || graph->code.end))
    reading->log->cached++;
  else if (json_get(root, "inductor_output_code"))
    graph->code = record->payload;
  else if (graph && !strcmp(name, "inductor_provenance_tracking_node_mappings"))
    graph->provenance = record->payload;
}

static void take_json(LogReading *reading, const char *text, const TraceRecord *record) {
  static const char *const words[] = {"\"inductor_post_grad_graph\"", "\"inductor_output_code\"",
                                      "\"inductor_provenance_tracking_node_mappings\"",
                                      "\"compilation_metrics\"", "\"aot_forward_graph\""};
  bool matters = false;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    matters |= has(text, record, words[i]);
  Json *json = matters ? json_parse("", text + record->begin, record->end - record->begin, NULL) : NULL;
  char id[32];
  if (!json) return; // of no interest, or cut
  read_id(json_root(json), id);
  take_record(reading, id, json_root(json), record);
  json_free(json);
}

void trace_log_find(const char *text, size_t length, TraceLog *log) {
  LogReading reading = {.log = log};
  TraceRecord record;
  *log = (TraceLog){0};
  for (size_t at = 0; log->graphs.count <= TRACE_GRAPHS_MOST && next_record(text, length, &at, &record);)
    take_json(&reading, text, &record);
  share_functions(&reading);
  if (log->graphs.count > TRACE_GRAPHS_MOST) log->graphs.count = TRACE_GRAPHS_MOST;
  namemap_free(&reading.forwards);
  namemap_free(&reading.last);
}

void trace_log_free(TraceLog *log) {
  vector_free(&log->graphs);
}

char *trace_graph_title(const TraceGraph *graph) {
  Text title = {0};
  text_printf(&title, "%s %s%s%s", graph->id, graph->kind, *graph->function ? " of " : "", graph->function);
  return text_take(&title);
}
