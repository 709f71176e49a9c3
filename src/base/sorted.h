// Integers in ascending order.
#pragma once

// The place of the first of `count` items that is not below `item`; `count` where there is none.
int sorted_lower(const int *items, int count, int item);
// The place of `item`; -1 where it is not among them.
int sorted_find(const int *items, int count, int item);
void sorted_sort(int *items, int count); // `items` may be NULL when there are none
