// The user's editor: $VISUAL, $EDITOR or vi, at a line of a file.
#pragma once

#include "base/status.h"

#include <signal.h>
#include <stdbool.h>

// Runs it and waits for its end, on a terminal that was given back before. `signals`: the mask that it gets.
bool editor_run(const char *path, int line, const sigset_t *signals, Status *status);
