// Nodes, and the outline of a kernel.
#include "kernel/code/build.h"
#include "kernel/template/template.h"

#include <assert.h>

// ---- nodes

static int elements_of(const Builder *builder, int step, CodeForm form) {
  const Body *body = builder->view.body;
  if (step == NO_STEP || !body->places[step].lanes) return 1;
  bool all = form != FORM_LOAD && form != FORM_COMPUTE && form != FORM_ACCUMULATE;
  return all ? body->mapping.vector : 1;
}

CodeNode *build_add(Builder *builder, CodeForm form, int step) {
  CodeNode *node = arena_alloc(builder->code->arena, sizeof *node), *parent = builder->open[builder->depth];
  node->form = form;
  node->step = step;
  node->view = builder->view;
  node->elements = elements_of(builder, step, form);
  *(parent->last ? &parent->last->next : &parent->child) = node;
  parent->last = node;
  return node;
}

CodeNode *build_number(Builder *builder, CodeForm form, int64_t number) {
  CodeNode *node = build_add(builder, form, NO_STEP);
  node->number = number;
  return node;
}

CodeNode *build_reduce(Builder *builder, CodeForm form, CodeScope scope, const int *reduces, int count) {
  CodeNode *node = build_add(builder, form, count == 1 ? reduces[0] : NO_STEP);
  node->scope = scope;
  node->reduces = reduces;
  node->reduce_count = count;
  return node;
}

CodeNode *build_open(Builder *builder, CodeForm form) {
  CodeNode *node = build_add(builder, form, NO_STEP);
  assert(builder->depth + 1 < CODE_DEPTH);
  builder->open[++builder->depth] = node;
  return node;
}

CodeNode *build_loop(Builder *builder, CodeForm form, int64_t first, int64_t count) {
  CodeNode *node = build_open(builder, form);
  node->first = first;
  node->count = count;
  return node;
}

void build_close(Builder *builder) {
  assert(builder->depth > 0);
  builder->depth--;
}

void build_scope_open(Builder *builder) {
  build_open(builder, FORM_SCOPE);
}

int *build_room(const Builder *builder) {
  return arena_array(builder->code->arena, (size_t)builder->code->nest->step_count + 1, sizeof(int));
}

// ---- the kernel

static void build_kernel(Builder *builder) {
  const KernelCode *code = builder->code;
  if (code->launch.grid == 0) {
    build_add(builder, FORM_NO_ELEMENTS, NO_STEP);
    return;
  }
  build_shared(builder);
  if (code->schedule->kind->build) {
    code->schedule->kind->build(builder);
  } else if (code->body.mapping.shares) {
    build_persistent_rows(builder);
  } else {
    build_scan_shared(builder);
    build_thread_place(builder);
    build_cluster_start(builder);
    build_walk_place(builder);
    build_passes(builder);
  }
}

bool code_make(const Nest *nest, const Schedule *schedule, const LaunchShape *launch, KernelCode *code) {
  return code_make_until(nest, schedule, launch, ALL_PASSES, code);
}

bool code_make_until(const Nest *nest, const Schedule *schedule, const LaunchShape *launch, int passes,
                     KernelCode *code) {
  *code = (KernelCode){.nest = nest, .schedule = schedule, .launch = *launch};
  if (!body_make_until(nest, schedule, passes, &code->body)) return false;
  if (passes != ALL_PASSES) {
    code->launch.shared_bytes -= launch->pipeline_bytes;
    code->launch.pipeline_bytes = (int)body_pipeline_bytes(&code->body);
    code->launch.shared_bytes += code->launch.pipeline_bytes;
  }
  if (code->body.mapping.end_slots) code->ends = body_at_ends(&code->body);
  code->arena = arena_new();
  code->root = arena_alloc(code->arena, sizeof *code->root);
  *code->root = (CodeNode){.form = FORM_KERNEL, .step = NO_STEP, .view.body = &code->body};
  Builder builder = {.code = code, .open = {code->root}, .view.body = &code->body};
  build_kernel(&builder);
  return true;
}

void code_free(KernelCode *code) {
  body_free(&code->body);
  body_free(&code->ends);
  arena_free(code->arena);
  code->arena = NULL;
  code->root = NULL;
}
