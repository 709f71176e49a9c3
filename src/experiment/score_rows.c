#include "experiment/score_rows.h"

#include "base/hash.h"
#include "base/memory.h"
#include "experiment/score.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// ---- Numbers for names.

typedef struct Numbering {
  NameMap names;
  VECTOR(const Row *) first; // the first row of each name
  int *ranks;                // where each name stands among all
} Numbering;

// `name` is empty after.
static int number_of(Numbering *numbering, Text *name, const Row *row) {
  int64_t number = numbering->names.count;
  if (!namemap_get(&numbering->names, text_get(name), &number)) {
    namemap_set(&numbering->names, text_get(name), number);
    vector_push(&numbering->first, row);
  }
  text_clear(name);
  return (int)number;
}

typedef struct Ranked {
  const Row *row;
  int number;
} Ranked;

static void rank_names(Numbering *numbering, int (*compare)(const void *, const void *)) {
  int count = numbering->first.count;
  Ranked *ranked = memory_alloc(sizeof *ranked * (size_t)(count + 1));
  numbering->ranks = memory_alloc(sizeof *numbering->ranks * (size_t)(count + 1));
  for (int i = 0; i < count; i++)
    ranked[i] = (Ranked){numbering->first.data[i], i};
  qsort(ranked, (size_t)count, sizeof *ranked, compare);
  for (int i = 0; i < count; i++)
    numbering->ranks[ranked[i].number] = i;
  free(ranked);
}

static void free_numbering(Numbering *numbering) {
  namemap_free(&numbering->names);
  vector_free(&numbering->first);
  free(numbering->ranks);
}

static int compare_integers(int64_t a, int64_t b) {
  return (a > b) - (a < b);
}

// Estimates come before what is compiled, and that before what is timed.
static int stage_order(const char *stage) {
  static const char *const stages[] = {"estimate", "compile", "time"};
  int order = 0;
  while (order < 3 && !text_equal(stage, stages[order]))
    order++;
  return order;
}

static int compare_boards(const void *a, const void *b) {
  const Ranked *left = a, *right = b;
  int order = compare_integers(stage_order(left->row->stage), stage_order(right->row->stage));
  if (!order) order = strcmp(left->row->stage, right->row->stage);
  return order ? order : strcmp(left->row->device, right->row->device);
}

static int compare_entrants(const void *a, const void *b) {
  const Ranked *left = a, *right = b;
  int order = strcmp(left->row->heuristic, right->row->heuristic);
  if (!order) order = strcmp(left->row->options, right->row->options);
  return order ? order : strcmp(left->row->start, right->row->start);
}

static int compare_problems(const void *a, const void *b) {
  const Ranked *left = a, *right = b;
  int order = strcmp(left->row->graph, right->row->graph);
  if (!order) order = strcmp(left->row->sizes, right->row->sizes);
  return order ? order : strcmp(left->row->graph_hash, right->row->graph_hash);
}

// ---- Rows.

void score_entrant_name(const Row *row, Text *out) {
  text_add(out, row->heuristic);
  if (*row->options) text_printf(out, " %s", row->options);
  if (*row->start && !text_equal(row->start, "none")) text_printf(out, " from %s", row->start);
}

void score_problem_name(const Row *row, Text *out) {
  text_printf(out, "%s\n%s", *row->graph_hash ? row->graph_hash : row->graph, row->sizes);
}

static bool same_program(const Row *a, const Row *b) {
  return text_equal(a->script_hash, b->script_hash) && text_equal(a->version, b->version);
}

// An entrant is what its newest row is: rows of an earlier script would mix two heuristics under one name.
static void drop_superseded(ScoredRows *scored, int entrants) {
  const Row **newest = memory_alloc(sizeof *newest * (size_t)(entrants + 1));
  int kept = 0, count = scored->list.count;
  for (int i = 0; i < count; i++) {
    const ScoredRow *at = &scored->list.data[i];
    if (!newest[at->entrant] || at->row->at > newest[at->entrant]->at) newest[at->entrant] = at->row;
  }
  for (int i = 0; i < count; i++)
    if (same_program(scored->list.data[i].row, newest[scored->list.data[i].entrant]))
      scored->list.data[kept++] = scored->list.data[i];
  scored->list.count = kept;
  scored->superseded = count - kept;
  free(newest);
}

static int compare_scored(const void *a, const void *b) {
  const ScoredRow *left = a, *right = b;
  int order = compare_integers(left->board, right->board);
  if (!order) order = compare_integers(left->entrant, right->entrant);
  if (!order) order = compare_integers(left->problem, right->problem);
  if (!order) order = compare_integers(left->row->seed, right->row->seed);
  if (!order) order = compare_integers(left->row->repeat, right->row->repeat);
  return order ? order : strcmp(left->row->key, right->row->key);
}

void scored_rows_make(const Rows *rows, ScoredRows *scored) {
  Numbering boards = {0}, entrants = {0}, problems = {0};
  Text name = {0};
  *scored = (ScoredRows){0};
  vector_reserve(&scored->list, rows->list.count);
  for (int i = 0; i < rows->list.count; i++) {
    const Row *row = &rows->list.data[i];
    ScoredRow numbers = {.row = row};
    text_printf(&name, "%s\n%s", row->stage, row->device);
    numbers.board = number_of(&boards, &name, row);
    score_entrant_name(row, &name);
    numbers.entrant = number_of(&entrants, &name, row);
    score_problem_name(row, &name);
    numbers.problem = number_of(&problems, &name, row);
    vector_push(&scored->list, numbers);
  }
  drop_superseded(scored, entrants.names.count);
  rank_names(&boards, compare_boards);
  rank_names(&entrants, compare_entrants);
  rank_names(&problems, compare_problems);
  for (int i = 0; i < scored->list.count; i++) {
    ScoredRow *at = &scored->list.data[i];
    *at = (ScoredRow){at->row, boards.ranks[at->board], entrants.ranks[at->entrant],
                      problems.ranks[at->problem]};
  }
  if (scored->list.count)
    qsort(scored->list.data, (size_t)scored->list.count, sizeof *scored->list.data, compare_scored);
  scored->entrants = entrants.names.count;
  scored->problems = problems.names.count;
  free_numbering(&boards);
  free_numbering(&entrants);
  free_numbering(&problems);
  text_free(&name);
}

void scored_rows_free(ScoredRows *scored) {
  vector_free(&scored->list);
}
