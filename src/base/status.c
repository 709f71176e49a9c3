#include "base/status.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum {
  LINE_WIDTH = 100, // most bytes of a line that a message shows
  LINE_BEFORE = 60, // of them before the column when the line is longer
};

static bool status_vfail(Status *status, StatusCode code, const char *format, va_list arguments) {
  if (!status) return false;
  status->code = code;
  vsnprintf(status->message, sizeof status->message, format, arguments);
  text_sanitize_lines(status->message);
  return false;
}

bool status_fail(Status *status, StatusCode code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  status_vfail(status, code, format, arguments);
  va_end(arguments);
  return false;
}

static bool continues_character(char byte) {
  return ((unsigned char)byte & 0xc0) == 0x80;
}

// Where a byte offset lies in a text.
typedef struct Place {
  long line, column; // counted from 1; the column counts characters
  long begin, end;   // byte range of the line, without its newline
} Place;

static Place place_find(const char *text, long length, long offset) {
  Place place = {.line = 1, .column = 1};
  for (long i = 0; i < offset; i++) {
    if (text[i] != '\n') continue;
    place.line++;
    place.begin = i + 1;
  }
  for (long i = place.begin; i < offset; i++)
    place.column += !continues_character(text[i]);
  const char *newline = memchr(text + offset, '\n', (size_t)(length - offset));
  place.end = newline ? newline - text : length;
  if (place.end > place.begin && text[place.end - 1] == '\r' && place.end - 1 >= offset) place.end--;
  return place;
}

// Cuts [begin, end) to LINE_WIDTH bytes around `offset`, at character borders.
static void place_cut(const char *text, long offset, Place *place) {
  if (place->end - place->begin <= LINE_WIDTH) return;
  if (offset - place->begin > LINE_BEFORE) place->begin = offset - LINE_BEFORE;
  while (place->begin < offset && continues_character(text[place->begin]))
    place->begin++;
  if (place->end - place->begin <= LINE_WIDTH) return;
  place->end = place->begin + LINE_WIDTH;
  while (place->end > offset && continues_character(text[place->end]))
    place->end--;
}

// The line and, below it, the caret: both indented by two.
static void show_line(char *out, size_t size, const char *text, long offset, Place place) {
  size_t used = 0;
  char caret[LINE_WIDTH + 8] = "";
  size_t spaces = 0;
  for (long i = place.begin; i < place.end && used + 1 < size; i++) {
    unsigned char byte = (unsigned char)text[i];
    out[used++] = byte < 0x20 || byte == 0x7f ? ' ' : (char)byte;
    if (i < offset && !continues_character(text[i]) && spaces < LINE_WIDTH) caret[spaces++] = ' ';
  }
  snprintf(out + used, size - used, "\n  %s^", caret);
}

bool status_fail_at(Status *status, const char *file, const char *text, long length, long offset,
                    const char *format, ...) {
  if (!status) return false;
  if (offset < 0) offset = 0;
  if (offset > length) offset = length;
  Place place = place_find(text, length, offset);
  char what[STATUS_MESSAGE_SIZE / 2], shown[3 * LINE_WIDTH];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  long line = place.line, column = place.column;
  place_cut(text, offset, &place);
  show_line(shown, sizeof shown, text, offset, place);
  return status_fail(status, STATUS_INPUT, "%s:%ld:%ld: %s\n  %s", file, line, column, what, shown);
}

// Appends what of `addition` fits into a message of which `used` bytes are taken; returns the bytes taken
// then.
static size_t append_cut(char message[STATUS_MESSAGE_SIZE], size_t used, const char *addition) {
  size_t room = STATUS_MESSAGE_SIZE - 1 - used, length = strlen(addition);
  if (length > room) length = room;
  memcpy(message + used, addition, length);
  message[used + length] = '\0';
  return used + length;
}

bool status_prefix(Status *status, const char *format, ...) {
  if (!status) return false;
  char prefixed[STATUS_MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(prefixed, sizeof prefixed, format, arguments);
  va_end(arguments);
  text_sanitize_lines(prefixed);
  size_t used = append_cut(prefixed, strlen(prefixed), ": ");
  append_cut(prefixed, used, status->message);
  memcpy(status->message, prefixed, sizeof prefixed);
  return false;
}
