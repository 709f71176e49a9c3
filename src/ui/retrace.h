// Replay: the plan as it was at each step of the heuristic that was run last. While a replay is open, the
// session's plan is at that step inside an open group of edits: all panes show it, leaving takes the group
// back, adopting keeps it as one undo entry.
#pragma once

#include "script/trail.h"

struct Explorer;

typedef struct Retrace {
  Trail *trail; // NULL: no heuristic was run
  char *name;   // of the heuristic
  bool open;
  int at;     // steps that the plan has, while open
  int target; // that it is to have
  int shown;  // selected when the page was made
} Retrace;

void retrace_take(struct Explorer *explorer, Trail *trail, const char *name); // the trail becomes its own
void retrace_free(struct Explorer *explorer);                                 // leaves
void retrace_open(struct Explorer *explorer, int step);
void retrace_leave(struct Explorer *explorer); // nothing when none is open
void retrace_adopt(struct Explorer *explorer);
void retrace_follow(struct Explorer *explorer); // the selected step is where it goes
// Towards its target; true when there.
bool retrace_work(struct Explorer *explorer, double milliseconds);
