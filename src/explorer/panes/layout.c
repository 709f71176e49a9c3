// Layout rules: one pane (small), ops above one other (80x24), three panes (wide but low), four panes (from
// 110x30), three columns (from 200x50).
#include "explorer/panes/layout.h"

static void place(Layout *layout, Pane pane, Rect frame) {
  layout->frame[pane] = frame;
  layout->inside[pane] = rect_inset(frame, 1, 1);
}

// Splits `rect` into two that share a border column after `columns`.
static Rect take_left(Rect *rect, int columns) {
  Rect left = {rect->x, rect->y, columns, rect->height};
  rect->x += columns - 1, rect->width -= columns - 1;
  return left;
}

static Rect take_top(Rect *rect, int rows) {
  Rect top = {rect->x, rect->y, rect->width, rows};
  rect->y += rows - 1, rect->height -= rows - 1;
  return top;
}

static void two_panes(Layout *layout, Rect body, Pane lower) {
  if (lower == PANE_OPS) lower = PANE_DETAIL;
  layout->lower = (int)lower;
  place(layout, PANE_OPS, take_top(&body, (body.height * 55 + 50) / 100));
  place(layout, lower, body);
}

static void four_panes(Layout *layout, Rect body) {
  Rect left = take_left(&body, body.width * 54 / 100);
  place(layout, PANE_OPS, take_top(&left, left.height * 62 / 100));
  place(layout, PANE_AROUND, left);
  place(layout, PANE_KERNELS, take_top(&body, body.height * 47 / 100));
  place(layout, PANE_DETAIL, body);
}

// Wide but low: ops on the left, kernels above one other on the right.
static void three_panes(Layout *layout, Rect body, Pane lower) {
  if (lower == PANE_OPS || lower == PANE_KERNELS) lower = PANE_DETAIL;
  layout->lower = (int)lower;
  place(layout, PANE_OPS, take_left(&body, body.width * 54 / 100));
  place(layout, PANE_KERNELS, take_top(&body, body.height * 40 / 100));
  place(layout, lower, body);
}

static void three_columns(Layout *layout, Rect body) {
  Rect ops = take_left(&body, body.width * 33 / 100);
  place(layout, PANE_OPS, ops);
  Rect middle = take_left(&body, body.width * 60 / 100);
  place(layout, PANE_KERNELS, take_top(&middle, middle.height * 60 / 100));
  place(layout, PANE_AROUND, middle);
  place(layout, PANE_DETAIL, body);
}

static Rect take_lines(Layout *layout) {
  int width = layout->width, height = layout->height;
  Rect body = {0, 0, width, height};
  layout->status = (Rect){0, height - 1, width, 1};
  body.height--;
  if (height >= 12) {
    layout->hints = layout->status;
    layout->status.y--, body.height--;
    layout->header = (Rect){0, 0, width, 1};
    body.y++, body.height--;
  }
  return body;
}

Layout layout_compute(int width, int height, Pane focus, Pane lower) {
  Layout layout = {.width = width, .height = height, .lower = (int)lower};
  Rect body = take_lines(&layout);
  if (width < LAYOUT_LEAST_WIDTH || height < LAYOUT_LEAST_HEIGHT) return layout;
  if (width >= 200 && height >= 50)
    three_columns(&layout, body);
  else if (width >= 110 && height >= 30)
    four_panes(&layout, body);
  else if (width >= 110 && height >= 20)
    three_panes(&layout, body, focus == PANE_OPS || focus == PANE_KERNELS ? lower : focus);
  else if (width >= 60 && height >= 20)
    two_panes(&layout, body, focus == PANE_OPS ? lower : focus);
  else
    place(&layout, focus, body);
  return layout;
}

Layout layout_zoomed(int width, int height, Pane pane) {
  Layout layout = {.width = width, .height = height, .lower = (int)pane};
  Rect body = take_lines(&layout);
  if (width >= LAYOUT_LEAST_WIDTH && height >= LAYOUT_LEAST_HEIGHT) place(&layout, pane, body);
  return layout;
}

void layout_fit_ops(Layout *layout, int rows) {
  enum { BORDERS = 2, LEAST = 8 };
  Rect ops = layout->frame[PANE_OPS];
  int wanted = rows + BORDERS > LEAST ? rows + BORDERS : LEAST, spare = ops.height - wanted;
  for (int pane = 0; pane < PANE_COUNT && spare > 0; pane++) {
    Rect below = layout->frame[pane];
    if (below.x != ops.x || below.width != ops.width || below.y != ops.y + ops.height - 1) continue;
    place(layout, PANE_OPS, (Rect){ops.x, ops.y, ops.width, wanted});
    place(layout, (Pane)pane, (Rect){below.x, below.y - spare, below.width, below.height + spare});
    return;
  }
}
