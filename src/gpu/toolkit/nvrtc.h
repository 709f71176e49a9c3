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

typedef struct NvrtcResult {
  void *output; // cubin, or PTX with a terminating zero; free with free()
  size_t bytes;
  Text log; // of the compiler; free with text_free
} NvrtcResult;

// Compiles `source` for `arch` ("sm_90a") with at most `register_cap` registers (0: no cap). On failure the
// log is set where there is one, and the status is the first error with its source line and a caret. Safe on
// several threads at once.
bool nvrtc_compile(const NvrtcApi *nvrtc, const char *source, const char *arch, int register_cap,
                   NvrtcOutput output, NvrtcResult *result, Status *status);
// The options that take part in the result, for the cache key.
const char *nvrtc_option_text(void);
