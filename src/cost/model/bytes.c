// Bytes alone, as rules of fusion count them: each tensor that a kernel reads or writes, once, at the
// datasheet's bandwidth.
#include "cost/model/cost_model.h"

static void estimate(const CostModel *model, const CostKernel *kernel, Estimate *out) {
  (void)model;
  double us[LIMIT_COUNT] = {0};
  cost_ours(kernel, out);
  us[LIMIT_DRAM] = (double)(out->read_bytes + out->write_bytes) / (kernel->device->dram_gbs * 1e3);
  cost_retime(out, us, us[LIMIT_DRAM]);
}

const CostModel cost_model_bytes = {
    .name = "bytes",
    .help = "Each tensor that a kernel reads or writes, once, at the datasheet's bandwidth; no more.",
    .estimate = estimate,
};
