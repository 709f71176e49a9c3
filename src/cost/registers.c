#include "cost/parts.h"

// A first model that knows the schedule: registers = base + addresses + what is live at once. ptxas keeps
// 64-bit pointers in pairs, rounds to what it allocates (8 per thread), and sinks loads to stay low, which
// the coefficients below absorb. They were fitted by least squares to kernels compiled for sm_90a (tests/cost
// prints the error).
typedef struct RegisterModel {
  double base;         // thread and block indices, bounds
  double per_buffer;   // address of one parameter
  double per_live;     // a 32-bit word that is live
  double per_indirect; // an access whose index is read from data
} RegisterModel;
static const RegisterModel model = {10, 1.6, 0.8, 3};

enum { STEP_GRANULE = 8, REGISTERS_LEAST = 16 };

static int words(DType dtype) {
  return dtype_bytes(dtype) > 4 ? 2 : 1;
}

// The last step that reads each step's value.
static void last_uses(const Nest *nest, int *last) {
  for (int i = 0; i < nest->step_count; i++)
    last[i] = i;
  for (int i = 0; i < nest->step_count; i++)
    for (int o = 0; o < nest->steps[i].operand_count; o++)
      last[nest->steps[i].operand[o]] = i;
  for (int s = nest->dim_count; s < nest->symbol_count;
       s++) { // an index read from data lives while accesses use it
    if (nest->symbols[s].kind != SYMBOL_STEP) continue;
    for (int i = 0; i < nest->step_count; i++)
      if (index_scale(&nest->steps[i].index, s)) last[nest->symbols[s].step] = i;
  }
}

static bool is_free(const Step *step) {
  return step->kind == STEP_NUMBER || step->kind == STEP_STORE || step->kind == STEP_REDUCE;
}

// The most 32-bit words alive at once when the steps run in order, each thread handling `width` elements of a
// step at a time; values that are held between passes count for the whole row piece that a thread owns.
static double most_live(const CostSubject *subject, Arena *scratch) {
  const Nest *nest = subject->nest;
  int *last = arena_array(scratch, (size_t)nest->step_count + 1, sizeof *last);
  double *size = arena_array(scratch, (size_t)nest->step_count + 1, sizeof *size);
  last_uses(nest, last);
  double live = 0, most = 0;
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    StepExecution execution = subject->executions[i];
    double elements = execution.width > 0 ? execution.width : 1;
    if (execution.held) elements *= (double)execution.per_thread;
    size[i] = is_free(step) ? 0 : elements * words(step->dtype);
    live += size[i];
    if (live > most) most = live;
    for (int j = 0; j <= i; j++)
      if (last[j] == i) live -= size[j], size[j] = 0;
  }
  return most;
}

static int count_indirect(const Nest *nest) {
  int count = 0;
  for (int s = 0; s < nest->symbol_count; s++)
    count += nest->symbols[s].kind != SYMBOL_DIM;
  return count;
}

void cost_registers(const CostSubject *subject, Estimate *estimate) {
  const GpuLimits *limits = &subject->device->limits;
  Arena *scratch = arena_new();
  double need = model.base + model.per_buffer * subject->nest->buffer_count +
                model.per_live * most_live(subject, scratch) +
                model.per_indirect * count_indirect(subject->nest);
  arena_free(scratch);
  int cap = subject->schedule->knob[KNOB_registers];
  if (cap <= 0 || cap > limits->registers_per_thread) cap = limits->registers_per_thread;
  int rounded = ((int)need + STEP_GRANULE - 1) / STEP_GRANULE * STEP_GRANULE;
  if (rounded < REGISTERS_LEAST) rounded = REGISTERS_LEAST;
  estimate->registers = rounded < cap ? rounded : cap;
  estimate->spill_bytes = need > cap ? (int)(need - cap) * 4 : 0;
  estimate->shared_bytes = subject->launch->shared_bytes;
  int blocks =
      limits_blocks_per_sm(limits, subject->launch->threads, estimate->registers, estimate->shared_bytes);
  estimate->occupancy = (double)blocks * subject->launch->threads / limits->threads_per_sm;
}
