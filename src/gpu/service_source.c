// Composing the source of the worker's own kernels.
#include "gpu/service_source.h"

#include "base/file.h"
#include "gpu/run_program.h"

#include <stdlib.h>

bool service_source(Text *out, Status *status) {
  char *path = file_data("src/gpu/service.cu");
  if (!path)
    return status_fail(status, STATUS_MISSING, "src/gpu/service.cu is missing from the installation");
  char *text = file_read(path, NULL, status);
  free(path);
  if (!text) return false;
  text_add(out, "enum {");
#define X(id, ...) text_printf(out, " DTYPE_%s = %d,", #id, DTYPE_##id);
  DTYPES(X)
#undef X
  text_printf(out, " FILL_NORMAL = %d, FILL_POSITIVE = %d, FILL_INTEGER = %d };\n", FILL_NORMAL,
              FILL_POSITIVE, FILL_INTEGER);
  text_add(out, text);
  free(text);
  return true;
}
