// lessons --check: a lesson, or all of a folder, played through without a student.
#include "base/file.h"
#include "cli/lessons.h"
#include "explorer/lesson/rehearse.h"
#include "script/lesson/lesson.h"

static void rehearse(void *rehearsal, const char *path) {
  lesson_rehearse(path, rehearsal);
}

static void add_count(Text *out, int count, const char *what, const char *behind) {
  text_printf(out, "%d %s%s%s", count, what, count == 1 ? "" : "s", behind);
}

bool lessons_check(const char *path, Status *status) {
  Rehearsal rehearsal = {0};
  if (file_is_folder(path))
    lessons_each(path, rehearse, &rehearsal);
  else
    rehearse(&rehearsal, path);
  Text out = {0};
  int problems = rehearsal.problems.count;
  for (int i = 0; i < problems; i++)
    text_printf(&out, "%s\n", rehearsal.problems.data[i]);
  add_count(&out, rehearsal.lessons, "lesson", ", ");
  add_count(&out, rehearsal.steps, "step", ", ");
  add_count(&out, rehearsal.questions, "question", ", ");
  add_count(&out, rehearsal.tasks, "task", ": ");
  add_count(&out, problems, "problem", "\n");
  rehearsal_free(&rehearsal);
  bool ok = cli_print(&out, status);
  text_free(&out);
  return ok && (problems == 0 || status_fail(status, STATUS_WRONG, "there is something to mend"));
}
