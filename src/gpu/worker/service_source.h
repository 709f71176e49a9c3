// The source of the worker's own kernels.
#pragma once

#include "base/status.h"
#include "base/text.h"

// service.cu as NVRTC wants it: the tables that it needs, then the text. STATUS_MISSING when the file is not
// there.
bool service_source(Text *out, Status *status);
// The text of a kernel file of this program, such as "src/gpu/worker/service.cu"; free with free(). NULL,
// STATUS_MISSING when it is not there.
char *service_file(const char *name, Status *status);
