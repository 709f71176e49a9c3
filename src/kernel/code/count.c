// How often the threads of a kernel run what is in its tree.
#include "base/arena.h"
#include "kernel/code/facts.h"
#include "kernel/code/tree.h"
#include "kernel/nest/integers.h"
#include "kernel/template/product_time.h"

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

// Lines of a tile's square are not the access, which reads or writes the tile.
static bool executes(const CodeNode *node) {
  CodeKind kind = code_kind(node->form);
  bool accesses = kind == CODE_LOAD || kind == CODE_COPY || kind == CODE_STORE;
  bool line = node->form == FORM_LOAD_LINE || node->form == FORM_STORE_LINE;
  bool computes = kind == CODE_COMPUTE || (kind == CODE_ACCUMULATE && node->form != FORM_START);
  return (accesses && !line) || computes;
}

// In one body of the kernel: `runs` of each step, added to.
static void count_node(const CodeNode *node, const Body *body, int64_t around, int64_t *runs) {
  if (node->view.body == body && node->step != NO_STEP && executes(node)) {
    runs[node->step] += around;
    if (node->form == FORM_LOAD_PAIR) runs[node->number] += around;
  }
  int64_t within = runs_of_children(node, around);
  for (const CodeNode *child = node->child; child; child = child->next)
    count_node(child, body, within, runs);
}

// ---- threads

// Of a walk with one visit a thread, threads beyond the end have none.
static int64_t walking_threads(const Body *body, int at) {
  const Mapping *mapping = &body->mapping;
  int64_t walkers = mapping->splits * mapping->walk_lanes;
  if (mapping->trips * mapping->slots == 1) walkers = least_of(walkers, mapping->walk_units);
  if (body_invariant(&body->places[at])) return mapping->shares * mapping->owned_lanes * walkers;
  bool store = body->nest->steps[at].kind == STEP_STORE;
  int64_t places = store ? mapping->owned_units : mapping->tiles * mapping->owned_lanes;
  return places * walkers / most_of(mapping->tiles_per_block, 1);
}

static int64_t standing_threads(const Body *body, int at, const LaunchShape *launch) {
  const Mapping *mapping = &body->mapping;
  int64_t blocks = mapping->shares ? mapping->shares * mapping->splits : launch->grid;
  bool last = mapping->splits > 1 && !mapping->cluster && body->nest->steps[at].pass > 0;
  int threads = body_is_product(body) ? PRODUCT_GROUPS * PRODUCT_GROUP : launch->threads; // others fetch
  return blocks * threads / (last ? mapping->splits : 1); // only the last block goes on
}

// ---- executions

// A vector is one access for each 16 bytes; unaligned it takes more.
static int accesses_of(const Step *step, const StepPlace *place, int width) {
  if ((step->kind != STEP_LOAD && step->kind != STEP_STORE) || place->shares) return 0;
  int bytes = width * dtype_bytes(step->stored);
  if (!place->vectorized) return width;
  return place->unaligned ? mapping_unaligned_accesses(bytes, place->paired) : (bytes + 15) / 16;
}

static StepExecution execution_in(const Body *body, int at, const LaunchShape *launch, int64_t runs) {
  const StepPlace *place = &body->places[at];
  const Step *step = &body->nest->steps[at];
  if (!place->used || step->kind == STEP_NUMBER) return (StepExecution){.width = 1};
  StepExecution execution = {
      .vectorized = place->vectorized, .width = place->lanes ? body->mapping.vector : 1, .per_thread = runs};
  execution.accesses = accesses_of(step, place, execution.width);
  execution.passes = (int)most_of(__builtin_popcount(place->loops), 1);
  execution.threads = place->walked ? walking_threads(body, at) : standing_threads(body, at, launch);
  const Mapping *mapping = &body->mapping;
  bool cuts = mapping->product_cuts_rows || mapping->product_cuts_columns;
  if (step->kind == STEP_STORE && (!place->walked || cuts || step->dims != nest_all_dims(body->nest))) {
    execution.per_thread = 1; // one thread for each combination
    execution.threads = nest_elements(body->nest, step->dims) / execution.width;
  }
  return execution;
}

static StepExecution join(StepExecution first, StepExecution finish) {
  if (first.threads == 0) return finish;
  if (first.per_thread > 0) first.threads += finish.per_thread * finish.threads / first.per_thread;
  return first;
}

void code_executions(const KernelCode *code, StepExecution *executions) {
  const Body *bodies[] = {&code->body, code->body.finish};
  int64_t *runs = memory_alloc(((size_t)code->nest->step_count + 1) * sizeof *runs);
  for (int b = 0; b < 2 && bodies[b]; b++) {
    for (int i = 0; i < code->nest->step_count; i++)
      runs[i] = 0;
    count_node(code->root, bodies[b], 1, runs);
    for (int i = 0; i < code->nest->step_count; i++) {
      StepExecution own = execution_in(bodies[b], i, &code->launch, runs[i]);
      executions[i] = b ? join(executions[i], own) : own;
    }
  }
  free(runs);
}
