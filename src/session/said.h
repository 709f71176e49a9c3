// What is said of many things alike, said once.
#pragma once

#include "base/text.h"
#include "base/vector.h"

typedef struct SaidNote {
  const char *first; // of the sentences; the caller's
  Text key;          // what they say beyond names and numbers
  int count;
} SaidNote;

typedef VECTOR(SaidNote) SaidNotes;

// Takes a sentence, which must outlive the list; a large graph says the same of hundreds of kernels.
void said_count(SaidNotes *kinds, const char *sentence);
// The first of a kind, and how many more there are.
void said_print(const SaidNote *kind, Text *out);
void said_free(SaidNotes *kinds);
