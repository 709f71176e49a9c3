// Classes of alike kernels.
#include "explorer/panes/kernel_alike.h"

#include "base/arena.h"
#include "plan/edit/alike.h"

#include <stdlib.h>
#include <string.h>

void alike_rows_begin(AlikeRows *rows, int slots) {
  hashmap_free(&rows->class_of);
  rows->class_of = (HashMap){0};
  vector_clear(&rows->classes);
  if (slots == rows->slots) return;
  size_t bytes = sizeof *rows->key * (size_t)slots;
  rows->key = memory_resize(rows->key, bytes);
  rows->stamp = memory_resize(rows->stamp, bytes);
  memset(rows->stamp, 0, bytes);
  rows->slots = slots;
}

void alike_rows_free(AlikeRows *rows) {
  hashmap_free(&rows->class_of);
  hashmap_free(&rows->unfolded);
  vector_free(&rows->classes);
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

int alike_rows_class(AlikeRows *rows, Plan *plan, int kernel) {
  int64_t class;
  uint64_t key = key_of(rows, plan, kernel);
  if (hashmap_get(&rows->class_of, key, &class)) return (int)class;
  vector_push(&rows->classes, (AlikeClass){.key = key, .first = kernel});
  hashmap_set(&rows->class_of, key, rows->classes.count - 1);
  return rows->classes.count - 1;
}

static bool is_unfolded(const AlikeRows *rows, uint64_t key) {
  int64_t unfolded;
  return hashmap_get(&rows->unfolded, key, &unfolded) && unfolded;
}

bool alike_rows_folded(const AlikeRows *rows, int class) {
  const AlikeClass *it = &rows->classes.data[class];
  return it->sum.kernels > 1 && !is_unfolded(rows, it->key);
}

bool alike_rows_toggle(AlikeRows *rows, Plan *plan, int kernel) {
  int64_t class;
  uint64_t key = key_of(rows, plan, kernel);
  if (!hashmap_get(&rows->class_of, key, &class) || rows->classes.data[class].sum.kernels < 2) return false;
  hashmap_set(&rows->unfolded, key, !is_unfolded(rows, key));
  return true;
}
