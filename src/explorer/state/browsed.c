#include "explorer/state/browsed.h"

#include "base/hash.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

// ---- Beside what.

// Which board's problem, or entrant, a text names: their numbers in one.
static int64_t join(int board, int number) {
  return (int64_t)board << 32 | number;
}

static void name_place(const Row *row, bool problem, Text *out) {
  text_clear(out);
  text_printf(out, "%s\n%s\n%c", row->stage, row->device, problem ? 'p' : 'e');
  if (problem)
    score_problem_name(row, out);
  else
    score_entrant_name(row, out);
}

static void add_places(const Scores *scores, NameMap *places) {
  Text name = {0};
  for (int i = 0; i < scores->boards.count; i++) {
    const ScoreBoard *board = &scores->boards.data[i];
    for (int problem = 0; problem < board->problems.count; problem++) {
      name_place(board->problems.data[problem].row, true, &name);
      namemap_set(places, text_get(&name), join(i, problem));
    }
    for (int entrant = 0; entrant < board->entrants.count; entrant++) {
      name_place(board->entrants.data[entrant].row, false, &name);
      namemap_set(places, text_get(&name), join(i, entrant));
    }
  }
  text_free(&name);
}

static double over(double time, double other) {
  if (time == 0 && other == 0) return 1;
  return isfinite(time) && other > 0 ? time / other : NAN;
}

static void set_beside(BrowsedRow *browsed, const ScoreBoard *board, int problem) {
  const ScoreCell *baseline = score_cell(board, 0, problem);
  bool ended_well = browsed->row->status == ROW_OK;
  browsed->best = board->problems.data[problem].best;
  browsed->baseline = baseline->count ? baseline->row : NULL;
  if (!ended_well) return;
  browsed->to_baseline = over(browsed->row->fusible_us, baseline->fusible_us);
  if (browsed->best) browsed->to_best = over(browsed->row->fusible_us, browsed->best->fusible_us);
}

static bool is_superseded(const Row *row, const Row *newest) {
  return !text_equal(row->script_hash, newest->script_hash) || !text_equal(row->version, newest->version);
}

static BrowsedRow set_row(const Browsed *all, const Row *row, const NameMap *places, Text *name) {
  BrowsedRow browsed = {.row = row, .to_baseline = NAN, .to_best = NAN};
  int64_t at;
  name_place(row, true, name);
  if (namemap_get(places, text_get(name), &at))
    set_beside(&browsed, &all->scores.boards.data[at >> 32], (int)(at & INT32_MAX));
  name_place(row, false, name);
  if (namemap_get(places, text_get(name), &at)) {
    const ScoreBoard *board = &all->scores.boards.data[at >> 32];
    browsed.superseded = is_superseded(row, board->entrants.data[at & INT32_MAX].row);
  }
  return browsed;
}

static void summarise(Browsed *browsed) {
  int count = browsed->scores.boards.count;
  browsed->summaries = memory_alloc(sizeof *browsed->summaries * (size_t)(count + 1));
  browsed->common = memory_alloc(sizeof *browsed->common * (size_t)(count + 1));
  for (int i = 0; i < count; i++)
    browsed->summaries[i] = score_summaries(&browsed->scores.boards.data[i], &browsed->common[i]);
}

Browsed *browsed_new(const Rows *rows, const char *baseline) {
  Browsed *browsed = memory_alloc(sizeof *browsed);
  NameMap places = {0};
  Text name = {0};
  *browsed = (Browsed){0};
  for (int i = 0; i < rows->list.count; i++)
    vector_push(&browsed->rows.list, rows->list.data[i]);
  browsed->scored = scores_make(&browsed->rows, baseline, &browsed->scores, &browsed->problem);
  if (!browsed->scored) {
    scores_free(&browsed->scores);
    browsed->scores = (Scores){0};
  }
  summarise(browsed);
  add_places(&browsed->scores, &places);
  for (int i = 0; i < browsed->rows.list.count; i++)
    vector_push(&browsed->list, set_row(browsed, &browsed->rows.list.data[i], &places, &name));
  namemap_free(&places);
  text_free(&name);
  return browsed;
}

void browsed_free(Browsed *browsed) {
  if (!browsed) return;
  for (int i = 0; i < browsed->scores.boards.count; i++)
    free(browsed->summaries[i]);
  free(browsed->summaries);
  free(browsed->common);
  scores_free(&browsed->scores);
  vector_free(&browsed->rows.list); // the texts are another's
  vector_free(&browsed->list);
  free(browsed);
}
