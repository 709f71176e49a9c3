// Experiment: the rows of a store, or their scores; Enter opens a row's graph with its plan.
#include "explorer/tabs/experiment.h"

#include "experiment/table.h"
#include "explorer/tabs/tab.h"
#include "tui/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  DEVICE_COLUMNS = 9,
  STAGE_COLUMNS = 10,
  SEED_COLUMNS = 6,
  TIME_COLUMNS = 10,
  RATIO_COLUMNS = 8,
  SEARCH_COLUMNS = 10,
  NAME_LEAST = 16,
  GRAPH_MOST = 44,
  HEURISTIC_MOST = 60,
  GAP = 1,
  SHOWN_MOST = 5000, // rows of a page: more would be searched for, not scrolled to
};

typedef struct Table {
  const Explorer *explorer;
  const StoreView *store;
  Page *page;
  int width, graph, heuristic; // columns
  bool device, stage, seed;    // there is room, and rows differ
} Table;

// ---- Columns.

typedef struct Differences {
  bool device, stage, seed;
} Differences;

static Differences differences(const StoreView *store) {
  Differences found = {0};
  for (int i = 1; i < store->browsed->list.count; i++) {
    const Row *first = store->browsed->list.data[0].row, *row = store->browsed->list.data[i].row;
    found.device |= !text_equal(row->device, first->device);
    found.stage |= !text_equal(row->stage, first->stage);
    found.seed |= row->seed != first->seed;
  }
  return found;
}

static bool take_room(bool wanted, int columns, int *room) {
  bool fits = wanted && *room - columns >= 2 * NAME_LEAST;
  *room -= fits ? columns : 0;
  return fits;
}

static Table table_for(const Explorer *explorer, Page *page, int width) {
  Table table = {.explorer = explorer, .store = explorer->store, .page = page, .width = width};
  Differences found = differences(table.store);
  int room = width - TIME_COLUMNS - 2 * RATIO_COLUMNS - SEARCH_COLUMNS - 2 * GAP;
  table.device = take_room(found.device, DEVICE_COLUMNS, &room);
  table.seed = take_room(found.seed, SEED_COLUMNS, &room);
  table.stage = take_room(found.stage, STAGE_COLUMNS, &room);
  table.graph = room / 2 < GRAPH_MOST ? room / 2 : GRAPH_MOST;
  table.heuristic = room - table.graph < HEURISTIC_MOST ? room - table.graph : HEURISTIC_MOST;
  if (table.graph < 1) table.graph = 1;
  if (table.heuristic < 1) table.heuristic = 1;
  return table;
}

void experiment_cell(const Explorer *explorer, Page *page, Style style, int width, const char *text) {
  char clean[256];
  snprintf(clean, sizeof clean, "%s", text);
  text_sanitize(clean);
  page_cell(page, style, width, clean, explorer_glyph(explorer, GLYPH_ELLIPSIS));
}

static void cell(const Table *table, Style style, int width, const char *text) {
  experiment_cell(table->explorer, table->page, style, width, text);
}

// A name, and a blank behind it.
static void name_cell(const Table *table, Style style, int width, const char *text) {
  cell(table, style, width, text);
  cell(table, style, GAP, "");
}

static void add_head(const Table *table) {
  page_line(table->page, PAGE_NO_TAG);
  name_cell(table, STYLE_COLUMN, table->graph, "graph");
  name_cell(table, STYLE_COLUMN, table->heuristic, "heuristic");
  if (table->device) cell(table, STYLE_COLUMN, DEVICE_COLUMNS, "device");
  if (table->stage) cell(table, STYLE_COLUMN, STAGE_COLUMNS, "stage");
  if (table->seed) cell(table, STYLE_COLUMN, -SEED_COLUMNS, "seed");
  cell(table, STYLE_COLUMN, -TIME_COLUMNS, "time");
  cell(table, STYLE_COLUMN, -RATIO_COLUMNS, "ratio");
  cell(table, STYLE_COLUMN, -RATIO_COLUMNS, "of best");
  cell(table, STYLE_COLUMN, -SEARCH_COLUMNS, "search s");
}

// ---- Rows.

static void ratio_cell(const Table *table, double ratio) {
  char number[NUMBER_SIZE];
  snprintf(number, sizeof number, "%.3f", ratio);
  Style style = ratio < 1 - SCORE_TIE ? STYLE_GOOD : ratio > 1 + SCORE_TIE ? STYLE_WARNING : STYLE_TEXT;
  bool known = isfinite(ratio);
  cell(table, known ? style : STYLE_DIM, -RATIO_COLUMNS,
       known ? number : explorer_glyph(table->explorer, GLYPH_NONE));
}

static void add_figures(const Table *table, const BrowsedRow *browsed) {
  char number[NUMBER_SIZE];
  const Row *row = browsed->row;
  const char *none = explorer_glyph(table->explorer, GLYPH_NONE);
  bool timed = text_equal(row->stage, "time");
  cell(table, timed ? STYLE_MEASURED : STYLE_ESTIMATE, -TIME_COLUMNS,
       isfinite(row->time_us) ? number_time(number, row->time_us, table->explorer->glyphs) : none);
  ratio_cell(table, browsed->to_baseline);
  ratio_cell(table, browsed->to_best);
  bool known = isfinite(row->seconds);
  snprintf(number, sizeof number, "%.3g", row->seconds);
  cell(table, STYLE_DIM, -SEARCH_COLUMNS, known ? number : none);
}

static void add_failure(const Table *table, const Row *row) {
  Text text = {0};
  text_printf(&text, "  %s: %s", row_status_name(row->status), row->message);
  int room = table->width - page_column(table->page);
  cell(table, STYLE_BAD, room > 0 ? room : 1, text_get(&text));
  text_free(&text);
}

// Cut in the middle: what tells graphs apart is mostly at the end.
static void graph_cell(const Table *table, Style style, const Row *row) {
  Text name = {0}, cut = {0};
  table_graph_name(row, &name);
  text_cut_middle(text_get(&name), table->graph, explorer_glyph(table->explorer, GLYPH_ELLIPSIS), &cut);
  name_cell(table, style, table->graph, text_get(&cut));
  text_free(&cut);
  text_free(&name);
}

static void add_row(const Table *table, const BrowsedRow *browsed) {
  char number[NUMBER_SIZE] = "";
  Text name = {0};
  const Row *row = browsed->row;
  Style style = browsed->superseded ? STYLE_DIM : STYLE_TEXT;
  graph_cell(table, style, row);
  score_entrant_name(row, &name);
  name_cell(table, style, table->heuristic, text_get(&name));
  text_free(&name);
  if (table->device) cell(table, STYLE_DIM, DEVICE_COLUMNS, row->device);
  if (table->stage) cell(table, STYLE_DIM, STAGE_COLUMNS, row->stage);
  if (row->seed != ROW_UNKNOWN) snprintf(number, sizeof number, "%lld", (long long)row->seed);
  if (table->seed) cell(table, STYLE_DIM, -SEED_COLUMNS, number);
  if (row->status == ROW_OK)
    add_figures(table, browsed);
  else
    add_failure(table, row);
}

// How many there are, which are shown, and what is wrong.
static void add_totals(const Explorer *explorer, Page *page) {
  const StoreView *store = explorer->store;
  int failed = 0;
  for (int i = 0; i < store->browsed->list.count; i++)
    failed += store->browsed->list.data[i].row->status != ROW_OK;
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_STRONG, "%d rows", store->browsed->list.count);
  if (failed) page_add(page, STYLE_BAD, "  %d failed", failed);
  if (store->filter.length)
    page_add(page, STYLE_TEXT, "  %d of: %s", store->count, text_get((Text *)&store->filter));
  page_add(page, STYLE_DIM, "  by %s%s", browsed_sort_name(store->sort), store->reversed ? ", reversed" : "");
  const Scores *scores = &store->browsed->scores;
  if (store->browsed->scored)
    page_add(page, STYLE_DIM, "  ratio: fusible time over that of %s",
             scores->boards.data[0].entrants.data[0].name);
}

static int rows_shown(const StoreView *store) {
  return store->count < SHOWN_MOST ? store->count : SHOWN_MOST;
}

static void make_rows(Explorer *explorer, Page *page, int width) {
  const StoreView *store = explorer->store;
  Table table = table_for(explorer, page, width);
  add_totals(explorer, page);
  if (store->problem.code != STATUS_OK) page_lines(page, width, STYLE_BAD, store->problem.message);
  if (!store->browsed->scored) page_lines(page, width, STYLE_BAD, store->browsed->problem.message);
  add_head(&table);
  page->head = page->lines.count;
  for (int i = 0; i < rows_shown(store); i++) {
    page_line(page, i);
    add_row(&table, store_view_row(store, i));
  }
  if (store->count > rows_shown(store)) {
    page_line(page, PAGE_NO_TAG);
    page_add(page, STYLE_DIM, "%d more: & filters them", store->count - rows_shown(store));
  }
}

static void make(Explorer *explorer, Page *page, int width) {
  if (!explorer->store)
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM,
                   "No experiment is open. Name the folder that 'fusebox experiment run' keeps its rows in, "
                   "and they are listed here, each to be opened with its plan.");
  else if (explorer->store->page == STORE_ROWS)
    make_rows(explorer, page, width);
  else
    experiment_scores_page(explorer, page, width);
}

static int choices(Explorer *explorer) {
  const StoreView *store = explorer->store;
  if (!store) return 0;
  return store->page == STORE_ROWS ? rows_shown(store) : experiment_scores_count(store);
}

// ---- Keys.

static void tell_rows(Explorer *explorer) {
  const StoreView *store = explorer->store;
  explorer_say(explorer, "%d of %d rows by %s%s", store->count, store->browsed->list.count,
               browsed_sort_name(store->sort), store->reversed ? ", reversed" : "");
}

static void changed(Explorer *explorer) {
  store_view_order(explorer->store);
  explorer->choice[TAB_EXPERIMENT] = 0;
  explorer->revision++;
  tell_rows(explorer);
}

static bool has_keys(const Explorer *explorer) {
  return explorer->store && tab_has_keys(explorer, TAB_EXPERIMENT);
}

bool experiment_sort(Explorer *explorer) {
  if (!has_keys(explorer)) return false;
  explorer->store->sort = (BrowsedSort)((explorer->store->sort + 1) % BROWSED_SORT_COUNT);
  changed(explorer);
  return true;
}

bool experiment_reverse(Explorer *explorer) {
  if (!has_keys(explorer)) return false;
  explorer->store->reversed = !explorer->store->reversed;
  changed(explorer);
  return true;
}

static void set_filter(Explorer *explorer, const char *words) {
  StoreView *store = explorer->store;
  Text problem = {0};
  text_clear(&store->filter);
  text_add(&store->filter, words);
  if (store->filter.length) text_sanitize(store->filter.data);
  store->page = STORE_ROWS;
  changed(explorer);
  if (browsed_filter_problem(words, &problem)) explorer_fail(explorer, "%s", text_get(&problem));
  text_free(&problem);
}

static void accept_filter(Explorer *explorer, const char *text, const PickerItem *item) {
  (void)item;
  set_filter(explorer, text);
}

bool experiment_filter(Explorer *explorer) {
  if (!has_keys(explorer)) return false;
  picker_ask(&explorer->picker, "Rows of which all words hold: greedy bert h200 best>1.05 !ok",
             text_get(&explorer->store->filter), accept_filter);
  return true;
}

// Rows, or scores.
static void side(Explorer *explorer, int by) {
  if (!explorer->store) return;
  explorer->store->page = by > 0 ? STORE_SCORES : STORE_ROWS;
  explorer->choice[TAB_EXPERIMENT] = 0;
  explorer->revision++;
}

static void choose(Explorer *explorer, int choice) {
  StoreView *store = explorer->store;
  if (store && store->page == STORE_SCORES) {
    Text words = {0};
    experiment_scores_words(store, choice, &words);
    set_filter(explorer, text_get(&words));
    text_free(&words);
    return;
  }
  const BrowsedRow *row = store ? store_view_row(store, choice) : NULL;
  if (!row) return;
  if (*row->row->plan) {
    store_view_open(explorer, row);
    return;
  }
  Text said = {0};
  text_printf(&said, "%s: %s", row_status_name(row->row->status), row->row->message);
  text_sanitize(said.data);
  explorer_fail(explorer, "%s", text_get(&said));
  text_free(&said);
}

static void show(Explorer *explorer) {
  explorer->revision++;
  if (explorer->store) explorer->zoomed = true;
  tab_show_list(explorer, TAB_EXPERIMENT);
}

// ---- For the loop.

void experiment_begin(Explorer *explorer, StoreView *store) {
  if (!store) return;
  explorer->store = store;
  graph_set_join(store->graphs, explorer);
  show(explorer);
  explorer_say(explorer, "%d rows: Enter opens one, l has the scores, & filters, o sorts",
               store->browsed->list.count);
}

bool experiment_poll(Explorer *explorer) {
  StoreView *store = explorer->store;
  int *choice = &explorer->choice[TAB_EXPERIMENT];
  const BrowsedRow *before = store ? store_view_row(store, *choice) : NULL;
  const char *key = before ? before->row->key : "";
  if (!store_view_poll(store)) return false;
  int found = store->page == STORE_ROWS ? store_view_find(store, key, *choice) : *choice;
  *choice = found < 0 ? 0 : found;
  explorer->revision++;
  return true;
}

static const KeyHint hints[] = {{ACTION_TOGGLE, "open"},   {ACTION_CONSUMER, "scores"},
                                {ACTION_PRODUCER, "rows"}, {ACTION_FILTER, "filter"},
                                {ACTION_SORT, "sort"},     {ACTION_REVERSE, "turn"}};

const Tab tab_experiment = {
    .name = "Experiment",
    .action = TAB_ACTION(EXPERIMENT, "tab: experiment", "<C-x>",
                         "the rows of an experiment's store; Enter opens one with its plan; l: the scores"),
    .subject = SUBJECT_PLAN,
    .show = show,
    .make = make,
    .choices = choices,
    .choose = choose,
    .side = side,
    .hints = hints,
    .hint_count = sizeof hints / sizeof *hints,
};
