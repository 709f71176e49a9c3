// "Show me": the keys that do what a step wants are pressed one by one, from the step's own plan, so that
// they can be watched. A key of the person's ends it.
#include "explorer/lesson/run.h"
#include "tui/key.h"

#include <string.h>

enum { SHOW_MS = 500 }; // between two keys, so that each can be followed

bool lesson_can_show(const LessonRun *run) {
  return !run->ended && lesson_at(run)->checks && lesson_at(run)->solve;
}

bool lesson_is_showing(const Explorer *explorer) {
  return lesson_of(explorer) && lesson_of(explorer)->showing;
}

static void end(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  bool passing = run->passing;
  run->showing = NULL;
  run->passing = false;
  explorer_focus(explorer, PANE_AROUND);
  lesson_sync(explorer);
  if (passing) lesson_go_on(explorer);
}

int lesson_show_pause_ms(const Explorer *explorer) {
  return lesson_of(explorer)->passing ? 0 : SHOW_MS;
}

void lesson_interrupt(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  if (!run || !run->showing || run->pressing) return;
  run->showing = NULL;
  run->passing = false;
}

void lesson_show_next(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  if (!run || !run->showing || explorer->task) return;
  Key key;
  size_t length;
  run->showing += strspn(run->showing, " ");
  if (!*run->showing) {
    end(explorer);
    return;
  }
  if (!key_parse(run->showing, &key, &length)) {
    explorer_fail(explorer, "the lesson's file has a mistake: \"%s\" begins with no key", run->showing);
    end(explorer);
    return;
  }
  run->showing += length;
  run->pressing = true;
  explorer_event(explorer, &(Event){.kind = EVENT_KEY, .key = key});
  run->pressing = false;
}

void lesson_show(Explorer *explorer, bool passing) {
  LessonRun *run = lesson_of(explorer);
  const LessonStep *at = lesson_at(run);
  if (run->look.elsewhere) lesson_restore_in(explorer);
  lesson_record(run)->shown = true;
  lesson_write_progress(run);
  explorer_focus(explorer, PANE_OPS);
  explorer_say(explorer, "pressed for you: %s", at->solve);
  run->showing = at->solve;
  run->passing = passing;
  while (explorer->synchronous && run->showing)
    lesson_show_next(explorer);
}
