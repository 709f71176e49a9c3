// Rows of the kernel table.
#include "explorer/panes/kernel_table.h"

#include "base/arena.h"
#include "explorer/panes/kernel_filter.h"

#include <stdlib.h>

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
    case SORT_PROFILE:
      return kernel_is_profiled(figures) ? figures->profiled.time_us : -1;
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
  if (kernel_is_profiled(figures)) {
    sum->profiled++;
    sum->profile_us += figures->profiled.time_us;
  }
  if (!kernel_is_timed(figures)) return;
  sum->timed++;
  sum->measured_us += figures->measured.measured->time_us;
}

static bool needs_figures(const KernelTable *table) {
  return table->filter.length > 0 || table->grouping != GROUPING_NONE || table->sort != SORT_LAUNCH;
}

bool kernel_table_needs_results(const KernelTable *table) {
  return table->filter.length > 0 || table->grouping != GROUPING_NONE || table->sort == SORT_MEASURED ||
         table->sort == SORT_ERROR;
}

static bool folds_alike(const KernelTable *table) {
  return table->grouping == GROUPING_ALIKE && !table->build.provisional;
}

// What sums of times, bytes and ops are sorted by; other figures are the same for all alike kernels.
static void add_to_class(KernelTable *table, Plan *plan, const KernelFigures *figures, SortKey *key) {
  key->section = alike_rows_class(&table->alike, plan, key->kernel);
  AlikeClass *class = &table->alike.next.list.data[key->section];
  bool adds_up = table->sort == SORT_TIME || table->sort == SORT_MEASURED || table->sort == SORT_BYTES ||
                 table->sort == SORT_OPS;
  class->value = adds_up && class->sum.kernels ? class->value + key->value : key->value;
  sum_add(&class->sum, figures);
}

static KernelFigures figures_of(const KernelTable *table, const KernelSource *source, int kernel) {
  KernelFigures figures = {.kernel = kernel, .estimate = plan_cost_kernel(source->cost, kernel)};
  bool filtered = table->filter.length > 0;
  if (filtered || table->sort == SORT_OPS)
    figures.ops = plan_kernel(session_plan(source->session), kernel).op_count;
  if (!kernel_table_needs_results(table)) return figures;
  figures.profiled = session_profiled(source->session, kernel);
  if (filtered) figures.compiled = session_compiled(source->session, kernel);
  if (filtered || session_has_times(source->session))
    figures.measured = session_measured(source->session, kernel);
  return figures;
}

// The next kernel in launch order, when it passes, with what it is sorted by. Figures are asked for only
// where they matter: the first picture of a large graph does not wait for them.
static void collect(KernelTable *table, KernelBuild *build, const KernelSource *source) {
  int count, at = build->next++;
  Plan *plan = session_plan(source->session);
  int kernel = plan_order(plan, &count)[at];
  SortKey key = {.place = table->reversed ? -at : at, .kernel = kernel};
  if (build->sections) key.section = build->sections->of[plan_kernel(plan, kernel).ops[0]];
  if (needs_figures(table) && !build->provisional) {
    KernelFigures figures = figures_of(table, source, kernel);
    if (table->filter.length > 0 && !kernel_filter_matches(text_get(&table->filter), plan, &figures)) return;
    key.value = table->reversed ? -sort_value(table->sort, &figures) : sort_value(table->sort, &figures);
    sum_add(&build->total, &figures);
    if (build->sections) sum_add(&build->sums[key.section], &figures);
    if (folds_alike(table)) add_to_class(table, plan, &figures, &key);
  }
  build->keys[build->kept++] = key;
}

static void add_row(KernelTable *table, int kernel, int section, int class) {
  if (kernel != NO_KERNEL) table->row_of[kernel] = table->count;
  table->rows[table->count++] = (KernelRow){kernel, section, class};
}

static int find_shown(const KernelTable *table, int *kernels) {
  int count = 0;
  for (int i = 0; i < table->count; i++)
    if (table->rows[i].kernel != NO_KERNEL) kernels[count++] = table->rows[i].kernel;
  return count;
}

static void sort(const KernelTable *table, KernelBuild *build, int slots) {
  if (table->sort == SORT_LAUNCH && !table->reversed && !build->sections) return;
  int count = find_shown(table, build->before);
  kernel_sort(build->keys, build->kept, build->before, count, slots, &build->memory);
}

static void make_room(KernelBuild *build, int slots) {
  if (build->keys && slots <= build->slots) return;
  build->keys = memory_resize(build->keys, sizeof *build->keys * (size_t)slots);
  build->before = memory_resize(build->before, sizeof *build->before * (size_t)slots);
  build->slots = slots;
}

// Of alike kernels that are folded the first stays, in their place.
static void fold_alike(KernelTable *table, KernelBuild *build) {
  int kept = 0;
  for (int i = 0; i < build->kept; i++) {
    SortKey key = build->keys[i];
    const AlikeClass *class = &table->alike.next.list.data[key.section];
    bool folded = alike_rows_folded(&table->alike, key.section);
    if (folded && key.kernel != class->first) continue;
    if (folded) key.value = class->value;
    key.section = 0;
    build->keys[kept++] = key;
  }
  build->kept = kept;
}

// The row of each kernel that is folded into another's.
static void find_folded(KernelTable *table, Plan *plan) {
  int count;
  const int *order = plan_order(plan, &count);
  for (int i = 0; i < count; i++) {
    int class = table->alike.class[order[i]]; // -1: the filter left it out
    if (class < 0 || !alike_rows_folded(&table->alike, class)) continue;
    table->row_of[order[i]] = table->row_of[table->alike.next.list.data[class].first];
  }
}

// The class of a row; -1: it is of one kernel.
static int folded_class(KernelTable *table, Plan *plan, int kernel) {
  int class = folds_alike(table) ? alike_rows_class(&table->alike, plan, kernel) : -1;
  return class >= 0 && alike_rows_folded(&table->alike, class) ? class : -1;
}

void kernel_table_begin(KernelTable *table, const KernelSource *source) {
  KernelBuild *build = &table->build;
  free(build->sums);
  make_room(build, plan_slots(session_plan(source->session)));
  build->under_way = true;
  build->provisional = !plan_cost_complete(source->cost) && needs_figures(table);
  build->sections = table->grouping == GROUPING_LAYERS ? source->sections : NULL;
  alike_rows_begin(&table->alike, plan_slots(session_plan(source->session)));
  build->next = build->kept = 0;
  build->total = (KernelSum){0};
  build->sums =
      memory_alloc(sizeof *build->sums * (build->sections ? (size_t)build->sections->count + 1 : 1));
}

// The rows take the place of those before.
static void finish(KernelTable *table, Plan *plan) {
  KernelBuild *build = &table->build;
  const Sections *sections = build->sections;
  int slots = plan_slots(plan);
  table->shown = build->kept;
  if (folds_alike(table)) fold_alike(table, build);
  sort(table, build, slots);
  size_t most = (size_t)slots + (sections ? (size_t)sections->count : 0) + 1;
  table->rows = memory_resize(table->rows, sizeof *table->rows * most);
  table->row_of = memory_resize(table->row_of, sizeof(int) * ((size_t)slots + 1));
  for (int i = 0; i < slots; i++)
    table->row_of[i] = -1;
  table->count = 0;
  for (int i = 0; i < build->kept; i++) {
    int section = sections ? build->keys[i].section : -1;
    if (sections && (i == 0 || build->keys[i - 1].section != section)) add_row(table, NO_KERNEL, section, -1);
    add_row(table, build->keys[i].kernel, section, folded_class(table, plan, build->keys[i].kernel));
  }
  if (folds_alike(table)) find_folded(table, plan);
  alike_rows_end(&table->alike);
  table->total = build->total;
  table->provisional = build->provisional;
  free(table->sums);
  table->sums = build->sums;
  build->sums = NULL;
  build->under_way = false;
}

bool kernel_table_work(KernelTable *table, const KernelSource *source, int most) {
  Plan *plan = session_plan(source->session);
  int count;
  if (!table->build.under_way) return true;
  plan_order(plan, &count);
  while (table->build.next < count) {
    if (most-- == 0) return false;
    collect(table, &table->build, source);
  }
  finish(table, plan);
  return true;
}

void kernel_table_free(KernelTable *table) {
  free(table->build.keys);
  free(table->build.before);
  free(table->build.sums);
  sort_memory_free(&table->build.memory);
  free(table->rows);
  free(table->row_of);
  free(table->sums);
  text_free(&table->filter);
  alike_rows_free(&table->alike);
  *table = (KernelTable){0};
}
