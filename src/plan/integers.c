#include "plan/plan_internal.h"

#include "base/sorted.h"

#include <string.h>

bool integers_contain(const Integers *list, int item) {
  return sorted_find(list->data, list->count, item) >= 0;
}

void integers_insert(Integers *list, int item) {
  int at = sorted_lower(list->data, list->count, item);
  if (at < list->count && list->data[at] == item) return;
  vector_push(list, item);
  memmove(list->data + at + 1, list->data + at, (size_t)(list->count - 1 - at) * sizeof(int));
  list->data[at] = item;
}

void integers_remove(Integers *list, int item) {
  int at = sorted_find(list->data, list->count, item);
  if (at < 0) return;
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
