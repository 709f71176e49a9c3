// Figures as text.
#include "ui/number.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Three significant digits, more before the point when needed.
static void three_digits(char *out, double number) {
  int decimals = number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2;
  snprintf(out, NUMBER_SIZE, "%.*f", decimals, number);
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

const char *number_time(char out[NUMBER_SIZE], double microseconds, GlyphSet glyphs) {
  char digits[NUMBER_SIZE];
  double magnitude = fabs(microseconds);
  const char *unit = glyph_get(glyphs, GLYPH_MICRO);
  if (magnitude >= 999.5) magnitude /= 1000, unit = "ms";
  if (magnitude >= 999.5) magnitude /= 1000, unit = "s";
  three_digits(digits, magnitude);
  snprintf(out, NUMBER_SIZE, "%s%.20s %s", microseconds < 0 ? "-" : "", digits, unit);
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
