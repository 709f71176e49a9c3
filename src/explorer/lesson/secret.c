// Figures of a screen, read as a student reads them.
#include "explorer/lesson/secret.h"

#include "base/text.h"
#include "script/lesson/guess.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WORD_SIZE = 24, LEAST_DIGITS = 3 };

// As figures are shown.
static bool same_figure(double a, double b) {
  char left[WORD_SIZE], right[WORD_SIZE];
  snprintf(left, sizeof left, "%.3g", a);
  snprintf(right, sizeof right, "%.3g", b);
  return text_equal(left, right);
}

// Letters and what stands among them: "K9", "max2" and "3.1.4" hold no figures.
static bool is_inside_word(const char *text, const char *at) {
  return at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '.' || at[-1] == '_');
}

static size_t number_length(const char *at) {
  size_t digits = strspn(at, "0123456789");
  size_t behind = at[digits] == '.' ? strspn(at + digits + 1, "0123456789") : 0;
  return digits && behind ? digits + 1 + behind : digits;
}

// The word behind a number and a blank: up to what ends it.
static size_t unit_length(const char *at) {
  return strcspn(at, " \n,;:()[]");
}

static bool tells_with_unit(const char *number, size_t length, double answer, const char *unit) {
  const char *word = number + length + (number[length] == ' ');
  size_t letters = unit_length(word);
  char figure[2 * WORD_SIZE];
  double told;
  if (letters == 0 || letters >= WORD_SIZE || length >= WORD_SIZE) return false;
  while (letters > 1 && word[letters - 1] == '.')
    letters--;
  snprintf(figure, sizeof figure, "%.*s %.*s", (int)length, number, (int)letters, word);
  return guess_number(figure, unit, &told) && same_figure(told, answer);
}

// A whole number of few digits is more often a count than a time.
static bool tells_in_column(const char *number, size_t length, double answer, const char *unit) {
  static const struct {
    char suffix;
    const char *unit;
  } prefixes[] = {{'k', "kB"}, {'M', "MB"}, {'G', "GB"}, {'T', "TB"}};
  const char *shown = NULL;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (guess_is_bytes(unit) && number[length] == prefixes[i].suffix &&
        !isalnum((unsigned char)number[length + 1]))
      shown = prefixes[i].unit;
  bool precise = memchr(number, '.', length) || length >= LEAST_DIGITS;
  if (guess_is_time(unit) && precise && !isalnum((unsigned char)number[length])) shown = "us";
  char figure[2 * WORD_SIZE];
  double told;
  if (!shown || length >= WORD_SIZE) return false;
  snprintf(figure, sizeof figure, "%.*s %s", (int)length, number, shown);
  return guess_number(figure, unit, &told) && same_figure(told, answer);
}

bool secret_is_told(const char *text, double answer, const char *unit, bool columns) {
  for (const char *at = text; *at;) {
    size_t length = is_inside_word(text, at) ? 0 : number_length(at);
    if (length && tells_with_unit(at, length, answer, unit)) return true;
    if (length && columns && tells_in_column(at, length, answer, unit)) return true;
    at += length ? length : 1;
  }
  return false;
}
