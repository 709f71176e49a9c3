#include "experiment/score.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/statistics.h"
#include "experiment/score_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_MOST = 1 << 24 }; // of a board: 0.8 GB

static bool is_solved(const Row *row) {
  return row->status == ROW_OK && isfinite(row->fusible_us);
}

static ScoreCell *cell_at(const ScoreBoard *board, int entrant, int problem) {
  return &board->cells[(size_t)entrant * (size_t)board->problems.count + (size_t)problem];
}

const ScoreCell *score_cell(const ScoreBoard *board, int entrant, int problem) {
  return cell_at(board, entrant, problem);
}

// ---- The baseline.

bool score_is_named(const Row *row, const char *wanted) {
  Text name = {0};
  score_entrant_name(row, &name);
  bool named = text_equal(row->heuristic, wanted) || text_equal(text_get(&name), wanted);
  text_free(&name);
  return named;
}

static int find_named(const ScoredRow *rows, int count, const char *wanted, bool solved) {
  for (int i = 0; i < count; i++)
    if ((!solved || is_solved(rows[i].row)) && score_is_named(rows[i].row, wanted)) return rows[i].entrant;
  return -1;
}

// Without one that is asked for: what people compare with, where it was run.
static int find_baseline(const ScoredRow *rows, int count, const char *wanted) {
  if (wanted) return find_named(rows, count, wanted, false);
  int found = find_named(rows, count, "compiler", true);
  if (found < 0) found = find_named(rows, count, "none", true);
  return found < 0 ? rows[0].entrant : found;
}

// ---- Which entrants and problems a board has.

static int place(int *places, int number, int *count) {
  if (places[number] < 0) places[number] = (*count)++;
  return places[number];
}

static int *no_places(int count) {
  int *places = memory_alloc(sizeof *places * (size_t)(count + 1));
  memset(places, 0xff, sizeof *places * (size_t)(count + 1));
  return places;
}

static void add_entrants(ScoreBoard *board, ScoredRow *rows, int count, int baseline, int numbers) {
  int *places = no_places(numbers), placed = 0;
  place(places, baseline, &placed);
  for (int i = 0; i < count; i++)
    place(places, rows[i].entrant, &placed);
  vector_reserve(&board->entrants, placed);
  board->entrants.count = placed;
  memset(board->entrants.data, 0, sizeof *board->entrants.data * (size_t)placed);
  for (int i = 0; i < count; i++) {
    ScoreEntrant *entrant = &board->entrants.data[rows[i].entrant = places[rows[i].entrant]];
    if (entrant->name) continue;
    Text name = {0};
    score_entrant_name(rows[i].row, &name);
    *entrant = (ScoreEntrant){text_take(&name), rows[i].row};
  }
  free(places);
}

// Graphs of one step: those of one log, and the forward and backward pass in one folder.
static void add_family(const char *graph, Text *out) {
  static const char *const parts[] = {"forward", "backward", "inference", "joint"};
  const char *number = strrchr(graph, '#'), *name = strrchr(graph, '/');
  size_t length = number ? (size_t)(number - graph) : strlen(graph);
  for (size_t i = 0; !number && name && i < sizeof parts / sizeof *parts; i++)
    if (text_starts(name + 1, parts[i])) length = (size_t)(name - graph);
  text_add_bytes(out, graph, length);
}

static int family_of(NameMap *families, const char *graph) {
  Text name = {0};
  add_family(graph, &name);
  int64_t family = families->count;
  if (!namemap_get(families, text_get(&name), &family)) namemap_set(families, text_get(&name), family);
  text_free(&name);
  return (int)family;
}

// In the order of their numbers, which is that of their names.
static void add_problems(ScoreBoard *board, ScoredRow *rows, int count, int numbers) {
  const Row **first = memory_alloc(sizeof *first * (size_t)(numbers + 1));
  int *places = no_places(numbers);
  NameMap families = {0};
  for (int i = 0; i < count; i++)
    if (!first[rows[i].problem]) first[rows[i].problem] = rows[i].row;
  for (int i = 0; i < numbers; i++) {
    if (!first[i]) continue;
    places[i] = board->problems.count;
    vector_push(&board->problems, (ScoreProblem){first[i], family_of(&families, first[i]->graph), NULL});
  }
  for (int i = 0; i < count; i++)
    rows[i].problem = places[rows[i].problem];
  board->families = families.count;
  namemap_free(&families);
  free(places);
  free(first);
}

// ---- Cells, of rows that are in their order.

static double median_of(const double *samples, int count, double *room) {
  memcpy(room, samples, sizeof *room * (size_t)count);
  return statistics_median(room, count);
}

static void add_samples(ScoreBoard *board, ScoreCell *cell, const ScoredRow *rows, int count) {
  ScoreProblem *problem = &board->problems.data[rows[0].problem];
  for (int i = 0; i < count; i++) {
    const Row *row = rows[i].row;
    cell->failed += !is_solved(row);
    if (!is_solved(row)) continue;
    board->fusible_us[cell->first + cell->count] = row->fusible_us;
    board->total_us[cell->first + cell->count++] = row->time_us;
    if (!problem->best || row->fusible_us < problem->best->fusible_us) problem->best = row;
  }
}

static double mean_seconds(const ScoredRow *rows, int count) {
  double sum = 0;
  int known = 0;
  for (int i = 0; i < count; i++)
    if (isfinite(rows[i].row->seconds)) sum += rows[i].row->seconds, known++;
  return known ? sum / known : NAN;
}

static const Row *median_row(const ScoredRow *rows, int count, double median) {
  const Row *nearest = rows[0].row;
  double distance = INFINITY;
  for (int i = 0; i < count; i++) {
    const Row *row = rows[i].row;
    if (!is_solved(row) || !(fabs(row->fusible_us - median) < distance)) continue;
    distance = fabs(row->fusible_us - median);
    nearest = row;
  }
  return nearest;
}

static void fill_cell(ScoreBoard *board, int first, const ScoredRow *rows, int count, double *room) {
  ScoreCell *cell = cell_at(board, rows[0].entrant, rows[0].problem);
  cell->first = first;
  add_samples(board, cell, rows, count);
  cell->fusible_us = median_of(board->fusible_us + first, cell->count, room);
  cell->total_us = median_of(board->total_us + first, cell->count, room);
  cell->seconds = mean_seconds(rows, count);
  cell->row = median_row(rows, count, cell->fusible_us);
}

static void fill_cells(ScoreBoard *board, const ScoredRow *rows, int count) {
  int cells = board->entrants.count * board->problems.count;
  double *room = memory_alloc(sizeof *room * (size_t)count);
  board->cells = memory_alloc(sizeof *board->cells * (size_t)cells);
  board->fusible_us = memory_alloc(sizeof *board->fusible_us * (size_t)count);
  board->total_us = memory_alloc(sizeof *board->total_us * (size_t)count);
  for (int i = 0; i < cells; i++)
    board->cells[i].fusible_us = board->cells[i].total_us = board->cells[i].seconds = NAN;
  for (int i = 0, next; i < count; i = next) {
    for (next = i + 1;
         next < count && rows[next].entrant == rows[i].entrant && rows[next].problem == rows[i].problem;)
      next++;
    fill_cell(board, i, &rows[i], next - i, room);
  }
  free(room);
}

// ---- Boards.

static bool has_time(const ScoredRow *rows, int count) {
  for (int i = 0; i < count; i++)
    if (is_solved(rows[i].row)) return true;
  return false;
}

static void name_entrants(const ScoredRow *rows, int count, Text *out) {
  for (int i = 0; i < count; i++) {
    if (i && rows[i].entrant == rows[i - 1].entrant) continue;
    text_add(out, i ? ", " : "");
    score_entrant_name(rows[i].row, out);
  }
}

static bool no_baseline(const ScoredRow *rows, int count, const char *baseline, Status *status) {
  Text names = {0};
  name_entrants(rows, count, &names);
  status_fail(status, STATUS_INPUT, "no row of %s on %s is of the baseline \"%s\": there are %s",
              rows[0].row->stage, rows[0].row->device, baseline, text_get(&names));
  text_free(&names);
  return false;
}

static bool add_board(const ScoredRows *scored, ScoredRow *rows, int count, const char *baseline,
                      Scores *scores, Status *status) {
  int base = find_baseline(rows, count, baseline);
  if (base < 0) return no_baseline(rows, count, baseline, status);
  ScoreBoard board = {.stage = rows[0].row->stage, .device = rows[0].row->device};
  add_entrants(&board, rows, count, base, scored->entrants);
  add_problems(&board, rows, count, scored->problems);
  vector_push(&scores->boards, board);
  if ((int64_t)board.entrants.count * board.problems.count > CELLS_MOST)
    return status_fail(status, STATUS_INPUT, "%d heuristics on %d graphs are more than a table can hold",
                       board.entrants.count, board.problems.count);
  fill_cells(&scores->boards.data[scores->boards.count - 1], rows, count);
  return true;
}

bool scores_make(const Rows *rows, const char *baseline, Scores *scores, Status *status) {
  ScoredRows scored;
  bool good = true;
  *scores = (Scores){0};
  scored_rows_make(rows, &scored);
  scores->superseded = scored.superseded;
  for (int i = 0, next; good && i < scored.list.count; i = next) {
    for (next = i + 1; next < scored.list.count && scored.list.data[next].board == scored.list.data[i].board;)
      next++;
    if (has_time(&scored.list.data[i], next - i))
      good = add_board(&scored, &scored.list.data[i], next - i, baseline, scores, status);
  }
  scored_rows_free(&scored);
  if (good && scores->boards.count == 0)
    good = status_fail(status, STATUS_INPUT, "no row has a time yet: of %d rows none ended well",
                       rows->list.count);
  return good;
}

void scores_free(Scores *scores) {
  for (int i = 0; i < scores->boards.count; i++) {
    ScoreBoard *board = &scores->boards.data[i];
    for (int entrant = 0; entrant < board->entrants.count; entrant++)
      free(board->entrants.data[entrant].name);
    vector_free(&board->entrants);
    vector_free(&board->problems);
    free(board->cells);
    free(board->fusible_us);
    free(board->total_us);
  }
  vector_free(&scores->boards);
}
