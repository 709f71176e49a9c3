// The lessons that there are: shipped and the user's.
#include "script/files.h"
#include "base/arena.h"
#include "base/file.h"
#include "base/log.h"
#include "base/vector.h"
#include "script/lesson/internal.h"

#include <stdlib.h>
#include <string.h>

static const char USERS[] = "lessons", SHIPPED[] = "lua/lessons";

typedef struct LessonList {
  VECTOR(LessonInfo) items;
  const atomic_int *stop;
} LessonList;

char *lesson_file(const char *name) {
  return script_find(name, USERS, SHIPPED);
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

static void add_file(void *context, const char *path) {
  LessonList *list = context;
  Status status = {0};
  if (list->stop && *list->stop) return;
  Lesson *lesson = lesson_open_path(path, list->stop, &status);
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

// By number, those without one last; then by name.
static int compare(const void *a, const void *b) {
  const LessonInfo *x = a, *y = b;
  unsigned left = (unsigned)x->number - 1u, right = (unsigned)y->number - 1u;
  return left != right ? (left > right) - (left < right) : strcmp(x->name, y->name);
}

LessonInfo *lessons_list(int *count, const atomic_int *stop) {
  LessonList list = {.stop = stop};
  script_each_known(USERS, SHIPPED, add_file, &list);
  if (list.items.count) qsort(list.items.data, (size_t)list.items.count, sizeof *list.items.data, compare);
  *count = list.items.count;
  return list.items.data;
}

void lessons_free(LessonInfo *list, int count) {
  for (int i = 0; i < count; i++)
    lesson_info_clear(&list[i]);
  free(list);
}
