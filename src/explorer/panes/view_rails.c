// Rails: arms of each lane's cell are collected, then drawn as line pieces. A heavy line is a value that
// stays in registers: down a lane when it is never stored, across to a reader when both run in one kernel.
#include "explorer/panes/view_rails.h"
#include "explorer/panes/ops.h"

#include "tui/draw.h"

enum { CELLS = RAILS_LANES * 2, PRODUCERS = 64, FOLDED_OPS = 512 };

typedef struct RailRow {
  Explorer *explorer;
  const OpList *list;
  const Rails *rails;
  int at; // its row of the list
  OpRow row;
  const int *above, *below;                             // ops in the lanes above and below it
  int copy_above[RAILS_LANES], copy_below[RAILS_LANES]; // copies in the same; NO_COPY
  int spacing, dot;                                     // cell of the row's own op
  LineCell cell[CELLS];
} RailRow;

int rails_columns(int lanes, int spacing) {
  return (lanes - 1) * spacing + 1;
}

static const int *lanes_below(const Rails *rails, int row) {
  static const int none[RAILS_LANES] = {NO_OP, NO_OP, NO_OP, NO_OP, NO_OP, NO_OP, NO_OP, NO_OP};
  return row < 0 ? none : rails->below + (size_t)row * RAILS_LANES;
}

static LineWeight weight_of(Explorer *explorer, int op) {
  return op_is_stored(explorer, op) || explorer->graph->ops[op].is_view ? LINE_LIGHT : LINE_HEAVY;
}

bool rails_is_copy(const Explorer *explorer, int kernel, int producer) {
  return kernel != NO_KERNEL && kernel != plan_home(explorer->plan, producer) &&
         plan_runs(explorer->plan, kernel, producer);
}

// ---- Where the row is among lanes.

// The position above the row: of a folded one, whose copies are hidden, that above those.
static int position_above(const OpList *list, int at) {
  OpRow row = list->rows[at];
  if (row.copy != NO_COPY) return copies_position(&list->copies, row.copy) - 1;
  bool behind_copy = at > 0 && list->rows[at - 1].copy != NO_COPY;
  return behind_copy ? copies_place(&list->copies, row.first) - 1
                     : copies_place(&list->copies, row.first - 1);
}

static RailRow look_at(Explorer *explorer, int at, int spacing) {
  const OpsPane *pane = ops_pane(explorer);
  const OpList *list = &pane->list;
  OpRow row = list->rows[at];
  const CopyRow *copy = row.copy == NO_COPY ? NULL : &list->copies.list[row.copy];
  int position = copy ? copies_position(&list->copies, row.copy) : copies_place(&list->copies, row.last);
  int dot = copy ? copy->lane : pane->rails->dot[row.last];
  RailRow it = {.explorer = explorer,
                .list = list,
                .rails = pane->rails,
                .at = at,
                .row = row,
                .above = lanes_below(pane->rails, row.first - 1),
                .below = lanes_below(pane->rails, row.last),
                .spacing = spacing,
                .dot = (dot < 0 ? list->copies.lanes - 1 : dot) * spacing};
  copies_below(&list->copies, position_above(list, at), it.copy_above);
  copies_below(&list->copies, position, it.copy_below);
  return it;
}

// The lane above the row of the kernel's copy of an op; -1: none.
static int lane_of_copy(const RailRow *it, int kernel, int op) {
  for (int lane = 0; lane < RAILS_LANES; lane++) {
    if (it->copy_above[lane] == NO_COPY) continue;
    const CopyRow *copy = &it->list->copies.list[it->copy_above[lane]];
    if (copy->op == op && copy->kernel == kernel) return lane;
  }
  return -1;
}

// The lane above the row of the op itself; -1: none, or it has ended.
static int lane_of_op(const RailRow *it, int op) {
  for (int lane = 0; lane < it->rails->lanes; lane++)
    if (it->above[lane] == op) return copies_reach(&it->list->copies, op, it->row.first) ? lane : -1;
  return -1;
}

bool rails_lead(Explorer *explorer, int row, int producer) {
  RailRow it = look_at(explorer, row, 1);
  int kernel = oplist_row_kernel(it.list, it.rails, explorer->plan, it.row);
  bool copy = rails_is_copy(explorer, kernel, producer);
  return (copy ? lane_of_copy(&it, kernel, producer) : lane_of_op(&it, producer)) >= 0;
}

// ---- Lines.

static void add_verticals(RailRow *it) {
  const CopyRows *copies = &it->list->copies;
  for (int lane = 0; lane < copies->lanes; lane++) {
    LineCell *cell = &it->cell[lane * it->spacing];
    if (it->above[lane] != NO_OP && copies_reach(copies, it->above[lane], it->row.first))
      line_widen(cell, DIRECTION_UP, weight_of(it->explorer, it->above[lane]));
    if (it->below[lane] != NO_OP && copies_reach(copies, it->below[lane], it->row.last + 1))
      line_widen(cell, DIRECTION_DOWN, weight_of(it->explorer, it->below[lane]));
    if (it->copy_above[lane] != NO_COPY) line_widen(cell, DIRECTION_UP, LINE_HEAVY);
    if (it->copy_below[lane] != NO_COPY) line_widen(cell, DIRECTION_DOWN, LINE_HEAVY);
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

// From the kernel's copies that an op reads, of those whose lanes come from above.
static void connect_copies(RailRow *it, int op, int kernel) {
  Neighbours near = graph_neighbours(it->explorer->graph, op);
  for (int i = 0; it->list->copies.count && i < near.producer_count; i++)
    connect(it, lane_of_copy(it, kernel, near.producers[i]), LINE_HEAVY);
}

// From the values that the row's ops read; those of the row itself are inside.
static void connect_producers(RailRow *it, int op, int kernel) {
  int producers[PRODUCERS];
  int count = rails_producers(it->rails, op, producers, PRODUCERS);
  for (int i = 0; i < count; i++) {
    if (it->rails->row[producers[i]] >= it->row.first || rails_is_copy(it->explorer, kernel, producers[i]))
      continue;
    bool together = plan_runs(it->explorer->plan, kernel, producers[i]);
    connect(it, lane_of_op(it, producers[i]), together ? LINE_HEAVY : LINE_LIGHT);
  }
  connect_copies(it, op, kernel);
}

// To the lanes of a folded row's other ops, and of copies in it.
static void connect_results(RailRow *it) {
  for (int lane = 0; lane < it->list->copies.lanes; lane++) {
    int op = it->below[lane], copy = it->copy_below[lane];
    bool inside = op != NO_OP && it->rails->row[op] >= it->row.first && it->rails->row[op] < it->row.last;
    if (inside && copies_reach(&it->list->copies, op, it->row.last + 1))
      connect(it, lane, weight_of(it->explorer, op));
    if (copy != NO_COPY && it->list->copy_at[copy] == it->at) connect(it, lane, LINE_HEAVY);
  }
}

static void connect_all(RailRow *it) {
  const Plan *plan = it->explorer->plan;
  if (it->row.copy != NO_COPY) {
    const CopyRow *copy = &it->list->copies.list[it->row.copy];
    connect_producers(it, copy->op, copy->kernel);
    return;
  }
  int last = it->row.last - it->row.first < FOLDED_OPS ? it->row.last : it->row.first + FOLDED_OPS;
  for (int i = it->row.first; i <= last; i++)
    connect_producers(it, it->rails->op[i], plan_home(plan, it->rails->op[i]));
  connect_results(it);
}

static Glyph dot_glyph(const RailRow *it, const Op *op) {
  const Graph *graph = it->explorer->graph;
  if (it->row.copy != NO_COPY) return GLYPH_OP_COPY;
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

void view_draw_rails(Explorer *explorer, Canvas canvas, int x, int y, int row, int spacing) {
  RailRow it = look_at(explorer, row, spacing);
  add_verticals(&it);
  connect_all(&it);
  int columns = rails_columns(it.list->copies.lanes, spacing);
  for (int i = 0; i < columns; i++)
    if (i != it.dot) draw_line_cell(canvas, x + i, y, without_crossing(it.cell[i]), explorer->glyphs);
  const Op *op = &explorer->graph->ops[oplist_row_op(it.list, it.rails, it.row)];
  Style style = op->is_view ? STYLE_OP_VIEW : op->op_class >= CLASS_CONTRACTION ? STYLE_OP_LIBRARY : STYLE_OP;
  canvas_text(canvas, x + it.dot, y, style, explorer_glyph(explorer, dot_glyph(&it, op)));
}
