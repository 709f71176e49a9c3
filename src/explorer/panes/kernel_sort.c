// Sorting by a guess: what stands right in it is taken over, the rest is sorted and merged into it.
#include "explorer/panes/kernel_sort.h"

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { REST_SHARE = 4 }; // when more than a quarter is out of place, all is sorted

static int compare_keys(const void *a, const void *b) {
  const SortKey *x = a, *y = b;
  if (x->section != y->section) return x->section - y->section;
  if (x->value != y->value) return x->value < y->value ? 1 : -1;
  return x->place - y->place;
}

// ---- All of them: many are sorted by their digits.

// A key as numbers that ascend in its order, and where it is.
typedef struct Ranked {
  uint64_t value;
  int section, at;
} Ranked;

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS, VALUE_BITS = 64, SECTION_BITS = 32, FEW = 1000 };

// Doubles as numbers of the opposite order: of the positive ones all bits are turned, of the negative ones
// all but the sign.
static uint64_t descending(double value) {
  uint64_t bits;
  value += 0; // -0 is 0
  memcpy(&bits, &value, sizeof bits);
  return bits >> (VALUE_BITS - 1) ? bits : ~bits & ~((uint64_t)1 << (VALUE_BITS - 1));
}

static int digit_of(const Ranked *ranked, int shift) {
  uint64_t number =
      shift < VALUE_BITS ? ranked->value >> shift : (uint64_t)ranked->section >> (shift - VALUE_BITS);
  return (int)(number & (DIGITS - 1));
}

// Puts them in the order of one digit, and leaves those that are equal in it as they are. False: all are.
static bool sort_by_digit(const Ranked *from, Ranked *to, int count, int shift) {
  int start[DIGITS + 1] = {0};
  for (int i = 0; i < count; i++)
    start[digit_of(&from[i], shift) + 1]++;
  if (start[digit_of(&from[0], shift) + 1] == count) return false;
  for (int digit = 0; digit < DIGITS; digit++)
    start[digit + 1] += start[digit];
  for (int i = 0; i < count; i++)
    to[start[digit_of(&from[i], shift)]++] = from[i];
  return true;
}

static bool by_place(const SortKey *keys, int count) {
  for (int i = 1; i < count; i++)
    if (keys[i - 1].place > keys[i].place) return false;
  return true;
}

static void turn_round(SortKey *keys, int count) {
  for (int i = 0, j = count - 1; i < j; i++, j--) {
    SortKey key = keys[i];
    keys[i] = keys[j];
    keys[j] = key;
  }
}

static void sort_by_digits(SortKey *keys, int count, SortMemory *memory) {
  Ranked *ranked = memory->ranked, *next = memory->ranked_next;
  for (int i = 0; i < count; i++)
    ranked[i] = (Ranked){descending(keys[i].value), keys[i].section, i};
  for (int shift = 0; shift < VALUE_BITS + SECTION_BITS;
       shift = shift < VALUE_BITS && shift + DIGIT_BITS > VALUE_BITS ? VALUE_BITS : shift + DIGIT_BITS) {
    if (!sort_by_digit(ranked, next, count, shift)) continue;
    Ranked *sorted = next;
    next = ranked, ranked = sorted;
  }
  memcpy(memory->given, keys, sizeof *keys * (size_t)count);
  for (int i = 0; i < count; i++)
    keys[i] = memory->given[ranked[i].at];
}

// They come in launch order, or backwards: so do ties.
static void sort_all(SortKey *keys, int count, SortMemory *memory) {
  if (count > FEW && !by_place(keys, count)) turn_round(keys, count);
  if (count > FEW && by_place(keys, count))
    sort_by_digits(keys, count, memory);
  else
    qsort(keys, (size_t)count, sizeof *keys, compare_keys);
}

static void make_room(SortMemory *memory, int keys, int slots) {
  if (keys > memory->keys) {
    memory->right = memory_resize(memory->right, sizeof(SortKey) * (size_t)keys);
    memory->rest = memory_resize(memory->rest, sizeof(SortKey) * (size_t)keys);
    memory->given = memory_resize(memory->given, sizeof(SortKey) * (size_t)keys);
    memory->ranked = memory_resize(memory->ranked, sizeof(Ranked) * (size_t)keys);
    memory->ranked_next = memory_resize(memory->ranked_next, sizeof(Ranked) * (size_t)keys);
    memory->keys = keys;
  }
  if (slots > memory->slots) {
    memory->at = memory_resize(memory->at, sizeof(int) * (size_t)slots);
    memory->slots = slots;
  }
}

void sort_memory_free(SortMemory *memory) {
  free(memory->right);
  free(memory->rest);
  free(memory->given);
  free(memory->ranked);
  free(memory->ranked_next);
  free(memory->at);
  *memory = (SortMemory){0};
}

static void find_positions(int *at, const SortKey *keys, int count, int slots) {
  for (int i = 0; i < slots; i++)
    at[i] = -1;
  for (int i = 0; i < count; i++)
    at[keys[i].kernel] = i;
}

typedef struct Parts {
  SortKey *right, *rest; // in order; out of it
  int right_count, rest_count;
} Parts;

// Of two neighbours in the wrong order nobody knows which one has moved: both are taken out.
static void place(Parts *parts, const SortKey *key) {
  if (parts->right_count == 0 || compare_keys(&parts->right[parts->right_count - 1], key) < 0) {
    parts->right[parts->right_count++] = *key;
    return;
  }
  parts->rest[parts->rest_count++] = *key;
  parts->rest[parts->rest_count++] = parts->right[--parts->right_count];
}

// Goes through the guess, then through what it leaves out.
static void split(Parts *parts, const SortKey *keys, int count, const int *near, int near_count, int slots,
                  int *at) {
  find_positions(at, keys, count, slots);
  for (int i = 0; i < near_count; i++) {
    int found = near[i] < slots ? at[near[i]] : -1;
    if (found < 0) continue;
    at[near[i]] = -1;
    place(parts, &keys[found]);
  }
  for (int i = 0; i < count; i++)
    if (at[keys[i].kernel] == i) parts->rest[parts->rest_count++] = keys[i];
}

static void merge(const Parts *parts, SortKey *keys) {
  for (int right = 0, rest = 0, out = 0; right < parts->right_count || rest < parts->rest_count; out++) {
    bool first = rest == parts->rest_count ||
                 (right < parts->right_count && compare_keys(&parts->right[right], &parts->rest[rest]) < 0);
    keys[out] = first ? parts->right[right++] : parts->rest[rest++];
  }
}

void kernel_sort(SortKey *keys, int count, const int *near, int near_count, int slots, SortMemory *memory) {
  if (count == 0) return;
  make_room(memory, count, slots);
  Parts parts = {.right = memory->right, .rest = memory->rest};
  split(&parts, keys, count, near, near_count, slots, memory->at);
  bool few = parts.rest_count <= count / REST_SHARE;
  if (few)
    sort_all(parts.rest, parts.rest_count, memory);
  else
    sort_all(keys, count, memory);
  if (few) merge(&parts, keys);
}
