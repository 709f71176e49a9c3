// usage: alphabets UTF8_SCREENS ASCII_SCREENS
// Whether the screens drawn in ASCII are those drawn in UTF-8, cell by cell, by the glyph tables. Where ASCII
// takes more columns for a glyph ("->"), what follows moves and is wrapped elsewhere: from such a line on,
// lines may differ until two agree again.
#include "base/file.h"
#include "tui/glyph.h"
#include "tui/grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Pair {
  uint32_t codepoint;
  char ascii; // 0: it takes more columns there
} Pair;

enum { MOST_PAIRS = 300, LINES_SHOWN = 5 };
static Pair pairs[MOST_PAIRS];
static int pair_count;

static uint32_t decode(const char **text) {
  uint32_t codepoint = 0;
  int bytes = text_decode(*text, strlen(*text), &codepoint);
  *text += bytes ? bytes : 1;
  return bytes ? codepoint : 0;
}

static void add_pair(const char *utf8, const char *ascii) {
  bool same_width = text_width(utf8) == text_width(ascii);
  while (*utf8 && pair_count < MOST_PAIRS) {
    uint32_t codepoint = decode(&utf8);
    pairs[pair_count++] = (Pair){codepoint, same_width ? *ascii++ : '\0'};
  }
}

static void add_lines(void) {
  for (int arms = 0; arms < 81; arms++) {
    LineWeight up = (LineWeight)(arms / 27), right = (LineWeight)(arms / 9 % 3);
    LineWeight down = (LineWeight)(arms / 3 % 3), left = (LineWeight)(arms % 3);
    add_pair(glyph_line(GLYPHS_UTF8, up, right, down, left), glyph_line(GLYPHS_ASCII, up, right, down, left));
  }
}

static void add_pairs(void) {
  for (int glyph = 0; glyph < GLYPH_COUNT; glyph++)
    add_pair(glyph_get(GLYPHS_UTF8, (Glyph)glyph), glyph_get(GLYPHS_ASCII, (Glyph)glyph));
  add_lines();
  for (int eighths = 0; eighths <= 8; eighths++) {
    add_pair(glyph_heat(GLYPHS_UTF8, eighths), glyph_heat(GLYPHS_ASCII, eighths));
    add_pair(glyph_density(GLYPHS_UTF8, eighths), glyph_density(GLYPHS_ASCII, eighths));
    add_pair(glyph_bar(GLYPHS_UTF8, eighths), glyph_bar(GLYPHS_ASCII, eighths));
  }
  add_pair("╱", "/"); // the roofline's slope
}

// May ASCII show this character for it? One that no table has is a '?'.
static bool may_be(uint32_t codepoint, char ascii) {
  bool known = codepoint < 0x80;
  if (known && codepoint == (unsigned char)ascii) return true;
  for (int i = 0; i < pair_count; i++) {
    if (pairs[i].codepoint != codepoint) continue;
    if (pairs[i].ascii == ascii) return true;
    known = true;
  }
  return !known && ascii == '?';
}

static bool widens(const char *line) {
  while (*line) {
    uint32_t codepoint = decode(&line);
    for (int i = 0; i < pair_count; i++)
      if (pairs[i].codepoint == codepoint && !pairs[i].ascii) return true;
  }
  return false;
}

// A line ends with the last cell that is not blank: one may end where the other goes on with blanks' glyphs.
static bool agree(const char *utf8, const char *ascii) {
  while (*utf8 || *ascii) {
    uint32_t codepoint = *utf8 ? decode(&utf8) : ' ';
    if (!may_be(codepoint, *ascii ? *ascii++ : ' ')) return false;
  }
  return true;
}

// The next line, ended in place; NULL at the end.
static char *next_line(char **text) {
  char *line = *text, *end = line ? strchr(line, '\n') : NULL;
  if (!end) return NULL;
  *end = '\0';
  *text = end + 1;
  return line;
}

// What lines that differ are taken for.
typedef enum Moved {
  MOVED_NOT,
  MOVED_LINE, // the line before has a glyph that is wider in ASCII
  MOVED_REST  // and this one begins elsewhere, as all of the screen may that follows
} Moved;

static bool is_title(const char *line) {
  return strncmp(line, "== ", 3) == 0;
}

// Whether the line is as it should be, after lines that are as `moved` says.
static bool follows(const char *line, const char *other, Moved *moved) {
  if (is_title(line)) *moved = MOVED_NOT;
  bool agrees = agree(line, other);
  if (*moved == MOVED_REST) return true;
  Moved before = *moved;
  *moved = agrees ? MOVED_NOT : widens(line) ? MOVED_LINE : MOVED_REST;
  return agrees || *moved == MOVED_LINE || before == MOVED_LINE;
}

static int compare(char *utf8, char *ascii) {
  int differ = 0;
  Moved moved = MOVED_NOT;
  for (int number = 1;; number++) {
    char *line = next_line(&utf8), *other = next_line(&ascii);
    if (!line && !other) return differ;
    if (!line || !other) {
      printf("line %d: only in %s\n", number, line ? "UTF-8" : "ASCII");
      return differ + 1;
    }
    if (!follows(line, other, &moved) && differ++ < LINES_SHOWN)
      printf("line %d:\n%s\n%s\n", number, line, other);
  }
}

int main(int count, char **arguments) {
  Status status = {0};
  char *utf8 = count == 3 ? file_read(arguments[1], NULL, &status) : NULL;
  char *ascii = utf8 ? file_read(arguments[2], NULL, &status) : NULL;
  if (!ascii) {
    fprintf(stderr, "%s\n", count == 3 ? status.message : "usage: alphabets UTF8_SCREENS ASCII_SCREENS");
    free(utf8);
    return 2;
  }
  add_pairs();
  int differ = compare(utf8, ascii);
  free(utf8);
  free(ascii);
  return differ ? 1 : 0;
}
