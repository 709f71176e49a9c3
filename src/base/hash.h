// Hashing: a 64-bit streaming hash for keys in memory, a 128-bit one for names on disk; a map from 64-bit
// keys.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HASH_START = 0x1e3779b9 };
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length); // start from HASH_START
uint64_t hash_string(uint64_t hash, const char *string);
uint64_t hash_integer(uint64_t hash, int64_t value);
// 32 hex digits and a zero byte into `out`.
void hash_name(char out[33], const void *bytes, size_t length);

// Open-addressing map from a 64-bit key (0 is allowed) to a 64-bit value. Zero-initialized is empty.
typedef struct HashMap {
  uint64_t *keys;
  int64_t *values;
  uint8_t *used;
  int count, capacity;
} HashMap;
bool hashmap_get(const HashMap *map, uint64_t key, int64_t *value);
void hashmap_set(HashMap *map, uint64_t key, int64_t value);
void hashmap_free(HashMap *map);

// Map from strings (copied) to integers: name tables. Zero-initialized is empty.
typedef struct NameMap {
  struct Arena *arena; // of the names
  char **names;
  uint64_t *hashes; // of the names
  int64_t *values;
  int count, capacity;
} NameMap;
bool namemap_get(const NameMap *map, const char *name, int64_t *value);
void namemap_set(NameMap *map, const char *name, int64_t value);
void namemap_free(NameMap *map);
// The name nearest to `name` when it is near enough for "did you mean"; NULL otherwise.
const char *namemap_nearest(const NameMap *map, const char *name);
