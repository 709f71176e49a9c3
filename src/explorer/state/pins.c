// Pins: listed, marked and set.
#include "explorer/state/pins.h"

#include "explorer/actions/action.h"
#include "explorer/actions/alike.h"
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

static void accept_pin(Explorer *explorer, const char *text, const PickerItem *item) {
  if (!item) {
    explorer_fail(explorer, "there is no \"%s\" in the list", text);
    return;
  }
  int op = explorer->cursor, other = item->value / CHOOSE_COUNT;
  Reason reason = {0};
  static const int kinds[] = {
      [CHOOSE_UNPIN] = -1, [CHOOSE_TOGETHER] = PIN_TOGETHER, [CHOOSE_APART] = PIN_APART};
  Proposal proposal = {
      .kind = PROPOSE_PIN, .op = op, .other = other, .value = kinds[item->value % CHOOSE_COUNT]};
  if (alike_make(explorer, proposal, "pinned", "pin")) return;
  if (!plan_propose(explorer->plan, &proposal, &reason)) {
    explorer_refuse(explorer, "cannot pin", &reason);
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
