// Views: what is in each pane. One file per view; this is what they offer.
#pragma once

#include "explorer/state/explorer.h"

typedef struct View {
  const char *name;
  // What stands behind the name in the title; may be NULL.
  void (*title)(Explorer *explorer, Text *out);
  void (*draw)(Explorer *explorer, Canvas canvas);
  // Moves by rows (negative: up); INT_MIN / INT_MAX: to the first, last.
  void (*move)(Explorer *explorer, int rows);
  void (*click)(Explorer *explorer, int x, int y); // relative to the pane's inside
} View;

// What the pane shows: a lesson under way takes the place of the neighbourhood.
const View *view_of(const Explorer *explorer, Pane pane);

void view_ops_title(Explorer *explorer, Text *out);
void view_ops_draw(Explorer *explorer, Canvas canvas);
void view_ops_move(Explorer *explorer, int rows);
void view_ops_click(Explorer *explorer, int x, int y);

void view_kernels_title(Explorer *explorer, Text *out);
void view_kernels_draw(Explorer *explorer, Canvas canvas);
void view_kernels_move(Explorer *explorer, int rows);
void view_kernels_click(Explorer *explorer, int x, int y);

void around_widen(Explorer *explorer, int by); // shows so many hops more around the op, where that can be
void view_around_title(Explorer *explorer, Text *out);
void view_around_draw(Explorer *explorer, Canvas canvas);
void view_around_move(Explorer *explorer, int rows);
void view_around_click(Explorer *explorer, int x, int y);

void view_lesson_title(Explorer *explorer, Text *out);
void view_lesson_draw(Explorer *explorer, Canvas canvas);
void view_lesson_move(Explorer *explorer, int rows);
void view_lesson_click(Explorer *explorer, int x, int y);

void view_detail_title(Explorer *explorer, Text *out);
void view_detail_title_click(Explorer *explorer, int x); // column of the frame: shows the tab named there
void view_detail_draw(Explorer *explorer, Canvas canvas);
void view_detail_move(Explorer *explorer, int rows);
void view_detail_click(Explorer *explorer, int x, int y);

// The lines around the panes.
void view_header_draw(Explorer *explorer, Canvas canvas);
void view_status_draw(Explorer *explorer, Canvas canvas);
void view_hints_draw(Explorer *explorer, Canvas canvas);
void view_hints_click(Explorer *explorer, int x); // does what the key shown there does

// Facts that views share.
bool op_is_stored(Explorer *explorer, int op);    // a result of it is written to memory
int view_row_clamp(int row, int rows, int count); // row + rows within 0 .. count - 1, safely
int view_row_scroll(int top, int cursor, int height,
                    int count); // new top so that cursor is shown, with a margin
