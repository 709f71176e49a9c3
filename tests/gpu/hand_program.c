// Programs made by hand.
#include "hand_program.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Source {
  const char *name, *body; // of thread i < 1000
  const char *bounds;
} Source;

static const Source sources[] = {
    {"add_one", "y[i] = x[i] + 1;", ""},
    {"twice", "y[i] = 2 * x[i];", ""},
    {"twice_quick", "y[i] = 2 * x[i];", ""},
    {"twice_slow", "y[i] = 2 * x[i];", ""},
    {"twice_but_last", "y[i] = 2 * x[i] + (i == 999);", ""},
    {"twice_but_little", "y[i] = 2 * x[i] + (i == 999 ? 0.00008f : 0);", ""},
    {"raise", "y[i] = x[i] + 1048576;", ""},
    {"lower", "y[i] = x[i] - 1048576;", ""},
    {"same", "y[i] = x[i];", ""},
    {"same_but_rounded", "y[i] = x[i] + (i % 2 ? 0.05f : -0.05f);", ""},
    {"same_but_last", "y[i] = x[i] + (i == 999);", ""},
    {"same_and_count", "y[i] = x[i]; w[i] += 1;", ""},
    {"fault", "((volatile float *)8)[i] = x[i];", ""},
    {"hang", "while (((volatile const float *)x)[i] == ((volatile const float *)x)[i]) {} y[i] = 0;", ""},
    {"broken", "y[i] = no_such_name;", ""},
    {"narrow", "y[i] = x[i] + 1;", "__launch_bounds__(32)"}, // a launch with 256 threads is refused
};

// Both ops take a number.
static Graph *graph_of(OpCode first, OpCode second, double first_number, double second_number) {
  Status status = {0};
  GraphBuilder *builder = builder_new("hand", "hand.json");
  Shape shape = {.rank = 1, .size = {HAND_ELEMENTS}};
  int x = builder_input(builder, "x", DTYPE_F32, &shape, NULL, &status);
  int y = builder_scalar(builder, first, x, first_number);
  int z = builder_scalar(builder, second, y, second_number);
  builder_scalar(builder, OP_ADD, x, 3); // w, beside them
  builder_output(builder, z);
  builder_output(builder, NO_VALUE); // as gradients that nobody asked for are
  return builder_finish(builder, &status);
}

Graph *hand_graph(void) {
  return graph_of(OP_ADD, OP_MUL, 1, 2);
}

Graph *hand_cancelling_graph(void) {
  return graph_of(OP_ADD, OP_SUB, 0x1p20, 0x1p20);
}

Graph *hand_put_graph(int step) {
  Status status = {0};
  GraphBuilder *builder = builder_new("put", "put.json");
  Shape shape = {.rank = 1, .size = {HAND_ELEMENTS}};
  int x = builder_input(builder, "x", DTYPE_F32, &shape, NULL, &status);
  int y = builder_input(builder, "y", DTYPE_F32, &shape, NULL, &status);
  const Attribute range[] = {{.key = ATTRIBUTE_SHAPE, .count = 1, .integer = (int64_t[]){HAND_ELEMENTS}},
                             {.key = ATTRIBUTE_DTYPE, .count = 1, .integer = (int64_t[]){DTYPE_I64}},
                             {.key = ATTRIBUTE_STEP, .count = 1, .integer = (int64_t[]){step}}};
  OpSpec places = {
      .name = "places", .code = OP_IOTA, .attributes = range, .attribute_count = 3, .mutates = -1};
  Operand operands[] = {{.value = y}, {.value = x}, {.value = NO_VALUE}};
  operands[2].value = builder_result(builder, builder_op(builder, &places, &status), 0);
  OpSpec put = {.name = "put", .code = OP_INDEX_PUT, .operands = operands, .operand_count = 3, .mutates = 0};
  builder_output(builder, builder_result(builder, builder_op(builder, &put, &status), 0));
  return builder_finish(builder, &status);
}

static char *source_of(const char *name) {
  Text text = {0};
  for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
    if (text_equal(sources[i].name, name))
      text_printf(&text,
                  "extern \"C\" __global__ void %s %s(const float *x, float *y%s) {\n"
                  "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                  "  if (i < 1000) { %s }\n"
                  "}\n",
                  sources[i].bounds, name, strstr(sources[i].body, "w[") ? ", float *w" : "",
                  sources[i].body);
  return text_take(&text);
}

static const PlanLowered *lowered(Arena *arena, int stored) {
  PlanLowered *made = arena_alloc(arena, sizeof *made);
  int *values = arena_array(arena, 1, sizeof *values);
  values[0] = stored;
  made->stored = values;
  made->stored_count = 1;
  return made;
}

static Launch launch_of(const Program *program, const char *kernel, int from, int to) {
  Arena *arena = program->arena;
  Launch launch = {.kind = kernel ? LAUNCH_KERNEL : LAUNCH_SKIPPED,
                   .lowered = lowered(arena, program->buffers[to].storage)};
  int *arguments = arena_array(arena, 2, sizeof *arguments);
  arguments[0] = from;
  arguments[1] = to;
  launch.why = "attention is estimated, not run";
  if (!kernel) return launch;
  static const LaunchUse uses[] = {{.read = true}, {.written = true}};
  launch.uses = uses;
  launch.arguments = arguments;
  launch.argument_count = 2;
  launch.emitted =
      (Emitted){.source = source_of(kernel), .launch = {.grid = 4, .threads = 256}, .parameter_count = 2};
  snprintf(launch.emitted.name, sizeof launch.emitted.name, "%s", kernel);
  return launch;
}

Program *hand_program_repeated(const Graph *graph, const char *first, const char *second, int count) {
  Arena *arena = arena_new();
  Program *program = arena_alloc(arena, sizeof *program);
  int64_t bytes = HAND_ELEMENTS * (int64_t)sizeof(float);
  *program = (Program){.arena = arena, .graph = graph, .buffer_count = 3, .launch_count = 1 + count};
  program->buffers = arena_array(arena, 3, sizeof *program->buffers);
  program->launches = arena_array(arena, (size_t)count + 1, sizeof *program->launches);
  program->buffers[0] = (ProgramBuffer){.storage = graph->inputs[0], .bytes = bytes, .is_input = true};
  program->buffers[1] =
      (ProgramBuffer){.storage = graph->ops[0].first_result, .bytes = bytes, .is_input = !first};
  program->buffers[2] =
      (ProgramBuffer){.storage = graph->ops[1].first_result, .bytes = bytes, .is_output = true};
  program->launches[0] = launch_of(program, first, 0, 1);
  for (int i = 1; i <= count; i++)
    program->launches[i] = launch_of(program, second, 1, 2);
  return program;
}

Program *hand_program(const Graph *graph, const char *first, const char *second) {
  return hand_program_repeated(graph, first, second, 1);
}

// A program of two buffers without launches, which it has room for.
static Program *program_between(const Graph *graph, int from, int to) {
  Arena *arena = arena_new();
  Program *program = arena_alloc(arena, sizeof *program);
  int64_t bytes = HAND_ELEMENTS * (int64_t)sizeof(float);
  *program = (Program){.arena = arena, .graph = graph, .buffer_count = 2};
  program->buffers = arena_array(arena, 2, sizeof *program->buffers);
  program->launches = arena_array(arena, HAND_LAUNCHES_MOST, sizeof *program->launches);
  program->buffers[0] = (ProgramBuffer){.storage = from, .bytes = bytes, .is_input = true};
  program->buffers[1] = (ProgramBuffer){.storage = to, .bytes = bytes, .is_output = true};
  return program;
}

Program *hand_fused(const Graph *graph, const char *kernel) {
  Program *program = program_between(graph, graph->inputs[0], graph->ops[1].first_result);
  program->launches[program->launch_count++] = launch_of(program, kernel, 0, 1);
  return program;
}

Program *hand_fused_beside(const Graph *graph, const char *kernel) {
  Program *program = hand_fused(graph, kernel);
  Arena *arena = program->arena;
  Launch *launch = &program->launches[0];
  const ProgramBuffer *two = program->buffers;
  program->buffers = arena_array(arena, 3, sizeof *program->buffers);
  memcpy(program->buffers, two, 2 * sizeof *two);
  program->buffers[2] =
      (ProgramBuffer){.storage = graph->ops[2].first_result, .bytes = two[0].bytes, .is_input = true};
  program->buffer_count = 3;
  int *arguments = arena_array(arena, 3, sizeof *arguments);
  for (int i = 0; i < 3; i++)
    arguments[i] = i;
  static const LaunchUse uses[] = {{.read = true}, {.written = true}, {true, true}};
  launch->uses = uses;
  launch->arguments = arguments;
  launch->argument_count = launch->emitted.parameter_count = 3;
  return program;
}

Program *hand_put(const Graph *graph, const char *kernel) {
  Program *program = program_between(graph, graph->inputs[0], graph->inputs[1]);
  Launch *launch = &program->launches[program->launch_count++];
  *launch = launch_of(program, kernel, 0, 1);
  PlanLowered *made = arena_alloc(program->arena, sizeof *made);
  Nest *nest = arena_alloc(program->arena, sizeof *nest);
  static const int ops[] = {0, 1};
  *made = *lowered(program->arena, graph->ops[1].first_result);
  nest->ops = ops;
  nest->op_count = 2;
  made->nest = nest;
  launch->lowered = made;
  return program;
}

Program *hand_variants(const Graph *graph, const char *const *kernels) {
  Program *program = program_between(graph, graph->ops[0].first_result, graph->ops[1].first_result);
  program->variants = true;
  for (; kernels[program->launch_count]; program->launch_count++)
    program->launches[program->launch_count] = launch_of(program, kernels[program->launch_count], 0, 1);
  return program;
}

void hand_program_free(Program *program) {
  for (int i = 0; i < program->launch_count; i++)
    free(program->launches[i].emitted.source);
  arena_free(program->arena);
}
