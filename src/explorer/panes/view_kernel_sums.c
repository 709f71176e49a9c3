// The lines below the kernel table: the shown ones where a filter is on, the layer of the cursor, the plan.
#include "explorer/panes/view_kernel_sums.h"

#include "explorer/lesson/lesson.h"
#include "explorer/panes/kernel_figures.h"
#include "explorer/panes/kernels.h"
#include "explorer/panes/ops.h"
#include "explorer/state/plans.h"
#include "tui/number.h"

void kernel_sum_text(const Explorer *explorer, const KernelSum *sum, Text *out) {
  char number[NUMBER_SIZE], kernels[NUMBER_SIZE];
  if (lesson_withholds(explorer)) {
    text_add(out, number_kernels(kernels, sum->kernels));
    return;
  }
  double plan = explorer->figures->total.time_us;
  text_printf(out, "%s  est %s", number_kernels(kernels, sum->kernels),
              number_time(number, sum->time_us, explorer->glyphs));
  if (plan > 0 && figures_complete(explorer->figures))
    text_printf(out, "  %.1f%%", 100 * sum->time_us / plan);
  if (sum->timed)
    text_printf(out, "  measured %d/%d %s", sum->timed, sum->kernels,
                number_time(number, sum->measured_us, explorer->glyphs));
}

int kernel_sums_rows(int height) {
  return height >= 14 ? 2 : height >= 9 ? 1 : 0;
}

// What matters most first: the baseline is in the header, too.
static void plan_text(Explorer *explorer, int columns, Text *out) {
  char number[NUMBER_SIZE], spread[NUMBER_SPREAD_SIZE];
  const PlanTotal *total = &explorer->figures->total;
  const KeptPlan *timed = plans_timed(explorer, explorer->plan);
  text_add(out, number_kernels(number, plan_kernel_count(explorer->plan)));
  if (!figures_complete(explorer->figures) || lesson_withholds(explorer)) return;
  text_add_part(out, columns, "est %s", number_time(number, total->time_us, explorer->glyphs));
  if (timed)
    text_add_part(out, columns, "measured %s%s%s",
                  number_time_spread(spread, timed->measured_us, timed->measured_spread_us, explorer->glyphs),
                  timed->kept_at ? " " : "", timed->kept_at ? explorer_glyph(explorer, GLYPH_KEPT) : "");
  text_add_part(out, columns, "DRAM %s", number_bytes(number, (double)total->dram_bytes));
  const Baseline *baseline = plans_baseline(explorer);
  if (baseline->known && total->time_us > 0) {
    double base = baseline->total.time_us;
    text_add_part(out, columns, "%s %s %.2f%s", baseline->name, number_time(number, base, explorer->glyphs),
                  base / total->time_us, explorer_glyph(explorer, GLYPH_TIMES));
  }
}

// Kernels of the cursor's section. A section of very many ops is left out: it is drawn with every picture.
static bool section_sum(Explorer *explorer, KernelSum *sum, const char **name) {
  enum { MOST_OPS = 2048 };
  const Sections *sections = ops_sections(explorer);
  if (!sections || explorer->cursor == NO_OP || !figures_complete(explorer->figures)) return false;
  const Section *section = &sections->list[sections->of[explorer->cursor]];
  if (!section->name || section->last - section->first > MOST_OPS) return false;
  for (int op = section->first; op <= section->last; op++) {
    int kernel = plan_home(explorer->plan, op);
    if (kernel == NO_KERNEL || plan_kernel(explorer->plan, kernel).ops[0] != op) continue;
    KernelFigures figures = kernel_figures(explorer->session, kernel);
    sum->kernels++;
    sum->time_us += figures.estimate->time_us;
    sum->timed += kernel_is_timed(&figures);
    if (kernel_is_timed(&figures)) sum->measured_us += figures.measured.measured->time_us;
  }
  *name = section->name;
  return true;
}

// Of what a line is about; longer names push the figures to the right.
static int name_width(Canvas canvas) {
  return canvas.area.width < 50 ? 5 : canvas.area.width < 70 ? 8 : 14;
}

static void draw_line(Explorer *explorer, Canvas canvas, int y, const char *name, const Text *text) {
  int x = canvas_printf(canvas, 1, y, STYLE_DIM, "%-*s ", name_width(canvas), name);
  canvas_text_cut(canvas, x, y, canvas.area.width - x, STYLE_ESTIMATE, text_get(text),
                  explorer_glyph(explorer, GLYPH_ELLIPSIS));
}

void kernel_sums_draw(Explorer *explorer, Canvas canvas) {
  const KernelTable *table = &kernels_pane(explorer)->table;
  Text text = {0};
  KernelSum sum = {0};
  const char *name = NULL;
  int last = canvas.area.height - 1;
  plan_text(explorer, canvas.area.width - name_width(canvas) - 2, &text);
  draw_line(explorer, canvas, last, "plan", &text);
  text_clear(&text);
  if (last > 0 && table->filter.length) {
    kernel_sum_text(explorer, &table->total, &text);
    draw_line(explorer, canvas, last - 1, "shown", &text);
  } else if (last > 0 && section_sum(explorer, &sum, &name)) {
    kernel_sum_text(explorer, &sum, &text);
    draw_line(explorer, canvas, last - 1, name, &text);
  }
  text_free(&text);
}
