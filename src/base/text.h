// Text: a growing string. Zero-initialized is empty. text_get() is always terminated.
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Text {
  char *data;
  size_t length, capacity;
} Text;

void text_add(Text *text, const char *string);
void text_add_bytes(Text *text, const char *bytes, size_t length);
void text_printf(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vprintf(Text *text, const char *format, va_list arguments);
const char *text_get(const Text *text); // "" when empty; valid until the next change
char *text_take(Text *text);            // gives the buffer away (free with free()); the text is empty after
void text_clear(Text *text);            // keeps the buffer
void text_free(Text *text);

// Plain string helpers.
bool text_starts(const char *string, const char *prefix);
bool text_ends(const char *string, const char *suffix);
bool text_equal(const char *a, const char *b); // NULLs are equal to each other only
// "1,234,567"; "33.6 MB" (decimal units); both into `out` (at least 32 bytes), which is returned.
char *text_thousands(char *out, int64_t number);
char *text_bytes(char *out, double bytes);
// "15.2 µs", "1.28 ms", "2.10 s", into `out` (at least 32 bytes). `micro`: what microseconds are called.
char *text_time(char *out, double microseconds, const char *micro);
const char *text_time_unit(double microseconds, const char *micro, double *scale); // scale: of one, in them
int text_decimals(double number); // behind the point, for three digits in all; 0 where there are more before
// Replaces control characters, invisible and reordering marks and invalid UTF-8 of a name from a file by '?',
// in place, so that it can be printed.
void text_sanitize(char *string);
void text_sanitize_lines(char *string); // the same, but newlines and tabs stay
// Adds `word` as a POSIX shell reads it back: as it is where it is plain, else in single quotes.
void text_add_shell_word(Text *text, const char *word);
// The code point that `bytes` (`length` of them) begin with, and how many bytes it takes; 0: invalid UTF-8 or
// empty.
int text_decode(const char *bytes, size_t length, uint32_t *codepoint);
// The reverse: `codepoint` as UTF-8 into `out`, terminated; returns the bytes (1 to 4). What is no code point
// becomes '?'.
int text_encode(char out[5], uint32_t codepoint);
// Smallest edit distance, for "did you mean ...?"; looks at no more than 63 bytes of each.
int text_distance(const char *a, const char *b);
