// Numbers as students type them.
#pragma once

#include <stdbool.h>

// Sums, products, powers and brackets of numbers with a point or a comma, thousands divided by commas, each
// with a unit or none: bytes and times of any prefix are turned into `unit`, what is asked for ("": none).
// False: it is no number.
bool guess_number(const char *text, const char *unit, double *number);
// Whether it ends with a unit of its own.
bool guess_has_unit(const char *text);
// Whether it would be right in the unit with another prefix.
bool guess_scale_is_off(double number, double answer, double within, const char *unit);
// Whether it is the unit of what the screen shows of plans: bytes, times, ratios, parts.
bool guess_is_figure(const char *unit);
bool guess_is_time(const char *unit);
bool guess_is_bytes(const char *unit);
