// Whether a text tells a figure that a lesson asks for, however it is spelled.
#pragma once

#include <stdbool.h>

// "1.30 µs", "1.3 us" and "0.0013 ms" all tell 1.3 microseconds: numbers with a unit, to three digits.
// `columns`: also those of tables, which leave the unit to the heading (microseconds) or write "302M" of
// bytes. `unit`: of the answer.
bool secret_is_told(const char *text, double answer, const char *unit, bool columns);
