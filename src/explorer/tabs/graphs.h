// The graphs tab, for the loop.
#pragma once

#include "explorer/state/explorer.h"

// Makes it an explorer of the set and shows the list; nothing for a set of one, or NULL.
void graphs_begin(Explorer *explorer, struct GraphSet *set);
// While the tab has the keys; false: it has not.
bool graphs_sort(Explorer *explorer);
bool graphs_reverse(Explorer *explorer);
bool graphs_filter(Explorer *explorer);
bool graphs_poll(Explorer *explorer); // takes over what was read; true when the picture may be another one
