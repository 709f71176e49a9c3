// Writing JSON.
#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 63 }; // the bits of the writer's masks

static uint64_t depth_bit(const JsonWriter *writer) {
  return (uint64_t)1 << writer->depth;
}

JsonWriter json_writer(Text *out, bool pretty) {
  return (JsonWriter){.out = out, .pretty = pretty};
}

static void break_line(JsonWriter *writer) {
  text_add(writer->out, "\n");
  for (int i = 0; i < writer->depth; i++)
    text_add(writer->out, "  ");
}

static void add_quoted(Text *out, const char *string) {
  size_t left = strlen(string);
  text_add(out, "\"");
  while (left) {
    uint32_t codepoint;
    int bytes = text_decode(string, left, &codepoint);
    if (!bytes)
      text_add(out, "\\ufffd"); // invalid UTF-8: the replacement character
    else if (codepoint == '"' || codepoint == '\\')
      text_printf(out, "\\%c", (char)codepoint);
    else if (codepoint == '\n')
      text_add(out, "\\n");
    else if (codepoint == '\t')
      text_add(out, "\\t");
    else if (codepoint < 0x20 || codepoint == 0x7f)
      text_printf(out, "\\u%04x", (unsigned)codepoint);
    else
      text_add_bytes(out, string, (size_t)bytes);
    string += bytes ? bytes : 1;
    left -= bytes ? (size_t)bytes : 1;
  }
  text_add(out, "\"");
}

// The comma, the line break and the key that come before an item. In arrays only containers get lines of
// their own.
static void begin_item(JsonWriter *writer, const char *key, bool container) {
  uint64_t bit = depth_bit(writer);
  bool first = !(writer->has_items & bit);
  bool lines = writer->pretty && writer->depth && !(writer->is_inline & bit);
  bool own_line = lines && (container || !(writer->is_array & bit));
  if (!first) text_add(writer->out, own_line ? "," : writer->pretty ? ", " : ",");
  if (own_line) {
    break_line(writer);
    writer->has_lines |= bit;
  }
  writer->has_items |= bit;
  if (!key) return;
  add_quoted(writer->out, key);
  text_add(writer->out, writer->pretty ? ": " : ":");
}

static void begin_container(JsonWriter *writer, const char *key, bool array, bool on_one_line) {
  on_one_line = on_one_line || (writer->is_inline & depth_bit(writer));
  begin_item(writer, key, true);
  text_add(writer->out, array ? "[" : "{");
  if (writer->depth >= DEPTH_MOST) abort(); // our own documents are a handful of levels deep
  writer->depth++;
  uint64_t bit = depth_bit(writer);
  writer->has_items &= ~bit;
  writer->has_lines &= ~bit;
  writer->is_array = array ? writer->is_array | bit : writer->is_array & ~bit;
  writer->is_inline = on_one_line ? writer->is_inline | bit : writer->is_inline & ~bit;
}

void json_begin_object(JsonWriter *writer, const char *key) {
  begin_container(writer, key, false, false);
}

void json_begin_file(JsonWriter *writer, const char *format, int version) {
  json_begin_object(writer, NULL);
  json_put_string(writer, "format", format);
  json_put_integer(writer, "version", version);
}

void json_begin_array(JsonWriter *writer, const char *key) {
  begin_container(writer, key, true, false);
}

void json_begin_inline(JsonWriter *writer, const char *key, bool array) {
  begin_container(writer, key, array, true);
}

void json_end(JsonWriter *writer) {
  uint64_t bit = depth_bit(writer);
  bool array = writer->is_array & bit, lines = writer->has_lines & bit;
  writer->depth--;
  if (lines) break_line(writer);
  text_add(writer->out, array ? "]" : "}");
  if (!writer->depth && writer->pretty) text_add(writer->out, "\n");
}

void json_put_string(JsonWriter *writer, const char *key, const char *value) {
  begin_item(writer, key, false);
  add_quoted(writer->out, value);
}

void json_put_integer(JsonWriter *writer, const char *key, int64_t value) {
  begin_item(writer, key, false);
  text_printf(writer->out, "%lld", (long long)value);
}

// The fewest digits that read back as the same double.
static void add_double(Text *out, double value) {
  char digits[40];
  bool whole = value == floor(value) && fabs(value) < 0x1p53;
  snprintf(digits, sizeof digits, "%.0f", whole ? value : 0.0);
  for (int precision = 1; !whole && precision <= 17; precision++) {
    snprintf(digits, sizeof digits, "%.*g", precision, value);
    if (strtod(digits, NULL) == value) break;
  }
  for (char *at = digits; *at; at++)
    if (*at == ',') *at = '.'; // the decimal point of some locales
  text_add(out, digits);
}

void json_put_number(JsonWriter *writer, const char *key, double value) {
  begin_item(writer, key, false);
  if (isfinite(value))
    add_double(writer->out, value);
  else
    text_add(writer->out, "null");
}

void json_put_float(JsonWriter *writer, const char *key, double value) {
  json_put_number(writer, key, value);
  if (isfinite(value) && value == floor(value) && fabs(value) < 0x1p53) text_add(writer->out, ".0");
}

void json_put_bool(JsonWriter *writer, const char *key, bool value) {
  begin_item(writer, key, false);
  text_add(writer->out, value ? "true" : "false");
}

void json_put_null(JsonWriter *writer, const char *key) {
  begin_item(writer, key, false);
  text_add(writer->out, "null");
}
