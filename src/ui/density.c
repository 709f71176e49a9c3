// Density.
#include "ui/density.h"

#include "ui/heat.h"

#include <stdlib.h>

// Kernels without a result of their own are those that were changed where all had one before. Else only those
// are whose slot was measured with another content.
static void count_changed(Density *density, const Explorer *explorer) {
  int count, without = 0, stale = 0;
  const int *order = plan_order(explorer->plan, &count);
  bool times = explorer->results && session_has_times(explorer->session);
  for (int i = 0; i < count && times; i++) {
    ResultState state = session_measured(explorer->session, order[i]).state;
    stale += state == RESULT_STALE;
    without += state != RESULT_DONE && state != RESULT_FAILED && state != RESULT_NOT_RUN;
  }
  bool any = density->timed || stale; // else what was measured is forgotten
  density->measured = any && (density->measured || without == 0);
  density->changed = density->measured ? without : stale;
}

static void fill(Density *density, const Explorer *explorer) {
  const Rails *rails = explorer->rails;
  const Plan *plan = explorer->plan;
  density->before = memory_resize(density->before, sizeof(double) * ((size_t)rails->row_count + 1));
  density->kernels = density->timed = 0;
  double sum = 0;
  for (int row = 0; row < rails->row_count; row++) {
    int op = rails->op[row], kernel = plan_home(plan, op);
    density->before[row] = sum;
    if (kernel == NO_KERNEL) continue;
    PlanKernel members = plan_kernel(plan, kernel);
    bool timed;
    sum += heat_time(explorer, kernel, &timed) / members.op_count;
    if (members.ops[0] != op) continue;
    density->kernels++;
    density->timed += timed;
  }
  density->before[rails->row_count] = sum;
  count_changed(density, explorer);
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
