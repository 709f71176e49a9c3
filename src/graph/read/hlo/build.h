// Turning HLO instructions into ops: what build.c, the maps and plan.c share.
#pragma once

#include "graph/core/builder.h"
#include "graph/read/hlo/module.h"
#include "graph/read/hlo/parts.h"
#include "graph/read/read.h"

// What an instruction's result is here.
typedef enum HloKind {
  HLO_VOID,     // a token: nothing that a graph holds
  HLO_VALUE,    // a value of the graph
  HLO_NUMBER,   // the same number everywhere: an operand of pointwise ops, a `full` where a tensor is needed
  HLO_CONSTANT, // several numbers: made where a tensor is needed
  HLO_TUPLE,
} HloKind;

typedef struct HloSymbol HloSymbol;
struct HloSymbol {
  HloKind kind;
  int value;
  Operand number;
  const HloInstruction *constant;
  int iota; // axis + 1 along which it counts 0, 1, 2, ...; 0: it does not
  const HloShape *shape;
  HloSymbol *items; // of a tuple, as many as its shape has
};

// An op that is being put together. Lists are copied into it.
enum { HLO_MAX_ATTRIBUTES = 6, HLO_MAX_LIST = 2 * MAX_RANK, HLO_FEW_OPERANDS = 4 };
typedef struct HloOp {
  OpCode code;
  const Operand *operands;
  int operand_count;
  Operand few[HLO_FEW_OPERANDS]; // `operands` when NULL
  AttributeKey keys[HLO_MAX_ATTRIBUTES];
  int64_t lists[HLO_MAX_ATTRIBUTES][HLO_MAX_LIST];
  int counts[HLO_MAX_ATTRIBUTES];
  double numbers[HLO_MAX_ATTRIBUTES]; // where the count is 0
  const char *texts[HLO_MAX_ATTRIBUTES];
  int attribute_count;
} HloOp;

// One op that a fusion made, for the next that makes the same.
typedef struct HloMade {
  uint64_t check; // a second hash of what it is
  int op;
} HloMade;

typedef VECTOR(int) HloOps;

// A kernel of the compiler's plan: an instruction of the entry computation that launches something.
typedef struct HloKernel {
  const HloInstruction *instruction;
  HloOps ops;         // that it computes, those that other kernels compute as well included
  VECTOR(int) stored; // values
} HloKernel;

// An op of a loop or conditional.
typedef struct HloRunner {
  const char *name; // of the op
  const HloInstruction *instruction;
} HloRunner;

typedef struct HloControls HloControls;

typedef struct HloBuild {
  const HloModule *module;
  const HloParts *parts; // of the module
  GraphBuilder *builder;
  Arena *arena; // of what building needs; freed with it
  Status *status;
  NameMap opcodes;            // to rows of the table
  NameMap names;              // taken by ops and inputs -> how often
  HloSymbol *symbols;         // of the computation being built, by instruction
  const HloSymbol *arguments; // what it was called with
  int argument_count;
  const HloInstruction *at;
  int depth;            // of calls
  int visited;          // instructions, those of calls as often as they are called
  bool failed;          // a message stands in the status
  char reason[200];     // why an instruction could not be mapped
  uint32_t told;        // types whose stand-ins were noted
  bool in_constant;     // as in a fusion
  bool in_fusion;       // ops made before are found again
  HashMap made_by_hash; // to `made`
  HashMap constants;    // that became inputs, by place -> value
  VECTOR(HloMade) made;
  VECTOR(HloKernel) kernels;
  bool planned;      // kernels are kept
  HloKernel *kernel; // that ops go to, or NULL
  VECTOR(HloRunner) runners;
} HloBuild;

// How an instruction becomes ops. False: it cannot, for the reason in `build`, and nothing was added; or
// build->failed.
typedef bool HloMapping(HloBuild *build, OpCode code, HloSymbol *result);

// build.c
bool hlo_cannot(HloBuild *build, const char *format, ...)
    __attribute__((format(printf, 2, 3))); // sets the reason
bool hlo_build_fail(HloBuild *build, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool hlo_build_computation(HloBuild *build, const HloComputation *computation, const HloSymbol *arguments,
                           int argument_count, HloSymbol *result);
void hlo_list_opcodes(HloBuild *build);
bool hlo_build_instruction(HloBuild *build, HloSymbol *result); // the one at hand
HloSymbol hlo_value_symbol(int value, const HloShape *shape);
// The symbol of operand `index` of the instruction at hand.
const HloSymbol *hlo_operand(const HloBuild *build, int index);
const HloShape *hlo_operand_shape(const HloBuild *build, int index);
int hlo_tensor(HloBuild *build, int index); // the operand as a value, made when it is a number
int hlo_symbol_tensor(HloBuild *build, const HloSymbol *symbol);

// constant.c: the elements of an HLO_CONSTANT; an input when nobody can know them.
int hlo_constant_tensor(HloBuild *build, const HloInstruction *constant);

// launch.c: the instruction at hand, as a kernel of the compiler's plan where it is one.
bool hlo_launch(HloBuild *build, HloSymbol *result);
// The plan of a finished graph: every launch a kernel.
DumpPlan *hlo_plan_all(const HloBuild *build, const Graph *graph);
// Adds a kernel to `plan`, unless it computes nothing. `listed`: per op the number of the last kernel of this
// plan that lists it, from 1.
void hlo_plan_add(const HloBuild *build, const Graph *graph, const HloKernel *kernel, int *listed,
                  DumpPlan *plan);

// structure.c
// A symbol of this shape, tuples to their leaves: values from `first` on, one for each leaf that is one.
HloSymbol hlo_results(HloBuild *build, const HloShape *shape, int *first);
int hlo_count_leaves(const HloShape *shape);
const HloShape *hlo_leaf(const HloShape *shape, int *index); // leaf number *index, which counts down to 0
// An instruction that stays what it is: its results as the text says them.
bool hlo_opaque(HloBuild *build, HloSymbol *result);

// op.c: ops by parts.
HloOp hlo_begin(OpCode code);
HloOp hlo_unary(OpCode code, int value);
HloOp hlo_binary(OpCode code, int a, int b);
HloOp hlo_with_number(OpCode code, int value, const Operand *number);
void hlo_add_operand(HloOp *op, int value);
void hlo_set_list(HloOp *op, AttributeKey key, const int64_t *list, int count);
void hlo_set(HloOp *op, AttributeKey key, int64_t integer);
void hlo_set_number(HloOp *op, AttributeKey key, double number);
void hlo_set_operand(HloOp *op, AttributeKey key, const Operand *number);
void hlo_set_text(HloOp *op, AttributeKey key, const char *text);
// Adds it and returns its value; NO_VALUE when the builder refuses it, with the reason. A part is named after
// the instruction and the op; the last op is the instruction's result: it has its name, and its shape and
// layout are checked.
int hlo_part(HloBuild *build, const HloOp *op);
int hlo_part_as(HloBuild *build, const HloOp *op, const HloShape *shape); // a part of this type and shape
int hlo_as(HloBuild *build, const HloOp *op,
           const HloShape *shape); // named after the instruction, of this shape
int hlo_last(HloBuild *build, const HloOp *op);
bool hlo_done(HloBuild *build, const HloOp *op, HloSymbol *result); // hlo_last as the instruction's result
int hlo_last_of_two(HloBuild *build, const HloOp *op);              // named after the instruction, unchecked
const char *hlo_unique(HloBuild *build, const char *name);
Annotation hlo_annotation(const HloShape *shape); // of what is no tuple
int hlo_add_spec(HloBuild *build, OpSpec *spec);  // with where it came from; NO_OP with the reason

// pointwise.c: kept within [0, most]; NO_VALUE of NO_VALUE.
int hlo_clamped(HloBuild *build, int value, int64_t most);
// layout.c: `amounts`: low, high and between elements, per axis. With `last` as the instruction's result.
int hlo_padded(HloBuild *build, int value, int64_t amounts[][3], const Operand *number, bool last);

// reduce.c
// What a reduction by a computation is: its op over axes and over pairs. False: none of these.
typedef struct HloReducer {
  OpCode reduction, pair;
} HloReducer;
bool hlo_reducer(const HloModule *module, const HloInstruction *instruction, DType dtype,
                 HloReducer *reducer);

// view.c: parts that other maps need.
int hlo_permuted(HloBuild *build, int value, const int64_t *axes, int count);  // itself when nothing moves
int hlo_reshaped(HloBuild *build, int value, const int64_t *sizes, int count); // itself when it is so
