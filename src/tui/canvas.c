// Drawing text into a part of a grid.
#include "tui/grid.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Range {
  uint32_t first, last;
} Range;

// Combining marks and other code points without a place of their own.
static const Range zero_width[] = {
    {0x0300, 0x036f},   {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x0610, 0x061a}, {0x064b, 0x065f},
    {0x06d6, 0x06dc},   {0x0900, 0x0902}, {0x093c, 0x093c}, {0x0e31, 0x0e31}, {0x0e34, 0x0e3a},
    {0x0e47, 0x0e4e},   {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200b, 0x200f}, {0x202a, 0x202e},
    {0x2060, 0x2064},   {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xfeff, 0xfeff},
    {0xe0100, 0xe01ef},
};

// East Asian Width W and F (Unicode Standard Annex 11), and emoji that terminals draw wide.
static const Range double_width[] = {
    {0x1100, 0x115f},   {0x2329, 0x232a},   {0x2e80, 0x303e},   {0x3041, 0x33ff},   {0x3400, 0x4dbf},
    {0x4e00, 0x9fff},   {0xa000, 0xa4cf},   {0xa960, 0xa97f},   {0xac00, 0xd7a3},   {0xf900, 0xfaff},
    {0xfe10, 0xfe19},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},   {0x1f300, 0x1f64f},
    {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x2fffd}, {0x30000, 0x3fffd},
};

static bool within(const Range *ranges, size_t count, uint32_t codepoint) {
  for (size_t i = 0; i < count; i++)
    if (codepoint >= ranges[i].first && codepoint <= ranges[i].last) return true;
  return false;
}

int canvas_codepoint_width(uint32_t codepoint) {
  bool plain = codepoint < 0x300 || (codepoint >= 0x2330 && codepoint < 0x2e80);
  if (plain) return 1;
  if (within(zero_width, sizeof zero_width / sizeof *zero_width, codepoint)) return 0;
  return within(double_width, sizeof double_width / sizeof *double_width, codepoint) ? 2 : 1;
}

// The code point at *text, which moves on; invalid bytes and control characters become '?'.
static uint32_t next_codepoint(const char **text) {
  uint32_t codepoint;
  int bytes = text_decode(*text, strnlen(*text, 4), &codepoint);
  if (!bytes) bytes = 1, codepoint = '?';
  *text += bytes;
  return codepoint < 0x20 || (codepoint >= 0x7f && codepoint < 0xa0) ? '?' : codepoint;
}

int text_width(const char *utf8) {
  int width = 0;
  while (*utf8)
    width += canvas_codepoint_width(next_codepoint(&utf8));
  return width;
}

Canvas canvas_whole(Grid *grid) {
  return (Canvas){grid, {0, 0, grid->width, grid->height}};
}

Canvas canvas_part(Canvas canvas, Rect part) {
  part.x += canvas.area.x, part.y += canvas.area.y;
  return (Canvas){canvas.grid, rect_intersect(part, canvas.area)};
}

// A wide character that loses one half becomes a blank.
static void break_wide(Grid *grid, Cell *row, int x) {
  if (row[x].width == 0 && x > 0) row[x - 1] = (Cell){' ', 1, row[x - 1].style, row[x - 1].under};
  if (row[x].width == 2 && x + 1 < grid->width)
    row[x + 1] = (Cell){' ', 1, row[x + 1].style, row[x + 1].under};
}

static void put(Canvas canvas, int x, int y, Style style, uint32_t codepoint, int width) {
  Rect area = canvas.area;
  if (x < 0 || y < 0 || y >= area.height || x + width > area.width) return;
  Grid *grid = canvas.grid;
  Cell *row = grid->cells + (size_t)(area.y + y) * (size_t)grid->width;
  for (int i = 0; i < width; i++) {
    int column = area.x + x + i;
    break_wide(grid, row, column);
    row[column] = (Cell){i ? ' ' : codepoint, (uint8_t)(i ? 0 : width), (uint8_t)style, row[column].under};
  }
}

int canvas_text(Canvas canvas, int x, int y, Style style, const char *utf8) {
  while (*utf8) {
    uint32_t codepoint = next_codepoint(&utf8);
    int width = canvas_codepoint_width(codepoint);
    if (canvas.grid->ascii && codepoint >= 0x80) codepoint = '?', width = width ? 1 : 0;
    if (width) put(canvas, x, y, style, codepoint, width);
    x += width;
  }
  return x;
}

int canvas_printf(Canvas canvas, int x, int y, Style style, const char *format, ...) {
  Text text = {0};
  va_list arguments;
  va_start(arguments, format);
  text_vprintf(&text, format, arguments);
  va_end(arguments);
  x = canvas_text(canvas, x, y, style, text_get(&text));
  text_free(&text);
  return x;
}

size_t text_fitting(const char *utf8, int columns) {
  const char *at = utf8;
  while (*at) {
    const char *next = at;
    columns -= canvas_codepoint_width(next_codepoint(&next));
    if (columns < 0) break;
    at = next;
  }
  return (size_t)(at - utf8);
}

void text_add_part(Text *out, int columns, const char *format, ...) {
  Text part = {0};
  va_list arguments;
  va_start(arguments, format);
  text_vprintf(&part, format, arguments);
  va_end(arguments);
  if (text_width(text_get(out)) + 2 + text_width(text_get(&part)) <= columns)
    text_printf(out, "  %s", text_get(&part));
  text_free(&part);
}

int canvas_text_cut(Canvas canvas, int x, int y, int columns, Style style, const char *utf8,
                    const char *ellipsis) {
  if (columns <= 0) return x;
  if (text_width(utf8) <= columns) return canvas_text(canvas, x, y, style, utf8);
  Text text = {0};
  text_add_bytes(&text, utf8, text_fitting(utf8, columns - text_width(ellipsis)));
  text_add(&text, ellipsis);
  x = canvas_text(canvas, x, y, style, text_get(&text));
  text_free(&text);
  return x;
}

void text_cut_middle(const char *utf8, int columns, const char *ellipsis, Text *out) {
  int room = columns - text_width(ellipsis), over = text_width(utf8) - columns;
  if (over <= 0) {
    text_add(out, utf8);
    return;
  }
  if (room < 2) {
    text_add_bytes(out, utf8, text_fitting(utf8, columns));
    return;
  }
  int end = room / 2;
  const char *rest = utf8;
  while (text_width(rest) > end)
    next_codepoint(&rest);
  text_add_bytes(out, utf8, text_fitting(utf8, room - end));
  text_add(out, ellipsis);
  text_add(out, rest);
}

int canvas_text_middle(Canvas canvas, int x, int y, int columns, Style style, const char *utf8,
                       const char *ellipsis) {
  if (columns <= 0) return x;
  Text text = {0};
  text_cut_middle(utf8, columns, ellipsis, &text);
  x = canvas_text(canvas, x, y, style, text_get(&text));
  text_free(&text);
  return x;
}

void canvas_text_right(Canvas canvas, int end, int y, Style style, const char *utf8) {
  canvas_text(canvas, end - text_width(utf8), y, style, utf8);
}

void canvas_fill(Canvas canvas, Rect part, Style style) {
  Canvas inside = canvas_part(canvas, part);
  for (int y = 0; y < inside.area.height; y++)
    for (int x = 0; x < inside.area.width; x++) {
      put(inside, x, y, style, ' ', 1);
      inside.grid
          ->cells[(size_t)(inside.area.y + y) * (size_t)inside.grid->width + (size_t)(inside.area.x + x)]
          .under = STYLE_TEXT;
    }
}

void canvas_under(Canvas canvas, Rect part, Style style) {
  Canvas inside = canvas_part(canvas, part);
  for (int y = 0; y < inside.area.height; y++) {
    Cell *row = inside.grid->cells + (size_t)(inside.area.y + y) * (size_t)inside.grid->width;
    for (int x = 0; x < inside.area.width; x++)
      row[inside.area.x + x].under = (uint8_t)style;
  }
}
