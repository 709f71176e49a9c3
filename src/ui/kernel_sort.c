// Sorting by a guess: what stands right in it is taken over, the rest is sorted and merged into it.
#include "ui/kernel_sort.h"

#include "base/arena.h"

#include <stdbool.h>
#include <stdlib.h>

enum { REST_SHARE = 4 }; // when more than a quarter is out of place, all is sorted

static int compare_keys(const void *a, const void *b) {
  const SortKey *x = a, *y = b;
  if (x->section != y->section) return x->section - y->section;
  if (x->value != y->value) return x->value < y->value ? 1 : -1;
  return x->place - y->place;
}

static void make_room(SortMemory *memory, int keys, int slots) {
  if (keys > memory->keys) {
    memory->right = memory_resize(memory->right, sizeof(SortKey) * (size_t)keys);
    memory->rest = memory_resize(memory->rest, sizeof(SortKey) * (size_t)keys);
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
  SortKey *unsorted = few ? parts.rest : keys;
  qsort(unsorted, (size_t)(few ? parts.rest_count : count), sizeof *unsorted, compare_keys);
  if (few) merge(&parts, keys);
}
