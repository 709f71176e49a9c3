// Figures as text in fixed widths.
#pragma once

#include "tui/glyph.h"

#include <stdint.h>

enum { NUMBER_SIZE = 32 };
// Three digits: "0.53", "15.2", "418", "1.28k" (thousands), "30.7M"; "0" for nothing.
const char *number_short(char out[NUMBER_SIZE], double number);
// Without a unit: "0.53", "15.2", "3247".
const char *number_microseconds(char out[NUMBER_SIZE], double microseconds);
// With a unit: "15.2 µs", "1.28 ms", "2.10 s".
const char *number_time(char out[NUMBER_SIZE], double microseconds, GlyphSet glyphs);
// With its spread: "62.5 ±0.4 µs", which has the digits of the time, or one of its own where it is smaller.
enum { NUMBER_SPREAD_SIZE = 2 * NUMBER_SIZE };
const char *number_time_spread(char out[NUMBER_SPREAD_SIZE], double microseconds, double spread_us,
                               GlyphSet glyphs);
// A difference with its spread: "-0.60 ±0.57 µs".
const char *number_change_spread(char out[NUMBER_SPREAD_SIZE], double microseconds, double spread_us,
                                 GlyphSet glyphs);
// The spread alone, in microseconds: "±0.4".
const char *number_spread(char out[NUMBER_SIZE], double microseconds, double spread_us, GlyphSet glyphs);
// "33.6 MB", "512 B" (decimal units).
const char *number_bytes(char out[NUMBER_SIZE], double bytes);
// Whole percent of a part of 1. Halves go up, as everywhere for the same figure: occupancies often are
// halves, and printf would make 12 of 12.5 but 38 of 37.5.
int number_percent(double part);
// "1 kernel", "12 kernels".
const char *number_kernels(char out[NUMBER_SIZE], int count);
// Differences, with a sign in front: "-64.0 MB", "+1.20 µs".
const char *number_bytes_change(char out[NUMBER_SIZE], double bytes);
const char *number_time_change(char out[NUMBER_SIZE], double microseconds, GlyphSet glyphs);
