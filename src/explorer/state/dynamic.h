// Kernels that take a size of the graph as an argument, beside those for its value: the size is chosen by a
// key, and Code, Why and the kernel table then speak of both. Asked in slices, as each kernel is lowered for
// several values of the size.
#pragma once

#include "explorer/state/explorer.h"
#include "session/sized.h"

const char *dynamic_size(const Explorer *explorer); // NULL: none is chosen
// NULL: no size is chosen, or it is not known yet.
const SizedKernel *dynamic_kernel(const Explorer *explorer, int kernel);
// Of a kernel that is known and can be: its code, see sized_kernels_emit.
bool dynamic_emit(const Explorer *explorer, int kernel, Emitted *emitted, Status *status);
// "takes rows as an argument, 2 to 4096: est 12.3 us, for 64 alone 11.9 us", or why it cannot be. Nothing
// while no size is chosen.
void dynamic_text(const Explorer *explorer, int kernel, Text *out);
