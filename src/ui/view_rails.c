// Rails: arms of each lane's cell are collected, then drawn as line pieces. A heavy line is a value that
// stays in registers: down a lane when it is never stored, across to a reader when both run in one kernel.
#include "ui/view_rails.h"

#include <string.h>

enum { CELLS = RAILS_LANES * 2, PRODUCERS = 64 };

typedef struct Arms {
  uint8_t up, right, down, left; // LineWeight
} Arms;

typedef struct RailRow {
  Explorer *explorer;
  OpRow row;
  int spacing, dot; // cell of the row's own op
  Arms cell[CELLS];
} RailRow;

int rails_columns(const Rails *rails, int spacing) {
  return (rails->lanes - 1) * spacing + 1;
}

static const int *lanes_below(const Rails *rails, int row) {
  static const int none[RAILS_LANES] = {NO_OP, NO_OP, NO_OP, NO_OP, NO_OP, NO_OP, NO_OP, NO_OP};
  return row < 0 ? none : rails->below + (size_t)row * RAILS_LANES;
}

static uint8_t weight_of(Explorer *explorer, int op) {
  return op_is_stored(explorer, op) || explorer->graph->ops[op].is_view ? LINE_LIGHT : LINE_HEAVY;
}

static void add_verticals(RailRow *it) {
  const Rails *rails = it->explorer->rails;
  const int *above = lanes_below(rails, it->row.first - 1), *below = lanes_below(rails, it->row.last);
  for (int lane = 0; lane < rails->lanes; lane++) {
    Arms *arms = &it->cell[lane * it->spacing];
    if (above[lane] != NO_OP) arms->up = weight_of(it->explorer, above[lane]);
    if (below[lane] != NO_OP) arms->down = weight_of(it->explorer, below[lane]);
  }
}

static void widen(uint8_t *arm, uint8_t weight) {
  if (weight > *arm) *arm = weight;
}

// A line across from a lane's cell to the op's own.
static void connect(RailRow *it, int lane, uint8_t weight) {
  int cell = lane * it->spacing;
  if (lane < 0 || cell == it->dot) return;
  int step = cell < it->dot ? 1 : -1;
  for (int at = cell; at != it->dot; at += step) {
    if (at != cell) widen(step > 0 ? &it->cell[at].left : &it->cell[at].right, weight);
    widen(step > 0 ? &it->cell[at].right : &it->cell[at].left, weight);
  }
}

// From the values that the row's ops read; those of the row itself are inside.
static void connect_producers(RailRow *it, int op) {
  int producers[PRODUCERS];
  const Rails *rails = it->explorer->rails;
  int count = rails_producers(rails, op, producers, PRODUCERS);
  for (int i = 0; i < count; i++) {
    if (rails->row[producers[i]] >= it->row.first) continue;
    bool together = kernel_runs(it->explorer, plan_home(it->explorer->plan, op), producers[i]);
    connect(it, rails_lane_above(rails, it->row.first, producers[i]), together ? LINE_HEAVY : LINE_LIGHT);
  }
}

// To the lanes of a folded row's other ops.
static void connect_results(RailRow *it) {
  const Rails *rails = it->explorer->rails;
  const int *below = lanes_below(rails, it->row.last);
  for (int lane = 0; lane < rails->lanes; lane++) {
    int op = below[lane];
    if (op != NO_OP && rails->row[op] >= it->row.first && rails->row[op] < it->row.last)
      connect(it, lane, weight_of(it->explorer, op));
  }
}

static Glyph dot_glyph(const Graph *graph, const Op *op) {
  if (op->is_view) return GLYPH_OP_VIEW;
  for (int i = 0; i < op->result_count; i++)
    if (graph->values[op->first_result + i].is_output) return GLYPH_OP_OUTPUT;
  bool library = op->op_class >= CLASS_CONTRACTION;
  return library ? GLYPH_OP_LIBRARY : GLYPH_OP;
}

static void draw_cell(const RailRow *it, Canvas canvas, int x, int y, Arms arms) {
  if (arms.up && arms.down) { // lines that only cross leave the lane whole
    bool crossing = arms.left && arms.right;
    if (crossing) arms.left = arms.right = LINE_NONE;
  }
  bool heavy =
      arms.up == LINE_HEAVY || arms.down == LINE_HEAVY || arms.left == LINE_HEAVY || arms.right == LINE_HEAVY;
  const char *glyph = glyph_line(it->explorer->glyphs, arms.up, arms.right, arms.down, arms.left);
  canvas_text(canvas, x, y, heavy ? STYLE_RAIL_HEAVY : STYLE_RAIL, glyph);
}

void draw_rails(Explorer *explorer, Canvas canvas, int x, int y, OpRow row, int spacing) {
  const Rails *rails = explorer->rails;
  RailRow it = {explorer, row, spacing, rails->dot[row.last] * spacing, {{0, 0, 0, 0}}};
  add_verticals(&it);
  for (int i = row.first; i <= row.last; i++)
    connect_producers(&it, rails->op[i]);
  if (row.first < row.last) connect_results(&it);
  int columns = rails_columns(rails, spacing);
  for (int i = 0; i < columns; i++)
    if (i != it.dot) draw_cell(&it, canvas, x + i, y, it.cell[i]);
  const Op *op = &explorer->graph->ops[rails->op[row.last]];
  Style style = op->is_view ? STYLE_OP_VIEW : op->op_class >= CLASS_CONTRACTION ? STYLE_OP_LIBRARY : STYLE_OP;
  canvas_text(canvas, x + it.dot, y, style, explorer_glyph(explorer, dot_glyph(explorer->graph, op)));
}
