// What other models say of the same kernels, to be told beside ours.
#pragma once

#include "cost/model/estimate.h"

// The plain roofline: compulsory bytes at the datasheet's bandwidth or floating operations at the FP32 peak,
// whichever takes longer. Williams, Waterman, Patterson 2009.
double baseline_roofline(const Device *device, const Estimate *estimate);

// XLA's cost model for GPUs as its public sources of 2026 have it (xla/service/gpu/model): a fixed launch
// overhead, arithmetic by clock cycles per op, memory by rules of bandwidth, of which 95% of the shorter
// overlaps with the longer. It knows neither registers nor occupancy.
//
// Applied to our kernels: launch dimensions are the kernel's own (XLA would use those of its emitters), and
// what a kernel reads of each operand, and how coalesced, comes from our accesses, which need to be in
// `estimate`. Zero for library kernels.
double baseline_xla(const Device *device, const PlanLowered *lowered, const Estimate *estimate);
