#include "base/sorted.h"

#include <stdlib.h>

int sorted_lower(const int *items, int count, int item) {
  int low = 0, high = count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (items[middle] < item)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

int sorted_find(const int *items, int count, int item) {
  int at = sorted_lower(items, count, item);
  return at < count && items[at] == item ? at : -1;
}

static int ascending(const void *left, const void *right) {
  const int *a = left, *b = right;
  return (*a > *b) - (*a < *b);
}

void sorted_sort(int *items, int count) {
  if (count) qsort(items, (size_t)count, sizeof *items, ascending);
}
