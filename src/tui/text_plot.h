// A small plot of characters: cells that are set one by one, then added to a page.
#pragma once

#include "tui/page.h"

typedef struct TextPlot {
  int width, height;
  const char **glyph; // per cell, rows from the top; NULL: blank
  uint8_t *style;     // Style
} TextPlot;

TextPlot text_plot_new(int width, int height);
void text_plot_free(TextPlot *plot);
// (0, 0) is the lower left cell; outside of the plot nothing happens. What stands there is replaced.
void text_plot_set(TextPlot *plot, int x, int y, Style style, const char *glyph);
// One line of the page for each row, behind `indent` columns, which `label` (may be NULL) fills for row y.
void text_plot_add(const TextPlot *plot, Page *page, int indent,
                   void (*label)(void *context, int y, Text *out), void *context);
