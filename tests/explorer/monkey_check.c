// What must hold, whatever was typed.
#include "monkey.h"

#include "explorer/lesson/lesson.h"
#include "explorer/panes/kernels.h"
#include "explorer/panes/ops.h"
#include "test.h"

enum { MOST_UNDONE = 40 };

// ---- The picture.

static void check_cell(const Grid *grid, int x, int y) {
  const Cell *cell = &grid->cells[(size_t)y * (size_t)grid->width + (size_t)x];
  if (cell->style >= STYLE_COUNT || cell->under >= STYLE_COUNT)
    fail_msg("column %d, line %d: style %d over %d", x, y, cell->style, cell->under);
  if (cell->width == 0) {
    if (x == 0 || cell[-1].width != 2) fail_msg("column %d, line %d: half of no character", x, y);
    return;
  }
  uint32_t code = cell->codepoint;
  bool printable = code >= ' ' && code != 0x7f && !(code >= 0x80 && code < 0xa0) && code < 0x110000;
  if (!printable || (grid->ascii && code > '~')) fail_msg("column %d, line %d: character %x", x, y, code);
  if (cell->width != canvas_codepoint_width(code))
    fail_msg("column %d, line %d: width %d", x, y, cell->width);
  if (cell->width == 2 && (x + 1 == grid->width || cell[1].width != 0))
    fail_msg("column %d, line %d: a wide character is cut", x, y);
}

static void check_grid(const Grid *grid) {
  for (int y = 0; y < grid->height; y++)
    for (int x = 0; x < grid->width; x++)
      check_cell(grid, x, y);
}

// ---- The state.

static void check_cursor(const Explorer *explorer) {
  assert_in_range(explorer->cursor, 0, explorer->graph->op_count - 1);
  assert_true(ops_pane(explorer)->rails->row[explorer->cursor] >= 0);
  assert_in_range(explorer->focus, 0, PANE_COUNT - 1);
  assert_in_range(explorer->tab, 0, TAB_COUNT - 1);
  Rect inside = explorer->layout.inside[PANE_OPS];
  if (inside.width <= 0 || inside.height <= 0) return;
  int row = ops_cursor_row(explorer);
  if (row < ops_pane(explorer)->top || row >= ops_pane(explorer)->top + inside.height)
    fail_msg("the cursor's row %d is not among the %d rows from %d on", row, inside.height,
             ops_pane(explorer)->top);
}

static void check_message(const Explorer *explorer) {
  const char *text = text_get(&explorer->message);
  for (size_t at = 0, length = explorer->message.length; at < length;) {
    uint32_t code;
    int bytes = text_decode(text + at, length - at, &code);
    if (bytes == 0) fail_msg("the message is no UTF-8 at byte %zu: %s", at, text);
    at += (size_t)bytes;
  }
}

static bool contains(const int *items, int count, int item) {
  for (int i = 0; i < count; i++)
    if (items[i] == item) return true;
  return false;
}

// Every copy of the plan stands once, above a reader, in a lane where no line of another value passes.
static void check_copies(const Explorer *explorer, const OpList *list) {
  const CopyRows *copies = &list->copies;
  const Rails *rails = ops_pane(explorer)->rails;
  int expected = 0;
  for (int kernel = 0; kernel < plan_slots(explorer->plan); kernel++)
    expected += plan_kernel(explorer->plan, kernel).copy_count;
  assert_int_equal(copies->count, expected);
  for (int i = 0; i < copies->count; i++) {
    const CopyRow *copy = &copies->list[i];
    PlanKernel kernel = plan_kernel(explorer->plan, copy->kernel);
    assert_true(contains(kernel.copies, kernel.copy_count, copy->op));
    assert_int_equal(plan_home(explorer->plan, rails->op[copy->before]), copy->kernel);
    assert_in_range(copy->lane + 1, 0, RAILS_LANES);
    const int *lanes = rails->below + (size_t)(copy->before ? copy->before - 1 : 0) * RAILS_LANES;
    bool passed = copy->before && copy->lane >= 0 && lanes[copy->lane] != NO_OP &&
                  copies_reach(copies, lanes[copy->lane], copy->before);
    assert_false(passed);
    if (i == 0) continue;
    assert_true(copies_position(copies, i - 1) < copies_position(copies, i));
  }
}

// Every row of the rails is in one row of the list, and rows follow one another; copies stand between them,
// and in each lane between two positions there is one value at most.
static void check_oplist(const Explorer *explorer) {
  const OpList *list = &ops_pane(explorer)->list;
  int next = 0;
  check_copies(explorer, list);
  for (int row = 0; row < list->count; row++) {
    assert_int_equal(list->rows[row].first, next);
    if (list->rows[row].copy != NO_COPY) {
      assert_int_equal(list->rows[row].last, next - 1);
      assert_int_equal(list->copy_at[list->rows[row].copy], row);
      continue;
    }
    assert_true(list->rows[row].last >= next);
    for (; next <= list->rows[row].last; next++)
      assert_int_equal(list->row_of[next], row);
  }
  assert_int_equal(next, ops_pane(explorer)->rails->row_count);
}

static void check_kernel_table(const Explorer *explorer) {
  const KernelTable *table = &kernels_pane(explorer)->table;
  int all = plan_kernel_count(explorer->plan), kernels = 0;
  if (table->build.under_way) return; // its rows are those from before
  for (int row = 0; row < table->count; row++) {
    int kernel = table->rows[row].kernel;
    if (kernel == NO_KERNEL) continue;
    int class = table->rows[row].class;
    kernels += class < 0 ? 1 : table->alike.shown.list.data[class].sum.kernels;
    assert_int_equal(table->row_of[kernel], row);
    assert_true(plan_kernel(explorer->plan, kernel).op_count > 0);
  }
  assert_int_equal(kernels, table->shown);
  if (table->filter.length)
    assert_in_range(table->shown, 0, all);
  else
    assert_int_equal(table->shown, all);
}

void monkey_check_frame(const Explorer *explorer, const Grid *grid) {
  check_grid(grid);
  check_cursor(explorer);
  check_message(explorer);
  if (explorer->task) return; // the plan is lent to it
  check_kernel_table(explorer);
}

// ---- From scratch.

static void check_plan(Explorer *explorer) {
  Status status = {0};
  if (!plan_verify(explorer->plan, &status)) fail_msg("%s", status.message);
  explorer_work(explorer, -1);
  PlanTotal fresh = plan_total(explorer->estimator, explorer->plan);
  assert_int_equal(explorer->figures->total.time_fs, fresh.time_fs);
  assert_int_equal(explorer->figures->total.dram_bytes, fresh.dram_bytes);
  assert_int_equal(explorer->figures->total.kernels, fresh.kernels);
}

// Back some edits and forward again is where it was.
static void check_undo(Explorer *explorer) {
  uint64_t before = plan_hash(explorer->plan);
  int undone = 0;
  while (undone < MOST_UNDONE && plan_undo_depth(explorer->plan) > explorer->first_undo &&
         plan_undo(explorer->plan))
    undone++;
  for (int i = 0; i < undone; i++)
    assert_true(plan_redo(explorer->plan));
  assert_true(plan_hash(explorer->plan) == before);
  explorer_sync(explorer);
}

static void check_same_picture(Explorer *explorer, Grid *grid) {
  explorer_work(explorer, -1);
  explorer_sync(explorer);
  explorer_draw(explorer, grid);
  Grid *again = grid_new(grid->width, grid->height, grid->ascii);
  explorer_draw(explorer, again);
  if (!grid_equal(grid, again)) {
    Text text = {0};
    grid_dump(grid, &text);
    text_add(&text, "---- drawn again:\n");
    grid_dump(again, &text);
    fail_msg("drawn twice, two pictures:\n%s", text_get(&text));
  }
  grid_free(again);
}

void monkey_check_whole(Explorer *explorer, Grid *grid) {
  if (explorer->task) return;
  check_oplist(explorer);
  check_plan(explorer);
  check_undo(explorer);
  check_same_picture(explorer, grid);
  check_grid(grid);
}
