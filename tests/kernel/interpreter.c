#include "interpreter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "check.h"
#include "kernel/nest/product.h"
#include "partial.h"

typedef struct Machine {
  const Nest *nest;
  const Evaluation *evaluation;
  double **before, **after; // memory by buffer
  double **value;           // by step: one number for each point of its dims; reductions: two parts each
} Machine;

// ---- points

static bool next_point(const Nest *nest, uint32_t dims, int64_t point[]) {
  for (int dim = nest->dim_count - 1; dim >= 0; dim--) {
    if (!(dims >> dim & 1)) continue;
    if (++point[dim] < nest->size[dim]) return true;
    point[dim] = 0;
  }
  return false;
}

static int64_t point_number(const Nest *nest, uint32_t dims, const int64_t point[]) {
  int64_t number = 0;
  for (int dim = 0; dim < nest->dim_count; dim++)
    if (dims >> dim & 1) number = number * nest->size[dim] + point[dim];
  return number;
}

static double step_value(const Machine *machine, int step, const int64_t point[]) {
  return machine->value[step][point_number(machine->nest, machine->nest->steps[step].dims, point)];
}

static int64_t index_value(const Machine *machine, const Index *index, const int64_t point[]) {
  const Nest *nest = machine->nest;
  int64_t sum = index->constant;
  for (int i = 0; i < index->count; i++) {
    const Symbol *symbol = &nest->symbols[index->term[i].symbol];
    int64_t value = 0;
    switch (symbol->kind) {
      case SYMBOL_DIM:
        value = point[index->term[i].symbol];
        break;
      case SYMBOL_STEP:
        value = (int64_t)step_value(machine, symbol->step, point);
        break;
      case SYMBOL_QUOTIENT:
        value = index_value(machine, &symbol->of, point) / symbol->divisor;
        if (symbol->modulus) value %= symbol->modulus;
        break;
    }
    sum += value * index->term[i].scale;
  }
  return sum;
}

static bool condition_holds(const Machine *machine, int condition, const int64_t point[]) {
  for (; condition != NO_CONDITION; condition = machine->nest->conditions[condition].parent) {
    const Condition *known = &machine->nest->conditions[condition];
    int64_t value = index_value(machine, &known->index, point);
    if (value < known->low || value >= known->high) return false;
  }
  return true;
}

// ---- steps

static double load(const Machine *machine, const Step *step, const int64_t point[]) {
  if (!condition_holds(machine, step->condition, point)) return step->zero_outside ? 0 : NAN;
  int64_t index = index_value(machine, &step->index, point);
  if (index < 0 || index >= machine->nest->buffers[step->buffer].elements) abort();
  return machine->before[step->buffer][index];
}

static double random_number(const Machine *machine, const Step *step, const int64_t point[]) {
  uint64_t seed = (uint64_t)(int64_t)step_value(machine, step->operand[0], point);
  int64_t index = index_value(machine, &step->index, point);
  uint32_t words[4];
  evaluate_philox(seed, (uint64_t)index >> 2, words);
  int lane = (int)(index & 3);
  if (step->dtype == DTYPE_I64)
    return (double)(step->integer + (int64_t)(((uint64_t)words[lane] * (uint64_t)step->range) >> 32));
  if (!step->normal) return (double)(words[lane] >> 8) * 0x1p-24;
  double radius = sqrt(-2 * log(((double)(words[lane & 2] >> 8) + 1) * 0x1p-24));
  double angle = 6.283185307179586 * ((double)(words[lane | 1] >> 8) * 0x1p-24);
  return radius * (lane & 1 ? sin(angle) : cos(angle));
}

static double compute(const Machine *machine, const Step *step, const int64_t point[]) {
  double operand[3] = {0};
  for (int i = 0; i < step->operand_count; i++)
    operand[i] = step_value(machine, step->operand[i], point);
  if (step->code == OP_CAST)
    return dtype_round(step->round_to == DTYPE_F32 ? DTYPE_F64 : step->round_to, operand[0]);
  double value = op_reference(step->code)(operand[0], operand[1], operand[2]);
  return dtype_kind(step->dtype) == DTYPE_IS_FLOAT ? value : dtype_round(step->round_to, value);
}

static double point_value(const Machine *machine, const Step *step, const int64_t point[]) {
  switch (step->kind) {
    case STEP_NUMBER:
      return dtype_kind(step->dtype) == DTYPE_IS_FLOAT ? step->number : (double)step->integer;
    case STEP_INDEX:
      return (double)index_value(machine, &step->index, point);
    case STEP_LOAD:
      return load(machine, step, point);
    case STEP_COMPUTE:
      return compute(machine, step, point);
    case STEP_CHOOSE:
      return step_value(machine, step->operand[condition_holds(machine, step->chosen_by, point) ? 0 : 1],
                        point);
    case STEP_RANDOM:
      return random_number(machine, step, point);
    default:
      abort();
  }
}

// ---- reductions

static void run_reduce(Machine *machine, int at) {
  const Nest *nest = machine->nest;
  const Step *step = &nest->steps[at];
  int64_t results = nest_elements(nest, step->dims), point[MAX_DIMS] = {0};
  Partial *partials = memory_alloc((size_t)(results + 1) * sizeof *partials);
  for (int64_t i = 0; i < results; i++)
    partials[i] = partial_neutral(step->reduce);
  uint32_t dims = step->dims | step->over;
  if (nest_elements(nest, dims) > 0) do {
      double position = step->operand_count > 1 ? step_value(machine, step->operand[1], point) : 0;
      partial_join(step, &partials[point_number(nest, step->dims, point)],
                   step_value(machine, step->operand[0], point), position);
    } while (next_point(nest, dims, point));
  for (int64_t i = 0; i < results; i++) {
    machine->value[at][i] = partials[i].first;
    machine->value[at][results + i] = partials[i].second;
  }
  free(partials);
}

// The walk over the scanned dims is in order: one running state for each combination of the other dims.
static void run_scan(Machine *machine, int at) {
  const Nest *nest = machine->nest;
  const Step *step = &nest->steps[at];
  uint32_t others = step->dims & ~step->over;
  int64_t states = nest_elements(nest, others), results = nest_elements(nest, step->dims),
          point[MAX_DIMS] = {0};
  Partial *running = memory_alloc((size_t)(states + 1) * sizeof *running);
  for (int64_t i = 0; i < states; i++)
    running[i] = partial_neutral(step->reduce);
  for (int64_t i = 0; i < results; i++, next_point(nest, step->dims, point)) {
    Partial *state = &running[point_number(nest, others, point)];
    partial_join(step, state, step_value(machine, step->operand[0], point), 0);
    machine->value[at][i] = state->first;
    machine->value[at][results + i] = state->second;
  }
  free(running);
}

static void machine_open(Machine *machine);  // memory, and the values of all steps
static void machine_close(Machine *machine); // leaves `after`

// The softmax of rows of so many scores, in place. `safe`: 0 where all of a row are -infinity.
static void weigh(double *scores, int64_t rows, int64_t keys, bool safe) {
  for (double *row = scores; row < scores + rows * keys; row += keys) {
    double most = -INFINITY, sum = 0;
    for (int64_t k = 0; k < keys; k++)
      most = row[k] > most || isnan(row[k]) ? row[k] : most;
    for (int64_t k = 0; k < keys; k++)
      sum += row[k] = safe && row[k] == -INFINITY ? 0 : exp(row[k] - most);
    for (int64_t k = 0; k < keys; k++)
      row[k] = safe && sum == 0 ? 0 : row[k] / sum;
  }
}

// By batch, row and key; to be freed.
static double *weights_of(const Machine *machine, const Nest *scores) {
  int last = scores->step_count - 1;
  uint32_t all = nest_all_dims(scores);
  int64_t elements = nest_elements(scores, all), point[MAX_DIMS] = {0};
  double *weights = memory_alloc((size_t)(elements + 1) * sizeof *weights);
  ProductDims dims;
  nest_product_dims(scores, &scores->steps[nest_product(scores)], &dims);
  Machine inner = {.nest = scores, .evaluation = machine->evaluation};
  machine_open(&inner);
  for (int64_t i = 0; i < elements; i++, next_point(scores, all, point)) {
    int64_t place = 0;
    for (int b = 0; b < dims.batch_count; b++)
      place = place * scores->size[dims.batch[b]] + point[dims.batch[b]];
    place = place * scores->size[dims.rows] + point[dims.rows];
    weights[place * scores->size[dims.columns] + point[dims.columns]] = step_value(&inner, last, point);
  }
  machine_close(&inner);
  interpret_free(scores, inner.after);
  int64_t keys = scores->size[dims.columns];
  weigh(weights, elements / keys, keys, nest_softmax_is_safe(machine->nest));
  return weights;
}

static void run_product(Machine *machine, int at) {
  const Nest *nest = machine->nest;
  const Product *product = nest->steps[at].product;
  int64_t results = nest_elements(nest, nest->steps[at].dims), point[MAX_DIMS] = {0};
  double *weights = nest_scores(nest) ? weights_of(machine, nest_scores(nest)) : NULL;
  for (int64_t i = 0; i < results; i++, next_point(nest, nest->steps[at].dims, point)) {
    double sum = 0;
    for (int64_t k = 0; k < product->length; k++) {
      double factor = 1;
      for (int m = 0; m < 2; m++) {
        const ProductOperand *operand = &product->operand[m];
        int64_t index = index_value(machine, &operand->index, point) + k * operand->along;
        if (operand->scores) {
          factor *= weights[index];
          continue;
        }
        if (index < 0 || index >= nest->buffers[operand->buffer].elements) abort();
        factor *= machine->before[operand->buffer][index];
      }
      sum += factor;
    }
    machine->value[at][i] = sum;
  }
  free(weights);
}

static void run_part(Machine *machine, int at) {
  const Step *step = &machine->nest->steps[at];
  int64_t results = nest_elements(machine->nest, step->dims);
  memcpy(machine->value[at], machine->value[step->operand[0]] + step->part * results,
         (size_t)results * sizeof(double));
}

static void run_store(Machine *machine, int at) {
  const Nest *nest = machine->nest;
  const Step *step = &nest->steps[at];
  int64_t point[MAX_DIMS] = {0};
  if (nest_elements(nest, step->dims) == 0) return;
  do {
    int64_t index = index_value(machine, &step->index, point);
    if (index < 0 || index >= nest->buffers[step->buffer].elements) abort();
    double *to = &machine->after[step->buffer][index], value = step_value(machine, step->operand[0], point);
    *to = step->accumulate ? *to + value : value;
    if (dtype_kind(step->stored) != DTYPE_IS_FLOAT) *to = dtype_round(step->stored, *to);
  } while (next_point(nest, step->dims, point));
}

static void run_step(Machine *machine, int at) {
  const Nest *nest = machine->nest;
  const Step *step = &nest->steps[at];
  int64_t results = nest_elements(nest, step->dims), point[MAX_DIMS] = {0};
  if (step->kind != STEP_STORE) machine->value[at] = memory_alloc((size_t)(2 * results + 1) * sizeof(double));
  switch (step->kind) {
    case STEP_REDUCE:
      run_reduce(machine, at);
      return;
    case STEP_SCAN:
      run_scan(machine, at);
      return;
    case STEP_PRODUCT:
      run_product(machine, at);
      return;
    case STEP_PART:
      run_part(machine, at);
      return;
    case STEP_STORE:
      run_store(machine, at);
      return;
    default:
      break;
  }
  for (int64_t i = 0; i < results; i++, next_point(nest, step->dims, point))
    machine->value[at][i] = point_value(machine, step, point);
}

// ---- memory

// Lays the logical elements of a value out in memory by its strides.
static void fill_memory(const Evaluation *evaluation, int value, double *memory) {
  const Value *filled = &evaluation->graph->values[value];
  int64_t count = shape_elements(&filled->shape), index[MAX_RANK] = {0};
  double *fresh = filled->producer == NO_OP ? memory_alloc((size_t)(count + 1) * sizeof(double)) : NULL;
  if (fresh)
    evaluate_fill(evaluation->graph, value, CHECK_SEED,
                  fresh); // what stood there before anything was written
  const double *data = fresh ? fresh : evaluation->values[value].data;
  for (int64_t i = 0; data && i < count; i++) {
    int64_t place = filled->offset;
    for (int axis = 0; axis < filled->shape.rank; axis++)
      place += index[axis] * filled->stride[axis];
    memory[place] = data[i];
    for (int axis = filled->shape.rank - 1; axis >= 0 && ++index[axis] == filled->shape.size[axis]; axis--)
      index[axis] = 0;
  }
  free(fresh);
}

static void make_memory(Machine *machine) {
  const Nest *nest = machine->nest;
  for (int i = 0; i < nest->buffer_count; i++) {
    size_t bytes = (size_t)(nest->buffers[i].elements + 1) * sizeof(double);
    machine->before[i] = memory_alloc(bytes);
    machine->after[i] = memory_alloc(bytes);
    for (int64_t k = 0; k < nest->buffers[i].elements; k++)
      machine->before[i][k] = NAN;
    fill_memory(machine->evaluation, nest->buffers[i].storage, machine->before[i]);
  }
  for (int i = 0; i < nest->step_count; i++)
    if (nest->steps[i].kind == STEP_LOAD)
      fill_memory(machine->evaluation, nest->steps[i].value, machine->before[nest->steps[i].buffer]);
  for (int i = 0; i < nest->buffer_count; i++)
    memcpy(machine->after[i], machine->before[i], (size_t)nest->buffers[i].elements * sizeof(double));
  for (int i = 0; i < nest->preset_count; i++) {
    const Preset *preset = &nest->presets[i];
    size_t bytes = (size_t)nest->buffers[preset->to].elements * sizeof(double);
    if (preset->from == NO_BUFFER)
      memset(machine->after[preset->to], 0, bytes);
    else
      memcpy(machine->after[preset->to], machine->before[preset->from], bytes);
  }
}

static void open_values(Machine *machine) {
  const Nest *nest = machine->nest;
  machine->value = memory_alloc((size_t)(nest->step_count + 1) * sizeof(double *));
  for (int i = 0; i < nest->step_count; i++)
    run_step(machine, i);
}

static void close_values(Machine *machine) {
  for (int i = 0; i < machine->nest->step_count; i++)
    free(machine->value[i]);
  free(machine->value);
}

static void machine_open(Machine *machine) {
  size_t bytes = (size_t)(machine->nest->buffer_count + 1) * sizeof(double *);
  machine->before = memory_alloc(bytes);
  machine->after = memory_alloc(bytes);
  make_memory(machine);
  open_values(machine);
}

static void machine_close(Machine *machine) {
  close_values(machine);
  for (int i = 0; i < machine->nest->buffer_count; i++)
    free(machine->before[i]);
  free(machine->before);
}

// One time of a part: its steps on the batch's memory.
static void run_in_batch(const Machine *batch, const NestPart *part, int time) {
  int count = part->nest->buffer_count;
  Machine machine = {.nest = part->nest, .evaluation = batch->evaluation};
  machine.before = memory_alloc((size_t)(count + 1) * sizeof(double *));
  machine.after = memory_alloc((size_t)(count + 1) * sizeof(double *));
  for (int b = 0; b < count; b++) {
    machine.before[b] = batch->before[part->buffers[time * count + b]];
    machine.after[b] = batch->after[part->buffers[time * count + b]];
  }
  open_values(&machine);
  close_values(&machine);
  free(machine.before);
  free(machine.after);
}

double **interpret(const Nest *nest, const Evaluation *evaluation) {
  Machine machine = {.nest = nest, .evaluation = evaluation};
  machine_open(&machine);
  for (int i = 0; i < nest->part_count; i++)
    for (int time = 0; time < nest->parts[i].count; time++)
      run_in_batch(&machine, &nest->parts[i], time);
  machine_close(&machine);
  return machine.after;
}

void interpret_free(const Nest *nest, double **memory) {
  for (int i = 0; i < nest->buffer_count; i++)
    free(memory[i]);
  free(memory);
}
