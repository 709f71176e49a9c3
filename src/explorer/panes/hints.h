// Hints: which keys the bottom line names, by the pane with the keys and by what goes on.
#pragma once

#include "explorer/actions/action.h"

typedef struct Hint {
  const Action *action;
  const char *text;
} Hint;

enum { HINTS_MOST = ACTION_COUNT };

// Those that can be done now, most useful first, each action once; returns how many.
int hints_list(Explorer *explorer, Hint out[HINTS_MOST]);
