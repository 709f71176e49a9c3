// Rails: arms of each lane's cell are collected, then drawn as line pieces. A heavy line is a value that
// stays in registers: down a lane when it is never stored, across to a reader when both run in one kernel.
#include "explorer/panes/view_rails.h"
#include "explorer/panes/ops.h"

#include "tui/draw.h"

enum { CELLS = RAILS_LANES * 2, PRODUCERS = 64, FOLDED_OPS = 512 };

typedef struct RailRow {
  Explorer *explorer;
  OpRow row;
  int spacing, dot; // cell of the row's own op
  LineCell cell[CELLS];
} RailRow;

int rails_columns(const Rails *rails, int spacing) {
  return (rails->lanes - 1) * spacing + 1;
}

static const int *lanes_below(const Rails *rails, int row) {
  static const int none[RAILS_LANES] = {NO_OP, NO_OP, NO_OP, NO_OP, NO_OP, NO_OP, NO_OP, NO_OP};
  return row < 0 ? none : rails->below + (size_t)row * RAILS_LANES;
}

static LineWeight weight_of(Explorer *explorer, int op) {
  return op_is_stored(explorer, op) || explorer->graph->ops[op].is_view ? LINE_LIGHT : LINE_HEAVY;
}

bool rails_is_copy(const Explorer *explorer, int reader, int producer) {
  int kernel = plan_home(explorer->plan, reader);
  return kernel != NO_KERNEL && kernel != plan_home(explorer->plan, producer) &&
         kernel_runs(explorer, kernel, producer);
}

// Does anything from `row` on read the op itself? Where all have copies its line ends: what is in the
// registers of one kernel is in no other.
static bool goes_on(Explorer *explorer, int op, int row) {
  const Rails *rails = ops_pane(explorer)->rails;
  int copies;
  plan_copied_in(explorer->plan, op, &copies);
  if (copies == 0) return true;
  Neighbours near = graph_neighbours(explorer->graph, op);
  for (int i = 0; i < near.consumer_count; i++)
    if (rails->row[near.consumers[i]] >= row && !rails_is_copy(explorer, near.consumers[i], op)) return true;
  return false;
}

static void add_verticals(RailRow *it) {
  const Rails *rails = ops_pane(it->explorer)->rails;
  const int *above = lanes_below(rails, it->row.first - 1), *below = lanes_below(rails, it->row.last);
  for (int lane = 0; lane < rails->lanes; lane++) {
    LineCell *cell = &it->cell[lane * it->spacing];
    if (above[lane] != NO_OP && goes_on(it->explorer, above[lane], it->row.first))
      line_widen(cell, DIRECTION_UP, weight_of(it->explorer, above[lane]));
    if (below[lane] != NO_OP && goes_on(it->explorer, below[lane], it->row.last + 1))
      line_widen(cell, DIRECTION_DOWN, weight_of(it->explorer, below[lane]));
  }
}

// A line across from a lane's cell to the op's own.
static void connect(RailRow *it, int lane, LineWeight weight) {
  int cell = lane * it->spacing;
  if (lane < 0 || cell == it->dot) return;
  bool right = cell < it->dot;
  for (int at = cell; at != it->dot; at += right ? 1 : -1) {
    if (at != cell) line_widen(&it->cell[at], right ? DIRECTION_LEFT : DIRECTION_RIGHT, weight);
    line_widen(&it->cell[at], right ? DIRECTION_RIGHT : DIRECTION_LEFT, weight);
  }
}

// From the values that the row's ops read; those of the row itself are inside.
static void connect_producers(RailRow *it, int op) {
  int producers[PRODUCERS];
  const Rails *rails = ops_pane(it->explorer)->rails;
  int count = rails_producers(rails, op, producers, PRODUCERS);
  for (int i = 0; i < count; i++) {
    if (rails->row[producers[i]] >= it->row.first || rails_is_copy(it->explorer, op, producers[i])) continue;
    bool together = kernel_runs(it->explorer, plan_home(it->explorer->plan, op), producers[i]);
    connect(it, rails_lane_above(rails, it->row.first, producers[i]), together ? LINE_HEAVY : LINE_LIGHT);
  }
}

// To the lanes of a folded row's other ops.
static void connect_results(RailRow *it) {
  const Rails *rails = ops_pane(it->explorer)->rails;
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

// Lines that only cross leave the lane whole.
static LineCell without_crossing(LineCell cell) {
  uint8_t *arm = cell.arm;
  if (arm[DIRECTION_UP] && arm[DIRECTION_DOWN] && arm[DIRECTION_LEFT] && arm[DIRECTION_RIGHT])
    arm[DIRECTION_LEFT] = arm[DIRECTION_RIGHT] = LINE_NONE;
  return cell;
}

void view_draw_rails(Explorer *explorer, Canvas canvas, int x, int y, OpRow row, int spacing) {
  const Rails *rails = ops_pane(explorer)->rails;
  RailRow it = {.explorer = explorer, .row = row, .spacing = spacing, .dot = rails->dot[row.last] * spacing};
  add_verticals(&it);
  int last = row.last - row.first < FOLDED_OPS ? row.last : row.first + FOLDED_OPS;
  for (int i = row.first; i <= last; i++)
    connect_producers(&it, rails->op[i]);
  if (row.first < row.last) connect_results(&it);
  int columns = rails_columns(rails, spacing);
  for (int i = 0; i < columns; i++)
    if (i != it.dot) draw_line_cell(canvas, x + i, y, without_crossing(it.cell[i]), explorer->glyphs);
  const Op *op = &explorer->graph->ops[rails->op[row.last]];
  Style style = op->is_view ? STYLE_OP_VIEW : op->op_class >= CLASS_CONTRACTION ? STYLE_OP_LIBRARY : STYLE_OP;
  canvas_text(canvas, x + it.dot, y, style, explorer_glyph(explorer, dot_glyph(explorer->graph, op)));
}
