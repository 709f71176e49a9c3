// The page of a lesson's step: prose, the question and its answer, the hint.
#include "explorer/lesson/run.h"

#include "base/arena.h"
#include "script/lesson/guess.h"

#include <stdlib.h>
#include <string.h>

// ---- Texts: what ASCII lacks is written with what it has.

static const char *const plain_signs[][2] = {
    {"µ", "u"},  {"×", "x"},  {"–", "-"}, {"—", "-"},  {"…", "..."}, {"→", "->"}, {"’", "'"},
    {"“", "\""}, {"”", "\""}, {"≈", "~"}, {"≥", ">="}, {"≤", "<="},  {"²", "^2"}, {"·", "*"},
};

static size_t plain_sign(const char *at, Text *out) {
  for (size_t i = 0; i < sizeof plain_signs / sizeof *plain_signs; i++) {
    if (!text_starts(at, plain_signs[i][0])) continue;
    text_add(out, plain_signs[i][1]);
    return strlen(plain_signs[i][0]);
  }
  text_add_bytes(out, at, 1);
  return 1;
}

static char *plain(const char *text, GlyphSet glyphs) {
  if (glyphs == GLYPHS_UTF8) return memory_strdup(text);
  Text out = {0};
  while (*text)
    text += plain_sign(text, &out);
  return out.length ? text_take(&out) : memory_strdup("");
}

// ---- Paragraphs: words in `backquotes` are names.

typedef struct Prose {
  Page *page;
  int tag, width;
  Style style;
  bool naming; // within backquotes
} Prose;

static int word_width(const char *word, size_t length) {
  int columns = 0;
  for (size_t at = 0; at < length;) {
    uint32_t codepoint = '?';
    int bytes = text_decode(word + at, length - at, &codepoint);
    if (codepoint != '`') columns += canvas_codepoint_width(codepoint);
    at += (size_t)(bytes ? bytes : 1);
  }
  return columns;
}

static void add_word(Prose *prose, const char *word, size_t length) {
  while (length) {
    size_t part = 0;
    while (part < length && word[part] != '`')
      part++;
    if (part) page_add(prose->page, prose->naming ? STYLE_OP : prose->style, "%.*s", (int)part, word);
    if (part < length) prose->naming = !prose->naming, part++;
    word += part, length -= part;
  }
}

static void add_words(Prose *prose, const char *text) {
  while (*text) {
    size_t length = strcspn(text, " \n");
    int column = page_column(prose->page);
    if (column && column + 1 + word_width(text, length) > prose->width)
      page_line(prose->page, prose->tag);
    else if (column)
      page_add(prose->page, prose->style, " ");
    add_word(prose, text, length);
    text += length;
    text += strspn(text, " \n");
  }
}

static size_t line_length(const char *text) {
  return strcspn(text, "\n");
}

// Lines that begin with a blank stay as they are; the others are filled, up to an empty line.
static void add_prose(Prose *prose, const char *text) {
  bool fresh = true;
  while (*text) {
    size_t length = line_length(text);
    bool verbatim = *text == ' ', empty = length == 0;
    char *line = memory_strndup(text, length);
    if (fresh || verbatim || empty) page_line(prose->page, prose->tag);
    if (line && verbatim)
      page_add(prose->page, STYLE_CODE, "%s", line);
    else if (line)
      add_words(prose, line);
    free(line);
    fresh = verbatim || empty;
    text += length;
    text += *text == '\n';
  }
}

static void add_text(Explorer *explorer, int tag, Style style, const char *lead, const char *text) {
  LessonRun *run = lesson_of(explorer);
  Prose prose = {&run->page, tag, run->page_width, style, false};
  Text all = {0};
  char *shown = plain(text, explorer->glyphs);
  text_printf(&all, "%s%s%s", lead, *lead ? " " : "", shown);
  while (all.length && all.data[all.length - 1] == '\n')
    all.data[--all.length] = '\0';
  add_prose(&prose, text_get(&all));
  free(shown);
  text_free(&all);
}

static void add_gap(LessonRun *run) {
  if (run->page.lines.count) page_line(&run->page, PAGE_NO_TAG);
}

// ---- Parts of a step.

static void add_question(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  const LessonPrediction *prediction = &lesson_at(run)->prediction;
  add_gap(run);
  add_text(explorer, LESSON_TAG_QUESTION, STYLE_STRONG, "", prediction->question);
  for (int i = 0; i < prediction->choice_count; i++) {
    bool selected = run->typing && run->choice == i;
    page_line(&run->page, LESSON_TAG_CHOICE + i);
    page_add(&run->page, STYLE_STRONG, " %s ", selected ? explorer_glyph(explorer, GLYPH_CURSOR) : " ");
    page_add(&run->page, STYLE_HINT_KEY, "%c", 'a' + i);
    char *shown = plain(prediction->choices[i], explorer->glyphs);
    page_add(&run->page, STYLE_TEXT, "  %s", shown);
    free(shown);
  }
}

static const char *stop_after(const char *text) {
  return text_ends(text, ".") ? "" : ".";
}

// "Right: 1.07 GB. Your guess: 1 GB."
static void add_answer(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  const LessonAnswer *given = lesson_answer(run);
  const char *unit = lesson_at(run)->prediction.unit;
  if (!unit || guess_has_unit(given->guess)) unit = "";
  Text line = {0}, guess = {0};
  text_printf(&guess, "%s%s%s", given->guess, *unit ? " " : "", unit);
  text_printf(&line, "%s %s: %s%s", explorer_glyph(explorer, given->right ? GLYPH_YES : GLYPH_NO),
              given->right ? "Right" : "The answer", given->answer, stop_after(given->answer));
  if (!text_equal(text_get(&guess), given->answer))
    text_printf(&line, " Your guess: %s%s", text_get(&guess), stop_after(text_get(&guess)));
  add_gap(run);
  add_text(explorer, LESSON_TAG_ANSWER, given->right ? STYLE_GOOD : STYLE_WARNING, "", text_get(&line));
  if (*given->reveal) add_text(explorer, LESSON_TAG_ANSWER, STYLE_TEXT, "", given->reveal);
  text_free(&line);
  text_free(&guess);
}

static void add_feedback(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  add_gap(run);
  add_text(explorer, LESSON_TAG_ANSWER, STYLE_WARNING, explorer_glyph(explorer, GLYPH_NO),
           text_get(&run->feedback));
}

static void add_problem(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  page_paragraph(&run->page, PAGE_NO_TAG, 0, run->page_width, STYLE_BAD, "The lesson's file has a mistake:");
  page_lines(&run->page, run->page_width, STYLE_TEXT, run->problem);
}

static void add_end(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  const LessonInfo *info = lesson_info(run->lesson);
  const char *learned = lesson_learned(run->lesson);
  Text score = {0}, lead = {0};
  text_printf(&lead, "This was \"%s\".", info->title);
  lesson_score_text(run, &score);
  add_text(explorer, PAGE_NO_TAG, STYLE_TEXT, text_get(&lead), learned ? learned : "");
  add_gap(run);
  if (score.length) add_text(explorer, PAGE_NO_TAG, STYLE_STRONG, "", text_get(&score));
  if (run->next) add_text(explorer, PAGE_NO_TAG, STYLE_TEXT, "The next lesson is", run->next);
  text_free(&score);
  text_free(&lead);
}

static void add_note(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  if (!lesson_record(run)->note) return;
  add_gap(run);
  add_text(explorer, LESSON_TAG_ANSWER, STYLE_STRONG, "You wrote:", lesson_record(run)->note);
}

static void add_step(Explorer *explorer) {
  LessonRun *run = lesson_of(explorer);
  const LessonStep *at = lesson_at(run);
  if (run->look.text && *run->look.text) add_text(explorer, PAGE_NO_TAG, STYLE_TEXT, "", run->look.text);
  if (at->open) {
    add_gap(run);
    add_text(explorer, PAGE_NO_TAG, STYLE_TEXT, "", at->open);
    add_note(explorer);
  }
  bool asks = lesson_asks(run); // then the question comes last, where it stays in sight
  if (at->predicts && !asks) add_question(explorer);
  if (lesson_answer(run)->guess) add_answer(explorer);
  if (at->hint && run->hinted) {
    add_gap(run);
    add_text(explorer, LESSON_TAG_ANSWER, STYLE_TEXT, "Hint:", at->hint);
  }
  if (asks && run->feedback.length) add_feedback(explorer);
  if (asks) add_question(explorer);
}

void lesson_make_page(Explorer *explorer, int width) {
  LessonRun *run = lesson_of(explorer);
  if (run->page_width == width) return;
  run->page_width = width;
  page_clear(&run->page);
  if (run->problem)
    add_problem(explorer);
  else if (run->ended)
    add_end(explorer);
  else
    add_step(explorer);
}
