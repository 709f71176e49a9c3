// Classes of alike kernels.
#include "explorer/panes/kernel_alike.h"

#include "base/arena.h"
#include "plan/edit/alike.h"

#include <stdlib.h>
#include <string.h>

static void clear(AlikeClasses *classes) {
  hashmap_free(&classes->of);
  classes->of = (HashMap){0};
  vector_clear(&classes->list);
}

static void make_room(AlikeRows *rows, int slots) {
  size_t bytes = sizeof *rows->key * (size_t)slots;
  rows->key = memory_resize(rows->key, bytes);
  rows->stamp = memory_resize(rows->stamp, bytes);
  rows->class = memory_resize(rows->class, sizeof *rows->class * (size_t)slots);
  memset(rows->stamp, 0, bytes);
  rows->slots = slots;
}

void alike_rows_begin(AlikeRows *rows, int slots) {
  clear(&rows->next);
  if (slots != rows->slots) make_room(rows, slots);
  for (int i = 0; i < slots; i++)
    rows->class[i] = -1;
}

void alike_rows_end(AlikeRows *rows) {
  AlikeClasses before = rows->shown;
  rows->shown = rows->next;
  rows->next = before;
}

static void free_classes(AlikeClasses *classes) {
  hashmap_free(&classes->of);
  vector_free(&classes->list);
}

void alike_rows_free(AlikeRows *rows) {
  free_classes(&rows->shown);
  free_classes(&rows->next);
  hashmap_free(&rows->unfolded);
  free(rows->class);
  free(rows->key);
  free(rows->stamp);
}

static uint64_t key_of(AlikeRows *rows, Plan *plan, int kernel) {
  uint64_t stamp = plan_stamp(plan, kernel);
  if (rows->stamp[kernel] != stamp) {
    rows->key[kernel] = plan_alike_key(plan, kernel);
    rows->stamp[kernel] = stamp;
  }
  return rows->key[kernel];
}

static int find_class(AlikeRows *rows, Plan *plan, int kernel) {
  int64_t class;
  uint64_t key = key_of(rows, plan, kernel);
  if (hashmap_get(&rows->next.of, key, &class)) return (int)class;
  vector_push(&rows->next.list, (AlikeClass){.key = key, .first = kernel});
  hashmap_set(&rows->next.of, key, rows->next.list.count - 1);
  return rows->next.list.count - 1;
}

int alike_rows_class(AlikeRows *rows, Plan *plan, int kernel) {
  if (rows->class[kernel] < 0) rows->class[kernel] = find_class(rows, plan, kernel);
  return rows->class[kernel];
}

static bool is_unfolded(const AlikeRows *rows, uint64_t key) {
  int64_t unfolded;
  return hashmap_get(&rows->unfolded, key, &unfolded) && unfolded;
}

bool alike_rows_folded(const AlikeRows *rows, int class) {
  const AlikeClass *it = &rows->next.list.data[class];
  return it->sum.kernels > 1 && !is_unfolded(rows, it->key);
}

bool alike_rows_toggle(AlikeRows *rows, Plan *plan, int kernel) {
  int64_t class;
  uint64_t key = key_of(rows, plan, kernel);
  if (!hashmap_get(&rows->shown.of, key, &class) || rows->shown.list.data[class].sum.kernels < 2)
    return false;
  hashmap_set(&rows->unfolded, key, !is_unfolded(rows, key));
  return true;
}
