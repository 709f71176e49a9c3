// The lines around the panes: header, status, hints.
#include "base/file.h"
#include "explorer/actions/alike.h"
#include "explorer/actions/jump.h"
#include "explorer/actions/search.h"
#include "explorer/lesson/lesson.h"
#include "explorer/panes/hints.h"
#include "explorer/panes/kernels.h"
#include "explorer/panes/ops.h"
#include "explorer/panes/view.h"
#include "explorer/state/background.h"
#include "explorer/state/plans.h"
#include "explorer/state/work.h"
#include "explorer/tabs/candidates.h"
#include "explorer/tabs/retrace.h"
#include "explorer/tabs/tab.h"
#include "tui/number.h"
#include "tui/parts.h"

#include <stdio.h>
#include <string.h>

// ---- Header.

static void counts(const Explorer *explorer, Text *out) {
  char kernels[NUMBER_SIZE];
  text_printf(out, "%d ops%s%s", ops_pane(explorer)->count, explorer_glyph(explorer, GLYPH_ARROW_RIGHT),
              number_kernels(kernels, plan_kernel_count(explorer->plan)));
}

static void plan_part(Explorer *explorer, Text *out) {
  const Retrace *replay = retrace_of(explorer);
  if (replay->open)
    text_printf(out, "replay %s %d/%d", replay->name, replay->at, replay->trail->steps.count);
  else
    text_printf(out, "plan %s", session_plan_title(explorer->session));
  text_add(out, "  ");
  counts(explorer, out);
  if (alike_is_on(explorer)) text_printf(out, "  %sall alike", explorer_glyph(explorer, GLYPH_TIMES));
}

// Where there is not room for all of it.
static void brief_plan(Explorer *explorer, Text *out) {
  text_clear(out);
  counts(explorer, out);
  if (alike_is_on(explorer)) text_printf(out, "  %sall", explorer_glyph(explorer, GLYPH_TIMES));
}

// Of what the preview would change.
typedef enum TotalDetail { TOTAL_NOW, TOTAL_AFTER, TOTAL_CHANGE } TotalDetail;

static void add_total(Explorer *explorer, TotalDetail detail, Text *out) {
  char number[NUMBER_SIZE];
  if (!figures_complete(explorer->figures)) {
    text_printf(out, "estimating %d/%d", plan_cost_seen(explorer->figures->cost), plan_slots(explorer->plan));
    return;
  }
  if (lesson_withholds(explorer)) {
    text_add(out, "est ?");
    return;
  }
  double time = explorer->figures->total.time_us;
  text_printf(out, "est %s", number_time(number, time, explorer->glyphs));
  const Preview *preview = candidates_previewed(explorer);
  if (!preview->shown || detail == TOTAL_NOW) return;
  text_printf(out, "%s%s", explorer_glyph(explorer, GLYPH_ARROW_RIGHT),
              number_time(number, time - preview->saved_us, explorer->glyphs));
  if (detail == TOTAL_CHANGE)
    text_printf(out, " (%s)", number_time_change(number, -preview->saved_us, explorer->glyphs));
}

static void total_part(Explorer *explorer, Text *out) {
  add_total(explorer, TOTAL_CHANGE, out);
}

// The time itself is never left out.
static void brief_total(Explorer *explorer, int columns, Text *out) {
  for (int detail = TOTAL_CHANGE; detail > TOTAL_NOW && text_width(text_get(out)) > columns;) {
    text_clear(out);
    add_total(explorer, (TotalDetail)--detail, out);
  }
}

static void baseline_part(Explorer *explorer, Text *out) {
  const Baseline *baseline = plans_baseline(explorer);
  double time = explorer->figures->total.time_us;
  if (!figures_complete(explorer->figures) || !baseline->known || time <= 0 || lesson_withholds(explorer))
    return;
  text_printf(out, "%.2f%s vs %s", baseline->total.time_us / time, explorer_glyph(explorer, GLYPH_TIMES),
              baseline->name);
}

// Of the last plan that was timed; marked as old where it is another one than is shown.
static void measured_part(Explorer *explorer, Text *out) {
  const MeasureReport *report = session_report(explorer->session);
  char number[NUMBER_SPREAD_SIZE];
  if (!report || !report->total.ok) return;
  text_printf(out, "meas %s",
              number_time_spread(number, report->total.time_us, report->total.spread_us, explorer->glyphs));
  if (background_report_is_old(explorer))
    text_printf(out, " %s old", explorer_glyph(explorer, GLYPH_STALE));
  else if (report->checked)
    text_printf(out, " %s", explorer_glyph(explorer, report->check_pass ? GLYPH_YES : GLYPH_NO));
}

enum { WORDS_WIDTH = 110 }; // from there a header says what its figures are

static void jobs_part(Explorer *explorer, Text *out) {
  int done, total;
  if (session_jobs(explorer->session, &done, &total) == 0) return;
  bool words = explorer->layout.header.width >= WORDS_WIDTH;
  text_printf(out, "%s %s%d/%d", explorer_glyph(explorer, GLYPH_RUNNING),
              !words                       ? ""
              : background_times(explorer) ? "timing "
                                           : "compiling ",
              done, total);
}

// Dependencies between ops, looking through views: counted once, when the explorer is opened.
static int *edges(const Explorer *explorer) {
  return explorer->state[COMPONENT_HEADER];
}

static void count_edges(Explorer *explorer) {
  const Graph *graph = session_graph(explorer->session);
  for (int op = 0; op < graph->op_count; op++)
    if (!graph->ops[op].is_view) *edges(explorer) += graph_neighbours(graph, op).producer_count;
}

const Component component_header = {.size = sizeof(int), .open = count_edges};

static void edges_part(Explorer *explorer, Text *out) {
  int count = *edges(explorer);
  if (count) text_printf(out, "%d edge%s", count, count == 1 ? "" : "s");
}

static void device_part(Explorer *explorer, Text *out) {
  const Device *device = session_device(explorer->session);
  text_printf(out, "%s%s %s", device->name, device->calibrated ? " calibrated" : "",
              device->limits.arch_name);
}

// From left to right, the device at the right end.
typedef struct HeaderPart {
  void (*write)(Explorer *, Text *);
  int rank; // the totals matter most, then the plan
} HeaderPart;

static const HeaderPart header[] = {{edges_part, 6},    {plan_part, 1}, {total_part, 0}, {baseline_part, 3},
                                    {measured_part, 4}, {jobs_part, 2}, {device_part, 5}};
enum { HEADER_PARTS = sizeof header / sizeof *header, PLAN_PART = 1, TOTAL_PART = 2 };
enum { HEADER_GAP = 3, TITLE_LEAST = 12 };

// Of what a long title makes room for: the plan and the totals, with the gaps before them.
static int needed_width(const Part *parts) {
  enum { LAST_NEEDED = 1 };
  int width = 0;
  for (int i = 0; i < HEADER_PARTS; i++)
    if (parts[i].rank <= LAST_NEEDED && parts[i].text.length)
      width += text_width(text_get(&parts[i].text)) + HEADER_GAP;
  return width;
}

// Columns for the title: at least as many as the totals leave, up to what makes it known.
static int fit_title(Explorer *explorer, int width, Part *parts) {
  int beside = width - 2 - HEADER_GAP; // the title and the totals
  if (width - 2 - needed_width(parts) < TITLE_LEAST) brief_plan(explorer, &parts[PLAN_PART].text);
  brief_total(explorer, beside - TITLE_LEAST, &parts[TOTAL_PART].text);
  int room = width - 2 - needed_width(parts), least = beside - text_width(text_get(&parts[TOTAL_PART].text));
  if (least > TITLE_LEAST) least = TITLE_LEAST;
  if (least < 1) least = 1;
  return room > least ? room : least;
}

void view_header_draw(Explorer *explorer, Canvas canvas) {
  Part parts[HEADER_PARTS] = {0};
  canvas_fill(canvas, (Rect){0, 0, canvas.area.width, 1}, STYLE_HEADER);
  for (int i = 0; i < HEADER_PARTS; i++) {
    parts[i].rank = header[i].rank;
    header[i].write(explorer, &parts[i].text);
  }
  int room = fit_title(explorer, canvas.area.width, parts);
  int x = 2 + canvas_text_middle(canvas, 1, 0, room, STYLE_STRONG, explorer->title,
                                 explorer_glyph(explorer, GLYPH_ELLIPSIS));
  parts_fit(parts, HEADER_PARTS, canvas.area.width - 1 - x, HEADER_GAP);
  for (int i = 0; i + 1 < HEADER_PARTS; i++)
    if (parts[i].text.length)
      x = canvas_text(canvas, x, 0, STYLE_HEADER, text_get(&parts[i].text)) + HEADER_GAP;
  canvas_text_right(canvas, canvas.area.width - 1, 0, STYLE_HEADER, text_get(&parts[HEADER_PARTS - 1].text));
  canvas_under(canvas, (Rect){0, 0, canvas.area.width, 1}, STYLE_HEADER);
  parts_free(parts, HEADER_PARTS);
}

// ---- Status.

static void where(Explorer *explorer, Text *out) {
  const OpsPane *pane = ops_pane(explorer);
  if (explorer->cursor == NO_OP) return;
  char name[128];
  snprintf(name, sizeof name, "%s", explorer->graph->ops[explorer->cursor].name);
  text_sanitize(name);
  int kernel = explorer_kernel(explorer), rows = pane->rails->row_count;
  if (kernel != NO_KERNEL) text_printf(out, "K%d ", kernel);
  if (explorer_copy(explorer) != NO_KERNEL) text_add(out, "copy of ");
  text_printf(out, "%s  %d/%d", name, pane->rails->row[explorer->cursor] + 1, rows);
}

static void state(Explorer *explorer, Text *out) {
  const OpsPane *pane = ops_pane(explorer);
  char number[NUMBER_SIZE], spread[NUMBER_SPREAD_SIZE];
  int kernel = explorer_kernel(explorer);
  if (kernel != NO_KERNEL && figures_complete(explorer->figures) && !lesson_withholds(explorer))
    text_printf(out, "  kernel est %s",
                number_time(number, estimator_kernel(explorer->estimator, explorer->plan, kernel)->time_us,
                            explorer->glyphs));
  MeasuredView view = {0};
  if (kernel != NO_KERNEL && explorer->results) view = session_measured(explorer->session, kernel);
  if (view.state == RESULT_DONE && view.measured && view.measured->ok)
    text_printf(
        out, ", measured %s",
        number_time_spread(spread, view.measured->time_us, view.measured->spread_us, explorer->glyphs));
  if (view.kept_at) text_printf(out, " %s", explorer_glyph(explorer, GLYPH_KEPT));
  if (density_update(explorer) && pane->density.changed)
    text_printf(out, "  %s changed, unmeasured", number_kernels(number, pane->density.changed));
  int undo = plan_undo_depth(explorer->plan) - explorer->first_undo;
  if (undo > 0) text_printf(out, "  undo %d", undo);
  const Op *op = explorer->cursor == NO_OP ? NULL : &explorer->graph->ops[explorer->cursor];
  if (op && op->source_file) text_printf(out, "  %s:%d", file_base_name(op->source_file), op->source_line);
}

static Style compose_status(Explorer *explorer, Text *out) {
  if (explorer->task) {
    text_printf(out, "%s %s", explorer_glyph(explorer, GLYPH_RUNNING), work_name(explorer->task));
    return STYLE_STATUS;
  }
  if (search_of(explorer)->typing) {
    text_printf(out, "/%s", search_typed(explorer));
    return STYLE_STATUS;
  }
  if (kernels_filtering(explorer)) {
    text_printf(out, "filter: %s", text_get(&kernels_pane(explorer)->table.filter));
    return STYLE_STATUS;
  }
  if (jump_mark_awaited(explorer)) {
    jump_marks_text(explorer, out);
    return STYLE_STATUS;
  }
  if (explorer->message.length) {
    const char *text = text_get(&explorer->message);
    text_add_bytes(out, text, strcspn(text, "\n"));
    if (strchr(text, '\n')) text_printf(out, " %s", explorer_glyph(explorer, GLYPH_ELLIPSIS));
    return explorer->message_failed ? STYLE_STATUS_ERROR : STYLE_STATUS;
  }
  if (explorer->apart) {
    text_printf(out, "%s %s", explorer_glyph(explorer, GLYPH_RUNNING), work_name(explorer->apart));
    return STYLE_STATUS;
  }
  if (candidates_previewed(explorer)->shown) {
    candidates_would(explorer, out);
    return STYLE_STATUS;
  }
  if (retrace_of(explorer)->open) {
    text_add(out, "only shown: F3 and F4 walk, Enter in the replay tab adopts it, Esc leaves");
    return STYLE_STATUS;
  }
  where(explorer, out);
  state(explorer, out);
  return STYLE_STATUS;
}

// A message that does not fit ends with the key that shows all of it.
static int draw_status_text(Explorer *explorer, Canvas canvas, Style style, const char *text) {
  char key[KEY_NAME_SIZE], rest[KEY_NAME_SIZE + 8] = "";
  int width = canvas.area.width - 1;
  bool cut = text_width(text) > width && explorer->message.length;
  if (cut) snprintf(rest, sizeof rest, " %s: all", action_first_key(action_get(ACTION_MESSAGE), key));
  int end = canvas_text_cut(canvas, 1, 0, width - text_width(rest), style, text,
                            explorer_glyph(explorer, GLYPH_ELLIPSIS));
  return canvas_text(canvas, end, 0, style, rest);
}

void view_status_draw(Explorer *explorer, Canvas canvas) {
  Text text = {0};
  Style style = compose_status(explorer, &text);
  Rect line = {0, 0, canvas.area.width, 1};
  canvas_fill(canvas, line, style);
  int end = draw_status_text(explorer, canvas, style, text_get(&text));
  canvas_under(canvas, line, style);
  if (search_of(explorer)->typing || kernels_filtering(explorer))
    canvas_under(canvas, (Rect){end, 0, 1, 1}, STYLE_CURSOR);
  text_free(&text);
}

// ---- Hints.

enum { HINT_GAP = 2 };

static int draw_hint(Canvas canvas, int x, const char *keys, const char *text) {
  x = canvas_text(canvas, x, 0, STYLE_HINT_KEY, keys);
  return canvas_text(canvas, x + 1, 0, STYLE_HINT, text) + HINT_GAP;
}

// What can be done now, most useful first.
static void draw_action_hints(Explorer *explorer, Canvas canvas) {
  Hint hints[HINTS_MOST];
  int x = 1, count = hints_list(explorer, hints);
  for (int i = 0; i < count; i++) {
    char keys[KEY_NAME_SIZE];
    action_first_key(hints[i].action, keys);
    if (x + text_width(keys) + 1 + text_width(hints[i].text) > canvas.area.width) break;
    x = draw_hint(canvas, x, keys, hints[i].text);
  }
}

void view_hints_click(Explorer *explorer, int x) {
  Hint hints[HINTS_MOST];
  int at = 1, count = hints_list(explorer, hints);
  for (int i = 0; i < count; i++) {
    char keys[KEY_NAME_SIZE];
    int width = text_width(action_first_key(hints[i].action, keys)) + 1 + text_width(hints[i].text);
    if (at + width > explorer->layout.hints.width) return; // not shown
    if (x >= at && x < at + width) {
      action_run(explorer, hints[i].action);
      return;
    }
    at += width + HINT_GAP;
  }
}

// Of what the filter knows: as many as there is room for.
static void draw_examples(Canvas canvas, int x) {
  static const char *const examples[] = {"time>5", "regs>64", "dram>1M", "err>20", "row",
                                         "spill",  "latency", "exp",     "!lib"};
  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
    if (x + text_width(examples[i]) > canvas.area.width) return;
    x = canvas_text(canvas, x, 0, STYLE_HINT, examples[i]) + HINT_GAP;
  }
}

void view_hints_draw(Explorer *explorer, Canvas canvas) {
  if (explorer->picker.open && explorer->picker.reading) {
    draw_hint(canvas, draw_hint(canvas, 1, "Esc", "close"), "Up Down", "scroll");
    return;
  }
  if (kernels_filtering(explorer)) {
    int x = draw_hint(canvas, draw_hint(canvas, 1, "Enter", "filter"), "Esc", "back");
    draw_examples(canvas, draw_hint(canvas, x, "such as", "") - HINT_GAP);
    return;
  }
  if (search_of(explorer)->typing) {
    char what[48];
    snprintf(what, sizeof what, "find %s%s", search_of(explorer)->in_page ? "in " : "an op",
             search_of(explorer)->in_page ? tab_get(explorer->tab)->name : "");
    draw_hint(canvas, draw_hint(canvas, 1, "Enter", what), "Esc", "close");
    return;
  }
  if (explorer->picker.open) {
    int x = draw_hint(canvas, draw_hint(canvas, 1, "Enter", "take"), "Esc", "close");
    draw_hint(canvas, draw_hint(canvas, x, "Up Down", "choose"), "Tab", "complete");
    return;
  }
  if (lesson_is_typing(explorer))
    draw_hint(canvas, draw_hint(canvas, draw_hint(canvas, 1, "Enter", "answer"), "Esc", "later"), "Tab",
              "other panes");
  else
    draw_action_hints(explorer, canvas);
}
