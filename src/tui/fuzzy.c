// Fuzzy matching.
#include "tui/fuzzy.h"

#include <ctype.h>
#include <string.h>

enum { SCORE_HIT = 16, SCORE_WORD = 24, SCORE_ROW = 20, SCORE_FIRST = 32, SCORE_BASE = 1000 };

static bool starts_word(const char *text, int at) {
  return at == 0 || !isalnum((unsigned char)text[at - 1]);
}

static bool same(char a, char b) {
  return tolower((unsigned char)a) == tolower((unsigned char)b);
}

// Greedy, from `from`: takes every character at its first place, words' starts preferred when one follows.
static int score_from(const char *pattern, const char *text, int from) {
  int score = SCORE_BASE, last = from - 2;
  for (int at = from; *pattern; at++) {
    if (*pattern == ' ') {
      pattern++, at--;
      continue;
    }
    if (!text[at]) return 0;
    if (!same(*pattern, text[at])) continue;
    score += SCORE_HIT + (at == 0 ? SCORE_FIRST : 0) + (starts_word(text, at) ? SCORE_WORD : 0) +
             (at == last + 1 ? SCORE_ROW : 0);
    last = at;
    pattern++;
  }
  return score - (int)strnlen(text, 200);
}

int fuzzy_score(const char *pattern, const char *text) {
  while (*pattern == ' ')
    pattern++;
  if (!*pattern) return 1;
  int best = 0;
  for (int from = 0; text[from]; from++) {
    if (!same(*pattern, text[from])) continue;
    int score = score_from(pattern, text, from);
    if (score > best) best = score;
  }
  return best;
}

static bool begins(const char *text, const char *part) {
  while (*part && same(*text, *part))
    text++, part++;
  return !*part;
}

// A search asks this of every op: names are short, and nearly all places fail at their first character.
const char *fuzzy_find(const char *text, const char *part) {
  char small = (char)tolower((unsigned char)*part), capital = (char)toupper((unsigned char)*part);
  if (!*part) return NULL;
  for (; *text; text++)
    if ((*text == small || *text == capital) && begins(text, part)) return text;
  return NULL;
}

bool fuzzy_contains(const char *text, const char *part) {
  return fuzzy_find(text, part) != NULL;
}
