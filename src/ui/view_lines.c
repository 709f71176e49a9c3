// The lines around the panes: header, status, hints.
#include "base/file.h"
#include "ui/candidates_view.h"
#include "ui/hints.h"
#include "ui/lesson.h"
#include "ui/number.h"
#include "ui/task.h"
#include "ui/view.h"

#include <stdio.h>
#include <string.h>

// ---- Header: parts from left to right while they fit; the plan and its totals come first.

static int add_part(Canvas canvas, int x, Style style, const char *text) {
  if (x + text_width(text) + 1 > canvas.area.width) return canvas.area.width;
  return canvas_text(canvas, x, 0, style, text) + 3;
}

static void plan_part(Explorer *explorer, Text *out) {
  int kernels = plan_kernel_count(explorer->plan);
  const Retrace *replay = &explorer->retrace;
  if (replay->open)
    text_printf(out, "replay %s %d/%d", replay->name, replay->at, replay->trail->steps.count);
  else
    text_printf(out, "plan %s", session_plan_title(explorer->session));
  text_printf(out, "  %d ops%s%d kernel%s", explorer->op_count, explorer_glyph(explorer, GLYPH_ARROW_RIGHT),
              kernels, kernels == 1 ? "" : "s");
}

static void total_part(Explorer *explorer, Text *out) {
  char number[NUMBER_SIZE];
  if (!figures_complete(explorer->figures)) {
    text_printf(out, "estimating %d/%d", plan_cost_seen(explorer->figures->cost), plan_slots(explorer->plan));
    return;
  }
  double time = explorer->figures->total.time_us;
  text_printf(out, "est %s", number_time(number, time, explorer->glyphs));
  if (!explorer->preview.shown) return;
  text_printf(out, "%s%s", explorer_glyph(explorer, GLYPH_ARROW_RIGHT),
              number_time(number, time - explorer->preview.saved_us, explorer->glyphs));
}

static void baseline_part(Explorer *explorer, Text *out) {
  double time = explorer->figures->total.time_us;
  if (!figures_complete(explorer->figures) || !explorer->baseline_known || time <= 0) return;
  text_printf(out, "%.2f%s vs %s", explorer->baseline.time_us / time, explorer_glyph(explorer, GLYPH_TIMES),
              explorer->baseline_name);
}

static void measured_part(Explorer *explorer, Text *out) {
  const MeasureReport *report = session_report(explorer->session);
  char number[NUMBER_SPREAD_SIZE];
  if (!report || !report->total.ok) return;
  text_printf(out, "meas %s",
              number_time_spread(number, report->total.time_us, report->total.spread_us, explorer->glyphs));
  if (report->checked)
    text_printf(out, " %s", explorer_glyph(explorer, report->check_pass ? GLYPH_YES : GLYPH_NO));
}

static void jobs_part(Explorer *explorer, Text *out) {
  int done, total;
  if (session_jobs(explorer->session, &done, &total) > 0)
    text_printf(out, "%s %d/%d", explorer_glyph(explorer, GLYPH_RUNNING), done, total);
}

void view_header_draw(Explorer *explorer, Canvas canvas) {
  Text text = {0};
  canvas_fill(canvas, (Rect){0, 0, canvas.area.width, 1}, STYLE_HEADER);
  int x = canvas_printf(canvas, 1, 0, STYLE_STRONG, "%s", explorer->title) + 2;
  static void (*const parts[])(Explorer *, Text *) = {plan_part, total_part, baseline_part, measured_part,
                                                      jobs_part};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    text_clear(&text);
    parts[i](explorer, &text);
    if (text.length) x = add_part(canvas, x, STYLE_HEADER, text_get(&text));
  }
  text_clear(&text);
  const Device *device = session_device(explorer->session);
  text_printf(&text, "%s%s %s", device->name, device->calibrated ? " calibrated" : "",
              device->limits.arch_name);
  if (x + text_width(text_get(&text)) < canvas.area.width)
    canvas_text_right(canvas, canvas.area.width - 1, 0, STYLE_HEADER, text_get(&text));
  canvas_under(canvas, (Rect){0, 0, canvas.area.width, 1}, STYLE_HEADER);
  text_free(&text);
}

// ---- Status.

static void where(Explorer *explorer, Text *out) {
  if (explorer->cursor == NO_OP) return;
  char name[128];
  snprintf(name, sizeof name, "%s", explorer->graph->ops[explorer->cursor].name);
  text_sanitize(name);
  int kernel = explorer_kernel(explorer), rows = explorer->rails->row_count;
  if (kernel != NO_KERNEL) text_printf(out, "K%d ", kernel);
  text_printf(out, "%s  %d/%d", name, explorer->rails->row[explorer->cursor] + 1, rows);
}

static void state(Explorer *explorer, Text *out) {
  char number[NUMBER_SIZE], spread[NUMBER_SPREAD_SIZE];
  int kernel = explorer_kernel(explorer);
  if (kernel != NO_KERNEL && figures_complete(explorer->figures))
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
  int undo = plan_undo_depth(explorer->plan) - explorer->first_undo;
  if (undo > 0) text_printf(out, "  undo %d", undo);
  const Op *op = explorer->cursor == NO_OP ? NULL : &explorer->graph->ops[explorer->cursor];
  if (op && op->source_file) text_printf(out, "  %s:%d", file_base_name(op->source_file), op->source_line);
}

static Style compose_status(Explorer *explorer, Text *out) {
  if (explorer->task) {
    text_printf(out, "%s %s", explorer_glyph(explorer, GLYPH_RUNNING), task_name(explorer->task));
    return STYLE_STATUS;
  }
  if (explorer->search.typing) {
    text_printf(out, "/%s", text_get(&explorer->search.line));
    return STYLE_STATUS;
  }
  if (explorer->filtering) {
    text_printf(out, "filter: %s", text_get(&explorer->kernels.filter));
    return STYLE_STATUS;
  }
  if (explorer->pending != PENDING_NONE) {
    marks_text(explorer, out);
    return STYLE_STATUS;
  }
  if (explorer->message.length) {
    const char *text = text_get(&explorer->message);
    text_add_bytes(out, text, strcspn(text, "\n"));
    if (strchr(text, '\n')) text_printf(out, " %s", explorer_glyph(explorer, GLYPH_ELLIPSIS));
    return explorer->message_failed ? STYLE_STATUS_ERROR : STYLE_STATUS;
  }
  if (explorer->apart) {
    text_printf(out, "%s %s", explorer_glyph(explorer, GLYPH_RUNNING), task_name(explorer->apart));
    return STYLE_STATUS;
  }
  if (explorer->preview.shown) {
    candidates_would(explorer, out);
    return STYLE_STATUS;
  }
  if (explorer->retrace.open) {
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
  if (explorer->search.typing || explorer->filtering)
    canvas_under(canvas, (Rect){end, 0, 1, 1}, STYLE_CURSOR);
  text_free(&text);
}

// ---- Hints.

static int draw_hint(Canvas canvas, int x, const char *keys, const char *text) {
  x = canvas_text(canvas, x, 0, STYLE_HINT_KEY, keys);
  return canvas_text(canvas, x + 1, 0, STYLE_HINT, text) + 2;
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

void view_hints_draw(Explorer *explorer, Canvas canvas) {
  if (explorer->picker.open && explorer->picker.reading) {
    draw_hint(canvas, draw_hint(canvas, 1, "Esc", "close"), "Up Down", "scroll");
    return;
  }
  if (explorer->filtering) {
    int x = draw_hint(canvas, draw_hint(canvas, 1, "Enter", "filter"), "Esc", "back");
    draw_hint(canvas, x, "such as", "time>5  regs>64  dram>1M  err>20  row  spill  latency  exp  !lib");
    return;
  }
  if (explorer->picker.open || explorer->search.typing) {
    int x = draw_hint(canvas, 1, "Enter", explorer->picker.open ? "take" : "find");
    x = draw_hint(canvas, x, "Esc", "close");
    if (explorer->picker.open)
      draw_hint(canvas, draw_hint(canvas, x, "Up Down", "choose"), "Tab", "complete");
    return;
  }
  if (lesson_is_typing(explorer))
    draw_hint(canvas, draw_hint(canvas, draw_hint(canvas, 1, "Enter", "answer"), "Esc", "later"), "Tab",
              "other panes");
  else
    draw_action_hints(explorer, canvas);
}
