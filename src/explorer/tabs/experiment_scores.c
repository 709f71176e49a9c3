// The scores of a store: of each stage and device a line for each heuristic.
#include "experiment/table.h"
#include "explorer/tabs/experiment.h"
#include "tui/number.h"

#include <math.h>
#include <stdio.h>

enum {
  GRAPHS_COLUMNS = 7,
  FAILED_COLUMNS = 7,
  MEAN_COLUMNS = 8,
  INTERVAL_COLUMNS = 17,
  TOTAL_COLUMNS = 8,
  OUTCOME_COLUMNS = 14,
  WORST_COLUMNS = 8,
  NAME_LEAST = 14,
  NAME_MOST = 48,
};

typedef struct Columns {
  const Explorer *explorer;
  Page *page;
  int width, name;
  bool total, outcome, worst; // there is room
} Columns;

static bool take_room(int columns, int *room) {
  bool fits = *room - columns >= NAME_LEAST;
  *room -= fits ? columns : 0;
  return fits;
}

static Columns columns_for(const Explorer *explorer, Page *page, int width) {
  int room = width - GRAPHS_COLUMNS - FAILED_COLUMNS - MEAN_COLUMNS - INTERVAL_COLUMNS;
  Columns columns = {.explorer = explorer, .page = page, .width = width};
  columns.outcome = take_room(OUTCOME_COLUMNS, &room);
  columns.total = take_room(TOTAL_COLUMNS, &room);
  columns.worst = take_room(2 * WORST_COLUMNS, &room);
  columns.name = room < 1 ? 1 : room < NAME_MOST ? room : NAME_MOST;
  return columns;
}

static void cell(const Columns *columns, Style style, int width, const char *text) {
  experiment_cell(columns->explorer, columns->page, style, width, text);
}

static void figure(const Columns *columns, Style style, int width, double value) {
  char number[NUMBER_SIZE];
  snprintf(number, sizeof number, "%.3f", value);
  cell(columns, style, -width, isfinite(value) ? number : explorer_glyph(columns->explorer, GLYPH_NONE));
}

static void add_head(const Columns *columns) {
  page_line(columns->page, PAGE_NO_TAG);
  cell(columns, STYLE_COLUMN, columns->name, "heuristic");
  cell(columns, STYLE_COLUMN, -GRAPHS_COLUMNS, "graphs");
  cell(columns, STYLE_COLUMN, -FAILED_COLUMNS, "failed");
  cell(columns, STYLE_COLUMN, -MEAN_COLUMNS, "fusible");
  cell(columns, STYLE_COLUMN, INTERVAL_COLUMNS, "  95 % interval");
  if (columns->total) cell(columns, STYLE_COLUMN, -TOTAL_COLUMNS, "total");
  if (columns->outcome) cell(columns, STYLE_COLUMN, -OUTCOME_COLUMNS, "win/tie/loss");
  if (columns->worst) cell(columns, STYLE_COLUMN, 2 * WORST_COLUMNS, "   worst");
}

static void add_interval(const Columns *columns, const ScoreSummary *summary, bool baseline) {
  char interval[48] = "";
  if (isfinite(summary->low))
    snprintf(interval, sizeof interval, "  [%.3f, %.3f]", summary->low, summary->high);
  else if (!baseline)
    snprintf(interval, sizeof interval, "  too few");
  cell(columns, STYLE_DIM, INTERVAL_COLUMNS, interval);
}

static void add_worst(const Columns *columns, const ScoreBoard *board, const ScoreSummary *summary) {
  Text text = {0};
  int room = columns->width - page_column(columns->page);
  text_printf(&text, "   %.2f ", summary->worst);
  table_graph_name(board->problems.data[summary->worst_problem].row, &text);
  cell(columns, STYLE_TEXT, room > 0 ? room : 1, text_get(&text));
  text_free(&text);
}

static void add_entrant(const Columns *columns, const ScoreBoard *board, int entrant,
                        const ScoreSummary *summary) {
  char number[48];
  Style style = summary->high < 1 ? STYLE_GOOD : summary->low > 1 ? STYLE_WARNING : STYLE_TEXT;
  cell(columns, STYLE_TEXT, columns->name, board->entrants.data[entrant].name);
  snprintf(number, sizeof number, "%d", summary->solved);
  cell(columns, STYLE_TEXT, -GRAPHS_COLUMNS, number);
  snprintf(number, sizeof number, "%d", summary->failed);
  cell(columns, summary->failed ? STYLE_BAD : STYLE_DIM, -FAILED_COLUMNS, number);
  figure(columns, style, MEAN_COLUMNS, summary->mean);
  add_interval(columns, summary, entrant == 0);
  if (columns->total) figure(columns, STYLE_TEXT, TOTAL_COLUMNS, summary->total);
  snprintf(number, sizeof number, "%d/%d/%d", summary->wins, summary->ties, summary->losses);
  if (columns->outcome) cell(columns, STYLE_TEXT, -OUTCOME_COLUMNS, entrant ? number : "baseline");
  if (columns->worst && entrant && summary->worst_problem >= 0) add_worst(columns, board, summary);
}

static void add_board(const Columns *columns, const Browsed *browsed, int number, int *tag) {
  const ScoreBoard *board = &browsed->scores.boards.data[number];
  char title[200];
  page_line(columns->page, PAGE_NO_TAG);
  snprintf(title, sizeof title, "%s on %s: fusible time over that of %s, mean over %d of %d graphs",
           board->stage, board->device, board->entrants.data[0].name, browsed->common[number],
           board->problems.count);
  cell(columns, STYLE_STRONG, columns->width, title);
  add_head(columns);
  for (int entrant = 0; entrant < board->entrants.count; entrant++) {
    page_line(columns->page, (*tag)++);
    add_entrant(columns, board, entrant, &browsed->summaries[number][entrant]);
  }
  page_line(columns->page, PAGE_NO_TAG);
}

void experiment_scores_page(const Explorer *explorer, Page *page, int width) {
  const Browsed *browsed = explorer->store->browsed;
  Columns columns = columns_for(explorer, page, width);
  int tag = 0;
  for (int i = 0; i < browsed->scores.boards.count; i++)
    add_board(&columns, browsed, i, &tag);
  page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM,
                 tag ? "Enter lists the heuristic's rows; h goes back to all. 'fusebox experiment table' "
                       "prints this, and says how it is made."
                     : "No row has a time yet.");
}

int experiment_scores_count(const StoreView *store) {
  int count = 0;
  for (int i = 0; i < store->browsed->scores.boards.count; i++)
    count += store->browsed->scores.boards.data[i].entrants.count;
  return count;
}

void experiment_scores_words(const StoreView *store, int choice, Text *out) {
  for (int i = 0; i < store->browsed->scores.boards.count; i++) {
    const ScoreBoard *board = &store->browsed->scores.boards.data[i];
    if (choice < board->entrants.count) {
      text_printf(out, "%s %s %s", board->entrants.data[choice].name, board->stage, board->device);
      return;
    }
    choice -= board->entrants.count;
  }
}
