// Library calls of call(): extern_kernels.mm(a, b, out=c), torch.ops.aten...(...). Their ops are found by
// what they read.
#include "graph/read/inductor/flow.h"

#include "base/text.h"
#include "graph/core/torch.h"

#include <string.h>

enum { MAX_TENSORS = 32 };

typedef struct LibraryCall {
  const OutputEvent *event;
  const char *name; // "mm", "convolution", or PyTorch's name: "aten.convolution_backward.default"
  bool torch_name;
  FlowCell tensors[MAX_TENSORS]; // its tensor arguments in order
  int tensor_count;
  const PythonExpr *out;        // out=..., or NULL
  const PythonExpr *first_list; // sizes of a random call
} LibraryCall;

static bool is_buffer(const PythonExpr *argument) {
  if (argument->kind == PYTHON_CALL) return !strcmp(argument->text, "reinterpret_tensor");
  return argument->kind == PYTHON_NAME && !strchr(argument->text, '.');
}

static void read_call(const Flow *flow, const OutputEvent *event, LibraryCall *call) {
  const char *name = event->kernel;
  *call = (LibraryCall){.event = event, .torch_name = true};
  if (text_starts(name, "torch.ops.")) name += strlen("torch.ops.");
  if (text_starts(name, "extern_kernels.")) {
    name += strlen("extern_kernels.");
    call->torch_name = false;
  }
  call->name = name;
  const PythonExpr *expr = &event->expr;
  for (int i = 0; i < expr->item_count && call->tensor_count < MAX_TENSORS; i++) {
    const char *buffer;
    if (is_buffer(&expr->items[i]))
      call->tensors[call->tensor_count++] = flow_argument(flow, &expr->items[i], &buffer);
  }
  for (int i = 0; i < expr->keyword_count; i++) {
    const PythonExpr *value = &expr->keywords[i].value;
    const char *buffer;
    if (!strcmp(expr->keywords[i].name, "out"))
      call->out = value;
    else if (is_buffer(value) && call->tensor_count < MAX_TENSORS)
      call->tensors[call->tensor_count++] = flow_argument(flow, value, &buffer);
  }
}

// "aten.mm.default" and "mm" name the same function.
static bool names_function(const LibraryCall *call, const char *target) {
  if (call->torch_name && !strcmp(target, call->name)) return true;
  const char *base = strchr(target, '.');
  const char *wanted = call->torch_name && strchr(call->name, '.') ? strchr(call->name, '.') + 1 : call->name;
  size_t length = strcspn(wanted, ".");
  return base && strncmp(base + 1, wanted, length) == 0 && (base[1 + length] == '.' || base[1 + length] == 0);
}

static const char *op_target(const Op *op) {
  const char *target = op_text(op, ATTRIBUTE_TARGET, NULL);
  return target ? target : "";
}

enum { NO_BIAS = -1 };

// The operand that a later kernel adds to what the call computes: of mm for addmm, and of a convolution that
// is called without its bias.
static int bias_apart(const LibraryCall *call, const Op *op) {
  if (op->code == OP_ADDMM && !strcmp(call->name, "mm")) return 0;
  bool convolution = op->code == OP_CONVOLUTION && op->operand_count > 2 && op->operands[2].value != NO_VALUE;
  return convolution && !strcmp(call->name, "convolution") && call->tensor_count == 2 ? 2 : NO_BIAS;
}

// Is this the function of the op, when `bias` is apart?
static bool computes(const LibraryCall *call, const Op *op, int bias) {
  if (op_target(op)[0]) return names_function(call, op_target(op));
  if (bias != NO_BIAS) return true;
  if (op->code == OP_SEEDS) return strstr(call->name, "randint") != NULL;
  TorchTarget target;
  return torch_target_of(op->code, op->operands, op->operand_count, &target) &&
         names_function(call, target.name);
}

static bool reads_arguments(const Flow *flow, const LibraryCall *call, const Op *op, int bias) {
  int tensor = 0;
  for (int i = 0; i < op->operand_count; i++) {
    int value = op->operands[i].value;
    if (value == NO_VALUE || i == bias) continue;
    if (tensor >= call->tensor_count) return false;
    int held = call->tensors[tensor++].value;
    if (held != NO_VALUE && held != flow->graph->values[value].storage) return false;
  }
  return tensor == call->tensor_count;
}

// The op of this call: it reads the arguments, and no other call has computed it. Whole functions come before
// those without bias.
static int find_op(const Flow *flow, const LibraryCall *call) {
  int found = NO_OP;
  for (int op = 0; op < flow->graph->op_count; op++) {
    const Op *at = &flow->graph->ops[op];
    int bias = bias_apart(call, at);
    if (flow->placed[op] || !computes(call, at, bias) || !reads_arguments(flow, call, at, bias)) continue;
    if (bias == NO_BIAS) return op;
    if (found == NO_OP) found = op;
  }
  return found;
}

static void bind_result(Flow *flow, const LibraryCall *call, const Op *op, int op_index, bool partial) {
  const char *target = call->event->target;
  FlowCell cell = flow_value_cell(flow, flow->graph->values[op->first_result].storage);
  cell.partial = partial;
  const char *buffer = NULL;
  if (call->out) {
    flow_argument(flow, call->out, &buffer);
  } else if (target) {
    buffer = target;
    if (op->result_count > 1 || op_attribute(op, ATTRIBUTE_TUPLE))
      cell = (FlowCell){.value = NO_VALUE, .op = op_index};
  }
  if (buffer) flow_set_cell(flow, buffer, cell);
}

void flow_library_launch(Flow *flow, const OutputEvent *event) {
  LibraryCall call;
  read_call(flow, event, &call);
  int op = find_op(flow, &call);
  if (op == NO_OP) {
    flow_complain(flow, "the call %s (launch %d) could not be matched to an op", event->kernel,
                  flow->kernels.count);
    flow_add_kernel(flow, event, NULL, 0, NULL, 0);
    return;
  }
  const Op *at = &flow->graph->ops[op];
  bool partial = bias_apart(&call, at) != NO_BIAS;
  bind_result(flow, &call, at, op, partial);
  int stored[MAX_TENSORS], stored_count = 0;
  for (int i = 0; i < at->result_count && stored_count < MAX_TENSORS; i++)
    stored[stored_count++] = at->first_result + i;
  flow_add_kernel(flow, event, &op, 1, stored, partial ? 0 : stored_count);
}
