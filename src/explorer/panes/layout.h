// Layout: where the panes are, a pure function of the screen's size and of the pane that has the keys.
#pragma once

#include "tui/grid.h"

typedef enum Pane {
  PANE_OPS,
  PANE_KERNELS,
  PANE_AROUND, // the neighbourhood of an op
  PANE_DETAIL,
  PANE_COUNT
} Pane;

typedef struct Layout {
  int width, height;
  Rect header;            // the top line; empty on tiny screens
  Rect status, hints;     // the two last lines; hints are empty on tiny screens
  Rect frame[PANE_COUNT]; // with the border, which neighbours share; empty: not shown
  Rect inside[PANE_COUNT];
  int lower; // the pane below the ops where only two fit
} Layout;

enum { LAYOUT_LEAST_WIDTH = 20, LAYOUT_LEAST_HEIGHT = 5 }; // below that only the status line is there

// `focus` is always shown; `lower` is the pane to show beside the ops where there is room for two.
Layout layout_compute(int width, int height, Pane focus, Pane lower);
// Takes the rows that the ops pane cannot use, having `rows` ops, and gives them to the pane below it.
void layout_fit_ops(Layout *layout, int rows);
// One pane on the whole screen.
Layout layout_zoomed(int width, int height, Pane pane);
