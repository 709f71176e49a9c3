// Playing a lesson through: each step as it is entered in order, then again after keys that a step does not
// want. What a step says and asks must be the same both times.
#include "explorer/lesson/rehearse.h"

#include "base/arena.h"
#include "base/file.h"
#include "explorer/lesson/run.h"
#include "explorer/lesson/secret.h"
#include "explorer/state/ui.h"
#include "explorer/tabs/tab.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SCREEN_WIDTH = 120, SCREEN_HEIGHT = 40 };

typedef struct Stage {
  Rehearsal *rehearsal;
  Lesson *lesson;
  Session *session;
  Explorer *explorer;
  Grid *grid;
  int step, line; // line: of the file, that a problem is about; 0: not known
  char **said;    // per step: text and answer, of the first time; NULL the first time
  bool again;     // other keys are pressed before each step
} Stage;

// Each step is played twice.
static bool is_told(const Rehearsal *rehearsal, const char *problem) {
  for (int i = 0; i < rehearsal->problems.count; i++)
    if (text_equal(rehearsal->problems.data[i], problem)) return true;
  return false;
}

static void complain(Stage *stage, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void complain(Stage *stage, const char *format, ...) {
  char problem[800];
  Text text = {0};
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(problem, sizeof problem, format, arguments);
  va_end(arguments);
  const LessonStep *step = lesson_step(stage->lesson, stage->step);
  text_add(&text, lesson_info(stage->lesson)->path);
  if (stage->line) text_printf(&text, ":%d", stage->line);
  text_printf(&text, ": step %d (%s): %s", stage->step + 1, step->id, problem);
  if (is_told(stage->rehearsal, text_get(&text)))
    text_free(&text);
  else
    vector_push(&stage->rehearsal->problems, text_take(&text));
}

static void draw(Stage *stage) {
  explorer_sync(stage->explorer);
  explorer_work(stage->explorer, -1);
  explorer_draw(stage->explorer, stage->grid);
}

static void press(Stage *stage, const char *keys) {
  Key key;
  for (size_t length; *keys; keys += length) {
    length = 1;
    if (*keys == ' ' || !key_parse(keys, &key, &length)) continue;
    explorer_event(stage->explorer, &(Event){.kind = EVENT_KEY, .key = key});
    draw(stage);
  }
}

static LessonRun *run_of(const Stage *stage) {
  return lesson_of(stage->explorer);
}

// ---- Where it says it: the first words of a text, up to what the file may write otherwise, behind others.

static const char *find_words(const char *source, const char *text) {
  char *words = memory_strndup(text, strcspn(text, "\n\"'\\"));
  const char *found = words && *words ? strstr(source, words) : NULL;
  free(words);
  return found;
}

static int find_line(const Stage *stage, const char *text) {
  size_t length;
  char *source = file_read(lesson_info(stage->lesson)->path, &length, &(Status){0});
  if (!source) return 0;
  const char *from = find_words(source, lesson_step(stage->lesson, stage->step)->prediction.question);
  const char *found = find_words(from ? from : source, text);
  int line = found != NULL;
  for (const char *at = source; found && at < found; at++)
    line += *at == '\n';
  free(source);
  return line;
}

// What is said of a usual mistake, and nobody ever reads.
static void complain_of_mistake(Stage *stage, const char *said, const char *why) {
  stage->line = find_line(stage, said);
  complain(stage, "a value of 'wrong' %s: \"%.*s\" is never said", why, (int)strcspn(said, "\n"), said);
  stage->line = 0;
}

// Of a value that is the answer, or within its tolerance, and of one that another has said before.
static void check_mistakes(Stage *stage, const LessonLook *seen) {
  Text why = {0};
  text_printf(&why, "is taken as right (the answer is %s)", seen->answer);
  if (seen->unheard) complain_of_mistake(stage, seen->unheard, text_get(&why));
  if (seen->repeated) complain_of_mistake(stage, seen->repeated, "is there twice");
  text_free(&why);
}

// ---- What a step says.

static bool look(Stage *stage, const char *guess, LessonLook *out) {
  Status status = {0};
  const LessonState *state = lesson_state_at(stage->lesson, run_of(stage)->progress, stage->step);
  bool ok = lesson_look(stage->lesson, stage->session, state, stage->step, guess, NULL, out, &status);
  if (!ok) complain(stage, "%s", status.message);
  if (ok) check_mistakes(stage, out);
  return ok;
}

static bool is_right(Stage *stage, const char *guess) {
  LessonLook seen;
  bool right = look(stage, guess, &seen) && seen.right;
  lesson_look_free(&seen);
  return right;
}

// The answer as it is shown; NULL: there is none, which is told.
static char *find_number(Stage *stage) {
  LessonLook seen;
  char wrong[80];
  if (!look(stage, "1e30", &seen)) return NULL;
  char *answer = memory_strdup(seen.answer);
  snprintf(wrong, sizeof wrong, "%g", 3 * atof(answer) + 1);
  if (seen.right || is_right(stage, wrong)) complain(stage, "any number is right: 'within' is too wide");
  if (!is_right(stage, answer))
    complain(stage, "its answer as it is shown, %s, is not within its tolerance", answer);
  lesson_look_free(&seen);
  return answer;
}

static char *find_choice(Stage *stage, const LessonPrediction *prediction) {
  char *answer = NULL;
  for (int i = 0; i < prediction->choice_count; i++) {
    if (!is_right(stage, prediction->choices[i])) continue;
    if (answer) complain(stage, "two of its choices are right");
    free(answer);
    answer = memory_strdup(prediction->choices[i]);
  }
  if (!answer) complain(stage, "none of its choices is right");
  return answer;
}

static char *find_answer(Stage *stage) {
  const LessonStep *step = lesson_step(stage->lesson, stage->step);
  if (!step->predicts) return NULL;
  return step->prediction.choice_count ? find_choice(stage, &step->prediction) : find_number(stage);
}

// The text and the answer are those of the first time.
static void compare_said(Stage *stage, const char *answer) {
  LessonLook seen;
  if (!look(stage, NULL, &seen)) return;
  Text said = {0};
  text_printf(&said, "%s|%s", seen.text, answer ? answer : "");
  char **before = &stage->said[stage->step];
  if (*before && !text_equal(*before, text_get(&said)))
    complain(stage, "what it says or asks depends on keys pressed before it");
  if (!stage->again) *before = text_take(&said);
  text_free(&said);
  lesson_look_free(&seen);
}

// ---- The screen.

static void check_places(Stage *stage) {
  const LessonStep *step = lesson_step(stage->lesson, stage->step);
  bool found = !step->tab;
  for (int i = 0; i < TAB_COUNT && !found; i++)
    found = strcasecmp(tab_get((DetailTab)i)->name, step->tab) == 0;
  if (!found) complain(stage, "there is no tab \"%s\"", step->tab);
}

// Whether a part of the screen tells the answer: as it is shown, or in other digits or units.
static bool tells(const Stage *stage, Rect part, const char *answer, const char *unit, bool columns) {
  Text text = {0};
  Grid *shown = grid_crop(stage->grid, part);
  grid_dump(shown, &text);
  bool told = strstr(text_get(&text), answer) || secret_is_told(text_get(&text), atof(answer), unit, columns);
  grid_free(shown);
  text_free(&text);
  return told;
}

// "1.07 GB" on the screen, or in the kernel table when it has the keys. What the step's own words say is
// meant.
static void check_secret(Stage *stage, const char *answer) {
  const LessonPrediction *prediction = &lesson_step(stage->lesson, stage->step)->prediction;
  if (!answer || prediction->choice_count || !prediction->withholds) return;
  const char *unit = prediction->unit ? prediction->unit : "", *words = run_of(stage)->look.text;
  if (words && (strstr(words, answer) || secret_is_told(words, atof(answer), unit, false))) return;
  press(stage, "<Esc>"); // what the edit before it did is in the status line until the next key
  if (tells(stage, (Rect){0, 0, SCREEN_WIDTH, SCREEN_HEIGHT}, answer, unit, false))
    complain(stage, "the screen shows the answer, %s, before it is given", answer);
  explorer_focus(stage->explorer, PANE_KERNELS);
  draw(stage);
  if (tells(stage, stage->explorer->layout.inside[PANE_KERNELS], answer, unit, true))
    complain(stage, "the kernel table shows the answer, %s, before it is given", answer);
  explorer_focus(stage->explorer, PANE_AROUND);
}

// ---- What a step wants done.

// Keys of somebody who tries things: ops fused and cut, a size halved.
static void disturb(Stage *stage) {
  const Graph *graph = session_graph(stage->session);
  press(stage, "<Esc>1gf}fx");
  if (graph->size_count == 0 || graph->sizes[0].value < 4) return;
  Text keys = {0};
  text_printf(&keys, "*%s<Enter><C-u>%lld<Enter>", graph->sizes[0].name,
              (long long)graph->sizes[0].value / 2);
  press(stage, text_get(&keys));
  text_free(&keys);
}

// Its mistake, or what the check misses; and what a key said that failed, as a heuristic without memory.
static void add_reason(const Stage *stage, Text *out) {
  const LessonRun *run = run_of(stage);
  const char *missing = run->look.missing ? run->look.missing : "";
  text_add(out, run->problem ? run->problem : missing);
  if (!stage->explorer->message_failed) return;
  const char *gap = !out->length ? "" : text_ends(text_get(out), ".") ? " " : "; ";
  text_printf(out, "%s%s", gap, text_get(&stage->explorer->message));
}

static void play_task(Stage *stage) {
  LessonRun *run = run_of(stage);
  Text reason = {0};
  const LessonStep *step = lesson_step(stage->lesson, stage->step);
  if (!stage->again && run->look.passed) complain(stage, "its check is true before anything is done");
  if (!stage->again && !*(run->look.missing ? run->look.missing : ""))
    complain(stage, "its check does not say what is missing");
  lesson_show(stage->explorer, false);
  draw(stage);
  add_reason(stage, &reason);
  if (!run->look.passed)
    complain(stage, "\"%s\"%s does not do what it checks: %s", step->solve,
             stage->again ? ", after other keys and from the step's own plan," : "", text_get(&reason));
  text_free(&reason);
}

static void play_step(Stage *stage) {
  LessonRun *run = run_of(stage);
  const LessonStep *step = lesson_step(stage->lesson, stage->step);
  draw(stage);
  if (run->problem) complain(stage, "%s", run->problem);
  check_places(stage);
  char *answer = find_answer(stage);
  if (!stage->again) check_secret(stage, answer);
  if (stage->again) disturb(stage);
  compare_said(stage, answer);
  if (step->checks) play_task(stage);
  free(answer);
}

// ---- All of it.

static void play(Stage *stage) {
  const LessonInfo *info = lesson_info(stage->lesson);
  for (stage->step = 0; stage->step < info->step_count; stage->step++) {
    play_step(stage);
    if (stage->step + 1 < info->step_count) lesson_go(stage->explorer, stage->step + 1);
  }
}

static bool open_stage(Stage *stage, Status *status) {
  stage->session = lesson_session(stage->lesson, false, status);
  if (!stage->session) return false;
  UiOptions options = {.lesson = stage->lesson};
  stage->explorer = explorer_new(stage->session, &options, GLYPHS_UTF8, status);
  if (!stage->explorer) return false;
  stage->explorer->synchronous = true;
  stage->grid = grid_new(SCREEN_WIDTH, SCREEN_HEIGHT, false);
  draw(stage);
  return true;
}

static void close_stage(Stage *stage) {
  if (stage->explorer) explorer_free(stage->explorer);
  grid_free(stage->grid);
  session_close(stage->session);
  stage->explorer = NULL;
  stage->grid = NULL;
  stage->session = NULL;
}

static void count(Stage *stage) {
  const LessonInfo *info = lesson_info(stage->lesson);
  Rehearsal *rehearsal = stage->rehearsal;
  rehearsal->lessons++;
  rehearsal->steps += info->step_count;
  for (int i = 0; i < info->step_count; i++) {
    rehearsal->questions += lesson_step(stage->lesson, i)->predicts;
    rehearsal->tasks += lesson_step(stage->lesson, i)->checks;
  }
}

// Each line is one.
static void add_problems(Rehearsal *rehearsal, const char *lines) {
  for (size_t length; *lines; lines += length + (lines[length] == '\n')) {
    length = strcspn(lines, "\n");
    vector_push(&rehearsal->problems, memory_strndup(lines, length));
  }
}

void lesson_rehearse(const char *path, Rehearsal *rehearsal) {
  Status status = {0};
  Stage stage = {.rehearsal = rehearsal, .lesson = lesson_open_lenient(path, &status)};
  bool ok = stage.lesson != NULL;
  int steps = ok ? lesson_info(stage.lesson)->step_count : 0;
  if (ok) count(&stage);
  if (ok) add_problems(rehearsal, lesson_unknown_fields(stage.lesson));
  stage.said = memory_alloc(sizeof *stage.said * ((size_t)steps + 1));
  for (int time = 0; ok && time < 2; time++) {
    stage.again = time > 0;
    ok = open_stage(&stage, &status);
    if (ok) play(&stage);
    close_stage(&stage);
  }
  if (!ok) vector_push(&rehearsal->problems, memory_strdup(status.message));
  for (int i = 0; i < steps; i++)
    free(stage.said[i]);
  free(stage.said);
  lesson_close(stage.lesson);
}

void rehearsal_free(Rehearsal *rehearsal) {
  for (int i = 0; i < rehearsal->problems.count; i++)
    free(rehearsal->problems.data[i]);
  vector_free(&rehearsal->problems);
}
