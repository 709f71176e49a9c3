// Exports: graphs and plans by their writers; kernels one after the other.
#include "session/export/export.h"

#include "base/hash.h"
#include "graph/write/write.h"
#include "session/export/harness.h"
#include "session/export/hlo.h"
#include "session/export/report.h"
#include "session/internal.h"
#include "session/sized.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const ExportInfo formats[EXPORT_COUNT] = {
#define X(id, name, subject, suffix, help) {name, suffix, help, EXPORT_OF_##subject},
    EXPORT_FORMATS(X)
#undef X
};

const ExportInfo *export_info(ExportFormat format) {
  return &formats[format];
}

bool export_find(const char *name, ExportFormat *format) {
  for (int i = 0; i < EXPORT_COUNT; i++) {
    if (!text_equal(formats[i].name, name)) continue;
    *format = (ExportFormat)i;
    return true;
  }
  return false;
}

// ---- Kernels.

// A translation unit that grows kernel by kernel.
typedef struct CudaFile {
  bool has_prelude;
  NameMap names; // of kernels so far
} CudaFile;

// A kernel's own text, under a name that no other kernel of the file has.
static void add_body(const char *body, const char *name, const char *unique, Text *out) {
  size_t length = strlen(name);
  for (const char *at; (at = strstr(body, name)); body = at + length) {
    text_add_bytes(out, body, (size_t)(at - body));
    text_add(out, unique);
  }
  text_add(out, body);
  text_add(out, "\n");
}

static const char *after_lines(const char *text, int lines) {
  while (lines-- > 0)
    text = strchr(text, '\n') + 1;
  return text;
}

static void add_prelude(CudaFile *file, const char *prelude, size_t length, Text *out) {
  if (!file->has_prelude) text_add_bytes(out, prelude, length);
  file->has_prelude = true;
}

static void add_unit(Session *session, int kernel, const char *body, CudaFile *file, Text *out) {
  const PlanLowered *lowered = plan_lowered(session->plan, kernel);
  char name[KERNEL_NAME_SIZE], unique[KERNEL_NAME_SIZE + 16];
  kernel_name(lowered->nest, &lowered->schedule, name);
  int64_t taken;
  bool again = namemap_get(&file->names, name, &taken);
  snprintf(unique, sizeof unique, again ? "%s_K%d" : "%s", name, kernel);
  namemap_set(&file->names, name, kernel);
  text_printf(out, "// K%d\n", kernel);
  add_body(body, name, unique, out);
}

static bool add_cuda(Session *session, int kernel, CudaFile *file, Text *out, Status *status) {
  int body_line;
  const char *source = session_source(session, kernel, &body_line, status);
  if (!source) return false;
  const char *body = after_lines(source, body_line - 1);
  add_prelude(file, source, (size_t)(body - source), out);
  add_unit(session, kernel, body, file, out);
  return true;
}

static bool add_sass(Session *session, int kernel, Text *out, Status *status) {
  CompiledView view = session_compiled(session, kernel);
  if (view.state == RESULT_FAILED)
    return status_fail(status, STATUS_WRONG, "K%d does not compile: %s", kernel, view.error);
  if (view.state != RESULT_DONE)
    return status_fail(status, STATUS_INPUT, "K%d is not compiled: there is no machine code", kernel);
  return compiler_sass(view.compiled->cubin, view.compiled->cubin_bytes, out, status);
}

static bool is_library(Session *session, int kernel) {
  return plan_lowered(session->plan, kernel)->nest == NULL;
}

// One that a library runs has neither: its missing source says so.
static bool add_kernel(Session *session, ExportFormat format, int kernel, CudaFile *file, Text *out,
                       Status *status) {
  bool sass = format == EXPORT_SASS && !is_library(session, kernel);
  return sass ? add_sass(session, kernel, out, status) : add_cuda(session, kernel, file, out, status);
}

static bool add_all(Session *session, ExportFormat format, CudaFile *file, Text *out, Status *status) {
  int count;
  const int *order = plan_order(session->plan, &count);
  for (int i = 0; i < count; i++) {
    const Op *op = &session->graph->ops[plan_kernel(session->plan, order[i]).ops[0]];
    if (is_library(session, order[i]))
      text_printf(out, "// K%d: %s, which a library runs\n\n", order[i], op_info(op->code)->name);
    else if (!add_kernel(session, format, order[i], file, out, status))
      return false;
  }
  return true;
}

static bool add_kernels(Session *session, ExportFormat format, int only, Text *out, Status *status) {
  CudaFile file = {0};
  bool ok = only == NO_KERNEL ? add_all(session, format, &file, out, status)
                              : add_kernel(session, format, only, &file, out, status);
  namemap_free(&file.names);
  return ok;
}

// ---- Kernels that take a size.

static bool add_sized(Session *session, SizedKernels *kernels, int kernel, CudaFile *file, Text *out,
                      Status *status) {
  Emitted emitted;
  if (!sized_kernels_emit(kernels, kernel, &emitted, status)) return false;
  add_prelude(file, emitted.prelude, strlen(emitted.prelude), out);
  add_unit(session, kernel, emitted.source, file, out);
  emitted_free(&emitted);
  return true;
}

static void add_all_sized(Session *session, SizedKernels *kernels, CudaFile *file, Text *out) {
  int count;
  const int *order = plan_order(session->plan, &count);
  for (int i = 0; i < count; i++) {
    Status refused = {0};
    if (!add_sized(session, kernels, order[i], file, out, &refused))
      text_printf(out, "// %s\n\n", refused.message);
  }
}

bool session_export_sized(Session *session, const char *name, int kernel, Text *out, Status *status) {
  SizedKernels *kernels = sized_kernels_new(sized_source(session), name, status);
  CudaFile file = {0};
  bool ok = kernels != NULL;
  if (ok && kernel == NO_KERNEL)
    add_all_sized(session, kernels, &file, out);
  else
    ok = ok && add_sized(session, kernels, kernel, &file, out, status);
  namemap_free(&file.names);
  sized_kernels_free(kernels);
  return ok;
}

// Of a plan's only kernel when none is named.
static bool add_harness(Session *session, int kernel, Text *out, Status *status) {
  int count;
  const int *order = plan_order(session->plan, &count);
  if (kernel == NO_KERNEL && count == 1) kernel = order[0];
  if (kernel == NO_KERNEL)
    return status_fail(status, STATUS_INPUT, "a harness runs one kernel of the plan's %d: say which", count);
  return export_harness(session, kernel, out, status);
}

static bool add_plan(Session *session, Text *out) {
  PlanOrigin origin = session_saved_origin(session);
  return plan_write(session->plan, &origin, out);
}

bool session_export(Session *session, ExportFormat format, int kernel, Text *out, Status *status) {
  switch (format) {
    case EXPORT_REPORT:
      return export_report(session, out), true;
    case EXPORT_HTML:
    case EXPORT_HTML_LIGHT:
      return export_html(session, format == EXPORT_HTML_LIGHT, out), true;
    case EXPORT_PLAN:
      return add_plan(session, out);
    case EXPORT_JSON:
      return graph_write_json(session->graph, out, status);
    case EXPORT_FX:
      return graph_write_fx(session->graph, out, status);
    case EXPORT_HLO:
      return export_hlo(session, out, status);
    case EXPORT_DOT:
      return graph_write_dot(session->graph, out, status);
    case EXPORT_CUDA:
    case EXPORT_SASS:
      return add_kernels(session, format, kernel, out, status);
    case EXPORT_HARNESS:
      return add_harness(session, kernel, out, status);
    case EXPORT_TRACE:
      return session_trace_json(session, out), true;
    case EXPORT_COUNT:
      break;
  }
  return status_fail(status, STATUS_INPUT, "there is no such format");
}
