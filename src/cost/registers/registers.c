// Registers per thread before compiling: what the fitted model says of the kernel's features, up to the cap
// that the schedule hands to the compiler; and what that means for occupancy.
#include "cost/model/parts.h"

#include <math.h>

double cost_occupancy(const GpuLimits *limits, int threads, const Estimate *estimate) {
  int blocks = limits_blocks_per_sm(limits, threads, estimate->registers, estimate->shared_bytes);
  return (double)blocks * threads / limits->threads_per_sm;
}

// The walk over the steps says what is alive where most is; the rest is the model's.
static RegisterParts parts_of(const RegisterFeatures *features, int registers) {
  const float *value = features->value;
  RegisterParts parts = {.held = (int)value[FEATURE_held],
                         .in_flight = (int)value[FEATURE_in_flight],
                         .accumulators = (int)value[FEATURE_accumulators],
                         .shared = (int)value[FEATURE_uniform]};
  int known = parts.held + parts.in_flight + parts.accumulators + parts.shared;
  parts.values = (int)fmax(0, value[FEATURE_peak_vector] - known);
  parts.rest = registers - known - parts.values;
  return parts;
}

void cost_registers(const Device *device, const RegisterForests *forests, const RegisterFeatures *features,
                    const LaunchShape *launch, Estimate *estimate) {
  RegisterPrediction prediction = register_predict(forests, features);
  estimate->registers = prediction.registers;
  estimate->spill_bytes = prediction.spill_bytes;
  estimate->register_parts = parts_of(features, prediction.registers);
  estimate->shared_bytes = launch->shared_bytes;
  estimate->occupancy = cost_occupancy(&device->limits, launch->threads, estimate);
}
