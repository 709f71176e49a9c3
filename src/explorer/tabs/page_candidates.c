// Candidates: every change that begins at the op under the cursor, best first, with its price; below, what is
// impossible and why.
#include "explorer/actions/action.h"
#include "explorer/state/change.h"
#include "explorer/tabs/candidate_text.h"
#include "explorer/tabs/candidates_view.h"
#include "tui/number.h"

#include <stdlib.h>

enum { TIME_COLUMN = 2, LABEL_COLUMN = 13, INDENT = 4, ONE_LINE = 96, FIGURES_COLUMN = 60 };

static void add_head(Explorer *explorer, Page *page) {
  const Candidates *candidates = explorer->candidates;
  page_line(page, PAGE_NO_TAG);
  int legal = candidates->legal_count, illegal = candidates->best_count - legal;
  page_add(page, STYLE_STRONG, legal ? "%d possible" : "nothing is possible here", legal);
  if (legal > 1) page_add(page, STYLE_TEXT, ", best first");
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
  bool unwise = candidate_is_unwise(candidate);
  Style style = unwise ? STYLE_WARNING : STYLE_GOOD;
  page_line(page, tag);
  page_tab(page, TIME_COLUMN - 1);
  page_add(page, style, "%s", explorer_glyph(explorer, unwise ? GLYPH_COSTLY : GLYPH_YES));
  page_add(page, style, "%10s ", number_time_change(number, -candidate->effect.saved_us, explorer->glyphs));
  add_label(explorer, page, candidate, unwise ? STYLE_TEXT : STYLE_STRONG);
  add_figures(explorer, page, candidate, tag, width);
}

static void add_impossible(Explorer *explorer, Page *page, const Candidate *candidate, int tag, int width) {
  const Reason *reason = &candidate->effect.reason;
  page_line(page, tag);
  page_tab(page, TIME_COLUMN - 1);
  page_add(page, STYLE_BAD, "%s ", explorer_glyph(explorer, GLYPH_NO));
  add_label(explorer, page, candidate, STYLE_DIM);
  page_paragraph(page, tag, INDENT, width, STYLE_DIM, reason->text);
  if (*reason->remedy) page_paragraph(page, tag, INDENT, width, STYLE_GOOD, reason->remedy);
}

void page_candidates(Explorer *explorer, Page *page, int width) {
  if (explorer_kernel(explorer) == NO_KERNEL) {
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM,
                   "A view belongs to no kernel: nothing can change.");
    return;
  }
  candidates_look(explorer->candidates, explorer->cursor);
  add_head(explorer, page);
  for (int i = 0; i < explorer->candidates->best_count; i++) {
    const Candidate *candidate = candidates_get(explorer->candidates, i);
    if (candidate->effect.legal)
      add_possible(explorer, page, candidate, i, width);
    else
      add_impossible(explorer, page, candidate, i, width);
  }
}
