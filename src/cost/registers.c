// Registers per thread before compiling: a linear model of what a thread's registers hold, one for each kind
// of template, up to the cap that the schedule hands to the compiler.
//
// The coefficients were fitted (non-negative least squares of the relative error, kernels that end at their
// cap counted as at least that) to half of the kernels of the shipped graphs and dumps under the plans none,
// compiler and everything-fused, compiled for sm_90a by NVRTC 13. On the other half the mean error is 12% for
// map, 15% for row and full, 12% for column; tests/bench/bench_registers prints it anew.
#include "cost/liveness.h"

#include <math.h>

typedef struct RegisterModel {
  double base, in_flight, held, accumulators, collected, results, uniform, pointers, indexed, routines;
  double polynomials;        // per lane
  double trips;              // a loop that runs more than once
  double ragged;             // vectors that may be partial
  double loops;              // each after the first
  double vector;             // per lane
  double squares, addresses; // of a tile
} RegisterModel;

static const RegisterModel map_model = {.base = 7.3,
                                        .in_flight = 0.63,
                                        .results = 0.24,
                                        .uniform = 1.8,
                                        .pointers = 0.85,
                                        .indexed = 0.2,
                                        .routines = 3.5,
                                        .polynomials = 2.9,
                                        .ragged = 0.14,
                                        .vector = 0.4};
// Fitted by hand to transposes of f32, bf16, u8 and mixed operands: within 8 registers.
static const RegisterModel tile_model = {
    .base = 4, .in_flight = 0.95, .routines = 3.5, .squares = 1.2, .addresses = 1.5};
static const RegisterModel row_model = {.base = 4.4,
                                        .in_flight = 0.47,
                                        .held = 0.82,
                                        .accumulators = 7.5,
                                        .results = 0.27,
                                        .uniform = 1.8,
                                        .pointers = 0.48,
                                        .routines = 0.49,
                                        .trips = 12.7};
static const RegisterModel column_model = {.base = 7.3,
                                           .in_flight = 0.71,
                                           .accumulators = 0.67,
                                           .collected = 0.67,
                                           .results = 1.1,
                                           .uniform = 0.52,
                                           .pointers = 0.17,
                                           .routines = 13.2,
                                           .polynomials = 1.07,
                                           .trips = 9.2,
                                           .loops = 3.4,
                                           .vector = 1.9};

enum { LEAST = 8, MOST_ROUTINES = 3 };

static const RegisterModel *model_of(TemplateKind kind) {
  if (kind == TEMPLATE_COLUMN) return &column_model;
  if (kind == TEMPLATE_TILE) return &tile_model;
  return kind == TEMPLATE_MAP ? &map_model : &row_model;
}

static double model_registers(const CostSubject *subject) {
  const RegisterModel *model = model_of(subject->schedule->kind);
  const Mapping *mapping = &subject->body->mapping;
  Liveness live = liveness_of(subject);
  double routines = fmin(live.routines, subject->schedule->kind == TEMPLATE_COLUMN ? 1 : MOST_ROUTINES);
  return model->base + model->in_flight * live.in_flight + model->held * live.held +
         model->accumulators * live.accumulators + model->collected * live.collected +
         model->results * live.results + model->uniform * live.uniform + model->pointers * live.pointers +
         model->indexed * live.indexed + model->routines * routines + model->polynomials * live.polynomials +
         (mapping->trips > 1 ? model->trips : 0) + (mapping->ragged ? model->ragged : 0) +
         model->loops * (subject->body->loops - 1) + model->vector * mapping->vector +
         model->squares * live.squares + model->addresses * live.addresses;
}

double cost_occupancy(const GpuLimits *limits, int threads, const Estimate *estimate) {
  int blocks = limits_blocks_per_sm(limits, threads, estimate->registers, estimate->shared_bytes);
  return (double)blocks * threads / limits->threads_per_sm;
}

void cost_registers(const CostSubject *subject, Estimate *estimate) {
  const GpuLimits *limits = &subject->device->limits;
  int cap = subject->schedule->knob[KNOB_registers];
  if (cap <= 0 || cap > limits->registers_per_thread) cap = limits->registers_per_thread;
  int wanted = (int)ceil(fmax(LEAST, model_registers(subject)));
  // The compiler gives up loads in flight before it spills what must be held.
  int need = subject->nest->reduced ? schedule_register_need(subject->nest, subject->schedule) : 0;
  estimate->registers = wanted < cap ? wanted : cap;
  estimate->spill_bytes = need > cap ? (need - cap) * 4 : 0;
  estimate->shared_bytes = subject->launch->shared_bytes;
  estimate->occupancy = cost_occupancy(limits, subject->launch->threads, estimate);
}
