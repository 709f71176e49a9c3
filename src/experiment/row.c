#include "experiment/row.h"

#include "base/json.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// ---- The fields of a row, in the order in which they are written.

static const RowField question[] = {
    {"key", ROW_TEXT, offsetof(Row, key)},
    {"graph", ROW_TEXT, offsetof(Row, graph)},
    {"graph_hash", ROW_TEXT, offsetof(Row, graph_hash)},
    {"heuristic", ROW_TEXT, offsetof(Row, heuristic)},
    {"script_hash", ROW_TEXT, offsetof(Row, script_hash)},
    {"options", ROW_TEXT, offsetof(Row, options)},
    {"start", ROW_TEXT, offsetof(Row, start)},
    {"device", ROW_TEXT, offsetof(Row, device)},
    {"sizes", ROW_TEXT, offsetof(Row, sizes)},
    {"seed", ROW_INTEGER, offsetof(Row, seed)},
    {"repeat", ROW_INTEGER, offsetof(Row, repeat)},
    {"stage", ROW_TEXT, offsetof(Row, stage)},
    {"version", ROW_TEXT, offsetof(Row, version)},
};
static const RowField answer[] = {
    {"message", ROW_TEXT, offsetof(Row, message)},
    {"plan", ROW_TEXT, offsetof(Row, plan)},
    {"kernels", ROW_INTEGER, offsetof(Row, kernels)},
    {"time_us", ROW_NUMBER, offsetof(Row, time_us)},
    {"fusible_us", ROW_NUMBER, offsetof(Row, fusible_us)},
    {"library_us", ROW_NUMBER, offsetof(Row, library_us)},
    {"dram_bytes", ROW_INTEGER, offsetof(Row, dram_bytes)},
    {"peak_bytes", ROW_INTEGER, offsetof(Row, peak_bytes)},
    {"evaluations", ROW_INTEGER, offsetof(Row, evaluations)},
    {"report", ROW_TEXT, offsetof(Row, report)},
    {"registers", ROW_INTEGER, offsetof(Row, registers)},
    {"spill_bytes", ROW_INTEGER, offsetof(Row, spill_bytes)},
    {"instructions", ROW_INTEGER, offsetof(Row, instructions)},
};
static const RowField running[] = {
    {"seconds", ROW_NUMBER, offsetof(Row, seconds)}, {"host", ROW_TEXT, offsetof(Row, host)},
    {"worker", ROW_INTEGER, offsetof(Row, worker)},  {"at", ROW_INTEGER, offsetof(Row, at)},
    {"gpu", ROW_TEXT, offsetof(Row, gpu)},           {"clock_mhz", ROW_NUMBER, offsetof(Row, clock_mhz)},
    {"power_w", ROW_NUMBER, offsetof(Row, power_w)},
};

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

const RowField *row_fields(RowPart part, int *count) {
  switch (part) {
    case ROW_QUESTION:
      *count = COUNT(question);
      return question;
    case ROW_ANSWER:
      *count = COUNT(answer);
      return answer;
    case ROW_RUN:
      *count = COUNT(running);
      return running;
  }
  return NULL;
}

static const char *const status_names[] = {"ok", "failed", "timeout", "refused"};
_Static_assert(sizeof status_names / sizeof *status_names == ROW_STATUS_COUNT, "a name for each");

const char *row_status_name(RowStatus status) {
  return status_names[status];
}

static const char **text_at(Row *row, const RowField *field) {
  return (const char **)((char *)row + field->offset);
}

static double *number_at(Row *row, const RowField *field) {
  return (double *)((char *)row + field->offset);
}

static int64_t *integer_at(Row *row, const RowField *field) {
  return (int64_t *)((char *)row + field->offset);
}

static void forget(Row *row, const RowField *fields, int count) {
  for (int i = 0; i < count; i++)
    switch (fields[i].kind) {
      case ROW_TEXT:
        *text_at(row, &fields[i]) = "";
        break;
      case ROW_NUMBER:
        *number_at(row, &fields[i]) = NAN;
        break;
      case ROW_INTEGER:
        *integer_at(row, &fields[i]) = ROW_UNKNOWN;
        break;
    }
}

Row row_unknown(void) {
  Row row = {0};
  forget(&row, question, COUNT(question));
  forget(&row, answer, COUNT(answer));
  forget(&row, running, COUNT(running));
  return row;
}

// Rows of earlier programs have none; most heuristics report nothing, and most rows are estimates.
static bool is_optional(const RowField *field) {
  return field->offset == offsetof(Row, report) || field->offset == offsetof(Row, gpu);
}

// ---- Writing.

static void put_fields(JsonWriter *writer, Row *row, const RowField *fields, int count) {
  for (int i = 0; i < count; i++) {
    const RowField *field = &fields[i];
    if (field->kind == ROW_TEXT && !(is_optional(field) && !**text_at(row, field)))
      json_put_string(writer, field->name, *text_at(row, field));
    else if (field->kind == ROW_INTEGER && *integer_at(row, field) != ROW_UNKNOWN)
      json_put_integer(writer, field->name, *integer_at(row, field));
    else if (field->kind == ROW_NUMBER && isfinite(*number_at(row, field)))
      json_put_number(writer, field->name, *number_at(row, field));
  }
}

void row_write(const Row *given, Text *out) {
  Row row = *given; // the table's places are not constant
  JsonWriter writer = json_writer(out, false);
  json_begin_object(&writer, NULL);
  put_fields(&writer, &row, question, COUNT(question));
  json_put_string(&writer, "status", row_status_name(row.status));
  put_fields(&writer, &row, answer, COUNT(answer));
  if (row.samples) json_begin_array(&writer, "samples_us");
  for (int i = 0; row.samples && i < row.sample_count; i++)
    json_put_number(&writer, NULL, row.samples[i]);
  if (row.samples) json_end(&writer);
  json_begin_object(&writer, "run");
  put_fields(&writer, &row, running, COUNT(running));
  json_end(&writer);
  json_end(&writer);
  text_add(out, "\n");
}

// ---- Reading.

// As it may be shown anywhere: names are of other people's files.
static const char *take_text(const JsonNode *node, const RowField *field, Arena *arena) {
  char *text = arena_strdup(arena, json_string(node, ""));
  if (field->offset == offsetof(Row, message))
    text_sanitize_lines(text);
  else
    text_sanitize(text);
  return text;
}

// All numbers are times; of any two the quotient can be drawn.
static bool is_time(const JsonNode *node) {
  static const double least = 1e-15, most = 1e15;
  double value = json_number(node, -1);
  return json_is_number(node) && (value == 0 || (value >= least && value <= most));
}

static bool take_field(const Json *json, const JsonNode *object, const RowField *field, Arena *arena,
                       Row *row, Status *status) {
  const JsonNode *node = json_get(object, field->name);
  switch (field->kind) {
    case ROW_TEXT:
      if (!json_is_string(node) && (node || !is_optional(field)))
        return json_fail(json, node, status, "\"%s\" is a string", field->name);
      *text_at(row, field) = take_text(node, field, arena);
      return true;
    case ROW_NUMBER:
      if (node && !is_time(node))
        return json_fail(json, node, status, "\"%s\" is a number from 0 to 1e15", field->name);
      *number_at(row, field) = json_number(node, NAN);
      return true;
    case ROW_INTEGER:
      if (node && (!json_is_integer(node) || json_integer(node, 0) < 0))
        return json_fail(json, node, status, "\"%s\" is a whole number, not below 0", field->name);
      *integer_at(row, field) = json_integer(node, ROW_UNKNOWN);
      return true;
  }
  return false;
}

static bool take_fields(const Json *json, const JsonNode *object, const RowField *fields, int count,
                        Arena *arena, Row *row, Status *status) {
  for (int i = 0; i < count; i++)
    if (!take_field(json, object, &fields[i], arena, row, status)) return false;
  return true;
}

static bool take_status(const Json *json, Row *row, Status *status) {
  const JsonNode *node = json_get(json_root(json), "status");
  for (int i = 0; i < ROW_STATUS_COUNT; i++) {
    row->status = (RowStatus)i;
    if (text_equal(json_string(node, ""), status_names[i])) return true;
  }
  return json_fail(json, node, status, "\"status\" is \"ok\", \"failed\", \"timeout\" or \"refused\"");
}

static bool take_samples(const Json *json, Arena *arena, Row *row, Status *status) {
  const JsonNode *node = json_get(json_root(json), "samples_us");
  if (!node) return true;
  if (!json_is_array(node)) return json_fail(json, node, status, "\"samples_us\" is an array");
  double *samples = arena_array(arena, (size_t)json_count(node) + 1, sizeof *samples);
  for (const JsonNode *at = json_first(node); at; at = json_next(at)) {
    if (!is_time(at)) return json_fail(json, at, status, "a sample is a number from 0 to 1e15");
    samples[row->sample_count++] = json_number(at, NAN);
  }
  row->samples = samples;
  return true;
}

// It leads to a file of the store.
static bool check_plan(const Json *json, const Row *row, Status *status) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
  return !row->plan[strspn(row->plan, letters)] ||
         json_fail(json, json_get(json_root(json), "plan"), status,
                   "\"plan\" is the name of a plan of the store: letters and digits");
}

static bool take_row(const Json *json, Arena *arena, Row *row, Status *status) {
  const JsonNode *root = json_root(json);
  return take_fields(json, root, question, COUNT(question), arena, row, status) &&
         take_status(json, row, status) &&
         take_fields(json, root, answer, COUNT(answer), arena, row, status) &&
         check_plan(json, row, status) && take_samples(json, arena, row, status) &&
         take_fields(json, json_get(root, "run"), running, COUNT(running), arena, row, status);
}

bool row_parse(const char *file, int number, const char *line, size_t length, Arena *arena, Row *row,
               Status *status) {
  char place[STATUS_MESSAGE_SIZE / 4];
  snprintf(place, sizeof place, "%s, row %d", file, number);
  *row = (Row){0};
  Json *json = json_parse(place, line, length, status);
  bool good = json && (json_is_object(json_root(json)) ||
                       json_fail(json, json_root(json), status, "a row is an object {...}"));
  good = good && take_row(json, arena, row, status);
  json_free(json);
  return good;
}

bool rows_parse(const char *file, const char *text, size_t length, Rows *rows, Status *status) {
  const char *end = text + length;
  if (!rows->arena) rows->arena = arena_new();
  for (int number = 1; text < end; number++) {
    const char *newline = memchr(text, '\n', (size_t)(end - text));
    Row row;
    if (!newline) rows->torn++;
    if (!newline) return true;
    if (!row_parse(file, number, text, (size_t)(newline - text), rows->arena, &row, status)) return false;
    vector_push(&rows->list, row);
    text = newline + 1;
  }
  return true;
}

void rows_free(Rows *rows) {
  if (rows->arena) arena_free(rows->arena);
  vector_free(&rows->list);
  *rows = (Rows){0};
}
