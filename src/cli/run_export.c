// export: graphs as JSON, FX text or dot; a plan's kernels as CUDA or machine code.
#include "base/hash.h"
#include "cli/cli.h"
#include "graph/write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool one_kernel(const Invocation *invocation, Session *session, int *kernel, Status *status) {
  *kernel = NO_KERNEL;
  const char *text = invocation->value[OPTION_KERNEL];
  if (!text) return true;
  char *end;
  long id = strtol(text + (*text == 'K' || *text == 'k'), &end, 10);
  if (*end || end == text || id < 0 || id >= plan_slots(session_plan(session)) ||
      plan_kernel(session_plan(session), (int)id).op_count == 0)
    return status_fail(status, STATUS_INPUT, "--kernel %s: this plan has no such kernel", text);
  *kernel = (int)id;
  return true;
}

static bool add_cuda(Session *session, int kernel, bool first, Text *out, Status *status) {
  int body;
  const char *source = session_source(session, kernel, &body, status);
  if (!source) return false;
  const char *from = source;
  for (int line = 1; !first && line < body; line++)
    from = strchr(from, '\n') + 1; // the prelude once
  text_add(out, from);
  text_add(out, "\n");
  return true;
}

static bool add_sass(Session *session, int kernel, Text *out, Status *status) {
  CompiledView view = session_compiled(session, kernel);
  if (view.state == RESULT_FAILED)
    return status_fail(status, STATUS_WRONG, "K%d does not compile: %s", kernel, view.error);
  return compiler_sass(view.compiled->cubin, view.compiled->cubin_bytes, out, status);
}

static bool export_kernels(const Invocation *invocation, Session *session, Text *out, Status *status) {
  bool sass = cli_has(invocation, OPTION_SASS);
  int only, count, written = 0;
  if (!one_kernel(invocation, session, &only, status)) return false;
  if (sass && !cli_compile(session, status)) return false;
  const int *order = plan_order(session_plan(session), &count);
  for (int i = 0; i < count; i++) {
    bool library = plan_lowered(session_plan(session), order[i])->nest == NULL;
    if (only == NO_KERNEL ? library : order[i] != only) continue;
    bool ok = sass && !library ? add_sass(session, order[i], out, status)
                               : add_cuda(session, order[i], written == 0, out, status);
    if (!ok) return false;
    written++;
  }
  return true;
}

static bool export_as(const Invocation *invocation, Session *session, const char *format, Text *out,
                      Status *status) {
  const Graph *graph = session_graph(session);
  if (text_equal(format, "json")) return graph_write_json(graph, out, status);
  if (text_equal(format, "fx")) return graph_write_fx(graph, out, status);
  if (text_equal(format, "dot")) return graph_write_dot(graph, out, status);
  if (text_equal(format, "cuda")) return export_kernels(invocation, session, out, status);
  if (text_equal(format, "trace"))
    return status_fail(status, STATUS_INPUT, "traces are not there yet; formats: json, fx, dot, cuda");
  return status_fail(status, STATUS_INPUT, "--as %s: the formats are json, fx, dot and cuda", format);
}

bool run_export(const Invocation *invocation, Status *status) {
  const char *format = invocation->value[OPTION_AS];
  if (!format) return status_fail(status, STATUS_INPUT, "say --as json, fx, dot or cuda");
  Session *session = cli_open(invocation, status);
  Text out = {0};
  bool ok = session && export_as(invocation, session, format, &out, status);
  ok = ok && cli_print(&out, status);
  text_free(&out);
  session_close(session);
  return ok;
}
