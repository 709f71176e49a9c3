// From drafts to the nest: dead steps go, dims get their order, everything is numbered anew.
#include "kernel/lower/finish.h"

#include <string.h>

typedef struct Finish {
  Lowering *lowering;
  DimMap dims;
  Nest *nest;
} Finish;

// ---- what is alive

static void mark_index(Lowering *lowering, int index) {
  IndexEntry *entry = &lowering->indices.data[index];
  if (entry->used) return;
  entry->used = true;
  for (int i = 0; i < entry->index.count; i++) {
    SymbolDraft *symbol = &lowering->symbols.data[entry->index.term[i].symbol];
    symbol->to = 0;
    if (symbol->kind == SYMBOL_STEP) lowering->steps.data[symbol->step].to = 0;
    if (symbol->kind == SYMBOL_QUOTIENT) mark_index(lowering, symbol->of);
  }
}

static void mark_conditions(Lowering *lowering, int condition) {
  for (; condition != NO_CONDITION; condition = lowering->conditions.data[condition].parent) {
    lowering->conditions.data[condition].to = 0;
    mark_index(lowering, lowering->conditions.data[condition].index);
  }
}

static void mark_alive(Lowering *lowering) {
  for (int i = 0; i < lowering->steps.count; i++)
    lowering->steps.data[i].to = lowering->steps.data[i].kind == STEP_STORE ? 0 : -1;
  for (int i = 0; i < lowering->symbols.count; i++)
    lowering->symbols.data[i].to = -1;
  for (int i = 0; i < lowering->conditions.count; i++)
    lowering->conditions.data[i].to = -1;
  for (int i = 0; i < lowering->indices.count; i++)
    lowering->indices.data[i].used = false;
  for (int i = lowering->steps.count - 1; i >= 0; i--) {
    const Draft *draft = &lowering->steps.data[i];
    if (draft->to < 0) continue;
    for (int k = 0; k < draft->operand_count; k++)
      lowering->steps.data[draft->operand[k]].to = 0;
    mark_index(lowering, draft->index);
    for (int k = 0; k < 2 && draft->kind == STEP_PRODUCT; k++)
      mark_index(lowering, draft->matrix[k]);
    mark_conditions(lowering, draft->condition);
    mark_conditions(lowering, draft->chosen_by);
  }
}

static void number_alive(Finish *finish) {
  Lowering *lowering = finish->lowering;
  Nest *nest = finish->nest;
  nest->symbol_count = finish->dims.count;
  for (int i = lowering->domain.dim_count; i < lowering->symbols.count; i++)
    if (lowering->symbols.data[i].to >= 0) lowering->symbols.data[i].to = nest->symbol_count++;
  for (int i = 0; i < lowering->conditions.count; i++)
    if (lowering->conditions.data[i].to >= 0) lowering->conditions.data[i].to = nest->condition_count++;
  for (int i = 0; i < lowering->steps.count; i++)
    if (lowering->steps.data[i].to >= 0) lowering->steps.data[i].to = nest->step_count++;
}

// ---- conversion

static uint32_t convert_dims(const Finish *finish, uint32_t dims) {
  uint32_t converted = 0;
  for (int dim = 0; dim < finish->lowering->domain.dim_count; dim++)
    if (dims >> dim & 1) converted |= 1u << finish->dims.to[dim];
  return converted;
}

static void insert_term(Index *index, Term term) {
  int place = index->count++;
  for (; place > 0 && index->term[place - 1].symbol > term.symbol; place--)
    index->term[place] = index->term[place - 1];
  index->term[place] = term;
}

static Index convert_index(const Finish *finish, int interned) {
  const Lowering *lowering = finish->lowering;
  const Index *from = &lowering->indices.data[interned].index;
  Index to = {.constant = from->constant};
  for (int i = 0; i < from->count; i++) {
    int symbol = from->term[i].symbol;
    bool dim = symbol < lowering->domain.dim_count;
    if (dim && !finish->dims.inner[symbol]) continue;
    insert_term(
        &to, (Term){dim ? finish->dims.to[symbol] : lowering->symbols.data[symbol].to, from->term[i].scale});
  }
  return to;
}

static void convert_symbols(Finish *finish) {
  const Lowering *lowering = finish->lowering;
  Nest *nest = finish->nest;
  nest->symbols = arena_array(nest->arena, (size_t)nest->symbol_count + 1, sizeof *nest->symbols);
  for (int dim = 0; dim < nest->dim_count; dim++)
    nest->symbols[dim] = (Symbol){.kind = SYMBOL_DIM, .size = nest->size[dim], .step = NO_STEP};
  for (int i = lowering->domain.dim_count; i < lowering->symbols.count; i++) {
    const SymbolDraft *draft = &lowering->symbols.data[i];
    if (draft->to < 0) continue;
    Symbol *symbol = &nest->symbols[draft->to];
    symbol->kind = draft->kind;
    symbol->size = draft->size;
    symbol->step = draft->kind == SYMBOL_STEP ? lowering->steps.data[draft->step].to : NO_STEP;
    if (draft->kind == SYMBOL_QUOTIENT) symbol->of = convert_index(finish, draft->of);
    symbol->divisor = draft->divisor;
    symbol->modulus = draft->modulus;
  }
}

static int condition_number(const Lowering *lowering, int condition) {
  return condition == NO_CONDITION ? NO_CONDITION : lowering->conditions.data[condition].to;
}

static void convert_conditions(Finish *finish) {
  const Lowering *lowering = finish->lowering;
  Nest *nest = finish->nest;
  nest->conditions = arena_array(nest->arena, (size_t)nest->condition_count + 1, sizeof *nest->conditions);
  for (int i = 0; i < lowering->conditions.count; i++) {
    const ConditionDraft *draft = &lowering->conditions.data[i];
    if (draft->to < 0) continue;
    nest->conditions[draft->to] = (Condition){condition_number(lowering, draft->parent),
                                              convert_index(finish, draft->index), draft->low, draft->high};
  }
}

static int find_buffer(Finish *finish, int storage) {
  Nest *nest = finish->nest;
  for (int i = 0; i < nest->buffer_count; i++)
    if (nest->buffers[i].storage == storage) return i;
  const Value *value = lowering_value(finish->lowering, storage);
  nest->buffers[nest->buffer_count] =
      (Buffer){.storage = storage,
               .dtype = dtype_part(value->dtype),
               .elements = lower_value_extent(value) * dtype_parts(value->dtype)};
  return nest->buffer_count++;
}

static void read_scores(Finish *finish, const Nest *scores) {
  for (int i = 0; i < scores->buffer_count; i++)
    finish->nest->buffers[find_buffer(finish, scores->buffers[i].storage)].read = true;
}

// Operand 1 is the one that varies with the last dim: which of two factors comes first makes no difference.
static void convert_product(Finish *finish, const Draft *draft, Step *step) {
  Product *product = arena_alloc(finish->nest->arena, sizeof *product);
  product->length = draft->length;
  Index second = convert_index(finish, draft->matrix[1]);
  bool turned = index_scale(&second, finish->nest->dim_count - 1) == 0;
  for (int i = 0; i < 2; i++) {
    ProductOperand *operand = &product->operand[turned ? 1 - i : i];
    *operand = (ProductOperand){.buffer = NO_BUFFER,
                                .stored = draft->stored,
                                .index = convert_index(finish, draft->matrix[i]),
                                .along = draft->along[i]};
    if (draft->matrix_storage[i] == NO_VALUE) {
      operand->scores = draft->scores;
      read_scores(finish, draft->scores);
      continue;
    }
    operand->buffer = find_buffer(finish, draft->matrix_storage[i]);
    finish->nest->buffers[operand->buffer].read = true;
  }
  step->product = product;
}

static void convert_step(Finish *finish, const Draft *draft, Step *step) {
  const Lowering *lowering = finish->lowering;
  *step = (Step){.kind = draft->kind,
                 .code = draft->code,
                 .op = draft->op,
                 .value = draft->value,
                 .dtype = draft->dtype,
                 .round_to = draft->round_to,
                 .stored = draft->stored,
                 .operand_count = draft->operand_count,
                 .number = draft->number,
                 .integer = draft->integer,
                 .range = draft->range,
                 .condition = condition_number(lowering, draft->condition),
                 .zero_outside = draft->zero_outside,
                 .buffer = NO_BUFFER,
                 .chosen_by = condition_number(lowering, draft->chosen_by),
                 .accumulate = draft->accumulate,
                 .reduce = draft->reduce,
                 .part = draft->part,
                 .normal = draft->normal,
                 .pass = draft->pass};
  for (int i = 0; i < draft->operand_count; i++)
    step->operand[i] = lowering->steps.data[draft->operand[i]].to;
  step->index = convert_index(finish, draft->index);
  step->over = convert_dims(finish, draft->over);
  step->dims = convert_dims(finish, draft->dims);
  if (draft->kind == STEP_PRODUCT) convert_product(finish, draft, step);
  if (draft->kind == STEP_LOG_SUM)
    step->operand_count = 0, step->over = 0; // it is no reduction of the product
  if (draft->storage == NO_VALUE) return;
  step->buffer = find_buffer(finish, draft->storage);
  *(draft->kind == STEP_LOAD ? &finish->nest->buffers[step->buffer].read
                             : &finish->nest->buffers[step->buffer].written) = true;
}

static int count_accesses(const Lowering *lowering) {
  int count = 2 * lowering->presets.count;
  for (int i = 0; i < lowering->steps.count; i++) {
    const Draft *draft = &lowering->steps.data[i];
    if (draft->to < 0) continue;
    count += draft->kind == STEP_PRODUCT ? 2 : draft->storage != NO_VALUE;
    if (draft->scores) count += draft->scores->buffer_count;
  }
  return count;
}

static void convert_steps(Finish *finish) {
  const Lowering *lowering = finish->lowering;
  Nest *nest = finish->nest;
  nest->steps = arena_array(nest->arena, (size_t)nest->step_count + 1, sizeof *nest->steps);
  nest->buffers = arena_array(nest->arena, (size_t)count_accesses(lowering) + 1, sizeof *nest->buffers);
  nest->passes = 1;
  for (int i = 0; i < lowering->steps.count; i++) {
    const Draft *draft = &lowering->steps.data[i];
    if (draft->to < 0) continue;
    convert_step(finish, draft, &nest->steps[draft->to]);
    if (draft->kind == STEP_SCAN) nest->scanned |= nest->steps[draft->to].over;
  }
  finish_reductions(nest);
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    if (!step->finish && (step->dims | step->over) & nest->reduced && step->pass >= nest->passes)
      nest->passes = step->pass + 1;
  }
}

static void convert_presets(Finish *finish) {
  const Lowering *lowering = finish->lowering;
  Nest *nest = finish->nest;
  nest->presets = arena_array(nest->arena, (size_t)lowering->presets.count + 1, sizeof *nest->presets);
  for (int i = 0; i < lowering->presets.count; i++) {
    const PresetDraft *draft = &lowering->presets.data[i];
    int from = draft->from == NO_VALUE ? NO_BUFFER : find_buffer(finish, draft->from);
    nest->presets[nest->preset_count++] = (Preset){from, find_buffer(finish, draft->to)};
  }
}

// ---- the hash of the structure

static uint64_t hash_index(uint64_t hash, const Index *index) {
  hash = lowering_mix(hash, (uint64_t)index->constant);
  for (int i = 0; i < index->count; i++) {
    hash = lowering_mix(hash, (uint64_t)index->term[i].symbol);
    hash = lowering_mix(hash, (uint64_t)index->term[i].scale);
  }
  return hash;
}

static uint64_t hash_product(uint64_t hash, const Product *product) {
  hash = lowering_mix(hash, (uint64_t)product->length);
  for (int i = 0; i < 2; i++) {
    const ProductOperand *operand = &product->operand[i];
    hash = lowering_mix(hash, (uint64_t)operand->buffer << 8 | (uint64_t)operand->stored);
    if (operand->scores) hash = lowering_mix(hash, operand->scores->hash);
    hash = hash_index(lowering_mix(hash, (uint64_t)operand->along), &operand->index);
  }
  return hash;
}

static uint64_t hash_step(uint64_t hash, const Step *step) {
  const uint64_t fields[] = {
      (uint64_t)step->kind,         step->kind == STEP_COMPUTE ? (uint64_t)step->code : 0,
      (uint64_t)step->dtype,        (uint64_t)step->round_to,
      (uint64_t)step->stored,       (uint64_t)step->integer,
      (uint64_t)step->range,        (uint64_t)step->condition,
      (uint64_t)step->zero_outside, (uint64_t)step->chosen_by,
      (uint64_t)step->buffer,       (uint64_t)step->accumulate << 1 | (uint64_t)step->normal,
      (uint64_t)step->reduce,       step->over,
      (uint64_t)step->part,         step->dims,
      (uint64_t)step->pass,         (uint64_t)step->operand_count};
  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
    hash = lowering_mix(hash, fields[i]);
  uint64_t number;
  memcpy(&number, &step->number, sizeof number);
  hash = lowering_mix(hash, number);
  for (int i = 0; i < step->operand_count; i++)
    hash = lowering_mix(hash, (uint64_t)step->operand[i]);
  if (step->kind == STEP_PRODUCT) hash = hash_product(hash, step->product);
  return hash_index(hash, &step->index);
}

static uint64_t hash_nest(const Nest *nest) {
  uint64_t hash = lowering_mix(HASH_START, (uint64_t)nest->dim_count);
  for (int i = 0; i < nest->symbol_count; i++) {
    const Symbol *symbol = &nest->symbols[i];
    hash = lowering_mix(lowering_mix(hash, (uint64_t)symbol->kind), (uint64_t)symbol->size);
    hash = lowering_mix(lowering_mix(hash, (uint64_t)symbol->divisor), (uint64_t)symbol->modulus);
    hash = hash_index(lowering_mix(hash, (uint64_t)symbol->step), &symbol->of);
  }
  for (int i = 0; i < nest->condition_count; i++) {
    const Condition *condition = &nest->conditions[i];
    hash = hash_index(lowering_mix(hash, (uint64_t)condition->parent), &condition->index);
    hash = lowering_mix(lowering_mix(hash, (uint64_t)condition->low), (uint64_t)condition->high);
  }
  for (int i = 0; i < nest->step_count; i++)
    hash = hash_step(hash, &nest->steps[i]);
  for (int i = 0; i < nest->buffer_count; i++)
    hash = lowering_mix(lowering_mix(hash, (uint64_t)nest->buffers[i].dtype),
                        (uint64_t)nest->buffers[i].elements);
  for (int i = 0; i < nest->preset_count; i++)
    hash = lowering_mix(lowering_mix(hash, (uint64_t)nest->presets[i].from), (uint64_t)nest->presets[i].to);
  return hash;
}

static Nest *new_nest(const Lowering *lowering) {
  Arena *arena = arena_new();
  Nest *nest = arena_alloc(arena, sizeof *nest);
  nest->arena = arena;
  nest->graph = lowering->graph;
  nest->op_count = lowering->set->op_count;
  nest->ordered = lowering->ordered;
  int *ops = arena_array(arena, (size_t)nest->op_count, sizeof *ops);
  memcpy(ops, lowering->set->ops, (size_t)nest->op_count * sizeof *ops);
  nest->ops = ops;
  return nest;
}

Nest *lower_finish(Lowering *lowering) {
  Finish finish = {.lowering = lowering, .nest = new_nest(lowering)};
  int order[MAX_DIMS];
  mark_alive(lowering);
  if (lower_share_means(lowering)) mark_alive(lowering);
  finish_order(lowering, order);
  finish.dims = finish_collapse(lowering, order);
  finish.nest->dim_count = finish.dims.count;
  memcpy(finish.nest->size, finish.dims.size, sizeof finish.dims.size);
  number_alive(&finish);
  convert_symbols(&finish);
  convert_conditions(&finish);
  convert_steps(&finish);
  convert_presets(&finish);
  finish.nest->hash = hash_nest(finish.nest);
  return finish.nest;
}
