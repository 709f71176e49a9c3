// Rows of the kernel table.
#include "ui/kernel_table.h"

#include "base/arena.h"
#include "ui/kernel_filter.h"
#include "ui/kernel_sort.h"

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

static double sort_value(KernelSort sort, const KernelFigures *figures) {
  switch (sort) {
    case SORT_TIME:
      return figures->estimate->time_us;
    case SORT_MEASURED:
      return kernel_is_timed(figures) ? figures->measured.measured->time_us : -1;
    case SORT_ERROR:
      return kernel_is_timed(figures) ? (kernel_error(figures) < 0 ? -1 : 1) * kernel_error(figures) : -1;
    case SORT_BYTES:
      return (double)figures->estimate->dram_bytes;
    case SORT_REGISTERS:
      return figures->estimate->registers;
    case SORT_OPS:
      return figures->ops;
    default:
      return 0;
  }
}

static void sum_add(KernelSum *sum, const KernelFigures *figures) {
  sum->kernels++;
  sum->time_us += figures->estimate->time_us;
  sum->dram_bytes += figures->estimate->dram_bytes;
  if (!kernel_is_timed(figures)) return;
  sum->timed++;
  sum->measured_us += figures->measured.measured->time_us;
}

static bool needs_figures(const KernelTable *table) {
  return table->filter.length > 0 || table->grouped || table->sort != SORT_LAUNCH;
}

bool kernel_table_needs_results(const KernelTable *table) {
  return table->filter.length > 0 || table->grouped || table->sort == SORT_MEASURED ||
         table->sort == SORT_ERROR;
}

static KernelFigures figures_of(const KernelTable *table, Session *session, const PlanCost *cost,
                                int kernel) {
  if (kernel_table_needs_results(table)) return kernel_figures(session, kernel);
  return (KernelFigures){.kernel = kernel,
                         .ops = plan_kernel(session_plan(session), kernel).op_count,
                         .estimate = plan_cost_kernel(cost, kernel)};
}

// The kernels that pass, with what they are sorted by. Figures are asked for only where they matter: the
// first picture of a large graph does not wait for them.
static int collect(KernelTable *table, Session *session, const PlanCost *cost, const Sections *sections,
                   SortKey *keys) {
  Plan *plan = session_plan(session);
  bool filtered = table->filter.length > 0 && !table->provisional;
  bool figured = needs_figures(table) && !table->provisional;
  int count, kept = 0;
  const int *order = plan_order(plan, &count);
  table->total = (KernelSum){0};
  for (int i = 0; i < count; i++) {
    SortKey key = {.place = table->reversed ? -i : i, .kernel = order[i]};
    if (sections) key.section = sections->of[plan_kernel(plan, order[i]).ops[0]];
    if (figured) {
      KernelFigures figures = figures_of(table, session, cost, order[i]);
      if (filtered && !kernel_filter_matches(text_get(&table->filter), plan, &figures)) continue;
      key.value = table->reversed ? -sort_value(table->sort, &figures) : sort_value(table->sort, &figures);
      sum_add(&table->total, &figures);
      if (sections) sum_add(&table->sums[key.section], &figures);
    }
    keys[kept++] = key;
  }
  return kept;
}

static void add_row(KernelTable *table, int kernel, int section) {
  if (kernel != NO_KERNEL) table->row_of[kernel] = table->count;
  table->rows[table->count++] = (KernelRow){kernel, section};
}

// The kernels as they were shown last.
static int *shown_before(const KernelTable *table, int *count) {
  int *kernels = memory_alloc(sizeof *kernels * ((size_t)table->count + 1));
  *count = 0;
  for (int i = 0; i < table->count; i++)
    if (table->rows[i].kernel != NO_KERNEL) kernels[(*count)++] = table->rows[i].kernel;
  return kernels;
}

static void sort(const KernelTable *table, SortKey *keys, int slots) {
  int count, *before = shown_before(table, &count);
  kernel_sort(keys, table->shown, before, count, slots);
  free(before);
}

void kernel_table_build(KernelTable *table, Session *session, const PlanCost *cost,
                        const Sections *sections) {
  table->provisional = !plan_cost_complete(cost) && needs_figures(table);
  int slots = plan_slots(session_plan(session));
  if (!table->grouped) sections = NULL;
  size_t groups = sections ? (size_t)sections->count : 0, most = (size_t)slots + groups + 1;
  table->row_of = memory_resize(table->row_of, sizeof(int) * ((size_t)slots + 1));
  table->sums = memory_resize(table->sums, sizeof *table->sums * (groups + 1));
  memset(table->sums, 0, sizeof *table->sums * (groups + 1));
  for (int i = 0; i < slots; i++)
    table->row_of[i] = -1;
  SortKey *keys = memory_alloc(sizeof *keys * ((size_t)slots + 1));
  table->shown = collect(table, session, cost, sections, keys);
  bool sorted = table->sort != SORT_LAUNCH || table->reversed || sections;
  if (sorted) sort(table, keys, slots);
  table->rows = memory_resize(table->rows, sizeof *table->rows * most);
  table->count = 0;
  for (int i = 0; i < table->shown; i++) {
    int section = sections ? keys[i].section : -1;
    if (sections && (i == 0 || keys[i - 1].section != section)) add_row(table, NO_KERNEL, section);
    add_row(table, keys[i].kernel, section);
  }
  free(keys);
}

void kernel_table_free(KernelTable *table) {
  free(table->rows);
  free(table->row_of);
  free(table->sums);
  text_free(&table->filter);
  *table = (KernelTable){0};
}
