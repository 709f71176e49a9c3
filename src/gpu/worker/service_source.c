// Composing the source of the worker's own kernels.
#include "gpu/worker/service_source.h"

#include "base/file.h"
#include "gpu/worker/run_program.h"

#include <stdlib.h>

char *service_file(const char *name, Status *status) {
  char *path = file_data(name);
  if (!path) status_fail(status, STATUS_MISSING, "%s is missing from the installation", name);
  char *text = path ? file_read(path, NULL, status) : NULL;
  free(path);
  return text;
}

bool service_source(Text *out, Status *status) {
  char *text = service_file("src/gpu/worker/service.cu", status);
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
