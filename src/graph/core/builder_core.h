// The builder's inside and what a finished graph keeps beside its public part. For the layer's own files.
#pragma once

#include "graph/core/builder.h"
#include "graph/infer/infer.h"

// A graph and its indices. `graph` stands first: the public pointer is a pointer to it.
typedef struct GraphStore {
  Graph graph;
  NameMap op_names, value_names;
  Neighbours *neighbours; // per op
  Note *notes;
  int note_count;
  bool *annotated; // per value: what the file said of it differs from what inference finds, or cannot be
                   // inferred
} GraphStore;

// Mutation. A storage's contents change when an op writes into it; a value shows the contents as of one
// version.
typedef struct ValueState {
  int version;    // mutations of its storage that it has seen
  int mutations;  // of the memory that this value owns (used where the value is its own storage)
  int newest;     // value that the last mutation left in that memory
  bool annotated; // as GraphStore.annotated
  bool chosen;    // a compiler chose where it lies, or what it is a view of
  bool told;      // a note about a partly overwritten memory stands already
} ValueState;

struct GraphBuilder {
  Arena *arena;
  const char *name, *about, *file;
  VECTOR(Value) values;
  VECTOR(ValueState) states; // beside values
  VECTOR(Op) ops;
  VECTOR(int) inputs;
  VECTOR(int) outputs;
  VECTOR(NamedSize) sizes;
  VECTOR(Note) notes;
  int64_t elements; // that all ops but views read and write
  NameMap op_names, value_names;
};

// Of a text from a file, so that it can be printed, in the graph's memory; NULL of NULL.
char *builder_clean_copy(const GraphBuilder *builder, const char *text);

// builder_op.c
// Appends a value that shows its own memory; names are checked and copied. NO_VALUE when the name is taken.
int builder_add_value(GraphBuilder *builder, const char *name, DType dtype, const Shape *shape,
                      Status *status);

// builder_version.c: the value to read instead of `value`, whose memory may have been written since it was
// made: the newest version, by an as_strided view of it when it was written through another view. `value`
// itself when nothing was written, or (with a note) when only a part of the memory was.
int builder_newest(GraphBuilder *builder, int value);
void builder_mutated(GraphBuilder *builder, int storage,
                     int value); // `value` is what a mutating op left in `storage`

// builder_order.c
void builder_derive_order(GraphBuilder *builder, Graph *graph);
// builder_finish.c
void graph_index(GraphStore *store); // readers and neighbours
uint64_t graph_compute_hash(const Graph *graph);

bool graph_annotated(const Graph *graph, int value); // GraphStore.annotated
