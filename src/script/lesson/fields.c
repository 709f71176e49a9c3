// What a lesson's file says: its table, the tables of its steps and of their predictions.
#include "script/lesson/internal.h"

#define BOOLEAN (1u << LUA_TBOOLEAN)
#define STRING (1u << LUA_TSTRING)
#define NUMBER (1u << LUA_TNUMBER)
#define TABLE (1u << LUA_TTABLE)
#define FUNCTION (1u << LUA_TFUNCTION)

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static const FileField file_fields[] = {
    {"name", STRING, false, "string?", "Short name for the command line; the file's name without it."},
    {"id", STRING, false, "string?",
     "What students' progress belongs to, also when file and title change; else the name, else the title."},
    {"number", NUMBER, false, "integer?", "Its place in the list; those without one come last."},
    {"title", STRING, true, "string", "What it is about, in a few words."},
    {"minutes", NUMBER, false, "integer?", "How long it takes."},
    {"about", STRING, false, "string?", "One sentence for the list."},
    {"graph", STRING, true, "string",
     "The graph to open: a file beside the lesson, or a shipped one (\"graphs/softmax.json\")."},
    {"sizes", TABLE, false, "table<string, integer>?", "Named sizes to bind."},
    {"plan", STRING, false, "string?",
     "The plan to begin with: none (default), compiler, a heuristic or a plan file."},
    {"device", STRING, false, "string?", "The device to estimate for (default h200)."},
    {"learned", STRING, false, "string?",
     "For the page behind the last step: what to remember (default: about)."},
    {"measured", TABLE, false, "table?", "Recorded figures; functions find them in lesson.measured."},
    {"steps", TABLE, true, "lesson_step[]", "The steps, in order."},
};
const FileTable lesson_file_table = {"lesson_file", "What the file of a lesson returns.", file_fields,
                                     COUNT(file_fields)};

static const FileField step_fields[] = {
    {"title", STRING, true, "string", "A word or two."},
    {"id", STRING, false, "string?", "What students' progress belongs to; else made of the title."},
    {"text", STRING | FUNCTION, false, "string|fun(lesson: lesson): string",
     "Prose: an empty line ends a paragraph, lines that begin with blanks stay as they are."},
    {"go", STRING, false, "string?", "The op that the cursor moves to."},
    {"tab", STRING, false, "string?", "The tab of the detail pane to show: \"why\", \"code\", \"numbers\"."},
    {"predict", TABLE, false, "lesson_prediction?", "What the student predicts."},
    {"check", FUNCTION, false, "(fun(plan: plan, lesson: lesson): boolean, string?)?",
     "True when the plan is as the step wants it; else false and what is missing. Asked after every edit."},
    {"hint", STRING, false, "string?", "Shown when the student asks for it."},
    {"solve", STRING, false, "string?",
     "Keys that do what the check wants, pressed in the ops pane by a test: \"/cube<Enter>f\"."},
    {"open", STRING, false, "string?", "A question that has no answer here: what to try."},
};
const FileTable lesson_step_table = {"lesson_step", "A step of a lesson.", step_fields, COUNT(step_fields)};

static const FileField prediction_fields[] = {
    {"question", STRING, true, "string", "What is asked before the answer is shown."},
    {"unit", STRING, false, "string?", "Of the number that is asked for."},
    {"choices", TABLE, false, "string[]?", "The answers to choose from; without them a number is asked for."},
    {"answer", NUMBER | STRING | FUNCTION, true, "number|string|fun(lesson: lesson): number|string",
     "The number, or one of the choices; a function is asked when the student has answered."},
    {"wrong", TABLE | FUNCTION, false,
     "{ [1]: number|string|(fun(lesson: lesson): number|string), [2]: string }[]|fun(guess: number|string, "
     "lesson: lesson): string?",
     "What is usually guessed instead, each with why it is wrong: { { 17, \"...\" }, ... }; or a function "
     "that says it of a guess."},
    {"tries", NUMBER, false, "integer?", "Guesses before the answer is shown (default 2; 1 of two choices)."},
    {"within", NUMBER, false, "number?", "A guess is right up to this part of the answer (default 0.1)."},
    {"hides", BOOLEAN, false, "boolean?",
     "The screen keeps totals, and the panes of kernels and details, to itself until the answer is given "
     "(default: when a "
     "number "
     "of bytes, a time, \"times\" or \"%\" is asked for, and the step shows no tab)."},
    {"reveal", STRING | FUNCTION, false, "string|fun(lesson: lesson): string",
     "Why it is so: shown beside the answer."},
};
const FileTable lesson_prediction_table = {"lesson_prediction",
                                           "A question, asked before its answer is shown.", prediction_fields,
                                           COUNT(prediction_fields)};
