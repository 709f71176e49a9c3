// Arguments of ops that are passed through as they were written: "%0, %1, None, [2, 2], False, scale =
// 0.125".
#include "graph/core/argument.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const char *skip_blanks(const char *at) {
  while (isspace((unsigned char)*at))
    at++;
  return at;
}

// The end of the argument that starts at `at`: a comma outside of brackets, or the end of the text.
static const char *argument_end(const char *at) {
  int depth = 0;
  for (; *at; at++) {
    if (strchr("([", *at)) depth++;
    if (strchr(")]", *at)) depth--;
    if (*at == ',' && depth == 0) break;
  }
  return at;
}

// The value after "keyword =" when the argument has this keyword, NULL when it has not; without any keyword
// *is_named is false.
static const char *named_value(const char *at, const char *keyword, bool *is_named) {
  const char *end = at;
  while (isalnum((unsigned char)*end) || *end == '_')
    end++;
  const char *equals = skip_blanks(end);
  *is_named = end > at && *equals == '=';
  if (!*is_named) return NULL;
  bool same =
      keyword && strlen(keyword) == (size_t)(end - at) && strncmp(at, keyword, (size_t)(end - at)) == 0;
  return same ? skip_blanks(equals + 1) : NULL;
}

const char *argument_find(const Op *op, int position, const char *keyword) {
  const char *at = skip_blanks(op_text(op, ATTRIBUTE_ARGUMENTS, ""));
  for (int i = 0; *at; i++) {
    bool is_named = false;
    const char *value = named_value(at, keyword, &is_named);
    if (value) return value;
    if (!is_named && i == position) return at;
    at = argument_end(at);
    if (*at == ',') at = skip_blanks(at + 1);
  }
  return NULL;
}

bool argument_flag(const Op *op, int position, const char *keyword, bool otherwise) {
  const char *text = argument_find(op, position, keyword);
  if (!text) return otherwise;
  return text_starts(text, "True");
}

double argument_number(const Op *op, int position, const char *keyword, double otherwise) {
  const char *text = argument_find(op, position, keyword);
  char *end = NULL;
  double number = text ? strtod(text, &end) : 0;
  return text && end != text ? number : otherwise;
}

int argument_integers(const Op *op, int position, const char *keyword, int64_t *list, int room) {
  const char *at = argument_find(op, position, keyword);
  int count = 0;
  if (!at || *at != '[') return 0;
  for (at = skip_blanks(at + 1); *at && *at != ']' && count < room;) {
    char *end = NULL;
    long long number = strtoll(at, &end, 10);
    if (end == at) return 0;
    list[count++] = number;
    at = skip_blanks(end);
    if (*at == ',') at = skip_blanks(at + 1);
  }
  return count;
}
