// What a heuristic says of its own run, by name: of its plan's report.
#pragma once

#include "base/json.h"
#include "base/pack.h"
#include "base/vector.h"

typedef enum FigureKind {
  RUN_FIGURE_INTEGER,
  RUN_FIGURE_NUMBER,
  RUN_FIGURE_BOOL,
  RUN_FIGURE_TEXT
} FigureKind;

typedef struct RunFigure {
  char *name; // letters, digits and _
  FigureKind kind;
  int64_t integer; // also of a BOOL
  double number;   // finite
  char *text;      // one line
} RunFigure;

enum { RUN_FIGURES_MOST = 64, RUN_FIGURE_NAME_MOST = 64, RUN_FIGURE_TEXT_MOST = 4096 };

typedef struct RunFigures {
  VECTOR(RunFigure) list; // ascending by name, each once
} RunFigures;

// Takes the text of `figure`, whose name is nobody's yet; it takes the place of one of the same name. False:
// there is no more room, or that is no name; then nothing is taken.
bool run_figures_set(RunFigures *figures, const char *name, const RunFigure *figure);
void run_figures_clear(RunFigures *figures);
void run_figures_json(const RunFigures *figures,
                      JsonWriter *writer); // a member "report"; nothing when there are none
// "gap=0.01 name=\"in words\" rounds=3": on one line.
void run_figures_text(const RunFigures *figures, Text *out);
// For another process; what is not as it should be is left out.
void run_figures_pack(const RunFigures *figures, Text *out);
bool run_figures_unpack(RunFigures *figures, Unpack *from);
