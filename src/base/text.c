#include "base/text.h"

#include "base/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  FIRST_CAPACITY = 64,
  DISTANCE_LENGTH = 63, // bytes of a name that text_distance looks at
};

// Makes room for `extra` more bytes and a terminator.
static void text_reserve(Text *text, size_t extra) {
  if (extra > SIZE_MAX / 4 || text->length > SIZE_MAX / 4) {
    memory_resize(NULL, SIZE_MAX); // ends the program: no machine has this much
    return;
  }
  size_t wanted = text->length + extra + 1;
  if (wanted <= text->capacity) return;
  size_t capacity = text->capacity ? text->capacity * 2 : FIRST_CAPACITY;
  if (capacity < wanted) capacity = wanted;
  text->data = memory_resize(text->data, capacity);
  text->capacity = capacity;
}

void text_add_bytes(Text *text, const char *bytes, size_t length) {
  text_reserve(text, length);
  if (length) memcpy(text->data + text->length, bytes, length);
  text->length += length;
  text->data[text->length] = '\0';
}

void text_add(Text *text, const char *string) {
  text_add_bytes(text, string, strlen(string));
}

void text_vprintf(Text *text, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  if (length > 0) {
    text_reserve(text, (size_t)length);
    vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
    text->length += (size_t)length;
  }
  va_end(again);
}

void text_printf(Text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  text_vprintf(text, format, arguments);
  va_end(arguments);
}

const char *text_get(const Text *text) {
  return text->data ? text->data : "";
}

char *text_take(Text *text) {
  char *taken = text->data ? text->data : memory_strdup("");
  *text = (Text){0};
  return taken;
}

void text_clear(Text *text) {
  text->length = 0;
  if (text->data) text->data[0] = '\0';
}

void text_free(Text *text) {
  free(text->data);
  *text = (Text){0};
}

bool text_starts(const char *string, const char *prefix) {
  return strncmp(string, prefix, strlen(prefix)) == 0;
}

bool text_ends(const char *string, const char *suffix) {
  size_t length = strlen(string), ending = strlen(suffix);
  return length >= ending && strcmp(string + length - ending, suffix) == 0;
}

bool text_equal(const char *a, const char *b) {
  return a && b ? strcmp(a, b) == 0 : a == b;
}

// Levenshtein's distance, one row of its table at a time.
int text_distance(const char *a, const char *b) {
  int a_length = (int)strnlen(a, DISTANCE_LENGTH), b_length = (int)strnlen(b, DISTANCE_LENGTH);
  int row[DISTANCE_LENGTH + 1];
  for (int j = 0; j <= b_length; j++)
    row[j] = j;
  for (int i = 1; i <= a_length; i++) {
    int diagonal = row[0];
    row[0] = i;
    for (int j = 1; j <= b_length; j++) {
      int best = diagonal + (a[i - 1] != b[j - 1]);
      if (row[j] + 1 < best) best = row[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      diagonal = row[j];
      row[j] = best;
    }
  }
  return row[b_length];
}
