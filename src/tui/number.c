// Figures as text.
#include "tui/number.h"

#include "base/text.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static void three_digits(char *out, double number) {
  snprintf(out, NUMBER_SIZE, "%.*f", text_decimals(number), number);
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

const char *number_time(char out[NUMBER_SIZE], double microseconds, GlyphSet glyphs) {
  return text_time(out, microseconds, glyph_get(glyphs, GLYPH_MICRO));
}

static void spread_digits(char *out, double number, double spread) {
  int decimals = text_decimals(number);
  bool vanishes = spread > 0 && spread < 0.5 * pow(10, -decimals);
  snprintf(out, NUMBER_SIZE, vanishes ? "%.*g" : "%.*f", vanishes ? 1 : decimals, spread);
}

const char *number_time_spread(char out[NUMBER_SPREAD_SIZE], double microseconds, double spread_us,
                               GlyphSet glyphs) {
  char digits[NUMBER_SIZE], spread[NUMBER_SIZE];
  double scale;
  const char *unit = text_time_unit(microseconds, glyph_get(glyphs, GLYPH_MICRO), &scale);
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
