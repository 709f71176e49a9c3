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

typedef struct Shipped {
  const char *users; // folder whose files take the place of shipped ones
  void (*visit)(void *context, const char *path);
  void *context;
} Shipped;

static void visit_shipped(void *context, const char *path) {
  const Shipped *shipped = context;
  char *users = file_join(shipped->users, file_base_name(path));
  if (!file_exists(users)) shipped->visit(shipped->context, path);
  free(users);
}

void script_each_known(const char *users, const char *shipped, void (*visit)(void *context, const char *path),
                       void *context) {
  char *users_folder = script_user_folder(users), *shipped_folder = file_data(shipped);
  script_each(shipped_folder, visit_shipped, &(Shipped){users_folder, visit, context});
  script_each(users_folder, visit, context);
  free(users_folder);
  free(shipped_folder);
}
