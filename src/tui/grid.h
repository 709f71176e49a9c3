// The cell grid: what the screen draws into. A terminal or a text takes it from here.
#pragma once

#include "base/text.h"
#include "tui/style.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Rect {
  int x, y, width, height; // cells; empty when width or height is not positive
} Rect;
bool rect_contains(Rect rect, int x, int y);
Rect rect_intersect(Rect a, Rect b);
Rect rect_inset(Rect rect, int columns, int rows); // smaller by that much on every side

typedef struct Cell {
  uint32_t codepoint;
  uint8_t width; // columns: 1, 2, or 0 for the right half of a wide character
  uint8_t style; // Style: the character's look
  uint8_t under; // Style whose background replaces the style's own; STYLE_TEXT: none
} Cell;

typedef struct Grid {
  int width, height;
  bool ascii;  // characters that ASCII lacks become '?'
  Cell *cells; // rows, top first
} Grid;

enum { GRID_LARGEST = 2000 }; // columns or rows; more is cut

Grid *grid_new(int width, int height, bool ascii); // blank
void grid_free(Grid *grid);                        // NULL is allowed
void grid_clear(Grid *grid);
void grid_copy(Grid *to, const Grid *from);   // takes its size too
Grid *grid_crop(const Grid *grid, Rect part); // a new one, of what `part` has in common with it
bool grid_equal(const Grid *a, const Grid *b);
// Rows as text, one line each, blanks at the end of lines cut.
void grid_dump(const Grid *grid, Text *out);

// Columns that a code point takes on terminals: 0 for combining marks (they are not drawn), 1, or 2.
int canvas_codepoint_width(uint32_t codepoint);
int text_width(const char *utf8);                   // columns of a string
size_t text_fitting(const char *utf8, int columns); // bytes of it that fit into so many
// The middle replaced by `ellipsis` where it is longer than so many columns: names end in what tells them
// apart.
void text_cut_middle(const char *utf8, int columns, const char *ellipsis, Text *out);
// Adds a part behind two blanks, unless `out` would then take more than so many columns.
void text_add_part(Text *out, int columns, const char *format, ...) __attribute__((format(printf, 3, 4)));

// A part of a grid to draw into: coordinates are relative to `area`, nothing is drawn outside of it.
typedef struct Canvas {
  Grid *grid;
  Rect area;
} Canvas;
Canvas canvas_whole(Grid *grid);
Canvas canvas_part(Canvas canvas, Rect part); // `part` relative to canvas; cut to it

// Draws a string of UTF-8; returns the column after it (also when it was cut). Control characters become '?'.
int canvas_text(Canvas canvas, int x, int y, Style style, const char *utf8);
int canvas_printf(Canvas canvas, int x, int y, Style style, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
// At most `columns` columns, the end replaced by `ellipsis` when it is longer; returns x + columns drawn.
int canvas_text_cut(Canvas canvas, int x, int y, int columns, Style style, const char *utf8,
                    const char *ellipsis);
// The same with the middle replaced.
int canvas_text_middle(Canvas canvas, int x, int y, int columns, Style style, const char *utf8,
                       const char *ellipsis);
// So that it ends before column `end`.
void canvas_text_right(Canvas canvas, int end, int y, Style style, const char *utf8);
void canvas_fill(Canvas canvas, Rect part, Style style);  // with blanks
void canvas_under(Canvas canvas, Rect part, Style style); // only the background
