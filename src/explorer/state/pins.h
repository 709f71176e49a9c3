// Pins of an op: "always together with", "never together with" another one.
#pragma once

#include "explorer/state/explorer.h"

// The pins that the op stands in: "always with sq, never with n"; false when there are none.
bool pins_text(const Explorer *explorer, int op, Text *out);
// What marks the op in the ops pane: pinned together, apart, or nothing ("").
const char *pins_mark(const Explorer *explorer, int op);
