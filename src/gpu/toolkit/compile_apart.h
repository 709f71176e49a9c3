// NVRTC in processes of its own: a kernel that it cannot take, crashes on or never gets done with costs one
// of them, and is told. Internal to the toolkit.
#pragma once

#include "base/child_pool.h"
#include "gpu/toolkit/nvrtc.h"

// `nvrtc` must outlive it.
ChildPool *compile_apart_open(const NvrtcApi *nvrtc);
// As nvrtc_compile. `kernel` is for messages. STATUS_CANCELLED at once when `stop` (may be NULL) is not 0.
bool compile_apart(ChildPool *pool, const NvrtcRequest *request, const char *kernel, const atomic_int *stop,
                   NvrtcResult *result, Status *status);
