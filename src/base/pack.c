#include "base/pack.h"

#include "base/arena.h"

#include <string.h>

void pack_integer(Text *out, int64_t value) {
  text_add_bytes(out, (const char *)&value, sizeof value);
}

void pack_number(Text *out, double value) {
  text_add_bytes(out, (const char *)&value, sizeof value);
}

void pack_string(Text *out, const char *string) {
  pack_integer(out, string ? (int64_t)strlen(string) : -1);
  if (string) text_add(out, string);
}

Unpack unpack_begin(const char *bytes, size_t length) {
  return (Unpack){.at = bytes, .left = length};
}

const char *unpack_bytes(Unpack *from, size_t length) {
  if (length > from->left) from->failed = true;
  if (from->failed) return NULL;
  const char *bytes = from->at;
  from->at += length;
  from->left -= length;
  return bytes;
}

int64_t unpack_integer(Unpack *from, int64_t least, int64_t most) {
  int64_t value = 0;
  const char *bytes = unpack_bytes(from, sizeof value);
  if (bytes) memcpy(&value, bytes, sizeof value);
  if (!bytes || value < least || value > most) {
    from->failed = true;
    value = least > 0 ? least : most < 0 ? most : 0;
  }
  return value;
}

bool unpack_bool(Unpack *from) {
  return unpack_integer(from, 0, 1) != 0;
}

double unpack_number(Unpack *from) {
  double value = 0;
  const char *bytes = unpack_bytes(from, sizeof value);
  if (bytes) memcpy(&value, bytes, sizeof value);
  return value;
}

char *unpack_string(Unpack *from) {
  int64_t length = unpack_integer(from, -1, INT64_MAX);
  const char *bytes = length >= 0 ? unpack_bytes(from, (size_t)length) : NULL;
  if (!bytes) return NULL;
  char *string = memory_alloc((size_t)length + 1);
  memcpy(string, bytes, (size_t)length);
  text_sanitize_lines(string);
  return string;
}

char *unpack_line(Unpack *from) {
  char *line = unpack_string(from);
  if (!line) return memory_strdup("");
  text_sanitize(line);
  return line;
}

bool unpack_is_done(const Unpack *from) {
  return !from->failed && from->left == 0;
}
