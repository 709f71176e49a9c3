// Where in the model an instruction came from: metadata, and the tables of stack frames before the
// computations.
#include "graph/read/hlo/module.h"

#include <stdlib.h>

typedef struct Location {
  int64_t file, line;
} Location;

typedef struct Tables {
  HloModule *module;
  VECTOR(const char *) files; // by id, which counts from 1; the place 0 is empty
  VECTOR(Location) locations;
} Tables;

enum { MAX_ID = 1 << 20 };

// "3 " and then what `read` reads, for each line of a table. Ids count up from 1.
static bool read_rows(Tables *tables, bool (*read)(Tables *tables)) {
  HloCursor *cursor = &tables->module->cursor;
  for (int64_t next = 1;; next++) {
    HloCursor ahead = *cursor;
    Status ignored = {0};
    int64_t id;
    ahead.status = &ignored;
    if (!hlo_integer(&ahead, &id)) return true;
    if (id != next || id > MAX_ID) return hlo_fail(cursor, "expected the row %lld", (long long)next);
    cursor->at = ahead.at;
    if (!read(tables)) return false;
  }
}

static bool read_string(Tables *tables, HloSpan *span) {
  HloCursor *cursor = &tables->module->cursor;
  if (!hlo_is(cursor, "\"")) return hlo_fail(cursor, "expected a string");
  if (!hlo_value(cursor, span)) return false;
  *span = (HloSpan){span->begin + 1, span->end - 1};
  return true;
}

static bool read_file(Tables *tables) {
  HloSpan span;
  if (!read_string(tables, &span)) return false;
  vector_push(&tables->files, hlo_span_text(&tables->module->cursor, span));
  return true;
}

static bool read_function(Tables *tables) {
  HloSpan span;
  return read_string(tables, &span);
}

// "{file_name_id=1 line=15}": the integers of two keys; 0 where there is none.
static bool read_pair(Tables *tables, const char *first, const char *second, int64_t *a, int64_t *b) {
  HloCursor *cursor = &tables->module->cursor;
  HloSpan inside;
  if (!hlo_bracket(cursor, &inside)) return false;
  HloCursor within = hlo_within(cursor, inside);
  for (hlo_skip(&within); within.at < within.length; hlo_skip(&within)) {
    int64_t value;
    HloSpan key = hlo_word(&within);
    if (!hlo_expect(&within, "=", "behind the key") || !hlo_integer(&within, &value)) return false;
    if (hlo_span_is(cursor, key, first)) *a = value;
    if (hlo_span_is(cursor, key, second)) *b = value;
  }
  return true;
}

static bool read_location(Tables *tables) {
  Location location = {0};
  if (!read_pair(tables, "file_name_id", "line", &location.file, &location.line)) return false;
  vector_push(&tables->locations, location);
  return true;
}

static bool read_frame(Tables *tables) {
  int64_t at = 0, parent = 0;
  if (!read_pair(tables, "file_location_id", "parent_frame_id", &at, &parent)) return false;
  HloSource source = {0};
  if (at > 0 && at < tables->locations.count) {
    Location location = tables->locations.data[at];
    if (location.file > 0 && location.file < tables->files.count)
      source.file = tables->files.data[location.file];
    source.line = (int)location.line;
  }
  vector_push(&tables->module->frames, source);
  return true;
}

bool hlo_read_frames(HloModule *module) {
  Tables tables = {.module = module};
  vector_push(&tables.files, NULL);
  vector_push(&tables.locations, (Location){0});
  vector_push(&module->frames, (HloSource){0});
  static const struct {
    const char *title;
    bool (*read)(Tables *tables);
  } kinds[] = {{"FileNames", read_file},
               {"FunctionNames", read_function},
               {"FileLocations", read_location},
               {"StackFrames", read_frame}};
  bool done = true;
  for (size_t i = 0; done && i < sizeof kinds / sizeof *kinds; i++)
    if (hlo_take(&module->cursor, kinds[i].title)) done = read_rows(&tables, kinds[i].read);
  vector_free(&tables.files);
  vector_free(&tables.locations);
  return done;
}

HloSource hlo_source(const HloModule *module, const HloInstruction *instruction) {
  const char *frame = hlo_field(module, instruction, "metadata", "stack_frame_id");
  long id = frame ? strtol(frame, NULL, 10) : 0;
  if (id > 0 && id < module->frames.count) return module->frames.data[id];
  const char *line = hlo_field(module, instruction, "metadata", "source_line");
  return (HloSource){.file = hlo_field(module, instruction, "metadata", "source_file"),
                     .line = line ? atoi(line) : 0};
}
