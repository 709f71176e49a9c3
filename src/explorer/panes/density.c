// Density.
#include "explorer/panes/density.h"

#include "explorer/panes/heat.h"
#include "explorer/panes/ops.h"
#include "tui/slice.h"

#include <stdlib.h>
#include <string.h>

enum {
  AT_ONCE = 20000,
  STEP = 2000
}; // kernels: made before a picture; looked at between two looks at the clock

// A kernel's time goes to its ops.
static void spread(double *own, const Rails *rails, const PlanKernel *kernel, double time_us) {
  for (int i = 0; i < kernel->op_count; i++)
    own[rails->row[kernel->ops[i]]] = time_us / kernel->op_count;
}

static void add_up(Density *density, int rows) {
  double sum = 0;
  density->before = memory_resize(density->before, sizeof sum * ((size_t)rows + 1));
  for (int row = 0; row <= rows; row++) {
    density->before[row] = sum;
    sum += density->own[row];
  }
}

static DensityKey key_of(const Explorer *explorer) {
  return (DensityKey){ops_pane(explorer)->rails, plan_version(explorer->plan), explorer->results};
}

static bool is_for(const DensityKey *a, const DensityKey *b) {
  return a->rails == b->rails && a->version == b->version && a->results == b->results;
}

static void begin(DensityBuild *build, const DensityKey *key, int slots) {
  size_t bytes = sizeof(double) * ((size_t)key->rails->row_count + 1);
  double *own = memory_resize(build->own, bytes);
  memset(own, 0, bytes); // views that are shown have no time
  double *time = memory_resize(build->time, sizeof *time * ((size_t)slots + 1));
  *build = (DensityBuild){.under_way = true, .key = *key, .own = own, .time = time};
}

// Asks for each kernel's result once: there are many of them.
static void add_kernel(DensityBuild *build, const Explorer *explorer, int id) {
  PlanKernel kernel = plan_kernel(explorer->plan, id);
  bool timed;
  MeasuredView view;
  build->time[id] = heat_result(explorer, id, &view, &timed);
  spread(build->own, build->key.rails, &kernel, build->time[id]);
  build->timed += timed;
  build->stale += view.state == RESULT_STALE;
  build->without += view.state != RESULT_DONE && view.state != RESULT_FAILED && view.state != RESULT_NOT_RUN;
}

// Kernels without a result of their own are those that were changed where all had one before. Else only those
// are whose slot was measured with another content.
static void take_changed(Density *density, int without, int stale) {
  bool any = density->timed || stale; // else what was measured is forgotten
  density->measured = any && (density->measured || without == 0);
  density->changed = density->measured ? without : stale;
}

static void finish(Density *density, Plan *plan) {
  DensityBuild *build = &density->build;
  double *own = build->own, *time = build->time;
  build->own = density->own;
  build->time = density->time;
  build->under_way = false;
  density->own = own;
  density->time = time;
  density->key = build->key;
  density->change = plan_changes(plan);
  add_up(density, build->key.rails->row_count);
  density->kernels = plan_kernel_count(plan);
  density->timed = build->timed;
  take_changed(density, build->without, build->stale);
}

// While nothing was measured only the kernels that an edit changed have another time.
static bool can_mend(const Density *density, const DensityKey *key, Plan *plan) {
  bool estimates = !density->key.results && !key->results;
  if (!density->before || density->key.rails != key->rails || !estimates) return false;
  return density->change == plan_changes(plan) || plan_changed(plan, density->change) != NO_KERNEL;
}

static void mend(Density *density, const Explorer *explorer, const DensityKey *key) {
  Plan *plan = explorer->plan;
  for (; density->change < plan_changes(plan); density->change++) {
    PlanKernel kernel = plan_kernel(plan, plan_changed(plan, density->change));
    density->time[kernel.id] = heat_time(explorer, kernel.id, NULL);
    spread(density->own, key->rails, &kernel, density->time[kernel.id]);
  }
  add_up(density, key->rails->row_count);
  density->key = *key;
  density->kernels = plan_kernel_count(plan);
  density->build.under_way = false;
}

static bool work_for(Explorer *explorer, const DensityKey *key, double milliseconds) {
  OpsPane *pane = ops_pane(explorer);
  Slice slice = slice_begin(milliseconds);
  DensityBuild *build = &pane->density.build;
  int count;
  if (can_mend(&pane->density, key, explorer->plan)) {
    mend(&pane->density, explorer, key);
    return true;
  }
  const int *order = plan_order(explorer->plan, &count);
  if (!build->under_way || !is_for(&build->key, key)) begin(build, key, plan_slots(explorer->plan));
  for (;;) {
    for (int i = 0; i < STEP && build->next < count; i++)
      add_kernel(build, explorer, order[build->next++]);
    if (build->next == count) break;
    if (slice_over(&slice)) return false;
  }
  finish(&pane->density, explorer->plan);
  return true;
}

static bool is_current(const Explorer *explorer) {
  OpsPane *pane = ops_pane(explorer);
  DensityKey key = key_of(explorer);
  return pane->density.before && is_for(&pane->density.key, &key);
}

bool density_work(Explorer *explorer, double milliseconds) {
  if (!figures_complete(explorer->figures) || is_current(explorer)) return true;
  DensityKey key = key_of(explorer);
  return work_for(explorer, &key, milliseconds);
}

bool density_update(Explorer *explorer) {
  OpsPane *pane = ops_pane(explorer);
  Density *density = &pane->density;
  if (plan_kernel_count(explorer->plan) <= AT_ONCE) density_work(explorer, -1);
  return figures_complete(explorer->figures) && density->before && density->key.rails == pane->rails;
}

double density_rows(const Density *density, int first, int last) {
  return density->before[last + 1] - density->before[first];
}

const double *density_times(const Explorer *explorer) {
  bool known = figures_complete(explorer->figures) && is_current(explorer);
  return known ? ops_pane(explorer)->density.time : NULL;
}

void density_free(Density *density) {
  free(density->before);
  free(density->own);
  free(density->time);
  free(density->build.own);
  free(density->build.time);
  *density = (Density){0};
}
