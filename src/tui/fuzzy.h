// Fuzzy matching: the pattern's characters occur in the text in order, case ignored (ASCII).
#pragma once

#include <stdbool.h>

// Higher is better: matches at the beginning, at starts of words and in a row count more, long texts less.
// 0: no match. An empty pattern matches everything with 1.
int fuzzy_score(const char *pattern, const char *text);
// Plain search: `part` occurs in `text`, case ignored (ASCII). An empty part never does.
bool fuzzy_contains(const char *text, const char *part);
const char *fuzzy_find(const char *text, const char *part); // where it occurs first; NULL
