#include "tui/name_cut.h"

#include "base/memory.h"
#include "tui/grid.h"

#include <stdlib.h>
#include <string.h>

typedef struct CutName {
  const char *name;
  Text *out;
} CutName;

// Names that would be alike, and the bytes that all of them begin and end with.
typedef struct Alike {
  const CutName *names;
  int count;
  size_t begin, end;
} Alike;

static int compare(const void *a, const void *b) {
  const CutName *first = a, *second = b;
  int order = strcmp(text_get(first->out), text_get(second->out));
  return order ? order : strcmp(first->name, second->name);
}

static bool is_within_codepoint(const char *at) {
  return ((unsigned char)*at & 0xC0) == 0x80;
}

static size_t common_begin(const char *a, const char *b, size_t most) {
  size_t bytes = 0;
  while (bytes < most && a[bytes] && a[bytes] == b[bytes])
    bytes++;
  while (bytes > 0 && is_within_codepoint(a + bytes))
    bytes--;
  return bytes;
}

static size_t common_end(const char *a, const char *b, size_t most) {
  const char *a_end = a + strlen(a), *b_end = b + strlen(b);
  size_t bytes = 0;
  while (bytes < most && a_end[-1 - (ptrdiff_t)bytes] == b_end[-1 - (ptrdiff_t)bytes])
    bytes++;
  while (bytes > 0 && is_within_codepoint(a_end - bytes))
    bytes--;
  return bytes;
}

// They are sorted, so that the first and the last begin as all do.
static Alike alike_of(const CutName *names, int count) {
  Alike alike = {.names = names, .count = count};
  const char *first = names[0].name;
  size_t shortest = strlen(first);
  alike.begin = common_begin(first, names[count - 1].name, shortest);
  for (int i = 1; i < count; i++)
    if (strlen(names[i].name) < shortest) shortest = strlen(names[i].name);
  alike.end = shortest - alike.begin;
  for (int i = 1; i < count; i++)
    alike.end = common_end(first, names[i].name, alike.end);
  return alike;
}

static int width_of(const char *text, size_t bytes) {
  char *part = memory_strndup(text, bytes);
  int width = text_width(part);
  free(part);
  return width;
}

// The bytes at the end that fit into so many columns.
static const char *last_columns(const char *name, int columns) {
  int over = text_width(name) - columns;
  const char *at = name + (over > 0 ? text_fitting(name, over) : 0);
  while (*at && (is_within_codepoint(at) || text_width(at) > columns))
    at++;
  return at;
}

static void cut_behind(const char *name, int front, int room, const char *ellipsis, Text *out) {
  text_add_bytes(out, name, text_fitting(name, front));
  text_add(out, ellipsis);
  text_add(out, last_columns(name, room - front));
}

// What is in common is on both sides, and neither is long enough alone.
static void cut_around(const char *name, const Alike *alike, int columns, const char *ellipsis, Text *out) {
  int room = columns - 2 * text_width(ellipsis);
  Text own = {0};
  char *part = memory_strndup(name + alike->begin, strlen(name) - alike->begin - alike->end);
  text_cut_middle(part, room, ellipsis, &own);
  int left = room > 0 ? room - text_width(text_get(&own)) : 0;
  text_add_bytes(out, name, text_fitting(name, left - left / 2));
  text_add(out, ellipsis);
  text_add(out, text_get(&own));
  text_add(out, ellipsis);
  text_add(out, last_columns(name, left / 2));
  text_free(&own);
  free(part);
}

static void cut_apart(const CutName *cut, const Alike *alike, int columns, const char *ellipsis) {
  const char *name = cut->name;
  int room = columns - text_width(ellipsis), width = text_width(name), hidden = width - room;
  int begin = width_of(name, alike->begin), end = text_width(name + strlen(name) - alike->end);
  int middle = room - room / 2;
  text_clear(cut->out);
  if (hidden <= begin)
    cut_behind(name, begin - hidden < middle ? begin - hidden : middle, room, ellipsis, cut->out);
  else if (hidden <= end)
    cut_behind(name, width - end > middle ? width - end : middle, room, ellipsis, cut->out);
  else
    cut_around(name, alike, columns, ellipsis, cut->out);
}

static void cut_group(const CutName *names, int count, int columns, const char *ellipsis) {
  enum { LEAST = 6 }; // columns for a part of the name, and an ellipsis on both of its sides
  if (count < 2 || columns < LEAST) return;
  Alike alike = alike_of(names, count);
  for (int i = 0; i < count; i++)
    if (text_width(names[i].name) > columns) cut_apart(&names[i], &alike, columns, ellipsis);
}

void name_cut_all(const char *const *names, int count, int columns, const char *ellipsis, Text *out) {
  CutName *cut = memory_alloc(sizeof *cut * ((size_t)count + 1));
  for (int i = 0; i < count; i++) {
    text_cut_middle(names[i], columns, ellipsis, &out[i]);
    cut[i] = (CutName){names[i], &out[i]};
  }
  qsort(cut, (size_t)count, sizeof *cut, compare);
  for (int first = 0, end; first < count; first = end) {
    for (end = first + 1; end < count && text_equal(text_get(cut[end].out), text_get(cut[first].out)); end++)
      continue;
    cut_group(cut + first, end - first, columns, ellipsis);
  }
  free(cut);
}
