// A small plot of characters.
#include "tui/text_plot.h"

#include "base/arena.h"

#include <stdlib.h>

TextPlot text_plot_new(int width, int height) {
  size_t cells = (size_t)width * (size_t)height + 1;
  return (TextPlot){width, height, memory_alloc(sizeof(char *) * cells), memory_alloc(cells)};
}

void text_plot_free(TextPlot *plot) {
  free(plot->glyph);
  free(plot->style);
  *plot = (TextPlot){0};
}

void text_plot_set(TextPlot *plot, int x, int y, Style style, const char *glyph) {
  if (x < 0 || x >= plot->width || y < 0 || y >= plot->height) return;
  size_t at = (size_t)(plot->height - 1 - y) * (size_t)plot->width + (size_t)x;
  plot->glyph[at] = glyph;
  plot->style[at] = (uint8_t)style;
}

static void add_cells(const TextPlot *plot, Page *page, int row) {
  for (int x = 0; x < plot->width; x++) {
    size_t at = (size_t)row * (size_t)plot->width + (size_t)x;
    page_add(page, (Style)plot->style[at], "%s", plot->glyph[at] ? plot->glyph[at] : " ");
  }
}

void text_plot_add(const TextPlot *plot, Page *page, int indent,
                   void (*label)(void *context, int y, Text *out), void *context) {
  Text text = {0};
  for (int row = 0; row < plot->height; row++) {
    text_clear(&text);
    if (label) label(context, plot->height - 1 - row, &text);
    page_line(page, PAGE_NO_TAG);
    page_add(page, STYLE_DIM, "%*s", indent, text_get(&text));
    add_cells(plot, page, row);
  }
  text_free(&text);
}
