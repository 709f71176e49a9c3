// Copying to the clipboard of the terminal.
#include "explorer/actions/action.h"
#include "explorer/panes/detail.h"
#include "explorer/panes/kernel_figures.h"
#include "explorer/panes/reading.h"
#include "explorer/panes/view.h"
#include "explorer/tabs/tab.h"
#include "tui/number.h"

#include <stdio.h>
#include <stdlib.h>

enum { CLIPBOARD_MOST = 56000 }; // bytes: xterm takes 75000 of base64

// What can be copied: id, name, of what it is a part.
#define COPIES(X) \
  X(OP, "op", "its name") \
  X(SOURCE, "source", "the line of the model that it comes from") \
  X(KERNEL, "kernel", "the names of its ops, one a line") \
  X(FIGURES, "figures", "the kernel's, as one line") \
  X(CODE, "code", "the kernel's CUDA C++, without the prelude") \
  X(LINE, "line", "of Code, PTX or SASS: the one found, else the first in sight") \
  X(MARKED, "op's lines", "of the page, those marked as the op's") \
  X(SIGHT, "in sight", "of the page, each line whole") \
  X(PAGE, "page", "what the detail pane shows, all of it")

typedef enum CopyKind {
#define X(id, name, help) COPY_##id,
  COPIES(X)
#undef X
      COPY_COUNT
} CopyKind;

static void add_figures(Explorer *explorer, int kernel, Text *out) {
  KernelFigures figures = kernel_figures(explorer->session, kernel);
  const Estimate *estimate = figures.estimate;
  char number[NUMBER_SIZE];
  text_printf(out, "K%d %s, %d ops", kernel,
              template_name(plan_lowered(explorer->plan, kernel)->schedule.kind), figures.ops);
  if (estimate->registers >= 0) text_printf(out, ", registers est %d", estimate->registers);
  if (figures.compiled.state == RESULT_DONE)
    text_printf(out, " nvcc %d", figures.compiled.compiled->registers);
  text_printf(out, ", DRAM %s", number_bytes(number, (double)estimate->dram_bytes));
  text_printf(out, ", time est %s", number_time(number, estimate->time_us, GLYPHS_ASCII));
  if (kernel_is_timed(&figures))
    text_printf(out, " measured %s", number_time(number, figures.measured.measured->time_us, GLYPHS_ASCII));
  text_printf(out, ", limit %s", limit_name(estimate->limit));
}

static void add_kernel(Explorer *explorer, int kernel, Text *out) {
  PlanKernel members = plan_kernel(explorer->plan, kernel);
  for (int i = 0; i < members.op_count; i++)
    text_printf(out, "%s\n", explorer->graph->ops[members.ops[i]].name);
}

static void add_line(const Page *page, int line, Text *out) {
  if (line >= page->lines.count) return;
  page_line_text(page, line, out);
  text_add(out, "\n");
}

static void add_lines(const Page *page, int first, int last, Text *out) {
  for (int line = first; line < last; line++)
    add_line(page, line, out);
}

static void add_marked(const Page *page, Text *out) {
  for (int line = 0; line < page->lines.count; line++)
    if (page->lines.data[line].tag == 0) add_line(page, line, out);
}

static void add_page(Explorer *explorer, CopyKind kind, Text *out) {
  const Page *page = detail_page(explorer);
  int height = explorer->layout.inside[PANE_DETAIL].height, head = page_head(page, height);
  int top = detail_pane(explorer)->top;
  if (kind == COPY_LINE) add_line(page, reading_line(explorer), out);
  if (kind == COPY_MARKED) add_marked(page, out);
  if (kind == COPY_SIGHT) add_lines(page, 0, head, out);
  if (kind == COPY_SIGHT) add_lines(page, top + head, top + height, out);
  if (kind == COPY_PAGE) add_lines(page, 0, page->lines.count, out);
}

static void add_source(const Op *op, Text *out) {
  text_printf(out, "%s:%d", op->source_file, op->source_line);
  if (op->source_text) text_printf(out, "  %s", op->source_text);
}

static void add_code(Explorer *explorer, int kernel, Text *out) {
  Status status = {0};
  int line = 1;
  const char *source = session_source(explorer->session, kernel, &line, &status);
  if (!source) {
    explorer_fail(explorer, "%s", status.message);
    return;
  }
  for (; line > 1 && *source; source++)
    line -= *source == '\n';
  text_add(out, source);
}

static void compose(Explorer *explorer, CopyKind kind, Text *out) {
  const Op *op = &explorer->graph->ops[explorer->cursor];
  int kernel = explorer_kernel(explorer);
  switch (kind) {
    case COPY_OP:
      text_add(out, op->name);
      break;
    case COPY_SOURCE:
      add_source(op, out);
      break;
    case COPY_KERNEL:
      add_kernel(explorer, kernel, out);
      break;
    case COPY_FIGURES:
      add_figures(explorer, kernel, out);
      break;
    case COPY_CODE:
      add_code(explorer, kernel, out);
      break;
    default:
      add_page(explorer, kind, out);
  }
}

static void accept_copy(Explorer *explorer, const char *text, const PickerItem *item) {
  (void)text;
  if (!item) {
    explorer_fail(explorer, "there is nothing of that name to copy");
    return;
  }
  Text *out = &explorer->requests.clipboard;
  text_clear(out);
  compose(explorer, (CopyKind)item->value, out);
  size_t bytes = out->length;
  if (bytes > CLIPBOARD_MOST) {
    text_clear(out);
    explorer_fail(explorer, "%zu bytes are more than terminals take: export writes files", bytes);
  } else if (bytes > 0) {
    explorer_say(explorer, "%s copied, %zu bytes, if the terminal allows it", item->label, bytes);
  }
}

static const char *off_reason(Explorer *explorer, CopyKind kind) {
  bool of_kernel = kind == COPY_KERNEL || kind == COPY_FIGURES || kind == COPY_CODE;
  if (of_kernel && explorer_kernel(explorer) == NO_KERNEL) return "a view belongs to no kernel";
  const Tab *tab = tab_get(explorer->tab);
  if (kind == COPY_LINE && !tab->text) return "the page is not Code, PTX or SASS";
  bool none = kind == COPY_MARKED && (!tab->marks || page_find_tag(detail_page(explorer), 0, NULL) < 0);
  if (none) return "no line of the page is the op's";
  if (kind == COPY_SOURCE && !explorer->graph->ops[explorer->cursor].source_file)
    return "the graph does not say where the op comes from";
  return NULL;
}

void action_copy(Explorer *explorer) {
  static const char *const texts[COPY_COUNT][2] = {
#define X(id, name, help) {name, help},
      COPIES(X)
#undef X
  };
  Picker *picker = &explorer->picker;
  picker_open(picker, "Copy", accept_copy);
  for (int i = 0; i < COPY_COUNT; i++)
    picker_item(picker, texts[i][0], texts[i][1], NULL, off_reason(explorer, (CopyKind)i), i);
  picker_filter(picker);
}
