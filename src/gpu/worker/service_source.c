// Composing the source of the worker's own kernels.
#include "gpu/worker/service_source.h"

#include "gpu/service_bytes.h"
#include "gpu/worker/run_program.h"
#include "kernel/cuda/emit.h"

void service_source(Text *out) {
  text_add(out, "#define SERVICE_TYPES(X)");
  for (int i = 0; i < DTYPE_COUNT; i++) {
    const char *type = kernel_memory_type((DType)i),
               *is = dtype_kind((DType)i) == DTYPE_IS_FLOAT ? "true" : "false";
    if (type) text_printf(out, " X(%d, %s, %s)", i, type, is);
  }
  text_printf(out, "\nenum { FILL_NORMAL = %d, FILL_POSITIVE = %d, FILL_INTEGER = %d };\n", FILL_NORMAL,
              FILL_POSITIVE, FILL_INTEGER);
  text_add(out, service_bytes);
}
