// Edits of all alike places at once.
#include "explorer/actions/alike.h"

#include "base/arena.h"
#include "explorer/actions/action.h"
#include "explorer/state/background.h"
#include "plan/edit/alike.h"
#include "tui/number.h"

#include <stdlib.h>

enum { PLACES_PRICED = 200 };

typedef struct Alike {
  bool on;
  Proposal refused; // that some places refused
  uint64_t refused_version;
  AlikePrice price;
  Proposal priced; // what the price is of
  uint64_t priced_version;
  bool is_priced; // of few enough places
} Alike;

static Alike *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_ALIKE];
}

static void take(Explorer *explorer) {
  own(explorer)->priced_version = own(explorer)->refused_version = 0;
}

const Component component_alike = {.size = sizeof(Alike), .take = take};

bool alike_is_on(const Explorer *explorer) {
  return own(explorer)->on;
}

void alike_end(Explorer *explorer) {
  explorer->revision += own(explorer)->on;
  own(explorer)->on = false;
}

int alike_kernels(Explorer *explorer) {
  int count, alike = 0, kernel = explorer_kernel(explorer);
  const int *order = plan_order(explorer->plan, &count);
  for (int i = 0; kernel != NO_KERNEL && i < count; i++)
    alike += plan_kernels_alike(explorer->plan, kernel, order[i]);
  return alike;
}

void action_alike(Explorer *explorer) {
  char key[KEY_NAME_SIZE];
  own(explorer)->on = !own(explorer)->on;
  explorer->revision++;
  action_first_key(action_get(ACTION_ALIKE), key);
  int alike = own(explorer)->on ? alike_kernels(explorer) : 0;
  if (!own(explorer)->on)
    explorer_say(explorer, "edits are made here only");
  else if (alike > 1)
    explorer_say(explorer, "edits are made in all alike places: %d kernels are as K%d; %s ends it", alike,
                 explorer_kernel(explorer), key);
  else
    explorer_say(explorer, "edits are made in all alike places; no other kernel is as this one; %s ends it",
                 key);
}

// ---- Making.

void alike_places_text(const ReachOutcome *outcome, Text *out) {
  if (outcome->places == 1)
    text_add(out, "here, no other place is alike");
  else if (outcome->refused)
    text_printf(out, "in %d of %d alike places", outcome->places - outcome->refused, outcome->places);
  else
    text_printf(out, "in %d alike places", outcome->places);
}

static void say_made(Explorer *explorer, const char *done, const ReachOutcome *outcome,
                     const PlanTotal *before) {
  char number[NUMBER_SIZE];
  Text text = {0};
  double time = explorer_time(explorer) - before->time_us;
  const PlanTotal *after = &explorer->figures->total;
  text_printf(&text, "%s ", done);
  alike_places_text(outcome, &text);
  text_add(&text, ":");
  if (before->kernels != after->kernels)
    text_printf(&text, " %d%s%d kernels ", before->kernels, explorer_glyph(explorer, GLYPH_ARROW_RIGHT),
                after->kernels);
  text_printf(&text, " DRAM %s",
              number_bytes_change(number, (double)(after->dram_bytes - before->dram_bytes)));
  text_printf(&text, "  time %s", number_time_change(number, time, explorer->glyphs));
  if (outcome->refused) text_printf(&text, "; refused: %s", outcome->first.text);
  explorer_say(explorer, "%s", text_get(&text));
  text_free(&text);
}

static void say_refused(Explorer *explorer, const char *verb, const ReachOutcome *outcome) {
  Text what = {0};
  int others = outcome->places - outcome->refused;
  if (outcome->places == 1)
    text_printf(&what, "cannot %s", verb);
  else if (others == 0)
    text_printf(&what, "cannot %s in any of %d alike places", verb, outcome->places);
  else
    text_printf(&what, "cannot %s in %d of %d alike places (again: in the other %d)", verb, outcome->refused,
                outcome->places, others);
  explorer_refuse(explorer, text_get(&what), &outcome->first);
  text_free(&what);
}

static bool was_refused(const Alike *alike, const Plan *plan, const Proposal *proposal) {
  return alike->refused_version == plan_version(plan) && proposal_equal(&alike->refused, proposal);
}

// An edit under way. Of tens of thousands of places it takes longer than a key may.
typedef struct Making {
  Proposal asked, proposal; // as told, and with the reach that it has now
  char *done, *verb;
  Figures *figures; // of the explorer, lent with the session
  PlanTotal before;
  ReachOutcome outcome;
  bool made;
} Making;

static bool make_all(Session *session, void *data, const atomic_int *stop, Status *status) {
  Making *making = data;
  (void)stop, (void)status;
  figures_update(making->figures, -1);
  making->before = making->figures->total;
  making->made = plan_propose_reach(session_plan(session), &making->proposal, &making->outcome);
  int count;
  plan_order(session_plan(session), &count); // what the screen asks for next
  figures_update(making->figures, -1);
  return true;
}

static void tell_made(Explorer *explorer, const Making *making) {
  Alike *alike = own(explorer);
  if (making->made) {
    say_made(explorer, making->done, &making->outcome, &making->before);
    return;
  }
  say_refused(explorer, making->verb, &making->outcome);
  alike->refused = making->asked;
  alike->refused_version = plan_version(explorer->plan);
}

static void finish(Explorer *explorer, void *data, bool ok, const Status *status) {
  Making *making = data;
  (void)ok, (void)status;
  if (explorer) tell_made(explorer, making);
  free(making->done);
  free(making->verb);
  free(making);
}

bool alike_make(Explorer *explorer, Proposal proposal, const char *done, const char *verb) {
  if (!own(explorer)->on) return false;
  proposal.reach = REACH_ALIKE;
  Making *making = memory_alloc(sizeof *making);
  *making = (Making){.asked = proposal,
                     .proposal = proposal,
                     .done = memory_strdup(done),
                     .verb = memory_strdup(verb),
                     .figures = explorer->figures};
  if (was_refused(own(explorer), explorer->plan, &proposal)) making->proposal.reach = REACH_POSSIBLE;
  background_start_short(explorer, &(WorkRequest){.kind = WORK_OWN,
                                                  .name = "editing all alike places",
                                                  .ends = true,
                                                  .work = make_all,
                                                  .finish = finish,
                                                  .data = making});
  return true;
}

// ---- Pricing.

static void count_refused(Plan *plan, const Proposal *proposal, ReachOutcome *outcome) {
  plan_trial_begin(plan);
  plan_propose_reach(plan, proposal, outcome);
  plan_trial_end(plan);
}

static bool price(Explorer *explorer, const Candidate *candidate, AlikePrice *out) {
  if (plan_alike_exceeds(explorer->plan, &candidate->proposal, PLACES_PRICED)) return false;
  out->candidate = *candidate;
  out->candidate.proposal.reach = REACH_POSSIBLE;
  count_refused(explorer->plan, &out->candidate.proposal, &out->outcome);
  out->candidate.effect = estimator_effect(explorer->estimator, explorer->plan, &out->candidate.proposal);
  return true;
}

const AlikePrice *alike_price(Explorer *explorer, const Candidate *candidate) {
  Alike *alike = own(explorer);
  if (!alike->on) return NULL;
  bool known = alike->priced_version == plan_version(explorer->plan) &&
               proposal_equal(&alike->priced, &candidate->proposal);
  if (!known) {
    alike->priced = candidate->proposal;
    alike->priced_version = plan_version(explorer->plan);
    alike->is_priced = price(explorer, candidate, &alike->price);
  }
  return alike->is_priced ? &alike->price : NULL;
}
