// Lua files that return a table of data, as JSON.
#pragma once

#include "base/status.h"
#include "base/text.h"

// Runs the file in a process of its own, where it can compute and read nothing, and adds what it returns:
// tables with the keys 1 to n are arrays, an empty one as well; others are objects, by their keys, numbers
// written out. False with file and line.
bool data_file_read(const char *path, Text *json, Status *status);
