// PTX and SASS: the kernel as the compiler made it, with a count of what its instructions do. Those that are
// there for the op under the cursor are marked.
#include "session/results/assembly.h"

#include "base/arena.h"
#include "explorer/panes/view.h"
#include "explorer/tabs/assembly_view.h"
#include "explorer/tabs/tab.h"

#include <stdlib.h>
#include <string.h>

typedef struct Census {
  int count[INSTRUCTION_SORT_COUNT], all;
  int marked; // of all: those that are there for the op under the cursor
} Census;

// The lines of the compiled source that are there for one op.
typedef struct OpLines {
  bool *of_op; // by line, `count` of them
  int count;
  const SourceLines *lines; // of the text
} OpLines;

static OpLines op_lines(const AssemblyView *view, int op) {
  OpLines found = {.lines = view->lines};
  for (int i = 0; view->ops && i < view->ops->count; i++)
    if (view->ops->data[i].line >= found.count) found.count = view->ops->data[i].line + 1;
  found.of_op = memory_alloc((size_t)found.count + 1);
  for (int i = 0; view->ops && i < view->ops->count; i++)
    if (view->ops->data[i].op == op) found.of_op[view->ops->data[i].line] = true;
  return found;
}

static bool is_marked(const OpLines *found, int line) {
  int source = line < found->lines->count ? found->lines->data[line] : -1;
  return source >= 0 && source < found->count && found->of_op[source];
}

static size_t line_end(const char *text) {
  return strcspn(text, "\n");
}

static Census count_instructions(AssemblyKind kind, const char *text, const OpLines *found) {
  Census census = {.all = 0};
  for (int number = 0; *text; number++) {
    size_t length = line_end(text);
    AssemblyLine line = assembly_line(kind, text, length);
    if (line.kind == LINE_INSTRUCTION)
      census.count[line.sort]++, census.all++, census.marked += is_marked(found, number);
    text += length + (text[length] == '\n');
  }
  return census;
}

// "412 instructions: global loads 8  global stores 4 ...", as many on a line as fit.
static void add_census(Page *page, const Census *census, const char *op, int width) {
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_STRONG, "%d instructions", census->all);
  page_add(page, STYLE_DIM, " in the code, each counted once:");
  page_line(page, PAGE_NO_TAG);
  for (int i = 0; i < INSTRUCTION_SORT_COUNT; i++) {
    if (census->count[i] == 0) continue;
    const char *name = instruction_sort_name((InstructionSort)i);
    if (page_column(page) + (int)strlen(name) + 8 > width) page_line(page, PAGE_NO_TAG);
    page_add(page, instruction_sort_style((InstructionSort)i), "  %s %d", name, census->count[i]);
  }
  if (census->marked) {
    page_line(page, PAGE_NO_TAG);
    page_add(page, STYLE_DIM, "  marked: %d that are there for %s", census->marked, op);
  }
  page_line(page, PAGE_NO_TAG);
}

static void add_instruction(Page *page, const AssemblyLine *line) {
  Style style = instruction_sort_style(line->sort);
  page_add(page, STYLE_CODE_COMMENT, "  %.*s", line->mnemonic, line->text);
  page_add(page, style, "%.*s", line->mnemonic_length, line->text + line->mnemonic);
  int behind = line->mnemonic + line->mnemonic_length;
  page_add(page, STYLE_CODE, "%.*s", line->length - behind, line->text + behind);
}

static void add_line(Page *page, const AssemblyLine *line, bool marked) {
  if (line->kind == LINE_SKIPPED) return;
  page_line(page, marked && line->kind == LINE_INSTRUCTION ? 0 : PAGE_NO_TAG);
  if (line->kind == LINE_INSTRUCTION)
    add_instruction(page, line);
  else
    page_add(page, line->kind == LINE_LABEL ? STYLE_CODE_KEYWORD : STYLE_DIM, "%.*s", line->length,
             line->text);
}

static void add_text(Page *page, AssemblyKind kind, const char *text, const OpLines *found) {
  for (int number = 0; *text; number++) {
    size_t length = line_end(text);
    char *line = memory_strndup(text, length);
    if (!line) return;
    for (char *at = line; *at; at++)
      if (*at == '\t') *at = ' ';
    AssemblyLine read = assembly_line(kind, line, length);
    add_line(page, &read, is_marked(found, number));
    free(line);
    text += length + (text[length] == '\n');
  }
}

static void make(Explorer *explorer, Page *page, int width, AssemblyKind kind) {
  int kernel = explorer_kernel(explorer);
  if (kernel == NO_KERNEL) {
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, "A view belongs to no kernel.");
    return;
  }
  AssemblyView view = session_assembly(explorer->session, kernel, kind);
  if (view.state == RESULT_DONE) {
    OpLines found = op_lines(&view, explorer->cursor);
    Census census = count_instructions(kind, view.text, &found);
    add_census(page, &census, explorer->graph->ops[explorer->cursor].name, width);
    add_text(page, kind, view.text, &found);
    free(found.of_op);
  } else if (view.state == RESULT_RUNNING) {
    page_line(page, PAGE_NO_TAG);
    page_add(page, STYLE_WARNING, "%s compiling K%d", explorer_glyph(explorer, GLYPH_RUNNING), kernel);
  } else {
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, view.error ? view.error : "It was cancelled.");
  }
}

static void make_ptx(Explorer *explorer, Page *page, int width) {
  make(explorer, page, width, ASSEMBLY_PTX);
}

static void make_sass(Explorer *explorer, Page *page, int width) {
  make(explorer, page, width, ASSEMBLY_SASS);
}

const Tab tab_ptx = {
    .name = "PTX",
    .action = TAB_ACTION(PTX, "tab: PTX", "J", "the kernel as NVRTC's PTX"),
    .subject = SUBJECT_MEMBER,
    .marks = true,
    .text = true,
    .make = make_ptx,
};

const Tab tab_sass = {
    .name = "SASS",
    .action = TAB_ACTION(SASS, "tab: SASS", "K", "the kernel as machine code"),
    .subject = SUBJECT_MEMBER,
    .marks = true,
    .text = true,
    .make = make_sass,
};
