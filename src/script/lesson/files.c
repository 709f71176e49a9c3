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
} LessonList;

typedef VECTOR(char *) Paths;

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

static void take_info(LessonList *list, Lesson *lesson) {
  LessonInfo info = lesson->info;
  lesson->info = (LessonInfo){.step_count = info.step_count};
  add(list, info);
}

static void add_path(void *context, const char *path) {
  Paths *paths = context;
  vector_push(paths, memory_strdup(path));
}

// Of the files of a folder those that others of it require are modules, and no lessons.
static void leave_modules_out(Paths *paths) {
  bool *module = memory_alloc(((size_t)paths->count + 1) * sizeof *module);
  for (int i = 0; i < paths->count; i++) {
    Sources sources = {0};
    sources_add(&sources, paths->data[i]);
    sources_add_beside(&sources, paths->data[i]);
    for (int j = 0; j < paths->count; j++)
      module[j] |= j != i && sources_find(&sources, paths->data[j]);
    sources_free(&sources);
  }
  int kept = 0;
  for (int i = 0; i < paths->count; i++) {
    if (module[i])
      free(paths->data[i]);
    else
      paths->data[kept++] = paths->data[i];
  }
  paths->count = kept;
  free(module);
}

static void free_paths(Paths *paths) {
  for (int i = 0; i < paths->count; i++)
    free(paths->data[i]);
  vector_free(paths);
}

void lessons_each(const char *folder, void (*visit)(void *context, const char *path), void *context) {
  Paths paths = {0};
  script_each(folder, add_path, &paths);
  leave_modules_out(&paths);
  for (int i = 0; i < paths.count; i++)
    visit(context, paths.data[i]);
  free_paths(&paths);
}

static void read_all(LessonList *list, const Paths *paths, const atomic_int *stop) {
  Lesson **lessons = memory_alloc(sizeof *lessons * ((size_t)paths->count + 1));
  Status *status = memory_alloc(sizeof *status * ((size_t)paths->count + 1));
  lessons_open(paths->data, paths->count, false, stop, lessons, status);
  for (int i = 0; i < paths->count; i++) {
    if (lessons[i])
      take_info(list, lessons[i]);
    else if (status[i].code != STATUS_CANCELLED)
      log_message(LOG_WARNING, "%s is left out: %s", paths->data[i], status[i].message);
    lesson_close(lessons[i]);
  }
  free(lessons);
  free(status);
}

// By number, those without one last; then by name.
static int compare(const void *a, const void *b) {
  const LessonInfo *x = a, *y = b;
  unsigned left = (unsigned)x->number - 1u, right = (unsigned)y->number - 1u;
  return left != right ? (left > right) - (left < right) : strcmp(x->name, y->name);
}

static LessonInfo *list_paths(Paths *paths, int *count, const atomic_int *stop) {
  LessonList list = {0};
  leave_modules_out(paths);
  read_all(&list, paths, stop);
  free_paths(paths);
  if (list.items.count) qsort(list.items.data, (size_t)list.items.count, sizeof *list.items.data, compare);
  *count = list.items.count;
  return list.items.data;
}

LessonInfo *lessons_list(int *count, const atomic_int *stop) {
  Paths paths = {0};
  script_each_known(USERS, SHIPPED, add_path, &paths);
  return list_paths(&paths, count, stop);
}

LessonInfo *lessons_list_folder(const char *folder, int *count) {
  Paths paths = {0};
  script_each(folder, add_path, &paths);
  return list_paths(&paths, count, NULL);
}

void lessons_free(LessonInfo *list, int count) {
  for (int i = 0; i < count; i++)
    lesson_info_clear(&list[i]);
  free(list);
}
