#include "tui/filter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_SIZE = 64 };

typedef enum FilterKind {
  FILTER_PLAIN,
  FILTER_COMPARES,
  FILTER_NO_FIELD,  // it compares what is none of the fields
  FILTER_NO_NUMBER, // or with what is none: both may still be typed
} FilterKind;

typedef struct FilterWord {
  char text[WORD_SIZE]; // without the "!"
  bool negated;
  FilterKind kind;
  // FILTER_COMPARES:
  int field;     // index of its name
  char relation; // '<', '>', '=', 'l' and 'g' for <= and >=
  double number;
} FilterWord;

static int find_field(const FilterTable *table, const char *name, size_t length) {
  for (int i = 0; i < table->field_count; i++)
    if (strlen(table->fields[i]) == length && !strncmp(table->fields[i], name, length)) return i;
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

static FilterKind kind_of(FilterWord *word, const FilterTable *table) {
  size_t length = strcspn(word->text, "<>=");
  if (!word->text[length]) return FILTER_PLAIN;
  word->field = find_field(table, word->text, length);
  bool named = table->equations && !strpbrk(word->text, "<>");
  if (word->field < 0) return named ? FILTER_PLAIN : FILTER_NO_FIELD;
  bool equal = word->text[length] != '=' && word->text[length + 1] == '=';
  word->relation = word->text[length];
  if (equal) word->relation = word->text[length] == '<' ? 'l' : 'g';
  return read_number(word->text + length + 1 + equal, &word->number) ? FILTER_COMPARES : FILTER_NO_NUMBER;
}

// The next word at *at, which moves behind it; false at the end.
static bool next_word(const char **at, const FilterTable *table, FilterWord *word) {
  *at += strspn(*at, " ");
  size_t length = strcspn(*at, " ");
  if (!length) return false;
  const char *begin = *at;
  *at += length;
  *word = (FilterWord){.negated = begin[0] == '!' && length > 1};
  begin += word->negated;
  length -= word->negated;
  size_t kept = length < WORD_SIZE ? length : WORD_SIZE - 1;
  while (kept < length && kept > 0 && (begin[kept] & 0xc0) == 0x80) // never a part of a character
    kept--;
  memcpy(word->text, begin, kept);
  word->kind = kind_of(word, table);
  return true;
}

// What is not known (NAN) never does.
static bool holds(const FilterWord *word, double value) {
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

bool filter_matches(const FilterTable *table, const char *filter, void *row) {
  FilterWord word;
  while (next_word(&filter, table, &word)) {
    if (word.kind == FILTER_NO_FIELD || word.kind == FILTER_NO_NUMBER) continue;
    bool found = word.kind == FILTER_COMPARES ? holds(&word, table->value(row, word.field))
                                              : table->named(row, word.text);
    if (found == word.negated) return false;
  }
  return true;
}

static void tell_problem(const FilterTable *table, const FilterWord *word, Text *out) {
  if (word->kind == FILTER_NO_NUMBER) {
    text_printf(out, "\"%s\" has no number behind the sign, as in time>5", word->text);
    return;
  }
  text_printf(out, "\"%s\" compares nothing that %s has: there are", word->text, table->thing);
  for (int i = 0; i < table->field_count; i++)
    text_printf(out, "%s %s", i ? "," : "", table->fields[i]);
}

bool filter_problem(const FilterTable *table, const char *filter, Text *out) {
  FilterWord word;
  while (next_word(&filter, table, &word)) {
    if (word.kind == FILTER_PLAIN || word.kind == FILTER_COMPARES) continue;
    tell_problem(table, &word, out);
    return true;
  }
  return false;
}

int filter_order(double a, double b, int sign) {
  if (isnan(a) || isnan(b)) return isnan(a) - isnan(b);
  return sign * ((a < b) - (a > b));
}
