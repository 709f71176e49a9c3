// Which graphs a loop or conditional runs. Where their inputs and results are not what it takes and gives, it
// stays opaque to the evaluator, too.
#include "graph/read/hlo/control.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_LOOPS_IN_LOOPS = 16, MAX_BRANCHES = 256 };

void hlo_controls_begin(HloControls *controls, const HloModule *module) {
  size_t count = (size_t)module->computations.count;
  *controls = (HloControls){.module = module};
  controls->graphs = memory_alloc((count + 1) * sizeof *controls->graphs);
  controls->tried = memory_alloc(count + 1);
}

void hlo_controls_end(HloControls *controls, Graph *graph) {
  if (graph) graph_own(graph, controls->owned.data, controls->owned.count);
  for (int i = 0; !graph && i < controls->owned.count; i++)
    graph_free(controls->owned.data[i]);
  vector_free(&controls->owned);
  free(controls->graphs);
  free(controls->tried);
}

// NULL: it cannot be made, or is being made, as it runs itself.
static const Graph *graph_of(HloControls *controls, const HloComputation *computation) {
  int index = (int)(computation - controls->module->computations.data);
  if (controls->tried[index] || controls->depth == MAX_LOOPS_IN_LOOPS) return controls->graphs[index];
  HloModule module = *controls->module;
  module.entry = index;
  controls->tried[index] = true;
  controls->depth++;
  Graph *graph = hlo_build_quietly(controls, &module);
  controls->depth--;
  controls->graphs[index] = graph;
  if (graph) vector_push(&controls->owned, graph);
  return graph;
}

static const Graph *called(HloControls *controls, const HloInstruction *at, const char *attribute) {
  const HloComputation *computation = hlo_called(controls->module, at, attribute);
  return computation ? graph_of(controls, computation) : NULL;
}

// "{%a, %b}": false when one of them has no graph.
static bool list_branches(HloControls *controls, const HloInstruction *at, const Graph **bodies, int *count) {
  const HloAttribute *list = hlo_attribute(at, "branch_computations");
  Status ignored = {0};
  if (!list) return false;
  HloCursor cursor = hlo_within(&controls->module->cursor, list->value);
  cursor.status = &ignored;
  hlo_take(&cursor, "{");
  do {
    HloSpan name = hlo_word(&cursor);
    int64_t index;
    if (*count == MAX_BRANCHES) return false;
    if (!namemap_get(&controls->module->names, hlo_span_text(&cursor, name), &index)) return false;
    bodies[*count] = graph_of(controls, &controls->module->computations.data[index]);
    if (!bodies[(*count)++]) return false;
  } while (hlo_take(&cursor, ","));
  return true;
}

// ---- Do they fit?

static bool same_type(const Value *a, const Value *b) {
  return a->dtype == b->dtype && shape_equal(&a->shape, &b->shape);
}

static bool takes(const Graph *body, const Graph *graph, const Op *op, int first) {
  if (first + body->input_count > op->operand_count) return false;
  for (int i = 0; i < body->input_count; i++) {
    const Operand *operand = &op->operands[first + i];
    if (operand->value == NO_VALUE
            ? !operand->is_number
            : !same_type(&body->values[body->inputs[i]], &graph->values[operand->value]))
      return false;
  }
  return true;
}

static bool gives(const Graph *body, const Graph *graph, const Op *op) {
  if (body->output_count != op->result_count) return false;
  for (int i = 0; i < body->output_count; i++)
    if (body->outputs[i] == NO_VALUE ||
        !same_type(&body->values[body->outputs[i]], &graph->values[op->first_result + i]))
      return false;
  return true;
}

static bool is_asked(const Graph *condition) {
  if (condition->output_count != 1 || condition->outputs[0] == NO_VALUE) return false;
  const Value *answer = &condition->values[condition->outputs[0]];
  return answer->dtype == DTYPE_BOOL && shape_elements(&answer->shape) == 1;
}

static bool fits_loop(const GraphControl *control, const Graph *graph, const Op *op) {
  const Graph *body = control->bodies[0];
  return is_asked(control->condition) && takes(control->condition, graph, op, 0) &&
         control->condition->input_count == op->operand_count && takes(body, graph, op, 0) &&
         body->input_count == op->operand_count && op->operand_count == op->result_count &&
         gives(body, graph, op);
}

static bool fits_choice(const GraphControl *control, const Graph *graph, const Op *op) {
  int first = 1;
  for (int i = 0; i < control->body_count; i++) {
    if (!takes(control->bodies[i], graph, op, first) || !gives(control->bodies[i], graph, op)) return false;
    first += control->bodies[i]->input_count;
  }
  return control->body_count > 0 && first == op->operand_count;
}

// ---- One op

static bool find_loop(HloControls *controls, const HloInstruction *at, GraphControl *control,
                      const Graph **bodies) {
  control->condition = called(controls, at, "condition");
  bodies[0] = called(controls, at, "body");
  control->body_count = 1;
  return control->condition && bodies[0];
}

static bool find_choice(HloControls *controls, const HloInstruction *at, GraphControl *control,
                        const Graph **bodies) {
  control->by_flag = hlo_attribute(at, "true_computation");
  if (!control->by_flag) return list_branches(controls, at, bodies, &control->body_count);
  bodies[0] = called(controls, at, "true_computation");
  bodies[1] = called(controls, at, "false_computation");
  control->body_count = 2;
  return bodies[0] && bodies[1];
}

static bool find(HloControls *controls, const HloRunner *runner, const Graph *graph, GraphControl *control,
                 const Graph **bodies) {
  *control = (GraphControl){.op = graph_find_op(graph, runner->name), .bodies = bodies};
  if (control->op == NO_OP) return false;
  const Op *op = &graph->ops[control->op];
  if (text_equal(runner->instruction->opcode, "while"))
    return find_loop(controls, runner->instruction, control, bodies) && fits_loop(control, graph, op);
  return find_choice(controls, runner->instruction, control, bodies) && fits_choice(control, graph, op);
}

void hlo_controls_attach(HloControls *controls, const HloBuild *build, Graph *graph) {
  VECTOR(GraphControl) found = {0};
  for (int i = 0; i < build->runners.count; i++) {
    GraphControl control;
    const Graph *bodies[MAX_BRANCHES];
    if (!find(controls, &build->runners.data[i], graph, &control, bodies)) continue;
    const Graph **kept = arena_array(build->arena, (size_t)control.body_count, sizeof *kept);
    memcpy(kept, bodies, (size_t)control.body_count * sizeof *kept);
    control.bodies = kept;
    vector_push(&found, control);
  }
  graph_set_controls(graph, found.data, found.count);
  vector_free(&found);
}
