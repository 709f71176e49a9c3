#include "explorer/tabs/candidate_text.h"

#include <stdio.h>

static void add_clean(Text *out, const char *name) {
  char clean[64];
  snprintf(clean, sizeof clean, "%s", name);
  text_sanitize(clean);
  text_add(out, clean);
}

static void add_name(const Plan *plan, int op, Text *out) {
  add_clean(out, plan_graph(plan)->ops[op].name);
}

static void add_fuse(const Candidate *candidate, const Plan *plan, Text *out) {
  int other = candidate->proposal.other;
  text_add(out, "fuse with ");
  add_name(plan, other, out);
  text_printf(out, " K%d", plan_home(plan, other));
  if (candidate->origin == FROM_KERNEL) text_add(out, ", beside its kernel");
  if (candidate->origin != FROM_SIBLING) return;
  text_add(out, ": both read ");
  add_clean(out, plan_graph(plan)->values[candidate->shared].name);
}

// All others of the set.
static void add_fuse_set(const Proposal *proposal, const Plan *plan, Text *out) {
  int ops[PLAN_SET], count = plan_attention(plan, proposal->op, proposal->other, ops, PLAN_SET);
  const char *before = "fuse with ";
  for (int i = 0; i < count; i++) {
    if (plan_home(plan, ops[i]) == plan_home(plan, proposal->op)) continue;
    text_add(out, before);
    add_name(plan, ops[i], out);
    text_printf(out, " K%d", plan_home(plan, ops[i]));
    before = ", ";
  }
}

static void add_free(const Proposal *proposal, const Plan *plan, Text *out) {
  enum { NAMED = 16 };
  int products[NAMED], count = plan_products(plan, plan_home(plan, proposal->op), products, NAMED);
  for (int i = 0; i < count && i < NAMED; i++) {
    text_add(out, i ? ", " : "give ");
    add_name(plan, products[i], out);
  }
  text_add(out, " back to the library");
}

static void add_bias(const Proposal *proposal, const Plan *plan, Text *out) {
  int ops[PLAN_BIAS], count = plan_bias(plan, proposal->op, ops, PLAN_BIAS);
  text_printf(out, "compute its bias here, of %d op%s", count, count == 1 ? "" : "s");
  for (int i = 0; i < count && i < 3; i++) {
    text_add(out, i ? ", " : ": ");
    add_name(plan, ops[i], out);
  }
}

static void add_subject(const Plan *plan, int op, int cursor, Text *out) {
  if (op == cursor)
    text_add(out, "it");
  else
    add_name(plan, op, out);
}

static void add_copy(const Proposal *proposal, const Plan *plan, int cursor, Text *out) {
  bool store = proposal->kind == PROPOSE_STORE;
  text_add(out, store ? "store " : "recompute ");
  add_subject(plan, proposal->op, cursor, out);
  if (proposal->kernel == NO_KERNEL)
    text_add(out, store ? " again, for all readers" : " wherever it is read");
  else if (proposal->op == cursor)
    text_printf(out, store ? " again, for K%d" : " in K%d", proposal->kernel);
  else
    text_add(out, store ? " again" : " here");
}

static void add_knob(const Proposal *proposal, Plan *plan, GlyphSet glyphs, Text *out) {
  int now = plan_lowered(plan, proposal->kernel)->schedule.knob[proposal->knob];
  text_printf(out, "%s of K%d ", knob_name(proposal->knob), proposal->kernel);
  if (proposal->value < 0)
    text_printf(out, "%d: back to the rules' choice", now);
  else
    text_printf(out, "%d%s%d", now, glyph_get(glyphs, GLYPH_ARROW_RIGHT), proposal->value);
}

void candidate_text(const Candidate *candidate, Plan *plan, int cursor, GlyphSet glyphs, Text *out) {
  const Proposal *proposal = &candidate->proposal;
  switch (proposal->kind) {
    case PROPOSE_FUSE:
      add_fuse(candidate, plan, out);
      break;
    case PROPOSE_FUSE_SET:
      add_fuse_set(proposal, plan, out);
      break;
    case PROPOSE_FREE:
      add_free(proposal, plan, out);
      break;
    case PROPOSE_BIAS:
      add_bias(proposal, plan, out);
      break;
    case PROPOSE_CUT:
      text_printf(out, "cut it out of K%d", plan_home(plan, proposal->op));
      break;
    case PROPOSE_MOVE:
      text_printf(out, "move it into K%d", proposal->kernel);
      break;
    case PROPOSE_RECOMPUTE:
    case PROPOSE_STORE:
      add_copy(proposal, plan, cursor, out);
      break;
    case PROPOSE_KNOB:
      add_knob(proposal, plan, glyphs, out);
      break;
    case PROPOSE_PIN:
      text_add(out, "pin it with ");
      add_name(plan, proposal->other, out);
      break;
  }
}
