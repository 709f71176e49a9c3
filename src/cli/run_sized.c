// plan --dynamic: what kernels cost that take one of the graph's sizes as an argument.
#include "base/json.h"
#include "cli/cli.h"
#include "session/sized.h"

#include <stdio.h>

static void kernel_title(Session *session, int kernel, char out[KERNEL_NAME_SIZE]) {
  const PlanLowered *lowered = plan_lowered(session_plan(session), kernel);
  if (lowered->nest)
    kernel_name(lowered->nest, &lowered->schedule, out);
  else
    snprintf(
        out, KERNEL_NAME_SIZE, "%s",
        op_info(session_graph(session)->ops[plan_kernel(session_plan(session), kernel).ops[0]].code)->name);
}

static void add_row(Session *session, int kernel, const SizedKernel *sized, Text *out) {
  char label[16], title[KERNEL_NAME_SIZE];
  kernel_title(session, kernel, title);
  snprintf(label, sizeof label, "K%d", kernel);
  text_printf(out, "%-6s %-30.30s %9.1f ", label, title, sized->given->time_us);
  if (sized->ok)
    text_printf(out, "%9.1f  ", sized->sized->time_us);
  else
    text_printf(out, "%9s  %s", "-", sized->reason.text);
  if (sized->ok) sized_values_text(sized, out);
  text_add(out, "\n");
}

static void put_kernel(Session *session, int kernel, const SizedKernel *sized, JsonWriter *writer) {
  char title[KERNEL_NAME_SIZE];
  kernel_title(session, kernel, title);
  json_begin_object(writer, NULL);
  json_put_integer(writer, "id", kernel);
  json_put_string(writer, "name", title);
  json_put_number(writer, "time_us", sized->given->time_us);
  if (sized->ok) {
    json_put_number(writer, "dynamic_us", sized->sized->time_us);
    json_put_integer(writer, "least", sized->least);
    json_put_integer(writer, "most", sized->most);
    json_put_integer(writer, "multiple", sized->multiple);
  } else {
    json_put_string(writer, "reason", sized->reason.text);
  }
  json_end(writer);
}

static void add_table(Session *session, SizedKernels *kernels, Text *out) {
  int count, taking = 0;
  const int *order = plan_order(session_plan(session), &count);
  double given = 0, sized = 0;
  text_printf(out, "%-6s %-30s %9s %9s  values of %s\n", "id", "kernel", "est us", "dynamic",
              sized_kernels_name(kernels));
  for (int i = 0; i < count; i++) {
    const SizedKernel *asked = sized_kernels_ask(kernels, order[i]);
    add_row(session, order[i], asked, out);
    taking += asked->ok;
    given += asked->ok ? asked->given->time_us : 0;
    sized += asked->ok ? asked->sized->time_us : 0;
  }
  text_printf(out, "%d of %d kernels can take %s as an argument: estimate %.1f us, specialised %.1f us\n",
              taking, count, sized_kernels_name(kernels), sized, given);
}

static void add_json(Session *session, SizedKernels *kernels, Text *out) {
  int count;
  const int *order = plan_order(session_plan(session), &count);
  JsonWriter writer = json_writer(out, true);
  json_begin_object(&writer, NULL);
  json_put_string(&writer, "size", sized_kernels_name(kernels));
  json_begin_array(&writer, "kernels");
  for (int i = 0; i < count; i++)
    put_kernel(session, order[i], sized_kernels_ask(kernels, order[i]), &writer);
  json_end(&writer);
  json_end(&writer);
  text_add(out, "\n");
}

static bool print_kernels(const Invocation *invocation, Session *session, Status *status) {
  SizedKernels *kernels = sized_kernels_new(sized_source(session), invocation->value[OPTION_DYNAMIC], status);
  if (!kernels) return false;
  Text out = {0};
  if (cli_has(invocation, OPTION_JSON))
    add_json(session, kernels, &out);
  else
    add_table(session, kernels, &out);
  sized_kernels_free(kernels);
  bool ok = cli_model_worked(invocation, status) && cli_print(&out, status);
  text_free(&out);
  return ok;
}

bool run_sized(const Invocation *invocation, Status *status) {
  Session *session = cli_open(invocation, status);
  bool ok = session && print_kernels(invocation, session, status);
  session_close(session);
  return ok;
}
