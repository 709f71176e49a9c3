// How often a thread runs what is in a tree.
#include "base/arena.h"
#include "kernel/code/tree.h"

#include <stdlib.h>

// Times that a block runs its children, of `around` times that it is come to itself; for guards that count
// slots or tiles, as a share of the loop over them. Others let all threads pass: who has no element is not
// counted.
static int64_t runs_of_children(const CodeNode *node, int64_t around) {
  const Mapping *mapping = &node->view.body->mapping;
  int64_t slots = mapping->slots, tiles = mapping->tiles_per_block > 1 ? mapping->tiles_per_block : 1;
  switch (node->form) {
    case FORM_NEXT_TILE:
    case FORM_MORE:
      return around / tiles * (tiles - 1);
    case FORM_MORE_BEHIND:
      return around / tiles * (tiles - 1) / slots * (slots - node->number);
    case FORM_SLOT_BEHIND:
    case FORM_LATER_SLOT:
      return around / slots * (slots - node->number);
    case FORM_FIRST_SLOTS:
      return around / slots * (slots < 2 ? slots : 2);
    case FORM_BETWEEN_SLOTS:
      return around / slots * (slots > 2 ? slots - 2 : 0);
    default:
      // All lanes of a vector are one execution.
      return code_kind(node->form) == CODE_LOOP && node->form != FORM_LANES ? around * node->count : around;
  }
}

static bool is_access(const KernelCode *code, const CodeNode *node) {
  CodeKind kind = code_kind(node->form);
  bool line = node->form == FORM_LOAD_LINE || node->form == FORM_STORE_LINE; // of a tile's square
  return (kind == CODE_LOAD || kind == CODE_COPY || kind == CODE_STORE) && !line && node->step != NO_STEP &&
         node->view.body != &code->ends;
}

static void count_node(const KernelCode *code, const CodeNode *node, int64_t around, int64_t *runs) {
  if (is_access(code, node)) {
    runs[node->step] += around;
    if (node->form == FORM_LOAD_PAIR) runs[node->number] += around;
  }
  int64_t within = runs_of_children(node, around);
  for (const CodeNode *child = node->child; child; child = child->next)
    count_node(code, child, within, runs);
}

void code_count_runs(const KernelCode *code, int64_t *runs) {
  for (int i = 0; i < code->nest->step_count; i++)
    runs[i] = 0;
  count_node(code, code->root, 1, runs);
}
