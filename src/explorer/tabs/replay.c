// Replay: the steps of a heuristic's run, and for the selected one what was asked before it and
// why other things were refused.
#include "explorer/panes/view.h"
#include "explorer/state/explorer.h"
#include "explorer/tabs/retrace.h"
#include "explorer/tabs/retrace_choose.h"
#include "explorer/tabs/tab.h"
#include "script/compiler.h"
#include "tui/number.h"

#include <math.h>
#include <stdio.h>

enum { LINES_AROUND = 120, INDENT = 7 }; // lines made on either side of the selected step
enum { TIME_WIDTH = 8, BYTES_WIDTH = 9, TOLD_WIDTH = 15, BLANKS = 5 };

// ---- What was considered.

static void add_refusals(Explorer *explorer, Page *page, int tag, int width, const TrailStep *step) {
  const Trail *trail = retrace_of(explorer)->trail;
  Text text = {0};
  for (int i = 0; i < step->refusal_count; i++) {
    const TrailRefusal *refusal = &trail->refusals.data[step->first_refusal + i];
    text_clear(&text);
    text_printf(&text, "%s", explorer_glyph(explorer, GLYPH_NO));
    if (refusal->code != REASON_NONE)
      text_printf(&text, " %s%s", reason_name(refusal->code), refusal->a >= 0 ? "," : "");
    if (refusal->a >= 0) text_printf(&text, " %s", explorer->graph->ops[refusal->a].name);
    if (refusal->b >= 0) text_printf(&text, ", %s", explorer->graph->ops[refusal->b].name);
    text_printf(&text, ": %s", refusal->text);
    page_paragraph(page, tag, INDENT, width, STYLE_DIM, text_get(&text));
  }
  text_free(&text);
}

// Of all the readers of what was fused, this one among them.
static void add_told(Explorer *explorer, Page *page, int tag, int width, const TrailStep *step) {
  char fused[NUMBER_SIZE], apart[NUMBER_SIZE];
  Text text = {0};
  if (!step->told || isnan(step->told_fused_us)) return;
  text_printf(&text, "%s predicted %s with all its readers fused, %s apart",
              compiler_title(session_dump(explorer->session)->compiler),
              number_time(fused, step->told_fused_us, explorer->glyphs),
              number_time(apart, step->told_apart_us, explorer->glyphs));
  page_paragraph(page, tag, INDENT, width, STYLE_TEXT, text_get(&text));
  text_free(&text);
}

static void add_considered(Explorer *explorer, Page *page, int tag, int width, const TrailStep *step,
                           const char *when) {
  Text text = {0};
  if (step->asked) text_printf(&text, "asked %d question%s", step->asked, step->asked == 1 ? "" : "s");
  if (step->refused) text_printf(&text, "%s%d impossible", text.length ? ", " : "", step->refused);
  if (step->taken_back)
    text_printf(&text, "%s%d edits taken back", text.length ? ", " : "", step->taken_back);
  if (text.length) {
    text_add(&text, when);
    page_paragraph(page, tag, INDENT, width, STYLE_TEXT, text_get(&text));
  }
  text_free(&text);
  add_refusals(explorer, page, tag, width, step);
}

// ---- The steps.

static void describe(const Explorer *explorer, int number, Text *out) {
  if (number)
    trail_describe(&retrace_of(explorer)->trail->steps.data[number - 1], explorer->graph, out);
  else
    text_add(out, "the plan that it began with");
}

// The longest of the steps with figures; 0: there is no room for these beside it, and they follow each step.
static int label_width(const Explorer *explorer, int first, int last, int width) {
  const TrailStep *steps = retrace_of(explorer)->trail->steps.data;
  int longest = 0, room = width - INDENT - TIME_WIDTH - BYTES_WIDTH - BLANKS;
  if (first <= last && last > 0 && steps[last - 1].told) room -= TOLD_WIDTH;
  Text text = {0};
  for (int i = first > 1 ? first : 1; i <= last; i++) {
    if (!steps[i - 1].promised) continue;
    text_clear(&text);
    describe(explorer, i, &text);
    if (text_width(text_get(&text)) > longest) longest = text_width(text_get(&text));
  }
  text_free(&text);
  return longest <= room ? longest : 0;
}

static void add_figure(Page *page, Style style, int width, const char *text) {
  int blanks = width - text_width(text);
  page_add(page, style, "  %*s%s", blanks > 0 ? blanks : 0, "", text);
}

static void add_promise(Explorer *explorer, Page *page, const TrailStep *step, bool aligned) {
  char number[NUMBER_SIZE];
  if (!step->promised) return;
  add_figure(page, step->saved_us >= 0 ? STYLE_GOOD : STYLE_WARNING, aligned ? TIME_WIDTH : 0,
             number_time_change(number, -step->saved_us, explorer->glyphs));
  add_figure(page, STYLE_DIM, aligned ? BYTES_WIDTH : 0,
             number_bytes_change(number, -(double)step->saved_dram_bytes));
  if (!step->told || isnan(step->told_fused_us)) return;
  double saved_us = step->told_apart_us - step->told_fused_us;
  page_add(page, STYLE_DIM, "  %s", compiler_title(session_dump(explorer->session)->compiler));
  add_figure(page, STYLE_DIM, aligned ? TIME_WIDTH : 0,
             number_time_change(number, -saved_us, explorer->glyphs));
}

static void add_step(Explorer *explorer, Page *page, int number, int label, int width) {
  const Retrace *replay = retrace_of(explorer);
  const TrailStep *step = number ? &replay->trail->steps.data[number - 1] : NULL;
  bool made = replay->open && number <= replay->at;
  Text text = {0};
  describe(explorer, number, &text);
  page_line(page, number);
  page_add(page, STYLE_DIM, "%6d ", number);
  page_add(page, made || !replay->open ? STYLE_TEXT : STYLE_DIM, "%s", text_get(&text));
  text_free(&text);
  if (step && step->promised && label) page_tab(page, INDENT + label + 1);
  if (step) add_promise(explorer, page, step, label > 0);
  if (explorer->choice[TAB_REPLAY] != number) return;
  if (step) add_told(explorer, page, number, width, step);
  if (step) add_considered(explorer, page, number, width, step, " before it");
  if (number == replay->trail->steps.count)
    add_considered(explorer, page, number, width, &replay->trail->after, " after the last step");
}

static void add_heading(Explorer *explorer, Page *page, int width) {
  const Retrace *replay = retrace_of(explorer);
  int count = replay->trail->steps.count;
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_STRONG, "%s", replay->name);
  page_add(page, STYLE_TEXT, "  %d step%s", count, count == 1 ? "" : "s");
  if (replay->open) page_add(page, STYLE_WARNING, "  the plan is shown at step %d", replay->at);
  page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM,
                 replay->open ? "Enter adopts this plan as one undo entry; Esc goes back to yours."
                              : "Enter shows the plan as it was at a step; F4 and F3 walk on and back; d "
                                "chooses another run.");
  if (replay->trail->cut_short)
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_WARNING, "It went on: later steps were not recorded.");
}

static void add_more(Page *page, int count, const char *where) {
  if (count <= 0) return;
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_DIM, "%*s%d more %s", INDENT, "", count, where);
}

static void make(Explorer *explorer, Page *page, int width) {
  const Retrace *replay = retrace_of(explorer);
  if (!replay->trail) {
    page_paragraph(
        page, PAGE_NO_TAG, 0, width, STYLE_DIM,
        retrace_has_compiler(explorer)
            ? "No heuristic was run yet. H runs one; d shows how the compiler came to its plan. Here the "
              "steps "
              "can then be walked through, forward and back, with what was considered and why it was refused."
            : "No heuristic was run yet. H runs one; here its steps can then be walked through, forward and "
              "back, with what it considered and why it was refused. d runs one again whose plan is kept.");
    return;
  }
  int count = replay->trail->steps.count, choice = explorer->choice[TAB_REPLAY];
  int first = choice > LINES_AROUND ? choice - LINES_AROUND : 0;
  int last = choice + LINES_AROUND < count ? choice + LINES_AROUND : count;
  add_heading(explorer, page, width);
  add_more(page, first, "before");
  int label = label_width(explorer, first, last, width);
  for (int i = first; i <= last; i++)
    add_step(explorer, page, i, label, width);
  add_more(page, count - last, "behind");
}

static int choices(Explorer *explorer) {
  return retrace_of(explorer)->trail ? retrace_of(explorer)->trail->steps.count + 1 : 0;
}

static void choose(Explorer *explorer, int choice) {
  if (retrace_of(explorer)->open)
    retrace_adopt(explorer);
  else
    retrace_open(explorer, choice);
}

// ---- Its keys: the first press shows the last plan, or the one before it.

static void replay_by(Explorer *explorer, int steps) {
  int *choice = &explorer->choice[TAB_REPLAY], count = retrace_of(explorer)->trail->steps.count;
  *choice = view_row_clamp(*choice, steps, count + 1);
  if (!retrace_of(explorer)->open) retrace_open(explorer, *choice);
}

void action_replay_forward(Explorer *explorer) {
  replay_by(explorer, 1);
}

void action_replay_back(Explorer *explorer) {
  replay_by(explorer, -1);
}

static void show(Explorer *explorer) {
  bool again = tab_has_keys(explorer, TAB_REPLAY);
  tab_show_list(explorer, TAB_REPLAY);
  if (again)
    retrace_choose(explorer);
  else if (!retrace_of(explorer)->trail && retrace_has_compiler(explorer))
    retrace_compiler(explorer);
}

const Tab tab_replay = {
    .name = "Replay",
    .action = TAB_ACTION(REPLAY, "tab: replay", "d",
                         "the steps of a heuristic; Enter shows the plan at one, then adopts it; again: of "
                         "which run, or kept plan"),
    .subject = SUBJECT_PLAN,
    .show = show,
    .make = make,
    .choices = choices,
    .choose = choose,
};
