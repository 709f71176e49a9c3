// Live: how much memory the plan takes over its launches, where that is most, and which tensors hold it there
// and at the cursor's kernel.
#include "explorer/panes/view.h"
#include "explorer/tabs/launches.h"
#include "explorer/tabs/tab.h"
#include "tui/name.h"
#include "tui/number.h"
#include "tui/text_plot.h"

#include <stdio.h>

enum { PLOT_LEAST = 5, PLOT_MOST = 12, LABEL_COLUMNS = 9, HELD_MOST = 40 };
enum { NAME_WIDTH = 24, NAME_LEAST = 10, BEHIND_NAME = 36 }; // bytes, share, kind, kernels

typedef struct LiveTab {
  VECTOR(int) ops; // where <Enter> goes on each part of the page
} LiveTab;

static LiveTab *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_TAB_LIVE];
}

static int first_op(const Explorer *explorer, int launch) {
  int count;
  const int *order = plan_order(explorer->plan, &count);
  return plan_kernel(explorer->plan, order[launch]).ops[0];
}

static int kernel_at(const Explorer *explorer, int launch) {
  int count;
  return plan_order(explorer->plan, &count)[launch];
}

// A line that can be chosen.
static void add_part(Explorer *explorer, Page *page, int op) {
  page_line(page, own(explorer)->ops.count);
  vector_push(&own(explorer)->ops, op);
}

static void add_heading(Explorer *explorer, Page *page, const PlanLive *live, int here, int width) {
  char peak[NUMBER_SIZE], now[NUMBER_SIZE], inputs[NUMBER_SIZE];
  add_part(explorer, page, first_op(explorer, live->peak));
  page_add(page, STYLE_STRONG, "most %s", number_bytes(peak, (double)live->bytes[live->peak]));
  page_add(page, STYLE_TEXT, " at K%d, launch %d of %d", kernel_at(explorer, live->peak), live->peak + 1,
           live->launch_count);
  number_bytes(inputs, (double)live->input_bytes);
  if (page_column(page) + text_width(inputs) + 9 > width) page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_DIM, page_column(page) ? "; inputs %s" : "inputs %s", inputs);
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_TEXT, "K%d, launch %d: %s", kernel_at(explorer, here), here + 1,
           number_bytes(now, (double)live->bytes[here]));
  if (live->scratch[here])
    page_add(page, STYLE_DIM, ", %s of it its own workspace", number_bytes(now, (double)live->scratch[here]));
}

// ---- The curve: in each column the launch of those that fall into it at which most is live.

typedef struct Curve {
  const PlanLive *live;
  TextPlot plot;
  int here;
} Curve;

static int column_of(const Curve *curve, int launch) {
  return (int)((int64_t)launch * curve->plot.width / curve->live->launch_count);
}

static int64_t most_in_column(const Curve *curve, int column) {
  const PlanLive *live = curve->live;
  int first = (int)((int64_t)column * live->launch_count / curve->plot.width);
  int64_t most = live->bytes[first];
  for (int i = first + 1; i < live->launch_count && column_of(curve, i) <= column; i++)
    if (live->bytes[i] > most) most = live->bytes[i];
  return most;
}

static void plot_column(Explorer *explorer, Curve *curve, int column) {
  double most = (double)curve->live->bytes[curve->live->peak];
  int eighths = most > 0 ? (int)((double)most_in_column(curve, column) / most * curve->plot.height * 8) : 0;
  int inputs = most > 0 ? (int)((double)curve->live->input_bytes / most * curve->plot.height) : 0;
  bool here = column == column_of(curve, curve->here), peak = column == column_of(curve, curve->live->peak);
  for (int y = 0; y < curve->plot.height && 8 * y < eighths; y++) {
    Style style = here ? STYLE_HEAT_HOT : peak ? STYLE_WARNING : y < inputs ? STYLE_DIM : STYLE_BAR;
    int filled = eighths - 8 * y > 8 ? 8 : eighths - 8 * y;
    text_plot_set(&curve->plot, column, y, style, glyph_heat(explorer->glyphs, filled));
  }
}

static void label_bytes(void *context, int y, Text *out) {
  const Curve *curve = context;
  char number[NUMBER_SIZE];
  double most = (double)curve->live->bytes[curve->live->peak];
  if (y == curve->plot.height - 1) text_add(out, number_bytes(number, most));
  if (y == curve->plot.height / 2 - 1) text_add(out, number_bytes(number, most / 2));
}

static void add_marks(Page *page, const Curve *curve) {
  int here = LABEL_COLUMNS + column_of(curve, curve->here);
  int peak = LABEL_COLUMNS + column_of(curve, curve->live->peak);
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_TEXT, "%*s", here < peak ? here : peak, "");
  page_add(page, here <= peak ? STYLE_HEAT_HOT : STYLE_WARNING, "^");
  if (here == peak) return;
  page_add(page, STYLE_TEXT, "%*s", here < peak ? peak - here - 1 : here - peak - 1, "");
  page_add(page, here < peak ? STYLE_WARNING : STYLE_HEAT_HOT, "^");
}

static void add_curve(Explorer *explorer, Page *page, const PlanLive *live, int here, int width) {
  int height = explorer->layout.inside[PANE_DETAIL].height / 3, columns = width - LABEL_COLUMNS;
  if (columns < 8) return;
  if (height < PLOT_LEAST) height = PLOT_LEAST;
  if (height > PLOT_MOST) height = PLOT_MOST;
  Curve curve = {.live = live, .here = here, .plot = text_plot_new(columns, height)};
  for (int column = 0; column < columns; column++)
    plot_column(explorer, &curve, column);
  text_plot_add(&curve.plot, page, LABEL_COLUMNS, label_bytes, &curve);
  add_marks(page, &curve);
  text_plot_free(&curve.plot);
}

// ---- Who holds it.

// Of the names of some tensors as much as they need, and as figures leave.
static int name_columns(const Explorer *explorer, const PlanLive *live, const int *held, int count,
                        int width) {
  int columns = NAME_WIDTH;
  for (int i = 0; i < count; i++) {
    int needed = text_width(explorer->graph->values[live->tensors[held[i]].storage].name);
    if (needed > columns) columns = needed;
  }
  if (columns > width - BEHIND_NAME) columns = width - BEHIND_NAME;
  return columns < NAME_LEAST ? NAME_LEAST : columns;
}

static void add_tensor(Explorer *explorer, Page *page, const PlanLive *live, const LiveTensor *tensor,
                       int launch, int columns) {
  char name[NAME_SIZE], number[NUMBER_SIZE];
  const Value *value = &explorer->graph->values[tensor->storage];
  add_part(explorer, page, value->producer == NO_OP ? first_op(explorer, tensor->first) : value->producer);
  name_short(name, value->name, columns, explorer->glyphs);
  page_cell(page, STYLE_TEXT, columns, name, explorer_glyph(explorer, GLYPH_ELLIPSIS));
  page_add(page, STYLE_TEXT, " %9s", number_bytes(number, (double)tensor->bytes));
  page_add(page, STYLE_BAR, " %3d%%",
           number_percent((double)tensor->bytes / (double)(live->bytes[launch] ? live->bytes[launch] : 1)));
  page_add(page, STYLE_DIM, "  %-7s K%d%sK%d", live_kind(tensor), kernel_at(explorer, tensor->first),
           explorer_glyph(explorer, GLYPH_ARROW_RIGHT), kernel_at(explorer, tensor->last));
}

static void add_holders(Explorer *explorer, Page *page, const PlanLive *live, int launch, const char *where,
                        int width) {
  int held[HELD_MOST], count = plan_live_holders(live, launch, held, HELD_MOST);
  page_line(page, PAGE_NO_TAG);
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_COLUMN, "%d tensor%s live%s %s, K%d", count, count == 1 ? "" : "s",
           count == 1 ? "s" : "", where, kernel_at(explorer, launch));
  int shown = count < HELD_MOST ? count : HELD_MOST;
  int columns = name_columns(explorer, live, held, shown, width);
  for (int i = 0; i < shown; i++)
    add_tensor(explorer, page, live, &live->tensors[held[i]], launch, columns);
  if (count <= HELD_MOST) return;
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_DIM, "and %d smaller one%s", count - HELD_MOST, count - HELD_MOST == 1 ? "" : "s");
}

static void make(Explorer *explorer, Page *page, int width) {
  int here = launches_here(explorer);
  vector_clear(&own(explorer)->ops);
  if (here < 0) {
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, "A view belongs to no kernel.");
    return;
  }
  const PlanLive *live = launches_live(explorer);
  add_heading(explorer, page, live, here, width);
  add_curve(explorer, page, live, here, width);
  add_holders(explorer, page, live, here, "here", width);
  if (here != live->peak) add_holders(explorer, page, live, live->peak, "at the peak", width);
  page_line(page, PAGE_NO_TAG);
  page_paragraph(
      page, PAGE_NO_TAG, 0, width, STYLE_DIM,
      "Inputs are the caller's and stay, results stay from their kernel on; what a library takes for "
      "itself is not known.");
}

// ---- The tab.

static int choices(Explorer *explorer) {
  return own(explorer)->ops.count;
}

static void choose(Explorer *explorer, int choice) {
  explorer_go(explorer, own(explorer)->ops.data[choice]);
}

static void close(Explorer *explorer) {
  vector_free(&own(explorer)->ops);
}

static const KeyHint hints[] = {{ACTION_PRODUCER, "launch before"},
                                {ACTION_CONSUMER, "next launch"},
                                {ACTION_TOGGLE, "go there"},
                                {ACTION_NEXT_TAB, "tab"},
                                {ACTION_ZOOM, "whole screen"}};

const Tab tab_live = {
    .name = "Live",
    .action = TAB_ACTION(LIVE, "tab: live", "_",
                         "the memory that the plan takes over its launches: the peak, and who holds it"),
    .subject = SUBJECT_KERNEL,
    .component = {.size = sizeof(LiveTab), .close = close},
    .make = make,
    .choices = choices,
    .choose = choose,
    .side = launches_step,
    .hints = hints,
    .hint_count = sizeof hints / sizeof *hints,
};
