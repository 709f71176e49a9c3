// Replay: the plan as it was at each step of a heuristic's run: the last one, or one of those before. While a
// replay is open, the session's plan is at that step inside an open group of edits: all panes show it,
// leaving takes the group back, adopting keeps it as one undo entry.
#pragma once

#include "script/trail.h"

struct Explorer;

enum { RETRACE_RUNS_MOST = 8 }; // that can be gone back to

typedef struct RetraceRun {
  Trail *trail;
  char *name; // of the heuristic with its options, as its plan is kept; or of the compiler
} RetraceRun;

typedef struct Retrace {
  VECTOR(RetraceRun) runs; // the last one at the end
  const Trail *trail;      // of the one that is replayed; NULL: none was run
  const char *name;        // and its name
  bool open;
  int at;     // steps that the plan has, while open
  int target; // that it is to have
  int shown;  // selected when the page was made
} Retrace;

const Retrace *retrace_of(const struct Explorer *explorer);
// Takes a run in, in the place of one of that name, and replays it; the trail becomes its own.
void retrace_take(struct Explorer *explorer, Trail *trail, const char *name);
int retrace_find(const Retrace *replay, const char *name); // a run; -1: there is none
void retrace_show(struct Explorer *explorer, int run);     // replays one of the runs from now on
void retrace_open(struct Explorer *explorer, int step);
void retrace_leave(struct Explorer *explorer); // nothing when none is open
void retrace_adopt(struct Explorer *explorer);
void retrace_follow(struct Explorer *explorer); // the selected step is where it goes
