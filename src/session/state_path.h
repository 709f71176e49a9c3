// Files of the user's state folder that are named by a hash.
#pragma once

#include <stdint.h>

// "<state folder>/kind-<16 digits>.json", allocated with malloc.
char *state_path(const char *kind, uint64_t hash);
