// output_code.py of a torch_compile_debug folder, taken apart: kernel definitions with the FX nodes in them,
// and the statements of call() in order. For this layer's folder reader only.
#pragma once

#include "base/hash.h"
#include "base/vector.h"
#include "graph/core/builder.h"
#include "graph/read/python/python.h"
#include "graph/read/size/table.h"

// A kernel's definition, from the comment above it and the signature in its source.
typedef struct OutputKernel {
  const char *name;   // "triton_poi_fused_add_3"
  const char *source; // stem of the file that Inductor keeps its source in, NULL: not said
  const char **nodes; // FX nodes of its "Graph fragment", in topological order
  int node_count;
  const char **returned; // its "return": FX nodes or "bufN", in the order of its output pointers
  int returned_count;
  const char *
      *parameters; // of its source, in call order: "in_ptr0", "in_out_ptr0", "out_ptr1", "ws_ptr", "xnumel"
  int parameter_count;
  const char **stores; // parameters that it stores to, in order of their first store
  int store_count;
} OutputKernel;

typedef enum OutputEventKind {
  OUTPUT_ASSERT,   // assert_size_stride(target, sizes, strides)
  OUTPUT_ALLOCATE, // target = empty_strided_cuda(sizes, strides, dtype)
  OUTPUT_ALIAS,    // target = other, target = reinterpret_tensor(other, ...): expr is the right-hand side
  OUTPUT_ITEM,     // target = other[integer]
  OUTPUT_LAUNCH,   // [target =] kernel(arguments): expr is the call
  OUTPUT_SUM,      // target = workspace[slot * ...].sum(dim=0): the second stage of a mixed-order reduction
  OUTPUT_RETURN,   // expr is what call() returns
} OutputEventKind;

typedef struct OutputEvent {
  OutputEventKind kind;
  const char *target; // assigned name, or NULL
  PythonExpr expr;
  const char *kernel; // OUTPUT_LAUNCH: "triton_poi_fused_add_3", "extern_kernels.mm", "torch.ops.aten..."
  int definition;     // OUTPUT_LAUNCH: index of its OutputKernel, or -1
  int handle;         // OUTPUT_LAUNCH: provenance debug handle, 0 when it has none
  int slot;           // OUTPUT_SUM: which reduction of the kernel before it
} OutputEvent;

typedef struct OutputCode {
  Arena *arena;     // not owned
  SizeTable *sizes; // not owned: of the graph; call() names them, and computes with them
  VECTOR(OutputKernel) kernels;
  VECTOR(OutputEvent) events;
  NameMap kernel_names; // to kernels
  NameMap node_strides; // name -> annotations: of nodes computed in a kernel
  NameMap seen_strides; // name -> annotations: of nodes that a kernel reads
  VECTOR(Annotation) annotations;
} OutputCode;

// Reads what it understands and skips the rest: a dump of another version gives less, not an error. Names and
// expressions live in `arena`, and texts in it point into `text`. Sizes in the expressions become numbers.
void output_code_read(const char *text, size_t length, SizeTable *sizes, Arena *arena, OutputCode *code);
void output_code_free(OutputCode *code);
// The layout of a node by name; NULL when unknown.
const Annotation *output_code_annotation(const OutputCode *code, const char *name);

// Shared by the files of this reader: one line of the text without its newline.
typedef struct OutputLine {
  const char *text;
  int length;
} OutputLine;
// Definitions: a comment line of a fragment, a line of a kernel's source. `kernel` grows.
typedef struct OutputFragment {
  VECTOR(const char *) nodes;
  VECTOR(const char *) returned;
  VECTOR(const char *) parameters;
  VECTOR(const char *) stores;
  const char *source; // as in OutputKernel
} OutputFragment;
void output_fragment_line(OutputCode *code, OutputFragment *fragment, OutputLine line);
void output_source_line(OutputCode *code, OutputFragment *fragment, OutputLine line);
void output_fragment_finish(OutputCode *code, OutputFragment *fragment,
                            const char *name); // adds the kernel, empties
// A statement of call(). `handle` is of the comment above, and is used up by a launch.
void output_statement(OutputCode *code, OutputLine line, int *handle);
