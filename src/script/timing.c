#include "script/timing.h"

#include "plan/file/plan_file.h"

#include <math.h>
#include <stdlib.h>

void timing_ask(const Plan *plan, Text *question) {
  plan_pack(plan, question);
}

static void pack_times(const PlanTimes *times, Text *reply) {
  pack_integer(reply, STATUS_OK);
  pack_number(reply, times->time_us);
  pack_integer(reply, times->count);
  for (int i = 0; i < times->count; i++) {
    pack_integer(reply, times->ops[i]);
    pack_number(reply, times->us[i]);
  }
}

void timing_reply(const HeuristicRun *run, Plan *scratch, Unpack *question, Text *reply) {
  PlanTimes times = {0};
  Status status = {0};
  bool good = plan_unpack(scratch, "measure", question) ||
              status_fail(&status, STATUS_INTERNAL, "what was to be timed is no plan");
  if (good && run->time_plan(run->timer, scratch, &times, &status)) {
    pack_times(&times, reply);
    plan_times_free(&times);
    return;
  }
  pack_integer(reply, status.code ? status.code : STATUS_INTERNAL);
  pack_string(reply, status.message);
}

static bool read_reason(Unpack *reply, StatusCode code, Status *status) {
  char *message = unpack_string(reply);
  status_fail(status, code, "%s", message ? message : "no reason was given");
  free(message);
  return false;
}

static bool is_time(double us) {
  return isfinite(us) && us >= 0;
}

bool timing_read(const Plan *plan, Unpack *reply, PlanTimes *times, Status *status) {
  StatusCode code = (StatusCode)unpack_integer(reply, STATUS_OK, STATUS_INTERNAL);
  if (code != STATUS_OK) return read_reason(reply, code, status);
  double time_us = unpack_number(reply);
  int count = (int)unpack_integer(reply, 0, plan_slots(plan)), ops = plan_graph(plan)->op_count;
  *times = (PlanTimes){.time_us = time_us,
                       .ops = memory_alloc(sizeof *times->ops * (size_t)(count + 1)),
                       .us = memory_alloc(sizeof *times->us * (size_t)(count + 1))};
  for (; times->count < count; times->count++) {
    times->ops[times->count] = (int)unpack_integer(reply, 0, ops - 1);
    times->us[times->count] = unpack_number(reply);
    if (!is_time(times->us[times->count])) reply->failed = true;
  }
  if (is_time(time_us) && unpack_is_done(reply)) return true;
  plan_times_free(times);
  return status_fail(status, STATUS_INTERNAL, "the plan's times cannot be read");
}
