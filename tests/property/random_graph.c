// Random graphs: the loop over ops, the values that they build on, and what leaves the graph.
#include "graph/read/read.h"
#include "graph/write/write.h"
#include "random_maker.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_OPS = 12, MOST_ELEMENTS = 1500, RARELY = 40, EXPANDED_RARELY = 24 };
static const double MOST_FLOAT = 1e4;  // fits f16
static const double MOST_WHOLE = 4e15; // a double counts so far, and so does the evaluator
static const double NORMAL_MOST = 6, FREE_INTEGER_MOST = 8;

// ---- what is known of values

const Shape *maker_shape(Maker *maker, int value) {
  return &builder_value(maker->builder, value)->shape;
}

DType maker_dtype(Maker *maker, int value) {
  return builder_value(maker->builder, value)->dtype;
}

int64_t maker_elements(Maker *maker, int value) {
  return shape_elements(maker_shape(maker, value));
}

static Kinds kind_of(DType dtype) {
  switch (dtype_kind(dtype)) {
    case DTYPE_IS_BOOL:
      return KIND_BOOL;
    case DTYPE_IS_INTEGER:
      return KIND_INTEGER;
    default:
      return KIND_FLOAT;
  }
}

Kinds maker_kind(Maker *maker, int value) {
  return kind_of(maker_dtype(maker, value));
}

double dtype_most(DType dtype) {
  switch (dtype) {
    case DTYPE_BOOL:
      return 1;
    case DTYPE_U8:
      return 255;
    case DTYPE_I8:
      return 128;
    case DTYPE_I16:
      return 32768;
    case DTYPE_I32:
      return 2147483648.0;
    case DTYPE_I64:
      return MOST_WHOLE;
    default:
      return MOST_FLOAT;
  }
}

bool maker_allows(DType dtype, double most) {
  return most <= (dtype_kind(dtype) == DTYPE_IS_FLOAT ? MOST_FLOAT : MOST_WHOLE);
}

bool maker_fits(Maker *maker, double elements) {
  return elements <= (double)maker->style.most_elements;
}

static void mark_used(Maker *maker, int value) {
  while (maker->used.count <= value)
    vector_push(&maker->used, false);
  maker->used.data[value] = true;
}

static bool is_used(const Maker *maker, int value) {
  return value < maker->used.count && maker->used.data[value];
}

void maker_keep(Maker *maker, int value, double most, bool exact, bool positive) {
  if (value == NO_VALUE) return;
  DType dtype = maker_dtype(maker, value);
  bool is_float = dtype_kind(dtype) == DTYPE_IS_FLOAT;
  // Integers wrap around: then nothing is known but their range.
  bool wraps = !is_float && (most > dtype_most(dtype) || dtype == DTYPE_U8);
  if (wraps) positive = false, most = dtype_most(dtype);
  vector_push(&maker->values, (Made){value, most, exact, positive});
}

// ---- shapes

// The simple ones first.
static const int64_t sizes[] = {2,  3,  1,  4,  5,   7,   8,   16,  6,   33,   32,
                                31, 64, 17, 12, 100, 128, 130, 257, 513, 1000, 1024};
enum { SIZES = sizeof sizes / sizeof *sizes };

static int64_t choose_size(Maker *maker, int64_t room) {
  if (choose_rarely(maker->choices, RARELY)) return 0;
  int64_t size = sizes[choose(maker->choices, SIZES)];
  return size <= room ? size : 1 + choose(maker->choices, room < 4 ? (int)room : 4);
}

static void choose_base(Maker *maker) {
  int64_t room = maker->style.most_elements;
  maker->base.rank = 1 + choose(maker->choices, 4);
  for (int i = maker->base.rank - 1; i >= 0; i--) {
    maker->base.size[i] = choose_size(maker, room);
    if (maker->base.size[i] > 0) room /= maker->base.size[i];
  }
}

// Leading axes dropped, axes of one element: what broadcasts to `shape`.
static void make_narrower(Maker *maker, Shape *shape) {
  int dropped = choose(maker->choices, shape->rank + 1);
  if (choose(maker->choices, 2)) dropped = 0;
  for (int i = dropped; i < shape->rank; i++)
    shape->size[i - dropped] = choose_rarely(maker->choices, 4) ? 1 : shape->size[i];
  shape->rank -= dropped;
}

void maker_random_shape(Maker *maker, Shape *shape) {
  *shape = maker->base;
  if (choose(maker->choices, 3) == 2) make_narrower(maker, shape);
}

// ---- inputs

static void swap(int64_t *a, int64_t *b) {
  int64_t kept = *a;
  *a = *b;
  *b = kept;
}

// Strides of axes in a random order, perhaps with gaps, perhaps with one axis that stands still.
static void choose_strides(Maker *maker, const Shape *shape, int64_t stride[MAX_RANK]) {
  int64_t order[MAX_RANK], step = 1;
  bool gaps = choose_rarely(maker->choices, 3);
  for (int i = 0; i < shape->rank; i++)
    order[i] = i;
  for (int i = shape->rank - 1; i > 0; i--)
    swap(&order[i], &order[i - choose(maker->choices, i + 1)]);
  for (int i = shape->rank - 1; i >= 0; i--) {
    if (gaps) step += choose(maker->choices, 3);
    stride[order[i]] = step;
    step *= shape->size[order[i]] > 0 ? shape->size[order[i]] : 1;
  }
  if (shape->rank && choose_rarely(maker->choices, 6)) stride[choose(maker->choices, shape->rank)] = 0;
}

Made maker_input_at(Maker *maker, DType dtype, const Shape *shape, const int64_t *stride) {
  char name[32];
  Status status = {0};
  if (maker->number < 0)
    snprintf(name, sizeof name, "i%d", maker->named++);
  else
    snprintf(name, sizeof name, "g%d_i%d", maker->number, maker->named++);
  int value = builder_input(maker->builder, name, dtype, shape, stride, &status);
  if (value == NO_VALUE) {
    fprintf(stderr, "%s\n", status.message);
    abort();
  }
  double most = dtype == DTYPE_BOOL                   ? 1
                : dtype_kind(dtype) == DTYPE_IS_FLOAT ? NORMAL_MOST
                                                      : FREE_INTEGER_MOST;
  return (Made){value, most, true, false};
}

Made maker_input(Maker *maker, DType dtype, const Shape *shape, bool plain) {
  int64_t stride[MAX_RANK];
  if (plain || !choose_rarely(maker->choices, 3)) return maker_input_at(maker, dtype, shape, NULL);
  choose_strides(maker, shape, stride);
  return maker_input_at(maker, dtype, shape, stride);
}

DType maker_choose_dtype(Maker *maker, Kinds kinds) {
  static const DType dtypes[] = {DTYPE_F32, DTYPE_F32, DTYPE_BF16, DTYPE_F16, DTYPE_F64, DTYPE_I64,
                                 DTYPE_I32, DTYPE_U8,  DTYPE_I8,   DTYPE_I16, DTYPE_BOOL};
  DType allowed[sizeof dtypes / sizeof *dtypes];
  int count = 0;
  for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
    if (kind_of(dtypes[i]) & kinds) allowed[count++] = dtypes[i];
  return allowed[choose(maker->choices, count)];
}

static Made keep_input(Maker *maker, Kinds kinds, const Shape *shape) {
  Made made = maker_input(maker, maker_choose_dtype(maker, kinds), shape, false);
  vector_push(&maker->values, made);
  return made;
}

// ---- picking operands

static bool is_wanted(Maker *maker, const Made *made, const Want *want) {
  if (!(maker_kind(maker, made->value) & want->kinds)) return false;
  if (want->exact && !made->exact) return false;
  if (want->most > 0 && made->most > want->most) return false;
  return maker_shape(maker, made->value)->rank >= want->min_rank;
}

// The newest half of the time, so that chains become long; any otherwise.
static Made pick_any(Maker *maker) {
  int count = maker->values.count, back = choose(maker->choices, 2) ? choose(maker->choices, count) : 0;
  return maker->values.data[count - 1 - back];
}

Made maker_pick(Maker *maker, const Want *want) {
  for (int tries = 0; tries < 4; tries++) {
    Made made = pick_any(maker);
    if (is_wanted(maker, &made, want)) return made;
  }
  for (int i = maker->values.count - 1; i >= 0; i--)
    if (is_wanted(maker, &maker->values.data[i], want)) return maker->values.data[i];
  Shape shape = maker->base;
  if (shape.rank >= want->min_rank) maker_random_shape(maker, &shape);
  while (shape.rank < want->min_rank)
    shape.size[shape.rank++] = 1 + choose(maker->choices, 3);
  if (!maker_fits(maker, (double)shape_elements(&shape))) shape.size[0] = 1;
  return keep_input(maker, want->kinds, &shape);
}

// Elements of the broadcast of both, -1 when they do not agree.
static double broadcast_elements(const Shape *a, const Shape *b) {
  double elements = 1;
  for (int i = 1; i <= a->rank || i <= b->rank; i++) {
    int64_t x = i <= a->rank ? a->size[a->rank - i] : 1, y = i <= b->rank ? b->size[b->rank - i] : 1;
    if (x != y && x != 1 && y != 1) return -1;
    elements *= (double)(x == 1 ? y : x);
  }
  return elements;
}

static bool agrees(Maker *maker, const Shape *a, const Shape *b) {
  double elements = broadcast_elements(a, b);
  return elements >= 0 && maker_fits(maker, elements);
}

Made maker_companion(Maker *maker, Made a, const Want *want) {
  for (int tries = 0; tries < 4; tries++) {
    Made made = pick_any(maker);
    if (is_wanted(maker, &made, want) &&
        agrees(maker, maker_shape(maker, a.value), maker_shape(maker, made.value)))
      return made;
  }
  if (is_wanted(maker, &a, want) && choose(maker->choices, 2) == 0) return a;
  Shape shape = *maker_shape(maker, a.value);
  if (choose(maker->choices, 2)) make_narrower(maker, &shape);
  return keep_input(maker, want->kinds, &shape);
}

Made maker_same_shape(Maker *maker, const Shape *shape, const Want *want) {
  for (int tries = 0; tries < 4; tries++) {
    Made made = pick_any(maker);
    if (is_wanted(maker, &made, want) && shape_equal(shape, maker_shape(maker, made.value))) return made;
  }
  return keep_input(maker, want->kinds, shape);
}

int random_axis(Maker *maker, int value) {
  int rank = maker_shape(maker, value)->rank;
  return rank ? choose(maker->choices, rank) : -1;
}

// ---- ops

int maker_op(Maker *maker, const OpParts *parts) {
  char name[48], second[64];
  Operand operands[MAX_RANK + 4] = {0};
  Status status = {0};
  const char *op_text = op_info(parts->code)->name;
  if (maker->number < 0)
    snprintf(name, sizeof name, "%.24s_%d", op_text, maker->named++);
  else
    snprintf(name, sizeof name, "g%d_%.24s_%d", maker->number, op_text, maker->named++);
  snprintf(second, sizeof second, "%s_second", name);
  for (int i = 0; i < parts->value_count; i++) {
    if (parts->values[i] == NO_VALUE) return NO_VALUE; // of an op that was refused itself
    operands[i].value = parts->values[i];
  }
  OpSpec spec = {.name = name,
                 .code = parts->code,
                 .operands = parts->operands ? parts->operands : operands,
                 .operand_count = parts->operands ? parts->operand_count : parts->value_count,
                 .attributes = parts->attributes,
                 .attribute_count = parts->attribute_count,
                 .annotations = parts->annotations,
                 .result_count = parts->result_count,
                 .mutates = parts->mutates ? 0 : -1};
  int op = builder_op(maker->builder, &spec, &status);
  if (op == NO_OP) return NO_VALUE;
  for (int i = 0; i < spec.operand_count; i++)
    if (spec.operands[i].value != NO_VALUE && !spec.operands[i].is_number)
      mark_used(maker, spec.operands[i].value);
  return builder_result(maker->builder, op, 0);
}

int maker_second(Maker *maker, int first) {
  return builder_result(maker->builder, builder_value(maker->builder, first)->producer, 1);
}

Attribute attribute_list(AttributeKey key, const int64_t *integers, int count) {
  return (Attribute){.key = key, .count = count, .integer = integers};
}

int maker_unary(Maker *maker, OpCode code, int a) {
  return maker_op(maker, &(OpParts){.code = code, .values = &a, .value_count = 1});
}

int maker_binary(Maker *maker, OpCode code, int a, int b) {
  return maker_op(maker, &(OpParts){.code = code, .values = (int[]){a, b}, .value_count = 2});
}

int maker_scalar(Maker *maker, OpCode code, int a, double number) {
  Operand operands[] = {{.value = a}, {.value = NO_VALUE, .is_number = true, .number = number}};
  operands[1].is_integer = number == floor(number);
  operands[1].integer = (int64_t)number;
  return maker_op(maker, &(OpParts){.code = code, .operands = operands, .operand_count = 2});
}

int maker_cast(Maker *maker, int a, DType dtype) {
  int64_t code = (int64_t)dtype;
  Attribute attribute = attribute_list(ATTRIBUTE_DTYPE, &code, 1);
  return maker_op(
      maker,
      &(OpParts){
          .code = OP_CAST, .values = &a, .value_count = 1, .attributes = &attribute, .attribute_count = 1});
}

// ---- the graph

static void add_something(Maker *maker) {
  static const MakeOps *const families[] = {
      &make_pointwise, &make_pointwise,  &make_pointwise,  &make_pointwise, &make_views,
      &make_views,     &make_reductions, &make_reductions, &make_patterns,  &make_layouts,
      &make_indexed,   &make_created,    &make_windows,    &make_complexes, &make_products};
  const MakeOps *family = families[choose(maker->choices, sizeof families / sizeof *families)];
  family->makes[choose(maker->choices, family->count)](maker);
}

// What nothing reads leaves the graph, mostly: the rest is dead code, which is legal. Some of what is read
// does, too. The newest value always leaves.
static void choose_outputs(Maker *maker) {
  for (int i = maker->values.count - 1; i >= 0; i--) {
    int value = maker->values.data[i].value;
    bool newest = i == maker->values.count - 1, leaves = is_used(maker, value)
                                                             ? choose_rarely(maker->choices, 8)
                                                             : !choose_rarely(maker->choices, 6);
    if (newest || leaves) builder_output(maker->builder, value);
  }
}

static void make(Maker *maker) {
  if (maker->style.most_ops == 0) maker->style.most_ops = MOST_OPS;
  if (maker->style.most_elements == 0) maker->style.most_elements = MOST_ELEMENTS;
  if (choose_rarely(maker->choices, EXPANDED_RARELY)) maker->style.most_elements *= 20;
  choose_base(maker);
  keep_input(maker, KIND_ANY, &maker->base);
  for (int i = 0; i < 2 * maker->style.most_ops; i++) {
    choices_mark(maker->choices);
    if (choose(maker->choices, maker->style.most_ops) == 0) break;
    add_something(maker);
  }
  choices_mark(maker->choices);
  choose_outputs(maker);
  vector_free(&maker->values);
  vector_free(&maker->used);
}

void random_graph_add(Choices *choices, const GraphStyle *style, GraphBuilder *builder, int number) {
  Maker maker = {.choices = choices, .builder = builder, .style = *style, .number = number};
  make(&maker);
}

// As a reader would build it from a file: inputs before the ops.
static Graph *reread(Graph *graph, Status *status) {
  Text text = {0};
  Graph *read = NULL;
  if (graph_write_json(graph, &text, status))
    read = graph_read_json("random.json", text_get(&text), text.length, NULL, status);
  text_free(&text);
  graph_free(graph);
  return read;
}

Graph *random_graph_make(Choices *choices, const GraphStyle *style) {
  Status status = {0};
  Maker maker = {
      .choices = choices, .builder = builder_new("random", "random"), .style = *style, .number = -1};
  make(&maker);
  Graph *graph = builder_finish(maker.builder, &status);
  graph = graph ? reread(graph, &status) : NULL;
  if (graph) return graph;
  fprintf(stderr, "%s\n", status.message);
  abort();
}
