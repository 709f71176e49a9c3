// The cell grid: memory and dump; rectangles.
#include "tui/grid.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

bool rect_contains(Rect rect, int x, int y) {
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

Rect rect_intersect(Rect a, Rect b) {
  int left = a.x > b.x ? a.x : b.x, top = a.y > b.y ? a.y : b.y;
  int right = a.x + a.width < b.x + b.width ? a.x + a.width : b.x + b.width;
  int bottom = a.y + a.height < b.y + b.height ? a.y + a.height : b.y + b.height;
  return (Rect){left, top, right > left ? right - left : 0, bottom > top ? bottom - top : 0};
}

Rect rect_inset(Rect rect, int columns, int rows) {
  rect.x += columns, rect.width -= 2 * columns;
  rect.y += rows, rect.height -= 2 * rows;
  if (rect.width < 0) rect.width = 0;
  if (rect.height < 0) rect.height = 0;
  return rect;
}

static int limited(int size) {
  return size < 1 ? 1 : size > GRID_LARGEST ? GRID_LARGEST : size;
}

Grid *grid_new(int width, int height, bool ascii) {
  Grid *grid = memory_alloc(sizeof *grid);
  *grid = (Grid){.width = limited(width), .height = limited(height), .ascii = ascii};
  grid->cells = memory_alloc(sizeof(Cell) * (size_t)grid->width * (size_t)grid->height);
  grid_clear(grid);
  return grid;
}

void grid_free(Grid *grid) {
  if (!grid) return;
  free(grid->cells);
  free(grid);
}

void grid_clear(Grid *grid) {
  size_t count = (size_t)grid->width * (size_t)grid->height;
  for (size_t i = 0; i < count; i++)
    grid->cells[i] = (Cell){' ', 1, STYLE_TEXT, STYLE_TEXT};
}

void grid_copy(Grid *to, const Grid *from) {
  size_t bytes = sizeof(Cell) * (size_t)from->width * (size_t)from->height;
  if (to->width != from->width || to->height != from->height) to->cells = memory_resize(to->cells, bytes);
  to->width = from->width, to->height = from->height, to->ascii = from->ascii;
  memcpy(to->cells, from->cells, bytes);
}

Grid *grid_crop(const Grid *grid, Rect part) {
  part = rect_intersect(part, (Rect){0, 0, grid->width, grid->height});
  Grid *crop = grid_new(part.width, part.height, grid->ascii);
  for (int y = 0; y < part.height && part.width > 0; y++)
    memcpy(crop->cells + (size_t)y * (size_t)crop->width,
           grid->cells + (size_t)(part.y + y) * (size_t)grid->width + part.x,
           sizeof(Cell) * (size_t)part.width);
  return crop;
}

bool grid_equal(const Grid *a, const Grid *b) {
  if (a->width != b->width || a->height != b->height) return false;
  size_t count = (size_t)a->width * (size_t)a->height;
  for (size_t i = 0; i < count; i++) {
    const Cell *x = &a->cells[i], *y = &b->cells[i];
    if (x->codepoint != y->codepoint || x->width != y->width || x->style != y->style || x->under != y->under)
      return false;
  }
  return true;
}

static void add_codepoint(Text *out, uint32_t codepoint) {
  char bytes[5];
  text_add_bytes(out, bytes, (size_t)text_encode(bytes, codepoint));
}

void grid_dump(const Grid *grid, Text *out) {
  for (int y = 0; y < grid->height; y++) {
    const Cell *row = grid->cells + (size_t)y * (size_t)grid->width;
    int end = grid->width;
    while (end > 0 && row[end - 1].codepoint == ' ')
      end--;
    for (int x = 0; x < end; x++)
      if (row[x].width) add_codepoint(out, row[x].codepoint);
    text_add(out, "\n");
  }
}
