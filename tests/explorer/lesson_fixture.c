#include "lesson_fixture.h"

Lesson *open_named(const char *name) {
  Status status = {0};
  Lesson *lesson = lesson_open(name, &status);
  if (!lesson) fail_msg("%s", status.message);
  return lesson;
}

Fixture open_lesson(Lesson *lesson, bool keep, int width, int height) {
  Fixture it = {0};
  Status status = {0};
  it.session = lesson_session(lesson, keep, &status);
  if (!it.session) fail_msg("%s", status.message);
  it.explorer =
      explorer_new(it.session, &(UiOptions){.lesson = lesson, .keep_lessons = keep}, GLYPHS_UTF8, &status);
  assert_non_null(it.explorer);
  it.explorer->synchronous = true;
  it.grid = grid_new(width, height, false);
  explorer_sync(it.explorer);
  explorer_work(it.explorer, -1);
  explorer_draw(it.explorer, it.grid);
  return it;
}
