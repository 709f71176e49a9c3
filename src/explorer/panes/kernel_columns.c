// Columns of the kernel table.
#include "explorer/panes/kernel_columns.h"

#include "explorer/panes/heat.h"
#include "tui/draw.h"

#include <stdio.h>

// The name comes before columns from a rank on. At most: beyond, the eye loses the line on its way to the
// figures.
enum { NAME_WANTED = 18, NAME_LEAST = 10, NAME_MOST = 90, NAME_RANK = 10 };

typedef struct ColumnInfo {
  int rank, width;
  const char *group, *name, *alone;
} ColumnInfo;

static const ColumnInfo infos[COLUMN_COUNT] = {
#define X(id, rank, width, group, name, alone) {rank, width, group, name, alone},
    KERNEL_COLUMNS(X)
#undef X
};

int kernel_column_width(KernelColumn column) {
  return infos[column].width;
}

const char *kernel_column_group(KernelColumn column) {
  return infos[column].group;
}

const char *kernel_column_name(KernelColumn column, bool grouped) {
  return grouped ? infos[column].name : infos[column].alone;
}

static int column_of_rank(int rank) {
  int column = 0;
  while (infos[column].rank != rank)
    column++;
  return column;
}

int kernel_id_width(int slots) {
  int width = 6; // of up to 1000, so that tables of small graphs look alike
  for (int beyond = (slots - 1) / 1000; beyond > 0; beyond /= 10)
    width++;
  return width;
}

// The column that comes at a rank: until there are times, theirs comes behind the count of ops.
static int column_at(int rank, bool timed) {
  int measured = infos[COLUMN_MEASURED].rank, ops = infos[COLUMN_OPS].rank;
  if (timed || rank < measured || rank > ops) return column_of_rank(rank);
  return rank == ops ? COLUMN_MEASURED : column_of_rank(rank + 1);
}

static bool is_empty(KernelColumn column, KernelLevels levels) {
  return (column == COLUMN_SPREAD && !levels.timed) || (column == COLUMN_PROFILE && !levels.profiled) ||
         (column == COLUMN_DYNAMIC && !levels.dynamic);
}

// Chooses columns, `used` of the width being taken; returns how much is then.
static int choose(KernelLayout *layout, int width, int used, KernelLevels levels) {
  for (int rank = 0; rank < COLUMN_COUNT; rank++) {
    int column = column_at(rank, levels.timed), wanted = rank < NAME_RANK ? 0 : NAME_WANTED;
    if (is_empty((KernelColumn)column, levels)) continue;
    if (used + infos[column].width + wanted > width) break;
    layout->shown[column] = true;
    used += infos[column].width;
  }
  return used;
}

KernelLayout kernel_layout(int width, int id_width, KernelLevels levels) {
  KernelLayout layout = {.kind = id_width};
  int used = choose(&layout, width, layout.kind + KERNEL_KIND_WIDTH, levels);
  bool both = layout.shown[COLUMN_OPS] && layout.shown[COLUMN_MEASURED];
  if (!both) // the blanks before a count are enough behind the kind
    used = choose(&layout, width, layout.kind + KERNEL_KIND_WIDTH - 1, levels);
  if (width > used + NAME_MOST) width = used + NAME_MOST;
  layout.name = layout.kind + KERNEL_KIND_WIDTH;
  layout.name_end = layout.name + (width - used >= NAME_LEAST ? width - used : 0);
  for (int column = COLUMN_COUNT - 1, end = width; column >= 0; column--) {
    layout.end[column] = end;
    if (layout.shown[column]) end -= infos[column].width;
  }
  return layout;
}

// ---- What they say.

static Style none(GlyphSet glyphs, char out[NUMBER_SIZE]) {
  snprintf(out, NUMBER_SIZE, "%s", glyph_get(glyphs, GLYPH_NONE));
  return STYLE_DIM;
}

static Style number_or_none(double number, GlyphSet glyphs, char out[NUMBER_SIZE]) {
  if (number < 0) return none(glyphs, out);
  number_short(out, number);
  return STYLE_ESTIMATE;
}

// Of kernels that were timed without being compiled here, what the driver says of them.
static Style compiled_cell(const KernelFigures *figures, GlyphSet glyphs, char out[NUMBER_SIZE]) {
  const CompiledView *view = &figures->compiled;
  if (!view->compiled && kernel_is_timed(figures) && figures->measured.measured->registers > 0) {
    snprintf(out, NUMBER_SIZE, "%d", figures->measured.measured->registers);
    return STYLE_MEASURED;
  }
  if (!view->compiled) return none(glyphs, out);
  snprintf(out, NUMBER_SIZE, "%d", view->compiled->registers);
  if (kernel_spills(figures)) return STYLE_WARNING;
  return view->state == RESULT_STALE ? STYLE_STALE : STYLE_COMPILED;
}

static Style measured_cell(KernelColumn column, const KernelFigures *figures, GlyphSet glyphs,
                           char out[NUMBER_SIZE]) {
  const Measured *measured = figures->measured.measured;
  if (!measured || !measured->ok) return none(glyphs, out);
  if (column == COLUMN_DRAM_COUNTED && !measured->counted) return none(glyphs, out);
  if (column == COLUMN_DRAM_COUNTED)
    number_short(out, measured->counters.dram_read_bytes + measured->counters.dram_write_bytes);
  else if (column == COLUMN_SPREAD)
    number_spread(out, measured->time_us, measured->spread_us, glyphs);
  else
    number_microseconds(out, measured->time_us);
  return figures->measured.state == RESULT_STALE ? STYLE_STALE : STYLE_MEASURED;
}

static Style profile_cell(const KernelFigures *figures, GlyphSet glyphs, char out[NUMBER_SIZE]) {
  if (!kernel_is_profiled(figures)) return none(glyphs, out);
  number_microseconds(out, figures->profiled.time_us);
  return STYLE_MEASURED;
}

// Of the kernel that takes a size.
static Style sized_cell(const KernelFigures *figures, GlyphSet glyphs, char out[NUMBER_SIZE]) {
  if (!figures->sized || !figures->sized->ok) return none(glyphs, out);
  number_microseconds(out, figures->sized->sized->time_us);
  return STYLE_ESTIMATE;
}

static Style share_cell(const KernelFigures *figures, const Figures *plan, GlyphSet glyphs,
                        char out[NUMBER_SIZE]) {
  if (!plan || plan->total.time_us <= 0) return none(glyphs, out);
  snprintf(out, NUMBER_SIZE, "%.1f", 100 * figures->estimate->time_us / plan->total.time_us);
  return STYLE_ESTIMATE;
}

// The kernel's time beside that of the slowest.
static Style bar_cell(const KernelFigures *figures, const Figures *plan, GlyphSet glyphs,
                      char out[NUMBER_SIZE]) {
  enum { BAR_WIDTH = 10 }; // of three bytes a column
  Text bar = {0};
  double slowest = plan ? plan->slowest_us : 0, time = kernel_time(figures);
  draw_bar_text(&bar, BAR_WIDTH, slowest > 0 ? time / slowest : 0, glyphs);
  snprintf(out, NUMBER_SIZE, "%s", text_get(&bar));
  text_free(&bar);
  return heat_style(heat_level(time, slowest));
}

static Style state_cell(const KernelFigures *figures, GlyphSet glyphs, char out[NUMBER_SIZE]) {
  KernelState state = kernel_state(figures);
  const KernelStateInfo *info = kernel_state_info(state);
  char error[NUMBER_SIZE];
  bool timed = state == KERNEL_TIMED || state == KERNEL_KEPT;
  if (timed) {
    double percent = 100 * kernel_error(figures);
    snprintf(error, sizeof error, "%+.0f%%", percent > 999 ? 999 : percent);
  }
  snprintf(out, NUMBER_SIZE, "%.8s %-5.8s", glyph_get(glyphs, info->glyph), timed ? error : info->word);
  return info->style;
}

Style kernel_cell(KernelColumn column, const KernelFigures *figures, const Figures *plan, GlyphSet glyphs,
                  char out[NUMBER_SIZE]) {
  const Estimate *estimate = figures->estimate;
  switch (column) {
    case COLUMN_OPS:
      return number_or_none(figures->ops, glyphs, out);
    case COLUMN_READS:
      return number_or_none(estimate->loads, glyphs, out);
    case COLUMN_WRITES:
      return number_or_none(estimate->stores, glyphs, out);
    case COLUMN_REGISTERS:
      return number_or_none(estimate->registers, glyphs, out);
    case COLUMN_COMPILED:
      return compiled_cell(figures, glyphs, out);
    case COLUMN_OCCUPANCY:
      return number_or_none(estimate->is_library ? -1 : number_percent(estimate->occupancy), glyphs, out);
    case COLUMN_DRAM:
      return number_or_none((double)estimate->dram_bytes, glyphs, out);
    case COLUMN_TIME:
      return number_microseconds(out, estimate->time_us), STYLE_ESTIMATE;
    case COLUMN_DYNAMIC:
      return sized_cell(figures, glyphs, out);
    case COLUMN_DRAM_COUNTED:
    case COLUMN_MEASURED:
    case COLUMN_SPREAD:
      return measured_cell(column, figures, glyphs, out);
    case COLUMN_PROFILE:
      return profile_cell(figures, glyphs, out);
    case COLUMN_SHARE:
      return share_cell(figures, plan, glyphs, out);
    case COLUMN_BAR:
      return bar_cell(figures, plan, glyphs, out);
    case COLUMN_LIMIT:
      return snprintf(out, NUMBER_SIZE, "%s", limit_name(estimate->limit)), STYLE_DIM;
    default:
      return state_cell(figures, glyphs, out);
  }
}
