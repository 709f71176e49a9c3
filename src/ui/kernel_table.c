// Sorting of the kernel table.
#include "ui/kernel_table.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

const char *kernel_sort_name(KernelSort sort) {
  static const char *const names[] = {
#define X(id, name) name,
      KERNEL_SORTS(X)
#undef X
  };
  return names[sort];
}

typedef struct SortKey {
  double value;
  int place, kernel; // place in launch order: ties
} SortKey;

static double sort_value(KernelSort sort, const Estimate *estimate, int ops) {
  switch (sort) {
    case SORT_TIME:
      return estimate->time_us;
    case SORT_BYTES:
      return (double)estimate->dram_bytes;
    case SORT_REGISTERS:
      return estimate->registers;
    case SORT_OPS:
      return ops;
    default:
      return 0;
  }
}

static int compare_keys(const void *a, const void *b) {
  const SortKey *x = a, *y = b;
  if (x->value != y->value) return x->value < y->value ? 1 : -1;
  return x->place - y->place;
}

static void sort_rows(KernelTable *table, Plan *plan, Estimator *estimator) {
  SortKey *keys = memory_alloc(sizeof *keys * (size_t)(table->count + 1));
  for (int i = 0; i < table->count; i++) {
    int kernel = table->kernels[i], ops = plan_kernel(plan, kernel).op_count;
    keys[i] = (SortKey){sort_value(table->sort, estimator_kernel(estimator, plan, kernel), ops), i, kernel};
  }
  qsort(keys, (size_t)table->count, sizeof *keys, compare_keys);
  for (int i = 0; i < table->count; i++)
    table->kernels[i] = keys[i].kernel;
  free(keys);
}

static void reverse(int *numbers, int count) {
  for (int i = 0; i < count / 2; i++) {
    int kept = numbers[i];
    numbers[i] = numbers[count - 1 - i];
    numbers[count - 1 - i] = kept;
  }
}

void kernel_table_build(KernelTable *table, Plan *plan, Estimator *estimator) {
  int slots = plan_slots(plan);
  const int *order = plan_order(plan, &table->count);
  table->kernels = memory_resize(table->kernels, sizeof(int) * (size_t)(slots + 1));
  table->row_of = memory_resize(table->row_of, sizeof(int) * (size_t)(slots + 1));
  if (table->count) memcpy(table->kernels, order, sizeof(int) * (size_t)table->count);
  if (table->sort != SORT_LAUNCH) sort_rows(table, plan, estimator);
  if (table->reversed) reverse(table->kernels, table->count);
  for (int i = 0; i < slots; i++)
    table->row_of[i] = -1;
  for (int i = 0; i < table->count; i++)
    table->row_of[table->kernels[i]] = i;
}

void kernel_table_free(KernelTable *table) {
  free(table->kernels);
  free(table->row_of);
  *table = (KernelTable){0};
}
