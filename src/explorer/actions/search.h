// The search of ops on the screen.
#pragma once

#include "explorer/state/explorer.h"
#include "explorer/state/search.h"

const Search *search_of(const Explorer *explorer);
const char *search_typed(const Explorer *explorer);        // in the line that is open
bool search_is_known(const Explorer *explorer);            // where the keys are: something to find again
void search_event(Explorer *explorer, const Event *event); // while its line is open
