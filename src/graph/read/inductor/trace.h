// The structured log of torch.compile (TORCH_TRACE): records of one line of JSON each, behind some of which a
// payload follows, every line of it behind a tab. A graph is the payload of "inductor_post_grad_graph"; its
// code and its provenance are those of the same compilation that follow it.
#pragma once

#include "base/vector.h"
#include "graph/read/read.h"

// Bytes of the log, with the tabs; begin == end: there is none.
typedef struct TraceSpan {
  size_t begin, end;
} TraceSpan;

typedef struct TraceGraph {
  char id[32];       // of the compilation: "0/0", frame and compilation of it
  const char *kind;  // "forward", "backward", "inference"
  char function[96]; // that was compiled, "soft (train.py:12)"; "" where the log does not say
  TraceSpan graph, code, provenance;
} TraceGraph;

typedef struct TraceLog {
  VECTOR(TraceGraph) graphs;
  int cached; // compilations whose code came from a cache, without their graph
} TraceLog;

enum { TRACE_GRAPHS_MOST = 1 << 16 }; // of a log; what follows is not read

bool trace_is_log(const char *text, size_t length);
void trace_log_find(const char *text, size_t length, TraceLog *log);
void trace_log_free(TraceLog *log);
// "0/0 forward of soft (train.py:12)"; allocated with malloc.
char *trace_graph_title(const TraceGraph *graph);
