// Why: the op under the cursor, then each edge with its verdict, the reason, what would help, and the price.
#include "explorer/tabs/why.h"

#include "explorer/actions/edit.h"
#include "explorer/panes/kernel_figures.h"
#include "explorer/panes/view.h"
#include "explorer/state/change.h"
#include "explorer/state/pins.h"
#include "explorer/tabs/tab.h"
#include "explorer/tabs/why_compiler.h"
#include "session/results/kept_times.h"
#include "tui/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct WhyTab {
  Why *why; // of the op asked about last
} WhyTab;

static WhyTab *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_TAB_WHY];
}

const Why *why_here(Explorer *explorer) {
  Why *why = own(explorer)->why;
  why_look(why, explorer->cursor);
  return why;
}

const WhyEdge *why_selected(Explorer *explorer) {
  if (!tab_has_keys(explorer, TAB_WHY)) return NULL;
  const Why *why = why_here(explorer);
  int choice = explorer->choice[TAB_WHY];
  return choice < why->edge_count ? &why->edges[choice] : NULL;
}

enum { INDENT = 4, MOST_INPUTS = 8, VERDICT_WIDTH = 36 };

static void add_name(Page *page, Style style, const char *text) {
  char clean[96];
  snprintf(clean, sizeof clean, "%s", text);
  text_sanitize(clean);
  page_add(page, style, "%s", clean);
}

// ---- The op itself.

static void add_results(Explorer *explorer, Page *page, const Op *op) {
  char shape[160];
  for (int i = 0; i < op->result_count && i < 4; i++) {
    const Value *value = &explorer->graph->values[op->first_result + i];
    page_add(page, STYLE_DTYPE, "  %s%s", dtype_name(value->dtype), shape_text(&value->shape, shape));
    if (value->is_output) page_add(page, STYLE_TEXT, " output");
  }
}

static void add_source(Page *page, const Op *op) {
  if (!op->source_file) return;
  char text[256];
  snprintf(text, sizeof text, "%s", op->source_text ? op->source_text : "");
  text_sanitize(text);
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_CODE_COMMENT, "%s:%d  %s", op->source_file, op->source_line, text + strspn(text, " "));
}

static void add_kernel_line(Explorer *explorer, Page *page, int kernel) {
  PlanKernel members = plan_kernel(explorer->plan, kernel);
  const PlanLowered *lowered = plan_lowered(explorer->plan, kernel);
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_KERNEL, "K%d", kernel);
  page_add(page, STYLE_TEXT, " %s, %d op%s", template_name(lowered->schedule.kind), members.op_count,
           members.op_count == 1 ? "" : "s");
  if (members.copy_count) page_add(page, STYLE_TEXT, " and %d recomputed", members.copy_count);
  page_add(page, STYLE_TEXT,
           op_is_stored(explorer, explorer->cursor) ? "; the result is written to memory"
                                                    : "; the result stays in registers");
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
static void add_times(Explorer *explorer, Page *page, int kernel) {
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
}

// A kernel that is no loop nest of ours says why: nothing can join it.
static void add_refusal(Explorer *explorer, Page *page, int kernel, int width) {
  const Reason *reason = &plan_lowered(explorer->plan, kernel)->reason;
  if (reason->code == REASON_NONE) return;
  page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, reason->text);
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

static void add_inputs(Explorer *explorer, Page *page, const Op *op, int width) {
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

// ---- One edge.

static int64_t edge_bytes(Explorer *explorer, const WhyEdge *edge) {
  const Op *producer = &explorer->graph->ops[edge->producer];
  int64_t bytes = 0;
  for (int i = 0; i < producer->result_count; i++)
    bytes += graph_value_bytes(explorer->graph, producer->first_result + i);
  return bytes;
}

static int other_end(const WhyEdge *edge) {
  return edge->incoming ? edge->producer : edge->consumer;
}

// Where verdicts stand: behind the longest name that leaves them room.
static int verdict_column(Explorer *explorer, int width) {
  enum { GAP = 2 };
  int widest = 0, most = width - VERDICT_WIDTH, arrow = text_width(explorer_glyph(explorer, GLYPH_ARROW_IN));
  for (int i = 0; i < own(explorer)->why->edge_count; i++) {
    int other = other_end(&own(explorer)->why->edges[i]);
    char kernel[16];
    int columns = arrow + 1 + text_width(explorer->graph->ops[other].name) + 1 +
                  snprintf(kernel, sizeof kernel, "K%d", plan_home(explorer->plan, other)) + GAP;
    if (columns > widest && columns <= most) widest = columns;
  }
  return widest;
}

static void add_edge_head(Explorer *explorer, Page *page, const WhyEdge *edge, int tag, int column) {
  int other = other_end(edge);
  page_line(page, tag);
  page_add(page, STYLE_DIM, "%s ",
           explorer_glyph(explorer, edge->incoming ? GLYPH_ARROW_IN : GLYPH_ARROW_OUT));
  add_name(page, STYLE_STRONG, explorer->graph->ops[other].name);
  page_add(page, STYLE_KERNEL, " K%d", plan_home(explorer->plan, other));
  page_tab(page, column);
}

static void add_fused(Explorer *explorer, Page *page, const WhyEdge *edge) {
  char number[NUMBER_SIZE];
  number_bytes(number, (double)edge_bytes(explorer, edge));
  page_add(page, STYLE_GOOD, "%s ", explorer_glyph(explorer, GLYPH_YES));
  if (edge->kind == EDGE_COPIED)
    page_add(page, STYLE_TEXT, "recomputed: %s not read", number);
  else if (op_is_stored(explorer, edge->producer))
    page_add(page, STYLE_TEXT, "fused: %s not read again", number);
  else
    page_add(page, STYLE_TEXT, "fused: %s stay in registers", number);
}

// What the change of time is made of.
static void add_terms(Explorer *explorer, Page *page, const Change *change, int tag, int indent, int width) {
  Text text = {0};
  text_add(&text, "of it ");
  change_terms(change, explorer->glyphs, &text);
  page_paragraph(page, tag, indent, width, STYLE_DIM, text_get(&text));
  text_free(&text);
}

static void add_possible(Explorer *explorer, Page *page, const WhyEdge *edge, int tag, int width) {
  Change change = change_of_what_if(explorer->plan, &edge->what_if, edge->producer, edge->consumer);
  bool better = change_time(&change) < 0;
  page_add(page, better ? STYLE_GOOD : STYLE_WARNING, "%s ",
           explorer_glyph(explorer, better ? GLYPH_YES : GLYPH_COSTLY));
  page_add(page, STYLE_TEXT, better ? "not fused; it would pay:" : "not fused; it would cost:");
  Text text = {0};
  change_text(&change, explorer->glyphs, false, &text);
  page_paragraph(page, tag, INDENT, width, better ? STYLE_ESTIMATE : STYLE_WARNING, text_get(&text));
  add_terms(explorer, page, &change, tag, INDENT, width);
  text_free(&text);
}

static bool says_the_same(const Reason *a, const Reason *b) {
  return text_equal(a->text, b->text) && text_equal(a->remedy, b->remedy);
}

// One reason can keep several edges apart: it is told with the first.
static bool is_told_above(Explorer *explorer, int index, const Reason *reason) {
  for (int i = 0; i < index; i++) {
    const WhyEdge *edge = why_ask(own(explorer)->why, i);
    bool impossible = edge->kind == EDGE_APART && !edge->what_if.legal;
    if (impossible && says_the_same(&edge->what_if.reason, reason)) return true;
  }
  return false;
}

static void add_impossible(Explorer *explorer, Page *page, const WhyEdge *edge, int tag, int width) {
  const Reason *reason = &edge->what_if.reason;
  bool forced = reason->code == REASON_NOT_TOGETHER;
  page_add(page, forced ? STYLE_WARNING : STYLE_BAD, "%s ",
           explorer_glyph(explorer, forced ? GLYPH_COSTLY : GLYPH_NO));
  page_add(page, STYLE_TEXT, forced ? "not fused; only by force (F)" : "cannot be fused: %s",
           reason_name(reason->code));
  if (is_told_above(explorer, tag, reason)) return;
  const Reason *own = &plan_lowered(explorer->plan, explorer_kernel(explorer))->reason; // heads the page
  if (!text_equal(own->text, reason->text))
    page_paragraph(page, tag, INDENT, width, STYLE_TEXT, reason->text);
  if (*reason->remedy) page_paragraph(page, tag, INDENT, width, STYLE_GOOD, reason->remedy);
}

static void add_edge(Explorer *explorer, Page *page, int index, int column, int width) {
  const WhyEdge *edge = why_ask(own(explorer)->why, index);
  add_edge_head(explorer, page, edge, index, column);
  if (edge->kind != EDGE_APART) {
    add_fused(explorer, page, edge);
    why_add_remark(explorer, page, edge, index, width);
    return;
  }
  if (edge->what_if.legal)
    add_possible(explorer, page, edge, index, width);
  else
    add_impossible(explorer, page, edge, index, width);
  why_add_remark(explorer, page, edge, index, width);
  if (edge->can_recompute)
    page_paragraph(
        page, index, INDENT, width, STYLE_DIM,
        edge->incoming ? "r here recomputes it in this kernel" : "r here recomputes this op there");
}

static void add_pins(Explorer *explorer, Page *page, int width) {
  Text pins = {0};
  text_printf(&pins, "%s pinned: ", pins_mark(explorer, explorer->cursor));
  if (pins_text(explorer, explorer->cursor, &pins))
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_WARNING, text_get(&pins));
  text_free(&pins);
}

// ---- Cutting.

static void add_cut(Explorer *explorer, Page *page, int kernel, int width) {
  if (plan_kernel(explorer->plan, kernel).op_count < 2) return;
  const WhatIfCut *cut = why_ask_cut(own(explorer)->why);
  Change change = {0};
  Text text = {0};
  if (cut->legal) {
    text_add(&text, "x cuts it out: ");
    change = change_of_cut(explorer->plan, cut, explorer->cursor);
    change_text(&change, explorer->glyphs, false, &text);
  } else {
    text_printf(&text, "it cannot be cut out: %s", cut->reason.text);
  }
  page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, text_get(&text));
  if (cut->legal) add_terms(explorer, page, &change, PAGE_NO_TAG, INDENT, width);
  text_free(&text);
}

static void add_view(Page *page, const Op *op) {
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_TEXT, "A view (%s): it only renames elements, costs nothing", op_info(op->code)->name);
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_TEXT, "and belongs to no kernel. Its readers reach through it.");
}

static void add_head(Explorer *explorer, Page *page, const Op *op) {
  const char *kind = op->code == OP_OPAQUE ? op_text(op, ATTRIBUTE_TARGET, "?") : op_info(op->code)->name;
  page_line(page, PAGE_NO_TAG);
  add_name(page, STYLE_STRONG, op->name);
  if (!text_starts(op->name, kind)) page_add(page, STYLE_TEXT, "  %s", kind);
  add_results(explorer, page, op);
}

static void add_edges(Explorer *explorer, Page *page, int width) {
  why_here(explorer);
  int column = verdict_column(explorer, width);
  for (int i = 0; i < own(explorer)->why->edge_count; i++)
    add_edge(explorer, page, i, column, width);
  if (!own(explorer)->why->more) return;
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_DIM, "and %d more", own(explorer)->why->more);
}

static void make(Explorer *explorer, Page *page, int width) {
  const Op *op = &explorer->graph->ops[explorer->cursor];
  int kernel = explorer_kernel(explorer);
  add_head(explorer, page, op);
  if (kernel == NO_KERNEL) {
    add_view(page, op);
    return;
  }
  add_kernel_line(explorer, page, kernel);
  add_times(explorer, page, kernel);
  why_add_compiler(explorer, page, width);
  add_refusal(explorer, page, kernel, width);
  add_pins(explorer, page, width);
  add_edges(explorer, page, width);
  add_cut(explorer, page, kernel, width);
  add_inputs(explorer, page, op, width);
  add_source(page, op);
}

// ---- The tab.

static void take(Explorer *explorer) {
  own(explorer)->why = why_new(explorer->estimator, explorer->plan);
}

static void give_up(Explorer *explorer) {
  why_free(own(explorer)->why);
}

static void edited(Explorer *explorer) {
  explorer->choice[TAB_WHY] = 0;
}

static int choices(Explorer *explorer) {
  return why_here(explorer)->edge_count;
}

// Cuts or fuses the edge.
static void choose(Explorer *explorer, int choice) {
  const WhyEdge *edge = &own(explorer)->why->edges[choice];
  if (edge->kind == EDGE_FUSED)
    edit_cut(explorer, edge->consumer);
  else
    edit_fuse(explorer, edge->producer, edge->consumer, false);
}

const Tab tab_why = {
    .name = "Why",
    .action = TAB_ACTION(WHY, "tab: why", "w", "why ops are fused or not, and what it would change"),
    .subject = SUBJECT_OP,
    .component = {.size = sizeof(WhyTab), .take = take, .give_up = give_up, .edited = edited},
    .make = make,
    .choices = choices,
    .choose = choose,
};
