// --stages: how a kernel's code came to be, pass by pass.
#include "cli/cli.h"
#include "kernel/cuda/stages.h"

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
  if (made) kernel_stages_print(&stages, &out);
  kernel_stages_free(&stages);
  made = made && cli_print(&out, status);
  text_free(&out);
  return made;
}

bool run_stages(const Invocation *invocation, Status *status) {
  if (cli_has(invocation, OPTION_JSON))
    return status_fail(status, STATUS_INPUT, "--stages prints text: leave --json out");
  Session *session = cli_open(invocation, status);
  bool ok = session && print_stages(invocation, session, status);
  session_close(session);
  return ok;
}
