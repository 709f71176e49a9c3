// The sweep tab's state: asking in the background.
#pragma once

#include "session/sweep.h"

struct Explorer;

// Zero-initialized: nothing is swept yet.
typedef struct SweepView {
  Sweep sweep;
  int size;     // of the graph's named ones
  int64_t from; // its value around which is swept
  uint64_t key; // of all else that the points depend on, see sweep_view_look
} SweepView;

// Brings it in step with plan, sizes and device: asked about anew when one of them changed, but for the swept
// size itself. False when the graph names no sizes.
bool sweep_view_look(struct Explorer *explorer);
void sweep_view_turn(struct Explorer *explorer); // to the next of the graph's sizes
// Asks while the tab is shown; stops after about `milliseconds` (negative: never). True when all is known.
bool sweep_view_work(struct Explorer *explorer, double milliseconds);
void sweep_view_free(SweepView *view);
