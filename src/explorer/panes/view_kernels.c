// The kernel table: what each kernel is, and its figures at three levels: estimated, compiled, measured.
#include "explorer/lesson/lesson.h"
#include "explorer/panes/kernel_columns.h"
#include "explorer/panes/kernels.h"
#include "explorer/panes/ops.h"
#include "explorer/panes/view_kernel_sums.h"
#include "explorer/state/dynamic.h"
#include "explorer/tabs/candidates.h"

#include <stdio.h>

// ---- Headings.

// Groups of columns get a line of their own where there is room for it.
static int heading_rows(const Canvas canvas) {
  return canvas.area.height >= 16 ? 2 : 1;
}

// In the middle above several columns, at the end of one.
static void draw_group_names(Canvas canvas, const KernelLayout *layout) {
  const char *before = "";
  for (int i = 0; i < COLUMN_COUNT; i++) {
    const char *group = kernel_column_group((KernelColumn)i);
    if (!layout->shown[i] || !*group || text_equal(group, before)) continue;
    int first = layout->end[i], end = first;
    for (int j = i + 1; j < COLUMN_COUNT && text_equal(group, kernel_column_group((KernelColumn)j)); j++)
      if (layout->shown[j]) end = layout->end[j];
    int width = end - first + kernel_column_width((KernelColumn)i) - 1, spare = width - text_width(group);
    int x = end - width + (spare < 0 ? 0 : end > first ? spare / 2 : spare);
    canvas_text_cut(canvas, x, 0, width, STYLE_DIM, group, "");
    before = group;
  }
}

static void draw_headings(const Explorer *explorer, Canvas canvas, const KernelLayout *layout) {
  bool grouped = heading_rows(canvas) > 1;
  int y = grouped ? 1 : 0;
  if (grouped) draw_group_names(canvas, layout);
  canvas_fill(canvas, (Rect){0, y, canvas.area.width, 1}, STYLE_COLUMN);
  canvas_text(canvas, 1, y, STYLE_COLUMN, "id");
  canvas_text(canvas, layout->kind, y, STYLE_COLUMN, "kind");
  if (layout->name < layout->name_end) canvas_text(canvas, layout->name, y, STYLE_COLUMN, "does");
  for (int i = 0; i < COLUMN_COUNT; i++) {
    if (!layout->shown[i]) continue;
    char name[24];
    bool unit = i == COLUMN_TIME;
    snprintf(name, sizeof name, "%s%s%s",
             i == COLUMN_SPREAD ? explorer_glyph(explorer, GLYPH_PLUS_MINUS)
                                : kernel_column_name((KernelColumn)i, grouped),
             unit ? " " : "", unit ? explorer_glyph(explorer, GLYPH_MICRO) : "");
    canvas_text_right(canvas, layout->end[i], y, STYLE_COLUMN, name);
  }
}

// ---- Rows.

// "cast mul mean rsqrt": what the kernel's ops do.
static void describe(const Explorer *explorer, int kernel, Text *out) {
  PlanKernel members = plan_kernel(explorer->plan, kernel);
  for (int i = 0; i < members.op_count && out->length < 200; i++) {
    const Op *op = &explorer->graph->ops[members.ops[i]];
    text_printf(out, "%s%s", i ? " " : "", op->code == OP_OPAQUE ? op->name : op_info(op->code)->name);
  }
}

static void draw_description(Explorer *explorer, Canvas canvas, int y, int kernel,
                             const KernelLayout *layout) {
  if (layout->name == layout->name_end) return;
  Text text = {0};
  describe(explorer, kernel, &text);
  canvas_text_cut(canvas, layout->name, y, layout->name_end - layout->name - 1, STYLE_TEXT, text_get(&text),
                  explorer_glyph(explorer, GLYPH_ELLIPSIS));
  text_free(&text);
}

// Figures that stand for several alike kernels: times and bytes are their sums.
typedef struct SummedFigures {
  KernelFigures figures;
  Estimate estimate;
  Measured measured;
} SummedFigures;

static void sum_alike(const KernelSum *sum, SummedFigures *it) {
  it->estimate = *it->figures.estimate;
  it->estimate.time_us = sum->time_us;
  it->estimate.dram_bytes = sum->dram_bytes;
  it->figures.estimate = &it->estimate;
  it->figures.sized = NULL;
  it->figures.profiled.known = sum->profiled == sum->kernels;
  it->figures.profiled.time_us = sum->profile_us;
  if (!kernel_is_timed(&it->figures)) return;
  it->measured = *it->figures.measured.measured;
  it->measured.time_us = sum->measured_us;
  it->figures.measured.measured = &it->measured;
  if (sum->timed < sum->kernels) it->figures.measured = (MeasuredView){0};
}

// A lesson asks for it.
static bool is_hidden(const Explorer *explorer, KernelColumn column) {
  switch (column) {
    case COLUMN_TIME:
    case COLUMN_MEASURED:
    case COLUMN_SPREAD:
    case COLUMN_PROFILE:
    case COLUMN_DYNAMIC:
    case COLUMN_BAR:
      return lesson_hides_times(explorer);
    case COLUMN_SHARE:
      return lesson_hides_times(explorer) || lesson_hides_shares(explorer);
    case COLUMN_OCCUPANCY:
      return lesson_hides_shares(explorer);
    case COLUMN_DRAM:
    case COLUMN_DRAM_COUNTED:
      return lesson_hides_bytes(explorer);
    case COLUMN_LIMIT:
      return lesson_hides_times(explorer) && lesson_hides_bytes(explorer);
    default:
      return false;
  }
}

static Style cell(const Explorer *explorer, KernelColumn column, const KernelFigures *figures,
                  char out[NUMBER_SIZE]) {
  const Figures *plan = figures_complete(explorer->figures) ? explorer->figures : NULL;
  if (!is_hidden(explorer, column)) return kernel_cell(column, figures, plan, explorer->glyphs, out);
  snprintf(out, NUMBER_SIZE, "?");
  return STYLE_DIM;
}

static void draw_kernel(Explorer *explorer, Canvas canvas, int y, KernelRow row, const KernelLayout *layout) {
  const KernelTable *table = &kernels_pane(explorer)->table;
  int kernel = row.kernel;
  SummedFigures summed = {.figures = kernel_figures(explorer->session, kernel)};
  summed.figures.sized = dynamic_kernel(explorer, kernel);
  if (row.class >= 0) sum_alike(&table->alike.shown.list.data[row.class].sum, &summed);
  KernelFigures figures = summed.figures;
  bool changes = preview_changes(candidates_previewed(explorer), explorer->plan, kernel);
  int end = canvas_printf(canvas, 1, y, changes ? STYLE_GHOST : STYLE_KERNEL, "K%d", kernel);
  if (row.class >= 0)
    canvas_printf(canvas, end + 1, y, STYLE_STRONG, "%s%d", explorer_glyph(explorer, GLYPH_TIMES),
                  table->alike.shown.list.data[row.class].sum.kernels);
  if (changes) canvas_text(canvas, 0, y, STYLE_GHOST, explorer_glyph(explorer, GLYPH_JOINS));
  const Template *kind = plan_lowered(explorer->plan, kernel)->schedule.kind;
  canvas_text(canvas, layout->kind, y, STYLE_TEXT, template_name(kind));
  draw_description(explorer, canvas, y, kernel, layout);
  for (int i = 0; i < COLUMN_COUNT; i++) {
    if (!layout->shown[i]) continue;
    char text[NUMBER_SIZE];
    Style style = cell(explorer, (KernelColumn)i, &figures, text);
    canvas_text_right(canvas, layout->end[i], y, style, text);
  }
  int under = explorer_kernel(explorer);
  if (under == NO_KERNEL || table->row_of[under] != table->row_of[kernel]) return;
  canvas_text(canvas, 0, y, STYLE_STRONG, explorer_glyph(explorer, GLYPH_CURSOR));
  canvas_under(canvas, (Rect){0, y, canvas.area.width, 1}, STYLE_CURSOR);
}

static void draw_group(Explorer *explorer, Canvas canvas, int y, int section) {
  const Section *it = &ops_sections(explorer)->list[section];
  Text text = {0};
  const char *first = explorer->graph->ops[it->first].name;
  if (it->name)
    text_printf(&text, "%s  ", it->name);
  else
    text_printf(&text, "from %s  ", first);
  kernel_sum_text(explorer, &kernels_pane(explorer)->table.sums[section], &text);
  canvas_fill(canvas, (Rect){0, y, canvas.area.width, 1}, STYLE_SHADE);
  canvas_text_cut(canvas, 1, y, canvas.area.width - 1, STYLE_STRONG, text_get(&text),
                  explorer_glyph(explorer, GLYPH_ELLIPSIS));
  canvas_under(canvas, (Rect){0, y, canvas.area.width, 1}, STYLE_SHADE);
  text_free(&text);
}

void view_kernels_title(Explorer *explorer, Text *out) {
  const KernelTable *table = &kernels_pane(explorer)->table;
  const char *arrow = explorer_glyph(explorer, table->reversed ? GLYPH_ARROW_UP : GLYPH_ARROW_DOWN);
  if (table->filter.length || kernels_filtering(explorer))
    text_printf(out, "%d of %d, by %s %s  %s", table->shown, plan_kernel_count(explorer->plan),
                kernel_sort_name(table->sort), arrow, text_get(&table->filter));
  else
    text_printf(out, "%d, by %s %s", table->shown, kernel_sort_name(table->sort), arrow);
}

// ---- The pane.

// Only when the cursor came to another kernel: sorting shows the top of the table.
static void scroll_to_cursor(Explorer *explorer, int height) {
  KernelTable *table = &kernels_pane(explorer)->table;
  int kernel = explorer_kernel(explorer);
  if (kernel != table->followed && kernel != NO_KERNEL && table->row_of[kernel] >= 0)
    table->top = view_row_scroll(table->top, table->row_of[kernel], height, table->count);
  table->followed = kernel;
  if (table->top > table->count - height) table->top = table->count - height;
  if (table->top < 0) table->top = 0;
}

// Headings above, sums below, rows between.
static Rect rows_area(Canvas canvas) {
  int above = heading_rows(canvas), below = kernel_sums_rows(canvas.area.height);
  return (Rect){0, above, canvas.area.width, canvas.area.height - above - below};
}

// "K123", and behind it " x24" where alike kernels are one row.
static int id_width(const Explorer *explorer) {
  enum { COUNT_WIDTH = 4 };
  bool counts = kernels_pane(explorer)->table.grouping == GROUPING_ALIKE;
  return kernel_id_width(plan_slots(explorer->plan)) + (counts ? COUNT_WIDTH : 0);
}

static KernelLayout layout_of(const Explorer *explorer, int width) {
  KernelLevels levels = {.timed = session_has_times(explorer->session),
                         .profiled = session_profile(explorer->session) != NULL,
                         .dynamic = dynamic_size(explorer) != NULL};
  return kernel_layout(width, id_width(explorer), levels);
}

void view_kernels_draw(Explorer *explorer, Canvas canvas) {
  KernelTable *table = &kernels_pane(explorer)->table;
  KernelLayout layout = layout_of(explorer, canvas.area.width);
  draw_headings(explorer, canvas, &layout);
  Rect area = rows_area(canvas);
  Canvas rows = canvas_part(canvas, area);
  scroll_to_cursor(explorer, area.height);
  for (int y = 0; y < area.height && table->top + y < table->count; y++) {
    KernelRow row = table->rows[table->top + y];
    if (row.kernel == NO_KERNEL)
      draw_group(explorer, rows, y, row.section);
    else
      draw_kernel(explorer, rows, y, row, &layout);
  }
  if (table->count == 0) canvas_text(rows, 1, 0, STYLE_DIM, "no kernel passes the filter");
  int below = canvas.area.height - area.y - area.height;
  if (below > 0)
    kernel_sums_draw(explorer, canvas_part(canvas, (Rect){0, area.y + area.height, area.width, below}));
}

static void go_to_row(Explorer *explorer, int row) {
  const KernelTable *table = &kernels_pane(explorer)->table;
  if (row < 0 || row >= table->count || table->rows[row].kernel == NO_KERNEL) return;
  explorer_go(explorer, plan_kernel(explorer->plan, table->rows[row].kernel).ops[0]);
}

// Headings of groups are passed over.
void view_kernels_move(Explorer *explorer, int rows) {
  const KernelTable *table = &kernels_pane(explorer)->table;
  int kernel = explorer_kernel(explorer), from = kernel == NO_KERNEL ? 0 : table->row_of[kernel];
  int row = view_row_clamp(from < 0 ? 0 : from, from < 0 ? 0 : rows, table->count);
  bool heading = table->count && table->rows[row].kernel == NO_KERNEL;
  if (heading) row += rows > 0 || row == 0 ? 1 : -1;
  go_to_row(explorer, row);
}

// What a click on a column's heading sorts by; COLUMN_COUNT: on what stands before the columns.
static KernelSort sort_of(KernelColumn column) {
  static const KernelSort sorts[COLUMN_COUNT + 1] = {[COLUMN_OPS] = SORT_OPS,
                                                     [COLUMN_READS] = SORT_BYTES,
                                                     [COLUMN_WRITES] = SORT_BYTES,
                                                     [COLUMN_COMPILED] = SORT_REGISTERS,
                                                     [COLUMN_OCCUPANCY] = SORT_REGISTERS,
                                                     [COLUMN_REGISTERS] = SORT_REGISTERS,
                                                     [COLUMN_DRAM] = SORT_BYTES,
                                                     [COLUMN_DRAM_COUNTED] = SORT_BYTES,
                                                     [COLUMN_TIME] = SORT_TIME,
                                                     [COLUMN_DYNAMIC] = SORT_TIME,
                                                     [COLUMN_MEASURED] = SORT_MEASURED,
                                                     [COLUMN_SPREAD] = SORT_MEASURED,
                                                     [COLUMN_PROFILE] = SORT_PROFILE,
                                                     [COLUMN_SHARE] = SORT_TIME,
                                                     [COLUMN_BAR] = SORT_TIME,
                                                     [COLUMN_LIMIT] = SORT_TIME,
                                                     [COLUMN_STATE] = SORT_ERROR,
                                                     [COLUMN_COUNT] = SORT_LAUNCH};
  return sorts[column];
}

static void click_heading(Explorer *explorer, int x) {
  KernelLayout layout = layout_of(explorer, explorer->layout.inside[PANE_KERNELS].width);
  KernelColumn column = COLUMN_COUNT;
  for (int i = COLUMN_COUNT - 1; i >= 0; i--)
    if (layout.shown[i] && x < layout.end[i] && x >= layout.end[i] - kernel_column_width((KernelColumn)i))
      column = (KernelColumn)i;
  kernels_sort_by(explorer, sort_of(column));
}

void view_kernels_click(Explorer *explorer, int x, int y) {
  Canvas inside = {NULL, explorer->layout.inside[PANE_KERNELS]};
  Rect area = rows_area(inside);
  if (y < area.y) click_heading(explorer, x);
  if (y >= area.y && y < area.y + area.height)
    go_to_row(explorer, kernels_pane(explorer)->table.top + y - area.y);
}
