#include "kernel/nest/product.h"

void nest_free(Nest *nest) {
  if (!nest) return;
  for (int i = 0; i < nest->part_count; i++)
    nest_free((Nest *)nest->parts[i].nest);
  nest_free((Nest *)nest_owned_scores(nest));
  arena_free(nest->arena);
}

size_t nest_bytes(const Nest *nest) {
  const Nest *scores = nest_owned_scores(nest);
  size_t bytes = arena_bytes(nest->arena) + (scores ? nest_bytes(scores) : 0);
  for (int i = 0; i < nest->part_count; i++)
    bytes += nest_bytes(nest->parts[i].nest);
  return bytes;
}

int nest_part_count(const Nest *nest) {
  int count = nest->part_count ? 0 : 1;
  for (int i = 0; i < nest->part_count; i++)
    count += nest->parts[i].count;
  return count;
}

void index_range(const Nest *nest, const Index *index, int64_t *low, int64_t *high) {
  *low = *high = index->constant;
  for (int i = 0; i < index->count; i++) {
    int64_t size = nest->symbols[index->term[i].symbol].size;
    int64_t reach = size > 0 ? index->term[i].scale * (size - 1) : 0;
    *(reach > 0 ? high : low) += reach;
  }
}

int64_t index_scale(const Index *index, int symbol) {
  for (int i = 0; i < index->count; i++)
    if (index->term[i].symbol == symbol) return index->term[i].scale;
  return 0;
}

bool index_equal(const Index *a, const Index *b) {
  if (a->constant != b->constant || a->count != b->count) return false;
  for (int i = 0; i < a->count; i++)
    if (a->term[i].symbol != b->term[i].symbol || a->term[i].scale != b->term[i].scale) return false;
  return true;
}

int64_t nest_elements(const Nest *nest, uint32_t dims) {
  int64_t elements = 1;
  for (int dim = 0; dim < nest->dim_count; dim++)
    if (dims >> dim & 1) elements *= nest->size[dim];
  return elements;
}

uint32_t nest_all_dims(const Nest *nest) {
  return (1u << nest->dim_count) - 1;
}

bool nest_crosses(const Nest *nest, const Step *step) {
  return step->kind == STEP_REDUCE && (step->over & nest->crossed);
}

bool step_accumulates(const Step *step) {
  return step->kind == STEP_REDUCE || step->kind == STEP_SCAN;
}

bool nest_crosses_columns(const Nest *nest) {
  for (int i = 0; i < nest->step_count; i++)
    if (nest_crosses(nest, &nest->steps[i]) && nest->steps[i].dims) return true;
  return false;
}

// ---- what a step needs

typedef struct Visit {
  const Nest *nest;
  void (*call)(void *context, int needed);
  void *context;
} Visit;

static void visit_index(const Visit *visit, const Index *index) {
  for (int i = 0; i < index->count; i++) {
    const Symbol *symbol = &visit->nest->symbols[index->term[i].symbol];
    if (symbol->kind == SYMBOL_STEP) visit->call(visit->context, symbol->step);
    if (symbol->kind == SYMBOL_QUOTIENT) visit_index(visit, &symbol->of);
  }
}

static void visit_condition(const Visit *visit, int condition) {
  for (; condition != NO_CONDITION; condition = visit->nest->conditions[condition].parent)
    visit_index(visit, &visit->nest->conditions[condition].index);
}

void nest_each_need(const Nest *nest, int at, void (*visit)(void *context, int needed), void *context) {
  const Step *step = &nest->steps[at];
  Visit all = {nest, visit, context};
  for (int i = 0; i < step->operand_count; i++)
    visit(context, step->operand[i]);
  bool addressed = step->kind == STEP_LOAD || step->kind == STEP_STORE;
  if (addressed || step->kind == STEP_INDEX || step->kind == STEP_RANDOM) visit_index(&all, &step->index);
  if (addressed) visit_condition(&all, step->condition);
  if (step->kind == STEP_CHOOSE) visit_condition(&all, step->chosen_by);
}

typedef struct Feedback {
  const Nest *nest;
  bool found;
} Feedback;

// Steps that do not vary with the reduced dims are in a later pass only behind a reduction.
static void find_finished(void *context, int needed) {
  Feedback *feedback = context;
  const Step *step = &feedback->nest->steps[needed];
  feedback->found |= step->pass > 0 && !(step->dims & feedback->nest->reduced);
}

bool nest_feeds_back(const Nest *nest) {
  Feedback feedback = {nest, false};
  for (int i = 0; i < nest->step_count && !feedback.found; i++)
    if ((nest->steps[i].dims | nest->steps[i].over) & nest->reduced)
      nest_each_need(nest, i, find_finished, &feedback);
  return feedback.found;
}
