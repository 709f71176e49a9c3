// The search of ops on the screen.
#pragma once

#include "explorer/state/explorer.h"
#include "explorer/state/search.h"

const Search *search_of(const Explorer *explorer);
void search_event(Explorer *explorer, const Event *event); // while its line is open
