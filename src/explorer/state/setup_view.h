// The explorer at other sizes, or on another device.
#pragma once

#include "explorer/state/explorer.h"
#include "session/setup.h"

// Binds sizes, or takes another device (NULL: the same), as a task; says what that changes. `then` (NULL:
// nothing) is called when it was done.
void setup_start(Explorer *explorer, const SizeBinding *sizes, int count, const char *device,
                 void (*then)(Explorer *));
// "rows=4096, cols=1024": the graph's sizes; nothing when it names none.
void setup_sizes_text(const Graph *graph, Text *out);
