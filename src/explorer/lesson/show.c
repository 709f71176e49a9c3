// "Show me": the keys that do what a step wants are pressed one by one, from the step's own plan, so that
// they can be watched. A key of the student's waits until the rest is pressed, at once; <Esc> ends it.
#include "explorer/actions/alike.h"
#include "explorer/lesson/run.h"
#include "tui/key.h"

#include <string.h>

// Between two keys, so that each can be followed; and where nobody follows, but a task may be at work.
enum { SHOW_MS = 500, HURRY_MS = 20 };

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
  run->passing = run->hurried = false;
  explorer_focus(explorer, PANE_AROUND);
  lesson_sync(explorer);
  if (passing) {
    lesson_go_on(explorer);
    explorer_say(explorer, "%s", ""); // what the last key did may be what the next step asks
  }
  if (!explorer->synchronous) explorer_catch_up(explorer);
}

int lesson_show_pause_ms(const Explorer *explorer) {
  const LessonRun *run = lesson_of(explorer);
  return run->passing || run->hurried ? HURRY_MS : SHOW_MS;
}

bool lesson_is_awaited(const Explorer *explorer) {
  return lesson_is_showing(explorer) && !lesson_of(explorer)->pressing;
}

void lesson_interrupt(Explorer *explorer, const Event *event) {
  LessonRun *run = lesson_of(explorer);
  if (!lesson_is_awaited(explorer)) return;
  bool key = event->kind == EVENT_KEY;
  run->hurried = true;
  if (!key || (event->key.code != KEYCODE_ESCAPE && !key_equal(event->key, (Key){'c', MODIFIER_CONTROL})))
    return;
  run->showing = NULL;
  run->passing = run->hurried = false;
}

// False: no key is left, or what follows is none.
static bool next_key(Explorer *explorer, Key *key) {
  LessonRun *run = lesson_of(explorer);
  size_t length;
  if (!*run->showing) return false;
  if (!key_parse(run->showing, key, &length)) {
    explorer_fail(explorer, "the lesson's file has a mistake: \"%s\" begins with no key", run->showing);
    return false;
  }
  run->showing += length;
  run->showing += strspn(run->showing, " ");
  return true;
}

// What a key began, as a heuristic, is done before the next one and before the end. A key that asks for lists
// must find them: it would wait behind the student's, which wait for it.
static bool must_wait(const Explorer *explorer) {
  return explorer->task || explorer->apart || (!explorer->synchronous && !catalog_is_read(explorer->catalog));
}

void lesson_show_next(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  if (!run || !run->showing || must_wait(explorer)) return;
  Key key;
  if (next_key(explorer, &key)) {
    run->pressing = true;
    explorer_event(explorer, &(Event){.kind = EVENT_KEY, .key = key});
    run->pressing = false;
    if (*run->showing || explorer->task || explorer->apart) return;
  }
  end(explorer);
}

void lesson_show(Explorer *explorer, bool passing) {
  LessonRun *run = lesson_of(explorer);
  const LessonStep *at = lesson_at(run);
  if (run->look.elsewhere) lesson_restore_in(explorer);
  lesson_record(run)->shown |= !lesson_record(run)->done; // done by the student before: it stays theirs
  lesson_write_progress(run);
  explorer_focus(explorer, PANE_OPS);
  alike_end(explorer); // the keys are for one place
  explorer_say(explorer, "pressed for you: %s", at->solve);
  run->showing = at->solve + strspn(at->solve, " ");
  run->passing = passing;
  while (explorer->synchronous && run->showing)
    lesson_show_next(explorer);
}
