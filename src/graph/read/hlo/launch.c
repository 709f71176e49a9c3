// The compiler's plan: what each launch of the entry computation computes.
#include "base/text.h"
#include "graph/read/hlo/build.h"

#include <string.h>

// ---- Kernels as they are built

static bool is_made_here(const HloBuild *build, int value) {
  int producer = builder_value(build->builder, value)->producer;
  for (int i = 0; i < build->kernel->ops.count; i++)
    if (producer == build->kernel->ops.data[i]) return true;
  return false;
}

// Does the kernel store what `value` shows where its result belongs? A view of what it computes does when it
// only renames all of it.
static bool lies_as_wanted(const HloBuild *build, int value, const HloShape *shape) {
  const Value *view = builder_value(build->builder, value);
  const Value *source = builder_value(build->builder, view->source);
  int64_t wanted[MAX_RANK];
  if (!is_made_here(build, view->source)) return false;
  if (value == view->source) return true;
  hlo_strides(shape, wanted);
  return view->strided && view->offset == source->offset &&
         shape_elements(&view->shape) == shape_elements(&source->shape) &&
         shape_strides_equal(&view->shape, view->stride, wanted);
}

// A result that no op of the kernel leaves in memory is copied there.
static bool store(HloBuild *build, HloSymbol *symbol) {
  if (symbol->kind == HLO_VOID) return true;
  for (int i = 0; symbol->kind == HLO_TUPLE && i < symbol->shape->item_count; i++)
    if (!store(build, &symbol->items[i])) return false;
  if (symbol->kind == HLO_TUPLE) return true;
  int value = hlo_symbol_tensor(build, symbol);
  if (value != NO_VALUE && !lies_as_wanted(build, value, symbol->shape)) {
    HloOp clone = hlo_unary(OP_CLONE, value);
    hlo_set_text(&clone, ATTRIBUTE_LAYOUT, "contiguous");
    value = hlo_as(build, &clone, symbol->shape);
  }
  if (value == NO_VALUE) return hlo_build_fail(build, "%s", build->reason);
  *symbol = hlo_value_symbol(value, symbol->shape);
  vector_push(&build->kernel->stored, builder_value(build->builder, value)->source);
  return true;
}

bool hlo_launch(HloBuild *build, HloSymbol *result) {
  if (!build->planned || build->kernel || text_equal(build->at->opcode, "call"))
    return hlo_build_instruction(build, result);
  HloKernel kernel = {.instruction = build->at};
  build->kernel = &kernel;
  build->in_fusion = text_equal(build->at->opcode, "fusion");
  bool done = hlo_build_instruction(build, result);
  if (done && build->in_fusion) {
    // The text's shape of a fusion has the layout that its result is stored in.
    result->shape = build->at->shape;
    done = store(build, result);
  }
  build->kernel = NULL;
  build->in_fusion = false;
  vector_push(&build->kernels, kernel);
  return done;
}

// ---- The plan of the finished graph

// "triton_softmax.6" is the kernel triton_softmax_6.
static char *kernel_name(Arena *arena, const char *name) {
  char *copy = arena_strdup(arena, name);
  for (char *c = copy; *c; c++)
    if (*c == '.' || *c == '-') *c = '_';
  return copy;
}

// "kLoop"; "kCustom __triton": what the compiler's backend does with it.
static const char *kernel_kind(const HloBuild *build, Arena *arena, const HloInstruction *instruction) {
  const char *kind = hlo_attribute_text(build->module, instruction, "kind");
  const char *target = hlo_attribute_text(build->module, instruction, "custom_call_target");
  const char *config = hlo_field(build->module, instruction, "backend_config", "fusion_backend_config");
  const char *custom = config ? hlo_field(build->module, instruction, "backend_config", "kind") : NULL;
  if (kind && custom) return arena_printf(arena, "%s %s", kind, custom);
  return arena_strdup(arena, kind ? kind : target ? target : instruction->opcode);
}

// "4 warps, 1 stage": fields of the backend's configuration that count something.
static void add_count(const HloBuild *build, const HloInstruction *instruction, const char *key,
                      const char *unit, Text *out) {
  const char *value = hlo_field(build->module, instruction, "backend_config", key);
  if (!value || text_equal(value, "0")) return;
  text_printf(out, "%s%.20s %s%s", out->length ? ", " : "", value, unit, text_equal(value, "1") ? "" : "s");
}

// [{"sizes":["2","1024"]}] as "tiles 2x1024".
static void add_tiles(const HloBuild *build, const HloInstruction *instruction, Text *out) {
  const char *tiles = hlo_field(build->module, instruction, "backend_config", "output_tiles");
  const char *at = tiles ? strpbrk(tiles, "0123456789") : NULL;
  if (!at) return;
  text_printf(out, "%stiles ", out->length ? ", " : "");
  for (bool first = true; at; first = false) {
    size_t digits = strspn(at, "0123456789");
    text_printf(out, "%s%.*s", first ? "" : "x", (int)digits, at);
    at += digits;
    const char *end = strchr(at, ']');
    at = strpbrk(at, "0123456789");
    if (at && end && at > end) break; // the next of several tiles
  }
}

// What the compiler's backend was told; its own estimate, where it wrote one.
static const char *kernel_config(const HloBuild *build, Arena *arena, const HloInstruction *instruction) {
  if (!hlo_attribute(instruction, "backend_config")) return NULL;
  Text text = {0};
  const char *emitter =
      hlo_field(build->module, instruction, "backend_config", "native_emitter_backend_config");
  const char *type = emitter ? hlo_field(build->module, instruction, "backend_config", "type") : NULL;
  const char *us = hlo_field(build->module, instruction, "backend_config", "exec_time_us");
  const char *rounds = hlo_rounds(build->module, instruction);
  if (type && !text_ends(type, "_INVALID")) text_printf(&text, "%.40s", type);
  add_count(build, instruction, "unroll_factor", "element", &text);
  add_count(build, instruction, "num_warps", "warp", &text);
  add_count(build, instruction, "num_stages", "stage", &text);
  add_tiles(build, instruction, &text);
  if (rounds) text_printf(&text, "%s%s rounds", text.length ? ", " : "", rounds);
  if (us) text_printf(&text, "%s%.20s us by its own estimate", text.length ? ", " : "", us);
  const char *config = text.length ? arena_strdup(arena, text_get(&text)) : NULL;
  text_free(&text);
  return config;
}

// Is it a call of a library, and no kernel that the compiler wrote?
static bool is_library(const HloInstruction *instruction) {
  static const char *const opcodes[] = {"custom-call", "convolution", "dot", "sort", "topk"};
  for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
    if (text_equal(instruction->opcode, opcodes[i])) return true;
  return false;
}

void hlo_plan_add(const HloBuild *build, const Graph *graph, const HloKernel *kernel, int *listed,
                  DumpPlan *plan) {
  const char **nodes = arena_array(plan->arena, (size_t)kernel->ops.count, sizeof *nodes);
  const char **stored = arena_array(plan->arena, (size_t)kernel->stored.count, sizeof *stored);
  int count = 0;
  for (int i = 0; i < kernel->ops.count; i++) {
    int op = kernel->ops.data[i];
    if (graph->ops[op].is_view || listed[op] == plan->kernel_count + 1) continue;
    listed[op] = plan->kernel_count + 1;
    nodes[count++] = arena_strdup(plan->arena, graph->ops[op].name);
  }
  for (int i = 0; i < kernel->stored.count; i++)
    stored[i] = arena_strdup(plan->arena, graph->values[kernel->stored.data[i]].name);
  if (count == 0) return;
  plan->kernels[plan->kernel_count] =
      (DumpKernel){.name = kernel_name(plan->arena, kernel->instruction->name),
                   .kind = kernel_kind(build, plan->arena, kernel->instruction),
                   .config = kernel_config(build, plan->arena, kernel->instruction),
                   .library = is_library(kernel->instruction),
                   .launch = plan->kernel_count,
                   .combines = -1,
                   .nodes = nodes,
                   .node_count = count,
                   .stored = stored,
                   .stored_count = kernel->stored.count,
                   .exact = true};
  plan->kernel_count++;
}

DumpPlan *hlo_plan_all(const HloBuild *build, const Graph *graph) {
  Arena *arena = arena_new();
  DumpPlan *plan = arena_alloc(arena, sizeof *plan);
  *plan = (DumpPlan){.arena = arena, .compiler = "xla"};
  plan->kernels = arena_array(arena, (size_t)build->kernels.count, sizeof *plan->kernels);
  int *listed = arena_array(build->arena, (size_t)graph->op_count, sizeof *listed);
  for (int i = 0; i < build->kernels.count; i++)
    hlo_plan_add(build, graph, &build->kernels.data[i], listed, plan);
  return plan;
}
