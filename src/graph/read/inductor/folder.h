// A torch_compile_debug folder: what the files of its reader share.
#pragma once

#include "graph/read/fx/fx.h"
#include "graph/read/importer.h"
#include "graph/read/inductor/output_code.h"

enum { FOLDER_TEXTS = 2 };

typedef struct Folder {
  const char *path;
  Arena *arena;  // of everything that is parsed; freed with the folder
  char *fx_file; // path of the graph's text
  char *fx_text;
  size_t fx_length;
  FxText parsed;
  char *code_text; // output_code.py, or NULL
  size_t code_length;
  OutputCode code;
  bool has_code;
  SizeTable sizes;
  char *provenance_text; // where it is no file of the folder; NULL
} Folder;

// A graph and its plan from texts that are in `folder` already, which this closes.
Graph *folder_read_texts(Folder *folder, const char *name, DumpPlan **plan, Status *status);
// Adds what the compiler said, where a log of it is named or lies beside the source. NULL, and nothing is
// left of both, when the log cannot be read.
Graph *folder_read_reasons(const Source *source, Graph *graph, DumpPlan **plan, Status *status);

// folder_layouts.c: strides of inputs and nodes from output_code.py.
typedef struct FolderLayouts {
  const Folder *folder;
  NameMap inputs;     // name -> annotations below (strides and sizes of assert_size_stride)
  NameMap results;    // node that a kernel stores -> annotations
  NameMap library;    // result of a library call (by FX name) -> annotations
  NameMap statements; // name -> its last statement in the graph's text, where `library` has any
  VECTOR(Annotation) annotations;
} FolderLayouts;
void folder_layouts_init(FolderLayouts *layouts, const Folder *folder);
void folder_layouts_free(FolderLayouts *layouts);
void folder_layouts_find(const void *context, const char *name, Annotation *annotation);

// folder_plan.c: *plan is NULL when the folder says nothing of kernels. False with a message when a file is
// broken.
bool folder_build_plan(const Folder *folder, const Graph *graph, DumpPlan **plan, Status *status);

// folder_provenance.c: gives the kernels of `plan` (one per launch, possibly none yet) the nodes that the
// provenance file lists for them. False with a message when the file is broken; *found is false when there is
// none.
bool folder_read_provenance(const Folder *folder, const Graph *graph, DumpPlan *plan, bool *found,
                            Status *status);

// Ops and kernels while what the dump leaves out is looked for.
typedef struct FolderPlacing {
  const Folder *folder;
  const Graph *graph;
  DumpPlan *plan;
  bool *placed; // per op: some kernel has it
  VECTOR(const char *) sentences;
} FolderPlacing;
// folder_silent.c: gives launches of which the dump says nothing the ops that they compute.
void folder_fill_silent(FolderPlacing *placing);
// Does anything read what it computes?
bool folder_op_is_read(const Graph *graph, const Op *op);
