// Graphs: those that were opened together, with what their plans should take; Enter shows one, and each keeps
// its plan and undo.
#include "explorer/tabs/graphs.h"

#include "explorer/state/graph_order.h"
#include "explorer/state/graph_set.h"
#include "explorer/tabs/tab.h"
#include "tui/name_cut.h"
#include "tui/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct GraphSums {
  int read, failed, ops, kernels;
  double time_us;
  const char *plan; // of the first that is read
  bool mixed;       // others have other plans
} GraphSums;

// Columns of the table, each with the blanks in front of it; what figures do not need is the name's.
typedef struct GraphColumns {
  int name, plan, ops, kernels, time, share; // 0: not shown
} GraphColumns;

enum { MARK_COLUMNS = 3, WITH_SHARE = 70, PLAN_COLUMNS = 11, NAME_LEAST = 12, SHARE_COLUMNS = 8 };

static GraphSums sum_up(const GraphSet *set) {
  GraphSums sums = {0};
  for (int i = 0; i < graph_set_count(set); i++) {
    const GraphEntry *entry = graph_set_get(set, i);
    PlanTotal total;
    sums.failed += entry->state == GRAPH_FAILED;
    if (entry->state != GRAPH_READ || !graph_set_total(entry, &total)) continue;
    const char *plan = session_plan_title(entry->session);
    if (!sums.plan) sums.plan = plan;
    sums.mixed |= !text_equal(plan, sums.plan);
    sums.read++;
    sums.ops += entry->ops;
    sums.kernels += total.kernels;
    sums.time_us += total.time_us;
  }
  return sums;
}

static void add_totals(const Explorer *explorer, Page *page, const GraphSums *sums) {
  char time[NUMBER_SIZE], kernels[NUMBER_SIZE];
  int count = graph_set_count(explorer->graphs);
  page_line(page, PAGE_NO_TAG);
  if (sums->read + sums->failed < count) page_add(page, STYLE_DIM, "%d of ", sums->read); // so far
  page_add(page, STYLE_STRONG, "%d graphs", count);
  page_add(page, STYLE_TEXT, "  %d ops  %s", sums->ops, number_kernels(kernels, sums->kernels));
  page_add(page, STYLE_ESTIMATE, "  est %s", number_time(time, sums->time_us, explorer->glyphs));
  if (sums->failed) page_add(page, STYLE_BAD, "  %d cannot be read", sums->failed);
}

// How they are listed, unless all are as they came.
static void add_order(Page *page, const GraphOrder *order) {
  const char *words = text_get(&order->filter);
  if (order->sort == GRAPHS_BY_OPENED && !order->reversed && !*words) return;
  page_line(page, PAGE_NO_TAG);
  if (*words) page_add(page, STYLE_WARNING, "%d listed: %s", order->count, words);
  page_add(page, STYLE_DIM, "%sby %s%s", *words ? "  " : "", graph_sort_name(order->sort),
           order->reversed ? ", reversed" : "");
}

// Bytes of "module.txt#2" before its number; 0: there is none.
static size_t file_part(const char *title) {
  const char *number = strrchr(title, '#');
  bool counts = number && number[1] && !number[1 + strspn(number + 1, "0123456789")];
  return counts ? (size_t)(number - title) : 0;
}

// Where all are of one file, which only counts them, each graph's own name says what it is: "jit_f while.32".
static bool is_counted(const GraphSet *set) {
  const char *first = graph_set_name(set, 0), *last = graph_set_name(set, graph_set_count(set) - 1);
  size_t length = file_part(first);
  return length && file_part(last) == length && !strncmp(first, last, length);
}

static void name_of(const Explorer *explorer, int index, Text *out) {
  char clean[512];
  const GraphEntry *entry = graph_set_get(explorer->graphs, index);
  const char *title = graph_set_name(explorer->graphs, index);
  bool named = entry->state == GRAPH_READ && is_counted(explorer->graphs);
  snprintf(clean, sizeof clean, "%s%s%s", named ? strrchr(title, '#') : title, named ? " " : "",
           named ? session_graph(entry->session)->name : "");
  text_sanitize(clean);
  text_add(out, clean);
}

// ---- The table.

static void widen(int *columns, const char *text, int blanks) {
  int needed = text_width(text) + blanks;
  if (needed > *columns) *columns = needed;
}

static void widen_figures(const Explorer *explorer, GraphColumns *columns) {
  char number[NUMBER_SIZE];
  widen(&columns->ops, "ops", 2);
  widen(&columns->kernels, "kernels", 1);
  widen(&columns->time, "time est", 2);
  for (int i = 0; i < graph_set_count(explorer->graphs); i++) {
    const GraphEntry *entry = graph_set_get(explorer->graphs, i);
    PlanTotal total;
    if (entry->state != GRAPH_READ) continue;
    snprintf(number, sizeof number, "%d", entry->ops);
    widen(&columns->ops, number, 2);
    if (!graph_set_total(entry, &total)) continue;
    snprintf(number, sizeof number, "%d", total.kernels);
    widen(&columns->kernels, number, 2);
    widen(&columns->time, number_time(number, total.time_us, explorer->glyphs), 2);
  }
}

// `names`: of all graphs; the column is as wide as the longest, where there is room.
static GraphColumns columns_for(const Explorer *explorer, const GraphSums *sums, int width, Text *names) {
  GraphColumns columns = {.share = width >= WITH_SHARE ? SHARE_COLUMNS : 0};
  widen_figures(explorer, &columns);
  int room = width - MARK_COLUMNS - columns.ops - columns.kernels - columns.time - columns.share;
  bool plans = sums->mixed && room >= NAME_LEAST + PLAN_COLUMNS;
  if (plans) columns.plan = PLAN_COLUMNS, room -= PLAN_COLUMNS;
  columns.name = NAME_LEAST;
  for (int i = 0; i < graph_set_count(explorer->graphs) && columns.name < room; i++)
    widen(&columns.name, text_get(&names[i]), 0);
  if (columns.name > room && room >= NAME_LEAST) columns.name = room;
  return columns;
}

static void add_heading(Page *page, const GraphColumns *columns) {
  page_line(page, PAGE_NO_TAG);
  page_tab(page, MARK_COLUMNS + columns->name);
  page_cell(page, STYLE_DIM, columns->plan, columns->plan ? " plan" : "", "");
  page_cell(page, STYLE_DIM, -columns->ops, "ops", "");
  page_cell(page, STYLE_DIM, -columns->kernels, "kernels", "");
  page_cell(page, STYLE_DIM, -columns->time, "time est", "");
  page_cell(page, STYLE_DIM, -columns->share, columns->share ? "share" : "", "");
}

static void add_name(const Explorer *explorer, Page *page, const GraphEntry *entry, const char *name,
                     int width) {
  bool shown = entry->explorer == explorer;
  page_tab(page, MARK_COLUMNS - 2);
  page_add(page, STYLE_GOOD, "%s", shown ? explorer_glyph(explorer, GLYPH_YES) : " ");
  page_tab(page, MARK_COLUMNS);
  page_cell(page, shown ? STYLE_STRONG : STYLE_TEXT, width, name, "");
}

static void add_figures(const Explorer *explorer, Page *page, const GraphEntry *entry,
                        const GraphColumns *columns, double all_us) {
  char number[NUMBER_SIZE];
  PlanTotal total;
  snprintf(number, sizeof number, "%d", entry->ops);
  page_cell(page, STYLE_TEXT, -columns->ops, number, "");
  if (!graph_set_total(entry, &total)) return;
  snprintf(number, sizeof number, "%d", total.kernels);
  page_cell(page, STYLE_TEXT, -columns->kernels, number, "");
  page_cell(page, STYLE_ESTIMATE, -columns->time, number_time(number, total.time_us, explorer->glyphs), "");
  if (!columns->share) return;
  snprintf(number, sizeof number, "%.1f%%", all_us > 0 ? 100 * total.time_us / all_us : 0);
  page_cell(page, STYLE_DIM, -columns->share, number, "");
}

// Where plans differ: what was asked for on the command line is that of the first graph alone.
static void add_plan(const Explorer *explorer, Page *page, const GraphEntry *entry) {
  Text plan = {0};
  char clean[64];
  snprintf(clean, sizeof clean, "%s", session_plan_title(entry->session));
  text_sanitize(clean);
  text_add(&plan, " ");
  text_cut_middle(clean, PLAN_COLUMNS - 1, explorer_glyph(explorer, GLYPH_ELLIPSIS), &plan);
  page_cell(page, STYLE_DIM, PLAN_COLUMNS, text_get(&plan), "");
  text_free(&plan);
}

static void add_graph(const Explorer *explorer, Page *page, int place, int index, const GraphColumns *columns,
                      const char *name, double all_us) {
  const GraphEntry *entry = graph_set_get(explorer->graphs, index);
  page_line(page, place);
  add_name(explorer, page, entry, name, columns->name);
  if (entry->state != GRAPH_READ) {
    page_add(page, entry->state == GRAPH_FAILED ? STYLE_BAD : STYLE_DIM, "  %s",
             entry->state == GRAPH_FAILED ? "cannot be read: Enter says why" : "waits");
    return;
  }
  if (columns->plan) add_plan(explorer, page, entry);
  add_figures(explorer, page, entry, columns, all_us);
}

static void add_table(const Explorer *explorer, Page *page, const GraphSums *sums, int width) {
  int count = graph_set_count(explorer->graphs);
  Text *whole = memory_alloc(sizeof *whole * ((size_t)count + 1)),
       *cut = memory_alloc(sizeof *cut * ((size_t)count + 1));
  const char **names = memory_alloc(sizeof *names * ((size_t)count + 1));
  for (int i = 0; i < count; i++) {
    name_of(explorer, i, &whole[i]);
    names[i] = text_get(&whole[i]);
  }
  GraphColumns columns = columns_for(explorer, sums, width, whole);
  name_cut_all(names, count, columns.name, explorer_glyph(explorer, GLYPH_ELLIPSIS), cut);
  const GraphOrder *order = graph_set_order(explorer->graphs);
  add_heading(page, &columns);
  for (int i = 0; i < order->count; i++)
    add_graph(explorer, page, i, order->shown[i], &columns, text_get(&cut[order->shown[i]]), sums->time_us);
  for (int i = 0; i < count; i++) {
    text_free(&whole[i]);
    text_free(&cut[i]);
  }
  free(names);
  free(whole);
  free(cut);
}

static void make(Explorer *explorer, Page *page, int width) {
  if (!explorer->graphs) {
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM,
                   "This graph is open alone. Name a folder of graphs, such as torch_compile_debug, or a log "
                   "with several of them, and they are listed here, to go from one to the other.");
    return;
  }
  GraphSums sums = sum_up(explorer->graphs);
  add_totals(explorer, page, &sums);
  graph_order_update(graph_set_order(explorer->graphs), explorer->graphs);
  add_order(page, graph_set_order(explorer->graphs));
  add_table(explorer, page, &sums, width);
}

// What is listed now; NULL: the graph is open alone.
static GraphOrder *listed(Explorer *explorer) {
  GraphOrder *order = explorer->graphs ? graph_set_order(explorer->graphs) : NULL;
  if (order) graph_order_update(order, explorer->graphs);
  return order;
}

static int choices(Explorer *explorer) {
  const GraphOrder *order = listed(explorer);
  return order ? order->count : 0;
}

static void choose(Explorer *explorer, int choice) {
  const GraphOrder *order = listed(explorer);
  if (choice < order->count) graph_set_show(explorer, order->shown[choice]);
}

// Of the set; -1: none is listed.
static int selected(const Explorer *explorer, const GraphOrder *order) {
  int choice = explorer->choice[TAB_GRAPHS];
  return choice < order->count ? order->shown[choice] : -1;
}

// Lists them anew, with the same graph selected where it still is listed.
static void list_anew(Explorer *explorer, int index) {
  int place = graph_order_place(listed(explorer), index);
  explorer->choice[TAB_GRAPHS] = place < 0 ? 0 : place;
  explorer->revision++;
}

// ---- Keys that tables share.

static GraphOrder *order_with_keys(const Explorer *explorer) {
  return explorer->graphs && tab_has_keys(explorer, TAB_GRAPHS) ? graph_set_order(explorer->graphs) : NULL;
}

bool graphs_sort(Explorer *explorer) {
  GraphOrder *order = order_with_keys(explorer);
  if (!order) return false;
  int index = selected(explorer, order);
  order->sort = (GraphSort)((order->sort + 1) % GRAPH_SORT_COUNT);
  list_anew(explorer, index);
  return true;
}

bool graphs_reverse(Explorer *explorer) {
  GraphOrder *order = order_with_keys(explorer);
  if (!order) return false;
  int index = selected(explorer, order);
  order->reversed = !order->reversed;
  list_anew(explorer, index);
  return true;
}

static void accept_filter(Explorer *explorer, const char *words, const PickerItem *item) {
  GraphOrder *order = graph_set_order(explorer->graphs);
  int index = selected(explorer, order);
  Text problem = {0};
  (void)item;
  text_clear(&order->filter);
  text_add(&order->filter, words);
  if (order->filter.length) text_sanitize(order->filter.data);
  list_anew(explorer, index);
  if (graph_filter_problem(words, &problem)) explorer_fail(explorer, "%s", text_get(&problem));
  text_free(&problem);
}

bool graphs_filter(Explorer *explorer) {
  GraphOrder *order = order_with_keys(explorer);
  if (!order) return false;
  picker_ask(&explorer->picker, "Graphs of which all words hold: backward time>500 ops<100 !joint",
             text_get(&order->filter), accept_filter);
  return true;
}

// ---- The tab.

static void show(Explorer *explorer) {
  for (int i = 0; i < graph_set_count(explorer->graphs); i++)
    if (graph_set_get(explorer->graphs, i)->explorer == explorer) list_anew(explorer, i);
  explorer->revision++; // others may have changed theirs
  tab_show_list(explorer, TAB_GRAPHS);
}

void graphs_begin(Explorer *explorer, GraphSet *set) {
  if (graph_set_count(set) < 2) return;
  graph_set_join(set, explorer);
  show(explorer);
  explorer_say(explorer, "%d graphs: Enter shows one, ^G comes back to the list, o sorts, & filters",
               graph_set_count(set));
}

bool graphs_poll(Explorer *explorer) {
  int index = explorer->graphs ? selected(explorer, graph_set_order(explorer->graphs)) : -1;
  if (!graph_set_poll(explorer->graphs)) return false;
  list_anew(explorer, index);
  return true;
}

static const KeyHint hints[] = {
    {ACTION_TOGGLE, "open"}, {ACTION_FILTER, "filter"}, {ACTION_SORT, "sort"}, {ACTION_REVERSE, "turn"}};

const Tab tab_graphs = {
    .name = "Graphs",
    .action = TAB_ACTION(GRAPHS, "tab: graphs", "<C-g>",
                         "the graphs that were opened together, with totals; Enter shows one"),
    .subject = SUBJECT_PLAN,
    .list = true,
    .show = show,
    .make = make,
    .choices = choices,
    .choose = choose,
    .hints = hints,
    .hint_count = sizeof hints / sizeof *hints,
};
