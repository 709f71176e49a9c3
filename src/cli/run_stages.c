// --stages: how a kernel's code came to be, pass by pass.
#include "base/json.h"
#include "cli/cli.h"
#include "kernel/cuda/stages.h"

// The text of a stage that changed nothing is that of the one before.
static void write_json(const Session *session, int kernel, const KernelStages *stages, Text *out) {
  JsonWriter writer = json_writer(out, true);
  json_begin_object(&writer, NULL);
  json_put_string(&writer, "graph", session_graph(session)->name);
  json_put_integer(&writer, "kernel", kernel);
  json_begin_array(&writer, "stages");
  for (int i = 0; i < stages->count; i++) {
    const KernelStage *stage = &stages->stages[i];
    json_begin_object(&writer, NULL);
    json_put_string(&writer, "pass", stage->pass->name);
    json_put_string(&writer, "help", stage->pass->help);
    json_put_bool(&writer, "changed", stage->changed);
    if (stage->changed) json_put_string(&writer, "text", stage->text);
    json_end(&writer);
  }
  json_end(&writer);
  json_end(&writer);
}

static bool print_stages(const Invocation *invocation, Session *session, Status *status) {
  int kernel;
  if (!cli_kernel(session, "stages", invocation->value[OPTION_STAGES], &kernel, status)) return false;
  const PlanLowered *lowered = plan_lowered(session_plan(session), kernel);
  if (!lowered->nest)
    return status_fail(status, STATUS_INPUT, "K%d has no code of its own: %s", kernel, lowered->reason.text);
  StageForm form = cli_has(invocation, OPTION_TREE) ? STAGE_TREE : STAGE_CODE;
  KernelStages stages;
  Text out = {0};
  bool made = kernel_stages(lowered->nest, &lowered->schedule, &session_device(session)->limits, form,
                            &stages, status);
  if (made && cli_has(invocation, OPTION_JSON))
    write_json(session, kernel, &stages, &out);
  else if (made)
    kernel_stages_print(&stages, &out);
  kernel_stages_free(&stages);
  made = made && cli_print(&out, status);
  text_free(&out);
  return made;
}

bool run_stages(const Invocation *invocation, Status *status) {
  Session *session = cli_open(invocation, status);
  bool ok = session && print_stages(invocation, session, status);
  session_close(session);
  return ok;
}
