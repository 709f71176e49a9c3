// The source of the worker's own kernels.
#pragma once

#include "base/text.h"

void service_source(Text *out); // service.cu as NVRTC wants it: the tables that it needs, then the text
