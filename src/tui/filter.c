#include "tui/filter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int find_field(const char *name, size_t length, const char *const *fields, int field_count) {
  for (int i = 0; i < field_count; i++)
    if (strlen(fields[i]) == length && !strncmp(fields[i], name, length)) return i;
  return -1;
}

// "1.5M" as 1500000; false when it is no number.
static bool read_number(const char *text, double *number) {
  char *end;
  *number = strtod(text, &end);
  if (end == text || isnan(*number)) return false;
  if (*end == 'k' || *end == 'K')
    *number *= 1e3, end++;
  else if (*end == 'M')
    *number *= 1e6, end++;
  else if (*end == 'G')
    *number *= 1e9, end++;
  return *end == '\0' || !strcmp(end, "%");
}

static FilterKind compare(FilterWord *word, const char *const *fields, int field_count) {
  size_t length = strcspn(word->text, "<>=");
  if (!word->text[length]) return FILTER_PLAIN;
  word->field = find_field(word->text, length, fields, field_count);
  if (word->field < 0) return FILTER_NO_FIELD;
  bool equal = word->text[length] != '=' && word->text[length + 1] == '=';
  word->relation = word->text[length];
  if (equal) word->relation = word->text[length] == '<' ? 'l' : 'g';
  return read_number(word->text + length + 1 + equal, &word->number) ? FILTER_COMPARES : FILTER_NO_NUMBER;
}

bool filter_next(const char **at, const char *const *fields, int field_count, FilterWord *word) {
  *at += strspn(*at, " ");
  size_t length = strcspn(*at, " ");
  if (!length) return false;
  const char *begin = *at;
  *at += length;
  *word = (FilterWord){.negated = begin[0] == '!' && length > 1};
  begin += word->negated;
  length -= word->negated;
  size_t kept = length < FILTER_WORD_SIZE ? length : FILTER_WORD_SIZE - 1;
  while (kept < length && kept > 0 && (begin[kept] & 0xc0) == 0x80) // never a part of a character
    kept--;
  memcpy(word->text, begin, kept);
  word->kind = compare(word, fields, field_count);
  return true;
}

bool filter_holds(const FilterWord *word, double value) {
  if (isnan(value)) return false;
  switch (word->relation) {
    case '<':
      return value < word->number;
    case '>':
      return value > word->number;
    case 'l':
      return value <= word->number;
    case 'g':
      return value >= word->number;
    default:
      return value == word->number;
  }
}

void filter_problem(const FilterWord *word, const char *thing, const char *const *fields, int field_count,
                    Text *out) {
  if (word->kind == FILTER_NO_NUMBER)
    text_printf(out, "\"%s\" has no number behind the sign, as in time>5", word->text);
  if (word->kind != FILTER_NO_FIELD) return;
  text_printf(out, "\"%s\" compares nothing that %s has: there are", word->text, thing);
  for (int i = 0; i < field_count; i++)
    text_printf(out, "%s %s", i ? "," : "", fields[i]);
}
