// What an edit changes.
#include "explorer/state/change.h"

#include "tui/number.h"

#include <math.h>
#include <string.h>

// Without an estimate there is no such kernel.
static void add_kernel(ChangeSide *side, int kernel, const Estimate *estimate) {
  int at = 0;
  if (!estimate) return;
  while (at < side->count && side->kernel[at] < kernel)
    at++;
  if (side->count == CHANGE_KERNELS || (at < side->count && side->kernel[at] == kernel)) return;
  size_t behind = sizeof(int) * (size_t)(side->count - at);
  memmove(side->kernel + at + 1, side->kernel + at, behind);
  memmove(side->registers + at + 1, side->registers + at, behind);
  memmove(side->spill_bytes + at + 1, side->spill_bytes + at, behind);
  side->kernel[at] = kernel;
  side->registers[at] = estimate->registers;
  side->spill_bytes[at] = estimate->spill_bytes;
  side->count++;
  estimate_terms(estimate, side->term_us);
  if (estimate->loads > 0) side->loads += estimate->loads;
  if (estimate->stores > 0) side->stores += estimate->stores;
}

ChangeSide change_side(Figures *figures, const int *ops, int op_count) {
  ChangeSide side = {0};
  for (int i = 0; i < op_count; i++) {
    int kernel = plan_home(figures->plan, ops[i]);
    if (kernel != NO_KERNEL)
      add_kernel(&side, kernel, estimator_kernel(figures->estimator, figures->plan, kernel));
  }
  figures_update(figures, -1);
  side.dram_bytes = figures->total.dram_bytes;
  side.time_us = figures->total.time_us;
  return side;
}

Change change_of_what_if(const Plan *plan, const WhatIf *what_if, int a, int b) {
  Change change = {0};
  int first = plan_home(plan, a), second = plan_home(plan, b);
  add_kernel(&change.before, first, what_if->before_a);
  add_kernel(&change.before, second, what_if->before_b);
  add_kernel(&change.after, first < second ? first : second, what_if->after);
  change.before.dram_bytes = what_if->saved_dram_bytes;
  change.before.time_us = what_if->saved_us;
  return change;
}

Change change_of_cut(const Plan *plan, const WhatIfCut *what_if, int op) {
  Change change = {0};
  int home = plan_home(plan, op);
  add_kernel(&change.before, home, what_if->before);
  add_kernel(&change.after, home, what_if->staying);
  add_kernel(&change.after, home + 1, what_if->leaving); // its number is not known before it is made
  change.before.dram_bytes = what_if->saved_dram_bytes;
  change.before.time_us = what_if->saved_us;
  return change;
}

Change change_of_effect(const Effect *effect) {
  Change change = {0};
  for (int i = 0; i < effect->kernel_count; i++) {
    add_kernel(&change.before, effect->kernels[i].kernel, effect->kernels[i].before);
    add_kernel(&change.after, effect->kernels[i].kernel, effect->kernels[i].after);
  }
  change.before.dram_bytes = effect->saved_dram_bytes;
  change.before.time_us = effect->saved_us;
  return change;
}

double change_time(const Change *change) {
  return change->after.time_us - change->before.time_us;
}

static void add_numbers(const int *numbers, int count, const char *prefix, const char *separator, Text *out) {
  for (int i = 0; i < count; i++) {
    text_add(out, i ? separator : "");
    if (numbers[i] < 0)
      text_add(out, "?");
    else
      text_printf(out, "%s%d", prefix, numbers[i]);
  }
}

static bool same_numbers(const int *a, int a_count, const int *b, int b_count) {
  return a_count == b_count && !memcmp(a, b, sizeof *a * (size_t)a_count);
}

static void add_pair(const char *name, int before, int after, const char *arrow, Text *out) {
  if (before != after) text_printf(out, "  %s %d%s%d", name, before, arrow, after);
}

static int spills(const ChangeSide *side) {
  int bytes = 0;
  for (int i = 0; i < side->count; i++)
    if (side->spill_bytes[i] > 0) bytes += side->spill_bytes[i];
  return bytes;
}

static void add_registers(const Change *change, const char *arrow, Text *out) {
  const ChangeSide *before = &change->before, *after = &change->after;
  if (same_numbers(before->registers, before->count, after->registers, after->count)) return;
  text_add(out, "regs ");
  add_numbers(before->registers, before->count, "", ",", out);
  text_add(out, arrow);
  add_numbers(after->registers, after->count, "", ",", out);
  text_add(out, "  ");
}

static void add_dram(const Change *change, Text *out) {
  char number[NUMBER_SIZE];
  int64_t bytes = change->after.dram_bytes - change->before.dram_bytes;
  text_printf(out, "DRAM %s", number_bytes_change(number, (double)bytes));
}

static void add_accesses(const Change *change, const char *arrow, Text *out) {
  const ChangeSide *before = &change->before, *after = &change->after;
  add_pair("loads", before->loads, after->loads, arrow, out);
  add_pair("stores", before->stores, after->stores, arrow, out);
  add_pair("spill", spills(before), spills(after), arrow, out);
}

void change_text(const Change *change, GlyphSet glyphs, bool kernels, Text *out) {
  const ChangeSide *before = &change->before, *after = &change->after;
  const char *arrow = glyph_get(glyphs, GLYPH_ARROW_RIGHT);
  char number[NUMBER_SIZE];
  if (kernels) {
    add_numbers(before->kernel, before->count, "K", "+", out);
    text_add(out, arrow);
    add_numbers(after->kernel, after->count, "K", "+", out);
    text_add(out, "  ");
  }
  add_registers(change, arrow, out);
  add_dram(change, out);
  text_printf(out, "  time %s", number_time_change(number, change_time(change), glyphs));
  add_accesses(change, arrow, out);
}

void change_terms(const Change *change, GlyphSet glyphs, Text *out) {
  char number[NUMBER_SIZE];
  bool first = true;
  for (int term = 0; term < TERM_COUNT; term++) {
    double us = change->after.term_us[term] - change->before.term_us[term];
    if (us == 0 || fabs(us) < 0.01 * fabs(change_time(change))) continue;
    text_printf(out, "%s%s %s", first ? "" : ", ", estimate_term_name(term),
                number_time_change(number, us, glyphs));
    first = false;
  }
}

// Less is shown as 0.00 µs.
static const double SHOWN_US = 0.005;

// Fewer bytes and more time, or the other way round, or other time for the same: then something else binds,
// which is told.
static bool goes_against_bytes(const Change *change) {
  int64_t bytes = change->after.dram_bytes - change->before.dram_bytes;
  if (bytes == 0) return fabs(change_time(change)) >= SHOWN_US;
  return (bytes > 0 && change_time(change) < 0) || (bytes < 0 && change_time(change) > 0);
}

void change_figures(const Change *change, GlyphSet glyphs, Text *out) {
  const char *arrow = glyph_get(glyphs, GLYPH_ARROW_RIGHT);
  add_registers(change, arrow, out);
  add_dram(change, out);
  add_accesses(change, arrow, out);
  if (!goes_against_bytes(change)) return;
  text_add(out, "; by ");
  change_terms(change, glyphs, out);
}
