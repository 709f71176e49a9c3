// HLO text, for the list of graphs.
#pragma once

#include <stdbool.h>
#include <stddef.h>

bool hlo_is_text(const char *text, size_t length); // by how it begins
// Of the graphs that it holds: the entry, loop bodies and branches; 0: it cannot be read.
int hlo_count(const char *text, size_t length);
