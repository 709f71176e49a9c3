// What the explorer keeps for the next time: the plan with its history, kept plans, sizes, options, a
// lesson's progress and where borders are, a part each. A person opens the graph with it, undoes and edits;
// opened once more, what was saved is whole.
#include "../fuzz.h"

#include "base/arena.h"
#include "explorer/state/ui.h"
#include "script/lesson/course.h"
#include "session/plans/plan_list.h"
#include "session/state_path.h"

#include <string.h>

static char *graph_path;
static uint64_t graph_hash;

static Session *open_session(void) {
  Status status = {0};
  Session *session =
      session_open(graph_path, &(SessionOptions){.autosave = true, .cache_folder = ""}, &status);
  fuzz_check_ok(session, &status);
  return session;
}

static void find_graph(void) {
  if (graph_path) return;
  graph_path = fuzz_shipped("graphs/softmax.json");
  Session *session = open_session();
  graph_hash = session_graph(session)->hash;
  session_close(session);
}

static void write_kept(const char *kind, const char *text, size_t length) {
  char *path = state_path(kind, graph_hash);
  fuzz_write(path + strlen(fuzz_folder()) + 1, text, length);
  free(path);
}

static void write_parts(char *text, size_t length) {
  FuzzParts parts = {text, text + length};
  static const char *const kinds[] = {"plan", "plans", "sizes"};
  for (int i = 0; i < 3; i++) {
    const char *part = fuzz_part(&parts, &length);
    write_kept(kinds[i], length ? part : NULL, length);
  }
  const char *options = fuzz_part(&parts, &length);
  fuzz_write("options.json", length ? options : NULL, length);
  const char *progress = fuzz_part(&parts, &length);
  fuzz_write("lesson-1.json", length ? progress : NULL, length);
  const char *panes = fuzz_part(&parts, &length);
  fuzz_write("panes.json", length ? panes : NULL, length);
}

// A teacher's: the same file, handed in.
static void look_at_course(void) {
  Course course;
  Status status = {0};
  if (!course_read(fuzz_folder(), &course, &status)) return;
  for (int i = 0; i < course.entries.count; i++) {
    const CourseEntry *entry = &course.entries.data[i];
    FUZZ_CHECK(entry->done <= entry->file.step_count && entry->right + entry->later <= entry->asked);
    FUZZ_CHECK(entry->file.step >= 0 && entry->seconds >= 0);
  }
  course_free(&course);
}

static void look_at_progress(void) {
  char *ids[] = {(char *)"one", (char *)"two", (char *)"three"};
  LessonInfo info = {.name = (char *)"1", .step_ids = ids, .step_count = 3};
  LessonProgress *progress = lesson_progress_read(&info);
  FUZZ_CHECK(progress->step >= 0 && progress->step < 3);
  lesson_progress_free(progress);
  look_at_course();
}

static void use_kept_plans(Session *session) {
  PlanList *list = session_plans(session);
  for (int i = 0; i < plan_list_count(list); i++) {
    Status status = {0};
    if (!plan_list_plan(list, i, &status)) FUZZ_CHECK(status.message[0]);
  }
}

static bool play(Session *session, const char *keys, Text *out) {
  Status status = {0};
  bool good = ui_script_run(session, NULL, "input.keys", keys, 80, 24, out, &status);
  fuzz_check_ok(good, &status);
  return good;
}

bool fuzz_input(char *text, size_t length) {
  Text out = {0};
  fuzz_clear();
  find_graph();
  write_parts(text, length);
  look_at_progress();
  Session *session = open_session();
  bool restored = session_restored(session);
  play(session, "uuu<C-r>@<Esc>\nsnap\n", &out);
  use_kept_plans(session);
  uint64_t hash = plan_hash(session_plan(session));
  session_close(session);
  session = open_session();
  FUZZ_CHECK(!restored || (session_restored(session) && plan_hash(session_plan(session)) == hash));
  session_close(session);
  text_free(&out);
  return restored;
}
