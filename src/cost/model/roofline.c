// The plain roofline: compulsory bytes at the datasheet's bandwidth or floating operations at the peak,
// whichever takes longer. Williams, Waterman, Patterson 2009. The peak is that of FP32; of what a library
// runs on 16-bit data, that of the tensor cores.
#include "cost/model/cost_model.h"

#include <math.h>

static Limit peak_of(const CostKernel *kernel, double *flops_per_us) {
  const Device *device = kernel->device;
  const Graph *graph = kernel->graph;
  if (!kernel->lowered->nest && dtype_bytes(graph->values[graph->ops[kernel->op].first_result].dtype) <= 2) {
    *flops_per_us = device->tensor_tflops_16 * 1e6;
    return LIMIT_TENSOR;
  }
  *flops_per_us = 2 * device->fma_per_clock * device->limits.sms * device->clock_ghz * 1e3;
  return LIMIT_FMA;
}

static void estimate(const CostModel *model, const CostKernel *kernel, Estimate *out) {
  (void)model;
  double us[LIMIT_COUNT] = {0}, peak;
  cost_ours(kernel, out);
  Limit arithmetic = peak_of(kernel, &peak);
  us[LIMIT_DRAM] = (double)(out->read_bytes + out->write_bytes) / (kernel->device->dram_gbs * 1e3);
  us[arithmetic] = out->flops / peak;
  cost_retime(out, us, fmax(us[LIMIT_DRAM], us[arithmetic]));
}

const CostModel cost_model_roofline = {
    .name = "roofline",
    .help = "Each tensor once at the datasheet's bandwidth, or operations at the peak: what takes longer.",
    .estimate = estimate,
};
