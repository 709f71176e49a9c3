// Candidates: every change that begins at the op under the cursor, best first, with its price; below, what is
// impossible and why.
#include "explorer/tabs/candidates.h"

#include "explorer/actions/alike.h"
#include "explorer/state/change.h"
#include "explorer/tabs/candidate_text.h"
#include "explorer/tabs/tab.h"
#include "explorer/tabs/why_compiler.h"
#include "tui/number.h"
#include "tui/slice.h"

typedef struct CandidatesTab {
  Candidates *candidates;  // of the op asked about last
  Preview preview;         // of the selected one
  Proposal priced;         // the unwise one whose price was said last
  uint64_t priced_version; // of the plan that it was said for
  bool made;               // an edit of this list was made, at made_at, and nobody has moved since
  int made_at;
} CandidatesTab;

static CandidatesTab *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_TAB_CANDIDATES];
}

const Candidates *candidates_of(const Explorer *explorer) {
  return own(explorer)->candidates;
}

// Those of the op under the cursor.
static Candidates *look(Explorer *explorer) {
  Candidates *candidates = own(explorer)->candidates;
  candidates_look(candidates, explorer->cursor);
  return candidates;
}

bool candidate_is_unwise(const Candidate *candidate) {
  return candidate->effect.legal && candidate_worth(candidate) == CANDIDATE_COSTS;
}

// ---- The page.

enum { TIME_COLUMN = 2, LABEL_COLUMN = 13, INDENT = 4, ONE_LINE = 96, FIGURES_COLUMN = 60 };

// Known when all were asked about.
static bool none_pays(const Candidates *candidates) {
  return candidates_complete(candidates) && candidate_worth(candidates_get(candidates, 0)) != CANDIDATE_PAYS;
}

static void add_head(Explorer *explorer, Page *page) {
  const Candidates *candidates = own(explorer)->candidates;
  page_line(page, PAGE_NO_TAG);
  int legal = candidates->legal_count, illegal = candidates->best_count - legal;
  page_add(page, STYLE_STRONG, legal ? "%d possible" : "nothing is possible here", legal);
  if (legal && none_pays(candidates))
    page_add(page, STYLE_TEXT, ", none saves time");
  else if (legal > 1)
    page_add(page, STYLE_TEXT, ", best first");
  if (illegal) page_add(page, STYLE_TEXT, "; %d impossible", illegal);
  if (!candidates_complete(candidates))
    page_add(page, STYLE_DIM, "  %sasking %d/%d", explorer_glyph(explorer, GLYPH_ELLIPSIS), candidates->asked,
             candidates->list.count);
  if (candidates->left_out) page_add(page, STYLE_DIM, "  %d more not asked", candidates->left_out);
}

static void add_label(Explorer *explorer, Page *page, const Candidate *candidate, Style style) {
  Text text = {0};
  candidate_text(candidate, explorer->plan, explorer->cursor, explorer->glyphs, &text);
  page_add(page, style, "%s", text_get(&text));
  text_free(&text);
}

static void add_figures(Explorer *explorer, Page *page, const Candidate *candidate, int tag, int width) {
  Text text = {0};
  Change change = change_of_effect(&candidate->effect);
  change_figures(&change, explorer->glyphs, &text);
  if (width >= ONE_LINE) {
    page_tab(page, FIGURES_COLUMN);
    page_add(page, STYLE_ESTIMATE, "%s", text_get(&text));
  } else {
    page_paragraph(page, tag, LABEL_COLUMN, width, STYLE_DIM, text_get(&text));
  }
  text_free(&text);
}

static void add_possible(Explorer *explorer, Page *page, const Candidate *candidate, int tag, int width) {
  char number[NUMBER_SIZE];
  CandidateWorth worth = candidate_worth(candidate);
  bool unwise = worth == CANDIDATE_COSTS, pays = worth == CANDIDATE_PAYS;
  Style style = unwise ? STYLE_WARNING : pays ? STYLE_GOOD : STYLE_TEXT;
  const char *mark = pays     ? explorer_glyph(explorer, GLYPH_YES)
                     : unwise ? explorer_glyph(explorer, GLYPH_COSTLY)
                              : "=";
  page_line(page, tag);
  page_tab(page, TIME_COLUMN - 1);
  page_add(page, style, "%s", mark);
  page_cell(page, style, -10, number_time_change(number, -candidate->effect.saved_us, explorer->glyphs), "");
  page_add(page, style, " ");
  add_label(explorer, page, candidate, pays ? STYLE_STRONG : STYLE_TEXT);
  add_figures(explorer, page, candidate, tag, width);
}

// Edits that begin at one op often fail for one reason.
static bool same_reason(const Candidate *candidate, const Candidate *before) {
  const Reason *reason = &candidate->effect.reason;
  return before && !before->effect.legal && text_equal(reason->text, before->effect.reason.text) &&
         text_equal(reason->remedy, before->effect.reason.remedy);
}

// `before`: the one above it, NULL for the first.
static void add_impossible(Explorer *explorer, Page *page, const Candidate *candidate,
                           const Candidate *before, int tag, int width) {
  const Reason *reason = &candidate->effect.reason;
  page_line(page, tag);
  page_tab(page, TIME_COLUMN - 1);
  page_add(page, STYLE_BAD, "%s ", explorer_glyph(explorer, GLYPH_NO));
  add_label(explorer, page, candidate, STYLE_DIM);
  if (same_reason(candidate, before)) {
    static const char likewise[] = ": for the same reason";
    if (page_column(page) + text_width(likewise) <= width)
      page_add(page, STYLE_DIM, "%s", likewise);
    else
      page_paragraph(page, tag, INDENT, width, STYLE_DIM, likewise + 2);
    return;
  }
  page_paragraph(page, tag, INDENT, width, STYLE_DIM, reason->text);
  if (*reason->remedy) page_paragraph(page, tag, INDENT, width, STYLE_GOOD, reason->remedy);
}

// ---- What the compiler said of the two that would be fused.

// Of no more edges of an op, which may have thousands.
enum { EDGES_ASKED = 24 };

// False: it said nothing. Of two that no edge joins, only what names both is of them.
static bool add_remark(Explorer *explorer, Page *page, int op, int other, bool edge, int tag, int width) {
  int producer = op < other ? op : other, consumer = op < other ? other : op;
  const DumpRemark *remark = session_remark(explorer->session, producer, consumer);
  if (!remark || (!edge && !remark->consumer)) return false;
  why_add_remark(explorer, page, remark, tag, width);
  return true;
}

// Beside the op's kernel, the two are those of the edge that leads out of it.
static void add_remark_beside(Explorer *explorer, Page *page, int other, int tag, int width) {
  Neighbours near = graph_neighbours(explorer->graph, other);
  int home = explorer_kernel(explorer), count = near.producer_count + near.consumer_count;
  for (int i = 0; i < count && i < EDGES_ASKED; i++) {
    int inside = i < near.producer_count ? near.producers[i] : near.consumers[i - near.producer_count];
    if (plan_home(explorer->plan, inside) != home) continue;
    if (add_remark(explorer, page, inside, other, true, tag, width)) return;
  }
}

static void add_compiler(Explorer *explorer, Page *page, const Candidate *candidate, int tag, int width) {
  const Proposal *proposal = &candidate->proposal;
  if (proposal->kind != PROPOSE_FUSE) return;
  if (candidate->origin == FROM_KERNEL)
    add_remark_beside(explorer, page, proposal->other, tag, width);
  else
    add_remark(explorer, page, proposal->op, proposal->other, candidate->origin == FROM_EDGE, tag, width);
}

static void make(Explorer *explorer, Page *page, int width) {
  if (explorer_kernel(explorer) == NO_KERNEL) {
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM,
                   "A view belongs to no kernel: nothing can change.");
    return;
  }
  if (explorer_copy(explorer) != NO_KERNEL) {
    page_paragraph(
        page, PAGE_NO_TAG, 0, width, STYLE_DIM,
        "A copy: x takes it away. What else can change begins at the op that it is of; / finds it.");
    return;
  }
  const Candidates *candidates = look(explorer);
  add_head(explorer, page);
  for (int i = 0; i < candidates->best_count; i++) {
    const Candidate *candidate = candidates_get(candidates, i);
    if (candidate->effect.legal)
      add_possible(explorer, page, candidate, i, width);
    else
      add_impossible(explorer, page, candidate, i ? candidates_get(candidates, i - 1) : NULL, i, width);
    add_compiler(explorer, page, candidate, i, width);
  }
}

// ---- Asking.

static int place_of(const Candidates *candidates, int index) {
  for (int i = 0; i < candidates->best_count; i++)
    if (candidates->best[i] == index) return i;
  return 0;
}

bool candidates_work(Explorer *explorer, double milliseconds) {
  Candidates *candidates = look(explorer);
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

bool candidates_offer(const Explorer *explorer, const Candidates *candidates, Text *out) {
  const Candidate *first = candidates_get(candidates, 0);
  bool current = candidates->op == explorer->cursor && candidates->version == plan_version(explorer->plan);
  if (!current || !first || !candidates_complete(candidates)) return false;
  if (!candidate_advisable(first)) return false;
  char saved[NUMBER_SIZE], before[NUMBER_SIZE];
  text_printf(out,
              "a and Enter save %s of %s: ", number_time(saved, first->effect.saved_us, explorer->glyphs),
              number_time(before, first->effect.before_us, explorer->glyphs));
  candidate_text(first, explorer->plan, explorer->cursor, explorer->glyphs, out);
  return true;
}

// ---- The selected one.

const Candidate *candidates_selected(Explorer *explorer) {
  if (!tab_has_keys(explorer, TAB_CANDIDATES) || explorer_copy(explorer) != NO_KERNEL) return NULL;
  return candidates_get(look(explorer), explorer->choice[TAB_CANDIDATES]);
}

const Preview *candidates_previewed(const Explorer *explorer) {
  return &own(explorer)->preview;
}

// After an edit what was made is shown, until a person moves: not what else could be.
static bool rests(const Explorer *explorer) {
  CandidatesTab *tab = own(explorer);
  if (explorer->choice[TAB_CANDIDATES] || explorer->cursor != tab->made_at ||
      !tab_has_keys(explorer, TAB_CANDIDATES))
    tab->made = false;
  return tab->made;
}

void candidates_preview(Explorer *explorer) {
  if (explorer->task) return; // the plan is lent away
  const Candidate *candidate = rests(explorer) ? NULL : candidates_selected(explorer);
  const AlikePrice *alike = candidate && candidate->effect.legal ? alike_price(explorer, candidate) : NULL;
  if (alike) candidate = &alike->candidate;
  if (candidate && candidate->effect.legal)
    preview_show(&own(explorer)->preview, explorer->plan, candidate);
  else
    preview_hide(&own(explorer)->preview);
}

// Of many places: which kernels there are told by the preview itself.
static void add_sum(const Effect *effect, GlyphSet glyphs, Text *out) {
  char number[NUMBER_SIZE];
  text_printf(out, ": DRAM %s", number_bytes_change(number, -(double)effect->saved_dram_bytes));
  text_printf(out, "  time %s", number_time_change(number, -effect->saved_us, glyphs));
}

void candidates_would(Explorer *explorer, Text *out) {
  const Candidate *candidate = rests(explorer) ? NULL : candidates_selected(explorer);
  if (!candidate) return;
  const AlikePrice *alike = alike_price(explorer, candidate);
  text_add(out, "preview: ");
  candidate_text(candidate, explorer->plan, explorer->cursor, explorer->glyphs, out);
  text_add(out, "  ");
  if (alike) {
    alike_places_text(&alike->outcome, out);
    add_sum(&alike->candidate.effect, explorer->glyphs, out);
    return;
  }
  Change change = change_of_effect(&candidate->effect);
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
  own(explorer)->priced = candidate->proposal;
  own(explorer)->priced_version = plan_version(explorer->plan);
}

static bool is_priced(const Explorer *explorer, const Candidate *candidate) {
  return own(explorer)->priced_version == plan_version(explorer->plan) &&
         proposal_equal(&own(explorer)->priced, &candidate->proposal);
}

static void set_made(Explorer *explorer) {
  explorer->choice[TAB_CANDIDATES] = 0;
  own(explorer)->made = true;
  own(explorer)->made_at = explorer->cursor;
}

void candidates_make(Explorer *explorer, const Candidate *chosen, bool force) {
  Candidate candidate = *chosen; // the list is made anew for the changed plan
  Reason reason;
  if (!candidate.effect.legal) {
    explorer_refuse(explorer, "impossible", &candidate.effect.reason);
    return;
  }
  if (candidate_is_unwise(&candidate) && !force && !is_priced(explorer, &candidate)) {
    say_price(explorer, &candidate);
    return;
  }
  Text text = {0};
  candidate_text(&candidate, explorer->plan, explorer->cursor, explorer->glyphs, &text);
  if (alike_make(explorer, candidate.proposal, text_get(&text), text_get(&text))) {
    set_made(explorer);
    text_free(&text);
    return;
  }
  if (plan_propose(explorer->plan, &candidate.proposal, &reason)) {
    Change change = change_of_effect(&candidate.effect);
    text_add(&text, ": ");
    change_text(&change, explorer->glyphs, true, &text);
    explorer_say(explorer, "%s", text_get(&text));
    set_made(explorer);
  } else {
    explorer_refuse(explorer, "impossible", &reason);
  }
  text_free(&text);
}

// ---- The tab.

static void take(Explorer *explorer) {
  own(explorer)->candidates = candidates_new(explorer->estimator, explorer->plan);
}

static void give_up(Explorer *explorer) {
  candidates_free(own(explorer)->candidates);
  preview_free(&own(explorer)->preview);
  own(explorer)->preview = (Preview){0};
}

static int choices(Explorer *explorer) {
  return explorer_copy(explorer) != NO_KERNEL ? 0 : look(explorer)->best_count;
}

static void choose(Explorer *explorer, int choice) {
  const Candidate *candidate = candidates_get(look(explorer), choice);
  if (candidate) candidates_make(explorer, candidate, false);
}

static void show(Explorer *explorer) {
  tab_show_list(explorer, TAB_CANDIDATES);
}

const Tab tab_candidates = {
    .name = "Candidates",
    .action = TAB_ACTION(CANDIDATES, "tab: candidates", "a",
                         "every change that begins at the op, best first, with its price; Enter makes it"),
    .subject = SUBJECT_OP,
    .component = {.size = sizeof(CandidatesTab), .take = take, .give_up = give_up, .work = candidates_work},
    .show = show,
    .make = make,
    .choices = choices,
    .choose = choose,
};
