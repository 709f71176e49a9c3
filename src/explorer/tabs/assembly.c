// PTX and SASS: the kernel as the compiler made it, with a count of what its instructions do. Those that are
// there for the op under the cursor are marked.
#include "session/results/assembly.h"

#include "base/arena.h"
#include "explorer/panes/view.h"
#include "explorer/tabs/assembly_view.h"
#include "explorer/tabs/tab.h"

#include <stdlib.h>
#include <string.h>

// A listing taken apart, so that another op is marked in it without reading it again.
typedef struct Listing {
  const char *of; // the session's text, which stays as long as it does
  char *text;     // the same with blanks for tabs: the lines lie in it
  VECTOR(AssemblyLine) lines;
  int count[INSTRUCTION_SORT_COUNT], all; // instructions
} Listing;

static void free_listing(Listing *listing) {
  free(listing->text);
  vector_free(&listing->lines);
  *listing = (Listing){0};
}

static void read_listing(Listing *listing, AssemblyKind kind, const char *text) {
  if (listing->of == text) return;
  free_listing(listing);
  listing->of = text;
  listing->text = memory_strdup(text);
  for (char *at = listing->text; (at = strchr(at, '\t'));)
    *at = ' ';
  for (const char *at = listing->text; *at;) {
    size_t length = strcspn(at, "\n");
    AssemblyLine line = assembly_line(kind, at, length);
    vector_push(&listing->lines, line);
    if (line.kind == LINE_INSTRUCTION) listing->count[line.sort]++, listing->all++;
    at += length + (at[length] == '\n');
  }
}

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

static int count_marked(const Listing *listing, const OpLines *found) {
  int marked = 0;
  for (int i = 0; i < listing->lines.count; i++)
    marked += listing->lines.data[i].kind == LINE_INSTRUCTION && is_marked(found, i);
  return marked;
}

// "412 instructions: global loads 8  global stores 4 ...", as many on a line as fit.
static void add_census(Page *page, const Listing *listing, int width) {
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_STRONG, "%d instructions", listing->all);
  page_add(page, STYLE_DIM, " in the code, each counted once:");
  page_line(page, PAGE_NO_TAG);
  for (int i = 0; i < INSTRUCTION_SORT_COUNT; i++) {
    if (listing->count[i] == 0) continue;
    const char *name = instruction_sort_name((InstructionSort)i);
    if (page_column(page) + (int)strlen(name) + 8 > width) page_line(page, PAGE_NO_TAG);
    page_add(page, instruction_sort_style((InstructionSort)i), "  %s %d", name, listing->count[i]);
  }
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

static void add_listing(Page *page, const Listing *listing, const OpLines *found, const char *op, int width) {
  int marked = count_marked(listing, found);
  add_census(page, listing, width);
  if (marked) {
    page_line(page, PAGE_NO_TAG);
    page_add(page, STYLE_DIM, "  marked: %d that are there for %s", marked, op);
  }
  page_line(page, PAGE_NO_TAG);
  for (int i = 0; i < listing->lines.count; i++)
    add_line(page, &listing->lines.data[i], is_marked(found, i));
}

static void make(Explorer *explorer, Page *page, int width, AssemblyKind kind, Listing *listing) {
  int kernel = explorer_kernel(explorer);
  if (kernel == NO_KERNEL) {
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, "A view belongs to no kernel.");
    return;
  }
  AssemblyView view = session_assembly(explorer->session, kernel, kind);
  if (view.state == RESULT_DONE) {
    OpLines found = op_lines(&view, explorer->cursor);
    read_listing(listing, kind, view.text);
    add_listing(page, listing, &found, explorer->graph->ops[explorer->cursor].name, width);
    free(found.of_op);
  } else if (view.state == RESULT_RUNNING) {
    page_line(page, PAGE_NO_TAG);
    page_add(page, STYLE_WARNING, "%s compiling K%d", explorer_glyph(explorer, GLYPH_RUNNING), kernel);
  } else {
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, view.error ? view.error : "It was cancelled.");
  }
}

// ---- The tabs: the listing of each belongs to the session.

#define LISTING_OF(explorer, id) ((Listing *)(explorer)->state[COMPONENT_TAB_##id])

static void make_ptx(Explorer *explorer, Page *page, int width) {
  make(explorer, page, width, ASSEMBLY_PTX, LISTING_OF(explorer, PTX));
}

static void make_sass(Explorer *explorer, Page *page, int width) {
  make(explorer, page, width, ASSEMBLY_SASS, LISTING_OF(explorer, SASS));
}

static void give_up_ptx(Explorer *explorer) {
  free_listing(LISTING_OF(explorer, PTX));
}

static void give_up_sass(Explorer *explorer) {
  free_listing(LISTING_OF(explorer, SASS));
}

const Tab tab_ptx = {
    .name = "PTX",
    .action = TAB_ACTION(PTX, "tab: PTX", "J", "the kernel as NVRTC's PTX"),
    .subject = SUBJECT_MEMBER,
    .marks = true,
    .text = true,
    .component = {.size = sizeof(Listing), .give_up = give_up_ptx},
    .make = make_ptx,
};

const Tab tab_sass = {
    .name = "SASS",
    .action = TAB_ACTION(SASS, "tab: SASS", "K", "the kernel as machine code"),
    .subject = SUBJECT_MEMBER,
    .marks = true,
    .text = true,
    .component = {.size = sizeof(Listing), .give_up = give_up_sass},
    .make = make_sass,
};
