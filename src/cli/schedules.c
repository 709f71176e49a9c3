// --schedule, --tuned and --kernel: what the command line says of single kernels.
#include "cli/cli.h"

#include "session/tune/tune.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool cli_kernel(Session *session, const char *option, const char *text, int *kernel, Status *status) {
  char *end;
  const char *digits = text + (*text == 'K' || *text == 'k');
  errno = 0;
  long id = strtol(digits, &end, 10);
  Plan *plan = session_plan(session);
  if (errno || *end || end == digits || id < 0 || id >= plan_slots(plan) ||
      plan_kernel(plan, (int)id).op_count == 0)
    return status_fail(status, STATUS_INPUT, "--%s %s: this plan has no such kernel", option, text);
  *kernel = (int)id;
  return true;
}

static bool fail_form(const char *text, Status *status) {
  return status_fail(status, STATUS_INPUT,
                     "--schedule wants a kernel, a knob and a value, as in K3.rows=4, not \"%s\"", text);
}

// "K3.rows=4" into its three parts.
static bool split(const char *text, char kernel[16], char knob[32], int *value, Status *status) {
  int length = 0;
  if (sscanf(text, "%15[^.].%31[^=]=%d%n", kernel, knob, value, &length) == 3 && !text[length]) return true;
  return fail_form(text, status);
}

static bool fail_knob(const char *name, Status *status) {
  Text names = {0};
  for (int i = 0; i < KNOB_COUNT; i++)
    text_printf(&names, "%s%s", i ? ", " : "", knob_name((Knob)i));
  status_fail(status, STATUS_INPUT, "--schedule: there is no knob \"%s\"; the knobs are %s", name,
              text_get(&names));
  text_free(&names);
  return false;
}

static bool set_knob(Session *session, const char *text, Status *status) {
  char name[16], knob_text[32];
  int kernel, value;
  Knob knob;
  Reason reason;
  if (!split(text, name, knob_text, &value, status) ||
      !cli_kernel(session, "schedule", name, &kernel, status))
    return false;
  if (!knob_parse(knob_text, &knob)) return fail_knob(knob_text, status);
  if (!knob_check(knob, value, status)) return status_prefix(status, "--schedule %s", text);
  if (plan_schedule(session_plan(session), kernel, knob, value, &reason)) return true;
  return status_fail(status, STATUS_INPUT, "--schedule %s: %s", text, reason.text);
}

// What does not fit beside the other knobs as they are is tried again after them.
static bool set_knobs(Session *session, const Invocation *invocation, Status *status) {
  int count = invocation->schedules.count, left = count, before = left + 1;
  bool *set = memory_alloc((size_t)count + 1);
  while (left > 0 && left < before) {
    before = left;
    for (int i = count - 1; i >= 0; i--) { // the message is of the first that fails
      if (set[i]) continue;
      set[i] = set_knob(session, invocation->schedules.data[i], status);
      left -= set[i];
    }
  }
  free(set);
  if (left == 0) *status = (Status){0};
  return left == 0;
}

bool cli_set_schedules(Session *session, const Invocation *invocation, Status *status) {
  if (!set_knobs(session, invocation, status)) return false;
  if (!cli_has(invocation, OPTION_TUNED)) return true;
  int changed, known = session_use_tuned(session, &changed);
  int kernels = plan_kernel_count(session_plan(session));
  cli_note("%d of %d kernels were tuned before; %d have another schedule than the rules'", known, kernels,
           changed);
  return true;
}
