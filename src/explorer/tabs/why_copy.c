// Why, of a copy.
#include "explorer/tabs/why_copy.h"

#include "cost/effect.h"
#include "explorer/panes/view.h"
#include "explorer/state/change.h"
#include "explorer/tabs/why_parts.h"
#include "tui/number.h"

enum { WRAP_INDENT = 2, EDGE_INDENT = 4 };

Proposal why_copy_removal(const Explorer *explorer) {
  return (Proposal){.kind = PROPOSE_STORE, .op = explorer->cursor, .kernel = explorer_copy(explorer)};
}

static void add_kernel_line(Explorer *explorer, Page *page, int kernel, int width) {
  PlanKernel members = plan_kernel(explorer->plan, kernel);
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_KERNEL, "K%d", kernel);
  page_add(page, STYLE_TEXT, " %s computes it again; it is ",
           template_name(plan_lowered(explorer->plan, kernel)->schedule.kind));
  page_add(page, STYLE_KERNEL, "K%d", plan_home(explorer->plan, explorer->cursor));
  page_add(page, STYLE_TEXT, "'s.  %d op%s and %d recomputed", members.op_count,
           members.op_count == 1 ? "" : "s", members.copy_count);
  page_wrap(page, WRAP_INDENT, width);
}

// What the kernel reads of an op's results, as Memory has it: of none more than there is of it.
static int64_t loaded_bytes(Explorer *explorer, int kernel, int op) {
  const Graph *graph = explorer->graph;
  const PlanLowered *lowered = plan_lowered(explorer->plan, kernel);
  const Estimate *estimate = estimator_kernel(explorer->estimator, explorer->plan, kernel);
  int first = graph->ops[op].first_result;
  int64_t bytes = 0;
  for (int value = first; value < first + graph->ops[op].result_count; value++) {
    int64_t whole = graph_value_bytes(graph, value), read = 0;
    for (int i = 0; i < estimate->access_count; i++) {
      const AccessEstimate *access = &estimate->accesses[i];
      if (!access->is_store && graph_source(graph, estimate_access_value(lowered, access)) == value)
        read += access->unique_bytes;
    }
    bytes += read < whole ? read : whole;
  }
  return bytes;
}

static void add_edge(Explorer *explorer, Page *page, int other, bool incoming) {
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_DIM, "%s ", explorer_glyph(explorer, incoming ? GLYPH_ARROW_IN : GLYPH_ARROW_OUT));
  why_add_name(page, STYLE_STRONG, explorer->graph->ops[other].name);
  page_add(page, STYLE_KERNEL, " K%d  ", plan_home(explorer->plan, other));
}

// What it reads, in its kernel or from memory.
static void add_producers(Explorer *explorer, Page *page, int kernel, int width) {
  Neighbours near = graph_neighbours(explorer->graph, explorer->cursor);
  char number[NUMBER_SIZE];
  for (int i = 0; i < near.producer_count; i++) {
    int other = near.producers[i];
    bool runs = plan_runs(explorer->plan, kernel, other);
    number_bytes(number, (double)(runs ? why_edge_bytes(explorer->graph, other, explorer->cursor)
                                       : loaded_bytes(explorer, kernel, other)));
    add_edge(explorer, page, other, true);
    if (!runs)
      page_add(page, STYLE_TEXT, "read from memory: %s", number);
    else if (plan_home(explorer->plan, other) == kernel)
      page_add(page, STYLE_TEXT, "in this kernel: %s stay in registers", number);
    else
      page_add(page, STYLE_TEXT, "recomputed here, too: %s not read", number);
    page_wrap(page, EDGE_INDENT, width);
  }
}

// Who reads the copy; other readers of the op have nothing to do with it.
static void add_readers(Explorer *explorer, Page *page, int kernel, int width) {
  Neighbours near = graph_neighbours(explorer->graph, explorer->cursor);
  char number[NUMBER_SIZE];
  for (int i = 0; i < near.consumer_count; i++) {
    int other = near.consumers[i];
    if (!plan_runs(explorer->plan, kernel, other)) continue;
    add_edge(explorer, page, other, false);
    number_bytes(number, (double)why_edge_bytes(explorer->graph, explorer->cursor, other));
    bool copy = plan_home(explorer->plan, other) != kernel;
    page_add(page, STYLE_TEXT, "%s stay in registers%s", number, copy ? ", read by its copy here" : "");
    page_wrap(page, EDGE_INDENT, width);
  }
}

static void add_removal(Explorer *explorer, Page *page, int width) {
  Proposal removal = why_copy_removal(explorer);
  Effect effect = estimator_effect(explorer->estimator, explorer->plan, &removal);
  Text text = {0};
  if (effect.legal) {
    Change change = change_of_effect(&effect);
    text_add(&text, "x takes the copy away, to read the stored result: ");
    change_text(&change, explorer->glyphs, false, &text);
  } else {
    text_printf(&text, "it cannot be taken away: %s", effect.reason.text);
  }
  page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, text_get(&text));
  text_free(&text);
}

void why_copy_page(Explorer *explorer, Page *page, int width) {
  const Op *op = &explorer->graph->ops[explorer->cursor];
  int kernel = explorer_copy(explorer);
  why_add_head(explorer, page, op, width);
  add_kernel_line(explorer, page, kernel, width);
  why_add_times(explorer, page, kernel, width);
  add_producers(explorer, page, kernel, width);
  add_readers(explorer, page, kernel, width);
  add_removal(explorer, page, width);
  why_add_inputs(explorer, page, op, width);
  why_add_source(page, op);
}
