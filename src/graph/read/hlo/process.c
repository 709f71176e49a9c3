// Protobuf's text form, as far as a record of fusion needs it: "name: value" and "name { fields }".
#include "graph/read/hlo/process.h"

#include "base/text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STEPS = 1 << 20 };

typedef struct Field {
  HloSpan name, value; // the value: what is between the braces, or a scalar as it is written
  bool is_message;
} Field;

// The next field of the message that `cursor` is within. False at its end (*failed false) or with a message.
static bool next_field(HloCursor *cursor, Field *field, bool *failed) {
  hlo_skip(cursor);
  if (*failed || cursor->at >= cursor->length) return false;
  *failed = true;
  field->name = hlo_word(cursor);
  if (field->name.begin == field->name.end) return hlo_fail(cursor, "expected the name of a field");
  bool colon = hlo_take(cursor, ":");
  field->is_message = hlo_is(cursor, "{");
  if (!field->is_message && !colon) return hlo_expect(cursor, ":", "behind the field's name");
  bool read = field->is_message ? hlo_bracket(cursor, &field->value) : hlo_value(cursor, &field->value);
  if (read && !hlo_take(cursor, ",")) hlo_take(cursor, ";");
  *failed = !read;
  return read;
}

static bool is_named(const HloCursor *cursor, const Field *field, const char *name, bool is_message) {
  return field->is_message == is_message && hlo_span_is(cursor, field->name, name);
}

// ---- Scalars

// What stands behind the backslash at text[at]; moves behind it.
static char unescaped(const char *text, long *at) {
  static const char names[] = "abfnrtv", codes[] = "\a\b\f\n\r\t\v";
  char c = text[(*at)++];
  const char *known = c ? strchr(names, c) : NULL;
  if (known) return codes[known - names];
  int value = 0, digits = 0, most = c == 'x' ? 2 : 3;
  if (c != 'x' && (c < '0' || c > '7')) return c;
  if (c != 'x') (*at)--;
  for (; digits < most; digits++, (*at)++) {
    int digit = isdigit((unsigned char)text[*at])    ? text[*at] - '0'
                : isxdigit((unsigned char)text[*at]) ? tolower((unsigned char)text[*at]) - 'a' + 10
                                                     : 99;
    if (digit >= (c == 'x' ? 16 : 8)) break;
    value = value * (c == 'x' ? 16 : 8) + digit;
  }
  return (char)value;
}

// A string without quotation marks and escapes; it has at most the text's bytes.
static bool read_string(const HloCursor *cursor, HloSpan span, char **string, size_t *length) {
  const char *text = cursor->text;
  if (text[span.begin] != '"' && text[span.begin] != '\'')
    return hlo_fail_at(cursor, span.begin, "expected a string in quotation marks");
  char *out = *string = arena_alloc(cursor->arena, (size_t)(span.end - span.begin));
  for (long at = span.begin + 1; at < span.end - 1;)
    if (text[at] != '\\')
      *out++ = text[at++];
    else
      at++, *out++ = unescaped(text, &at);
  if (length) *length = (size_t)(out - *string);
  return true;
}

static bool read_name(const HloCursor *cursor, const Field *field, const char **name) {
  char *string;
  if (!read_string(cursor, field->value, &string, NULL)) return false;
  *name = string;
  return true;
}

static bool read_time(const HloCursor *cursor, const Field *field, double *us) {
  char *end;
  *us = strtod(cursor->text + field->value.begin, &end);
  if (end == cursor->text + field->value.end && !isnan(*us)) return true;
  return hlo_fail_at(cursor, field->value.begin, "expected a number of microseconds");
}

// ---- Steps

static bool read_step_field(const HloCursor *cursor, const Field *field, HloStep *step) {
  if (is_named(cursor, field, "fusion_name", false)) return read_name(cursor, field, &step->name);
  if (is_named(cursor, field, "producer_name", false)) return read_name(cursor, field, &step->producer);
  if (is_named(cursor, field, "consumer_name", false)) return read_name(cursor, field, &step->consumer);
  if (is_named(cursor, field, "reason", false)) return read_name(cursor, field, &step->reason);
  if (is_named(cursor, field, "us_fused", false)) return read_time(cursor, field, &step->fused_us);
  if (is_named(cursor, field, "us_unfused", false)) return read_time(cursor, field, &step->apart_us);
  step->consumers += is_named(cursor, field, "consumer_names", false);
  return true;
}

static bool step_kind(const HloCursor *cursor, const Field *field, HloStepKind *kind) {
  static const char *const names[] = {[HLO_STEP_FUSION] = "fusion",
                                      [HLO_STEP_INELIGIBLE] = "producer_ineligible",
                                      [HLO_STEP_PRIORITY] = "update_priority"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    *kind = (HloStepKind)i;
    if (is_named(cursor, field, names[i], true)) return true;
  }
  return false;
}

static bool is_whole(const HloCursor *cursor, const HloStep *step) {
  bool fusion = step->kind == HLO_STEP_FUSION;
  if (!step->producer) return hlo_fail_at(cursor, step->offset, "this step names no producer");
  if (fusion && !(step->consumer && step->name))
    return hlo_fail_at(cursor, step->offset, "this fusion lacks its %s",
                       step->consumer ? "name" : "consumer");
  return true;
}

static bool read_step(HloProcess *process, const HloCursor *cursor, const Field *outer, HloStepKind kind) {
  HloCursor within = hlo_within(cursor, outer->value);
  HloStep step = {.kind = kind, .fused_us = NAN, .apart_us = NAN, .offset = outer->name.begin};
  Field field;
  bool failed = false;
  while (next_field(&within, &field, &failed))
    failed = !read_step_field(&within, &field, &step);
  if (failed || !is_whole(cursor, &step)) return false;
  vector_push(&process->steps, step);
  return true;
}

static bool read_steps(HloProcess *process, HloSpan span) {
  HloCursor within = hlo_within(&process->cursor, span);
  Field field;
  HloStepKind kind;
  bool failed = false;
  while (next_field(&within, &field, &failed))
    if (step_kind(&within, &field, &kind)) failed = !read_step(process, &within, &field, kind);
  return !failed;
}

static bool read_field(HloProcess *process, const Field *field) {
  const HloCursor *cursor = &process->cursor;
  if (is_named(cursor, field, "hlo_module_before_fusion", false))
    return read_string(cursor, field->value, &process->module, &process->length);
  if (!is_named(cursor, field, "fusion_steps", true)) return true;
  if (process->steps.count < MAX_STEPS) return read_steps(process, field->value);
  return hlo_fail_at(cursor, field->name.begin, "more than %d steps", MAX_STEPS);
}

bool hlo_process_read(const char *file, const char *text, size_t length, Arena *arena, HloProcess *process,
                      Status *status) {
  *process = (HloProcess){.cursor = {.file = file,
                                     .text = text,
                                     .length = (long)length,
                                     .whole = (long)length,
                                     .line = 1,
                                     .arena = arena,
                                     .status = status}};
  Field field;
  bool failed = false;
  while (next_field(&process->cursor, &field, &failed))
    failed = !read_field(process, &field);
  if (failed) return false;
  return process->module || hlo_fail(&process->cursor,
                                     "expected hlo_module_before_fusion: without the module "
                                     "that was fused there is no graph");
}

void hlo_process_free(HloProcess *process) {
  vector_free(&process->steps);
}
