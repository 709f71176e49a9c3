// Damage to texts, for builds without libFuzzer and beside libFuzzer's own.
#include "fuzz.h"

#include <ctype.h>
#include <string.h>

enum { MOST_MUTATIONS = 8, MOST_SPAN = 200 };

// Replaces `removed` bytes at `at`.
static void splice(Text *text, size_t at, size_t removed, const char *added, size_t length) {
  Text result = {0};
  text_add_bytes(&result, text_get(text), at);
  text_add_bytes(&result, added, length);
  text_add_bytes(&result, text_get(text) + at + removed, text->length - at - removed);
  text_free(text);
  *text = result;
}

static size_t span(const Text *text, size_t at, Random *random) {
  size_t most = text->length - at < MOST_SPAN ? text->length - at : MOST_SPAN;
  return most ? random_below(random, most) + 1 : 0;
}

static void copy_span(Text *text, size_t at, Random *random) {
  char bytes[MOST_SPAN];
  size_t from = random_below(random, text->length), length = span(text, from, random);
  memcpy(bytes, text_get(text) + from, length);
  splice(text, at, 0, bytes, length);
}

static void add_odd_text(Text *text, size_t at, size_t removed, Random *random) {
  static const char *const odd[] = {"-1",
                                    "0",
                                    "9223372036854775807",
                                    "-9223372036854775808",
                                    "99999999999999999999",
                                    "1e999",
                                    "4294967296",
                                    "1.5",
                                    "null",
                                    "None",
                                    "[",
                                    "]",
                                    "[[[[[[[[[[[[[[[[",
                                    "{",
                                    "}",
                                    "(",
                                    ")",
                                    "\"",
                                    "'",
                                    "\\",
                                    ",",
                                    ":",
                                    "#",
                                    "%0",
                                    "\n",
                                    "\n\n",
                                    "\"\"",
                                    "[]",
                                    "-",
                                    "*",
                                    "/",
                                    "nan",
                                    "inf",
                                    "true",
                                    "\xff\xfe",
                                    "cuda:0",
                                    "f32",
                                    "i64",
                                    "x",
                                    "torch.ops.",
                                    "return ",
                                    "def forward(",
                                    "8",
                                    "3",
                                    "281474976710656",
                                    "10000000"};
  const char *word = odd[random_below(random, sizeof odd / sizeof *odd)];
  splice(text, at, removed, word, strlen(word));
}

// The number or word at or behind `at`.
static size_t find_token(const Text *text, size_t *at) {
  const char *bytes = text_get(text);
  while (*at < text->length && !isalnum((unsigned char)bytes[*at]))
    ++*at;
  size_t end = *at;
  while (end < text->length && (isalnum((unsigned char)bytes[end]) || bytes[end] == '_'))
    end++;
  return end - *at;
}

// By another of the same text: what is still well formed reaches further.
static void replace_token(Text *text, size_t at, Random *random) {
  char word[MOST_SPAN];
  size_t from = random_below(random, text->length), removed = find_token(text, &at);
  size_t length = find_token(text, &from);
  if (length > MOST_SPAN) length = MOST_SPAN;
  memcpy(word, text_get(text) + from, length);
  splice(text, at, removed, word, length);
}

static void replace_token_oddly(Text *text, size_t at, Random *random) {
  size_t removed = find_token(text, &at);
  add_odd_text(text, at, removed, random);
}

static void mutate_once(Text *text, Random *random) {
  size_t at = random_below(random, text->length);
  char byte = (char)random_below(random, 256);
  switch (random_below(random, 12)) {
    case 0:
      splice(text, at, 1, &byte, 1);
      break;
    case 1:
      splice(text, at, span(text, at, random), "", 0);
      break;
    case 2:
      copy_span(text, at, random);
      break;
    case 3:
      if (random_below(random, 4) == 0) splice(text, at, text->length - at, "", 0);
      break;
    case 4:
      add_odd_text(text, at, 0, random);
      break;
    case 5:
    case 6:
    case 7:
      replace_token_oddly(text, at, random);
      break;
    default:
      replace_token(text, at, random);
  }
}

void fuzz_mutate(Text *text, Random *random) {
  int count =
      1 + (int)random_below(random, 1 + random_below(random, MOST_MUTATIONS)); // few more often than many
  for (int i = 0; i < count && text->length > 0; i++)
    mutate_once(text, random);
}

// Every second time libFuzzer's own.
#ifdef FUZZ_LIBFUZZER
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t length, size_t most);

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t length, size_t most, unsigned seed) {
  if (seed % 2 || !length) return LLVMFuzzerMutate(bytes, length, most);
  Random random = {seed};
  Text text = {0};
  text_add_bytes(&text, (const char *)bytes, length);
  fuzz_mutate(&text, &random);
  size_t kept = text.length < most ? text.length : most;
  if (kept) memcpy(bytes, text.data, kept);
  text_free(&text);
  return kept;
}
#endif
