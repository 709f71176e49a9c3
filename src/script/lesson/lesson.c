// Lessons: opened, closed, and the session that they begin with.
#include "script/lesson/lesson.h"

#include "base/arena.h"
#include "base/file.h"
#include "script/lesson/internal.h"
#include "session/setup.h"

#include <stdlib.h>
#include <string.h>

// ---- Opening.

static bool is_number(const char *text) {
  return *text && strspn(text, "0123456789") == strlen(text);
}

// The path of a listed lesson by number or name; NULL with a message that says what there is.
static char *find_listed(const char *which, Status *status) {
  int count;
  LessonInfo *list = lessons_list(&count, NULL);
  Text names = {0};
  char *path = NULL;
  for (int i = 0; i < count && !path; i++) {
    bool found = is_number(which) ? list[i].number == atoi(which) : text_equal(list[i].name, which);
    if (found) path = memory_strdup(list[i].path);
    text_printf(&names, "%s%s", i ? ", " : "", list[i].name);
  }
  if (!path)
    status_fail(status, STATUS_INPUT, "there is no lesson \"%s\"; there are %s, or name a .lua file", which,
                text_get(&names));
  text_free(&names);
  lessons_free(list, count);
  return path;
}

Lesson *lesson_open(const char *which, Status *status) {
  bool is_path = strchr(which, '/') || text_ends(which, ".lua");
  char *path = is_path ? memory_strdup(which) : lesson_file(which);
  if (!path) path = find_listed(which, status);
  Lesson *lesson = NULL;
  Status problem = {0};
  if (path) lessons_open(&path, 1, false, NULL, &lesson, &problem);
  if (path && !lesson) status_fail(status, problem.code, "%s", problem.message);
  free(path);
  return lesson;
}

Lesson *lesson_open_lenient(const char *path, Status *status) {
  Lesson *lesson = NULL;
  char *copy = memory_strdup(path);
  lessons_open(&copy, 1, true, NULL, &lesson, status);
  free(copy);
  return lesson;
}

const char *lesson_unknown_fields(const Lesson *lesson) {
  return text_get(&lesson->unknown);
}

static void free_step(LessonStep *step) {
  char *texts[] = {step->id,
                   step->title,
                   step->go,
                   step->tab,
                   step->hint,
                   step->open,
                   step->solve,
                   step->prediction.question,
                   step->prediction.unit};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    free(texts[i]);
  for (int i = 0; i < step->prediction.choice_count; i++)
    free(step->prediction.choices[i]);
  free(step->prediction.choices);
}

void lesson_info_clear(LessonInfo *info) {
  free(info->name);
  free(info->title);
  free(info->about);
  free(info->path);
  free(info->id);
  for (int i = 0; info->step_ids && i < info->step_count; i++)
    free(info->step_ids[i]);
  free(info->step_ids);
  *info = (LessonInfo){0};
}

void lesson_close(Lesson *lesson) {
  if (!lesson) return;
  sources_free(&lesson->sources);
  text_free(&lesson->unknown);
  lesson_state_free(lesson->start);
  for (int i = 0; i < lesson->info.step_count; i++)
    free_step(&lesson->steps[i]);
  for (int i = 0; i < lesson->size_count; i++)
    free((char *)(uintptr_t)lesson->sizes[i].name);
  free(lesson->steps);
  free(lesson->sizes);
  free(lesson->graph);
  free(lesson->plan);
  free(lesson->device);
  free(lesson->learned);
  lesson_info_clear(&lesson->info);
  free(lesson);
}

const LessonInfo *lesson_info(const Lesson *lesson) {
  return &lesson->info;
}

const LessonStep *lesson_step(const Lesson *lesson, int step) {
  return &lesson->steps[step];
}

// ---- The session.

// A file that the lesson names: beside the lesson, else a shipped one, else as it is written.
static char *find_beside(const Lesson *lesson, const char *file) {
  const char *path = lesson->info.path, *slash = strrchr(path, '/');
  Text folder = {0};
  text_add_bytes(&folder, slash ? path : ".", slash ? (size_t)(slash - path) : 1);
  char *found = file_join(text_get(&folder), file);
  text_free(&folder);
  if (file_exists(found)) return found;
  free(found);
  found = file_data(file);
  return found ? found : memory_strdup(file);
}

const SizeBinding *lesson_sizes(const Lesson *lesson, int *count) {
  *count = lesson->size_count;
  return lesson->sizes;
}

const char *lesson_device(const Lesson *lesson) {
  return lesson->device ? lesson->device : "h200";
}

bool lesson_restart(const Lesson *lesson, Session *session, Status *status) {
  const char *plan = lesson->plan ? lesson->plan : "none";
  if (text_equal(plan, "none") || text_equal(plan, "compiler"))
    return session_use_plan(session, plan, status);
  if (!text_ends(plan, ".json")) return heuristic_run(session, plan, NULL, 0, NULL, NULL, status);
  char *path = find_beside(lesson, plan);
  bool ok = session_load_plan(session, path, status);
  free(path);
  return ok;
}

bool lesson_begin_anew(const Lesson *lesson, Session *session, Status *status) {
  const LessonState *start = lesson->start;
  SessionSetup *setup = session_setup_new(session, start->sizes, start->size_count, start->device, status);
  if (!setup) return false;
  session_setup_take(session, setup);
  LessonProgress *none = lesson_progress_new(lesson->info.step_count);
  bool ok = lesson_restart(lesson, session, status) && lesson_progress_write(&lesson->info, none, status);
  lesson_progress_free(none);
  return ok;
}

// Whether the ops that the steps go to are in the graph.
static bool check_ops(const Lesson *lesson, const Graph *graph, Status *status) {
  for (int i = 0; i < lesson->info.step_count; i++) {
    const char *name = lesson->steps[i].go;
    if (!name || graph_find_op(graph, name) != NO_OP) continue;
    const char *near = graph_nearest_op(graph, name);
    return status_fail(status, STATUS_INPUT, "step %d: there is no op '%s'%s%s%s", i + 1, name,
                       near ? ": did you mean '" : "", near ? near : "", near ? "'?" : "");
  }
  return true;
}

static Session *open_session(const Lesson *lesson, const SessionOptions *options, Status *status) {
  char *graph = find_beside(lesson, lesson->graph);
  Session *session = session_open(graph, options, status);
  free(graph);
  return session;
}

// Where the lesson begins, of a session that begins there.
static bool take_start(Lesson *lesson, Session *session, Status *status) {
  if (!lesson_restart(lesson, session, status)) return false;
  plan_forget_edits(session_plan(session));
  lesson_state_free(lesson->start);
  lesson->start = lesson_state_of(session);
  return true;
}

// The session goes on where it was left: another one begins.
static bool find_start(Lesson *lesson, const SessionOptions *options, Status *status) {
  SessionOptions fresh = *options;
  fresh.autosave = false;
  Session *session = open_session(lesson, &fresh, status);
  bool ok = session && take_start(lesson, session, status);
  session_close(session);
  return ok;
}

static bool prepare(Lesson *lesson, Session *session, const SessionOptions *options, Status *status) {
  if (!check_ops(lesson, session_graph(session), status)) return false;
  if (!session_restored(session) && !take_start(lesson, session, status)) return false;
  bool moved = session_restored(session) || session_resized(session);
  return !moved || find_start(lesson, options, status);
}

const char *lesson_learned(const Lesson *lesson) {
  return lesson->learned ? lesson->learned : lesson->info.about;
}

const LessonState *lesson_start(const Lesson *lesson) {
  return lesson->start;
}

const LessonState *lesson_state_at(const Lesson *lesson, const LessonProgress *progress, int step) {
  while (step-- > 0) {
    const LessonRecord *record = &progress->steps[step];
    if (record->state) return record->state;
    if (lesson->steps[step].checks && record->done) return NULL;
  }
  return lesson->start;
}

Session *lesson_session(Lesson *lesson, bool keep, Status *status) {
  Text name = {0};
  text_printf(&name, "lesson-%s", lesson->info.id);
  SessionOptions options = {.device = lesson_device(lesson),
                            .read = {.sizes = lesson->sizes, .size_count = lesson->size_count},
                            .autosave = keep,
                            .autosave_name = text_get(&name)};
  Session *session = open_session(lesson, &options, status);
  bool ok = session && prepare(lesson, session, &options, status);
  text_free(&name);
  if (ok) return session;
  session_close(session);
  status_prefix(status, "%s", lesson->info.path);
  return NULL;
}
