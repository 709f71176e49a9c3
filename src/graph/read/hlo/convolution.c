// Convolutions: of XLA's axes in any order those that the op has.
#include "base/text.h"
#include "graph/read/hlo/maps.h"
#include "graph/read/hlo/window.h"

#include <ctype.h>
#include <string.h>

// "b01f_01io->b01f": which axis of input, weight and result is what, in the order of the op: [batch, feature,
// spatial...] and [out, in, spatial...].
typedef struct Labels {
  int spatial;
  int64_t input[MAX_RANK], weight[MAX_RANK], output[MAX_RANK];
} Labels;

static bool read_axes(const char *text, size_t length, char first, char second, int64_t axes[MAX_RANK]) {
  uint32_t seen = 0;
  if (length > MAX_RANK) return false;
  for (size_t i = 0; i < length; i++) {
    size_t place = text[i] == first                  ? 0
                   : text[i] == second               ? 1
                   : isdigit((unsigned char)text[i]) ? (size_t)(text[i] - '0') + 2
                                                     : MAX_RANK;
    if (place >= length || (seen >> place & 1)) return false;
    axes[place] = (int64_t)i;
    seen |= 1u << place;
  }
  return true;
}

static bool read_labels(HloBuild *build, Labels *labels) {
  const char *text = hlo_attribute_text(build->module, build->at, "dim_labels");
  const char *weight = text ? strchr(text, '_') : NULL, *output = weight ? strstr(weight, "->") : NULL;
  if (!output) return hlo_cannot(build, "its axes are not labelled");
  size_t length = (size_t)(weight - text);
  labels->spatial = (int)length - 2;
  bool fits = (size_t)(output - weight - 1) == length && strlen(output + 2) == length &&
              read_axes(text, length, 'b', 'f', labels->input) &&
              read_axes(weight + 1, length, 'o', 'i', labels->weight) &&
              read_axes(output + 2, length, 'b', 'f', labels->output);
  return fits || hlo_cannot(build, "its labels %.40s are not understood", text);
}

static int turn_weight(HloBuild *build, int value, const HloWindow *window) {
  int64_t axes[MAX_RANK];
  int count = 0;
  for (int i = 0; i < window->rank; i++)
    if (window->reversed[i]) axes[count++] = 2 + i;
  if (!count || value == NO_VALUE) return value;
  HloOp op = hlo_unary(OP_REV, value);
  hlo_set_list(&op, ATTRIBUTE_AXES, axes, count);
  return hlo_part(build, &op);
}

static bool convolve(HloBuild *build, const Labels *labels, HloWindow *window, const HloShape *shape,
                     HloSymbol *result) {
  int rank = labels->spatial + 2;
  int64_t back[MAX_RANK];
  bool moves = false;
  int input = hlo_permuted(build, hlo_tensor(build, 0), labels->input, rank);
  int weight = hlo_permuted(build, hlo_tensor(build, 1), labels->weight, rank);
  Operand zero = {.value = NO_VALUE, .is_number = true};
  input = hlo_window_padded(build, input, window, 2, &zero);
  weight = turn_weight(build, weight, window);
  if (input == NO_VALUE || weight == NO_VALUE) return false;
  for (int i = 0; i < rank; i++) {
    back[labels->output[i]] = i;
    moves |= labels->output[i] != i;
  }
  HloOp op = hlo_binary(OP_CONVOLUTION, input, weight);
  hlo_set_list(&op, ATTRIBUTE_STRIDE, window->stride, window->rank);
  hlo_set_list(&op, ATTRIBUTE_PADDING, window->low, window->rank);
  hlo_set_list(&op, ATTRIBUTE_DILATION, window->dilation, window->rank);
  hlo_set(&op, ATTRIBUTE_GROUPS, hlo_number(build->module, build->at, "feature_group_count", 1));
  int value = moves ? hlo_part(build, &op) : hlo_as(build, &op, shape);
  if (moves && value != NO_VALUE) {
    HloOp permute = hlo_unary(OP_PERMUTE, value);
    hlo_set_list(&permute, ATTRIBUTE_AXES, back, rank);
    value = hlo_as(build, &permute, shape);
  }
  *result = hlo_value_symbol(value, shape);
  return value != NO_VALUE;
}

static bool fits(HloBuild *build, const Labels *labels, const HloWindow *window, const HloShape *shape) {
  for (int i = 0; i < 2; i++)
    if (hlo_operand_shape(build, i)->sizes.rank != labels->spatial + 2)
      return hlo_cannot(build, "its labels do not fit its operands");
  if (!shape->type->exact || hlo_operand_shape(build, 0)->type != shape->type ||
      hlo_operand_shape(build, 1)->type != shape->type)
    return hlo_cannot(build, "its operands have different types");
  if (window->rank != labels->spatial || labels->spatial < 1 || labels->spatial > 3)
    return hlo_cannot(build, "it has windows over %d axes", labels->spatial);
  return hlo_number(build->module, build->at, "batch_group_count", 1) == 1 ||
         hlo_cannot(build, "its batches are in groups");
}

static bool map(HloBuild *build, const HloShape *shape, HloSymbol *result) {
  Labels labels;
  HloWindow window;
  if (!hlo_window(build->module, build->at, &window))
    return hlo_cannot(build, "its window is not understood");
  return read_labels(build, &labels) && fits(build, &labels, &window, shape) &&
         convolve(build, &labels, &window, shape, result);
}

bool hlo_map_convolution(HloBuild *build, OpCode code, HloSymbol *result) {
  (void)code;
  bool tensors = build->at->operand_count == 2 && build->at->shape->type &&
                 hlo_operand_shape(build, 0)->type && hlo_operand_shape(build, 1)->type;
  return tensors ? map(build, build->at->shape, result) : hlo_cannot(build, "it takes two tensors");
}

// cuDNN's gives the result and memory that it worked in, which nobody reads.
bool hlo_map_cudnn(HloBuild *build, HloSymbol *result) {
  const HloShape *shape = build->at->shape;
  bool scaled = !text_equal(hlo_field(build->module, build->at, "backend_config", "conv_result_scale"), "1");
  if (build->at->operand_count != 2 || shape->type || shape->item_count != 2 || !shape->items[0]->type ||
      scaled)
    return hlo_cannot(build, "it does more than convolve");
  HloSymbol *items = arena_array(build->arena, 2, sizeof *items);
  *result = (HloSymbol){.kind = HLO_TUPLE, .shape = shape, .items = items};
  items[1] = (HloSymbol){.kind = HLO_VOID, .shape = shape->items[1]};
  return map(build, shape->items[0], &items[0]);
}
