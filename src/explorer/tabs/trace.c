// Trace: the plan's kernels one after another on an axis of time, estimated and, where they were, measured,
// with the ops and source lines that they come from; the window around the cursor's kernel can be made
// narrower and wider.
#include "base/file.h"
#include "explorer/panes/heat.h"
#include "explorer/state/background.h"
#include "explorer/tabs/launches.h"
#include "explorer/tabs/tab.h"
#include "session/results/profiled.h"
#include "tui/number.h"

#include <stdlib.h>

enum { ZOOM_MOST = 1024 };
enum { LISTED = 200, NAME_COLUMNS = 7, TIME_COLUMNS = 10 };

typedef struct TraceTab {
  int zoom; // times that the plan is shown larger than as a whole
} TraceTab;

static TraceTab *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_TAB_TRACE];
}

// A bar of a launch: of its estimate, or of what was measured.
typedef struct Bar {
  double begin, end; // microseconds
  double launch_us;  // of it, what launching takes; 0: not told apart
} Bar;

static Bar estimated(const TimelineLaunch *launch) {
  return (Bar){launch->start_us, launch->start_us + launch->estimate_us, launch->launch_us};
}

static Bar measured(const TimelineLaunch *launch) {
  return (Bar){launch->measured_start_us, launch->measured_start_us + launch->measured_us, 0};
}

static Bar profiled(const TimelineLaunch *launch) {
  return (Bar){launch->profile_start_us, launch->profile_start_us + launch->profile_us, 0};
}

static bool has_profile_bar(const TimelineLaunch *launch) {
  return launch->profiled && launch->profile_start_us >= 0;
}

static double end_of(const Timeline *line) {
  return line->end_us > line->estimate_us ? line->end_us : line->estimate_us;
}

typedef struct Window {
  double from, to; // microseconds
  int columns;
} Window;

// The part of the plan that is shown, around the middle of the cursor's kernel.
static Window window_for(const Timeline *line, int here, int zoom, int columns) {
  double all = end_of(line), width = all / zoom;
  Bar bar = estimated(&line->launches[here]);
  double from = (bar.begin + bar.end) / 2 - width / 2;
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
static void add_overview(Explorer *explorer, Page *page, const Timeline *line, int here, int width) {
  Window all = {0, line->estimate_us, width};
  page_line(page, PAGE_NO_TAG);
  for (int i = 0, at = 0; i < line->count && at < width; i++) {
    int end = i + 1 == line->count ? width : column_of(&all, estimated(&line->launches[i]).end);
    if (i == here && end == at) end++; // always seen
    Style style = i == here ? STYLE_HEAT_HOT : i % 2 ? STYLE_BAR : STYLE_DIM;
    for (; at < end; at++)
      page_add(page, style, "%s", glyph_heat(explorer->glyphs, i == here ? 8 : i % 2 ? 6 : 4));
  }
}

// ---- Sums: what launching takes, and what lies between the kernels of one CUDA graph.

static void add_estimated(Explorer *explorer, Page *page, const Timeline *line) {
  char number[NUMBER_SIZE];
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_ESTIMATE, "estimated %s", number_time(number, line->estimate_us, explorer->glyphs));
  page_add(page, STYLE_DIM, ": %d launches take %s (%d%%)", line->count,
           number_time(number, line->launch_us, explorer->glyphs),
           number_percent(line->estimate_us > 0 ? line->launch_us / line->estimate_us : 0));
}

// One CUDA graph of all, and of what measuring runs of it; measured of the plan that is shown, or not at all.
static void add_graph(Explorer *explorer, Page *page, const Timeline *line) {
  const MeasureReport *report = session_report(explorer->session);
  char number[NUMBER_SIZE];
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_ESTIMATE, "as one CUDA graph est %s",
           number_time(number, line->replay_us, explorer->glyphs));
  if (line->not_run > 0) {
    page_line(page, PAGE_NO_TAG);
    page_add(page, STYLE_DIM, "  without %d library call%s that %s not run here", line->not_run,
             line->not_run == 1 ? "" : "s", line->not_run == 1 ? "is" : "are");
    page_add(page, STYLE_ESTIMATE, " est %s", number_time(number, line->run_us, explorer->glyphs));
  }
  if (!report || !report->total.ok || background_report_is_old(explorer)) return;
  double gaps = report->total.time_us - line->measured_us;
  page_add(page, STYLE_MEASURED, ", measured %s",
           number_time(number, report->total.time_us, explorer->glyphs));
  if (line->timed == line->count)
    page_add(page, STYLE_DIM, ": gaps %s", number_time_change(number, gaps, explorer->glyphs));
}

static void add_measured(Explorer *explorer, Page *page, const Timeline *line) {
  char number[NUMBER_SIZE];
  page_line(page, PAGE_NO_TAG);
  if (line->timed == 0) {
    page_add(page, STYLE_DIM, "not measured: b times the plan");
    return;
  }
  page_add(page, STYLE_MEASURED, "measured %s", number_time(number, line->measured_us, explorer->glyphs));
  page_add(page, STYLE_DIM, ": %d of %d kernels, each alone", line->timed, line->count);
  page_add(page, STYLE_ESTIMATE, " (est %s)", number_time(number, line->timed_estimate_us, explorer->glyphs));
}

// Of a run of the program: its kernels, what lies between them, and on how many streams they are.
static void add_profile(Explorer *explorer, Page *page, const Timeline *line) {
  const ProfileJoin *join = session_profile(explorer->session);
  char number[NUMBER_SIZE];
  if (!join) return;
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_MEASURED, "profile %s", number_time(number, line->profile_us, explorer->glyphs));
  page_add(page, STYLE_DIM, ": %d of %d kernels", line->profiled, line->count);
  if (join->run_us < 0) return;
  page_add(page, STYLE_DIM, "; a run takes %s", number_time(number, join->run_us, explorer->glyphs));
  page_add(page, STYLE_DIM, ", gaps %s",
           number_time_change(number, join->run_us - join->busy_us, explorer->glyphs));
  page_add(page, STYLE_DIM, ", %d stream%s, %d run%s", join->streams, join->streams == 1 ? "" : "s",
           join->runs, join->runs == 1 ? "" : "s");
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

static void add_bar(Explorer *explorer, Page *page, Bar bar, const Window *window, Style style) {
  int begin = column_of(window, bar.begin), end = column_of(window, bar.end);
  if (begin == window->columns) begin--;
  if (end <= begin) end = begin + 1;
  int launched = bar.launch_us > 0 ? column_of(window, bar.begin + bar.launch_us) : begin;
  page_add(page, STYLE_TEXT, "%*s", begin, "");
  for (int i = begin; i < end; i++)
    page_add(page, i < launched ? STYLE_DIM : style, "%s",
             i < launched ? glyph_heat(explorer->glyphs, 2) : glyph_bar(explorer->glyphs, 8));
}

static void add_time(Explorer *explorer, Page *page, const Window *window, double time, Style style) {
  char number[NUMBER_SIZE];
  number_time(number, time, explorer->glyphs);
  page_tab(page, NAME_COLUMNS + window->columns + TIME_COLUMNS - 1 - text_width(number));
  page_add(page, style, "%s", number);
}

// A line for the estimate, and one below it for what was measured.
static void add_kernel(Explorer *explorer, Page *page, const TimelineLaunch *launch, int tag,
                       const Window *window) {
  double most = explorer->figures->slowest_us;
  page_line(page, tag);
  page_add(page, STYLE_KERNEL, "K%-*d", NAME_COLUMNS - 1, launch->kernel);
  add_bar(explorer, page, estimated(launch), window, heat_style(heat_level(launch->estimate_us, most)));
  add_time(explorer, page, window, launch->estimate_us, STYLE_ESTIMATE);
  add_origin(explorer, page, launch->kernel);
  if (launch->timed) {
    page_line(page, tag);
    page_add(page, STYLE_DIM, "%*s", NAME_COLUMNS, "meas ");
    add_bar(explorer, page, measured(launch), window, STYLE_MEASURED);
    add_time(explorer, page, window, launch->measured_us, STYLE_MEASURED);
  }
  if (!launch->profiled) return;
  page_line(page, tag);
  page_add(page, STYLE_DIM, "%*s", NAME_COLUMNS, "prof ");
  if (has_profile_bar(launch)) add_bar(explorer, page, profiled(launch), window, STYLE_MEASURED);
  add_time(explorer, page, window, launch->profile_us, STYLE_MEASURED);
  if (launch->stream >= 0) page_add(page, STYLE_DIM, "  stream %d", launch->stream);
}

static bool is_in(const Window *window, Bar bar) {
  return bar.end > window->from && bar.begin < window->to;
}

static void make(Explorer *explorer, Page *page, int width) {
  int here = launches_here(explorer);
  if (here < 0 || !figures_complete(explorer->figures)) {
    const char *why = here < 0 ? "A view belongs to no kernel." : "The plan is still being estimated.";
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, why);
    return;
  }
  const Timeline *line = launches_timeline(explorer);
  if (!line) {
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, "The launches are being put in line.");
    return;
  }
  int columns = (width - NAME_COLUMNS - TIME_COLUMNS) * (width < 70 ? 60 : 50) / 100;
  Window window = window_for(line, here, own(explorer)->zoom, columns < 8 ? 8 : columns);
  add_overview(explorer, page, line, here, width);
  add_scale(explorer, page, &window, own(explorer)->zoom);
  add_estimated(explorer, page, line);
  add_measured(explorer, page, line);
  add_graph(explorer, page, line);
  add_profile(explorer, page, line);
  page->head = page->lines.count;
  for (int i = here < LISTED ? 0 : here - LISTED; i < line->count && i <= here + LISTED; i++) {
    const TimelineLaunch *launch = &line->launches[i];
    if (is_in(&window, estimated(launch)) || (launch->timed && is_in(&window, measured(launch))) ||
        (has_profile_bar(launch) && is_in(&window, profiled(launch))))
      add_kernel(explorer, page, launch, i == here ? 0 : i + 1, &window);
  }
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
    .action = TAB_ACTION(TRACE, "tab: trace", "W",
                         "the plan's kernels on an axis of time, estimated and measured; + and - zoom there"),
    .subject = SUBJECT_KERNEL,
    .component = {.size = sizeof(TraceTab), .open = open},
    .marks = true,
    .make = make,
    .step = launches_step,
    .pick = launches_pick,
    .zoom = zoom,
    .hints = hints,
    .hint_count = sizeof hints / sizeof *hints,
};
