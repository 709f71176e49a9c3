// export: graphs as JSON, FX text or dot; a plan's kernels as CUDA, machine code or a
// time line.
#include "base/hash.h"
#include "cli/cli.h"
#include "graph/write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A translation unit that grows kernel by kernel.
typedef struct CudaFile {
  bool has_prelude;
  NameMap names; // of kernels so far
} CudaFile;

static bool one_kernel(const Invocation *invocation, Session *session, int *kernel, Status *status) {
  *kernel = NO_KERNEL;
  const char *text = invocation->value[OPTION_KERNEL];
  return !text || cli_kernel(session, "kernel", text, kernel, status);
}

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

static bool add_cuda(Session *session, int kernel, CudaFile *file, Text *out, Status *status) {
  int body_line;
  const char *source = session_source(session, kernel, &body_line, status);
  if (!source) return false;
  const char *body = after_lines(source, body_line - 1);
  if (!file->has_prelude) text_add_bytes(out, source, (size_t)(body - source));
  file->has_prelude = true;
  const PlanLowered *lowered = plan_lowered(session_plan(session), kernel);
  char name[KERNEL_NAME_SIZE], unique[KERNEL_NAME_SIZE + 16];
  kernel_name(lowered->nest, &lowered->schedule, name);
  int64_t taken;
  bool again = namemap_get(&file->names, name, &taken);
  snprintf(unique, sizeof unique, again ? "%s_K%d" : "%s", name, kernel);
  namemap_set(&file->names, name, kernel);
  text_printf(out, "// K%d\n", kernel);
  add_body(body, name, unique, out);
  return true;
}

static bool add_sass(Session *session, int kernel, Text *out, Status *status) {
  CompiledView view = session_compiled(session, kernel);
  if (view.state == RESULT_FAILED)
    return status_fail(status, STATUS_WRONG, "K%d does not compile: %s", kernel, view.error);
  return compiler_sass(view.compiled->cubin, view.compiled->cubin_bytes, out, status);
}

static bool add_kernel(Session *session, int kernel, bool sass, CudaFile *file, Text *out, Status *status) {
  return sass ? add_sass(session, kernel, out, status) : add_cuda(session, kernel, file, out, status);
}

// All kernels in launch order, those that a library runs by name only.
static bool add_all(Session *session, bool sass, CudaFile *file, Text *out, Status *status) {
  int count;
  const int *order = plan_order(session_plan(session), &count);
  for (int i = 0; i < count; i++) {
    bool library = plan_lowered(session_plan(session), order[i])->nest == NULL;
    const Op *op = &session_graph(session)->ops[plan_kernel(session_plan(session), order[i]).ops[0]];
    if (library)
      text_printf(out, "// K%d: %s, which a library runs\n\n", order[i], op_info(op->code)->name);
    else if (!add_kernel(session, order[i], sass, file, out, status))
      return false;
  }
  return true;
}

static bool export_kernels(const Invocation *invocation, Session *session, Text *out, Status *status) {
  bool sass = cli_has(invocation, OPTION_SASS);
  int only;
  if (!one_kernel(invocation, session, &only, status) || (sass && !cli_compile(session, status)))
    return false;
  bool library = only != NO_KERNEL && plan_lowered(session_plan(session), only)->nest == NULL;
  CudaFile file = {0};
  bool ok = only == NO_KERNEL ? add_all(session, sass, &file, out, status)
                              : add_kernel(session, only, sass && !library, &file, out, status);
  namemap_free(&file.names);
  return ok;
}

static bool export_as(const Invocation *invocation, Session *session, const char *format, Text *out,
                      Status *status) {
  const Graph *graph = session_graph(session);
  if (text_equal(format, "json")) return graph_write_json(graph, out, status);
  if (text_equal(format, "fx")) return graph_write_fx(graph, out, status);
  if (text_equal(format, "dot")) return graph_write_dot(graph, out, status);
  if (text_equal(format, "cuda")) return export_kernels(invocation, session, out, status);
  if (text_equal(format, "trace")) return session_trace_json(session, out), true;
  return status_fail(status, STATUS_INPUT, "--as %s: the formats are json, fx, dot, cuda and trace", format);
}

bool run_export(const Invocation *invocation, Status *status) {
  const char *format = invocation->value[OPTION_AS];
  if (!format) return status_fail(status, STATUS_INPUT, "say --as json, fx, dot, cuda or trace");
  Session *session = cli_open(invocation, status);
  Text out = {0};
  bool ok = session && export_as(invocation, session, format, &out, status);
  ok = ok && cli_print(&out, status);
  text_free(&out);
  session_close(session);
  return ok;
}
