// Graphs: those that were opened together, with what their plans should take; Enter shows one, and each keeps
// its plan and undo.
#include "explorer/tabs/graphs.h"

#include "explorer/state/graph_set.h"
#include "explorer/tabs/tab.h"
#include "tui/number.h"

#include <stdio.h>
#include <string.h>

typedef struct GraphSums {
  int read, failed, ops, kernels;
  double time_us;
  const char *plan; // of the first that is read
  bool mixed;       // others have other plans
} GraphSums;

// What of two figures follows the name, from its end.
enum { OPS_COLUMNS = 7, KERNELS_COLUMNS = 8, TIME_COLUMNS = 10, SHARE_COLUMNS = 8, MARK_COLUMNS = 4 };
enum {
  FIGURES = OPS_COLUMNS + KERNELS_COLUMNS + TIME_COLUMNS,
  WITH_SHARE = 70,
  PLAN_COLUMNS = 11,
  NAME_LEAST = 12,
  NAME_MOST = 60
};

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

static void add_name(const Explorer *explorer, Page *page, int index, int width) {
  Text name = {0};
  char clean[512];
  const GraphEntry *entry = graph_set_get(explorer->graphs, index);
  const char *title = graph_set_name(explorer->graphs, index);
  bool named = entry->state == GRAPH_READ && is_counted(explorer->graphs);
  snprintf(clean, sizeof clean, "%s%s%s", named ? strrchr(title, '#') : title, named ? " " : "",
           named ? session_graph(entry->session)->name : "");
  text_sanitize(clean);
  text_cut_middle(clean, width, explorer_glyph(explorer, GLYPH_ELLIPSIS), &name);
  bool shown = entry->explorer == explorer;
  page_tab(page, MARK_COLUMNS - 2);
  page_add(page, STYLE_GOOD, "%s", shown ? explorer_glyph(explorer, GLYPH_YES) : " ");
  page_tab(page, MARK_COLUMNS);
  page_add(page, shown ? STYLE_STRONG : STYLE_TEXT, "%s", text_get(&name));
  text_free(&name);
}

static void add_figures(const Explorer *explorer, Page *page, const GraphEntry *entry, double all_us,
                        bool share) {
  char time[NUMBER_SIZE], number[NUMBER_SIZE];
  PlanTotal total;
  snprintf(number, sizeof number, "%d", entry->ops);
  page_cell(page, STYLE_TEXT, -OPS_COLUMNS, number, "");
  if (!graph_set_total(entry, &total)) return;
  snprintf(number, sizeof number, "%d", total.kernels);
  page_cell(page, STYLE_TEXT, -KERNELS_COLUMNS, number, "");
  page_cell(page, STYLE_ESTIMATE, -TIME_COLUMNS, number_time(time, total.time_us, explorer->glyphs), "");
  if (!share) return;
  snprintf(number, sizeof number, "%.1f%%", all_us > 0 ? 100 * total.time_us / all_us : 0);
  page_cell(page, STYLE_DIM, -SHARE_COLUMNS, number, "");
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

static void make(Explorer *explorer, Page *page, int width) {
  GraphSet *set = explorer->graphs;
  if (!set) {
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM,
                   "This graph is open alone. Name a folder of graphs, such as torch_compile_debug, or a log "
                   "with several of them, and they are listed here, to go from one to the other.");
    return;
  }
  bool share = width >= WITH_SHARE;
  int room = width - MARK_COLUMNS - FIGURES - (share ? SHARE_COLUMNS : 0) - 1;
  GraphSums sums = sum_up(set);
  bool plans = sums.mixed && room >= NAME_LEAST + PLAN_COLUMNS;
  if (plans) room -= PLAN_COLUMNS;
  int name = room < NAME_LEAST ? NAME_LEAST : room > NAME_MOST ? NAME_MOST : room;
  add_totals(explorer, page, &sums);
  page_line(page, PAGE_NO_TAG);
  page_tab(page, MARK_COLUMNS + name);
  if (plans) page_cell(page, STYLE_DIM, PLAN_COLUMNS, " plan", "");
  page_cell(page, STYLE_DIM, -OPS_COLUMNS, "ops", "");
  page_cell(page, STYLE_DIM, -KERNELS_COLUMNS, "kernels", "");
  page_cell(page, STYLE_DIM, -TIME_COLUMNS, "time est", "");
  for (int i = 0; i < graph_set_count(set); i++) {
    const GraphEntry *entry = graph_set_get(set, i);
    page_line(page, i);
    add_name(explorer, page, i, name);
    page_tab(page, MARK_COLUMNS + name);
    if (plans && entry->state == GRAPH_READ) add_plan(explorer, page, entry);
    if (entry->state == GRAPH_READ)
      add_figures(explorer, page, entry, sums.time_us, share);
    else
      page_add(page, entry->state == GRAPH_FAILED ? STYLE_BAD : STYLE_DIM, "  %s",
               entry->state == GRAPH_FAILED ? "cannot be read: Enter says why" : "waits");
  }
}

static int choices(Explorer *explorer) {
  return graph_set_count(explorer->graphs);
}

static void choose(Explorer *explorer, int choice) {
  graph_set_show(explorer, choice);
}

static void show(Explorer *explorer) {
  for (int i = 0; i < graph_set_count(explorer->graphs); i++)
    if (graph_set_get(explorer->graphs, i)->explorer == explorer) explorer->choice[TAB_GRAPHS] = i;
  explorer->revision++; // others may have changed theirs
  tab_show_list(explorer, TAB_GRAPHS);
}

void graphs_begin(Explorer *explorer, GraphSet *set) {
  if (graph_set_count(set) < 2) return;
  graph_set_join(set, explorer);
  show(explorer);
  explorer_say(explorer, "%d graphs: Enter shows one, ^G comes back to the list", graph_set_count(set));
}

bool graphs_poll(Explorer *explorer) {
  if (!graph_set_poll(explorer->graphs)) return false;
  explorer->revision++;
  return true;
}

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
};
