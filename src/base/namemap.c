// Name tables: an open-addressing map from strings.
#include "base/arena.h"
#include "base/hash.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum {
  FIRST_CAPACITY = 16, // slots; powers of two
  FARTHEST = 3,        // most edits at which a name is still near
};

// The slot of `name`, or the free one where it would go. There is always a free slot.
static int namemap_slot(const NameMap *map, const char *name, uint64_t hash) {
  int mask = map->capacity - 1;
  int slot = (int)(hash & (uint64_t)mask);
  while (map->names[slot] && (map->hashes[slot] != hash || strcmp(map->names[slot], name) != 0))
    slot = (slot + 1) & mask;
  return slot;
}

bool namemap_get(const NameMap *map, const char *name, int64_t *value) {
  if (!map->count) return false;
  int slot = namemap_slot(map, name, hash_string(HASH_START, name));
  if (map->names[slot] && value) *value = map->values[slot];
  return map->names[slot] != NULL;
}

static void namemap_grow(NameMap *map) {
  NameMap grown = *map;
  grown.capacity = map->capacity ? map->capacity * 2 : FIRST_CAPACITY;
  grown.names = memory_alloc((size_t)grown.capacity * sizeof *grown.names);
  grown.hashes = memory_alloc((size_t)grown.capacity * sizeof *grown.hashes);
  grown.values = memory_alloc((size_t)grown.capacity * sizeof *grown.values);
  for (int i = 0; i < map->capacity; i++) {
    if (!map->names[i]) continue;
    int slot = namemap_slot(&grown, map->names[i], map->hashes[i]);
    grown.hashes[slot] = map->hashes[i];
    grown.names[slot] = map->names[i];
    grown.values[slot] = map->values[i];
  }
  free(map->names);
  free(map->hashes);
  free(map->values);
  *map = grown;
}

void namemap_set(NameMap *map, const char *name, int64_t value) {
  if (map->count >= map->capacity / 4 * 3) namemap_grow(map);
  uint64_t hash = hash_string(HASH_START, name);
  int slot = namemap_slot(map, name, hash);
  if (!map->names[slot]) {
    map->hashes[slot] = hash;
    if (!map->arena) map->arena = arena_new();
    map->names[slot] = arena_strdup(map->arena, name);
    map->count++;
  }
  map->values[slot] = value;
}

void namemap_free(NameMap *map) {
  arena_free(map->arena);
  free(map->names);
  free(map->hashes);
  free(map->values);
  *map = (NameMap){0};
}

// Near enough: at most one edit for every three characters, and never more than FARTHEST. Ties go to the
// first in bytewise order, so that the answer does not depend on the order of insertion.
const char *namemap_nearest(const NameMap *map, const char *name) {
  int limit = (int)strnlen(name, 64) / 3;
  if (limit < 1) limit = 1;
  int best = limit > FARTHEST ? FARTHEST + 1 : limit + 1;
  const char *nearest = NULL;
  for (int i = 0; i < map->capacity; i++) {
    if (!map->names[i]) continue;
    int distance = text_distance(name, map->names[i]);
    bool tie = nearest && distance == best && strcmp(map->names[i], nearest) < 0;
    if (distance >= best && !tie) continue;
    best = distance;
    nearest = map->names[i];
  }
  return nearest;
}
