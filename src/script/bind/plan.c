// What scripts see of the plan: its ops, edges and kernels, edits with their legality, estimates.
#include "script/bind/plan.h"
#include "plan/search/random_plan.h"
#include "script/bind/tensor.h"
#include "script/file_table.h"
#include "script/result.h"

static Plan *plan_at(lua_State *L) {
  host_look(L); // what follows may take long
  handle_check_class(L, 1, &plan_class);
  return host_of(L)->plan;
}

Plan *bind_edit_plan(lua_State *L) {
  Plan *plan = plan_at(L);
  if (host_of(L)->looking) luaL_error(L, "a lesson looks at the plan; only the student changes it");
  return plan;
}

static int plan_name(lua_State *L) {
  plan_at(L);
  lua_pushstring(L, host_of(L)->graph->name);
  return 1;
}

static int plan_device(lua_State *L) {
  plan_at(L);
  lua_pushstring(L, host_of(L)->device->name);
  return 1;
}

// ---- Iteration: for op in plan:ops() do. Each call takes a snapshot, so that edits inside the loop are
// safe.

static int next_item(lua_State *L) { // upvalues: list, position
  lua_Integer position = lua_tointeger(L, lua_upvalueindex(2)) + 1;
  lua_pushinteger(L, position);
  lua_replace(L, lua_upvalueindex(2));
  lua_rawgeti(L, lua_upvalueindex(1), position);
  return 1;
}

static int iterate(lua_State *L) { // the list is on top
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, next_item, 2);
  return 1;
}

static int plan_ops(lua_State *L) {
  const Graph *graph = host_of(L)->graph;
  plan_at(L);
  lua_newtable(L);
  for (int op = 0, n = 0; op < graph->op_count; op++) {
    if (graph->ops[op].is_view) continue;
    handle_push_op(L, op);
    lua_rawseti(L, -2, ++n);
  }
  return iterate(L);
}

static int plan_edges(lua_State *L) {
  const Graph *graph = host_of(L)->graph;
  plan_at(L);
  lua_newtable(L);
  int n = 0;
  for (int op = 0; op < graph->op_count; op++) {
    if (graph->ops[op].is_view) continue;
    Neighbours neighbours = graph_neighbours(graph, op);
    for (int i = 0; i < neighbours.consumer_count; i++) {
      handle_push_edge(L, op, neighbours.consumers[i]);
      lua_rawseti(L, -2, ++n);
    }
  }
  return iterate(L);
}

static int plan_kernels(lua_State *L) {
  int count;
  const int *order = plan_order(plan_at(L), &count);
  handle_push_kernel_list(L, order, count);
  return iterate(L);
}

static int plan_op(lua_State *L) {
  plan_at(L);
  handle_push_op(L, handle_check_op(L, 2));
  return 1;
}

static int plan_tensor(lua_State *L) {
  plan_at(L);
  const Graph *graph = host_of(L)->graph;
  int value = graph_find_value(graph, luaL_checkstring(L, 2));
  if (value == NO_VALUE) return luaL_error(L, "there is no tensor '%s'", lua_tostring(L, 2));
  handle_push_tensor(L, graph_source(graph, value));
  return 1;
}

static int plan_tensors(lua_State *L) {
  const Graph *graph = host_of(L)->graph;
  plan_at(L);
  lua_newtable(L);
  for (int value = 0, n = 0; value < graph->value_count; value++) {
    if (graph_source(graph, value) != value) continue;
    handle_push_tensor(L, value);
    lua_rawseti(L, -2, ++n);
  }
  return iterate(L);
}

// ---- Edits: true, or false and the reason.

int bind_answer(lua_State *L, bool ok, const Reason *reason) {
  Host *host = host_of(L);
  lua_pushboolean(L, ok);
  if (ok) return 1;
  if (host->asking) host->refusal = *reason;
  handle_push_reason(L, reason);
  return 2;
}

int bind_edited(lua_State *L, bool ok, const Reason *reason, TrailEdit edit) {
  Trail *trail = host_of(L)->trail;
  if (ok)
    trail_edit(trail, edit);
  else
    trail_refused(trail, edit, reason);
  return bind_answer(L, ok, reason);
}

int bind_first_op(lua_State *L, int argument) {
  if (!handle_is(L, argument, &kernel_class)) return handle_check_op(L, argument);
  return plan_kernel(host_of(L)->plan, handle_check_kernel(L, argument)).ops[0];
}

static int can_fuse(lua_State *L) {
  Reason reason = {0};
  Plan *plan = plan_at(L);
  int a = bind_first_op(L, 2), b = bind_first_op(L, 3);
  host_evaluate(L);
  bool can = plan_can_fuse(plan, a, b, lua_toboolean(L, 4), &reason);
  trail_asked(host_of(L)->trail, a, b, can ? NULL : &reason);
  return bind_answer(L, can, &reason);
}

static const FileField fuse_fields[] = {
    {"batch", 1u << LUA_TBOOLEAN, true, "boolean", "false: refuses what would be loop nests side by side."},
};
const FileTable plan_fuse_options_table = {"fuse_options", "How to fuse, in the place of force.", fuse_fields,
                                           1};

// { batch = false } in the place of `force`.
static bool has_batch_refused(lua_State *L, int argument) {
  if (!lua_istable(L, argument)) return false;
  lua_settop(L, argument);
  file_table_check(L, &plan_fuse_options_table, "options");
  file_table_get(L, argument, "batch");
  bool allowed = lua_toboolean(L, -1);
  lua_settop(L, argument);
  if (allowed) lua_pushnil(L), lua_replace(L, argument);
  return !allowed;
}

static bool is_batch(Plan *plan, int a, int b, Reason *reason) {
  const PlanLowered *fused = plan_fused(plan, a, b, false, reason);
  if (!fused || nest_part_count(fused->nest) == 1) return false;
  return !reason_set(reason, REASON_NOT_TOGETHER, (int[]){a, b, NO_OP},
                     "they would be %d loop nests side by side in one launch", nest_part_count(fused->nest));
}

static int fuse(lua_State *L) {
  Reason reason = {0};
  Plan *plan = bind_edit_plan(L);
  bool one_nest = has_batch_refused(L, 4);
  TrailEdit edit = {TRAIL_FUSE, bind_first_op(L, 2), bind_first_op(L, 3), lua_toboolean(L, 4) && !one_nest,
                    0};
  if (one_nest && is_batch(plan, edit.a, edit.b, &reason)) return bind_edited(L, false, &reason, edit);
  return bind_edited(L, plan_fuse(plan, edit.a, edit.b, edit.detail, &reason), &reason, edit);
}

static int cut(lua_State *L) {
  Reason reason = {0};
  Plan *plan = bind_edit_plan(L);
  TrailEdit edit = {TRAIL_CUT, handle_check_op(L, 2), NO_OP, 0, 0};
  return bind_edited(L, plan_cut(plan, edit.a, &reason), &reason, edit);
}

typedef bool (*EditWithKernel)(Plan *plan, int op, int kernel, Reason *reason);

// plan:recompute(op, kernel) and its like.
static int edit_with_kernel(lua_State *L, TrailKind kind, EditWithKernel make) {
  Reason reason = {0};
  Plan *plan = bind_edit_plan(L);
  int op = handle_check_op(L, 2), kernel = handle_check_kernel(L, 3);
  TrailEdit edit = {kind, op, plan_kernel(plan, kernel).ops[0], 0, 0};
  return bind_edited(L, make(plan, op, kernel, &reason), &reason, edit);
}

static int recompute(lua_State *L) {
  if (lua_istable(L, 2)) return bind_recompute_all(L);
  return edit_with_kernel(L, TRAIL_RECOMPUTE, plan_recompute);
}

static int unrecompute(lua_State *L) {
  return edit_with_kernel(L, TRAIL_UNRECOMPUTE, plan_unrecompute);
}

static int move(lua_State *L) {
  return edit_with_kernel(L, TRAIL_MOVE, plan_move);
}

static int pin(lua_State *L) {
  Reason reason = {0};
  Plan *plan = bind_edit_plan(L);
  static const char *const kinds[] = {"together", "apart", NULL};
  PinKind kind = luaL_checkoption(L, 2, NULL, kinds) == 0 ? PIN_TOGETHER : PIN_APART;
  TrailEdit edit = {TRAIL_PIN, handle_check_op(L, 3), handle_check_op(L, 4), (int)kind, 0};
  return bind_edited(L, plan_pin(plan, kind, edit.a, edit.b, &reason), &reason, edit);
}

static int fail_no_knob(lua_State *L, const char *name) {
  luaL_Buffer names;
  luaL_buffinit(L, &names);
  for (int knob = 0; knob < KNOB_COUNT; knob++) {
    luaL_addstring(&names, knob ? ", " : "");
    luaL_addstring(&names, knob_name((Knob)knob));
  }
  luaL_pushresult(&names);
  return luaL_error(L, "there is no knob '%s'; there are %s", name, lua_tostring(L, -1));
}

static int schedule(lua_State *L) {
  Reason reason = {0};
  Plan *plan = bind_edit_plan(L);
  int kernel = handle_check_kernel(L, 2);
  Knob knob;
  if (!knob_parse(luaL_checkstring(L, 3), &knob)) return fail_no_knob(L, lua_tostring(L, 3));
  lua_Integer value = lua_isnoneornil(L, 4) ? -1 : luaL_checkinteger(L, 4);
  luaL_argcheck(L, value == (int)value, 4, "out of range");
  TrailEdit edit = {TRAIL_SCHEDULE, plan_kernel(plan, kernel).ops[0], NO_OP, (int)knob, (int)value};
  return bind_edited(L, plan_schedule(plan, kernel, knob, (int)value, &reason), &reason, edit);
}

static int reset(lua_State *L) {
  bool done = plan_reset(bind_edit_plan(L));
  if (done) trail_edit(host_of(L)->trail, (TrailEdit){TRAIL_RESET, NO_OP, NO_OP, 0, 0});
  lua_pushboolean(L, done);
  return 1;
}

static int fuse_random(lua_State *L) {
  Plan *plan = bind_edit_plan(L);
  Random random = {(uint64_t)luaL_checkinteger(L, 2)};
  PlanChooser chooser = plan_chooser(&random);
  chooser.stop = host_of(L)->limits.stop;
  lua_pushinteger(L, random_plan_fuse(&chooser, plan));
  host_spend(L, (size_t)host_of(L)->graph->op_count);
  bind_keep_whole(L, plan);
  return 1;
}

// ---- Estimates.

// Of a large plan it takes its time: in pieces, so that it can be stopped.
static PlanTotal total_by(Host *host, Estimator *estimator) {
  enum { PIECE = 256 };
  const atomic_int *stop = host->limits.stop;
  PlanCost *cost = host_cost(host, estimator);
  while (!plan_cost_update(cost, PIECE) && !(stop && *stop)) {
  }
  return plan_cost_total(cost);
}

static int estimate(lua_State *L) {
  Host *host = host_of(L);
  plan_at(L);
  Estimator *estimator = host_estimator(L, 2);
  host_evaluate(L);
  PlanTotal total = total_by(host, estimator);
  if (estimator != host->estimator) host_check_estimator(L, estimator);
  bind_push_total(L, &total);
  return 1;
}

static int kernel_count(lua_State *L) {
  lua_pushinteger(L, plan_kernel_count(plan_at(L)));
  return 1;
}

static const Binding plan_bindings[] = {
    {"name", BINDING_FIELD, plan_name, NULL, "string", "The graph's name."},
    {"device", BINDING_FIELD, plan_device, NULL, "string", "The device that estimates are for."},
    {"ops", BINDING_METHOD, plan_ops, "", "fun(): op",
     "Iterates over all ops but views, in topological order."},
    {"edges", BINDING_METHOD, plan_edges, "", "fun(): edge",
     "Iterates over producer and reader pairs, by producer, then reader."},
    {"kernels", BINDING_METHOD, plan_kernels, "", "fun(): kernel",
     "Iterates over the kernels as they are now, in launch order."},
    {"op", BINDING_METHOD, plan_op, "name: string", "op",
     "The op of that name; an error when there is none."},
    {"tensor", BINDING_METHOD, plan_tensor, "name: string", "tensor",
     "The tensor of that name, of a view the one that it shows; an error when there is none."},
    {"tensors", BINDING_METHOD, plan_tensors, "", "fun(): tensor",
     "Iterates over inputs and results, views left out, in the graph's order."},
    {"shared", BINDING_METHOD, bind_shared, "a: op|kernel, b: op|kernel", "integer, integer",
     "Bytes of the tensors that both kernels read, and of those that one writes and the other reads."},
    {"repeats", BINDING_METHOD, bind_repeats, "", "kernel[][]",
     "Kernels that are alike, op by op and in what they read of each other, as lists of two and more "
     "in launch order: models repeat their layers."},
    {"places", BINDING_METHOD, bind_places, "a: op|kernel, b: op|kernel", "op[][]",
     "Where the same fusion can be asked for: pairs { a, b }, the given one first, no two of one kernel."},
    {"can_fuse", BINDING_METHOD, can_fuse, "a: op|kernel, b: op|kernel, force?: boolean", "boolean, reason?",
     "Could their kernels be one?"},
    {"fuse", BINDING_METHOD, fuse, "a: op|kernel, b: op|kernel, force?: boolean|fuse_options",
     "boolean, reason?", "Puts their kernels together."},
    {"fuse_all", BINDING_METHOD, bind_fuse_all, "list: (op|kernel)[], force?: boolean", "boolean, reason?",
     "All their kernels as one, or none; force allows loop nests side by side in one launch."},
    {"fuse_into_readers", BINDING_METHOD, bind_fuse_into_readers, "kernel: op|kernel", "boolean, reason?",
     "Computes a kernel's ops again in every kernel that reads them, or in none; the kernel is gone, unless "
     "a result leaves the graph."},
    {"split", BINDING_METHOD, bind_split, "ops: op[]", "boolean, reason?",
     "Takes these ops of one kernel, not all, into a kernel of their own."},
    {"take_apart", BINDING_METHOD, bind_take_apart, "kernel: op|kernel", "boolean, reason?",
     "Takes every op of a kernel out, each into one of its own, and what it computes again away."},
    {"cut", BINDING_METHOD, cut, "op: op", "boolean, reason?",
     "Takes an op, and what hangs on it, out of its kernel."},
    {"move", BINDING_METHOD, move, "op: op, kernel: kernel", "boolean, reason?",
     "Moves one op into another kernel."},
    {"recompute", BINDING_METHOD, recompute, "op: op|op[], kernel: kernel", "boolean, reason?",
     "Computes op again in a kernel that reads it; of a list all or none, with a matrix product, too."},
    {"recompute_deep", BINDING_METHOD, bind_recompute_deep, "op: op, kernel: kernel", "boolean, reason?",
     "The same with what op is computed from within its kernel, back to what is stored."},
    {"unrecompute", BINDING_METHOD, unrecompute, "op: op, kernel: kernel", "boolean, reason?",
     "Takes that copy away."},
    {"pin", BINDING_METHOD, pin, "kind: \"together\"|\"apart\", a: op, b: op", "boolean, reason?",
     "A rule that every later edit respects."},
    {"schedule", BINDING_METHOD, schedule, "kernel: kernel, knob: knob, value: integer?", "boolean, reason?",
     "Sets a knob of a kernel's schedule; nil lets the rules choose again."},
    {"fuse_random", BINDING_METHOD, fuse_random, "seed: integer", "integer",
     "Fuses a random part of all pairs of neighbours, in random order; how many were fused. The same seed "
     "gives the same plan."},
    {"enumerate", BINDING_METHOD, bind_enumerate, "visit: (fun(number: integer): boolean?), limit?: integer",
     "integer",
     "Calls a function with every legal plan of a small graph set up, and stays at the one for which it "
     "returns "
     "true; how many were visited. An error when there are more than limit (100,000)."},
    {"reset", BINDING_METHOD, reset, "", "boolean", "Every op alone; pins stay."},
    {"what_if", BINDING_METHOD, bind_what_if,
     "a: op|kernel|fun(plan: plan):(boolean?), b?: op|kernel, options?: model_options", "what_if",
     "What fusing them would change: legal, reason, reads, parts (of a batch; else 1), saved_dram_bytes, "
     "saved_us, terms (of saved_us, by what it is saved of), template, after. Of a function (with the "
     "options "
     "behind it): what all its edits together would; they are taken back, and when it returns false they are "
     "not legal."},
    {"what_ifs", BINDING_METHOD, bind_what_ifs, "edits: table, options?: model_options", "what_if[]",
     "What each of a list would change: { a, b } is a fusion, a function as in what_if."},
    {"kernel_count", BINDING_METHOD, kernel_count, "", "integer", "How many kernels there are."},
    {"estimate", BINDING_METHOD, estimate, "options?: model_options", "total",
     "Sums over the plan: kernels, read_bytes, write_bytes, dram_bytes, time_us."},
    {"live", BINDING_METHOD, bind_live, "", "integer[]",
     "Bytes that are live at each launch, in launch order: inputs, results, and what lies between them."},
    {"save", BINDING_METHOD, bind_save, "", "snapshot",
     "The plan as it is now, to go back to with load; it shares with the plan what stays the same."},
    {"load", BINDING_METHOD, bind_load, "plan: snapshot|\"compiler\"", "boolean, reason?",
     "Makes the plan what it was at that save, or the compiler's, which is refused when it breaks a pin."},
    {"best_of", BINDING_METHOD, bind_best_of, "ways: (fun(plan: plan))[]", "integer",
     "Calls each on the plan as it is now, and leaves what the fastest of them made, of equals the last; "
     "which it was."},
    {"hash", BINDING_METHOD, bind_hash, "", "integer",
     "The same for the same kernels, copies, knobs and pins, whatever the way there: a key for a table."},
    {"run", BINDING_METHOD, heuristic_bind_run, "name: string, options?: table", "",
     "Runs another heuristic on the plan as it is: one beside the file (its name as a literal), the user's, "
     "or "
     "a shipped one."},
    {"memory", BINDING_METHOD, bind_memory, "", "memory",
     "What is live when most is: peak_bytes, input_bytes (of them the inputs), peak_at (the kernel), "
     "tensors."},
    {"report", BINDING_METHOD, bind_report, "figures: table", "",
     "Numbers, booleans and lines by name, for \"report\" in what fusebox plan --json prints; a name that "
     "was "
     "reported before gets the new value."},
    {"measure", BINDING_METHOD, bind_measure, "",
     "number?, table<integer, number>|string, table<integer, number>?",
     "Compiles the plan, checks it and times it on the GPU: microseconds of the whole, of each kernel alone "
     "by its id, and what the cost model said of each; or nil and why it does not run. An error without a "
     "GPU. It takes seconds, and no two "
     "answers are the same."},
    {"correct", BINDING_METHOD, bind_correct, "factors?: table<string, number>", "",
     "From here on estimates of this run know better: kernels like those that plan:measure timed take what "
     "was measured, others their estimate times the factor of \"TEMPLATE LIMIT\", such as { [\"row dram\"] "
     "= 1.1 }. Called again it takes the place of what it said before."},
    {"budget_left", BINDING_METHOD, bind_budget_left, "", "integer, integer, integer?",
     "Instructions, bytes and, if limited, evaluations (what_if, can_fuse, estimate) that the run has "
     "left: a search ends in time, with the same plan every time."},
    {"try", BINDING_METHOD, bind_try, "edits: fun(): boolean", "boolean",
     "Runs edits; keeps them when the function returns true, else takes them back."},
};
const BindingClass plan_class = {"plan", "The plan under edit.", plan_bindings,
                                 sizeof plan_bindings / sizeof *plan_bindings};
