// Texts to read above the panes: a picker in which nothing is chosen.
#pragma once

#include "explorer/state/explorer.h"

void texts_open(Explorer *explorer, const char *title); // empty; picker_filter ends it
void texts_add(Explorer *explorer, const char *text);   // as lines, broken to its width
