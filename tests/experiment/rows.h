// Made-up rows for the tests of what reads them: one entrant's samples on one graph at a time.
#pragma once

#include "experiment/row.h"
#include "test.h"

#include <stdio.h>

typedef struct MadeRow {
  const char *graph, *heuristic, *options;
  double fusible_us; // 0: the row failed
  int seed;          // ROW_UNKNOWN: none
  const char *script;
  int at;
} MadeRow;

static inline void rows_add(Rows *rows, MadeRow made) {
  if (!rows->arena) rows->arena = arena_new();
  Row row = row_unknown();
  row.key = arena_printf(rows->arena, "%032x", rows->list.count);
  row.graph = made.graph;
  row.graph_hash = arena_printf(rows->arena, "h-%s", made.graph);
  row.heuristic = made.heuristic;
  row.options = made.options ? made.options : "";
  row.script_hash = made.script ? made.script : "";
  row.start = "none";
  row.device = "h200";
  row.stage = "estimate";
  row.version = "1";
  row.seed = made.seed;
  row.repeat = 1;
  row.seconds = 0.5;
  row.at = made.at;
  row.status = made.fusible_us > 0 ? ROW_OK : ROW_FAILED;
  if (made.fusible_us > 0) {
    row.plan = arena_printf(rows->arena, "p%d", rows->list.count);
    row.fusible_us = made.fusible_us;
    row.library_us = 100;
    row.time_us = made.fusible_us + 100;
    row.kernels = 3;
  } else
    row.message = "line 3: no \"such\" kernel";
  vector_push(&rows->list, row);
}

// The rows of expected.py, in an order of their own.
static inline Rows made_rows(void) {
  static const char *const graphs[] = {"m1/forward", "m1/backward", "b", "c", "d", "e", "f", "g"};
  static const double beam[][3] = {{9, 8, 10},   {18, 25, 17}, {30, 31, 29}, {20, 22, 26},
                                   {55, 45, 50}, {60, 60, 60}, {77, 70, 63}, {72, 70, 71}};
  static const double greedy[] = {9, 30, 30, 20, 55, 54, 0, 80};
  Rows rows = {0};
  for (int i = 7; i >= 0; i--) {
    rows_add(&rows, (MadeRow){graphs[i], "greedy", "", greedy[i], ROW_UNKNOWN, "s2", 20});
    for (int seed = 0; seed < 3; seed++)
      rows_add(&rows, (MadeRow){graphs[i], "beam", "width=8", beam[i][seed], seed + 1, "b", 20});
    rows_add(&rows, (MadeRow){graphs[i], "compiler", "", 10.0 * (i + 1), ROW_UNKNOWN, "", 20});
    if (i == 3 || i == 4) rows_add(&rows, (MadeRow){graphs[i], "rarely", "", 10, ROW_UNKNOWN, "r", 20});
  }
  // An earlier greedy, which was worse.
  rows_add(&rows, (MadeRow){"b", "greedy", "", 500, ROW_UNKNOWN, "s1", 10});
  return rows;
}
