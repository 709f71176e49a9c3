// Seals: keyed hashes over files that the program wrote for itself, so that what somebody else put in a cache
// is not taken for its own. The key is made once, in the user's state folder.
#pragma once

#include "base/json.h"

typedef struct SealKey {
  bool known;
  uint64_t words[2];
} SealKey;

// Not known, with the reason (`status` may be NULL), where there is none and none can be kept, or where it
// cannot be read now: then nothing is sealed or believed, and what was sealed before must stay.
SealKey seal_key(Status *status);
// SipHash-2-4 (Aumasson and Bernstein).
uint64_t seal_hash(const SealKey *key, const void *bytes, size_t length);
// A file has its seal in a field "seal" of its JSON, of which the first counts: seal_begin puts an empty one,
// seal_close fills it in once all of the file is there, whatever follows the JSON.
void seal_begin(JsonWriter *writer);
void seal_close(const SealKey *key, Text *file);
bool seal_holds(const SealKey *key, const char *bytes, size_t length);
