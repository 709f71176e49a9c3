// Pooling, and its way back.
#include "random_maker.h"

typedef struct Pooling {
  int64_t kernel[2], stride[2], padding[2], dilation[2], ceil;
  Attribute attributes[5];
  int rank;
} Pooling;

static void choose_pooling(Maker *maker, Pooling *pooling) {
  pooling->rank = 1 + choose(maker->choices, 2);
  pooling->ceil = choose(maker->choices, 2);
  for (int i = 0; i < pooling->rank; i++) {
    pooling->kernel[i] = 1 + choose(maker->choices, 3);
    pooling->stride[i] = 1 + choose(maker->choices, 3);
    pooling->padding[i] = choose(maker->choices, (int)pooling->kernel[i] / 2 + 1);
    pooling->dilation[i] = 1 + (pooling->padding[i] == 0 && choose_rarely(maker->choices, 4));
  }
  pooling->attributes[0] = attribute_list(ATTRIBUTE_KERNEL, pooling->kernel, pooling->rank);
  pooling->attributes[1] = attribute_list(ATTRIBUTE_STRIDE, pooling->stride, pooling->rank);
  pooling->attributes[2] = attribute_list(ATTRIBUTE_PADDING, pooling->padding, pooling->rank);
  pooling->attributes[3] = attribute_list(ATTRIBUTE_CEIL, &pooling->ceil, 1);
  pooling->attributes[4] = attribute_list(ATTRIBUTE_DILATION, pooling->dilation, pooling->rank);
}

static bool has_elements(Maker *maker, int value) {
  return maker_elements(maker, value) > 0;
}

static void make_max_pool(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_FLOAT, .exact = true, .min_rank = 3});
  Pooling pooling;
  choose_pooling(maker, &pooling);
  if (!has_elements(maker, a.value)) return;
  Shape image = *maker_shape(maker, a.value);
  OpParts parts = {.code = OP_MAX_POOL,
                   .values = &a.value,
                   .value_count = 1,
                   .attributes = pooling.attributes,
                   .attribute_count = 5};
  int value = maker_op(maker, &parts);
  if (value == NO_VALUE || !has_elements(maker, value)) return;
  int places = maker_second(maker, value);
  maker_keep(maker, value, a.most, true, a.positive);
  maker_keep(maker, places, 9, true, false);
  if (choose(maker->choices, 2)) return;
  Attribute attributes[6];
  for (int i = 0; i < 5; i++)
    attributes[i] = pooling.attributes[i];
  attributes[5] = attribute_list(ATTRIBUTE_SHAPE, image.size + image.rank - pooling.rank, pooling.rank);
  int positions = maker_op(maker, &(OpParts){.code = OP_POOL_INDICES,
                                             .values = &places,
                                             .value_count = 1,
                                             .attributes = attributes,
                                             .attribute_count = 6});
  maker_keep(maker, positions, (double)maker_elements(maker, a.value), true, false);
  int values[] = {value, a.value, positions};
  if (positions == NO_VALUE || a.most > 100) return;
  parts = (OpParts){.code = OP_MAX_POOL_BACKWARD,
                    .values = values,
                    .value_count = 3,
                    .attributes = pooling.attributes,
                    .attribute_count = 5};
  maker_keep(maker, maker_op(maker, &parts), 9 * a.most, false, false);
}

static void make_average_pool(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_FLOAT, .most = 500, .min_rank = 3});
  Pooling pooling;
  int64_t count_padding = choose(maker->choices, 2), divisor = 3;
  choose_pooling(maker, &pooling);
  if (!has_elements(maker, a.value)) return;
  pooling.attributes[4] = attribute_list(ATTRIBUTE_COUNT_PADDING, &count_padding, 1);
  Attribute attributes[6];
  for (int i = 0; i < 5; i++)
    attributes[i] = pooling.attributes[i];
  attributes[5] = attribute_list(ATTRIBUTE_DIVISOR, &divisor, 1);
  int count = 5 + choose_rarely(maker->choices, 3);
  OpParts parts = {.code = OP_AVG_POOL,
                   .values = &a.value,
                   .value_count = 1,
                   .attributes = attributes,
                   .attribute_count = count};
  int value = maker_op(maker, &parts);
  if (value == NO_VALUE || !has_elements(maker, value)) return;
  maker_keep(maker, value, 9 * a.most, false, false);
  if (choose(maker->choices, 2)) return;
  parts = (OpParts){.code = OP_AVG_POOL_BACKWARD,
                    .values = (int[]){value, a.value},
                    .value_count = 2,
                    .attributes = attributes,
                    .attribute_count = count};
  maker_keep(maker, maker_op(maker, &parts), 20 * a.most, false, false);
}

static void make_adaptive_pool(Maker *maker) {
  Made a = maker_pick(maker, &(Want){.kinds = KIND_FLOAT, .most = 500, .min_rank = 3});
  int64_t sizes[] = {1 + choose(maker->choices, 4), 1 + choose(maker->choices, 4)};
  if (!has_elements(maker, a.value)) return;
  Attribute attribute = attribute_list(ATTRIBUTE_SHAPE, sizes, 2);
  OpParts parts = {.code = OP_ADAPTIVE_AVG_POOL,
                   .values = &a.value,
                   .value_count = 1,
                   .attributes = &attribute,
                   .attribute_count = 1};
  int value = maker_op(maker, &parts);
  maker_keep(maker, value, a.most, false, false);
  if (value == NO_VALUE || choose(maker->choices, 2)) return;
  parts =
      (OpParts){.code = OP_ADAPTIVE_AVG_POOL_BACKWARD, .values = (int[]){value, a.value}, .value_count = 2};
  maker_keep(maker, maker_op(maker, &parts), 20 * a.most, false, false);
}

static const MakeOp windows[] = {make_max_pool, make_average_pool, make_adaptive_pool};
const MakeOps make_windows = {windows, sizeof windows / sizeof *windows};
