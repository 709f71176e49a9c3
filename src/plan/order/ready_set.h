// A set of small integers whose least member is found by a few words of bits. Bit i of level 0: i is in the
// set; bit i of level l + 1: word i of level l is not zero.
#pragma once

#include <stdint.h>

enum { READY_LEVELS = 6 };
typedef struct ReadySet {
  uint64_t *level[READY_LEVELS];
  int levels; // 0: not made yet
} ReadySet;

void ready_make(ReadySet *set, int count); // of integers below `count`; empty
void ready_free(ReadySet *set);
void ready_add(ReadySet *set, int item);
int ready_take(ReadySet *set); // the least member, taken out; -1 when the set is empty
