// What a process that runs strangers' work gives up: base/child.c's own.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Only `keep` of the descriptors is open afterwards, limits stand, and system calls are filtered where the
// system can. For good: call it in a process that ends with its work. `cpu_seconds` 0: no limit.
void child_confine(int keep, int cpu_seconds, size_t memory_bytes);
bool confine_filters(void); // whether this system can
