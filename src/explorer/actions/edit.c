// Actions that edit the plan. Each says in the status line what it changed, or why it could not.
#include "explorer/actions/edit.h"

#include "explorer/actions/action.h"
#include "explorer/actions/alike.h"
#include "explorer/lesson/lesson.h"
#include "explorer/tabs/candidate_text.h"
#include "explorer/tabs/candidates.h"
#include "explorer/tabs/tab.h"
#include "explorer/tabs/why.h"
#include "explorer/tabs/why_copy.h"
#include "tui/number.h"

#include <math.h>
#include <stdio.h>

// ---- What is said afterwards.

void edit_say_change(Explorer *explorer, const char *what, const Change *change) {
  Text text = {0};
  change_text(change, explorer->glyphs, true, &text);
  explorer_say(explorer, "%s %s", what, text_get(&text));
  text_free(&text);
}

static ChangeSide side_of(Explorer *explorer, int a, int b) {
  int ops[2] = {a, b};
  return change_side(explorer->figures, ops, b == NO_OP ? 1 : 2);
}

// ---- Fusing.

// Can they be fused? What heuristics leave to a library, a person may still want with what reads it: then
// `force` is set, and it is told why that cannot be.
static bool can_fuse(Explorer *explorer, int a, int b, bool *force, Reason *reason) {
  if (plan_can_fuse(explorer->plan, a, b, *force, reason)) return true;
  if (*force || reason->code != REASON_LIBRARY) return false;
  return *force = plan_can_fuse(explorer->plan, a, b, true, reason);
}

// Where two of its kernels cannot be one, attention may: all of it at once. False: they are none, or it is
// refused, which a set knows more of than two of its kernels do.
static bool fuse_attention(Explorer *explorer, int a, int b, Reason *reason) {
  int ops[PLAN_SET], count = plan_attention(explorer->plan, a, b, ops, PLAN_SET);
  Proposal proposal = {.kind = PROPOSE_FUSE_SET, .op = a, .other = b};
  if (!count) return false;
  if (alike_make(explorer, proposal, "fused attention", "fuse")) return true;
  Change change = {.before = change_side(explorer->figures, ops, count)};
  if (!plan_propose(explorer->plan, &proposal, reason)) return false;
  change.after = change_side(explorer->figures, ops, count);
  edit_say_change(explorer, "fused attention", &change);
  return true;
}

// What is done by fusing them: what shares nothing becomes no more than one launch.
static const char *name_of_fusing(Explorer *explorer, int a, int b, bool asked) {
  Reason reason = {0};
  bool apart = !plan_can_fuse(explorer->plan, a, b, false, &reason) && reason.code == REASON_NOT_TOGETHER;
  return apart ? "put into one launch" : asked ? "forced" : "fused";
}

void edit_fuse(Explorer *explorer, int a, int b, bool asked) {
  Reason reason = {0};
  const char *done = name_of_fusing(explorer, a, b, asked);
  Proposal proposal = {.kind = PROPOSE_FUSE, .op = a, .other = b};
  Change change = {.before = side_of(explorer, a, b)};
  bool force = asked, legal = can_fuse(explorer, a, b, &force, &reason);
  if (legal && alike_make(explorer, proposal, done, "fuse")) return;
  if (!legal && fuse_attention(explorer, a, b, &reason)) return;
  if (!legal || !plan_fuse(explorer->plan, a, b, force, &reason)) {
    explorer_refuse(explorer, "cannot fuse", &reason);
    return;
  }
  change.after = side_of(explorer, a, b);
  bool needless = text_equal(done, "forced") && change_time(&change) <= 0;
  edit_say_change(explorer, needless ? "fused" : done, &change);
}

typedef struct Best {
  int op;
  double gain_us;
  bool legal, apart; // apart: they share nothing, and a launch saved is what it gains
  bool set;          // with all that belong with it (plan_attention)
  Reason refusal;    // of the first that is not legal
} Best;

// Below this share the model cannot tell two gains apart: then the one that was found first stays.
static const double least_gain = 0.01;
// The gain of what comes last: a number, so that any other is more than a share of it better.
static const double LAST_US = -1e30;

// Would fusing with `other` be better than what was found? What shares nothing with it must gain, or be
// forced; then it comes last.
static void consider(Explorer *explorer, Best *best, const Proposal *proposal, bool force) {
  Reason reason = {0};
  bool product = false, set = proposal->kind == PROPOSE_FUSE_SET;
  bool wise = !set && can_fuse(explorer, proposal->op, proposal->other, &product, &reason);
  bool apart = !wise && reason.code == REASON_NOT_TOGETHER, legal = wise;
  Effect effect = {.saved_us = LAST_US};
  if (wise || apart || set) effect = estimator_effect(explorer->estimator, explorer->plan, proposal);
  if (set) legal = effect.legal;
  if (apart) legal = force || effect.saved_us > 0;
  if (!legal && !set && best->op == NO_OP) best->op = proposal->other, best->refusal = reason;
  if (!legal) return;
  double gain = apart && effect.saved_us <= 0 ? LAST_US : effect.saved_us;
  if (!best->legal || gain > best->gain_us + least_gain * fabs(best->gain_us))
    *best = (Best){.op = proposal->other, .gain_us = gain, .legal = true, .apart = apart, .set = set};
}

typedef struct Directions {
  bool producers, consumers;
} Directions;

static const Directions all_around = {true, true};

// Ops are in topological order: what an op reads comes before it.
static bool is_towards(const Proposal *proposal, Directions towards) {
  if (proposal->kind == PROPOSE_FUSE_SET) return towards.producers && towards.consumers;
  if (proposal->kind != PROPOSE_FUSE) return false;
  return proposal->other < proposal->op ? towards.producers : towards.consumers;
}

static Best find_best(Explorer *explorer, const Candidates *candidates, Directions towards, bool force) {
  Best best = {.op = NO_OP};
  bool around = towards.producers && towards.consumers;
  for (CandidateOrigin origin = FROM_EDGE; origin <= FROM_KERNEL; origin++) {
    if (!around && (origin == FROM_SIBLING || best.op != NO_OP)) continue;
    for (int i = 0; i < candidates->list.count; i++) {
      const Candidate *candidate = &candidates->list.data[i];
      if (candidate->origin == origin && is_towards(&candidate->proposal, towards))
        consider(explorer, &best, &candidate->proposal, force);
    }
  }
  return best;
}

// What pays most of all that begins at the op; false: nothing does.
static bool offer(Explorer *explorer, Candidates *candidates, Text *out) {
  while (candidates_ask(candidates)) {
  }
  return candidates_offer(explorer, candidates, out);
}

// Where the best fusion costs, that is told in place of making it, with another change if one pays.
static bool tell_loss(Explorer *explorer, Candidates *candidates, const Best *best) {
  Candidate fuse = {.proposal = {.kind = best->set ? PROPOSE_FUSE_SET : PROPOSE_FUSE,
                                 .op = explorer->cursor,
                                 .other = best->op},
                    .effect.saved_us = best->gain_us};
  if (!best->legal || candidate_worth(&fuse) != CANDIDATE_COSTS) return false;
  char number[NUMBER_SIZE];
  Text text = {0}, other = {0};
  candidate_text(&fuse, explorer->plan, explorer->cursor, explorer->glyphs, &text);
  text_printf(&text, " costs %s: F does it", number_time_change(number, -best->gain_us, explorer->glyphs));
  bool pays = offer(explorer, candidates, &other);
  explorer_fail(explorer, "%s; %s", text_get(&text), pays ? text_get(&other) : "nothing here saves 1%");
  text_free(&text);
  text_free(&other);
  return true;
}

// What else pays helps more than what would have to be otherwise. `candidates` NULL: a direction was asked
// for.
static void refuse(Explorer *explorer, Candidates *candidates, Reason *reason) {
  Text other = {0};
  if (candidates && offer(explorer, candidates, &other)) reason_remedy(reason, "But %s.", text_get(&other));
  explorer_refuse(explorer, "cannot fuse", reason);
  text_free(&other);
}

static void make_best(Explorer *explorer, Candidates *candidates, Best *best, bool force) {
  if (best->op == NO_OP)
    explorer_fail(explorer, "fuse: its neighbours are in its kernel already");
  else if (best->legal && !best->set)
    edit_fuse(explorer, explorer->cursor, best->op, force || best->apart);
  else if (!fuse_attention(explorer, explorer->cursor, best->op, &best->refusal))
    refuse(explorer, candidates, &best->refusal);
}

// Fuses with the neighbour that gains most; what costs time is left to force. They are those that the
// candidates tab ranks; of equal ones the op's own edges come first. In one direction, which is the user's
// choice, the op's own edges come first, then those of its kernel, and what costs is made.
static void fuse_best(Explorer *explorer, Directions towards, bool force) {
  bool around = towards.producers && towards.consumers;
  Candidates *candidates = candidates_new(explorer->estimator, explorer->plan);
  candidates_look(candidates, explorer->cursor);
  Best best = find_best(explorer, candidates, towards, force);
  bool told = around && !force && tell_loss(explorer, candidates, &best);
  if (!told) make_best(explorer, around ? candidates : NULL, &best, force);
  candidates_free(candidates);
}

// In the Why tab the keys speak of the selected edge.
static void fuse_selected(Explorer *explorer, bool force) {
  const WhyEdge *edge = why_selected(explorer);
  if (edge)
    edit_fuse(explorer, edge->producer, edge->consumer, force);
  else
    fuse_best(explorer, all_around, force);
}

void action_fuse(Explorer *explorer) {
  fuse_selected(explorer, false);
}

void action_force(Explorer *explorer) {
  const Candidate *candidate = candidates_selected(explorer);
  if (candidate) {
    candidates_make(explorer, candidate, true);
    return;
  }
  fuse_selected(explorer, true);
}

void action_fuse_producer(Explorer *explorer) {
  fuse_best(explorer, (Directions){.producers = true}, false);
}

void action_fuse_consumer(Explorer *explorer) {
  fuse_best(explorer, (Directions){.consumers = true}, false);
}

// ---- Cutting.

void edit_cut(Explorer *explorer, int op) {
  Reason reason = {0};
  if (alike_make(explorer, (Proposal){.kind = PROPOSE_CUT, .op = op}, "cut", "cut")) return;
  PlanKernel kernel = plan_kernel(explorer->plan, plan_home(explorer->plan, op));
  int other = kernel.ops[0] != op ? kernel.ops[0] : kernel.op_count > 1 ? kernel.ops[1] : NO_OP;
  Change change = {.before = side_of(explorer, op, other)};
  if (!plan_cut(explorer->plan, op, &reason)) {
    explorer_refuse(explorer, "cannot cut", &reason);
    return;
  }
  change.after = side_of(explorer, op, other);
  edit_say_change(explorer, "cut", &change);
}

// The copy under the cursor goes; its readers there read the stored result.
static void remove_copy(Explorer *explorer) {
  Reason reason;
  Proposal removal = why_copy_removal(explorer);
  if (alike_make(explorer, removal, "copy taken away", "take the copy away")) return;
  int ops[2] = {removal.op, plan_kernel(explorer->plan, removal.kernel).ops[0]};
  Change change = {.before = change_side(explorer->figures, ops, 2)};
  if (!plan_propose(explorer->plan, &removal, &reason)) {
    explorer_refuse(explorer, "cannot take the copy away", &reason);
    return;
  }
  change.after = change_side(explorer->figures, ops, 2);
  edit_say_change(explorer, "copy taken away", &change);
}

void action_cut(Explorer *explorer) {
  if (explorer_copy(explorer) != NO_KERNEL)
    remove_copy(explorer);
  else
    edit_cut(explorer, explorer->cursor);
}

void action_toggle(Explorer *explorer) {
  const Tab *tab = tab_get(explorer->tab);
  if (explorer->focus == PANE_AROUND && lesson_is_shown(explorer)) {
    lesson_enter(explorer);
    return;
  }
  if (tab_selects(explorer)) {
    // Typed before all are asked about: the best of all is meant.
    if (explorer->tab == TAB_CANDIDATES) candidates_work(explorer, -1);
    int choice = tab_choice(explorer);
    if (choice >= 0)
      tab->choose(explorer, choice);
    else
      explorer_say(explorer, "there is nothing to choose here; 1 goes to the ops");
    return;
  }
  if (explorer->focus != PANE_OPS || explorer_kernel(explorer) == NO_KERNEL) {
    explorer_focus(explorer, PANE_OPS);
    return;
  }
  if (explorer_copy(explorer) != NO_KERNEL ||
      plan_kernel(explorer->plan, explorer_kernel(explorer)).op_count > 1)
    action_cut(explorer);
  else
    fuse_best(explorer, all_around, false);
}
