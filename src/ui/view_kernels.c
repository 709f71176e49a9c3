// The kernel table: what each kernel is, and its figures at three levels: estimated, compiled, measured.
#include "ui/number.h"
#include "ui/view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct KernelFigures {
  const Estimate *estimate;
  CompiledView compiled;
  MeasuredView measured;
} KernelFigures;

// Right-aligned columns, in order of importance: what does not fit is left out from the end of this list.
typedef enum KernelColumn {
  COLUMN_TIME_ESTIMATE,
  COLUMN_REGISTERS_ESTIMATE,
  COLUMN_REGISTERS_COMPILED,
  COLUMN_BYTES,
  COLUMN_TIME_MEASURED,
  COLUMN_STATE,
  COLUMN_OPS,
  COLUMN_LIMIT,
  COLUMN_OCCUPANCY,
  COLUMN_SPREAD,
  COLUMN_COUNT
} KernelColumn;

enum { ID_WIDTH = 6, KIND_WIDTH = 8, NAME_WIDTH = 24 };

typedef struct ColumnInfo {
  int width; // with the blanks before it
  const char *name;
} ColumnInfo;

static const ColumnInfo infos[COLUMN_COUNT] = {
    [COLUMN_TIME_ESTIMATE] = {7, "est "},
    [COLUMN_REGISTERS_ESTIMATE] = {5, "regs"},
    [COLUMN_REGISTERS_COMPILED] = {5, "nvcc"},
    [COLUMN_BYTES] = {6, "DRAM"},
    [COLUMN_TIME_MEASURED] = {6, "meas"},
    [COLUMN_STATE] = {8, "state"},
    [COLUMN_OPS] = {4, "ops"},
    [COLUMN_LIMIT] = {8, "limit"},
    [COLUMN_OCCUPANCY] = {5, "occ%"},
    [COLUMN_SPREAD] = {7, "spread"},
};

// From left to right on the screen.
static const KernelColumn order[COLUMN_COUNT] = {
    COLUMN_OPS,
    COLUMN_REGISTERS_ESTIMATE,
    COLUMN_REGISTERS_COMPILED,
    COLUMN_OCCUPANCY,
    COLUMN_BYTES,
    COLUMN_TIME_ESTIMATE,
    COLUMN_TIME_MEASURED,
    COLUMN_SPREAD,
    COLUMN_LIMIT,
    COLUMN_STATE,
};

// ---- One cell's text and look.

static Style level_style(ResultState state, Style fresh) {
  return state == RESULT_STALE ? STYLE_STALE : fresh;
}

static bool spills(const Compiled *compiled) {
  return compiled->spill_store_bytes + compiled->spill_load_bytes > 0;
}

static Style compiled_cell(const Explorer *explorer, const KernelFigures *figures, char *out) {
  const CompiledView *view = &figures->compiled;
  if (!view->compiled)
    return snprintf(out, NUMBER_SIZE, "%s", explorer_glyph(explorer, GLYPH_NONE)), STYLE_DIM;
  snprintf(out, NUMBER_SIZE, "%d", view->compiled->registers);
  if (view->state == RESULT_DONE && spills(view->compiled)) return STYLE_WARNING;
  return level_style(view->state, STYLE_COMPILED);
}

static Style measured_cell(const Explorer *explorer, const KernelFigures *figures, bool spread, char *out) {
  const MeasuredView *view = &figures->measured;
  bool there = view->measured && view->measured->ok;
  if (!there) return snprintf(out, NUMBER_SIZE, "%s", explorer_glyph(explorer, GLYPH_NONE)), STYLE_DIM;
  number_microseconds(out, spread ? view->measured->spread_us : view->measured->time_us);
  return level_style(view->state, STYLE_MEASURED);
}

// How far the estimate was off: measured against estimated.
static const char *error_of(const KernelFigures *figures, char out[NUMBER_SIZE]) {
  double error = figures->measured.measured->time_us / figures->estimate->time_us - 1;
  snprintf(out, NUMBER_SIZE, "%+.0f%%", 100 * (error > 9.99 ? 9.99 : error));
  return out;
}

static Style state_cell(const Explorer *explorer, const KernelFigures *figures, char *out) {
  Glyph glyph = GLYPH_ESTIMATED;
  const char *word = "est";
  char error[NUMBER_SIZE];
  Style style = STYLE_DIM;
  ResultState compiled = figures->compiled.state, measured = figures->measured.state;
  if (compiled == RESULT_DONE && spills(figures->compiled.compiled)) {
    glyph = GLYPH_COSTLY, word = "spill", style = STYLE_WARNING;
  } else if (compiled == RESULT_FAILED || measured == RESULT_FAILED) {
    glyph = GLYPH_NO, word = "fail", style = STYLE_BAD;
  } else if (measured == RESULT_RUNNING || compiled == RESULT_RUNNING) {
    glyph = GLYPH_RUNNING, word = measured == RESULT_RUNNING ? "time" : "nvcc", style = STYLE_WARNING;
  } else if (measured == RESULT_DONE) {
    glyph = GLYPH_YES, word = error_of(figures, error), style = STYLE_GOOD;
  } else if (compiled == RESULT_QUEUED || measured == RESULT_QUEUED) {
    glyph = GLYPH_QUEUED, word = "wait";
  } else if (figures->estimate->is_library) {
    word = "lib";
  } else if (compiled == RESULT_DONE) {
    glyph = GLYPH_YES, word = "nvcc", style = STYLE_GOOD;
  } else if (compiled == RESULT_STALE || measured == RESULT_STALE) {
    glyph = GLYPH_STALE, word = "old", style = STYLE_STALE;
  }
  snprintf(out, NUMBER_SIZE, "%.8s %-5.8s", explorer_glyph(explorer, glyph), word);
  return style;
}

static Style number_or_none(const Explorer *explorer, double number, char *out) {
  if (number < 0) return snprintf(out, NUMBER_SIZE, "%s", explorer_glyph(explorer, GLYPH_NONE)), STYLE_DIM;
  number_short(out, number);
  return STYLE_ESTIMATE;
}

static Style cell(const Explorer *explorer, const KernelFigures *figures, int ops, KernelColumn column,
                  char *out) {
  const Estimate *estimate = figures->estimate;
  switch (column) {
    case COLUMN_OPS:
      return number_or_none(explorer, ops, out);
    case COLUMN_REGISTERS_ESTIMATE:
      return number_or_none(explorer, estimate->registers, out);
    case COLUMN_REGISTERS_COMPILED:
      return compiled_cell(explorer, figures, out);
    case COLUMN_BYTES:
      return number_or_none(explorer, (double)estimate->dram_bytes, out);
    case COLUMN_TIME_ESTIMATE:
      return number_microseconds(out, estimate->time_us), STYLE_ESTIMATE;
    case COLUMN_TIME_MEASURED:
      return measured_cell(explorer, figures, false, out);
    case COLUMN_SPREAD:
      return measured_cell(explorer, figures, true, out);
    case COLUMN_LIMIT:
      return snprintf(out, NUMBER_SIZE, "%s", limit_name(estimate->limit)), STYLE_DIM;
    case COLUMN_OCCUPANCY:
      number_or_none(explorer, estimate->is_library ? -1 : floor(100 * estimate->occupancy + 0.5), out);
      return STYLE_ESTIMATE;
    default:
      return state_cell(explorer, figures, out);
  }
}

// ---- Rows.

typedef struct KernelLayout {
  bool shown[COLUMN_COUNT];
  int name, name_end; // name == name_end: not shown
} KernelLayout;

static KernelLayout layout_for(int width) {
  KernelLayout layout = {{false}, 0, 0};
  int used = ID_WIDTH + KIND_WIDTH;
  for (int i = 0; i < COLUMN_COUNT; i++) {
    bool wants_name_first = i > COLUMN_OPS && width - used < NAME_WIDTH + infos[i].width;
    if (used + infos[i].width > width || wants_name_first) break;
    layout.shown[i] = true;
    used += infos[i].width;
  }
  layout.name = ID_WIDTH + KIND_WIDTH;
  layout.name_end = layout.name + (width - used >= 10 ? width - used : 0);
  return layout;
}

static void draw_headings(const Explorer *explorer, Canvas canvas, const KernelLayout *layout) {
  canvas_fill(canvas, (Rect){0, 0, canvas.area.width, 1}, STYLE_COLUMN);
  canvas_text(canvas, 1, 0, STYLE_COLUMN, "id");
  canvas_text(canvas, ID_WIDTH, 0, STYLE_COLUMN, "kind");
  if (layout->name < layout->name_end) canvas_text(canvas, layout->name, 0, STYLE_COLUMN, "does");
  for (int i = 0, x = canvas.area.width; i < COLUMN_COUNT; i++) {
    KernelColumn column = order[COLUMN_COUNT - 1 - i];
    if (!layout->shown[column]) continue;
    char name[24];
    snprintf(name, sizeof name, "%s%s", infos[column].name,
             column == COLUMN_TIME_ESTIMATE ? explorer_glyph(explorer, GLYPH_MICRO) : "");
    canvas_text_right(canvas, x, 0, STYLE_COLUMN, name);
    x -= infos[column].width;
  }
}

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

static void draw_row(Explorer *explorer, Canvas canvas, int y, int kernel, const KernelLayout *layout) {
  KernelFigures figures = {estimator_kernel(explorer->estimator, explorer->plan, kernel),
                           session_compiled(explorer->session, kernel),
                           session_measured(explorer->session, kernel)};
  int ops = plan_kernel(explorer->plan, kernel).op_count;
  canvas_printf(canvas, 1, y, STYLE_KERNEL, "K%d", kernel);
  TemplateKind kind = plan_lowered(explorer->plan, kernel)->schedule.kind;
  canvas_text(canvas, ID_WIDTH, y, STYLE_TEXT, template_name(kind));
  draw_description(explorer, canvas, y, kernel, layout);
  for (int i = 0, x = canvas.area.width; i < COLUMN_COUNT; i++) {
    KernelColumn column = order[COLUMN_COUNT - 1 - i];
    if (!layout->shown[column]) continue;
    char text[NUMBER_SIZE];
    Style style = cell(explorer, &figures, ops, column, text);
    canvas_text_right(canvas, x, y, style, text);
    x -= infos[column].width;
  }
  if (kernel != explorer_kernel(explorer)) return;
  canvas_text(canvas, 0, y, STYLE_STRONG, explorer_glyph(explorer, GLYPH_CURSOR));
  canvas_under(canvas, (Rect){0, y, canvas.area.width, 1}, STYLE_CURSOR);
}

static int cursor_row(const Explorer *explorer) {
  int kernel = explorer_kernel(explorer);
  return kernel == NO_KERNEL ? 0 : explorer->kernels.row_of[kernel];
}

void view_kernels_title(Explorer *explorer, Text *out) {
  const KernelTable *table = &explorer->kernels;
  text_printf(out, "%d, by %s %s", table->count, kernel_sort_name(table->sort),
              explorer_glyph(explorer, table->reversed ? GLYPH_ARROW_UP : GLYPH_ARROW_DOWN));
}

// Only when the cursor came to another kernel: sorting shows the top of the table.
static void scroll_to_cursor(Explorer *explorer, int height) {
  KernelTable *table = &explorer->kernels;
  int kernel = explorer_kernel(explorer);
  if (kernel != table->followed && kernel != NO_KERNEL)
    table->top = row_scroll(table->top, table->row_of[kernel], height, table->count);
  table->followed = kernel;
  if (table->top > table->count - height) table->top = table->count - height;
  if (table->top < 0) table->top = 0;
}

void view_kernels_draw(Explorer *explorer, Canvas canvas) {
  KernelTable *table = &explorer->kernels;
  KernelLayout layout = layout_for(canvas.area.width);
  draw_headings(explorer, canvas, &layout);
  Canvas rows = canvas_part(canvas, (Rect){0, 1, canvas.area.width, canvas.area.height - 1});
  scroll_to_cursor(explorer, rows.area.height);
  for (int y = 0; y < rows.area.height && table->top + y < table->count; y++)
    draw_row(explorer, rows, y, table->kernels[table->top + y], &layout);
}

static void go_to_row(Explorer *explorer, int row) {
  if (row < 0 || row >= explorer->kernels.count) return;
  explorer_go(explorer, plan_kernel(explorer->plan, explorer->kernels.kernels[row]).ops[0]);
}

void view_kernels_move(Explorer *explorer, int rows) {
  go_to_row(explorer, row_clamp(cursor_row(explorer), rows, explorer->kernels.count));
}

void view_kernels_click(Explorer *explorer, int x, int y) {
  (void)x;
  if (y > 0) go_to_row(explorer, explorer->kernels.top + y - 1);
}
