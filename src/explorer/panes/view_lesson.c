// The lesson's pane: the step's page, and below it what is missing and the keys.
#include "explorer/actions/action.h"
#include "explorer/lesson/lesson.h"
#include "explorer/panes/view.h"

#include <string.h>

void view_lesson_title(Explorer *explorer, Text *out) {
  const LessonRun *run = lesson_of(explorer);
  if (run->ended)
    text_add(out, "the end");
  else
    text_printf(out, "%d/%d  %s", run->progress->step + 1, run->progress->step_count, lesson_at(run)->title);
}

// ---- What is missing.

// Students who think of a share as a half would be told that it is not.
static void add_wanted(const LessonPrediction *prediction, Text *out) {
  text_add(out, prediction->choice_count ? "type the letter of your answer" : "type your answer");
  if (!prediction->choice_count && prediction->unit) text_printf(out, " (%s)", prediction->unit);
}

static Style prediction_state(const Explorer *explorer, Text *out) {
  const LessonRun *run = lesson_of(explorer);
  const LessonPrediction *prediction = &lesson_at(run)->prediction;
  if (!lesson_asks(run)) {
    text_printf(out, "%s answered", explorer_glyph(explorer, GLYPH_YES));
    return STYLE_GOOD;
  }
  if (!run->typing && explorer->focus != PANE_AROUND)
    text_add(out, "your answer: press . first");
  else if (!run->typing)
    add_wanted(prediction, out);
  else if (prediction->choice_count)
    text_printf(out, "your answer: %c", 'a' + run->choice);
  else
    text_printf(out, "your answer: %s_ %s", text_get(&run->guess), prediction->unit ? prediction->unit : "");
  return STYLE_STRONG;
}

// Below a step that is about another plan than the one on the screen. Of a task it is said until the plan is
// edited: from there on it is the student's own.
static bool is_elsewhere(const LessonRun *run) {
  bool begins = run->found && !run->look.passed;
  return run->look.elsewhere && !run->problem && (begins || !lesson_at(run)->checks);
}

static Style check_state(const Explorer *explorer, Text *out) {
  const LessonRun *run = lesson_of(explorer);
  if (run->look.passed || lesson_record(run)->done) {
    text_printf(out, "%s done", explorer_glyph(explorer, GLYPH_YES));
    return STYLE_GOOD;
  }
  text_printf(out, "%s ", explorer_glyph(explorer, GLYPH_NO));
  lesson_missing(run, out);
  return STYLE_WARNING;
}

// Where a long text is written on.
static const char *end_of(const char *text) {
  enum { SHOWN = 40 };
  size_t length = strlen(text), from = length > SHOWN ? length - SHOWN : 0;
  while (from && from < length && ((unsigned char)text[from] & 0xc0) == 0x80)
    from++;
  return text + from;
}

static Style open_state(const Explorer *explorer, Text *out) {
  const LessonRun *run = lesson_of(explorer);
  if (run->typing)
    text_printf(out, "your answer: %s_", end_of(text_get(&run->guess)));
  else
    text_add(out, lesson_record(run)->note ? "kept" : "Enter: write down what you find");
  return run->typing ? STYLE_STRONG : STYLE_DIM;
}

static Style state(const Explorer *explorer, Text *out) {
  const LessonRun *run = lesson_of(explorer);
  const LessonStep *at = lesson_at(run);
  if (run->problem || run->ended) return STYLE_TEXT;
  if (at->open) return open_state(explorer, out);
  if (is_elsewhere(run) && !run->typing) {
    char key[KEY_NAME_SIZE];
    text_printf(out, "%sthe screen shows another plan than this step %s: %s brings it back",
                lesson_asks(run) ? "type your answer; " : "", at->checks ? "begins with" : "is about",
                action_first_key(action_get(ACTION_LESSON_PLAN), key));
    return STYLE_WARNING;
  }
  if (at->predicts) return prediction_state(explorer, out);
  if (at->checks) return check_state(explorer, out);
  return STYLE_DIM;
}

// ---- Keys.

static int draw_named_key(Canvas canvas, int x, int y, const char *key, const char *what) {
  x = canvas_text(canvas, x, y, STYLE_HINT_KEY, key);
  return canvas_text(canvas, x + 1, y, STYLE_HINT, what) + 2;
}

static int draw_key(const Explorer *explorer, Canvas canvas, int x, int y, ActionId id, const char *what) {
  char key[KEY_NAME_SIZE];
  if (lesson_takes_key_of(explorer, action_get(id))) return x;
  return draw_named_key(canvas, x, y, action_first_key(action_get(id), key), what);
}

static void draw_answer_keys(const LessonRun *run, Canvas canvas, int y) {
  int x = 0;
  if (lesson_at(run)->prediction.choice_count) x = draw_named_key(canvas, x, y, "Up Down", "choose");
  x = draw_named_key(canvas, x, y, "Enter", lesson_at(run)->predicts ? "answer" : "keep");
  draw_named_key(canvas, x, y, "Esc", "later");
}

static void draw_keys(const Explorer *explorer, Canvas canvas, int y) {
  const LessonRun *run = lesson_of(explorer);
  int x = 0;
  if (run->typing) {
    draw_answer_keys(run, canvas, y);
    return;
  }
  if (run->top + run->shown < run->page.lines.count - run->tail) {
    if (explorer->focus == PANE_AROUND)
      x = canvas_text(canvas, x, y, STYLE_HINT_KEY, "Enter") + 1; // elsewhere it edits
    x = canvas_printf(canvas, x, y, STYLE_HINT, "more %s", explorer_glyph(explorer, GLYPH_ARROW_DOWN)) + 2;
  }
  const char *next = lesson_next_text(run);
  if (next) x = draw_key(explorer, canvas, x, y, ACTION_LESSON_NEXT, next);
  if (run->ended) x = draw_key(explorer, canvas, x, y, ACTION_LESSONS, "other lessons");
  if (run->progress->step > 0) x = draw_key(explorer, canvas, x, y, ACTION_LESSON_BACK, "back");
  if (lesson_has_hint(explorer) && !run->hinted)
    x = draw_key(explorer, canvas, x, y, ACTION_LESSON_HINT, "hint");
  if (lesson_can_show(run) && !lesson_record(run)->done)
    x = draw_key(explorer, canvas, x, y, ACTION_LESSON_SHOW, "show me");
  if (explorer->focus != PANE_AROUND)
    draw_key(explorer, canvas, x, y, ACTION_PANE_3, "to the lesson");
  else if (lesson_asks(run))
    draw_key(explorer, canvas, x, y, ACTION_NEXT_PANE, "other panes");
  else
    draw_key(explorer, canvas, x, y, ACTION_PANE_3, "around");
}

// ---- The page.

static void scroll_to(LessonRun *run, int tag) {
  int last = 0, first = page_find_tag(&run->page, tag, &last);
  if (first < 0) return;
  if (last >= run->top + run->shown) run->top = last - run->shown + 1;
  if (first < run->top) run->top = first;
}

static void scroll(LessonRun *run) {
  if (run->follow) {
    scroll_to(run, LESSON_TAG_ANSWER);
    int choices = lesson_at(run)->prediction.choice_count;
    if (lesson_asks(run) && !run->tail)
      scroll_to(run, choices ? LESSON_TAG_CHOICE + choices - 1 : LESSON_TAG_QUESTION);
    run->follow = false;
  }
  int most = run->page.lines.count - run->tail - run->shown;
  if (run->top > most) run->top = most;
  if (run->top < 0) run->top = 0;
}

enum { STATE_LINES = 2, ROOMY = 10 };

// What is missing, in one line, or two where there is room; returns how many.
static int draw_state(Explorer *explorer, Canvas canvas) {
  Text text = {0};
  Page page = {0};
  Style style = state(explorer, &text);
  int height = canvas.area.height, most = height >= ROOMY ? STATE_LINES : 1;
  page_paragraph(&page, PAGE_NO_TAG, 0, canvas.area.width, style, text_get(&text));
  int lines = page.lines.count < most ? page.lines.count : most;
  Canvas part = canvas_part(canvas, (Rect){0, height - 1 - lines, canvas.area.width, lines});
  if (lines == 1) // cut rather than broken
    canvas_text_cut(part, 0, 0, part.area.width, style, text_get(&text),
                    explorer_glyph(explorer, GLYPH_ELLIPSIS));
  else
    page_draw(&page, part, 0, PAGE_NO_TAG, explorer_glyph(explorer, GLYPH_ELLIPSIS));
  page_free(&page);
  text_free(&text);
  return lines;
}

enum { PROSE_LEAST = 2 };

// A question that waits stands below the text, which scrolls without it; where there is no room for both it
// is the text's end.
static void divide(LessonRun *run, int height) {
  int question = lesson_asks(run) ? page_find_tag(&run->page, LESSON_TAG_QUESTION, NULL) : -1;
  run->tail = question < 0 ? 0 : run->page.lines.count - question;
  if (run->tail + PROSE_LEAST > height) run->tail = 0;
  run->shown = height - run->tail;
}

static void draw_page(Explorer *explorer, Canvas canvas) {
  LessonRun *run = lesson_of(explorer);
  const char *ellipsis = explorer_glyph(explorer, GLYPH_ELLIPSIS);
  int question = run->page.lines.count - run->tail, height = question - run->top;
  int selected = run->typing ? LESSON_TAG_CHOICE + run->choice : PAGE_NO_TAG;
  if (height > run->shown) height = run->shown;
  Rect text = {0, 0, canvas.area.width, height}, below = {0, height, canvas.area.width, run->tail};
  page_draw(&run->page, canvas_part(canvas, text), run->top, selected, ellipsis);
  if (run->tail) page_draw(&run->page, canvas_part(canvas, below), question, selected, ellipsis);
}

void view_lesson_draw(Explorer *explorer, Canvas canvas) {
  LessonRun *run = lesson_of(explorer);
  Canvas inside = canvas_part(canvas, (Rect){1, 0, canvas.area.width - 2, canvas.area.height});
  int height = inside.area.height;
  if (inside.area.width < 1 || height < 1) return;
  lesson_make_page(explorer, inside.area.width);
  int foot = height > 2 ? draw_state(explorer, inside) + 1 : 0;
  divide(run, height - foot);
  scroll(run);
  draw_page(explorer, inside);
  if (foot) draw_keys(explorer, inside, height - 1);
}

void view_lesson_move(Explorer *explorer, int rows) {
  LessonRun *run = lesson_of(explorer);
  run->top = view_row_clamp(run->top, rows, run->page.lines.count);
  scroll(run);
}

// A click on a choice selects it.
void view_lesson_click(Explorer *explorer, int x, int y) {
  (void)x;
  LessonRun *run = lesson_of(explorer);
  int above = run->page.lines.count - run->tail - run->top; // lines of the text in sight
  if (above > run->shown) above = run->shown;
  int line = y < above ? run->top + y : run->page.lines.count - run->tail + y - above;
  if (y >= run->shown + run->tail || line >= run->page.lines.count || !lesson_asks(run)) return;
  int tag = run->page.lines.data[line].tag;
  if (tag < LESSON_TAG_CHOICE) return;
  run->choice = tag - LESSON_TAG_CHOICE;
  run->typing = true;
  run->page_width = -1;
}
