// A lesson open in the explorer, without a terminal.
#pragma once

#include "explorer/lesson/lesson.h"
#include "fixture.h"

// By name, number or path.
Lesson *open_named(const char *name);
// The explorer over the lesson's graph; `keep` as of UiOptions.keep_lessons. close_graph closes it, then
// lesson_close the lesson.
Fixture open_lesson(Lesson *lesson, bool keep, int width, int height);
