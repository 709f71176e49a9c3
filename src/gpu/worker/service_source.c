// Composing the source of the worker's own kernels.
#include "gpu/worker/service_source.h"

#include "gpu/service_bytes.h"
#include "gpu/worker/run_program.h"

void service_source(Text *out) {
  text_add(out, "enum {");
#define X(id, ...) text_printf(out, " DTYPE_%s = %d,", #id, DTYPE_##id);
  DTYPES(X)
#undef X
  text_printf(out, " FILL_NORMAL = %d, FILL_POSITIVE = %d, FILL_INTEGER = %d };\n", FILL_NORMAL,
              FILL_POSITIVE, FILL_INTEGER);
  text_add(out, service_bytes);
}
