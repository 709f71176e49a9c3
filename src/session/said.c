#include "session/said.h"

#include <stdio.h>
#include <string.h>

// Whether a word is a number, or ends in one as names do: "3", "[64,", "add_3,", "dot.118", "buf12"; not
// "bf16".
static bool is_numbered(const char *word, size_t length) {
  if (length > 3 && !strncmp(word, "buf", 3)) return true;
  char before = '.';
  for (size_t i = 0; i < length; before = word[i++])
    if (strchr("_.[", before) && word[i] >= '0' && word[i] <= '9') return true;
  return false;
}

// What a note says beyond names and numbers, and beyond "kernel (launch 2)" at its beginning.
static void note_key(const char *text, Text *out) {
  const char *launch = strstr(text, " (launch "), *end = launch ? strchr(launch, ')') : NULL;
  for (const char *word = end ? end : text; *word;) {
    size_t length = strcspn(word, " ");
    if (!is_numbered(word, length)) text_add_bytes(out, word, length);
    word += length + strspn(word + length, " ");
    text_add(out, " ");
  }
}

void said_count(SaidNotes *kinds, const char *text) {
  SaidNote kind = {.first = text, .count = 1};
  note_key(text, &kind.key);
  for (int i = 0; i < kinds->count; i++) {
    if (!text_equal(text_get(&kinds->data[i].key), text_get(&kind.key))) continue;
    kinds->data[i].count++;
    text_free(&kind.key);
    return;
  }
  vector_push(kinds, kind);
}

void said_print(const SaidNote *kind, Text *out) {
  text_add(out, kind->first);
  if (kind->count > 1) text_printf(out, " (and %d more such)", kind->count - 1);
}

void said_free(SaidNotes *kinds) {
  for (int i = 0; i < kinds->count; i++)
    text_free(&kinds->data[i].key);
  vector_free(kinds);
}
