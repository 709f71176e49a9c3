// Reading plan files (write.c has the format). The file is checked as a whole before the plan changes:
// names and structure first, then the plan that it describes, as one edit.
#include "plan/file/plan_file.h"

#include "base/json.h"
#include "plan/plan_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct PlanReader {
  Plan *plan;
  const Json *json;
  NameMap names;            // op name -> index
  const JsonNode **home_of; // per op: the kernel's node that holds it
  Status *status;
} PlanReader;

static bool fail(PlanReader *reader, const JsonNode *node, const char *what, const char *name) {
  return json_fail(reader->json, node, reader->status, "%s%s%s%s", what, name ? " \"" : "", name ? name : "",
                   name ? "\"" : "");
}

static bool check_keys(PlanReader *reader, const JsonNode *object, const char *const *known) {
  if (!json_is_object(object)) return fail(reader, object, "an object is expected here", NULL);
  for (const JsonNode *node = json_first(object); node; node = json_next(node)) {
    bool found = false;
    for (int i = 0; known[i] && !found; i++)
      found = text_equal(known[i], json_key(node));
    if (!found) return fail(reader, node, "a plan has no key", json_key(node));
  }
  return true;
}

static bool check_list(PlanReader *reader, const JsonNode *list, const char *key) {
  return !list || json_is_array(list) || fail(reader, list, "a list is expected for", key);
}

static bool check_graph(PlanReader *reader, const JsonNode *root) {
  const Graph *graph = reader->plan->graph;
  const JsonNode *name = json_get(root, "graph"), *hash = json_get(root, "graph_hash");
  if (!json_is_string(name) || !json_is_string(hash))
    return fail(reader, root, "the plan does not say which graph it is for", NULL);
  char own[24];
  snprintf(own, sizeof own, "%016" PRIx64, graph->hash);
  if (text_equal(json_string(hash, ""), own)) return true;
  if (!text_equal(json_string(name, ""), graph->name))
    return json_fail(reader->json, name, reader->status,
                     "this is a plan for the graph \"%s\", not for \"%s\"", json_string(name, ""),
                     graph->name);
  return json_fail(reader->json, hash, reader->status,
                   "this is a plan for another \"%s\": ops or sizes differ (its hash is %s, the graph's %s)",
                   graph->name, json_string(hash, ""), own);
}

static bool check_head(PlanReader *reader, const JsonNode *root) {
  static const char *const keys[] = {"format",  "version", "graph",   "graph_hash", "origin",
                                     "kernels", "pins",    "history", NULL};
  if (!check_keys(reader, root, keys)) return false;
  if (!text_equal(json_string(json_get(root, "format"), ""), "fusebox-plan"))
    return fail(reader, root, "this is no plan: \"format\" should be \"fusebox-plan\"", NULL);
  if (json_integer(json_get(root, "version"), 0) != 1)
    return fail(reader, json_get(root, "version"), "only version 1 of plan files is known", NULL);
  return check_graph(reader, root) && check_list(reader, json_get(root, "kernels"), "kernels") &&
         check_list(reader, json_get(root, "pins"), "pins");
}

static bool read_op(PlanReader *reader, const JsonNode *node, int *op) {
  if (!json_is_string(node)) return fail(reader, node, "the name of an op is expected here", NULL);
  const char *name = json_string(node, "");
  int64_t index;
  if (!namemap_get(&reader->names, name, &index)) {
    const char *nearest = namemap_nearest(&reader->names, name);
    return json_fail(reader->json, node, reader->status, "the graph has no op \"%s\"%s%s%s", name,
                     nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
  }
  *op = (int)index;
  return !reader->plan->graph->ops[index].is_view || fail(reader, node, "a view runs in no kernel:", name);
}

// ---- First pass: names

static bool check_homes(PlanReader *reader, const JsonNode *kernel) {
  const JsonNode *ops = json_get(kernel, "ops");
  if (!json_is_array(ops) || json_count(ops) == 0)
    return fail(reader, kernel, "a kernel needs a list \"ops\" with an op at least", NULL);
  for (const JsonNode *node = json_first(ops); node; node = json_next(node)) {
    int op;
    if (!read_op(reader, node, &op)) return false;
    if (reader->home_of[op])
      return fail(reader, node,
                  "an op can be in one kernel only (elsewhere as a copy):", json_string(node, ""));
    reader->home_of[op] = kernel;
  }
  return true;
}

static bool check_copies(PlanReader *reader, const JsonNode *kernel) {
  const JsonNode *copies = json_get(kernel, "copies");
  if (!check_list(reader, copies, "copies")) return false;
  for (const JsonNode *node = json_first(copies); node; node = json_next(node)) {
    int op;
    if (!read_op(reader, node, &op)) return false;
    if (reader->home_of[op] == kernel)
      return fail(reader, node, "an op cannot be copied into its own kernel:", json_string(node, ""));
    if (reader->plan->graph->ops[op].mutates >= 0)
      return fail(reader, node, "it writes memory that exists once:", json_string(node, ""));
  }
  return true;
}

static bool check_schedule(PlanReader *reader, const JsonNode *kernel) {
  const JsonNode *schedule = json_get(kernel, "schedule");
  if (schedule && !json_is_object(schedule))
    return fail(reader, schedule, "an object of knobs is expected here", NULL);
  for (const JsonNode *node = json_first(schedule); node; node = json_next(node)) {
    Knob knob;
    if (!knob_parse(json_key(node), &knob)) return fail(reader, node, "there is no knob", json_key(node));
    int64_t value = json_integer(node, -1);
    Status status = {0};
    bool fits = json_is_integer(node) && value >= 0 && value <= INT32_MAX;
    if (!fits) return fail(reader, node, "a whole number is expected for the knob", json_key(node));
    if (!knob_check(knob, (int)value, &status)) return fail(reader, node, status.message, NULL);
  }
  return true;
}

static bool check_kernels(PlanReader *reader, const JsonNode *kernels) {
  static const char *const keys[] = {"ops", "copies", "schedule", NULL};
  for (const JsonNode *node = json_first(kernels); node; node = json_next(node))
    if (!check_keys(reader, node, keys) || !check_homes(reader, node)) return false;
  for (const JsonNode *node = json_first(kernels); node; node = json_next(node))
    if (!check_copies(reader, node) || !check_schedule(reader, node)) return false;
  return true;
}

static bool read_pin(PlanReader *reader, const JsonNode *node, Pin *pin) {
  static const char *const keys[] = {"kind", "ops", NULL};
  if (!check_keys(reader, node, keys)) return false;
  const char *kind = json_string(json_get(node, "kind"), "");
  bool together = text_equal(kind, "together");
  if (!together && !text_equal(kind, "apart"))
    return fail(reader, node, "a pin's kind is \"together\" or \"apart\"", NULL);
  const JsonNode *ops = json_get(node, "ops");
  if (!json_is_array(ops) || json_count(ops) != 2) return fail(reader, node, "a pin names two ops", NULL);
  int a, b;
  if (!read_op(reader, json_at(ops, 0), &a) || !read_op(reader, json_at(ops, 1), &b)) return false;
  if (a == b) return fail(reader, node, "a pin names two different ops", NULL);
  *pin = (Pin){together ? PIN_TOGETHER : PIN_APART, a < b ? a : b, a < b ? b : a};
  return true;
}

static bool check_pins(PlanReader *reader, const JsonNode *pins) {
  Pin pin;
  for (const JsonNode *node = json_first(pins); node; node = json_next(node))
    if (!read_pin(reader, node, &pin)) return false;
  return true;
}

// ---- Second pass: the plan

static int op_of(PlanReader *reader, const JsonNode *node) {
  int64_t index = NO_OP;
  namemap_get(&reader->names, json_string(node, ""), &index);
  return (int)index;
}

static void place_kernel(PlanReader *reader, const JsonNode *kernel) {
  Plan *plan = reader->plan;
  int slot = op_of(reader, json_first(json_get(kernel, "ops")));
  for (const JsonNode *node = json_first(json_get(kernel, "ops")); node; node = json_next(node)) {
    int op = op_of(reader, node);
    slot = op < slot ? op : slot;
  }
  for (const JsonNode *node = json_first(json_get(kernel, "ops")); node; node = json_next(node))
    if (op_of(reader, node) != slot) change_move(plan, op_of(reader, node), slot);
}

static void place_copies(PlanReader *reader, const JsonNode *kernel) {
  Plan *plan = reader->plan;
  int slot = home_of(plan, op_of(reader, json_first(json_get(kernel, "ops"))));
  for (const JsonNode *node = json_first(json_get(kernel, "copies")); node; node = json_next(node))
    if (!slot_has(plan, slot, op_of(reader, node))) change_copy(plan, op_of(reader, node), slot);
  for (const JsonNode *node = json_first(json_get(kernel, "schedule")); node; node = json_next(node)) {
    Knob knob;
    if (!knob_parse(json_key(node), &knob)) continue;
    change_apply(plan, (PlanChange){CHANGE_KNOB, slot, -1, (int)json_integer(node, 0), (int)knob});
  }
}

static void place_pins(PlanReader *reader, const JsonNode *pins) {
  Plan *plan = reader->plan;
  while (plan->pins.count) {
    Pin pin = plan->pins.data[plan->pins.count - 1];
    change_apply(plan, (PlanChange){CHANGE_UNPIN, 0, pin.a, pin.b, (int)pin.kind});
  }
  for (const JsonNode *node = json_first(pins); node; node = json_next(node)) {
    Pin pin;
    bool known = false;
    if (!read_pin(reader, node, &pin)) continue;
    for (int i = 0; i < plan->pins.count; i++)
      known = known || (plan->pins.data[i].a == pin.a && plan->pins.data[i].b == pin.b);
    if (!known) change_apply(plan, (PlanChange){CHANGE_PIN, 0, pin.a, pin.b, (int)pin.kind});
  }
}

static void place_all(PlanReader *reader, const JsonNode *root) {
  plan_scatter(reader->plan, false);
  for (const JsonNode *node = json_first(json_get(root, "kernels")); node; node = json_next(node))
    place_kernel(reader, node);
  for (const JsonNode *node = json_first(json_get(root, "kernels")); node; node = json_next(node))
    place_copies(reader, node);
  place_pins(reader, json_get(root, "pins"));
}

// Copies that nothing reads, and kernels that lowering or a schedule refuses, told at the kernel's place in
// the file.
static bool check_placed(PlanReader *reader, const JsonNode *kernels) {
  Plan *plan = reader->plan;
  for (const JsonNode *node = json_first(kernels); node; node = json_next(node)) {
    int slot = home_of(plan, op_of(reader, json_first(json_get(node, "ops"))));
    const Slot *kernel = slot_of(plan, slot);
    for (int i = 0; i < kernel->copies.count; i++)
      if (!edges_reads_op(plan, slot, kernel->copies.data[i]))
        return fail(reader, node, "nothing in this kernel reads its copy of",
                    plan_op_name(plan, kernel->copies.data[i]));
    if (kernel->ops.count + kernel->copies.count == 1 && kernel->override.set == 0) continue;
    const PlanLowered *lowered = plan_lowered(plan, slot);
    if (!lowered->nest) return fail(reader, node, lowered->reason.text, NULL);
  }
  return true;
}

static bool read_plan(PlanReader *reader) {
  const JsonNode *root = json_root(reader->json);
  if (!check_head(reader, root) || !check_kernels(reader, json_get(root, "kernels")) ||
      !check_pins(reader, json_get(root, "pins")))
    return false;
  edit_open(reader->plan, false);
  place_all(reader, root);
  Reason reason = {.code = REASON_NONE};
  bool legal = check_placed(reader, json_get(root, "kernels"));
  if (legal && !edit_legal(reader->plan, &reason))
    legal = fail(reader, json_get(root, "kernels"), reason.text, NULL);
  return edit_close(reader->plan, legal, "open plan");
}

bool plan_take(Plan *plan, const Json *json, Status *status) {
  PlanReader reader = {.plan = plan, .json = json, .status = status};
  reader.home_of = memory_alloc(((size_t)plan->op_count + 1) * sizeof *reader.home_of);
  for (int op = 0; op < plan->op_count; op++)
    namemap_set(&reader.names, plan->graph->ops[op].name, op);
  bool read = read_plan(&reader);
  namemap_free(&reader.names);
  free(reader.home_of);
  return read;
}

bool plan_parse(Plan *plan, const char *file, const char *text, size_t length, Status *status) {
  Json *json = json_parse(file, text, length, status);
  bool taken = json && plan_take(plan, json, status);
  json_free(json);
  return taken;
}

bool plan_read(Plan *plan, const char *path, Status *status) {
  Json *json = json_read(path, status);
  bool taken = json && plan_take(plan, json, status);
  json_free(json);
  return taken;
}
