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
    {"fault", "((volatile float *)8)[i] = x[i];", ""},
    {"hang", "while (((volatile const float *)x)[i] == ((volatile const float *)x)[i]) {} y[i] = 0;", ""},
    {"broken", "y[i] = no_such_name;", ""},
    {"narrow", "y[i] = x[i] + 1;", "__launch_bounds__(32)"}, // a launch with 256 threads is refused
};

Graph *hand_graph(void) {
  Status status = {0};
  GraphBuilder *builder = builder_new("hand", "hand.json");
  Shape shape = {.rank = 1, .size = {HAND_ELEMENTS}};
  int x = builder_input(builder, "x", DTYPE_F32, &shape, NULL, &status);
  int y = builder_scalar(builder, OP_ADD, x, 1);
  int z = builder_scalar(builder, OP_MUL, y, 2);
  builder_output(builder, z);
  return builder_finish(builder, &status);
}

static char *source_of(const char *name) {
  Text text = {0};
  for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
    if (text_equal(sources[i].name, name))
      text_printf(&text,
                  "extern \"C\" __global__ void %s %s(const float *x, float *y) {\n"
                  "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                  "  if (i < 1000) { %s }\n"
                  "}\n",
                  sources[i].bounds, name, sources[i].body);
  return text_take(&text);
}

// What a launch is known by to whoever translates it: it reads its first buffer and writes its second.
static const PlanLowered *lowered(Arena *arena) {
  Nest *nest = arena_alloc(arena, sizeof *nest);
  nest->buffers = arena_array(arena, 2, sizeof *nest->buffers);
  nest->buffer_count = 2;
  nest->buffers[0].read = true;
  nest->buffers[1].written = true;
  PlanLowered *made = arena_alloc(arena, sizeof *made);
  made->nest = nest;
  return made;
}

static Launch launch_of(Arena *arena, const char *kernel, int from, int to) {
  Launch launch = {.kind = kernel ? LAUNCH_KERNEL : LAUNCH_SKIPPED, .lowered = lowered(arena)};
  int *arguments = arena_array(arena, 2, sizeof *arguments);
  arguments[0] = from;
  arguments[1] = to;
  launch.why = "attention is estimated, not run";
  if (!kernel) return launch;
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
  program->launches[0] = launch_of(arena, first, 0, 1);
  for (int i = 1; i <= count; i++)
    program->launches[i] = launch_of(arena, second, 1, 2);
  return program;
}

Program *hand_program(const Graph *graph, const char *first, const char *second) {
  return hand_program_repeated(graph, first, second, 1);
}

Program *hand_variants(const Graph *graph, const char *const *kernels) {
  Arena *arena = arena_new();
  Program *program = arena_alloc(arena, sizeof *program);
  int64_t bytes = HAND_ELEMENTS * (int64_t)sizeof(float);
  *program = (Program){.arena = arena, .graph = graph, .buffer_count = 2, .variants = true};
  program->buffers = arena_array(arena, 2, sizeof *program->buffers);
  program->launches = arena_array(arena, HAND_LAUNCHES_MOST, sizeof *program->launches);
  program->buffers[0] =
      (ProgramBuffer){.storage = graph->ops[0].first_result, .bytes = bytes, .is_input = true};
  program->buffers[1] =
      (ProgramBuffer){.storage = graph->ops[1].first_result, .bytes = bytes, .is_output = true};
  for (; kernels[program->launch_count]; program->launch_count++)
    program->launches[program->launch_count] = launch_of(arena, kernels[program->launch_count], 0, 1);
  return program;
}

void hand_program_free(Program *program) {
  for (int i = 0; i < program->launch_count; i++)
    free(program->launches[i].emitted.source);
  arena_free(program->arena);
}
