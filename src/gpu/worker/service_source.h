// The source of the worker's own kernels.
#pragma once

#include "base/text.h"

void service_source(Text *out); // service.cu and the tables that it needs; before it comes
                                // kernel_types_prelude()
