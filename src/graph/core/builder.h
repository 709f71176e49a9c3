// Building a graph: what every reader calls. Inference runs as ops are added; mistakes are reported at once.
#pragma once

#include "graph/core/graph.h"

typedef struct GraphBuilder GraphBuilder;

// What a file says of a result beside its op; parts that are not given are left zero.
typedef struct Annotation {
  bool has_type; // dtype and shape given
  DType dtype;
  Shape shape;
  bool has_stride;
  bool chosen; // the strides are where a compiler put the value, which may differ from what its op gives
  int64_t stride[MAX_RANK];
} Annotation;

GraphBuilder *builder_new(const char *name, const char *file);
void builder_free(GraphBuilder *builder); // without a finished graph
// The future graph's arena: names and lists handed in may live there.
Arena *builder_arena(GraphBuilder *builder);
void builder_about(GraphBuilder *builder, const char *about);
void builder_size(GraphBuilder *builder, const char *name, int64_t value);

// A graph input. Stride NULL: contiguous. Returns the value index, or NO_VALUE with a message (name taken,
// absurd size).
int builder_input(GraphBuilder *builder, const char *name, DType dtype, const Shape *shape,
                  const int64_t *stride, Status *status);
void builder_size_name(GraphBuilder *builder, int value, int axis, const char *name);

typedef struct OpSpec {
  const char *name;                // of the op, and of its only result
  const char *const *result_names; // for several results; NULL: name.0, name.1, ...
  int result_count;                // 0: as the table says
  OpCode code;
  const Operand *operands;
  int operand_count;
  const Attribute *attributes; // copied; negative axes, -1 sizes etc. are resolved while adding
  int attribute_count;
  bool keep_written;             // keep the attributes as they are, too (Op.written)
  const Annotation *annotations; // per result, or NULL
  int mutates;                   // -1 for none
  const char *source_file, *source_text;
  int source_line, file_line;
} OpSpec;
// Adds an op after all earlier ones: infers shapes, dtypes, strides, decides is_view, and compares with
// annotations (a difference becomes a note and the annotation wins; for library and opaque ops the annotation
// is the truth). Returns the op index, or NO_OP with a sentence (wrong arity, shapes that do not broadcast,
// axis out of range, name taken, too many elements); the builder is then as it was before.
//
// An op with `mutates` makes a new version of that operand's memory: later ops that name an older version get
// the newest one in its place, through an as_strided view when it was written by way of another view.
int builder_op(GraphBuilder *builder, const OpSpec *spec, Status *status);
int builder_result(GraphBuilder *builder, int op, int result);         // its value index
int builder_find_value(const GraphBuilder *builder, const char *name); // NO_VALUE when nothing has the name
const char *builder_nearest_value(const GraphBuilder *builder, const char *name); // "did you mean", or NULL
const Value *builder_value(GraphBuilder *builder, int value); // valid until the next value is added
void builder_note(GraphBuilder *builder, NoteKind kind, int op, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

void builder_output(GraphBuilder *builder, int value); // NO_VALUE for None
// Freezes: readers, order edges from mutations, neighbours, hash. The builder is consumed. NULL on failure.
Graph *builder_finish(GraphBuilder *builder, Status *status);

// Shorthands for tests and generators: value indices in, value index of the only result out; they end the
// program on error.
int builder_unary(GraphBuilder *builder, OpCode code, int a);
int builder_binary(GraphBuilder *builder, OpCode code, int a, int b);
int builder_scalar(GraphBuilder *builder, OpCode code, int a, double number);
int builder_cast(GraphBuilder *builder, int a, DType dtype);
int builder_reduce(GraphBuilder *builder, OpCode code, int a, const int *axes, int axis_count, bool keep);
