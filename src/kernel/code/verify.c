// Checks of a kernel's tree, see code_verify.
#include "kernel/code/verify_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// The names that code has for a step.
typedef enum Variable {
  VARIABLE_VALUE,
  VARIABLE_ENDS,   // ... at the ends of a peeled walk
  VARIABLE_NEXT,   // ... of the next tile
  VARIABLE_PACKED, // ... as words of memory
  VARIABLE_ACCUMULATOR,
  VARIABLE_CARRY,
  VARIABLE_SHARED,
  VARIABLE_PATCH,
  VARIABLE_COUNT
} Variable;

static const char *const variable_names[] = {
    "its value",
    "its value at the ends",
    "its value of the next tile",
    "its words",
    "its accumulator",
    "its carry",
    "its shared memory",
    "its square",
};

void verify_fail(Verifier *verifier, int step, const char *what) {
  if (!verifier->good) return;
  verifier->good = false;
  const char *form = code_form_name(verifier->node->form);
  status_fail(verifier->status, STATUS_INTERNAL, "%s of step %d: %s (of step %d)", form, verifier->node->step,
              what, step);
}

// ---- names

static int variable_at(int step, Variable variable) {
  return step * VARIABLE_COUNT + (int)variable;
}

static void declare(Verifier *verifier, int step, Variable variable) {
  int at = variable_at(step, variable);
  if (verifier->declared[at]) return; // shadows one of an outer block
  verifier->declared[at] = true;
  verifier->scope[verifier->scope_count++] = at;
}

static void want_declared(Verifier *verifier, int step, Variable variable) {
  if (verifier->declared[variable_at(step, variable)]) return;
  char what[80] = "not declared here: ";
  snprintf(what, sizeof what, "not declared here: %s", variable_names[variable]);
  verify_fail(verifier, step, what);
}

static void assign(Verifier *verifier, int step, Variable variable) {
  want_declared(verifier, step, variable);
  if (variable == VARIABLE_NEXT) verify_filled(verifier, step);
  verifier->assigned[variable_at(step, variable)] = true;
}

static void use(Verifier *verifier, int step, Variable variable) {
  want_declared(verifier, step, variable);
  if (verifier->assigned[variable_at(step, variable)]) return;
  char what[80];
  snprintf(what, sizeof what, "read before it is computed: %s", variable_names[variable]);
  verify_fail(verifier, step, what);
}

static const Body *body_of(const Verifier *verifier) {
  return verifier->node->view.body;
}

static const StepPlace *place_of(const Verifier *verifier, int step) {
  return &body_of(verifier)->places[step];
}

static Variable value_of(const Verifier *verifier, int step) {
  const CodeView *view = &verifier->node->view;
  if (view->body == &verifier->code->ends && body_declared_before(view->body, step)) return VARIABLE_ENDS;
  return view->next_tile && pipelines_tile(&view->body->places[step]) ? VARIABLE_NEXT : VARIABLE_VALUE;
}

// Where a load of all lanes arrives.
static Variable target_of(const Verifier *verifier, int step) {
  const StepPlace *place = place_of(verifier, step);
  if (!place->packed) return value_of(verifier, step);
  return verifier->node->view.next_tile && pipelines_tile(place) ? VARIABLE_NEXT : VARIABLE_PACKED;
}

static void use_value(void *context, int needed) {
  Verifier *verifier = context;
  const Step *step = &verifier->code->nest->steps[needed];
  if (step->kind == STEP_NUMBER || !place_of(verifier, needed)->used) return;
  if (step_accumulates(step))
    want_declared(verifier, needed, VARIABLE_ACCUMULATOR);
  else
    use(verifier, needed, value_of(verifier, needed));
}

static void use_needs(Verifier *verifier) {
  body_each_needed(body_of(verifier), verifier->node->step, use_value, verifier);
}

// ---- nodes

static void check_value(Verifier *verifier) {
  int step = verifier->node->step;
  const StepPlace *place = place_of(verifier, step);
  use_needs(verifier);
  Variable variable = value_of(verifier, step);
  if (!body_declared_before(body_of(verifier), step) && !place->array) declare(verifier, step, variable);
  assign(verifier, step, variable);
}

static void check_vector(Verifier *verifier, int step) {
  const Body *body = body_of(verifier);
  nest_each_need(body->nest, step, use_value, verifier);
  if (place_of(verifier, step)->staged)
    want_declared(verifier, tile_source(&body->mapping, step), VARIABLE_SHARED);
  assign(verifier, step, target_of(verifier, step));
}

static void check_copy(Verifier *verifier) {
  int step = verifier->node->step;
  use_needs(verifier);
  want_declared(verifier, step, VARIABLE_SHARED);
  verify_copied(verifier, step);
  if (verifier->node->form == FORM_LOAD_IN_PLACE) assign(verifier, step, VARIABLE_PACKED);
}

static void check_arrived(Verifier *verifier, int step) {
  want_declared(verifier, step, VARIABLE_SHARED);
  verify_arrived(verifier, step);
}

static void check_unpack(Verifier *verifier) {
  int step = verifier->node->step;
  const StepPlace *place = place_of(verifier, step);
  if (pipelines_through_shared(place) && (pipelines_slot(place) || pipelines_in_place(place)))
    check_arrived(verifier, step);
  if (!pipelines_through_shared(place) || !pipelines_slot(place)) use(verifier, step, VARIABLE_PACKED);
  declare(verifier, step, VARIABLE_VALUE);
  assign(verifier, step, VARIABLE_VALUE);
}

static void check_turn_over(Verifier *verifier) {
  int step = verifier->node->step;
  use(verifier, step, VARIABLE_NEXT);
  verify_taken(verifier, step);
  assign(verifier, step, target_of(verifier, step));
}

static void check_accumulators(Verifier *verifier) {
  const CodeNode *node = verifier->node;
  if (node->step != NO_STEP) want_declared(verifier, node->step, VARIABLE_ACCUMULATOR);
  for (int i = 0; i < node->reduce_count; i++)
    want_declared(verifier, node->reduces[i], VARIABLE_ACCUMULATOR);
  bool own = node->form == FORM_SPREAD_ROW || node->form == FORM_GATHER_ROW;
  if (node->form == FORM_REDUCE_ROWS) own = node->scope == AMONG_BLOCK;
  for (int i = 0; i < node->reduce_count && own; i++)
    want_declared(verifier, node->reduces[i], VARIABLE_SHARED);
  if (node->form == FORM_PASS_ON) want_declared(verifier, node->step, VARIABLE_CARRY);
}

static void check_allocation(Verifier *verifier) {
  static const Variable by_form[FORM_COUNT] = {
      [FORM_KEPT_VARIABLE] = VARIABLE_PACKED, [FORM_ACCUMULATOR] = VARIABLE_ACCUMULATOR,
      [FORM_ELEMENTS] = VARIABLE_ACCUMULATOR, [FORM_CARRY] = VARIABLE_CARRY,
      [FORM_SHARED_TILE] = VARIABLE_SHARED,   [FORM_SHARED_ROW] = VARIABLE_SHARED,
      [FORM_SHARED_SCAN] = VARIABLE_SHARED,   [FORM_PIPELINE_POINTER] = VARIABLE_SHARED,
      [FORM_PATCH_VARIABLE] = VARIABLE_PATCH,
  };
  const CodeNode *node = verifier->node;
  if (node->step == NO_STEP || node->form == FORM_PRODUCT_BEGIN) return;
  if (node->form == FORM_SAME_VARIABLE)
    use_needs(verifier);
  else if (node->form == FORM_VARIABLE)
    declare(verifier, node->step, value_of(verifier, node->step));
  else if (node->form == FORM_PACKED_VARIABLE)
    declare(verifier, node->step, target_of(verifier, node->step));
  else
    declare(verifier, node->step, by_form[node->form]);
}

static void check_move(Verifier *verifier) {
  int step = verifier->node->step;
  switch (verifier->node->form) {
    case FORM_PRODUCT_PUT:
      break;
    case FORM_UNPACK:
      check_unpack(verifier);
      break;
    case FORM_TAKE_COPY:
      check_arrived(verifier, step);
      assign(verifier, step, target_of(verifier, step));
      break;
    case FORM_TURN_OVER:
      check_turn_over(verifier);
      break;
    case FORM_KEEP:
      use(verifier, step, VARIABLE_PACKED);
      break;
    case FORM_TILE_PUT:
      want_declared(verifier, step, VARIABLE_PATCH);
      want_declared(verifier, step, VARIABLE_SHARED);
      break;
    case FORM_TILE_TAKE:
      want_declared(verifier, step, VARIABLE_SHARED);
      declare(verifier, step, VARIABLE_PATCH);
      break;
    default:
      verify_fail(verifier, step, "a move of which nothing is known");
      break;
  }
}

static void check_load(Verifier *verifier) {
  const CodeNode *node = verifier->node;
  if (node->form == FORM_LOAD) {
    check_value(verifier);
  } else if (node->form == FORM_LOAD_LINE) {
    nest_each_need(verifier->code->nest, node->step, use_value, verifier);
    want_declared(verifier, node->step, VARIABLE_PATCH);
  } else {
    check_vector(verifier, node->step);
    if (node->form == FORM_LOAD_PAIR) check_vector(verifier, (int)node->number);
  }
}

static void check_node(Verifier *verifier) {
  const CodeNode *node = verifier->node;
  if (code_threads(node->form) == THREADS_ALL && verifier->divergent)
    verify_fail(verifier, node->step, "where not all threads come");
  switch (code_kind(node->form)) {
    case CODE_ALLOCATE:
      check_allocation(verifier);
      break;
    case CODE_LOAD:
      check_load(verifier);
      break;
    case CODE_COPY:
      check_copy(verifier);
      break;
    case CODE_MOVE:
      check_move(verifier);
      break;
    case CODE_COMPUTE:
      (node->form == FORM_COMPUTE) ? check_value(verifier) : check_vector(verifier, node->step);
      break;
    case CODE_ACCUMULATE:
      if (node->form == FORM_MULTIPLY) break;
      check_accumulators(verifier);
      if (node->form != FORM_START) use_needs(verifier);
      break;
    case CODE_REDUCE:
      check_accumulators(verifier);
      break;
    case CODE_STORE:
      if (node->form == FORM_STORE) use_needs(verifier);
      break;
    case CODE_BARRIER:
      if (node->form == FORM_AWAIT) verify_awaited(verifier);
      break;
    case CODE_LOOP:
      if (node->count <= 0) verify_fail(verifier, node->step, "a loop without iterations");
      break;
    case CODE_GUARD:
    case CODE_SCOPE:
    case CODE_INDEX:
    case CODE_COMMENT:
      break;
  }
}

// ---- the tree

static void leave_block(Verifier *verifier, int outer) {
  while (verifier->scope_count > outer)
    verifier->declared[verifier->scope[--verifier->scope_count]] = false;
}

static void check_tree(Verifier *verifier, const CodeNode *node) {
  verifier->node = node;
  check_node(verifier);
  int outer = verifier->scope_count;
  bool loop = code_kind(node->form) == CODE_LOOP, awaits = verifier->awaits;
  const CodeNode *turn = verifier->turn;
  if (loop) verifier->awaits = false;
  if (loop && node->form != FORM_LANES) verifier->turn = node;
  verifier->divergent += code_threads(node->form) == THREADS_SOME;
  for (const CodeNode *child = node->child; child && verifier->good; child = child->next)
    check_tree(verifier, child);
  verifier->divergent -= code_threads(node->form) == THREADS_SOME;
  if (loop) verifier->awaits = awaits;
  verifier->turn = turn;
  if (node->child) leave_block(verifier, outer);
}

static bool check_shared(const KernelCode *code, Status *status) {
  int64_t bytes = code_shared_bytes(code);
  if (bytes <= code->launch.shared_bytes) return true;
  return status_fail(status, STATUS_INTERNAL, "%" PRId64 " bytes of shared memory, of %d that the launch has",
                     bytes, code->launch.shared_bytes);
}

bool code_verify(const KernelCode *code, Status *status) {
  size_t steps = (size_t)code->nest->step_count + 1, variables = steps * VARIABLE_COUNT;
  Verifier verifier = {.code = code, .good = true, .status = status};
  bool *flags = memory_alloc(2 * variables);
  verifier.declared = flags, verifier.assigned = flags + variables;
  verifier.buffers = memory_alloc(steps * sizeof *verifier.buffers);
  verifier.scope = memory_alloc(variables * sizeof *verifier.scope);
  check_tree(&verifier, code->root);
  free(flags);
  free(verifier.buffers);
  free(verifier.scope);
  return verifier.good && verify_places(&code->body, status) && check_shared(code, status);
}
