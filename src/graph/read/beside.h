// Files that compilers write beside graphs. For open.c only.
#pragma once

#include "base/status.h"

// The file at `path` could not be read as a graph, as `status` says. Where its name says that it only goes
// with one, says instead where that is.
void read_beside_explain(const char *path, Status *status);
