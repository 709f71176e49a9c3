#include "explorer/tabs/candidates_view.h"

#include "explorer/state/change.h"
#include "explorer/tabs/candidate_text.h"
#include "tui/number.h"
#include "tui/slice.h"

bool candidate_is_unwise(const Candidate *candidate) {
  return candidate->effect.legal && candidate->effect.saved_us < 0;
}

int choices_candidates(Explorer *explorer) {
  candidates_look(explorer->candidates, explorer->cursor);
  return explorer->candidates->best_count;
}

// ---- Asking.

static int place_of(const Candidates *candidates, int index) {
  for (int i = 0; i < candidates->best_count; i++)
    if (candidates->best[i] == index) return i;
  return 0;
}

bool candidates_work(Explorer *explorer, double milliseconds) {
  Candidates *candidates = explorer->candidates;
  if (explorer->tab != TAB_CANDIDATES || explorer->layout.inside[PANE_DETAIL].width == 0) return true;
  candidates_look(candidates, explorer->cursor);
  if (candidates_complete(candidates)) return true;
  int *choice = &explorer->choice[TAB_CANDIDATES];
  int selected = *choice > 0 && *choice < candidates->best_count ? candidates->best[*choice] : -1;
  Slice slice = slice_begin(milliseconds);
  while (candidates_ask(candidates) && !slice_over(&slice)) {
  }
  *choice = selected < 0 ? 0 : place_of(candidates, selected); // the best, until a person moves
  explorer->revision++;
  return candidates_complete(candidates);
}

// ---- The selected one.

const Candidate *candidates_selected(Explorer *explorer) {
  if (explorer->tab != TAB_CANDIDATES || !tab_selects(explorer)) return NULL;
  candidates_look(explorer->candidates, explorer->cursor);
  return candidates_get(explorer->candidates, explorer->choice[TAB_CANDIDATES]);
}

void candidates_preview(Explorer *explorer) {
  if (explorer->task) return; // the plan is lent away
  const Candidate *candidate = candidates_selected(explorer);
  if (candidate && candidate->effect.legal)
    preview_show(&explorer->preview, explorer->plan, candidate);
  else
    preview_hide(&explorer->preview);
}

void candidates_would(Explorer *explorer, Text *out) {
  const Candidate *candidate = candidates_selected(explorer);
  if (!candidate) return;
  Change change = change_of_effect(&candidate->effect);
  text_add(out, "preview: ");
  candidate_text(candidate, explorer->plan, explorer->cursor, explorer->glyphs, out);
  text_add(out, "  ");
  change_text(&change, explorer->glyphs, true, out);
}

// ---- Making it.

static void say_price(Explorer *explorer, const Candidate *candidate) {
  char number[NUMBER_SIZE];
  Text text = {0};
  candidate_text(candidate, explorer->plan, explorer->cursor, explorer->glyphs, &text);
  explorer_fail(explorer, "%s costs %s: F or Enter again does it", text_get(&text),
                number_time_change(number, -candidate->effect.saved_us, explorer->glyphs));
  text_free(&text);
  explorer->priced = candidate->proposal;
  explorer->priced_version = plan_version(explorer->plan);
}

static bool is_priced(const Explorer *explorer, const Candidate *candidate) {
  return explorer->priced_version == plan_version(explorer->plan) &&
         proposal_equal(&explorer->priced, &candidate->proposal);
}

static void say_impossible(Explorer *explorer, const Reason *reason) {
  explorer_fail(explorer, "impossible: %s%s%s", reason->text, *reason->remedy ? " " : "", reason->remedy);
}

void candidates_make(Explorer *explorer, const Candidate *chosen, bool force) {
  Candidate candidate = *chosen; // the list is made anew for the changed plan
  Reason reason;
  if (!candidate.effect.legal) {
    say_impossible(explorer, &candidate.effect.reason);
    return;
  }
  if (candidate_is_unwise(&candidate) && !force && !is_priced(explorer, &candidate)) {
    say_price(explorer, &candidate);
    return;
  }
  Text text = {0};
  candidate_text(&candidate, explorer->plan, explorer->cursor, explorer->glyphs, &text);
  if (plan_propose(explorer->plan, &candidate.proposal, &reason)) {
    Change change = change_of_effect(&candidate.effect);
    text_add(&text, ": ");
    change_text(&change, explorer->glyphs, true, &text);
    explorer_say(explorer, "%s", text_get(&text));
    explorer->choice[TAB_CANDIDATES] = 0;
  } else {
    say_impossible(explorer, &reason);
  }
  text_free(&text);
}

void choose_candidate(Explorer *explorer, int choice) {
  candidates_look(explorer->candidates, explorer->cursor);
  const Candidate *candidate = candidates_get(explorer->candidates, choice);
  if (candidate) candidates_make(explorer, candidate, false);
}
