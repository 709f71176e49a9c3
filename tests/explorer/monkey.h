// A monkey at the keyboard: what it types, and what must hold of every picture that it gets to see.
#pragma once

#include "base/random.h"
#include "explorer/state/explorer.h"

typedef struct Hands {
  Random random;
  Text bytes; // what it types next, as a terminal sends it
} Hands;

// Fills hands->bytes with the next thing to do to a screen of that size: keys, clicks, pastes, garbage.
void hands_move(Hands *hands, int width, int height);
void hands_free(Hands *hands);

// What must hold after every event, of state and picture; fails the test when it does not.
void monkey_check_frame(const Explorer *explorer, const Grid *grid);
// What takes longer: rows, figures and plan from scratch, undo and redo, the same picture when drawn again.
void monkey_check_whole(Explorer *explorer, Grid *grid);
