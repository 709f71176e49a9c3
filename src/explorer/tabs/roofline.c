// Roofline: how near a kernel comes to what the device can do, limit by limit, and where it stands under the
// roofs of memory and arithmetic beside the plan's other kernels.
#include "explorer/panes/kernel_figures.h"
#include "explorer/panes/view_detail_below.h"
#include "explorer/tabs/tab.h"
#include "tui/draw.h"
#include "tui/number.h"
#include "tui/text_plot.h"

#include <math.h>
#include <stdio.h>

// ---- Bars: a rate against the device's.

// "3.16/4.80 TB/s": both in the unit that fits the peak.
static void rates_text(double rate, double peak, const char *unit, Text *out) {
  static const char prefixes[] = " kMGTP";
  int prefix = 0;
  for (; peak >= 999.5 && prefixes[prefix + 1]; prefix++)
    peak /= 1000, rate /= 1000;
  text_printf(out, "%.3g/%.3g %c%s", rate, peak, prefixes[prefix], unit);
}

// Of the bar: what name, rates and share leave, "25.9/29.7 Top/s  87% binds".
static int bar_width(int width) {
  enum { BESIDE = 37, LEAST = 8, MOST = 32 };
  int room = width - BESIDE;
  return room < LEAST ? LEAST : room > MOST ? MOST : room;
}

static void add_bar(Explorer *explorer, Page *page, const char *name, double rate, double peak,
                    const char *unit, bool binds, int width) {
  Text text = {0};
  if (peak <= 0 || rate <= 0) return;
  page_line(page, PAGE_NO_TAG);
  page_add(page, binds ? STYLE_STRONG : STYLE_DIM, "%-8s", name);
  draw_bar_text(&text, bar_width(width), rate / peak, explorer->glyphs);
  page_add(page, binds ? STYLE_HEAT_HOT : STYLE_BAR, "%s", text_get(&text));
  text_clear(&text);
  rates_text(rate, peak, unit, &text);
  page_add(page, STYLE_ESTIMATE, " %s", text_get(&text));
  page_add(page, binds ? STYLE_STRONG : STYLE_TEXT, "  %.0f%%%s", 100 * rate / peak, binds ? " binds" : "");
  text_free(&text);
}

// Instructions a second that a pipe can do on the whole device.
static double pipe_peak(const Device *device, double per_clock) {
  return per_clock * device->limits.sms * device->clock_ghz * 1e9;
}

// A rate follows from the time that the limit alone would take, so that the bar that binds is the longest.
static void add_limit(Explorer *explorer, Page *page, const Estimate *estimate, Limit limit, double peak,
                      const char *unit, double seconds, int width) {
  double alone = estimate_alone_us(session_device(explorer->session), estimate, limit) * 1e-6;
  add_bar(explorer, page, limit_name(limit), peak * alone / seconds, peak, unit, estimate->limit == limit,
          width);
}

static void add_pipe(Explorer *explorer, Page *page, const Estimate *estimate, Limit limit, double per_clock,
                     double seconds, int width) {
  double peak = pipe_peak(session_device(explorer->session), per_clock);
  add_limit(explorer, page, estimate, limit, peak, "op/s", seconds, width);
}

// So much of it a second as the kernel would do if this limit were the only one: of DRAM what memory gives
// for such a mix of reads and writes, of the tensor cores what they reach with such sizes and types.
static double reached(double work, double alone_us, double otherwise) {
  return work > 0 && alone_us > 0 ? work / (alone_us * 1e-6) : otherwise;
}

static void add_bars(Explorer *explorer, Page *page, const KernelFigures *figures, double seconds,
                     int width) {
  const Estimate *estimate = figures->estimate;
  const Device *device = session_device(explorer->session);
  const double *us = estimate->pipe_us;
  bool ours = estimate->overlap > 0; // another model has its own bytes
  double dram = ours ? (double)(estimate->dram_bytes - estimate->later_bytes) : 0;
  double moved = ours ? (double)(estimate->moved_read_bytes + estimate->moved_write_bytes) : 0;
  double dram_peak = reached(dram, us[LIMIT_DRAM], device->dram_gbs * 1e9);
  double l2_peak = reached(moved, estimate_alone_us(device, estimate, LIMIT_L2), device->l2_gbs * 1e9);
  add_limit(explorer, page, estimate, LIMIT_DRAM, dram_peak, "B/s", seconds, width);
  add_limit(explorer, page, estimate, LIMIT_L2, l2_peak, "B/s", seconds, width);
  if (estimate_l1_counts(estimate)) add_pipe(explorer, page, estimate, LIMIT_L1, 1, seconds, width);
  add_pipe(explorer, page, estimate, LIMIT_FMA, device->fma_per_clock, seconds, width);
  add_pipe(explorer, page, estimate, LIMIT_MUFU, device->mufu_per_clock, seconds, width);
  add_pipe(explorer, page, estimate, LIMIT_INTEGER, device->int_per_clock, seconds, width);
  add_pipe(explorer, page, estimate, LIMIT_FP64, device->fp64_per_clock, seconds, width);
  add_pipe(explorer, page, estimate, LIMIT_ISSUE, device->issue_per_clock * device->limits.warp, seconds,
           width);
  add_limit(explorer, page, estimate, LIMIT_TENSOR, reached(estimate->flops, us[LIMIT_TENSOR], 0), "F/s",
            seconds, width);
}

// ---- The plot: operations a byte against operations a second, both logarithmic.

enum { PLOT_INDENT = 9, PLOT_LEAST = 24, PLOT_KERNELS = 2048 };

typedef struct Roof {
  double low_x, step_x; // log2 of FLOP a DRAM byte: of column 0, of a column
  double low_y, step_y; // log10 of FLOP/s: of row 0, of a row
  TextPlot plot;
} Roof;

static int column_of(const Roof *roof, double intensity) {
  return (int)floor((log2(intensity) - roof->low_x) / roof->step_x + 0.5);
}

static int row_of(const Roof *roof, double rate) {
  return (int)floor((log10(rate) - roof->low_y) / roof->step_y + 0.5);
}

static double intensity_at(const Roof *roof, int x) {
  return exp2(roof->low_x + roof->step_x * x);
}

static void draw_roof(Roof *roof, double bytes_per_s, double flops_per_s, Style style, const char *slope,
                      const char *flat) {
  for (int x = 0; x < roof->plot.width; x++) {
    double rate = bytes_per_s * intensity_at(roof, x);
    bool capped = rate > flops_per_s;
    text_plot_set(&roof->plot, x, row_of(roof, capped ? flops_per_s : rate), style, capped ? flat : slope);
  }
}

static void draw_point(Roof *roof, const Estimate *estimate, double seconds, Style style, const char *glyph) {
  if (estimate->flops <= 0 || estimate->dram_bytes <= 0 || seconds <= 0) return;
  int x = column_of(roof, estimate->flops / (double)estimate->dram_bytes);
  if (x < 0) x = 0;
  if (x >= roof->plot.width) x = roof->plot.width - 1;
  int y = row_of(roof, estimate->flops / seconds);
  text_plot_set(&roof->plot, x, y < 0 ? 0 : y, style, glyph);
}

// "10 T", for every row that begins a power of ten.
static void rate_label(void *context, int y, Text *out) {
  static const char prefixes[] = " kMGTPE";
  const Roof *roof = context;
  double at = roof->low_y + roof->step_y * y, power = floor(at + roof->step_y / 2);
  if (power < at - roof->step_y / 2 || power < 3) return;
  int thousand = (int)power / 3;
  text_printf(out, "%.0f %cF/s ", pow(10, power - 3 * thousand), prefixes[thousand]);
}

// Every second power of two, but every fourth where those would touch: "0.016" is the widest.
static void add_axis(Page *page, const Roof *roof) {
  enum { WIDEST = 5 };
  int every = 2 / roof->step_x > WIDEST ? 2 : 4;
  page_line(page, PAGE_NO_TAG);
  page_tab(page, PLOT_INDENT);
  for (int x = 0; x < roof->plot.width;) {
    double power = floor(roof->low_x + roof->step_x * x + 0.5);
    bool starts = column_of(roof, exp2(power)) == x && (int)power % every == 0;
    char label[16] = " ";
    if (starts) snprintf(label, sizeof label, power < 0 ? "%.2g" : "%.0f", exp2(power));
    int length = text_width(label);
    if (x + length > roof->plot.width) break;
    page_add(page, STYLE_DIM, "%s", label);
    x += length;
  }
  page_line(page, PAGE_NO_TAG);
  page_tab(page, PLOT_INDENT);
  page_add(page, STYLE_DIM, "FLOP for each byte of DRAM");
}

static void draw_kernels(Explorer *explorer, Roof *roof, int kernel) {
  int count;
  const int *order = plan_order(explorer->plan, &count);
  const char *dot = explorer_glyph(explorer, GLYPH_POINT_FAR);
  for (int i = 0; i < count && i < PLOT_KERNELS; i++) {
    KernelFigures other = kernel_figures(explorer->session, order[i]);
    draw_point(roof, other.estimate, kernel_time(&other) * 1e-6, STYLE_DIM, dot);
  }
  enum { MOST = 32 }; // of each; there may be more
  int around[2 * MOST];
  int found = plan_kernel_producers(explorer->plan, kernel, around, MOST);
  if (found > MOST) found = MOST;
  int readers = plan_kernel_consumers(explorer->plan, kernel, around + found, MOST);
  found += readers < MOST ? readers : MOST;
  for (int i = 0; i < found; i++) {
    KernelFigures other = kernel_figures(explorer->session, around[i]);
    draw_point(roof, other.estimate, kernel_time(&other) * 1e-6, STYLE_KERNEL,
               explorer_glyph(explorer, GLYPH_POINT_NEAR));
  }
}

static void add_plot(Explorer *explorer, Page *page, const KernelFigures *figures, int width) {
  const Device *device = session_device(explorer->session);
  int columns = width - PLOT_INDENT - 1, rows = columns >= 120 ? 28 : columns >= 60 ? 20 : 12;
  if (columns < PLOT_LEAST) return;
  double peak = 2 * pipe_peak(device, device->fma_per_clock), tensor = device->tensor_tflops_16 * 1e12;
  double top = log10(tensor > peak ? tensor : peak) + 0.3;
  Roof roof = {.low_x = -6, .step_x = 18.0 / columns, .low_y = 9, .step_y = (top - 9) / rows};
  roof.plot = text_plot_new(columns, rows);
  bool ascii = explorer->glyphs == GLYPHS_ASCII;
  const char *slope = ascii ? "/" : "╱", *flat = ascii ? "-" : "─";
  draw_roof(&roof, device->dram_gbs * 1e9, tensor, STYLE_STALE, slope, flat);
  draw_roof(&roof, device->l2_gbs * 1e9, peak, STYLE_STALE, slope, flat);
  draw_roof(&roof, device->dram_gbs * 1e9, peak, STYLE_RAIL_HEAVY, slope, flat);
  draw_kernels(explorer, &roof, figures->kernel);
  draw_point(&roof, figures->estimate, kernel_time(figures) * 1e-6, STYLE_HEAT_HOT,
             explorer_glyph(explorer, GLYPH_OP));
  text_plot_add(&roof.plot, page, PLOT_INDENT, rate_label, &roof);
  add_axis(page, &roof);
  text_plot_free(&roof.plot);
}

static void add_legend(Explorer *explorer, Page *page, const KernelFigures *figures, int width) {
  Text text = {0};
  if (figures->estimate->flops > 0)
    text_printf(&text, "%s K%d, ", explorer_glyph(explorer, GLYPH_OP), figures->kernel);
  else
    text_printf(&text, "K%d computes nothing and has no place here; ", figures->kernel);
  text_printf(
      &text,
      "%s the kernels that it reads from and that read it, %s the others. Roofs: DRAM and FP32; fainter "
      "the L2 and the tensor cores. Bars: of what DRAM and L2 give for such reads and writes, and the tensor "
      "cores for such sizes.",
      explorer_glyph(explorer, GLYPH_POINT_NEAR), explorer_glyph(explorer, GLYPH_POINT_FAR));
  page_line(page, PAGE_NO_TAG);
  page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, text_get(&text));
  text_free(&text);
}

void roofline_rates(Explorer *explorer, Page *page, int width) {
  KernelFigures figures = kernel_figures(explorer->session, explorer_kernel(explorer));
  char number[NUMBER_SIZE], spread[NUMBER_SPREAD_SIZE];
  const Estimate *estimate = figures.estimate;
  double seconds = kernel_time(&figures) * 1e-6;
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_KERNEL, "K%d", figures.kernel);
  if (kernel_is_timed(&figures))
    page_add(page, STYLE_MEASURED, "  measured %s",
             number_time_spread(spread, figures.measured.measured->time_us,
                                figures.measured.measured->spread_us, explorer->glyphs));
  else
    page_add(page, STYLE_ESTIMATE, "  est %s", number_time(number, estimate->time_us, explorer->glyphs));
  if (estimate->dram_bytes > 0)
    page_add(page, STYLE_TEXT, "  %s FLOP/B",
             number_short(number, estimate->flops / (double)estimate->dram_bytes));
  page_add(page, STYLE_TEXT, "  limit %s", limit_name(estimate->limit));
  if (seconds > 0) add_bars(explorer, page, &figures, seconds, width);
}

static void make(Explorer *explorer, Page *page, int width) {
  int kernel = explorer_kernel(explorer);
  if (kernel == NO_KERNEL) {
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, "A view belongs to no kernel.");
    return;
  }
  KernelFigures figures = kernel_figures(explorer->session, kernel);
  roofline_rates(explorer, page, width);
  page_line(page, PAGE_NO_TAG);
  add_plot(explorer, page, &figures, width);
  add_legend(explorer, page, &figures, width);
}

const Tab tab_roofline = {
    .name = "Roofline",
    .action =
        TAB_ACTION(ROOFLINE, "tab: roofline", "I", "how near the kernel comes to what the device can do"),
    .subject = SUBJECT_KERNEL,
    .make = make,
};
