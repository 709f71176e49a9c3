// Finding Lua files.
#include "script/files.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

char *script_user_folder(const char *name) {
  char *config = file_place(PLACE_CONFIG), *folder = file_join(config, name);
  free(config);
  return folder;
}

char *script_name(const char *path) {
  char *name = memory_strdup(file_base_name(path));
  if (text_ends(name, SCRIPT_SUFFIX)) name[strlen(name) - strlen(SCRIPT_SUFFIX)] = 0;
  return name;
}

char *script_find(const char *name, const char *users, const char *shipped) {
  Text file = {0};
  text_printf(&file, "%s%s", name, SCRIPT_SUFFIX);
  char *folder = script_user_folder(users), *found = file_join(folder, text_get(&file));
  if (!file_exists(found)) {
    free(found);
    text_clear(&file);
    text_printf(&file, "%s/%s%s", shipped, name, SCRIPT_SUFFIX);
    found = file_data(text_get(&file));
  }
  free(folder);
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

void script_each_shipped(const char *shipped, void (*visit)(void *context, const char *path), void *context) {
  int count;
  char **names = file_data_list(shipped, SCRIPT_SUFFIX, &count);
  for (int i = 0; i < count; i++) {
    char *name = file_join(shipped, names[i]), *path = file_data(name);
    if (path) visit(context, path);
    free(path);
    free(name);
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
  char *users_folder = script_user_folder(users);
  script_each_shipped(shipped, visit_shipped, &(Shipped){users_folder, visit, context});
  script_each(users_folder, visit, context);
  free(users_folder);
}
