// The contents of inputs and of results that are not evaluated: random, repeatable, and such that the ops
// that read them make sense.
#include "base/hash.h"
#include "base/random.h"
#include "graph/evaluate/internal.h"

#include <stdlib.h>

static const int64_t FREE_RANGE = 8; // integers that nobody bounds lie in [-8, 8)

static void fill_integers(Random *random, const Value *value, int64_t low, int64_t high, double *data) {
  int64_t count = shape_elements(&value->shape);
  if (high <= low) high = low + 1;
  for (int64_t i = 0; i < count; i++)
    data[i] =
        dtype_round(value->dtype, (double)(low + (int64_t)random_below(random, (uint64_t)(high - low))));
}

static int64_t greatest_divisor(int64_t a, int64_t b) {
  return b ? greatest_divisor(b, a % b) : a;
}

// In each run of `run` neighbours no number of [low, low + range) comes twice: all of them would come once in
// steps that have no divisor in common with `range`.
static void fill_distinct(Random *random, const Value *value, int64_t low, int64_t range, int64_t run,
                          double *data) {
  int64_t count = shape_elements(&value->shape), step = 0, at = 0;
  for (int64_t i = 0; i < count; i++, at = (at + step) % range) {
    if (i % run == 0) {
      at = (int64_t)random_below(random, (uint64_t)range);
      do
        step = (int64_t)random_below(random, (uint64_t)range) + 1;
      while (greatest_divisor(step, range) != 1);
    }
    data[i] = dtype_round(value->dtype, (double)(low + at));
  }
}

// Seeds: any number that a double holds exactly.
static void fill_seeds(Random *random, const Value *value, double *data) {
  int64_t count = shape_elements(&value->shape);
  for (int64_t i = 0; i < count; i++)
    data[i] = dtype_round(value->dtype, (double)(random_next(random) >> 11));
}

// A place of window `at` that is not padding.
static int64_t random_place(Random *random, const Window *window, int64_t at) {
  int64_t start = (int64_t)random_below(random, (uint64_t)window->kernel_elements);
  for (int64_t i = 0; i < window->kernel_elements; i++) {
    int64_t place = (start + i) % window->kernel_elements;
    if (window_element(window, at, place) >= 0) return place;
  }
  return 0;
}

// Positions of maxima that some image could have: within the windows (pool_indices) or within the image
// (max_pool_backward).
static bool fill_positions(Random *random, const Graph *graph, const Value *value, const Op *op,
                           double *data) {
  Window window;
  bool places = op->code == OP_POOL_INDICES;
  if (!window_of_positions(graph, op, &window)) return false;
  int64_t count = shape_elements(&value->shape);
  if (count != window.planes * window.output_elements || window.kernel_elements == 0) return false;
  for (int64_t i = 0; i < count; i++) {
    int64_t at = i % window.output_elements, place = random_place(random, &window, at);
    int64_t element = window_element(&window, at, place);
    data[i] = (double)(places ? place : element < 0 ? 0 : element);
  }
  return true;
}

static void fill_whole_numbers(Random *random, const Graph *graph, const Value *value, const ValueRole *role,
                               double *data) {
  bool is_unsigned = dtype_unsigned(value->dtype), packed = dtype_bits(value->dtype) == BITS_STORAGE;
  if (role->window && fill_positions(random, graph, value, role->window, data)) return;
  if (role->seed)
    fill_seeds(random, value, data);
  else if (role->distinct > 1)
    fill_distinct(random, value, role->low, role->high - role->low, role->distinct, data);
  else if (role->bounded)
    fill_integers(random, value, role->low, role->high, data);
  else
    fill_integers(random, value, is_unsigned ? 0 : -FREE_RANGE,
                  packed ? dtype_range(value->dtype).high + 1 : FREE_RANGE, data);
}

static void fill_floats(Random *random, const Value *value, bool positive, double *data) {
  int64_t count = value_numbers(value);
  for (int64_t i = 0; i < count; i++)
    data[i] = dtype_round(value->dtype, positive ? 0.5 + 1.5 * random_unit(random) : random_normal(random));
}

// Elements of an input that strides put in one place (an expanded axis) are one number: the last one's.
static void share_places(const Value *value, double *data) {
  int64_t extent = shape_extent(&value->shape, value->stride);
  double *memory = memory_alloc((size_t)extent * sizeof *memory);
  int64_t own[MAX_RANK];
  tensor_strides(&value->shape, own);
  for (int reading = 0; reading < 2; reading++) {
    Walk walk;
    walk_init(&walk, &value->shape);
    walk_add(&walk, own, 0);
    walk_add(&walk, value->stride, 0);
    for (walk_begin(&walk); walk.more; walk_next(&walk))
      for (int64_t i = 0; i < walk.length; i++) {
        double *element = &data[walk.position[0] + i * walk.step[0]],
               *place = &memory[walk.position[1] + i * walk.step[1]];
        *(reading ? element : place) = *(reading ? place : element);
      }
  }
  free(memory);
}

void evaluate_fill(const Graph *graph, int index, uint64_t seed, double *data) {
  const Value *value = &graph->values[index];
  Random random = {hash_string(hash_integer(HASH_START, (int64_t)seed), value->name)};
  ValueRole role = value_role(graph, index);
  const Op *producer = graph_producer(graph, index);
  if (producer && producer->code == OP_SEEDS) role.seed = true;
  switch (dtype_kind(value->dtype)) {
    case DTYPE_IS_BOOL:
      fill_integers(&random, value, 0, 2, data);
      break;
    case DTYPE_IS_INTEGER:
      fill_whole_numbers(&random, graph, value, &role, data);
      break;
    case DTYPE_IS_FLOAT:
    case DTYPE_IS_COMPLEX:
      if (role.step)
        fill_integers(&random, value, STEP_LEAST, STEP_LIMIT, data);
      else
        fill_floats(&random, value, role.positive, data);
      break;
  }
  if (producer || shape_dense(&value->shape, value->stride)) return;
  for (int part = 0; part < dtype_parts(value->dtype); part++)
    share_places(value, data + part * shape_elements(&value->shape));
}
