// Traces of torch.profiler: Trace Event Format, in which kernels are events of the category "kernel" and name
// the op that launched them by its "External id"; and of jax.profiler, in which they have "kernel_details".
// Traces are long, so they are walked token by token and only what is about kernels is kept; a key that
// stands twice, as profilers write some, is no mistake here.
#include "base/json_scan.h"
#include "session/profile/profile.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { NESTING_MOST = 256 };

typedef struct TraceWalk {
  const char *text;
  size_t length, at;
} TraceWalk;

// What an event says that matters here; tokens of length 0: nothing.
typedef struct TraceEvent {
  JsonToken category, name, phase, file, hash, details;
  double start_us, time_us, occupancy;
  int64_t process, track, external, correlation, device, stream, registers;
} TraceEvent;

// An op of the host that launched something.
typedef struct HostOp {
  int64_t external;
  const char *name, *source;
} HostOp;

typedef struct TraceReader {
  TraceWalk walk;
  Profile *profile;
  VECTOR(HostOp) ops;
  VECTOR(int64_t) correlations; // of the launches: the call of the driver that made each
} TraceReader;

// ---- Tokens. The text was checked to be one JSON value.

static JsonToken next_token(TraceWalk *walk) {
  JsonToken token = json_token(walk->text, walk->length, walk->at);
  walk->at = token.end;
  return token;
}

static void skip_value(TraceWalk *walk, JsonToken token) {
  int depth = token.kind == TOKEN_OPEN;
  while (depth > 0) {
    token = next_token(walk);
    depth += (token.kind == TOKEN_OPEN) - (token.kind == TOKEN_CLOSE);
  }
}

static bool opens(const TraceWalk *walk, JsonToken token, char bracket) {
  return token.kind == TOKEN_OPEN && walk->text[token.begin] == bracket;
}

// The next item of the container that is open: a key and the first token of its value. False at its end.
static bool next_member(TraceWalk *walk, JsonToken *key, JsonToken *value) {
  *key = next_token(walk);
  if (key->kind == TOKEN_COMMA) *key = next_token(walk);
  if (key->kind == TOKEN_CLOSE || key->kind == TOKEN_END) return false;
  next_token(walk); // the colon
  *value = next_token(walk);
  return true;
}

static bool next_item(TraceWalk *walk, JsonToken *value) {
  *value = next_token(walk);
  if (value->kind == TOKEN_COMMA) *value = next_token(walk);
  return value->kind != TOKEN_CLOSE && value->kind != TOKEN_END;
}

// A token in quotes that says just this.
static bool says(const TraceWalk *walk, JsonToken token, const char *word) {
  size_t length = strlen(word);
  return token.kind == TOKEN_STRING && token.end - token.begin == length + 2 &&
         !memcmp(walk->text + token.begin + 1, word, length);
}

static double number_of(const TraceWalk *walk, JsonToken token, double otherwise) {
  return token.kind == TOKEN_NUMBER ? strtod(walk->text + token.begin, NULL) : otherwise;
}

static int64_t integer_of(const TraceWalk *walk, JsonToken token) {
  return token.kind == TOKEN_NUMBER ? strtoll(walk->text + token.begin, NULL, 10) : -1;
}

// What stands in quotes; escapes other than of quotes and backslashes stay as they are written.
static char *string_of(const TraceReader *reader, JsonToken token) {
  if (token.kind != TOKEN_STRING) return NULL;
  const char *at = reader->walk.text + token.begin + 1, *end = reader->walk.text + token.end - 1;
  char *copy = arena_strndup(reader->profile->arena, at, (size_t)(end - at)), *to = copy;
  for (const char *from = copy; *from; from++) {
    if (*from == '\\' && (from[1] == '"' || from[1] == '\\' || from[1] == '/')) from++;
    *to++ = *from;
  }
  *to = '\0';
  return copy;
}

// ---- Events.

static void read_argument(TraceWalk *walk, TraceEvent *event, JsonToken key, JsonToken value) {
  if (says(walk, key, "External id") || says(walk, key, "external id"))
    event->external = integer_of(walk, value);
  else if (says(walk, key, "correlation"))
    event->correlation = integer_of(walk, value);
  else if (says(walk, key, "device"))
    event->device = integer_of(walk, value);
  else if (says(walk, key, "stream"))
    event->stream = integer_of(walk, value);
  else if (says(walk, key, "registers per thread"))
    event->registers = integer_of(walk, value);
  else if (says(walk, key, "est. achieved occupancy %"))
    event->occupancy = number_of(walk, value, -100) / 100;
  else if (says(walk, key, "kernel_file"))
    event->file = value;
  else if (says(walk, key, "kernel_details"))
    event->details = value;
  else if (says(walk, key, "kernel_hash"))
    event->hash = value;
  skip_value(walk, value);
}

static void read_member(TraceWalk *walk, TraceEvent *event, JsonToken key, JsonToken value) {
  JsonToken name, content;
  if (says(walk, key, "args") && opens(walk, value, '{')) {
    while (next_member(walk, &name, &content))
      read_argument(walk, event, name, content);
    return;
  }
  if (says(walk, key, "ph"))
    event->phase = value;
  else if (says(walk, key, "cat"))
    event->category = value;
  else if (says(walk, key, "name"))
    event->name = value;
  else if (says(walk, key, "ts"))
    event->start_us = number_of(walk, value, -1);
  else if (says(walk, key, "dur"))
    event->time_us = number_of(walk, value, -1);
  else if (says(walk, key, "pid"))
    event->process = integer_of(walk, value);
  else if (says(walk, key, "tid"))
    event->track = integer_of(walk, value);
  skip_value(walk, value);
}

static int small(int64_t number) {
  return number < 0 || number > INT_MAX ? -1 : (int)number;
}

// "regs:28 static_shared:0 grid:2048,1,1 ...", of jax.profiler.
static int64_t registers_of(TraceReader *reader, const TraceEvent *event) {
  const char *details = string_of(reader, event->details);
  const char *found = details ? strstr(details, "regs:") : NULL;
  if (details) reader->profile->kind = "JAX trace";
  return found ? strtol(found + strlen("regs:"), NULL, 10) : event->registers;
}

static void add_launch(TraceReader *reader, const TraceEvent *event) {
  ProfileLaunch launch = profile_launch();
  launch.name = string_of(reader, event->name);
  launch.call = event->external;
  launch.device = small(event->device >= 0 ? event->device : event->process);
  launch.stream = small(event->stream >= 0 ? event->stream : event->track);
  launch.start_us = event->start_us;
  launch.time_us = event->time_us;
  launch.registers = small(registers_of(reader, event));
  launch.occupancy = event->occupancy < 0 ? -1 : event->occupancy;
  if (!launch.name || launch.time_us < 0) return;
  vector_push(&reader->profile->launches, launch);
  vector_push(&reader->correlations, event->correlation);
}

// "/tmp/torchinductor_me/ab/cabc.py" is kept as "cabc".
static const char *stem_of(char *path) {
  if (!path) return NULL;
  char *slash = strrchr(path, '/'), *stem = slash ? slash + 1 : path, *dot = strrchr(stem, '.');
  if (dot) *dot = '\0';
  return stem;
}

static void add_op(TraceReader *reader, const TraceEvent *event) {
  if (event->external < 0) return;
  char *hash = string_of(reader, event->hash);
  HostOp op = {.external = event->external,
               .name = string_of(reader, event->name),
               .source = hash ? hash : stem_of(string_of(reader, event->file))};
  vector_push(&reader->ops, op);
}

static void read_event(TraceReader *reader) {
  TraceWalk *walk = &reader->walk;
  TraceEvent event = {.start_us = -1,
                      .time_us = -1,
                      .occupancy = -1,
                      .process = -1,
                      .track = -1,
                      .external = -1,
                      .correlation = -1,
                      .device = -1,
                      .stream = -1,
                      .registers = -1};
  JsonToken key, value;
  while (next_member(walk, &key, &value))
    read_member(walk, &event, key, value);
  if (!says(walk, event.phase, "X")) return;
  if (says(walk, event.category, "kernel") || event.details.kind == TOKEN_STRING)
    add_launch(reader, &event);
  else if (says(walk, event.category, "cpu_op"))
    add_op(reader, &event);
}

static void read_events(TraceReader *reader) {
  JsonToken value;
  while (next_item(&reader->walk, &value)) {
    if (opens(&reader->walk, value, '{'))
      read_event(reader);
    else
      skip_value(&reader->walk, value);
  }
}

// The object of a trace, or its list of events alone. False: it has no list of events.
static bool read_trace(TraceReader *reader) {
  TraceWalk *walk = &reader->walk;
  JsonToken root = next_token(walk), key, value;
  bool found = opens(walk, root, '[');
  if (found) read_events(reader);
  while (opens(walk, root, '{') && next_member(walk, &key, &value)) {
    bool events = says(walk, key, "traceEvents") && opens(walk, value, '[');
    found |= events;
    if (events)
      read_events(reader);
    else
      skip_value(walk, value);
  }
  return found;
}

// ---- Which op launched what.

static int by_external(const void *left, const void *right) {
  const HostOp *a = left, *b = right;
  return (a->external > b->external) - (a->external < b->external);
}

static const HostOp *find_op(const TraceReader *reader, int64_t external) {
  HostOp wanted = {.external = external};
  if (external < 0 || reader->ops.count == 0) return NULL;
  return bsearch(&wanted, reader->ops.data, (size_t)reader->ops.count, sizeof wanted, by_external);
}

static void name_ops(TraceReader *reader) {
  if (reader->ops.count)
    qsort(reader->ops.data, (size_t)reader->ops.count, sizeof *reader->ops.data, by_external);
  for (int i = 0; i < reader->profile->launches.count; i++) {
    ProfileLaunch *launch = &reader->profile->launches.data[i];
    const HostOp *op = find_op(reader, launch->call);
    if (op) launch->op = op->name, launch->source = op->source;
  }
}

static int by_number(const void *left, const void *right) {
  int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
  return (a > b) - (a < b);
}

// One call of the driver that launched several kernels replayed a CUDA graph: whose the kernels are it does
// not say.
static void forget_replays(TraceReader *reader) {
  int count = reader->correlations.count;
  size_t size = sizeof(int64_t);
  int64_t *sorted = memory_alloc(((size_t)count + 1) * size);
  if (count) memcpy(sorted, reader->correlations.data, (size_t)count * size);
  qsort(sorted, (size_t)count, size, by_number);
  for (int i = 0; i < count; i++) {
    const int64_t *number = &reader->correlations.data[i];
    const int64_t *found = bsearch(number, sorted, (size_t)count, size, by_number);
    bool before = found > sorted && found[-1] == *number;
    bool behind = found + 1 < sorted + count && found[1] == *number;
    if (*number > 0 && (before || behind)) reader->profile->launches.data[i].call = -1;
  }
  free(sorted);
}

bool profile_read_kineto(Profile *profile, const char *text, size_t length, Status *status) {
  size_t place;
  const char *problem;
  if (!json_check(text, length, NESTING_MOST, &place, &problem))
    return status_fail_at(status, profile->file, text, (long)length, (long)place, "%s", problem);
  TraceReader reader = {.walk = {.text = text, .length = length}, .profile = profile};
  profile->kind = "Kineto trace";
  bool found = read_trace(&reader);
  forget_replays(&reader);
  if (found) name_ops(&reader);
  vector_free(&reader.ops);
  vector_free(&reader.correlations);
  return found ||
         status_fail(status, STATUS_INPUT,
                     "%s: no \"traceEvents\" in it: it is no trace of torch.profiler or jax.profiler",
                     profile->file);
}
