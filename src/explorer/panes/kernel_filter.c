// Filters of the kernel table.
#include "explorer/panes/kernel_filter.h"

#include "tui/filter.h"
#include "tui/fuzzy.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum Field {
#define X(name, help) FIELD_##name,
  FILTER_FIELDS(X)
#undef X
      FIELD_COUNT
} Field;

static const char *const field_names[] = {
#define X(name, help) #name,
    FILTER_FIELDS(X)
#undef X
};

// A figure; NAN: not known.
static double value_of(Field field, const KernelFigures *figures) {
  const Estimate *estimate = figures->estimate;
  const Compiled *compiled = figures->compiled.state == RESULT_DONE ? figures->compiled.compiled : NULL;
  bool timed = kernel_is_timed(figures);
  switch (field) {
    case FIELD_time:
      return estimate->time_us;
    case FIELD_meas:
      return timed ? figures->measured.measured->time_us : NAN;
    case FIELD_prof:
      return kernel_is_profiled(figures) ? figures->profiled.time_us : NAN;
    case FIELD_err:
      return timed ? 100 * fabs(kernel_error(figures)) : NAN;
    case FIELD_regs:
      return estimate->registers < 0 ? NAN : estimate->registers;
    case FIELD_nvcc:
      return compiled ? compiled->registers : NAN;
    case FIELD_ops:
      return figures->ops;
    case FIELD_dram:
      return (double)estimate->dram_bytes;
    case FIELD_read:
      return (double)estimate->read_bytes;
    case FIELD_write:
      return (double)estimate->write_bytes;
    case FIELD_loads:
      return estimate->loads < 0 ? NAN : estimate->loads;
    case FIELD_stores:
      return estimate->stores < 0 ? NAN : estimate->stores;
    case FIELD_occ:
      return estimate->is_library ? NAN : 100 * estimate->occupancy;
    case FIELD_spill:
      return compiled ? compiled->spill_store_bytes + compiled->spill_load_bytes : estimate->spill_bytes;
    case FIELD_COUNT:
      break;
  }
  return NAN;
}

static bool names_op(const Op *op, const char *word) {
  if (fuzzy_contains(op->name, word)) return true;
  return fuzzy_contains(
      op->code == OP_OPAQUE ? op_text(op, ATTRIBUTE_TARGET, "opaque") : op_info(op->code)->name, word);
}

// "K13". Compared as a number: writing one for each kernel would take longer than all else here.
static bool is_number_of(const char *word, int kernel) {
  char *end;
  bool numbered = word[0] == 'K' && isdigit((unsigned char)word[1]);
  return numbered && strtol(word + 1, &end, 10) == kernel && *end == '\0';
}

static bool names_kernel(const char *word, Plan *plan, const KernelFigures *figures) {
  if (is_number_of(word, figures->kernel) || text_equal(word, limit_name(figures->estimate->limit)) ||
      text_equal(word, kernel_state_info(kernel_state(figures))->word) ||
      text_equal(word, template_name(plan_lowered(plan, figures->kernel)->schedule.kind)))
    return true;
  PlanKernel members = plan_kernel(plan, figures->kernel);
  for (int i = 0; i < members.op_count; i++)
    if (names_op(&plan_graph(plan)->ops[members.ops[i]], word)) return true;
  return false;
}

typedef struct FilteredKernel {
  Plan *plan;
  const KernelFigures *figures;
} FilteredKernel;

static double value(void *row, int field) {
  const FilteredKernel *kernel = row;
  return value_of((Field)field, kernel->figures);
}

static bool named(void *row, const char *word) {
  const FilteredKernel *kernel = row;
  return names_kernel(word, kernel->plan, kernel->figures);
}

static const FilterTable table = {"a kernel", field_names, FIELD_COUNT, value, named, false};

bool kernel_filter_matches(const char *filter, Plan *plan, const KernelFigures *figures) {
  FilteredKernel kernel = {plan, figures};
  return filter_matches(&table, filter, &kernel);
}

bool kernel_filter_problem(const char *filter, Text *out) {
  return filter_problem(&table, filter, out);
}
