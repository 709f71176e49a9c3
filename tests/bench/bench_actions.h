// Every key of the explorer's table of actions, one after another.
#pragma once

#include "pty_program.h"

// Types the first key of each action three times in a graph, and prints the ten that took a processor
// longest.
void bench_actions(const char *path, const char *name, int width, int height);
