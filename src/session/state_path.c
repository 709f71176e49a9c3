// Names of files in the user's state folder.
#include "session/state_path.h"

#include "base/file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

char *state_path(const char *kind, uint64_t hash) {
  char name[64], *folder = file_place(PLACE_STATE);
  snprintf(name, sizeof name, "%.32s-%016" PRIx64 ".json", kind, hash);
  char *path = file_join(folder, name);
  free(folder);
  return path;
}
