// export: a graph, a plan, or a plan's kernels as CUDA, machine code or a time line.
#include "cli/cli.h"
#include "session/export/export.h"

// "plan, json, ... or trace"
static void add_format_names(Text *out) {
  for (int i = 0; i < EXPORT_COUNT; i++)
    text_printf(out, "%s%s",
                i == 0                 ? ""
                : i + 1 < EXPORT_COUNT ? ", "
                                       : " or ",
                export_info((ExportFormat)i)->name);
}

static bool fail_format(const char *format, Status *status) {
  Text names = {0};
  add_format_names(&names);
  if (format)
    status_fail(status, STATUS_INPUT, "--as %s: the formats are %s", format, text_get(&names));
  else
    status_fail(status, STATUS_INPUT, "say --as %s", text_get(&names));
  text_free(&names);
  return false;
}

// --as cuda --sass is another way to say --as sass.
static bool choose_format(const Invocation *invocation, ExportFormat *format, Status *status) {
  const char *name = invocation->value[OPTION_AS];
  if (!name || !export_find(name, format)) return fail_format(name, status);
  if (*format == EXPORT_CUDA && cli_has(invocation, OPTION_SASS)) *format = EXPORT_SASS;
  return true;
}

static bool choose_kernel(const Invocation *invocation, Session *session, int *kernel, Status *status) {
  *kernel = NO_KERNEL;
  const char *text = invocation->value[OPTION_KERNEL];
  return !text || cli_kernel(session, "kernel", text, kernel, status);
}

static bool export_to(const Invocation *invocation, Session *session, ExportFormat format, Text *out,
                      Status *status) {
  int kernel;
  const char *size = invocation->value[OPTION_DYNAMIC];
  if (size && format != EXPORT_CUDA)
    return status_fail(status, STATUS_INPUT, "--dynamic %s: only --as cuda has kernels that take a size",
                       size);
  if (size)
    return choose_kernel(invocation, session, &kernel, status) &&
           session_export_sized(session, size, kernel, out, status);
  return choose_kernel(invocation, session, &kernel, status) &&
         (format != EXPORT_SASS || cli_compile(session, status)) &&
         session_export(session, format, kernel, out, status);
}

bool run_export(const Invocation *invocation, Status *status) {
  ExportFormat format;
  if (!choose_format(invocation, &format, status)) return false;
  Session *session = cli_open(invocation, status);
  Text out = {0};
  bool ok = session && export_to(invocation, session, format, &out, status);
  ok = ok && cli_print(&out, status);
  text_free(&out);
  session_close(session);
  return ok;
}
