// Plans to JSON. Kernels of one op without copies or overrides are left out: an op that no kernel names is
// alone.
//
//   { "format": "fusebox-plan", "version": 1, "graph": "rmsnorm", "graph_hash": "0123456789abcdef",
//     "origin": { "kind": "heuristic", "name": "greedy", "options": "" },
//     "kernels": [ { "ops": ["xf", "sq"], "copies": ["c"], "schedule": { "threads": 256 } } ],
//     "pins": [ { "kind": "together", "ops": ["xf", "sq"] } ] }
#include "base/arena.h"
#include "base/json.h"
#include "plan/file/plan_file.h"
#include "plan/plan_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void plan_origin_write(const PlanOrigin *origin, JsonWriter *writer) {
  json_put_string(writer, "kind", origin->kind ? origin->kind : "hand");
  json_put_string(writer, "name", origin->name ? origin->name : "");
  json_put_string(writer, "options", origin->options ? origin->options : "");
}

static void write_names(JsonWriter *writer, const char *key, const Plan *plan, const Integers *ops) {
  json_begin_array(writer, key);
  for (int i = 0; i < ops->count; i++)
    json_put_string(writer, NULL, plan_op_name(plan, ops->data[i]));
  json_end(writer);
}

static void write_schedule(JsonWriter *writer, const ScheduleOverride *override) {
  json_begin_inline(writer, "schedule", false);
  for (int knob = 0; knob < KNOB_COUNT; knob++)
    if (override->set >> knob & 1) json_put_integer(writer, knob_name((Knob)knob), override->knob[knob]);
  json_end(writer);
}

static void write_kernel(JsonWriter *writer, const Plan *plan, const Slot *slot) {
  json_begin_object(writer, NULL);
  write_names(writer, "ops", plan, &slot->ops);
  if (slot->copies.count) write_names(writer, "copies", plan, &slot->copies);
  if (slot->override.set) write_schedule(writer, &slot->override);
  json_end(writer);
}

// By smallest op, so that equal plans give equal files whatever their slots.
static void write_kernels(JsonWriter *writer, const Plan *plan) {
  json_begin_array(writer, "kernels");
  for (int op = 0; op < plan->op_count; op++) {
    if (home_of(plan, op) == NO_KERNEL) continue;
    const Slot *slot = slot_of(plan, home_of(plan, op));
    bool plain = slot->ops.count == 1 && slot->copies.count == 0 && slot->override.set == 0;
    if (slot->ops.data[0] == op && !plain) write_kernel(writer, plan, slot);
  }
  json_end(writer);
}

static void write_pins(JsonWriter *writer, const Plan *plan) {
  json_begin_array(writer, "pins");
  for (int i = 0; i < plan->pins.count; i++) {
    const Pin *pin = &plan->pins.data[i];
    json_begin_inline(writer, NULL, false);
    json_put_string(writer, "kind", pin->kind == PIN_TOGETHER ? "together" : "apart");
    json_begin_inline(writer, "ops", true);
    json_put_string(writer, NULL, plan_op_name(plan, pin->a));
    json_put_string(writer, NULL, plan_op_name(plan, pin->b));
    json_end(writer);
    json_end(writer);
  }
  json_end(writer);
}

// All but the end of the file.
static void write_plan(JsonWriter *writer, const Plan *plan, const PlanOrigin *origin) {
  char hash[24];
  snprintf(hash, sizeof hash, "%016" PRIx64, plan->graph->hash);
  json_begin_file(writer, "fusebox-plan", 1);
  json_put_string(writer, "graph", plan->graph->name);
  json_put_string(writer, "graph_hash", hash);
  if (origin) json_begin_inline(writer, "origin", false);
  if (origin) plan_origin_write(origin, writer);
  if (origin) json_end(writer);
  write_kernels(writer, plan);
  write_pins(writer, plan);
}

bool plan_write(const Plan *plan, const PlanOrigin *origin, Text *out) {
  JsonWriter writer = json_writer(out, true);
  write_plan(&writer, plan, origin);
  json_end(&writer);
  text_add(out, "\n");
  return true;
}

struct PlanSaving {
  Plan *plan; // a copy
  bool has_origin;
  PlanOrigin origin;
  History *history; // NULL: there is none
};

PlanSaving *plan_saving_new(const Plan *plan, const PlanOrigin *origin, const PlanNames *names) {
  PlanSaving *saving = memory_alloc(sizeof *saving);
  saving->plan = plan_copy(plan);
  saving->has_origin = origin != NULL;
  if (origin) saving->origin = plan_origin_copy(origin);
  saving->history = history_copy(plan, names);
  return saving;
}

void plan_saving_write(const PlanSaving *saving, Text *out) {
  JsonWriter writer = json_writer(out, true);
  write_plan(&writer, saving->plan, saving->has_origin ? &saving->origin : NULL);
  if (saving->history) history_write(saving->history, saving->plan, &writer);
  json_end(&writer);
  text_add(out, "\n");
}

void plan_saving_free(PlanSaving *saving) {
  if (!saving) return;
  history_free(saving->history);
  plan_origin_free(&saving->origin);
  plan_free(saving->plan);
  free(saving);
}
