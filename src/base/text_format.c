// Numbers and foreign names made fit to print.
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FORMAT_SIZE = 32 }; // bytes that callers of text_thousands, text_bytes and text_time provide

char *text_thousands(char *out, int64_t number) {
  char digits[24];
  uint64_t magnitude = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
  int count = snprintf(digits, sizeof digits, "%" PRIu64, magnitude);
  char *end = out;
  if (number < 0) *end++ = '-';
  for (int i = 0; i < count; i++) {
    if (i && (count - i) % 3 == 0) *end++ = ',';
    *end++ = digits[i];
  }
  *end = '\0';
  return out;
}

// 999.95 of one unit would print as "1000.0", so the next unit starts there; less than half a byte has no
// sign.
char *text_bytes(char *out, double bytes) {
  static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  size_t unit = 0;
  double magnitude = fabs(bytes);
  while (magnitude >= (unit ? 999.95 : 999.5) && unit + 1 < sizeof units / sizeof *units) {
    magnitude /= 1000;
    unit++;
  }
  const char *sign = bytes <= -0.5 ? "-" : "";
  snprintf(out, FORMAT_SIZE, unit ? "%s%.1f %s" : "%s%.0f %s", sign, magnitude, units[unit]);
  return out;
}

int text_decimals(double number) {
  return number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2;
}

const char *text_time_unit(double microseconds, const char *micro, double *scale) {
  double magnitude = fabs(microseconds);
  *scale = magnitude < 999.5 ? 1 : magnitude < 999.5e3 ? 1e3 : 1e6;
  return magnitude < 999.5 ? micro : magnitude < 999.5e3 ? "ms" : "s";
}

char *text_time(char *out, double microseconds, const char *micro) {
  double scale;
  const char *unit = text_time_unit(microseconds, micro, &scale);
  double shown = fabs(microseconds) / scale;
  snprintf(out, FORMAT_SIZE, "%s%.*f %s", microseconds < 0 ? "-" : "", text_decimals(shown), shown, unit);
  return out;
}

// Bytes of the UTF-8 sequence that `lead` begins; 0: none.
static int utf8_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

int text_decode(const char *bytes, size_t length, uint32_t *codepoint) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  *codepoint = 0;
  if (!length) return 0;
  int count = utf8_length((unsigned char)bytes[0]);
  if (!count || (size_t)count > length) return 0;
  uint32_t value = (unsigned char)bytes[0] & (count == 1 ? 0x7fu : 0x7fu >> count);
  for (int i = 1; i < count; i++) {
    unsigned char byte = (unsigned char)bytes[i];
    if ((byte & 0xc0) != 0x80) return 0;
    value = value << 6 | (byte & 0x3f);
  }
  if (value < least[count] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) return 0;
  *codepoint = value;
  return count;
}

int text_encode(char out[5], uint32_t codepoint) {
  static const uint8_t leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
  bool valid = codepoint <= 0x10ffff && !(codepoint >= 0xd800 && codepoint <= 0xdfff);
  if (!valid) codepoint = '?';
  int count = codepoint < 0x80 ? 1 : codepoint < 0x800 ? 2 : codepoint < 0x10000 ? 3 : 4;
  for (int i = count - 1; i > 0; i--, codepoint >>= 6)
    out[i] = (char)(0x80 | (codepoint & 0x3f));
  out[0] = (char)(leads[count] | codepoint);
  out[count] = '\0';
  return count;
}

// Control characters, and the marks that reorder or hide the text around them.
static bool is_printable(uint32_t codepoint) {
  if (codepoint < 0x20 || (codepoint >= 0x7f && codepoint < 0xa0)) return false;
  if (codepoint >= 0x200b && codepoint <= 0x200f) return false;
  if (codepoint >= 0x2028 && codepoint <= 0x202e) return false;
  return !(codepoint >= 0x2066 && codepoint <= 0x2069) && codepoint != 0xfeff;
}

static void replace_unprintable(char *string, const char *kept) {
  size_t left = strlen(string);
  while (left) {
    uint32_t codepoint;
    int count = text_decode(string, left, &codepoint);
    bool good = count && (is_printable(codepoint) || (count == 1 && strchr(kept, *string)));
    if (!count) count = 1;
    if (!good) memset(string, '?', (size_t)count);
    string += count;
    left -= (size_t)count;
  }
}

void text_sanitize(char *string) {
  replace_unprintable(string, "");
}

void text_sanitize_lines(char *string) {
  replace_unprintable(string, "\n\t");
}

void text_add_shell_word(Text *text, const char *word) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=:,+-";
  bool quoted = !*word || word[strspn(word, plain)];
  text_add(text, quoted ? "'" : "");
  for (const char *at = word; *at; at++)
    if (*at == '\'')
      text_add(text, "'\\''");
    else
      text_add_bytes(text, at, 1);
  text_add(text, quoted ? "'" : "");
}
