// Code: the kernel as CUDA C++, from its first line after the prelude; lines that the op made are marked.
#include "base/file.h"
#include "explorer/panes/view.h"
#include "explorer/state/dynamic.h"
#include "explorer/tabs/tab.h"
#include "kernel/cuda/stages.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { TAB_COLUMNS = 4 };

static bool is_keyword(const char *word, size_t length) {
  static const char *const keywords[] = {"__device__",   "__global__", "__launch_bounds__",
                                         "__restrict__", "__shared__", "bool",
                                         "char",         "const",      "constexpr",
                                         "do",           "double",     "else",
                                         "extern",       "float",      "for",
                                         "if",           "int",        "long",
                                         "return",       "short",      "sizeof",
                                         "static",       "struct",     "template",
                                         "typename",     "unsigned",   "using",
                                         "void",         "while",      "__syncthreads"};
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (strlen(keywords[i]) == length && !strncmp(keywords[i], word, length)) return true;
  return false;
}

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

// Does the line speak of the op, as a whole word?
static bool mentions(const char *line, const char *name) {
  size_t length = strlen(name);
  for (const char *at = strstr(line, name); at; at = strstr(at + 1, name)) {
    bool starts = at == line || !is_word(at[-1]);
    if (starts && !is_word(at[length])) return true;
  }
  return false;
}

static void add_piece(Page *page, Style style, const char *text, size_t length) {
  if (length) page_add(page, style, "%.*s", (int)length, text);
}

// Words, and what is between them, up to a comment.
static void add_code(Page *page, const char *line) {
  while (*line) {
    if (line[0] == '/' && line[1] == '/') {
      page_add(page, STYLE_CODE_COMMENT, "%s", line);
      return;
    }
    size_t length = 1;
    bool word = is_word(*line);
    while (line[length] && is_word(line[length]) == word && !(line[length] == '/' && line[length + 1] == '/'))
      length++;
    add_piece(page, word && is_keyword(line, length) ? STYLE_CODE_KEYWORD : STYLE_CODE, line, length);
    line += length;
  }
}

static void expand_tabs(const char *text, size_t length, Text *line) {
  text_clear(line);
  for (size_t i = 0; i < length; i++) {
    if (text[i] == '\t')
      text_printf(line, "%*s", TAB_COLUMNS, "");
    else
      text_add_bytes(line, text + i, 1);
  }
}

static const char *skip_lines(const char *text, int lines) {
  for (; lines > 0; lines--) {
    const char *end = strchr(text, '\n');
    if (!end) return text;
    text = end + 1;
  }
  return text;
}

// Lines of a stage: those that speak of the op are marked.
static void add_text(Page *page, const char *text, const char *op) {
  Text line = {0};
  while (*text) {
    size_t length = strcspn(text, "\n");
    expand_tabs(text, length, &line);
    page_line(page, mentions(text_get(&line), op) ? 0 : PAGE_NO_TAG);
    add_code(page, text_get(&line));
    text += length + (text[length] == '\n');
  }
  text_free(&line);
}

// ---- the finished code: lines that are there for the op are marked, and the model's line stands beside them

typedef struct Listing {
  const Graph *graph;
  int op;                    // under the cursor
  const EmittedLine *at;     // what the emitter says of lines, from the current one on,
  const EmittedLine *end;    // to here
  const char *source_before; // the model's line that was shown last
} Listing;

// The op that a line is there for: the one under the cursor before others; NO_OP: none. Goes on behind it.
static int op_of_line(Listing *listing, int line) {
  int op = NO_OP;
  for (; listing->at < listing->end && listing->at->line == line; listing->at++)
    if (op == NO_OP || listing->at->op == listing->op) op = listing->at->op;
  return op;
}

static void add_source(Page *page, Listing *listing, int op) {
  const char *text = op == NO_OP ? NULL : listing->graph->ops[op].source_text;
  if (!text || (listing->source_before && text_equal(text, listing->source_before))) return;
  listing->source_before = text;
  page_add(page, STYLE_DIM, "  <- %s", text);
}

// The folders of a long path, which every line would repeat, are left out.
static void add_short(Page *page, const Listing *listing, int op, const char *line) {
  const char *file = op == NO_OP ? NULL : listing->graph->ops[op].source_file;
  const char *path = file ? strstr(line, file) : NULL;
  if (!path) {
    add_code(page, line);
    return;
  }
  Text text = {0};
  text_add_bytes(&text, line, (size_t)(path - line));
  text_add(&text, path + (file_base_name(file) - file));
  add_code(page, text_get(&text));
  text_free(&text);
}

static void add_listing(Page *page, Listing *listing, const char *text) {
  Text line = {0};
  for (int number = 0; *text; number++) {
    size_t length = strcspn(text, "\n");
    int op = op_of_line(listing, number);
    expand_tabs(text, length, &line);
    page_line(page, op != NO_OP && op == listing->op ? 0 : PAGE_NO_TAG);
    add_short(page, listing, op, text_get(&line));
    add_source(page, listing, op);
    text += length + (text[length] == '\n');
  }
  text_free(&line);
}

// Where the op under the cursor comes from stays in sight.
static void add_origin(Page *page, const Op *op) {
  if (!op->source_file) return;
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_STRONG, "%s", op->name);
  page_add(page, STYLE_DIM, "  %s:%d", file_base_name(op->source_file), op->source_line);
  if (op->source_text) page_add(page, STYLE_TEXT, "  %s", op->source_text);
  page->head = 1;
}

// ---- the stages: what each of its passes changed

typedef struct CodeTab {
  int back; // stages before the finished code; 0: that is shown
} CodeTab;

static CodeTab *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_TAB_CODE];
}

// The stage so many changes before the last; counts the stages with a change, and numbers the one found.
static int find_stage(const KernelStages *stages, int *back, int *number, int *count) {
  *count = 0;
  for (int i = 0; i < stages->count; i++)
    *count += stages->stages[i].changed;
  if (*back >= *count) *back = *count - 1;
  *number = *count - *back;
  int at = 0;
  for (int seen = 0; at < stages->count; at++)
    if (stages->stages[at].changed && ++seen == *number) break;
  return at;
}

static void add_stage(Explorer *explorer, Page *page, int width, const KernelStages *stages, const char *op) {
  int number, count, at = find_stage(stages, &own(explorer)->back, &number, &count);
  const KernelStage *stage = &stages->stages[at];
  Text heading = {0}, difference = {0};
  text_printf(&heading, "stage %d of %d, %s: it %s", number, count, stage->pass->name, stage->pass->help);
  page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_STRONG, text_get(&heading));
  if (number > 1) stages_difference(stage[-1].text, stage->text, &difference);
  add_text(page, number > 1 ? text_get(&difference) : stage->text, op);
  text_free(&heading);
  text_free(&difference);
}

static bool make_stage(Explorer *explorer, Page *page, int width, int kernel, Status *status) {
  const PlanLowered *lowered = plan_lowered(session_plan(explorer->session), kernel);
  KernelStages stages;
  bool made = kernel_stages(lowered->nest, &lowered->schedule, &session_device(explorer->session)->limits,
                            STAGE_CODE, &stages, status);
  if (made) add_stage(explorer, page, width, &stages, explorer->graph->ops[explorer->cursor].name);
  kernel_stages_free(&stages);
  return made;
}

static void zoom(Explorer *explorer, int by) {
  int back = own(explorer)->back - by;
  if (back < 0) return;
  own(explorer)->back = back;
  explorer->revision++;
}

// ---- the tab

static void make_code(Explorer *explorer, Page *page, const EmittedLines *lines, const char *body) {
  Listing listing = {
      .graph = explorer->graph, .op = explorer->cursor, .at = lines->data, .end = lines->data + lines->count};
  add_origin(page, &explorer->graph->ops[explorer->cursor]);
  add_listing(page, &listing, body);
}

// Of the kernel that takes a size: what there is to say of it, then its code where it can be.
static void make_dynamic(Explorer *explorer, Page *page, int width, int kernel) {
  const SizedKernel *it = dynamic_kernel(explorer, kernel);
  Text about = {0};
  Status status = {0};
  Emitted emitted;
  text_printf(&about, "K%d ", kernel);
  dynamic_text(explorer, kernel, &about);
  page_paragraph(page, PAGE_NO_TAG, 0, width, it && it->ok ? STYLE_STRONG : STYLE_TEXT, text_get(&about));
  text_free(&about);
  if (!it || !it->ok) return;
  if (dynamic_emit(explorer, kernel, &emitted, &status)) {
    make_code(explorer, page, &emitted.lines, emitted.source);
    emitted_free(&emitted);
  } else {
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, status.message);
  }
}

static void make(Explorer *explorer, Page *page, int width) {
  int kernel = explorer_kernel(explorer), body_line = 1;
  Status status = {0};
  const char *source =
      kernel == NO_KERNEL ? NULL : session_source(explorer->session, kernel, &body_line, &status);
  bool made = source != NULL;
  if (made && own(explorer)->back)
    made = make_stage(explorer, page, width, kernel, &status);
  else if (made && dynamic_size(explorer))
    make_dynamic(explorer, page, width, kernel);
  else if (made)
    make_code(explorer, page, session_source_lines(explorer->session, kernel),
              skip_lines(source, body_line - 1));
  if (made) return;
  const char *why = kernel == NO_KERNEL ? "A view belongs to no kernel." : status.message;
  page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, why);
}

static const KeyHint hints[] = {{ACTION_DYNAMIC, "sizes as arguments"},
                                {ACTION_NEXT_TAB, "tab"},
                                {ACTION_ZOOM, "whole screen"},
                                {ACTION_COPY, "copy"}};

const Tab tab_code = {
    .name = "Code",
    .action = TAB_ACTION(CODE, "tab: code", "e",
                         "the kernel as CUDA C++; - and + there turn through its stages, pass by pass"),
    .subject = SUBJECT_MEMBER,
    .component = {.size = sizeof(CodeTab)},
    .marks = true,
    .text = true,
    .make = make,
    .zoom = zoom,
    .hints = hints,
    .hint_count = sizeof hints / sizeof *hints,
};
