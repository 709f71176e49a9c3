// Setting a knob of a kernel's schedule by hand: first which knob, then which value. Each value is listed
// with what the estimate makes of it, here and, while edits are made in all alike places, in these together;
// what does not fit is greyed with the reason.
#include "explorer/actions/action.h"
#include "explorer/actions/alike.h"
#include "explorer/state/change.h"
#include "kernel/template/candidates.h"
#include "tui/number.h"

#include <stdio.h>

// The picker hands one number back: the knob and the value.
enum { BY_RULE = -1, VALUE_BITS = 20, REGISTER_STEP = 8, TILE_STEP = 64 };

static int pack(Knob knob, int value) {
  return (int)knob << VALUE_BITS | (value + 1);
}

static int packed_value(int packed) {
  return (packed & ((1 << VALUE_BITS) - 1)) - 1;
}

// ---- The values of a knob.

typedef struct Choice {
  Explorer *explorer;
  PlanKernel kernel;
  const PlanLowered *lowered;
  Knob knob;
  int alike;     // kernels in which the value would be set
  double now_us; // estimate of the kernel as it is
} Choice;

// Kernels that are alike have one code and one estimate.
static void count_alike(Choice *choice) {
  Explorer *explorer = choice->explorer;
  choice->alike = alike_is_on(explorer) ? alike_kernels(explorer) : 1;
  choice->now_us = estimator_lowered(explorer->estimator, explorer->graph, choice->lowered)->time_us;
}

static void add_alike(const Choice *choice, double time_us, Text *out) {
  char change[NUMBER_SIZE];
  if (choice->alike < 2) return;
  text_printf(
      out, "; %d alike %s", choice->alike,
      number_time_change(change, choice->alike * (time_us - choice->now_us), choice->explorer->glyphs));
}

static void add_refused(Choice *choice, int value, const char *label, const Reason *reason) {
  picker_item(&choice->explorer->picker, label, "", NULL, reason->text, pack(choice->knob, value));
}

static void add_fitting(Choice *choice, int value, const char *label, const Schedule *schedule) {
  Explorer *explorer = choice->explorer;
  const PlanLowered *variant = plan_variant(choice->lowered, schedule, plan_limits(explorer->plan));
  const Estimate *estimate = estimator_lowered(explorer->estimator, explorer->graph, variant);
  char time[NUMBER_SIZE];
  Text detail = {0};
  text_printf(&detail, "est %s, %d registers", number_time(time, estimate->time_us, explorer->glyphs),
              estimate->registers);
  if (estimate->spill_bytes) text_printf(&detail, ", %d bytes spilled", estimate->spill_bytes);
  add_alike(choice, estimate->time_us, &detail);
  int has = choice->lowered->schedule.knob[choice->knob];
  bool now = schedule->knob[choice->knob] == has && (value == BY_RULE || value == has); // others come to it
  picker_item(&explorer->picker, label, text_get(&detail), now ? "now" : "", NULL, pack(choice->knob, value));
  text_free(&detail);
  plan_release(variant);
}

static void add_value(Choice *choice, int value) {
  ScheduleOverride override = choice->kernel.override;
  Schedule schedule;
  Reason reason = {0};
  char label[32] = "as the rules choose";
  if (value == BY_RULE)
    override.set &= ~((uint32_t)1 << choice->knob);
  else
    schedule_override_set(&override, choice->knob, value), snprintf(label, sizeof label, "%d", value);
  if (schedule_choose(choice->lowered->nest, plan_limits(choice->explorer->plan), &override, &schedule,
                      &reason))
    add_fitting(choice, value, label, &schedule);
  else
    add_refused(choice, value, label, &reason);
}

// Register caps come in the steps of the hardware, rows and columns of a product's tile in those of its
// slabs.
static int step_of(const Choice *choice) {
  bool product = choice->lowered->schedule.knob[KNOB_columns] > 0;
  if (choice->knob == KNOB_registers) return REGISTER_STEP;
  return product && (choice->knob == KNOB_rows || choice->knob == KNOB_columns) ? TILE_STEP : 0;
}

// In such steps, else forms one by one and all else in powers of two; and the value that it has, where it is
// none of these.
static void add_values(Choice *choice) {
  const int step = step_of(choice);
  int now = choice->lowered->schedule.knob[choice->knob];
  bool listed = now <= 0;
  add_value(choice, BY_RULE);
  for (int value = 0; value <= 1 << 16;) {
    if (knob_check(choice->knob, value, NULL)) {
      if (!listed && now < value) add_value(choice, now), listed = true;
      add_value(choice, value);
      listed |= now == value;
    }
    value = step ? value + step : value ? 2 * value : 1;
  }
  if (!listed) add_value(choice, now);
}

// ---- Setting it.

static void accept_value(Explorer *explorer, const char *text, const PickerItem *item) {
  if (!item) {
    explorer_fail(explorer, "there is no value \"%s\" in the list", text);
    return;
  }
  Knob knob = (Knob)(item->value >> VALUE_BITS);
  int value = packed_value(item->value), op = plan_kernel(explorer->plan, explorer_kernel(explorer)).ops[0];
  Reason reason = {0};
  Proposal proposal = {
      .kind = PROPOSE_KNOB, .op = op, .kernel = explorer_kernel(explorer), .knob = knob, .value = value};
  char done[64];
  snprintf(done, sizeof done, value == BY_RULE ? "%s as the rules choose" : "%s set to %d", knob_name(knob),
           value);
  if (alike_make(explorer, proposal, done, "set the knob")) return;
  Change change = {.before = change_side(explorer->figures, &op, 1)};
  if (!plan_schedule(explorer->plan, explorer_kernel(explorer), knob, value, &reason)) {
    char what[64];
    snprintf(what, sizeof what, "cannot set %s", knob_name(knob));
    explorer_refuse(explorer, what, &reason);
    return;
  }
  change.after = change_side(explorer->figures, &op, 1);
  Text said = {0};
  text_add(&said, knob_name(knob));
  if (value == BY_RULE)
    text_add(&said, " as the rules choose: ");
  else
    text_printf(&said, " set to %d: ", value);
  change_text(&change, explorer->glyphs, true, &said);
  explorer_say(explorer, "%s", text_get(&said));
  text_free(&said);
}

static void accept_knob(Explorer *explorer, const char *text, const PickerItem *item) {
  if (!item) {
    explorer_fail(explorer, "there is no knob \"%s\"", text);
    return;
  }
  int kernel = explorer_kernel(explorer);
  Choice choice = {explorer,
                   plan_kernel(explorer->plan, kernel),
                   plan_lowered(explorer->plan, kernel),
                   (Knob)item->value,
                   1,
                   0};
  count_alike(&choice);
  picker_open(&explorer->picker, knob_name(choice.knob), accept_value);
  add_values(&choice);
  picker_filter(&explorer->picker);
}

void action_set_knob(Explorer *explorer) {
  int kernel = explorer_kernel(explorer);
  const PlanLowered *lowered = plan_lowered(explorer->plan, kernel);
  if (!lowered->nest) {
    explorer_fail(explorer, "a library chooses how this kernel runs: it has no knobs");
    return;
  }
  ScheduleOverride override = plan_kernel(explorer->plan, kernel).override;
  picker_open(&explorer->picker, "Knobs of the kernel's schedule", accept_knob);
  for (int knob = 0; knob < KNOB_COUNT; knob++) {
    char now[32];
    int value = lowered->schedule.knob[knob];
    if (value == KNOB_OWN)
      snprintf(now, sizeof now, "each part's own");
    else
      snprintf(now, sizeof now, "%d%s", value, override.set >> knob & 1 ? " set" : "");
    picker_item(&explorer->picker, knob_name((Knob)knob), knob_help((Knob)knob), now, NULL, knob);
  }
  picker_filter(&explorer->picker);
}
