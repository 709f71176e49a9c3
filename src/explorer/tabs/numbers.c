// Numbers: a kernel's figures at three levels, and the time that each limit alone would take.
#include "cost/model/replay.h"
#include "explorer/panes/view.h"
#include "explorer/tabs/tab.h"
#include "session/results/kept_times.h"
#include "session/results/profiled.h"
#include "tui/draw.h"
#include "tui/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { COLUMN_ESTIMATE = 18, COLUMN_COMPILED = 27, COLUMN_MEASURED = 36 };

typedef struct Levels {
  const Estimate *estimate;
  const Compiled *compiled; // NULL: none that is current
  const Measured *measured;
  int64_t kept_at; // of the measured: see MeasuredView
  const char *kept_gpu;
} Levels;

static Levels levels_of(Explorer *explorer, int kernel) {
  CompiledView compiled = session_compiled(explorer->session, kernel);
  MeasuredView measured = session_measured(explorer->session, kernel);
  bool timed = measured.state == RESULT_DONE && measured.measured && measured.measured->ok;
  return (Levels){estimator_kernel(explorer->estimator, explorer->plan, kernel),
                  compiled.state == RESULT_DONE ? compiled.compiled : NULL, timed ? measured.measured : NULL,
                  measured.kept_at, measured.kept_gpu};
}

static void add_name(Page *page, const char *name) {
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_DIM, "%s", name);
}

static void add_figure(Explorer *explorer, Page *page, int column, Style style, bool known,
                       const char *text) {
  page_tab(page, column);
  page_add(page, known ? style : STYLE_DIM, "%s", known ? text : explorer_glyph(explorer, GLYPH_NONE));
}

static void add_integers(Explorer *explorer, Page *page, const char *name, int estimate, const int *compiled,
                         const int *measured) {
  char text[NUMBER_SIZE];
  add_name(page, name);
  snprintf(text, sizeof text, "%d", estimate);
  add_figure(explorer, page, COLUMN_ESTIMATE, STYLE_ESTIMATE, estimate >= 0, text);
  if (compiled) snprintf(text, sizeof text, "%d", *compiled);
  add_figure(explorer, page, COLUMN_COMPILED, STYLE_COMPILED, compiled != NULL, text);
  if (measured) snprintf(text, sizeof text, "%d", *measured);
  add_figure(explorer, page, COLUMN_MEASURED, STYLE_MEASURED, measured != NULL, text);
}

static void add_time(Explorer *explorer, Page *page, const Levels *levels) {
  char text[NUMBER_SPREAD_SIZE], number[NUMBER_SIZE];
  add_name(page, "time");
  number_time(number, levels->estimate->time_us, explorer->glyphs);
  add_figure(explorer, page, COLUMN_ESTIMATE, STYLE_ESTIMATE, true, number);
  if (!levels->measured) {
    add_figure(explorer, page, COLUMN_MEASURED, STYLE_MEASURED, false, "");
    return;
  }
  number_time_spread(text, levels->measured->time_us, levels->measured->spread_us, explorer->glyphs);
  add_figure(explorer, page, COLUMN_MEASURED, STYLE_MEASURED, true, text);
}

static void add_bytes(Page *page, const char *name, int64_t compulsory, int64_t moved) {
  char number[NUMBER_SIZE];
  add_name(page, name);
  page_tab(page, COLUMN_ESTIMATE);
  page_add(page, STYLE_ESTIMATE, "%s", number_bytes(number, (double)compulsory));
  if (moved < 0) return;
  page_tab(page, COLUMN_COMPILED);
  page_add(page, STYLE_DIM, "moved %s", number_bytes(number, (double)moved));
}

static void add_counter(Page *page, const char *name, double bytes) {
  char number[NUMBER_SIZE];
  add_name(page, name);
  page_tab(page, COLUMN_MEASURED);
  page_add(page, STYLE_MEASURED, "%s", number_bytes(number, bytes));
}

// Behind the kernels that launch before it, part of what it reads need not come from DRAM.
static void add_place(Explorer *explorer, Page *page, const Replayed *place) {
  char bytes[NUMBER_SIZE], time[NUMBER_SIZE];
  add_name(page, "  in the plan");
  page_tab(page, COLUMN_ESTIMATE);
  page_add(page, STYLE_ESTIMATE, "%s", number_bytes(bytes, (double)place->dram_bytes));
  page_tab(page, COLUMN_COMPILED);
  page_add(page, STYLE_DIM, "%s from L2, %s", number_bytes(bytes, (double)place->hit_bytes),
           number_time(time, place->time_us, explorer->glyphs));
}

// Of one launch, from an emptied cache.
static void add_counted(Page *page, const CounterValues *counters) {
  add_counter(page, "DRAM read", counters->dram_read_bytes);
  add_counter(page, "DRAM written", counters->dram_write_bytes);
  add_counter(page, "between L1 and L2", counters->l2_bytes);
  add_counter(page, "spill traffic", counters->local_read_bytes + counters->local_write_bytes);
  add_name(page, "achieved occupancy");
  page_tab(page, COLUMN_MEASURED);
  page_add(page, STYLE_MEASURED, "%d%%", number_percent(counters->occupancy));
}

static void add_heading(Explorer *explorer, Page *page, int kernel) {
  const PlanLowered *lowered = plan_lowered(explorer->plan, kernel);
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_KERNEL, "K%d", kernel);
  page_add(page, STYLE_TEXT, " %s", template_name(lowered->schedule.kind));
  if (lowered->nest)
    page_add(page, STYLE_TEXT, ", %" PRId64 " block%s of %d threads", lowered->launch.grid,
             lowered->launch.grid == 1 ? "" : "s", lowered->launch.threads);
  page_line(page, PAGE_NO_TAG);
  page_tab(page, COLUMN_ESTIMATE);
  page_add(page, STYLE_COLUMN, "estimate");
  page_tab(page, COLUMN_COMPILED);
  page_add(page, STYLE_COLUMN, "nvcc");
  page_tab(page, COLUMN_MEASURED);
  page_add(page, STYLE_COLUMN, "measured");
}

// What the estimate of registers is made of, as far as it is anything.
static void add_register_parts(Page *page, const RegisterParts *parts, int width) {
  const struct {
    const char *one, *many;
    int registers;
  } rows[] = {{"held", "held", parts->held},
              {"in flight", "in flight", parts->in_flight},
              {"accumulator", "accumulators", parts->accumulators},
              {"shared", "shared", parts->shared},
              {"in use", "in use", parts->values},
              {"rest", "rest", parts->rest > 0 ? parts->rest : 0}};
  Text text = {0};
  const char *between = "of them ";
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    int registers = rows[i].registers;
    if (registers == 0) continue;
    text_printf(&text, "%s%d %s", between, registers, registers == 1 ? rows[i].one : rows[i].many);
    between = ", ";
  }
  if (parts->rest < 0) text_printf(&text, ", less %d in turn", -parts->rest);
  if (*text_get(&text)) page_paragraph(page, PAGE_NO_TAG, 2, width, STYLE_DIM, text_get(&text));
  text_free(&text);
}

static void add_levels(Explorer *explorer, Page *page, const Levels *levels, const Replayed *place,
                       int width) {
  const Estimate *estimate = levels->estimate;
  const Compiled *compiled = levels->compiled;
  const Measured *measured = levels->measured;
  int spill = compiled ? compiled->spill_store_bytes + compiled->spill_load_bytes : 0;
  const int unknown = -1; // what a library takes
  bool own = !estimate->is_library;
  add_integers(explorer, page, "registers", estimate->registers, compiled ? &compiled->registers : NULL,
               measured ? &measured->registers : NULL);
  if (own) add_register_parts(page, &estimate->register_parts, width);
  add_integers(explorer, page, "spilled bytes", own ? estimate->spill_bytes : unknown,
               compiled ? &spill : NULL, measured ? &measured->local_bytes : NULL);
  add_integers(explorer, page, "shared bytes", own ? estimate->shared_bytes : unknown,
               compiled ? &compiled->shared_bytes : NULL, NULL);
  if (own) {
    page_line(page, PAGE_NO_TAG);
    page_add(page, STYLE_DIM, "occupancy");
    page_tab(page, COLUMN_ESTIMATE);
    page_add(page, STYLE_ESTIMATE, "%d%%", number_percent(estimate->occupancy));
    page_line(page, PAGE_NO_TAG);
    page_add(page, STYLE_DIM, "loads, stores");
    page_tab(page, COLUMN_ESTIMATE);
    page_add(page, STYLE_ESTIMATE, "%d, %d", estimate->loads, estimate->stores);
    page_tab(page, COLUMN_COMPILED);
    page_add(page, STYLE_DIM, "per thread");
  }
  add_time(explorer, page, levels);
  add_bytes(page, "read", estimate->read_bytes, estimate->moved_read_bytes);
  add_bytes(page, "written", estimate->write_bytes, estimate->moved_write_bytes);
  add_bytes(page, "DRAM", estimate->dram_bytes, -1);
  if (place->hit_bytes > 0) add_place(explorer, page, place);
  if (measured && measured->counted) add_counted(page, &measured->counters);
}

// A time of an earlier run says when it was measured and where.
static void add_kept(Explorer *explorer, Page *page, const Levels *levels, int width) {
  char date[KEPT_DATE_SIZE];
  Text text = {0};
  if (!levels->measured || !levels->kept_at) return;
  text_printf(&text, "%s measured %s by an earlier run, on %s", explorer_glyph(explorer, GLYPH_KEPT),
              kept_date(date, levels->kept_at), levels->kept_gpu);
  page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_MEASURED, text_get(&text));
  text_free(&text);
}

static void add_known_bytes(Text *text, const char *what, double bytes) {
  char number[NUMBER_SIZE];
  if (bytes >= 0) text_printf(text, ", %s %s", what, number_bytes(number, bytes));
}

// What a profile of the program says of the launches whose work the kernel does.
static void add_profile(Explorer *explorer, Page *page, int kernel, int width) {
  ProfiledView view = session_profiled(explorer->session, kernel);
  char number[NUMBER_SPREAD_SIZE];
  Text text = {0};
  if (!view.known) return;
  text_add(&text, "profile");
  if (view.time_us >= 0)
    text_printf(&text, " %s of",
                view.spread_us >= 0
                    ? number_time_spread(number, view.time_us, view.spread_us, explorer->glyphs)
                    : number_time(number, view.time_us, explorer->glyphs));
  text_printf(&text, " %d launch%s", view.launches, view.launches == 1 ? "" : "es");
  if (view.time_us >= 0) text_printf(&text, ", median of %d", view.samples);
  if (view.stream >= 0) text_printf(&text, ", stream %d", view.stream);
  if (view.registers >= 0) text_printf(&text, ", %d registers", view.registers);
  if (view.occupancy >= 0) text_printf(&text, ", occupancy %d%%", number_percent(view.occupancy));
  if (view.dram_share >= 0) text_printf(&text, ", DRAM at %d%%", number_percent(view.dram_share));
  add_known_bytes(&text, "DRAM read", view.dram_read_bytes);
  add_known_bytes(&text, "written", view.dram_write_bytes);
  page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_MEASURED, text_get(&text));
  text_free(&text);
}

// ---- Limits: bars against the slowest.

static void add_limit(Explorer *explorer, Page *page, const char *name, double us, bool binding, double most,
                      int width) {
  char number[NUMBER_SIZE];
  Text bar = {0};
  page_line(page, PAGE_NO_TAG);
  page_add(page, binding ? STYLE_STRONG : STYLE_DIM, "%-8s", name);
  draw_bar_text(&bar, width < 50 ? 16 : 28, us / most, explorer->glyphs);
  page_add(page, STYLE_BAR, " %s", text_get(&bar));
  page_add(page, binding ? STYLE_STRONG : STYLE_TEXT, " %s%s", number_time(number, us, explorer->glyphs),
           binding ? " binds" : "");
  text_free(&bar);
}

// Of L1 only where its lookups come near what binds; spills and the finish come on top of the limits.
static void add_limits(Explorer *explorer, Page *page, const Estimate *estimate, int width) {
  double terms[TERM_COUNT] = {0}, most = 0;
  estimate_terms(estimate, terms);
  for (int i = 0; i < LIMIT_COUNT; i++)
    terms[i] = estimate_alone_us(session_device(explorer->session), estimate, (Limit)i);
  if (!estimate_l1_counts(estimate)) terms[LIMIT_L1] = 0;
  for (int i = 0; i < TERM_COUNT; i++)
    most = fmax(most, terms[i]);
  page_line(page, PAGE_NO_TAG);
  for (int i = 0; i < TERM_COUNT; i++)
    if (terms[i] > 0)
      add_limit(explorer, page, estimate_term_name(i), terms[i], i == (int)estimate->limit, most, width);
  if (!estimate->is_library && terms[LIMIT_L2] > estimate->pipe_us[LIMIT_L2])
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM,
                   "l2: with copies of matrices, which run beside the tensor cores, within their time");
}

// ---- Failures.

static void add_failure(Page *page, const char *level, const char *error, int width) {
  if (!error || !*error) return;
  page_line(page, PAGE_NO_TAG);
  page_line(page, PAGE_NO_TAG);
  page_add(page, STYLE_BAD, "%s failed", level);
  page_paragraph(page, PAGE_NO_TAG, 2, width, STYLE_TEXT, error);
}

static void make(Explorer *explorer, Page *page, int width) {
  int kernel = explorer_kernel(explorer);
  if (kernel == NO_KERNEL) {
    page_paragraph(page, PAGE_NO_TAG, 0, width, STYLE_DIM, "A view belongs to no kernel.");
    return;
  }
  Levels levels = levels_of(explorer, kernel);
  Replayed place;
  Replay *replay =
      replay_place(session_device(explorer->session), explorer->estimator, explorer->plan, kernel, &place);
  add_heading(explorer, page, kernel);
  add_levels(explorer, page, &levels, &place, width);
  add_kept(explorer, page, &levels, width);
  add_profile(explorer, page, kernel, width);
  add_failure(page, "compiling", session_compiled(explorer->session, kernel).error, width);
  add_failure(page, "timing", session_measured(explorer->session, kernel).error, width);
  add_limits(explorer, page, levels.estimate, width);
  replay_free(replay);
}

const Tab tab_numbers = {
    .name = "Numbers",
    .action = TAB_ACTION(NUMBERS, "tab: numbers", "i", "figures at three levels, and limits"),
    .subject = SUBJECT_KERNEL,
    .make = make,
};
