// What the user set of the heuristics' options.
#pragma once

#include "explorer/state/explorer.h"
#include "explorer/state/option_memory.h"

OptionMemory *options_remembered(const Explorer *explorer);
