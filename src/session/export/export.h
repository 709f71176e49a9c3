// Exports: a session's graph, plan or kernels as a text to take elsewhere. The command line prints it, the
// screen writes it to a file.
#pragma once

#include "session/session.h"

//        id     name     what    file name's end  help
#define EXPORT_FORMATS(X) \
  X(REPORT, "report", SESSION, ".txt", \
    "the kernels with their figures, and what changed against the baseline") \
  X(HTML, "html", SESSION, ".html", \
    "the same with pictures and code, as one page for a browser, a phone or paper") \
  X(HTML_LIGHT, "html-light", SESSION, ".html", "the same page, light wherever it is read: for slides") \
  X(JSON, "json", SESSION, ".json", "the graph, as fusebox reads it") \
  X(FX, "fx", SESSION, ".py", "the graph as a program that runs under PyTorch") \
  X(HLO, "hlo", SESSION, ".hlo", "the plan as HLO text, each kernel a fusion, for XLA") \
  X(DOT, "dot", SESSION, ".dot", "the graph, for Graphviz") \
  X(PLAN, "plan", SESSION, ".plan.json", "the plan, for -p and for L in the explorer") \
  X(CUDA, "cuda", KERNELS, ".cu", "kernels as CUDA C++") \
  X(SASS, "sass", KERNELS, ".sass", "kernels as machine code") \
  X(HARNESS, "harness", KERNEL, ".cu", "one kernel as a program that fills, runs and times it, for nvcc") \
  X(TRACE, "trace", SESSION, ".trace.json", "the kernels on an axis of time, for Perfetto")

typedef enum ExportFormat {
#define X(id, ...) EXPORT_##id,
  EXPORT_FORMATS(X)
#undef X
      EXPORT_COUNT
} ExportFormat;

typedef enum ExportSubject {
  EXPORT_OF_SESSION, // the graph or the plan as a whole
  EXPORT_OF_KERNELS, // all of the plan, or one of them
  EXPORT_OF_KERNEL,  // one
} ExportSubject;

typedef struct ExportInfo {
  const char *name, *suffix, *help;
  ExportSubject subject;
} ExportInfo;

const ExportInfo *export_info(ExportFormat format);
bool export_find(const char *name, ExportFormat *format); // false: no format is called that
// Appends the text to `out`. `kernel`: for EXPORT_OF_KERNEL, and for EXPORT_OF_KERNELS, where NO_KERNEL: all
// of the plan in launch order. Machine code needs kernels that are compiled (session_compile); a kernel that
// a library runs is told of in a comment when all are exported, and fails when it is the only one.
bool session_export(Session *session, ExportFormat format, int kernel, Text *out, Status *status);
// The code of kernels that take the graph's size `name` as an argument; `kernel` as above. When all are asked
// for, a comment says which cannot, and why.
bool session_export_sized(Session *session, const char *name, int kernel, Text *out, Status *status);
