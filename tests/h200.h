// The limits of an H200, as devices/h200 has them: for tests of layers that do not know of devices.
#pragma once

#include "kernel/template/limits.h"

static const GpuLimits h200_limits = {.arch = 90,
                                      .arch_name = "sm_90a",
                                      .sms = 132,
                                      .threads_per_block = 1024,
                                      .threads_per_sm = 2048,
                                      .blocks_per_sm = 32,
                                      .registers_per_sm = 65536,
                                      .registers_per_thread = 255,
                                      .shared_per_block = 232448,
                                      .shared_per_sm = 233472,
                                      .shared_reserved = 1024,
                                      .warp = 32,
                                      .l2_bytes = 62914560};
