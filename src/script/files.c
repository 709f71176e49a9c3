// Finding Lua files.
#include "script/files.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"

#include <stdlib.h>

char *script_user_folder(const char *name) {
  char *config = file_place(PLACE_CONFIG), *folder = file_join(config, name);
  free(config);
  return folder;
}

char *script_find(const char *name, char *const *folders, int count) {
  char *found = NULL;
  Text file = {0};
  text_printf(&file, "%s%s", name, SCRIPT_SUFFIX);
  for (int i = 0; i < count && !found; i++) {
    char *path = folders[i] ? file_join(folders[i], text_get(&file)) : NULL;
    if (path && file_exists(path))
      found = path;
    else
      free(path);
  }
  text_free(&file);
  return found;
}

void script_each(const char *folder, void (*visit)(void *context, const char *path), void *context) {
  int count = 0;
  char **names = folder && file_is_folder(folder) ? file_list(folder, &count, NULL) : NULL;
  for (int i = 0; i < count; i++) {
    char *path = file_join(folder, names[i]);
    if (text_ends(names[i], SCRIPT_SUFFIX)) visit(context, path);
    free(path);
    free(names[i]);
  }
  free(names);
}
