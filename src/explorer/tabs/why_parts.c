// Parts of pages about an op: its name, results and source, what its kernel takes.
#include "explorer/tabs/why_parts.h"

#include "explorer/panes/kernel_figures.h"
#include "session/results/kept_times.h"
#include "tui/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INPUTS = 8, WRAP_INDENT = 2 };

void why_add_name(Page *page, Style style, const char *text) {
  char clean[96];
  snprintf(clean, sizeof clean, "%s", text);
  text_sanitize(clean);
  page_add(page, style, "%s", clean);
}

int64_t why_edge_bytes(const Graph *graph, int producer, int reader) {
  const Op *from = &graph->ops[producer], *to = &graph->ops[reader];
  int64_t bytes = 0;
  for (int value = from->first_result; value < from->first_result + from->result_count; value++) {
    int64_t whole = graph_value_bytes(graph, value), shown = 0;
    for (int i = 0; i < to->operand_count; i++)
      if (to->operands[i].value != NO_VALUE && graph_source(graph, to->operands[i].value) == value)
        shown += graph_value_bytes(graph, to->operands[i].value);
    bytes += shown < whole ? shown : whole;
  }
  return bytes;
}

static void add_results(Explorer *explorer, Page *page, const Op *op) {
  char shape[160];
  for (int i = 0; i < op->result_count && i < 4; i++) {
    const Value *value = &explorer->graph->values[op->first_result + i];
    page_add(page, STYLE_DTYPE, "  %s%s", dtype_name(value->dtype), shape_text(&value->shape, shape));
    if (value->is_output) page_add(page, STYLE_TEXT, " output");
  }
}

void why_add_source(Page *page, const Op *op) {
  if (!op->source_file) return;
  char text[256];
  snprintf(text, sizeof text, "%s", op->source_text ? op->source_text : "");
  text_sanitize(text);
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_CODE_COMMENT, "%s:%d  %s", op->source_file, op->source_line, text + strspn(text, " "));
}

// What the kernel's time is of the plan's, once that is known, and why it is no less.
static void add_share(const Explorer *explorer, Page *page, const Estimate *estimate) {
  char bytes[32];
  double plan_us = explorer->figures->total.time_us;
  if (figures_complete(explorer->figures) && plan_us > 0)
    page_add(page, STYLE_TEXT, "  %.1f%% of the plan", 100 * estimate->time_us / plan_us);
  page_add(page, STYLE_TEXT, "  limit %s", limit_name(estimate->limit));
  if (estimate->limit == LIMIT_DRAM)
    page_add(page, STYLE_TEXT, ", %s", text_bytes(bytes, (double)estimate->dram_bytes));
}

static void add_measured(Explorer *explorer, Page *page, const MeasuredView *view) {
  char number[NUMBER_SPREAD_SIZE], date[KEPT_DATE_SIZE];
  page_add(page, STYLE_MEASURED, "  measured %s",
           number_time_spread(number, view->measured->time_us, view->measured->spread_us, explorer->glyphs));
  if (view->kept_at)
    page_add(page, STYLE_MEASURED, " %s%s", explorer_glyph(explorer, GLYPH_KEPT),
             kept_date(date, view->kept_at));
}

// The estimate, and beside it what limits the kernel, or what it came to when it was measured as it is.
void why_add_times(Explorer *explorer, Page *page, int kernel, int width) {
  char number[NUMBER_SIZE];
  KernelFigures figures = kernel_figures(explorer->session, kernel);
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_ESTIMATE, "est %s", number_time(number, figures.estimate->time_us, explorer->glyphs));
  if (kernel_is_timed(&figures))
    add_measured(explorer, page, &figures.measured);
  else
    add_share(explorer, page, figures.estimate);
  if (figures.profiled.known && figures.profiled.time_us >= 0)
    page_add(page, STYLE_MEASURED, "  profile %s",
             number_time(number, figures.profiled.time_us, explorer->glyphs));
  page_wrap(page, WRAP_INDENT, width);
}

// The graph inputs that the op reads, through views, each once.
static int find_inputs(const Graph *graph, const Op *op, int values[MOST_INPUTS]) {
  int count = 0;
  for (int i = 0; i < op->operand_count && count < MOST_INPUTS; i++) {
    if (op->operands[i].value == NO_VALUE) continue;
    int value = graph_source(graph, op->operands[i].value), known = 0;
    while (known < count && values[known] != value)
      known++;
    if (known == count && graph->values[value].producer == NO_OP) values[count++] = value;
  }
  return count;
}

void why_add_inputs(Explorer *explorer, Page *page, const Op *op, int width) {
  int values[MOST_INPUTS];
  int count = find_inputs(explorer->graph, op, values);
  if (count == 0) return;
  Text text = {0};
  for (int i = 0; i < count; i++) {
    char number[NUMBER_SIZE];
    text_printf(&text, "%s%s (%s)", i ? ", " : "inputs ", explorer->graph->values[values[i]].name,
                number_bytes(number, (double)graph_value_bytes(explorer->graph, values[i])));
  }
  char *clean = text_take(&text);
  text_sanitize(clean);
  page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_STUB, clean);
  free(clean);
}

void why_add_head(Explorer *explorer, Page *page, const Op *op, int width) {
  const char *kind = op->code == OP_OPAQUE ? op_text(op, ATTRIBUTE_TARGET, "?") : op_info(op->code)->name;
  page_line(page, PAGE_NO_TAG);
  why_add_name(page, STYLE_STRONG, op->name);
  if (!text_starts(op->name, kind)) page_add(page, STYLE_TEXT, "  %s", kind);
  add_results(explorer, page, op);
  page_wrap(page, WRAP_INDENT, width);
}
