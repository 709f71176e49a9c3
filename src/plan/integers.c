#include "plan/plan_internal.h"

#include <string.h>

// Index of the first item that is not below `item`.
static int lower_bound(const Integers *list, int item) {
  int low = 0, high = list->count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (list->data[middle] < item)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

bool integers_contain(const Integers *list, int item) {
  int at = lower_bound(list, item);
  return at < list->count && list->data[at] == item;
}

void integers_insert(Integers *list, int item) {
  int at = lower_bound(list, item);
  if (at < list->count && list->data[at] == item) return;
  vector_push(list, item);
  memmove(list->data + at + 1, list->data + at, (size_t)(list->count - 1 - at) * sizeof(int));
  list->data[at] = item;
}

void integers_remove(Integers *list, int item) {
  int at = lower_bound(list, item);
  if (at == list->count || list->data[at] != item) return;
  memmove(list->data + at, list->data + at + 1, (size_t)(list->count - 1 - at) * sizeof(int));
  list->count--;
}

void integers_copy(Integers *to, const Integers *from) {
  vector_clear(to);
  if (from->count == 0) return;
  vector_reserve(to, from->count);
  memcpy(to->data, from->data, (size_t)from->count * sizeof(int));
  to->count = from->count;
}

Span adjacency_get(const Adjacency *adjacency, int index) {
  int first = adjacency->start[index];
  int count = adjacency->start[index + 1] - first;
  return (Span){count ? adjacency->item + first : NULL, count}; // without any items there is no memory
}
