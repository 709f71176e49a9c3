// In the place of nsys.c where fusebox is built without SQLite.
#include "session/profile/profile.h"

bool profile_read_nsys(Profile *profile, const char *text, size_t length, Status *status) {
  (void)text, (void)length;
  return status_fail(status, STATUS_MISSING,
                     "%s is an SQLite database, and this fusebox is built without SQLite: install "
                     "libsqlite3-dev and build it again, or write the launches with 'nsys stats -r "
                     "cuda_gpu_trace --format csv FILE'",
                     profile->file);
}
