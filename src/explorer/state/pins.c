// Pins: listed, marked and set.
#include "explorer/state/pins.h"

#include "explorer/actions/action.h"
#include "explorer/tabs/why.h"

#include <stdio.h>

enum { NAME_MOST = 96 };

static const char *clean_name(const Explorer *explorer, int op, char out[NAME_MOST]) {
  snprintf(out, NAME_MOST, "%s", explorer->graph->ops[op].name);
  text_sanitize(out);
  return out;
}

// ---- Shown.

static int other_end(const Pin *pin, int op) {
  return pin->a == op ? pin->b : pin->b == op ? pin->a : NO_OP;
}

bool pins_text(const Explorer *explorer, int op, Text *out) {
  int count;
  const Pin *pins = plan_pins(explorer->plan, &count);
  bool any = false;
  char name[NAME_MOST];
  for (int i = 0; i < count; i++) {
    int other = other_end(&pins[i], op);
    if (other == NO_OP) continue;
    text_printf(out, "%s%s with %s", any ? ", " : "", pins[i].kind == PIN_TOGETHER ? "always" : "never",
                clean_name(explorer, other, name));
    any = true;
  }
  return any;
}

const char *pins_mark(const Explorer *explorer, int op) {
  int count;
  const Pin *pins = plan_pins(explorer->plan, &count);
  const char *mark = "";
  for (int i = 0; i < count; i++) {
    if (other_end(&pins[i], op) == NO_OP) continue;
    if (pins[i].kind == PIN_TOGETHER) return explorer_glyph(explorer, GLYPH_PIN_TOGETHER);
    mark = explorer_glyph(explorer, GLYPH_PIN_APART);
  }
  return mark;
}

// ---- Set.

// What is done with another op: the picker hands back one number for both.
typedef enum PinChoice { CHOOSE_UNPIN, CHOOSE_TOGETHER, CHOOSE_APART, CHOOSE_COUNT } PinChoice;

// Ops that are apart are fused first, as one edit.
static bool keep_together(Plan *plan, int op, int other, Reason *reason) {
  bool apart = plan_home(plan, op) != plan_home(plan, other);
  plan_begin(plan);
  if ((!apart || plan_fuse(plan, op, other, false, reason)) &&
      plan_pin(plan, PIN_TOGETHER, op, other, reason)) {
    plan_commit(plan);
    return true;
  }
  plan_rollback(plan);
  return false;
}

static bool set_pin(Plan *plan, int op, int other, PinChoice choice, Reason *reason) {
  switch (choice) {
    case CHOOSE_TOGETHER:
      return keep_together(plan, op, other, reason);
    case CHOOSE_APART:
      return plan_pin(plan, PIN_APART, op, other, reason);
    default:
      return plan_unpin(plan, op, other, reason);
  }
}

static void accept_pin(Explorer *explorer, const char *text, const PickerItem *item) {
  if (!item) {
    explorer_fail(explorer, "there is no \"%s\" in the list", text);
    return;
  }
  int op = explorer->cursor, other = item->value / CHOOSE_COUNT;
  Reason reason = {0};
  if (!set_pin(explorer->plan, op, other, (PinChoice)(item->value % CHOOSE_COUNT), &reason)) {
    explorer_fail(explorer, "cannot pin: %s%s%s", reason.text, *reason.remedy ? " " : "", reason.remedy);
    return;
  }
  Text pins = {0};
  char name[NAME_MOST];
  bool any = pins_text(explorer, op, &pins);
  explorer_say(explorer, "%s: %s", clean_name(explorer, op, name), any ? text_get(&pins) : "no pins");
  text_free(&pins);
}

static void add_item(Explorer *explorer, int other, PinChoice choice, const char *detail) {
  static const char *const what[] = {
      [CHOOSE_UNPIN] = "no more", [CHOOSE_TOGETHER] = "always with", [CHOOSE_APART] = "never with"};
  Text label = {0};
  char kernel[16], name[NAME_MOST];
  snprintf(kernel, sizeof kernel, "K%d", plan_home(explorer->plan, other));
  text_printf(&label, "%s %s", what[choice], clean_name(explorer, other, name));
  picker_item(&explorer->picker, text_get(&label), detail, kernel, NULL, other * CHOOSE_COUNT + (int)choice);
  text_free(&label);
}

static void add_present(Explorer *explorer) {
  int count;
  const Pin *pins = plan_pins(explorer->plan, &count);
  for (int i = 0; i < count; i++) {
    int other = other_end(&pins[i], explorer->cursor);
    if (other != NO_OP)
      add_item(explorer, other, CHOOSE_UNPIN,
               pins[i].kind == PIN_TOGETHER ? "takes the pin away that keeps them together"
                                            : "takes the pin away that keeps them apart");
  }
}

static bool is_pinned(const Plan *plan, int a, int b) {
  int count;
  const Pin *pins = plan_pins(plan, &count);
  for (int i = 0; i < count; i++)
    if (other_end(&pins[i], a) == b) return true;
  return false;
}

static void add_neighbour(Explorer *explorer, int other) {
  Plan *plan = explorer->plan;
  if (is_pinned(plan, explorer->cursor, other)) return;
  bool apart = plan_home(plan, other) != plan_home(plan, explorer->cursor);
  if (apart) add_item(explorer, other, CHOOSE_APART, "heuristics and edits leave them in two kernels");
  add_item(explorer, other, CHOOSE_TOGETHER,
           apart ? "fuses them first; nothing takes them apart again" : "nothing takes them apart");
}

void action_pin(Explorer *explorer) {
  picker_open(&explorer->picker, "Pin the op", accept_pin);
  add_present(explorer);
  const Why *why = why_here(explorer);
  for (int i = 0; i < why->edge_count; i++) {
    const WhyEdge *edge = &why->edges[i];
    add_neighbour(explorer, edge->incoming ? edge->producer : edge->consumer);
  }
  picker_filter(&explorer->picker);
}
