// Sweep: the plan's time and bandwidth over one of the graph's sizes, a bar for each, beside those of the
// kernel under the cursor; Enter binds a size.
#include "explorer/tabs/sweep.h"

#include "base/hash.h"
#include "explorer/state/setup_view.h"
#include "explorer/tabs/tab.h"
#include "tui/number.h"
#include "tui/slice.h"

#include <stdio.h>
#include <string.h>

enum { SWEEP_BELOW = 8, SWEEP_ABOVE = 4 }; // times smaller and larger than the size is

typedef struct SweepTab {
  Sweep sweep;  // without a name: nothing is swept yet
  int size;     // of the graph's named ones
  int64_t from; // its value around which is swept
  uint64_t key; // of all else that the points depend on, see look
} SweepTab;

static SweepTab *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_TAB_SWEEP];
}

const Sweep *sweep_of(const Explorer *explorer) {
  return &own(explorer)->sweep;
}

// ---- Asking.

static uint64_t key_of(const Explorer *explorer, int swept) {
  const Graph *graph = explorer->graph;
  const char *device = session_device(explorer->session)->name;
  uint64_t key = hash_integer(HASH_START, (int64_t)plan_partition_hash(explorer->plan));
  key = hash_bytes(hash_integer(key, swept), device, strlen(device));
  for (int i = 0; i < graph->size_count; i++)
    if (i != swept) key = hash_integer(key, graph->sizes[i].value);
  return key;
}

static int64_t least_of(int64_t from) {
  return from < SWEEP_BELOW ? 1 : from / SWEEP_BELOW;
}

static int64_t most_of(int64_t from) {
  return from < 1 ? SWEEP_ABOVE : from * SWEEP_ABOVE;
}

static int place_of(const Sweep *sweep, int64_t size) {
  int at = 0;
  while (at + 1 < sweep->sizes.count && sweep->sizes.data[at] < size)
    at++;
  return at;
}

// Brings it in step with plan, sizes and device: asked about anew when one of them changed, but for the swept
// size itself. False when the graph names no sizes.
static bool look(Explorer *explorer) {
  SweepTab *tab = own(explorer);
  const Graph *graph = explorer->graph;
  if (graph->size_count == 0 || plan_is_open(explorer->plan)) return false;
  int64_t size = graph->sizes[tab->size].value;
  uint64_t key = key_of(explorer, tab->size);
  bool inside = size >= least_of(tab->from) && size <= most_of(tab->from);
  if (tab->key == key && tab->sweep.name && inside) return true;
  if (!inside || !tab->sweep.name) tab->from = size;
  sweep_free(&tab->sweep);
  tab->key = key;
  int64_t least = least_of(tab->from), most = most_of(tab->from);
  if (!sweep_open(&tab->sweep, graph->sizes[tab->size].name, least, most, 0, NULL)) return false;
  explorer->choice[TAB_SWEEP] = place_of(&tab->sweep, size);
  return true;
}

// To the next of the graph's sizes.
static void turn(Explorer *explorer) {
  SweepTab *tab = own(explorer);
  int count = explorer->graph->size_count;
  sweep_free(&tab->sweep);
  tab->size = count ? (tab->size + 1) % count : 0;
  explorer->revision++;
}

static bool work(Explorer *explorer, double milliseconds) {
  Sweep *sweep = &own(explorer)->sweep;
  if (!look(explorer) || sweep_complete(sweep)) return true;
  Slice slice = slice_begin(milliseconds);
  while (sweep_ask(sweep, explorer->session) && !slice_over(&slice)) {
  }
  explorer->revision++;
  return sweep_complete(sweep);
}

static void close(Explorer *explorer) {
  sweep_free(&own(explorer)->sweep);
}

// ---- The page.

enum {
  SIZE = 12,
  TIME = 11,
  BANDWIDTH = 8,
  FIGURES = TIME + BANDWIDTH, // of the plan, or of a kernel
  BAR_LEAST = 8,
  BAR_MOST = 80
};

// The kernel whose figures stand beside the plan's: NO_KERNEL where there is no room, or it is the plan.
static int shown_kernel(const Explorer *explorer, int width) {
  int kernel = explorer_kernel(explorer);
  bool other = kernel != NO_KERNEL && plan_kernel_count(explorer->plan) > 1;
  return other && width >= SIZE + 2 * FIGURES ? kernel : NO_KERNEL;
}

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

static void add_figures(Explorer *explorer, Page *page, double time_us, double bandwidth, Style style) {
  char time[NUMBER_SIZE];
  const char *text = number_time(time, time_us, explorer->glyphs);
  page_cell(page, STYLE_ESTIMATE, -TIME, text, "");
  page_add(page, style, "%*.0f", BANDWIDTH, bandwidth);
}

static void add_point(Explorer *explorer, Page *page, int index, int width) {
  const Sweep *sweep = &own(explorer)->sweep;
  const SweepPoint *point = &sweep->points.data[index];
  bool lower = is_cliff(sweep, index);
  int kernel = shown_kernel(explorer, width);
  if (!point->ok) {
    page_add(page, STYLE_DIM, "  %s", point->reason);
    return;
  }
  double bandwidth = sweep_bandwidth(point);
  add_figures(explorer, page, point->total.time_us, bandwidth, lower ? STYLE_WARNING : STYLE_ESTIMATE);
  if (kernel != NO_KERNEL) {
    const SweepCost *cost = &point->kernels[plan_kernel(explorer->plan, kernel).ops[0]];
    add_figures(explorer, page, cost->time_us, sweep_kernel_bandwidth(cost), STYLE_ESTIMATE);
  }
  page_add(page, STYLE_TEXT, "  ");
  int room = width - page_column(page) > BAR_MOST ? BAR_MOST : width - page_column(page);
  if (room >= BAR_LEAST)
    add_bar(explorer, page, bandwidth / most_bandwidth(sweep), room, lower ? STYLE_WARNING : STYLE_BAR);
}

static void add_row(Explorer *explorer, Page *page, int index, int width) {
  const Sweep *sweep = &own(explorer)->sweep;
  int64_t size = sweep->sizes.data[index];
  bool now = size == explorer->graph->sizes[own(explorer)->size].value;
  char number[24];
  snprintf(number, sizeof number, "%lld", (long long)size);
  page_line(page, index);
  page_add(page, STYLE_GOOD, "%s ", now ? explorer_glyph(explorer, GLYPH_YES) : " ");
  page_add(page, now ? STYLE_STRONG : STYLE_TEXT, "%*s", SIZE - 2, number);
  if (index < sweep->points.count)
    add_point(explorer, page, index, width);
  else
    page_cell(page, STYLE_DIM, -TIME, explorer_glyph(explorer, GLYPH_ELLIPSIS), "");
}

static int count_cliffs(const Sweep *sweep) {
  int count = 0;
  for (int i = 0; i < sweep->points.count; i++)
    count += is_cliff(sweep, i);
  return count;
}

static void add_head(Explorer *explorer, Page *page, int width) {
  const Sweep *sweep = &own(explorer)->sweep;
  static const char bars[] = "  DRAM bandwidth of the plan";
  int count = count_cliffs(sweep), kernel = shown_kernel(explorer, width);
  char name[16];
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_TEXT, "The plan over ");
  page_add(page, STYLE_STRONG, "%s", sweep->name);
  if (!sweep_complete(sweep))
    page_add(page, STYLE_DIM, "  %sasking %d/%d", explorer_glyph(explorer, GLYPH_ELLIPSIS),
             sweep->points.count, sweep->sizes.count);
  else if (count)
    page_add(page, STYLE_WARNING, "  %s %d size%s slower than the next one",
             explorer_glyph(explorer, GLYPH_COSTLY), count, count == 1 ? " is" : "s are");
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_COLUMN, "%*s%*s%*s", SIZE, "size", TIME, "plan", BANDWIDTH, "GB/s");
  if (kernel != NO_KERNEL) {
    snprintf(name, sizeof name, "K%d", kernel);
    page_add(page, STYLE_COLUMN, "%*s%*s", TIME, name, BANDWIDTH, "GB/s");
  }
  if (page_column(page) + text_width(bars) < width) page_add(page, STYLE_COLUMN, "%s", bars);
  page->head = page->lines.count;
}

static void make(Explorer *explorer, Page *page, int width) {
  if (!look(explorer)) {
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM,
                   explorer->graph->size_count
                       ? "A replay is open: leave it to sweep a size."
                       : "The graph names no sizes to sweep. fusebox JSON can name them; "
                         "dumps of dynamic shapes do.");
    return;
  }
  add_head(explorer, page, width);
  for (int i = 0; i < own(explorer)->sweep.sizes.count; i++)
    add_row(explorer, page, i, width);
  page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM,
                 explorer->graph->size_count > 1 ? "Enter sets the size, ~ sweeps the next one."
                                                 : "Enter sets the size.");
}

// ---- Choosing.

static int choices(Explorer *explorer) {
  return look(explorer) ? own(explorer)->sweep.sizes.count : 0;
}

static void choose(Explorer *explorer, int choice) {
  const Sweep *sweep = &own(explorer)->sweep;
  if (choice >= sweep->sizes.count) return;
  SizeBinding size = {sweep->name, sweep->sizes.data[choice]};
  setup_start(explorer, &size, 1, NULL, NULL);
}

static void show(Explorer *explorer) {
  bool again = tab_has_keys(explorer, TAB_SWEEP);
  if (again) turn(explorer);
  tab_show_list(explorer, TAB_SWEEP);
}

const Tab tab_sweep = {
    .name = "Sweep",
    .action = TAB_ACTION(
        SWEEP, "tab: sweep", "~",
        "the plan over a named size: where time and bandwidth fall off; again: over the next size"),
    .subject = SUBJECT_KERNEL,
    .component = {.size = sizeof(SweepTab), .work = work, .close = close},
    .show = show,
    .make = make,
    .choices = choices,
    .choose = choose,
};
