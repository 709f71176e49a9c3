// Results to memory: plain stores and writes into operands.
#include "kernel/lower/lowering.h"

bool lower_scatters(const Op *op) {
  switch (op->code) {
    case OP_INDEX_PUT:
    case OP_MASKED_INDEX_PUT:
    case OP_SCATTER_ADD:
    case OP_INDEX_ADD:
      return true;
    default:
      return false;
  }
}

void lowering_space(const Lowering *lowering, const Op *op, Shape *space) {
  const Graph *graph = lowering->graph;
  int value = op->first_result;
  if (lowering->scoring == op) {
    lowering_scores_space(lowering, op, space);
    return;
  }
  if (lowering_gathers(lowering, op)) {
    gathered_space(graph, op, space);
    return;
  }
  if (lowering_reduces(lowering, op)) value = op->operands[0].value;
  if (op->code == OP_SCATTER_ADD) value = op->operands[1].value;
  if (op->code == OP_INDEX_ADD) value = op->operands[2].value;
  if (op->code == OP_INDEX_PUT || op->code == OP_MASKED_INDEX_PUT)
    *space = selection_make(graph, op, op->code == OP_INDEX_PUT ? 2 : 3).space;
  else
    *space = graph->values[value].shape;
}

int64_t lower_value_extent(const Value *value) {
  int64_t extent = 1;
  for (int axis = 0; axis < value->shape.rank; axis++) {
    if (value->shape.size[axis] == 0) return 0;
    extent += (value->shape.size[axis] - 1) * value->stride[axis];
  }
  return extent;
}

// ---- targets

// Memory of a value, through views that strides cannot say to one that they can.
static bool find_memory(Lowering *lowering, int *value, Position *at) {
  Position below;
  while (!lowering_value(lowering, *value)->strided && lowering_value(lowering, *value)->source != *value) {
    if (!view_backward(lowering, *value, at, true, &below)) return false;
    *value = graph_producer(lowering->graph, *value)->operands[0].value;
    *at = below;
  }
  return true;
}

// Can kernels write elements of this type, or add to them? Atomic adds know words and halves of words.
static bool can_write(Lowering *lowering, int op, DType stored, bool accumulate) {
  bool narrow = dtype_bytes(stored) == 1 || stored == DTYPE_I16 || stored == DTYPE_U16;
  if (accumulate && narrow)
    lowering_refuse(lowering, REASON_UNSUPPORTED, op, NO_OP,
                    "%s adds into memory of type %s, which no template does yet",
                    lowering_op_name(lowering, op), dtype_name(stored));
  return !(accumulate && narrow);
}

void lower_store(Lowering *lowering, int op, int value, const Position *at, int step, uint32_t dims,
                 bool accumulate) {
  Position there = *at;
  int target = value;
  if (lowering->graph->ops[op].mutates >= 0)
    target = lowering->graph->ops[op].operands[lowering->graph->ops[op].mutates].value;
  if (lowering->stopped || step == NO_STEP || !find_memory(lowering, &target, &there)) return;
  const Value *memory = lowering_value(lowering, target);
  if (!can_write(lowering, op, memory->dtype, accumulate)) return;
  Draft draft = step_draft(STEP_STORE, op, value, lowering->steps.data[step].dtype);
  draft.stored = dtype_part(memory->dtype);
  draft.storage = memory->storage;
  draft.index = position_address(lowering, &there, memory->stride, memory->offset);
  if (lowering_complex(lowering, target))
    draft.index = index_affine(lowering, draft.index, 2, lowering->part);
  draft.operand[0] = step;
  draft.operand_count = 1;
  draft.accumulate = accumulate;
  draft.dims = dims;
  step_push(lowering, &draft);
}

// ---- plain stores

bool store_is_empty(const Lowering *lowering, const Shape *space, uint32_t dims) {
  if (shape_elements(space) > 0) return false;
  for (int dim = 0; dim < lowering->domain.dim_count; dim++)
    if ((dims >> dim & 1) && lowering->domain.size[dim] == 0) return false; // the loops are empty as well
  return true;
}

static void store_result(Lowering *lowering, const Member *member, int value, const Position *at) {
  uint32_t dims = position_dims(lowering, at);
  if (store_is_empty(lowering, &lowering_value(lowering, value)->shape, dims)) return;
  int parts = lowering_complex(lowering, value) ? 2 : 1;
  for (lowering->part = 0; lowering->part < parts; lowering->part++)
    lower_store(lowering, member->op, value, at, lower_value(lowering, value, at, NO_CONDITION), dims, false);
  lowering->part = 0;
}

void lower_stores(Lowering *lowering, Member *member) {
  const Op *op = &lowering->graph->ops[member->op];
  lowering->reader = member->op;
  member->done = true;
  if (lower_scatters(op)) {
    lower_scatter(lowering, member);
    return;
  }
  if (op->code == OP_ATTENTION) {
    lower_attention_stores(lowering, member);
    return;
  }
  bool reduces = lowering_reduces(lowering, op);
  if (reduces) lower_reduce(lowering, member, NULL);
  if (lowering->stopped) return;
  Position at = reduces ? lowering_reduction_result(lowering, op, &member->at) : member->at;
  for (int result = 0; result < op->result_count && !lowering->stopped; result++)
    if ((member->stores >> result & 1) || (op->mutates >= 0 && result == 0))
      store_result(lowering, member, op->first_result + result, &at);
}
