// A kernel as a program of its own.
#pragma once

#include "session/session.h"

// Appends CUDA C++ for nvcc: the kernel's readable code, and a main that allocates and fills its parameters
// as fusebox fills inputs, launches it as the plan does, and prints a checksum of the results and times.
// Fails for library kernels, and for those that read what no rule can fill (seeds, positions in windows,
// counts of steps).
bool export_harness(Session *session, int kernel, Text *out, Status *status);
