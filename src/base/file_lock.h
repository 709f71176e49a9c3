// Locks between processes, for files that several of them read, change and write.
#pragma once

#include "base/status.h"

#include <stdbool.h>

// Waits until nobody else holds the lock of `path`, which need not be there. The lock is a file of its own
// beside it, "<path>.lock", as the file itself is replaced when it is written; that file stays. The system
// gives the lock up when a process ends, however it does. -1 on failure.
int file_lock(const char *path, Status *status);
// The same without waiting. -1 on failure; *busy: because somebody else holds it.
int file_lock_try(const char *path, bool *busy);
void file_unlock(int lock); // -1 is allowed
