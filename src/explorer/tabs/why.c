// Why: the op under the cursor, then each edge with its verdict, the reason, what would help, and the price.
#include "explorer/tabs/why.h"

#include "explorer/actions/edit.h"
#include "explorer/panes/view.h"
#include "explorer/state/change.h"
#include "explorer/state/dynamic.h"
#include "explorer/state/pins.h"
#include "explorer/tabs/candidates.h"
#include "explorer/tabs/tab.h"
#include "explorer/tabs/why_compiler.h"
#include "explorer/tabs/why_copy.h"
#include "explorer/tabs/why_parts.h"
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
  if (!tab_has_keys(explorer, TAB_WHY) || explorer_copy(explorer) != NO_KERNEL) return NULL;
  const Why *why = why_here(explorer);
  int choice = explorer->choice[TAB_WHY];
  return choice < why->edge_count ? &why->edges[choice] : NULL;
}

enum { INDENT = 4, WRAP_INDENT = 2, VERDICT_WIDTH = 36 };

// ---- The op itself.

static void add_kernel_line(Explorer *explorer, Page *page, int kernel, int width) {
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
  page_wrap(page, WRAP_INDENT, width);
}

// A kernel that is no loop nest of ours says why: nothing can join it.
static void add_refusal(Explorer *explorer, Page *page, int kernel, int width) {
  const Reason *reason = &plan_lowered(explorer->plan, kernel)->reason;
  if (reason->code == REASON_NONE) return;
  page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, reason->text);
}

// As a kernel that takes the chosen size.
static void add_dynamic(Explorer *explorer, Page *page, int kernel, int width) {
  const SizedKernel *it = dynamic_kernel(explorer, kernel);
  Text text = {0};
  dynamic_text(explorer, kernel, &text);
  if (text.length)
    page_paragraph(page, PAGE_NO_TAG, 0, width, it && it->ok ? STYLE_ESTIMATE : STYLE_DIM, text_get(&text));
  text_free(&text);
}

// ---- One edge.

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
  why_add_name(page, STYLE_STRONG, explorer->graph->ops[other].name);
  page_add(page, STYLE_KERNEL, " K%d", plan_home(explorer->plan, other));
  page_tab(page, column);
}

static void add_fused(Explorer *explorer, Page *page, const WhyEdge *edge, int width) {
  char number[NUMBER_SIZE];
  number_bytes(number, (double)why_edge_bytes(explorer->graph, edge->producer, edge->consumer));
  page_add(page, STYLE_GOOD, "%s ", explorer_glyph(explorer, GLYPH_YES));
  if (edge->kind == EDGE_COPIED)
    page_add(page, STYLE_TEXT, "recomputed: %s not read", number);
  else if (op_is_stored(explorer, edge->producer))
    page_add(page, STYLE_TEXT, "fused: %s not read again", number);
  else
    page_add(page, STYLE_TEXT, "fused: %s stay in registers", number);
  page_wrap(page, INDENT, width);
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
  page_wrap(page, INDENT, width);
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
  page_wrap(page, INDENT, width);
  if (is_told_above(explorer, tag, reason)) return;
  const Reason *own = &plan_lowered(explorer->plan, explorer_kernel(explorer))->reason; // heads the page
  if (!text_equal(own->text, reason->text))
    page_paragraph(page, tag, INDENT, width, STYLE_TEXT, reason->text);
  if (*reason->remedy) page_paragraph(page, tag, INDENT, width, STYLE_GOOD, reason->remedy);
}

static void add_edge(Explorer *explorer, Page *page, int index, int column, int width) {
  const WhyEdge *edge = why_ask(own(explorer)->why, index);
  const DumpRemark *remark = session_remark(explorer->session, edge->producer, edge->consumer);
  add_edge_head(explorer, page, edge, index, column);
  if (edge->kind != EDGE_APART) {
    add_fused(explorer, page, edge, width);
    why_add_remark(explorer, page, remark, index, width);
    return;
  }
  if (edge->what_if.legal)
    add_possible(explorer, page, edge, index, width);
  else
    add_impossible(explorer, page, edge, index, width);
  why_add_remark(explorer, page, remark, index, width);
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

// ---- What else could be done.

// Is something in another kernel, and can nothing of it be fused?
static bool none_fuses(Explorer *explorer) {
  int count = why_here(explorer)->edge_count;
  bool apart = false;
  for (int i = 0; i < count; i++) {
    const WhyEdge *edge = why_ask(own(explorer)->why, i);
    if (edge->kind == EDGE_APART && edge->what_if.legal) return false;
    apart |= edge->kind == EDGE_APART;
  }
  return apart;
}

// Before edges that have nothing but reasons, a change that pays nevertheless.
static void add_offer(Explorer *explorer, Page *page, int width) {
  Text text = {0};
  if (none_fuses(explorer) && candidates_offer(explorer, candidates_of(explorer), &text))
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_GOOD, text_get(&text));
  text_free(&text);
}

static bool work(Explorer *explorer, double milliseconds) {
  if (explorer_kernel(explorer) == NO_KERNEL || explorer_copy(explorer) != NO_KERNEL) return true;
  return !none_fuses(explorer) || candidates_work(explorer, milliseconds);
}

static void add_view(Page *page, const Op *op, int width) {
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_TEXT,
           "A view (%s): it only renames elements, costs nothing and belongs to no kernel. Its readers reach "
           "through it.",
           op_info(op->code)->name);
  page_wrap(page, 0, width);
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
  if (explorer_copy(explorer) != NO_KERNEL) {
    why_copy_page(explorer, page, width);
    return;
  }
  const Op *op = &explorer->graph->ops[explorer->cursor];
  int kernel = explorer_kernel(explorer);
  why_add_head(explorer, page, op, width);
  if (kernel == NO_KERNEL) {
    add_view(page, op, width);
    return;
  }
  add_kernel_line(explorer, page, kernel, width);
  why_add_times(explorer, page, kernel, width);
  why_add_compiler(explorer, page, width);
  add_refusal(explorer, page, kernel, width);
  add_dynamic(explorer, page, kernel, width);
  add_pins(explorer, page, width);
  add_offer(explorer, page, width);
  add_edges(explorer, page, width);
  add_cut(explorer, page, kernel, width);
  why_add_inputs(explorer, page, op, width);
  why_add_source(page, op);
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
  return explorer_copy(explorer) != NO_KERNEL ? 0 : why_here(explorer)->edge_count;
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
    .component = {.size = sizeof(WhyTab), .take = take, .give_up = give_up, .edited = edited, .work = work},
    .make = make,
    .choices = choices,
    .choose = choose,
};
