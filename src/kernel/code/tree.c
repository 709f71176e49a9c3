// What a tree says of its kernel, see tree.h.
#include "kernel/code/tree.h"

#include "base/text.h"
#include "kernel/nest/size.h"

#include <inttypes.h>
#include <limits.h>

typedef struct FormInfo {
  CodeKind kind;
  CodeThreads threads;
  const char *name;
} FormInfo;

static const FormInfo forms[] = {
#define X(id, kind, threads, name, help) {CODE_##kind, THREADS_##threads, name},
    CODE_FORMS(X)
#undef X
};

CodeKind code_kind(CodeForm form) {
  return forms[form].kind;
}

CodeThreads code_threads(CodeForm form) {
  return forms[form].threads;
}

const char *code_form_name(CodeForm form) {
  return forms[form].name;
}

// ---- walking

const CodeNode *code_walk_begin(CodeWalk *walk, const CodeNode *root) {
  walk->depth = 0;
  return walk->stack[0] = root;
}

const CodeNode *code_walk_next(CodeWalk *walk) {
  const CodeNode *node = walk->stack[walk->depth];
  if (node->child) return walk->stack[++walk->depth] = node->child;
  while (walk->depth > 0 && !node->next)
    node = walk->stack[--walk->depth];
  if (walk->depth == 0) return NULL;
  return walk->stack[walk->depth] = node->next;
}

// ---- facts

bool code_cooperates(const KernelCode *code) {
  CodeWalk walk;
  for (const CodeNode *node = code_walk_begin(&walk, code->root); node; node = code_walk_next(&walk)) {
    CodeKind kind = code_kind(node->form);
    bool copies = node->form == FORM_COMMIT || node->form == FORM_AWAIT; // a thread's own
    if (kind == CODE_REDUCE || (kind == CODE_BARRIER && !copies)) return true;
  }
  return false;
}

int64_t code_shared_bytes(const KernelCode *code) {
  CodeWalk walk;
  int64_t bytes = 0;
  for (const CodeNode *node = code_walk_begin(&walk, code->root); node; node = code_walk_next(&walk))
    bytes += node->bytes;
  return bytes;
}

static bool index_is_wide(const Nest *nest, const Index *index) {
  int64_t low, high;
  index_range(nest, index, &low, &high);
  return low < INT_MIN || high > INT_MAX;
}

bool code_wide(const KernelCode *code) {
  const Nest *nest = code->nest;
  if (nest->sized) return nest->sized->wide;
  const Mapping *mapping = &code->body.mapping;
  int64_t units = mapping->trips * mapping->splits * mapping->slots * mapping->walk_lanes * mapping->vector;
  if (units > INT_MAX || mapping->tiles * mapping->owned_lanes > INT_MAX) return true;
  for (int i = 0; i < nest->step_count; i++)
    if (index_is_wide(nest, &nest->steps[i].index)) return true;
  for (int i = 0; i < nest->condition_count; i++)
    if (index_is_wide(nest, &nest->conditions[i].index)) return true;
  for (int i = 0; i < nest->symbol_count; i++)
    if (nest->symbols[i].kind == SYMBOL_QUOTIENT && index_is_wide(nest, &nest->symbols[i].of)) return true;
  return false;
}

// ---- a listing

static const char *const scope_names[] = {"", "thread", "warp", "block", "cluster", "grid"};

static void print_node(const KernelCode *code, const CodeNode *node, Text *out) {
  const CodeView *view = &node->view;
  text_add(out, code_form_name(node->form));
  if (code_kind(node->form) == CODE_LOOP)
    text_printf(out, " x%" PRId64 "%s%s", node->count, node->unrolled ? " unrolled" : "",
                node->descends ? " descending" : "");
  if (node->step != NO_STEP) text_printf(out, " %%%d", node->step);
  for (int i = 0; i < node->reduce_count && node->step == NO_STEP; i++)
    text_printf(out, " %%%d", node->reduces[i]);
  if (node->lanes == LANE_EACH) text_add(out, " lane j");
  if (node->elements > 1) text_printf(out, " x%d", node->elements);
  if (node->bytes) text_printf(out, " %" PRId64 " bytes", node->bytes);
  if (node->scope) text_printf(out, " over the %s", scope_names[node->scope]);
  if (view->next_tile) text_add(out, " of the next tile");
  if (view->next_slot) text_add(out, " of slot next");
  if (view->body == &code->ends) text_add(out, " at the ends");
  text_add(out, "\n");
}

void code_print(const KernelCode *code, Text *out) {
  CodeWalk walk;
  for (const CodeNode *node = code_walk_begin(&walk, code->root); node; node = code_walk_next(&walk)) {
    for (int i = 0; i < walk.depth; i++)
      text_add(out, "  ");
    print_node(code, node, out);
  }
}
