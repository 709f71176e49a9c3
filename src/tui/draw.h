// Drawing that several views share: boxes, shared borders, bars.
#pragma once

#include "tui/glyph.h"
#include "tui/grid.h"

// Line pieces of one cell, collected arm by arm: weights up, right, down, left.
typedef enum Direction {
  DIRECTION_UP,
  DIRECTION_RIGHT,
  DIRECTION_DOWN,
  DIRECTION_LEFT,
  DIRECTIONS
} Direction;
typedef struct LineCell {
  uint8_t arm[DIRECTIONS]; // LineWeight
} LineCell;
void line_widen(LineCell *cell, Direction direction, LineWeight weight); // the heavier of both stays
// In the look of a rail: heavy as soon as one arm is. Nothing where there are no arms.
void draw_line_cell(Canvas canvas, int x, int y, LineCell cell, GlyphSet glyphs);

void draw_box(Canvas canvas, Rect box, GlyphSet glyphs, Style style);
// The borders of `count` boxes on the screen, joined where they meet; boxes without a width are left out.
void draw_frames(Canvas screen, const Rect *boxes, int count, GlyphSet glyphs);
// A horizontal bar of `columns` columns, filled to `part` (0 to 1), as text.
void draw_bar_text(Text *out, int columns, double part, GlyphSet glyphs);
