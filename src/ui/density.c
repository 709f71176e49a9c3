// Density.
#include "ui/density.h"

#include "ui/heat.h"

#include <stdlib.h>
#include <string.h>

// A kernel's time goes to its ops; what stands in `before` at a row is the row's own time until they are
// added up.
static void spread(Density *density, const Rails *rails, const PlanKernel *kernel, double time_us) {
  for (int i = 0; i < kernel->op_count; i++)
    density->before[rails->row[kernel->ops[i]]] = time_us / kernel->op_count;
}

static void add_up(Density *density, int rows) {
  double sum = 0;
  for (int row = 0; row <= rows; row++) {
    double own = density->before[row];
    density->before[row] = sum;
    sum += own;
  }
}

// Kernels without a result of their own are those that were changed where all had one before. Else only those
// are whose slot was measured with another content.
static void take_changed(Density *density, int without, int stale) {
  bool any = density->timed || stale; // else what was measured is forgotten
  density->measured = any && (density->measured || without == 0);
  density->changed = density->measured ? without : stale;
}

// Asks for each kernel's result once: there are many of them.
static void fill(Density *density, const Explorer *explorer) {
  const Rails *rails = explorer->rails;
  int stale = 0, without = 0;
  const int *order = plan_order(explorer->plan, &density->kernels);
  size_t bytes = sizeof(double) * ((size_t)rails->row_count + 1);
  density->before = memory_resize(density->before, bytes);
  memset(density->before, 0, bytes); // views that are shown have no time
  density->timed = 0;
  for (int i = 0; i < density->kernels; i++) {
    PlanKernel kernel = plan_kernel(explorer->plan, order[i]);
    bool timed;
    MeasuredView view;
    spread(density, rails, &kernel, heat_result(explorer, order[i], &view, &timed));
    density->timed += timed;
    stale += view.state == RESULT_STALE;
    without += view.state != RESULT_DONE && view.state != RESULT_FAILED && view.state != RESULT_NOT_RUN;
  }
  add_up(density, rails->row_count);
  take_changed(density, without, stale);
}

bool density_update(Explorer *explorer) {
  Density *density = &explorer->density;
  uint64_t version = plan_version(explorer->plan);
  if (!figures_complete(explorer->figures)) return false;
  bool current = density->before && density->row_count == explorer->rails->row_count &&
                 density->version == version && density->results == explorer->results;
  if (current) return true;
  fill(density, explorer);
  density->row_count = explorer->rails->row_count;
  density->version = version;
  density->results = explorer->results;
  return true;
}

double density_rows(const Density *density, int first, int last) {
  return density->before[last + 1] - density->before[first];
}

void density_free(Density *density) {
  free(density->before);
  *density = (Density){0};
}
