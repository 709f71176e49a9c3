// NVRTC's entry points and one compilation. Internal to the gpu layer: the rest of the program sees
// gpu/toolkit/compile.h.
#pragma once

#include "base/text.h"
#include "gpu/toolkit/entries.h"

#include <nvrtc.h>

typedef struct NvrtcApi {
  NVRTC_ENTRIES(LIBRARY_ENTRY_FIELD)
  int major, minor; // of the library
} NvrtcApi;

// STATUS_MISSING with what to do when NVRTC cannot be opened or is too old.
bool nvrtc_open(NvrtcApi *nvrtc, Status *status);

typedef enum NvrtcOutput { NVRTC_CUBIN, NVRTC_PTX } NvrtcOutput;

typedef struct NvrtcRequest {
  const char *source, *arch; // "sm_90a"
  int register_cap;          // 0: none
  NvrtcOutput output;
  bool lines; // with line information: the code itself is the same
} NvrtcRequest;

typedef struct NvrtcResult {
  void *output; // cubin, or PTX, with a zero after it
  size_t bytes;
  Text log; // of the compiler
} NvrtcResult;

// On failure the log is set where there is one, and the status is the first error with its source line and a
// caret. Safe on several threads at once, but see compile_apart.h: what NVRTC does to this process (its
// signals, its memory, its end) is NVRTC's.
bool nvrtc_compile(const NvrtcApi *nvrtc, const NvrtcRequest *request, NvrtcResult *result, Status *status);
void nvrtc_result_free(NvrtcResult *result);
// The options that take part in the result, for the cache key.
const char *nvrtc_option_text(bool lines);
