// Layout: where the panes are, a pure function of the screen's size, of the pane that has the keys, and of
// where a person put the borders.
#pragma once

#include "tui/grid.h"

typedef enum Pane {
  PANE_OPS,
  PANE_KERNELS,
  PANE_AROUND, // the neighbourhood of an op
  PANE_DETAIL,
  PANE_COUNT
} Pane;

// The borders that can be dragged, by the screens that have them (see layout.c): id, name in files, what
// the first part takes of the whole as long as nobody has moved it, percent.
#define SPLITS(X) \
  X(TWO_ROWS, "two rows", 55) \
  X(THREE_COLUMNS, "three columns", 54) \
  X(THREE_ROWS, "three rows", 40) \
  X(FOUR_COLUMNS, "four columns", 54) \
  X(FOUR_ROWS_LEFT, "four rows left", 62) \
  X(FOUR_ROWS_RIGHT, "four rows right", 47) \
  X(WIDE_COLUMNS_LEFT, "wide columns left", 33) \
  X(WIDE_COLUMNS_RIGHT, "wide columns right", 45) \
  X(WIDE_ROWS, "wide rows", 60)

typedef enum Split {
#define X(id, name, percent) SPLIT_##id,
  SPLITS(X)
#undef X
      SPLIT_COUNT
} Split;

enum { SHARE_WHOLE = 10000 };

// What the first part of each split takes, of SHARE_WHOLE; 0: as much as when nobody has moved its border.
typedef struct Shares {
  int of[SPLIT_COUNT];
} Shares;

typedef struct Border {
  Split split;
  bool upright; // between columns; else between rows
  Pane before;  // a pane that ends at it
  Rect whole;   // what it divides
} Border;

enum { BORDERS_MOST = 3 };

typedef struct Layout {
  int width, height;
  Rect header;            // the top line; empty on tiny screens
  Rect status, hints;     // the two last lines; hints are empty on tiny screens
  Rect frame[PANE_COUNT]; // with the border, which neighbours share; empty: not shown
  Rect inside[PANE_COUNT];
  int lower; // the pane below the ops where only two fit
  Border borders[BORDERS_MOST];
  int border_count;
} Layout;

enum { LAYOUT_LEAST_WIDTH = 20, LAYOUT_LEAST_HEIGHT = 5 }; // below that only the status line is there

// `focus` is always shown; `lower` is the pane to show beside the ops where there is room for two. `shares`:
// NULL for none; a pane keeps a few rows and columns whatever they say.
Layout layout_compute(int width, int height, Pane focus, Pane lower, const Shares *shares);
// Takes the rows that the ops pane cannot use, having `rows` ops, and gives them to the pane below it, and
// more where that has too few to read a text in; not where a person put the border between them.
void layout_fit_ops(Layout *layout, int rows, const Shares *shares);
Rect layout_border(const Layout *layout, int border); // where it is drawn: one column or row
// The share of a border's split that puts it, as near as can be, at this place.
int layout_share_at(const Border *border, int x, int y);
// One pane on the whole screen.
Layout layout_zoomed(int width, int height, Pane pane);
