// Figures as text.
#include "tui/number.h"

#include "base/text.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// Digits behind the point that make three significant ones, where there are not more before it.
static int decimals_of(double number) {
  return number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2;
}

static void three_digits(char *out, double number) {
  snprintf(out, NUMBER_SIZE, "%.*f", decimals_of(number), number);
}

const char *number_short(char out[NUMBER_SIZE], double number) {
  static const char *const suffixes[] = {"", "k", "M", "G", "T", "P", "E"};
  double magnitude = fabs(number);
  size_t suffix = 0;
  for (; magnitude >= 999.5 && suffix + 1 < sizeof suffixes / sizeof *suffixes; suffix++)
    magnitude /= 1000;
  char digits[NUMBER_SIZE];
  if (suffix == 0 && magnitude == floor(magnitude))
    snprintf(digits, sizeof digits, "%.0f", magnitude);
  else
    three_digits(digits, magnitude);
  snprintf(out, NUMBER_SIZE, "%s%.24s%s", number < 0 ? "-" : "", digits, suffixes[suffix]);
  return out;
}

const char *number_microseconds(char out[NUMBER_SIZE], double microseconds) {
  three_digits(out, microseconds);
  return out;
}

int number_percent(double part) {
  return (int)floor(100 * part + 0.5);
}

// The unit that a time is told in; *scale: microseconds in it.
static const char *unit_of(double microseconds, GlyphSet glyphs, double *scale) {
  double magnitude = fabs(microseconds);
  *scale = magnitude < 999.5 ? 1 : magnitude < 999.5e3 ? 1e3 : 1e6;
  return magnitude < 999.5 ? glyph_get(glyphs, GLYPH_MICRO) : magnitude < 999.5e3 ? "ms" : "s";
}

const char *number_time(char out[NUMBER_SIZE], double microseconds, GlyphSet glyphs) {
  char digits[NUMBER_SIZE];
  double scale;
  const char *unit = unit_of(microseconds, glyphs, &scale);
  three_digits(digits, fabs(microseconds) / scale);
  snprintf(out, NUMBER_SIZE, "%s%.20s %s", microseconds < 0 ? "-" : "", digits, unit);
  return out;
}

static void spread_digits(char *out, double number, double spread) {
  int decimals = decimals_of(number);
  bool vanishes = spread > 0 && spread < 0.5 * pow(10, -decimals);
  snprintf(out, NUMBER_SIZE, vanishes ? "%.*g" : "%.*f", vanishes ? 1 : decimals, spread);
}

const char *number_time_spread(char out[NUMBER_SPREAD_SIZE], double microseconds, double spread_us,
                               GlyphSet glyphs) {
  char digits[NUMBER_SIZE], spread[NUMBER_SIZE];
  double scale;
  const char *unit = unit_of(microseconds, glyphs, &scale);
  three_digits(digits, fabs(microseconds) / scale);
  spread_digits(spread, fabs(microseconds) / scale, spread_us / scale);
  snprintf(out, NUMBER_SPREAD_SIZE, "%s%.16s %.4s%.16s %.8s", microseconds < 0 ? "-" : "", digits,
           glyph_get(glyphs, GLYPH_PLUS_MINUS), spread, unit);
  return out;
}

const char *number_change_spread(char out[NUMBER_SPREAD_SIZE], double microseconds, double spread_us,
                                 GlyphSet glyphs) {
  char text[NUMBER_SPREAD_SIZE];
  number_time_spread(text, microseconds, spread_us, glyphs);
  snprintf(out, NUMBER_SPREAD_SIZE, "%s%.60s", microseconds > 0 ? "+" : "", text);
  return out;
}

const char *number_spread(char out[NUMBER_SIZE], double microseconds, double spread_us, GlyphSet glyphs) {
  char spread[NUMBER_SIZE];
  spread_digits(spread, microseconds, spread_us);
  snprintf(out, NUMBER_SIZE, "%s%.20s", glyph_get(glyphs, GLYPH_PLUS_MINUS), spread);
  return out;
}

const char *number_bytes(char out[NUMBER_SIZE], double bytes) {
  return text_bytes(out, bytes);
}

const char *number_kernels(char out[NUMBER_SIZE], int count) {
  snprintf(out, NUMBER_SIZE, "%d kernel%s", count, count == 1 ? "" : "s");
  return out;
}

static const char *with_sign(char out[NUMBER_SIZE], bool positive, const char *text) {
  snprintf(out, NUMBER_SIZE, "%s%.28s", positive ? "+" : "", text);
  return out;
}

const char *number_bytes_change(char out[NUMBER_SIZE], double bytes) {
  char text[NUMBER_SIZE];
  return with_sign(out, bytes > 0, number_bytes(text, bytes));
}

const char *number_time_change(char out[NUMBER_SIZE], double microseconds, GlyphSet glyphs) {
  char text[NUMBER_SIZE];
  if (fabs(microseconds) < 0.005) microseconds = 0;
  return with_sign(out, microseconds > 0, number_time(text, microseconds, glyphs));
}
