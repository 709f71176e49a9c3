// Layout rules: one pane (small), ops above one other (80x24), three panes (wide but low), four panes (from
// 110x30), three columns (from 200x50).
#include "explorer/panes/layout.h"

static void place(Layout *layout, Pane pane, Rect frame) {
  layout->frame[pane] = frame;
  layout->inside[pane] = rect_inset(frame, 1, 1);
}

// ---- Splits: both parts share a border.

enum { LEAST_COLUMNS = 20, LEAST_ROWS = 4 }; // of a part whose border was moved, borders included

static int default_part(Split split, int whole) {
  static const int percent[] = {
#define X(id, name, percent) [SPLIT_##id] = percent,
      SPLITS(X)
#undef X
  };
  return (whole * percent[split] + (split == SPLIT_TWO_ROWS ? 50 : 0)) / 100;
}

// Cells of the first part, its border among them, which the second has too; each keeps at least so many.
static int first_part(const Shares *shares, Split split, int whole, int least, int least_rest) {
  int share = shares ? shares->of[split] : 0;
  if (share <= 0) return default_part(split, whole);
  int cells = (int)(((long)whole * share + SHARE_WHOLE / 2) / SHARE_WHOLE), most = whole + 1 - least_rest;
  return cells < least ? least : cells > most ? most : cells;
}

static void add_border(Layout *layout, Split split, bool upright, Pane before, Rect whole) {
  layout->borders[layout->border_count++] = (Border){split, upright, before, whole};
}

// The left part of `rect`, which keeps the rest; `pane` ends at the border.
static Rect take_left(Layout *layout, Rect *rect, Split split, Pane pane, const Shares *shares) {
  add_border(layout, split, true, pane, *rect);
  int least_rest =
      split == SPLIT_WIDE_COLUMNS_LEFT ? 2 * LEAST_COLUMNS : LEAST_COLUMNS; // that is split again
  int columns = first_part(shares, split, rect->width, LEAST_COLUMNS, least_rest);
  Rect left = {rect->x, rect->y, columns, rect->height};
  rect->x += columns - 1, rect->width -= columns - 1;
  return left;
}

// `pane` takes the upper part of `rect`, which keeps the rest.
static void place_top(Layout *layout, Rect *rect, Split split, Pane pane, const Shares *shares) {
  add_border(layout, split, false, pane, *rect);
  int rows = first_part(shares, split, rect->height, LEAST_ROWS, LEAST_ROWS);
  place(layout, pane, (Rect){rect->x, rect->y, rect->width, rows});
  rect->y += rows - 1, rect->height -= rows - 1;
}

Rect layout_border(const Layout *layout, int border) {
  const Border *it = &layout->borders[border];
  Rect frame = layout->frame[it->before], line = it->whole;
  if (it->upright)
    line.x = frame.x + frame.width - 1, line.width = 1;
  else
    line.y = frame.y + frame.height - 1, line.height = 1;
  return line;
}

int layout_share_at(const Border *border, int x, int y) {
  int whole = border->upright ? border->whole.width : border->whole.height;
  int cells = border->upright ? x - border->whole.x + 1 : y - border->whole.y + 1;
  cells = cells < 1 ? 1 : cells > whole ? whole : cells;
  return (int)(((long)cells * SHARE_WHOLE + whole / 2) / whole);
}

// ---- The screens.

static void two_panes(Layout *layout, Rect body, Pane lower, const Shares *shares) {
  if (lower == PANE_OPS) lower = PANE_DETAIL;
  layout->lower = (int)lower;
  place_top(layout, &body, SPLIT_TWO_ROWS, PANE_OPS, shares);
  place(layout, lower, body);
}

static void four_panes(Layout *layout, Rect body, const Shares *shares) {
  Rect left = take_left(layout, &body, SPLIT_FOUR_COLUMNS, PANE_OPS, shares);
  place_top(layout, &left, SPLIT_FOUR_ROWS_LEFT, PANE_OPS, shares);
  place(layout, PANE_AROUND, left);
  place_top(layout, &body, SPLIT_FOUR_ROWS_RIGHT, PANE_KERNELS, shares);
  place(layout, PANE_DETAIL, body);
}

// Wide but low: ops on the left, kernels above one other on the right.
static void three_panes(Layout *layout, Rect body, Pane lower, const Shares *shares) {
  if (lower == PANE_OPS || lower == PANE_KERNELS) lower = PANE_DETAIL;
  layout->lower = (int)lower;
  place(layout, PANE_OPS, take_left(layout, &body, SPLIT_THREE_COLUMNS, PANE_OPS, shares));
  place_top(layout, &body, SPLIT_THREE_ROWS, PANE_KERNELS, shares);
  place(layout, lower, body);
}

static void three_columns(Layout *layout, Rect body, const Shares *shares) {
  place(layout, PANE_OPS, take_left(layout, &body, SPLIT_WIDE_COLUMNS_LEFT, PANE_OPS, shares));
  Rect middle = take_left(layout, &body, SPLIT_WIDE_COLUMNS_RIGHT, PANE_KERNELS, shares);
  place_top(layout, &middle, SPLIT_WIDE_ROWS, PANE_KERNELS, shares);
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

Layout layout_compute(int width, int height, Pane focus, Pane lower, const Shares *shares) {
  Layout layout = {.width = width, .height = height, .lower = (int)lower};
  Rect body = take_lines(&layout);
  if (width < LAYOUT_LEAST_WIDTH || height < LAYOUT_LEAST_HEIGHT) return layout;
  if (width >= 200 && height >= 50)
    three_columns(&layout, body, shares);
  else if (width >= 110 && height >= 30)
    four_panes(&layout, body, shares);
  else if (width >= 110 && height >= 20)
    three_panes(&layout, body, focus == PANE_OPS || focus == PANE_KERNELS ? lower : focus, shares);
  else if (width >= 60 && height >= 20)
    two_panes(&layout, body, focus == PANE_OPS ? lower : focus, shares);
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

static bool is_put(const Layout *layout, const Shares *shares, Pane above) {
  for (int i = 0; i < layout->border_count; i++) {
    const Border *border = &layout->borders[i];
    if (!border->upright && border->before == above && shares->of[border->split]) return true;
  }
  return false;
}

void layout_fit_ops(Layout *layout, int rows, const Shares *shares) {
  enum { BORDERS = 2, LEAST = 8, READABLE = 13 };
  if (shares && is_put(layout, shares, PANE_OPS)) return;
  Rect ops = layout->frame[PANE_OPS];
  for (int pane = 0; pane < PANE_COUNT; pane++) {
    Rect below = layout->frame[pane];
    if (below.x != ops.x || below.width != ops.width || below.y != ops.y + ops.height - 1) continue;
    int wanted = rows + BORDERS, left = ops.height + below.height - READABLE;
    if (wanted > left) wanted = left;
    if (wanted < LEAST) wanted = LEAST;
    int spare = ops.height - wanted;
    if (spare <= 0) return;
    place(layout, PANE_OPS, (Rect){ops.x, ops.y, ops.width, wanted});
    place(layout, (Pane)pane, (Rect){below.x, below.y - spare, below.width, below.height + spare});
    return;
  }
}
