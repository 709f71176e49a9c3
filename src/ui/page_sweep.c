// Sweep: the plan's time and bandwidth over one of the graph's sizes, a bar for each; Enter binds a size.
#include "ui/explorer.h"
#include "ui/number.h"

#include <stdio.h>

enum {
  SIZE = 12,
  TIME = 11,
  BANDWIDTH = 8,
  KERNELS = 9,
  BAR_COLUMN = SIZE + TIME + BANDWIDTH + 2,
  BAR_MOST = 80
};

// A size whose bandwidth is this much lower than at the one below it or above it stands at a cliff.
static const double cliff = 0.95;

static double most_bandwidth(const Sweep *sweep) {
  double most = 1;
  for (int i = 0; i < sweep->points.count; i++)
    if (sweep_bandwidth(&sweep->points.data[i]) > most) most = sweep_bandwidth(&sweep->points.data[i]);
  return most;
}

static bool is_lower(const Sweep *sweep, int at, int beside) {
  if (beside < 0 || beside >= sweep->points.count) return false;
  int64_t apart = sweep->points.data[at].size - sweep->points.data[beside].size;
  if (apart < -1 || apart > 1) return false;
  return sweep_bandwidth(&sweep->points.data[at]) < cliff * sweep_bandwidth(&sweep->points.data[beside]);
}

static bool is_cliff(const Sweep *sweep, int at) {
  return sweep->points.data[at].ok && (is_lower(sweep, at, at - 1) || is_lower(sweep, at, at + 1));
}

static void add_bar(Explorer *explorer, Page *page, double share, int width, Style style) {
  int filled = (int)(share * width * 8 + 0.5);
  for (int i = 0; i < width && 8 * i < filled; i++)
    page_add(page, style, "%s", glyph_bar(explorer->glyphs, filled - 8 * i > 8 ? 8 : filled - 8 * i));
}

static void add_point(Explorer *explorer, Page *page, int index, int width) {
  const Sweep *sweep = &explorer->sweep.sweep;
  const SweepPoint *point = &sweep->points.data[index];
  bool lower = is_cliff(sweep, index);
  char time[NUMBER_SIZE];
  if (!point->ok) {
    page_add(page, STYLE_DIM, "  %s", point->reason);
    return;
  }
  double bandwidth = sweep_bandwidth(point);
  const char *text = number_time(time, point->total.time_us, explorer->glyphs);
  page_add(page, STYLE_ESTIMATE, "%*s%s", TIME - text_width(text), "", text);
  page_add(page, lower ? STYLE_WARNING : STYLE_ESTIMATE, "%*.0f  ", BANDWIDTH, bandwidth);
  int room = width - BAR_COLUMN > BAR_MOST ? BAR_MOST : width - BAR_COLUMN;
  if (room > 0)
    add_bar(explorer, page, bandwidth / most_bandwidth(sweep), room, lower ? STYLE_WARNING : STYLE_BAR);
}

static void add_row(Explorer *explorer, Page *page, int index, int width) {
  const Sweep *sweep = &explorer->sweep.sweep;
  int64_t size = sweep->sizes.data[index];
  bool now = size == explorer->graph->sizes[explorer->sweep.size].value;
  char number[24];
  snprintf(number, sizeof number, "%lld", (long long)size);
  page_line(page, index);
  page_add(page, STYLE_GOOD, "%s ", now ? explorer_glyph(explorer, GLYPH_YES) : " ");
  page_add(page, now ? STYLE_STRONG : STYLE_TEXT, "%*s", SIZE - 2, number);
  if (index < sweep->points.count)
    add_point(explorer, page, index, width);
  else
    page_add(page, STYLE_DIM, "%*s", TIME, explorer_glyph(explorer, GLYPH_ELLIPSIS));
}

static int count_cliffs(const Sweep *sweep) {
  int count = 0;
  for (int i = 0; i < sweep->points.count; i++)
    count += is_cliff(sweep, i);
  return count;
}

static void add_head(Explorer *explorer, Page *page, int width) {
  const Sweep *sweep = &explorer->sweep.sweep;
  int count = count_cliffs(sweep);
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_TEXT, "The plan over ");
  page_add(page, STYLE_STRONG, "%s", sweep->name);
  if (!sweep_complete(sweep))
    page_add(page, STYLE_DIM, "  %sasking %d/%d", explorer_glyph(explorer, GLYPH_ELLIPSIS),
             sweep->points.count, sweep->sizes.count);
  else if (count)
    page_add(page, STYLE_WARNING, "  %s %d size%s slower than the next one",
             explorer_glyph(explorer, GLYPH_COSTLY), count, count == 1 ? " is" : "s are");
  page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM,
                 explorer->graph->size_count > 1 ? "Enter sets the size, ~ sweeps the next one."
                                                 : "Enter sets the size.");
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_COLUMN, "%*s%*s%*s  DRAM bandwidth", SIZE, "size", TIME, "estimate", BANDWIDTH,
           "GB/s");
}

void page_sweep(Explorer *explorer, Page *page, int width) {
  if (!sweep_view_look(explorer)) {
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM,
                   explorer->graph->size_count
                       ? "A replay is open: leave it to sweep a size."
                       : "The graph names no sizes to sweep. fusebox JSON can name them; "
                         "those of a dump are fixed.");
    return;
  }
  add_head(explorer, page, width);
  for (int i = 0; i < explorer->sweep.sweep.sizes.count; i++)
    add_row(explorer, page, i, width);
}
