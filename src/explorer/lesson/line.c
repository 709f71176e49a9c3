// The line in which an answer is typed.
#include "base/arena.h"
#include "explorer/actions/action.h"
#include "explorer/lesson/run.h"
#include "tui/line_edit.h"

#include <stdlib.h>
#include <string.h>

void lesson_open_line(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  explorer_focus(explorer, PANE_AROUND);
  run->typing = run->follow = true;
  lesson_remake(run);
}

// How many of the first bytes hold no part of a character alone.
static size_t whole_characters(const char *text, size_t length) {
  while (length && ((unsigned char)text[length] & 0xc0) == 0x80)
    length--;
  return length;
}

// What was found to an open question, in the student's words: nobody judges it here.
static void take_note(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  LessonRecord *record = lesson_record(run);
  size_t length = run->guess.length;
  run->typing = false;
  if (length > LESSON_NOTE_MOST) length = whole_characters(text_get(&run->guess), LESSON_NOTE_MOST);
  free(record->note);
  record->note = length ? memory_strndup(text_get(&run->guess), length) : NULL;
  text_clear(&run->guess);
  if (record->note) lesson_set_done(run);
  lesson_write_progress(run);
}

static void answer(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  const LessonStep *at = lesson_at(run);
  if (!at->predicts) {
    take_note(explorer);
    return;
  }
  bool choices = at->prediction.choice_count > 0;
  const char *guess = choices ? at->prediction.choices[run->choice] : text_get(&run->guess);
  if (text_equal(guess, ".")) guess = ""; // the key that opened the line
  Status status = {0};
  if (!lesson_check_guess(at, guess, &status)) {
    explorer_fail(explorer, "%s", status.message);
    return;
  }
  run->typing = false;
  lesson_look_at_step(explorer, guess);
}

static bool names_choice(const LessonPrediction *prediction, Key key) {
  return !key.modifiers && key.code >= 'a' && key.code < 'a' + (unsigned)prediction->choice_count;
}

static void choose(LessonRun *run, Key key) {
  int count = lesson_at(run)->prediction.choice_count;
  if (key.code == KEYCODE_DOWN || key.code == 'j')
    run->choice = (run->choice + 1) % count;
  else if (key.code == KEYCODE_UP || key.code == 'k')
    run->choice = (run->choice + count - 1) % count;
  else if (names_choice(&lesson_at(run)->prediction, key))
    run->choice = (int)(key.code - 'a');
}

static bool awaits_answer(const Explorer *explorer) {
  return lesson_is_shown(explorer) && explorer->focus == PANE_AROUND && lesson_asks(lesson_of(explorer));
}

// Who reads a question types the answer: nobody looks first for the key that opens its line, and what that
// key would do elsewhere (time the plan, turn to another pane) is not meant.
static bool begins_answer(const Explorer *explorer, const Event *event) {
  if (!awaits_answer(explorer)) return false;
  const LessonPrediction *prediction = &lesson_at(lesson_of(explorer))->prediction;
  if (event->kind == EVENT_PASTE) return !prediction->choice_count;
  if (event->kind != EVENT_KEY) return false;
  Key key = event->key;
  if (prediction->choice_count) return names_choice(prediction, key);
  return !key.modifiers && key.code < 128 && key.code && strchr("0123456789.(-", (int)key.code);
}

bool lesson_takes(const Explorer *explorer, const Event *event) {
  if (event->kind == EVENT_MOUSE) return false;
  return lesson_is_typing(explorer) || begins_answer(explorer, event);
}

bool lesson_takes_key_of(const Explorer *explorer, const Action *action) {
  Event event = {.kind = EVENT_KEY};
  size_t length;
  return key_parse(action->keys, &event.key, &length) && lesson_takes(explorer, &event);
}

// <Tab> looks elsewhere, and what is typed waits; so do words. A figure that was left is begun anew.
static void close_line(Explorer *explorer, Key key) {
  LessonRun *run = lesson_of(explorer);
  run->typing = false;
  if (key.code == KEYCODE_TAB)
    explorer_focus(explorer, (Pane)((PANE_AROUND + 1) % PANE_COUNT));
  else if (lesson_at(run)->predicts)
    text_clear(&run->guess);
}

void lesson_event(Explorer *explorer, const Event *event) {
  LessonRun *run = lesson_of(explorer);
  bool choices = lesson_at(run)->prediction.choice_count > 0;
  if (!run->typing) lesson_open_line(explorer);
  lesson_remake(run);
  text_clear(&explorer->message);
  if (event->kind == EVENT_PASTE) {
    if (!choices) line_edit_paste(&run->guess, event->text);
    return;
  }
  Key key = event->key;
  if (key.code == KEYCODE_ESCAPE || key.code == KEYCODE_TAB || key_equal(key, (Key){'c', MODIFIER_CONTROL}))
    close_line(explorer, key);
  else if (key.code == KEYCODE_ENTER)
    answer(explorer);
  else if (choices)
    choose(run, key);
  else
    line_edit_key(&run->guess, key);
}
