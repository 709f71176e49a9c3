#include "plan/order/ready_set.h"

#include <stdlib.h>

#include "base/arena.h"

enum { WORD_BITS = 64 };

void ready_make(ReadySet *set, int count) {
  int words = count;
  do {
    words = (words + WORD_BITS - 1) / WORD_BITS;
    set->level[set->levels++] = memory_alloc((size_t)(words + 1) * sizeof(uint64_t));
  } while (words > 1);
}

void ready_free(ReadySet *set) {
  for (int i = 0; i < set->levels; i++)
    free(set->level[i]);
}

void ready_add(ReadySet *set, int item) {
  for (int i = 0; i < set->levels; i++, item /= WORD_BITS)
    set->level[i][item / WORD_BITS] |= (uint64_t)1 << (item % WORD_BITS);
}

int ready_take(ReadySet *set) {
  if (set->level[set->levels - 1][0] == 0) return -1;
  int item = 0;
  for (int i = set->levels - 1; i >= 0; i--)
    item = item * WORD_BITS + __builtin_ctzll(set->level[i][item]);
  int at = item;
  for (int i = 0; i < set->levels; i++, at /= WORD_BITS) {
    set->level[i][at / WORD_BITS] &= ~((uint64_t)1 << (at % WORD_BITS));
    if (set->level[i][at / WORD_BITS] != 0) break;
  }
  return item;
}
