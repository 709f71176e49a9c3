// Trace: the plan's kernels one after another on an axis of time, with the ops and source lines that they
// come from; the window around the cursor's kernel can be made narrower and wider.
#include "base/file.h"
#include "explorer/panes/heat.h"
#include "explorer/panes/kernel_figures.h"
#include "explorer/panes/view.h"
#include "explorer/tabs/tab.h"
#include "tui/number.h"

#include <stdio.h>
#include <stdlib.h>

enum { ZOOM_MOST = 1024 };
enum { LISTED = 200, NAME_COLUMNS = 7, TIME_COLUMNS = 10 };

typedef struct TraceTab {
  int zoom; // times that the plan is shown larger than as a whole
} TraceTab;

static TraceTab *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_TAB_TRACE];
}

// Launches with their times.
typedef struct Timeline {
  const int *order;
  int count, here; // here: launch of the cursor's kernel
  double *start;   // of each launch, and the end, microseconds
} Timeline;

static Timeline timeline_new(const Explorer *explorer, int kernel) {
  Timeline line = {0};
  line.order = plan_order(explorer->plan, &line.count);
  line.start = memory_alloc(sizeof(double) * ((size_t)line.count + 1));
  for (int i = 0; i < line.count; i++) {
    line.start[i + 1] = line.start[i] + heat_time(explorer, line.order[i], NULL);
    if (line.order[i] == kernel) line.here = i;
  }
  return line;
}

typedef struct Window {
  double from, to; // microseconds
  int columns;
} Window;

// The part of the plan that is shown, around the middle of the cursor's kernel.
static Window window_for(const Timeline *line, int zoom, int columns) {
  double all = line->start[line->count], width = all / zoom;
  double middle = (line->start[line->here] + line->start[line->here + 1]) / 2;
  double from = middle - width / 2;
  if (from > all - width) from = all - width;
  if (from < 0) from = 0;
  return (Window){from, from + width, columns};
}

static int column_of(const Window *window, double time) {
  double width = window->to - window->from;
  int column = width > 0 ? (int)((time - window->from) / width * window->columns) : 0;
  return column < 0 ? 0 : column > window->columns ? window->columns : column;
}

// The whole plan in one row: blocks of columns, kernels in turn lighter and darker.
static void add_overview(Explorer *explorer, Page *page, const Timeline *line, int width) {
  Window all = {0, line->start[line->count], width};
  page_line(page, PAGE_NO_TAG);
  for (int i = 0, at = 0; i < line->count && at < width; i++) {
    int end = i + 1 == line->count ? width : column_of(&all, line->start[i + 1]);
    if (i == line->here && end == at) end++; // always seen
    Style style = i == line->here ? STYLE_HEAT_HOT : i % 2 ? STYLE_BAR : STYLE_DIM;
    for (; at < end; at++)
      page_add(page, style, "%s", glyph_heat(explorer->glyphs, i == line->here ? 8 : i % 2 ? 6 : 4));
  }
}

static void add_scale(Explorer *explorer, Page *page, const Window *window, int zoom) {
  char number[NUMBER_SIZE];
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_DIM, "from %s", number_time(number, window->from, explorer->glyphs));
  page_add(page, STYLE_DIM, " to %s", number_time(number, window->to, explorer->glyphs));
  page_add(page, STYLE_DIM, zoom > 1 ? ", %d times as large; - for less, = more room" : "; + here for more",
           zoom);
}

// Longer than most lines are: drawing cuts it.
static void add_origin(Explorer *explorer, Page *page, int kernel) {
  PlanKernel members = plan_kernel(explorer->plan, kernel);
  const char *file = NULL;
  Text text = {0};
  int line = 0;
  for (int i = 0; i < members.op_count && text.length < 160; i++) {
    const Op *op = &explorer->graph->ops[members.ops[i]];
    if (op->source_file && (!text_equal(file, op->source_file) || line != op->source_line)) {
      bool other = !text_equal(file, op->source_file);
      file = op->source_file, line = op->source_line;
      if (other)
        text_printf(&text, "%s%s:%d", text.length ? " " : "", file_base_name(file), line);
      else
        text_printf(&text, ",%d", line);
    }
  }
  text_add(&text, text.length ? " " : "");
  for (int i = 0; i < members.op_count && text.length < 240; i++)
    text_printf(&text, "%s%s", text.length ? " " : "", explorer->graph->ops[members.ops[i]].name);
  char *clean = text_take(&text);
  text_sanitize(clean);
  page_add(page, STYLE_DIM, "  %s", clean);
  free(clean);
}

static void add_kernel(Explorer *explorer, Page *page, const Timeline *line, int launch,
                       const Window *window) {
  char number[NUMBER_SIZE];
  int kernel = line->order[launch];
  bool timed, here = launch == line->here;
  double time = heat_time(explorer, kernel, &timed);
  int begin = column_of(window, line->start[launch]), end = column_of(window, line->start[launch + 1]);
  if (begin == window->columns) begin--;
  if (end <= begin) end = begin + 1;
  page_line(page, here ? 0 : PAGE_NO_TAG);
  page_add(page, STYLE_KERNEL, "K%-*d", NAME_COLUMNS - 1, kernel);
  page_add(page, STYLE_TEXT, "%*s", begin, "");
  Style style = heat_style(heat_level(time, explorer->figures->total.slowest_us));
  for (int i = begin; i < end; i++)
    page_add(page, style, "%s", glyph_bar(explorer->glyphs, 8));
  number_time(number, time, explorer->glyphs);
  page_tab(page, NAME_COLUMNS + window->columns + TIME_COLUMNS - 1 - text_width(number));
  page_add(page, timed ? STYLE_MEASURED : STYLE_ESTIMATE, "%s", number);
  add_origin(explorer, page, kernel);
}

static void make(Explorer *explorer, Page *page, int width) {
  int kernel = explorer_kernel(explorer);
  if (kernel == NO_KERNEL || !figures_complete(explorer->figures)) {
    const char *why =
        kernel == NO_KERNEL ? "A view belongs to no kernel." : "The plan is still being estimated.";
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, why);
    return;
  }
  Timeline line = timeline_new(explorer, kernel);
  int columns = (width - NAME_COLUMNS - TIME_COLUMNS) * (width < 70 ? 60 : 50) / 100;
  Window window = window_for(&line, own(explorer)->zoom, columns < 8 ? 8 : columns);
  add_overview(explorer, page, &line, width);
  add_scale(explorer, page, &window, own(explorer)->zoom);
  for (int i = line.here < LISTED ? 0 : line.here - LISTED; i < line.count && i <= line.here + LISTED; i++)
    if (line.start[i + 1] > window.from && line.start[i] < window.to)
      add_kernel(explorer, page, &line, i, &window);
  free(line.start);
}

// ---- The tab.

static void open(Explorer *explorer) {
  own(explorer)->zoom = 1;
}

static void zoom(Explorer *explorer, int by) {
  int zoom = by > 0 ? 2 * own(explorer)->zoom : own(explorer)->zoom / 2;
  if (zoom < 1 || zoom > ZOOM_MOST) return;
  own(explorer)->zoom = zoom;
  explorer->revision++;
}

static const KeyHint hints[] = {{ACTION_WIDER, "zoom in"},
                                {ACTION_NARROWER, "zoom out"},
                                {ACTION_NEXT_KERNEL, "next kernel"},
                                {ACTION_NEXT_TAB, "tab"},
                                {ACTION_ZOOM, "whole screen"}};

const Tab tab_trace = {
    .name = "Trace",
    .action =
        TAB_ACTION(TRACE, "tab: trace", "W", "the plan's kernels on an axis of time; + and - zoom there"),
    .subject = SUBJECT_KERNEL,
    .component = {.size = sizeof(TraceTab), .open = open},
    .marks = true,
    .make = make,
    .zoom = zoom,
    .hints = hints,
    .hint_count = sizeof hints / sizeof *hints,
};
