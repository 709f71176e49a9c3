// Lua files of strangers, as a heuristic, a model of costs, a lesson and a file of commands, within narrow
// limits.
#include "../fuzz.h"

#include "base/file.h"
#include "cost/plan_cost.h"
#include "script/command.h"
#include "script/lesson/lesson.h"
#include "script/model.h"

#include <string.h>

static const ScriptLimits limits = {
    .instructions = 200000, .memory_bytes = (size_t)32 << 20, .milliseconds = 100};

static Session *open_session(void) {
  Status status = {0};
  char *path = fuzz_shipped("graphs/softmax.json");
  Session *session = session_open(path, &(SessionOptions){.cache_folder = ""}, &status);
  fuzz_check_ok(session, &status);
  free(path);
  return session;
}

// The plan of a run that failed is as it was. `stopped`: it went on beyond a limit.
static bool run_heuristic(const char *path, Session *session, bool *stopped) {
  Status status = {0};
  Text output = {0};
  uint64_t before = plan_hash(session_plan(session));
  bool good = heuristic_run(session, path, NULL, 0, &limits, &output, &status);
  if (!good) FUZZ_CHECK(status.code != STATUS_OK && status.code != STATUS_INTERNAL && status.message[0]);
  if (!good) FUZZ_CHECK(plan_hash(session_plan(session)) == before);
  *stopped = !good && strstr(status.message, "is there an endless loop?");
  text_free(&output);
  return good;
}

static bool use_model(const char *path, Session *session) {
  Status status = {0};
  ScriptModel *model = script_model_open(path, &status);
  if (!model) fuzz_check_refusal(&status);
  if (!model) return false;
  Estimator *other = estimator_beside(session_estimator(session), script_model(model));
  plan_total(other, session_plan(session));
  script_model_failed(model, &status);
  estimator_free(other);
  script_model_free(model);
  return true;
}

static bool take_lesson(const char *path, Session *session) {
  Status status = {0};
  Lesson *lesson = lesson_open(path, &status);
  if (!lesson) fuzz_check_refusal(&status);
  if (!lesson) return false;
  for (int step = 0; step < lesson_info(lesson)->step_count && step < 3; step++) {
    LessonLook look = {0};
    lesson_look(lesson, session, NULL, step, "1", &limits, &look, &status);
    lesson_look_free(&look);
  }
  lesson_close(lesson);
  return true;
}

static bool run_commands(Session *session) {
  int count;
  Text problems = {0};
  CommandInfo *list = commands_list(&count, &problems, NULL);
  for (int i = 0; i < count && i < 3; i++) {
    Status status = {0};
    CommandAnswer answer = {0};
    CommandRun run = {.command = &list[i], .cursor = 0, .limits = &limits};
    if (!command_run(session, &run, &answer, &status)) FUZZ_CHECK(status.message[0]);
    text_free(&answer.say);
  }
  commands_free(list, count);
  text_free(&problems);
  return count > 0;
}

// What stopped as one of these would stop as the others, each after a while.
bool fuzz_input(char *text, size_t length) {
  bool stopped;
  char *path = fuzz_path("init.lua");
  fuzz_write("init.lua", text, length);
  Session *session = open_session();
  bool taken = run_heuristic(path, session, &stopped);
  if (!stopped) {
    taken |= use_model(path, session);
    taken |= take_lesson(path, session);
    taken |= run_commands(session);
  }
  session_close(session);
  free(path);
  return taken;
}
