#include "base/hash.h"

#include "base/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 16 }; // slots of a map; powers of two

// The finalizer of MurmurHash3 (Appleby): every input bit changes about half of the output's bits.
static uint64_t mix(uint64_t value) {
  value = (value ^ (value >> 33)) * 0xff51afd7ed558ccdu;
  value = (value ^ (value >> 33)) * 0xc4ceb9fe1a85ec53u;
  return value ^ (value >> 33);
}

static uint64_t read_word(const unsigned char *bytes, size_t count) {
  uint64_t word = 0;
  for (size_t i = 0; i < count; i++)
    word |= (uint64_t)bytes[i] << (8 * i);
  return word;
}

static uint64_t combine(uint64_t hash, uint64_t word) {
  return mix(hash * 0x9e3779b97f4a7c15u + word);
}

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length) {
  const unsigned char *at = bytes;
  size_t left = length;
  for (; left >= 8; left -= 8, at += 8)
    hash = combine(hash, read_word(at, 8));
  if (left) hash = combine(hash, read_word(at, left));
  return combine(hash, length); // so that "ab" then "c" differs from "a" then "bc"
}

uint64_t hash_string(uint64_t hash, const char *string) {
  return hash_bytes(hash, string, strlen(string));
}

uint64_t hash_integer(uint64_t hash, int64_t value) {
  return combine(hash, (uint64_t)value);
}

// MurmurHash3_x64_128 (Appleby), seed 0: two lanes of 64 bits over blocks of 16 bytes.
enum { BLOCK = 16 };
static const uint64_t lane_factor[2] = {0x87c37b91114253d5u, 0x4cf5ad432745937fu};

static uint64_t rotate(uint64_t value, int bits) {
  return value << bits | value >> (64 - bits);
}

static uint64_t scramble_low(uint64_t word) {
  return rotate(word * lane_factor[0], 31) * lane_factor[1];
}

static uint64_t scramble_high(uint64_t word) {
  return rotate(word * lane_factor[1], 33) * lane_factor[0];
}

static void murmur_block(uint64_t lanes[2], const unsigned char *block) {
  lanes[0] ^= scramble_low(read_word(block, 8));
  lanes[0] = (rotate(lanes[0], 27) + lanes[1]) * 5 + 0x52dce729;
  lanes[1] ^= scramble_high(read_word(block + 8, 8));
  lanes[1] = (rotate(lanes[1], 31) + lanes[0]) * 5 + 0x38495ab5;
}

static void murmur_tail(uint64_t lanes[2], const unsigned char *tail, size_t count) {
  if (count > 8) lanes[1] ^= scramble_high(read_word(tail + 8, count - 8));
  if (count) lanes[0] ^= scramble_low(read_word(tail, count < 8 ? count : 8));
}

void hash_name(char out[33], const void *bytes, size_t length) {
  uint64_t lanes[2] = {0, 0};
  const unsigned char *at = bytes;
  size_t left = length;
  for (; left >= BLOCK; left -= BLOCK, at += BLOCK)
    murmur_block(lanes, at);
  murmur_tail(lanes, at, left);
  for (int i = 0; i < 2; i++)
    lanes[i] ^= length;
  lanes[0] += lanes[1];
  lanes[1] += lanes[0];
  for (int i = 0; i < 2; i++)
    lanes[i] = mix(lanes[i]);
  lanes[0] += lanes[1];
  lanes[1] += lanes[0];
  snprintf(out, 33, "%016llx%016llx", (unsigned long long)lanes[0], (unsigned long long)lanes[1]);
}

// The slot that holds `key`, or the free one where it would go. There is always a free slot.
static int hashmap_slot(const HashMap *map, uint64_t key) {
  int mask = map->capacity - 1;
  int slot = (int)(mix(key) & (uint64_t)mask);
  while (map->used[slot] && map->keys[slot] != key)
    slot = (slot + 1) & mask;
  return slot;
}

bool hashmap_get(const HashMap *map, uint64_t key, int64_t *value) {
  if (!map->count) return false;
  int slot = hashmap_slot(map, key);
  if (map->used[slot] && value) *value = map->values[slot];
  return map->used[slot];
}

static void hashmap_grow(HashMap *map) {
  HashMap grown = {.capacity = map->capacity ? map->capacity * 2 : FIRST_CAPACITY, .count = map->count};
  grown.keys = memory_alloc((size_t)grown.capacity * sizeof *grown.keys);
  grown.values = memory_alloc((size_t)grown.capacity * sizeof *grown.values);
  grown.used = memory_alloc((size_t)grown.capacity);
  for (int i = 0; i < map->capacity; i++) {
    if (!map->used[i]) continue;
    int slot = hashmap_slot(&grown, map->keys[i]);
    grown.used[slot] = 1;
    grown.keys[slot] = map->keys[i];
    grown.values[slot] = map->values[i];
  }
  hashmap_free(map);
  *map = grown;
}

void hashmap_set(HashMap *map, uint64_t key, int64_t value) {
  if (map->count >= map->capacity / 4 * 3) hashmap_grow(map);
  int slot = hashmap_slot(map, key);
  map->count += !map->used[slot];
  map->used[slot] = 1;
  map->keys[slot] = key;
  map->values[slot] = value;
}

void hashmap_free(HashMap *map) {
  free(map->keys);
  free(map->values);
  free(map->used);
  *map = (HashMap){0};
}
