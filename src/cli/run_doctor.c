// doctor: what is installed, what is missing and how to get it. Exit code 3 when something is missing.
#include "base/json.h"
#include "cli/cli.h"
#include "gpu/doctor.h"

#include <stdio.h>

static const char *const state_names[] = {
    [DOCTOR_FOUND] = "ok", [DOCTOR_LIMITED] = "limited", [DOCTOR_MISSING] = "missing"};

static void print_finding(Text *out, const DoctorFinding *finding) {
  text_printf(out, "%-8s %-13s %s\n", state_names[finding->state], finding->what, finding->purpose);
  if (*finding->found) text_printf(out, "%23s%s\n", "", finding->found);
  if (*finding->advice) text_printf(out, "%23s%s\n", "", finding->advice);
}

static void put_finding(JsonWriter *writer, const DoctorFinding *finding) {
  json_begin_object(writer, NULL);
  json_put_string(writer, "what", finding->what);
  json_put_string(writer, "purpose", finding->purpose);
  json_put_string(writer, "state", state_names[finding->state]);
  if (*finding->found) json_put_string(writer, "found", finding->found);
  if (*finding->advice) json_put_string(writer, "advice", finding->advice);
  json_end(writer);
}

bool run_doctor(const Invocation *invocation, Status *status) {
  DoctorFinding findings[DOCTOR_FINDINGS];
  doctor_look(findings);
  Text out = {0};
  JsonWriter writer = json_writer(&out, true);
  bool json = cli_has(invocation, OPTION_JSON);
  int missing = 0;
  if (json) json_begin_array(&writer, NULL);
  for (int i = 0; i < DOCTOR_FINDINGS; i++) {
    missing += findings[i].state == DOCTOR_MISSING;
    if (json)
      put_finding(&writer, &findings[i]);
    else
      print_finding(&out, &findings[i]);
  }
  if (json) json_end(&writer);
  bool ok = cli_print(&out, status);
  text_free(&out);
  if (!ok || missing == 0) return ok;
  return status_fail(status, STATUS_MISSING,
                     "%d of %d are missing; exploring and estimating work without them", missing,
                     DOCTOR_FINDINGS);
}
