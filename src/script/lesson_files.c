// The lessons that there are: shipped and the user's.
#include "base/arena.h"
#include "base/file.h"
#include "base/log.h"
#include "base/vector.h"
#include "script/lesson_internal.h"

#include <stdlib.h>
#include <string.h>

static const char SUFFIX[] = ".lua";

typedef struct LessonList {
  VECTOR(LessonInfo) items;
} LessonList;

static char *user_folder(void) {
  char *config = file_place(PLACE_CONFIG), *folder = file_join(config, "lessons");
  free(config);
  return folder;
}

char *lesson_file(const char *name) {
  char *folders[] = {user_folder(), file_data("lua/lessons")}, *found = NULL;
  Text file = {0};
  text_printf(&file, "%s%s", name, SUFFIX);
  for (int i = 0; i < 2; i++) {
    char *path = folders[i] && !found ? file_join(folders[i], text_get(&file)) : NULL;
    if (path && file_exists(path))
      found = path;
    else
      free(path);
    free(folders[i]);
  }
  text_free(&file);
  return found;
}

// A lesson of the same name takes the place of one that is there already.
static void add(LessonList *list, LessonInfo info) {
  for (int i = 0; i < list->items.count; i++) {
    if (!text_equal(list->items.data[i].name, info.name)) continue;
    lesson_info_clear(&list->items.data[i]);
    list->items.data[i] = info;
    return;
  }
  vector_push(&list->items, info);
}

static char *copy_of(const char *text) {
  return text ? memory_strdup(text) : NULL;
}

static void add_file(LessonList *list, const char *path) {
  Status status = {0};
  Lesson *lesson = lesson_open(path, &status);
  if (!lesson) {
    log_message(LOG_WARNING, "%s is left out: %s", path, status.message);
    return;
  }
  LessonInfo info = *lesson_info(lesson);
  info.name = memory_strdup(info.name);
  info.title = memory_strdup(info.title);
  info.about = copy_of(info.about);
  info.path = memory_strdup(info.path);
  add(list, info);
  lesson_close(lesson);
}

static void add_folder(LessonList *list, const char *folder) {
  int count = 0;
  char **names = file_is_folder(folder) ? file_list(folder, &count, NULL) : NULL;
  for (int i = 0; i < count; i++) {
    char *path = file_join(folder, names[i]);
    if (text_ends(names[i], SUFFIX)) add_file(list, path);
    free(path);
    free(names[i]);
  }
  free(names);
}

// By number, those without one last; then by name.
static int compare(const void *a, const void *b) {
  const LessonInfo *x = a, *y = b;
  unsigned left = (unsigned)x->number - 1u, right = (unsigned)y->number - 1u;
  return left != right ? (left > right) - (left < right) : strcmp(x->name, y->name);
}

LessonInfo *lessons_list(int *count) {
  LessonList list = {0};
  char *shipped = file_data("lua/lessons"), *user = user_folder();
  if (shipped) add_folder(&list, shipped);
  add_folder(&list, user);
  free(shipped);
  free(user);
  if (list.items.count) qsort(list.items.data, (size_t)list.items.count, sizeof *list.items.data, compare);
  *count = list.items.count;
  return list.items.data;
}

void lessons_free(LessonInfo *list, int count) {
  for (int i = 0; i < count; i++)
    lesson_info_clear(&list[i]);
  free(list);
}
