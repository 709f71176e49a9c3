// The order of the kernel table.
#pragma once

typedef struct SortKey {
  double value; // largest first
  int section;  // the same for all when not grouped; groups stand in their order
  int place;    // in launch order, backwards when reversed: ties
  int kernel;
} SortKey;

// Reused from sort to sort: large arrays that came from the system at every edit would cost more than the
// sort. Zero-initialized.
typedef struct SortMemory {
  SortKey *right, *rest, *given;
  struct Ranked *ranked, *ranked_next;
  int *at;         // slot -> position of its key, -1: none
  int keys, slots; // that there is room for
} SortMemory;
void sort_memory_free(SortMemory *memory);

// Sorts keys of different kernels, which are all below `slots`. `near`: a guess of their order, which may
// name other kernels, too, and leave some out: from one edit to the next only few kernels change their place,
// and then only those are sorted.
void kernel_sort(SortKey *keys, int count, const int *near, int near_count, int slots, SortMemory *memory);
