// Shared drawing.
#include "tui/draw.h"

#include "base/arena.h"

#include <stdlib.h>

void line_widen(LineCell *cell, Direction direction, LineWeight weight) {
  if (weight > cell->arm[direction]) cell->arm[direction] = (uint8_t)weight;
}

void draw_line_cell(Canvas canvas, int x, int y, LineCell cell, GlyphSet glyphs) {
  const uint8_t *arm = cell.arm;
  int heaviest = LINE_NONE;
  for (int i = 0; i < DIRECTIONS; i++)
    if (arm[i] > heaviest) heaviest = arm[i];
  if (heaviest == LINE_NONE) return;
  const char *glyph =
      glyph_line(glyphs, arm[DIRECTION_UP], arm[DIRECTION_RIGHT], arm[DIRECTION_DOWN], arm[DIRECTION_LEFT]);
  canvas_text(canvas, x, y, heaviest == LINE_HEAVY ? STYLE_RAIL_HEAVY : STYLE_RAIL, glyph);
}

enum { ARM_UP = 1, ARM_RIGHT = 2, ARM_DOWN = 4, ARM_LEFT = 8 };

static LineWeight arm(unsigned arms, unsigned which) {
  return arms & which ? LINE_LIGHT : LINE_NONE;
}

static void put_arms(Canvas canvas, int x, int y, unsigned arms, GlyphSet glyphs, Style style) {
  canvas_text(
      canvas, x, y, style,
      glyph_line(glyphs, arm(arms, ARM_UP), arm(arms, ARM_RIGHT), arm(arms, ARM_DOWN), arm(arms, ARM_LEFT)));
}

// Adds a box's lines to `arms`, one byte per cell of a screen `width` wide.
static void add_box(unsigned char *arms, int width, Rect box) {
  int right = box.x + box.width - 1, bottom = box.y + box.height - 1;
  for (int x = box.x; x <= right; x++) {
    unsigned char along = (unsigned char)((x > box.x ? ARM_LEFT : 0) | (x < right ? ARM_RIGHT : 0));
    arms[box.y * width + x] |= along;
    arms[bottom * width + x] |= along;
  }
  for (int y = box.y; y <= bottom; y++) {
    unsigned char along = (unsigned char)((y > box.y ? ARM_UP : 0) | (y < bottom ? ARM_DOWN : 0));
    arms[y * width + box.x] |= along;
    arms[y * width + right] |= along;
  }
}

void draw_box(Canvas canvas, Rect box, GlyphSet glyphs, Style style) {
  int right = box.x + box.width - 1, bottom = box.y + box.height - 1;
  for (int x = box.x + 1; x < right; x++) {
    put_arms(canvas, x, box.y, ARM_LEFT | ARM_RIGHT, glyphs, style);
    put_arms(canvas, x, bottom, ARM_LEFT | ARM_RIGHT, glyphs, style);
  }
  for (int y = box.y + 1; y < bottom; y++) {
    put_arms(canvas, box.x, y, ARM_UP | ARM_DOWN, glyphs, style);
    put_arms(canvas, right, y, ARM_UP | ARM_DOWN, glyphs, style);
  }
  put_arms(canvas, box.x, box.y, ARM_RIGHT | ARM_DOWN, glyphs, style);
  put_arms(canvas, right, box.y, ARM_LEFT | ARM_DOWN, glyphs, style);
  put_arms(canvas, box.x, bottom, ARM_RIGHT | ARM_UP, glyphs, style);
  put_arms(canvas, right, bottom, ARM_LEFT | ARM_UP, glyphs, style);
}

void draw_frames(Canvas screen, const Rect *boxes, int count, GlyphSet glyphs) {
  int width = screen.area.width;
  size_t cells = (size_t)width * (size_t)screen.area.height;
  unsigned char *arms = memory_alloc(cells + 1);
  for (int box = 0; box < count; box++)
    if (boxes[box].width > 0) add_box(arms, width, boxes[box]);
  for (size_t i = 0; i < cells; i++)
    if (arms[i]) put_arms(screen, (int)i % width, (int)i / width, arms[i], glyphs, STYLE_BORDER);
  free(arms);
}

void draw_bar_text(Text *out, int columns, double part, GlyphSet glyphs) {
  if (part < 0) part = 0;
  if (part > 1) part = 1;
  int eighths = (int)(part * columns * 8 + 0.5);
  if (part > 0 && eighths == 0) eighths = 1;
  for (int i = 0; i < columns; i++, eighths -= 8)
    text_add(out, glyph_bar(glyphs, eighths));
}
