// Glyphs: every symbol that the screen draws, in Unicode and in ASCII. Box drawing comes from here too,
// because terminals disagree about the alternate character set.
#pragma once

typedef enum GlyphSet { GLYPHS_UTF8, GLYPHS_ASCII } GlyphSet;

//        id            UTF-8  ASCII  what it says
#define GLYPHS(X) \
  X(OP, "●", "o", "an op, on its rail") \
  X(OP_OUTPUT, "◆", "@", "an op with a result that leaves the graph") \
  X(OP_LIBRARY, "■", "L", "an op that a library runs") \
  X(OP_VIEW, "○", ".", "a view: it costs nothing") \
  X(OP_COPY, "◎", "c", "a copy of an op, which its kernel computes again") \
  X(FOLDED, "┄", "~", "ops of a folded kernel") \
  X(STUB_OPEN, "⟨", "<", "before the name of a value that comes from afar") \
  X(STUB_CLOSE, "⟩", ">", "after it") \
  X(BRACKET_ALONE, "─", "-", "a kernel of one op") \
  X(BRACKET_FIRST, "╭", "/", "a kernel's first op") \
  X(BRACKET_MIDDLE, "│", "|", "an op of the kernel above and below") \
  X(BRACKET_APART, "┆", ":", "as the middle, other kernels' ops stand between") \
  X(BRACKET_LAST, "╰", "\\", "a kernel's last op") \
  X(CURSOR, "▸", ">", "the row under the cursor") \
  X(ARROW_RIGHT, "→", "->", "becomes, feeds") \
  X(ARROW_IN, "←", "<-", "comes from") \
  X(ARROW_OUT, "→", "->", "goes to") \
  X(HERE_OPEN, "▸", ">", "before the box under the cursor") \
  X(HERE_CLOSE, "◂", "<", "behind it") \
  X(ARROW_UP, "▲", "^", "sorted upwards; more above") \
  X(ARROW_DOWN, "▼", "v", "sorted downwards; more below") \
  X(YES, "✓", "+", "done, possible") \
  X(NO, "✗", "x", "failed, impossible") \
  X(COSTLY, "!", "!", "possible, but it costs") \
  X(STALE, "~", "~", "a result of an earlier content") \
  X(KEPT, "◌", "k", "a time that an earlier run measured") \
  X(PLUS_MINUS, "±", "+-", "before the spread of a time") \
  X(ABOUT, "≈", "=", "a difference within the spread of what was measured") \
  X(QUEUED, "…", ".", "waits to run") \
  X(RUNNING, "⠿", "*", "runs") \
  X(ESTIMATED, "·", "-", "estimated only") \
  X(POINT_NEAR, "○", "*", "in a plot, a kernel that shares data with the one under the cursor") \
  X(POINT_FAR, "·", ".", "in a plot, another kernel") \
  X(NONE, "–", "-", "no figure") \
  X(JOINS, "+", "+", "an op that would join a kernel, in a preview") \
  X(LEAVES, "-", "-", "an op that would leave its kernel") \
  X(PIN_TOGETHER, "=", "=", "a pin keeps the op together with another one") \
  X(PIN_APART, "≠", "%", "a pin keeps it apart from another one") \
  X(MICRO, "µs", "us", "microseconds") \
  X(TIMES, "×", "x", "a factor") \
  X(ELLIPSIS, "…", "~", "text that was cut")

typedef enum Glyph {
#define X(id, utf8, ascii, help) GLYPH_##id,
  GLYPHS(X)
#undef X
      GLYPH_COUNT
} Glyph;

const char *glyph_get(GlyphSet set, Glyph glyph);

// A line's piece from its arms: 0 none, 1 light, 2 heavy. Light corners are round.
typedef enum LineWeight { LINE_NONE, LINE_LIGHT, LINE_HEAVY } LineWeight;
const char *glyph_line(GlyphSet set, LineWeight up, LineWeight right, LineWeight down, LineWeight left);

// A bar of a column's height: 0 (blank) to 8 (full).
const char *glyph_heat(GlyphSet set, int eighths);
// How dense: 0 (blank) to 8 (full), the whole cell.
const char *glyph_density(GlyphSet set, int eighths);
// A piece of a horizontal bar: 0 to 8 eighths of a cell, from the left.
const char *glyph_bar(GlyphSet set, int eighths);
