// doctor: what is installed, what is missing and how to get it, and whether strangers' work is confined. Exit
// code 3 when something is missing.
#include "base/child.h"
#include "base/file.h"
#include "base/json.h"
#include "cli/capture.h"
#include "cli/cli.h"
#include "gpu/toolkit/doctor.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const state_names[] = {
    [DOCTOR_FOUND] = "ok", [DOCTOR_LIMITED] = "limited", [DOCTOR_MISSING] = "missing"};

// Every line of a text, wrapped under the purpose.
static void add_lines(Text *out, const char *text) {
  enum { INDENT = 25 };
  while (*text) {
    char line[512];
    size_t length = strcspn(text, "\n");
    snprintf(line, sizeof line, "%.*s", (int)length, text);
    cli_add_entry(out, "", INDENT, line + strspn(line, " "));
    text += length + (text[length] == '\n');
  }
}

static void print_finding(Text *out, const DoctorFinding *finding) {
  text_printf(out, "%-8s %-15s %s\n", state_names[finding->state], finding->what, finding->purpose);
  add_lines(out, finding->found);
  add_lines(out, finding->advice);
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

static const double limit_s = 15; // for all libraries and the GPU, and for a folder

// ---- Processes of their own.

// Harmless, and nothing that such work needs: it fails only where calls are filtered.
static void try_a_call(Child *child, void *context) {
  (void)context;
  child_answer(child, getppid() < 0 ? "y" : "n", 1);
}

// By trying, as a kernel that knows filters may be told to refuse them.
static void look_at_processes(DoctorFinding *finding) {
  Text answer = {0};
  Status status = {0};
  ChildRun run = {
      .work = try_a_call,
      .who = "a process that only answers",
      .limits = {.cpu_seconds = 5, .memory_bytes = 1 << 24, .answer_bytes = 1, .idle_seconds = 5}};
  bool ran = child_run(&run, &answer, &status);
  bool filtered = ran && text_equal(text_get(&answer), "y");
  *finding = (DoctorFinding){"confinement", "keeps Lua and NVRTC to computing; part of the program",
                             filtered ? DOCTOR_FOUND
                             : ran    ? DOCTOR_LIMITED
                                      : DOCTOR_MISSING,
                             "", ""};
  text_free(&answer);
  if (filtered)
    snprintf(finding->found, sizeof finding->found,
             "they run in processes of their own, with limits, which the system keeps from files and sockets "
             "(seccomp)");
  else if (ran)
    snprintf(finding->found, sizeof finding->found, "they run in processes of their own, with limits");
  if (!filtered)
    snprintf(
        finding->advice, sizeof finding->advice, "%s",
        ran ? "the system does not filter what they ask of it (no seccomp): Lua is kept from files by its "
              "sandbox alone"
            : status.message);
}

// ---- What a compiler's run wrote.

static void look_below(void *context, void *found) {
  const char *path = *(const char **)context;
  DoctorFinding *finding = found;
  Text why = {0};
  int count = capture_look(path, &why);
  if (count) finding->state = DOCTOR_FOUND;
  if (count)
    snprintf(finding->found, sizeof finding->found, "%d in %s", count, path);
  else
    snprintf(finding->advice, sizeof finding->advice, "none in %s: %s", path, text_get(&why));
  text_free(&why);
}

static void look_at_run(const char *path, DoctorFinding *finding) {
  *finding = (DoctorFinding){"graphs", "what a compiler's run wrote", DOCTOR_MISSING, "", ""};
  ChildLook look = {look_below, &path, finding, sizeof *finding, LOOK_ANSWERED};
  child_look(&look, 1, limit_s);
  if (look.end != LOOK_ANSWERED) doctor_unanswered(look.end, limit_s, finding);
}

bool run_doctor(const Invocation *invocation, Status *status) {
  enum { MOST = DOCTOR_FINDINGS + 2 };
  DoctorFinding findings[MOST];
  int count = DOCTOR_FINDINGS + 1;
  const char *run = invocation->arguments.count ? invocation->arguments.data[0] : NULL;
  if (run && !file_exists(run))
    return status_fail(status, STATUS_INPUT, "%s: there is no such folder or file", run);
  doctor_look(limit_s, findings);
  look_at_processes(&findings[DOCTOR_FINDINGS]);
  if (run) look_at_run(run, &findings[count++]);
  Text out = {0};
  JsonWriter writer = json_writer(&out, true);
  bool json = cli_has(invocation, OPTION_JSON);
  int missing = 0;
  if (json) json_begin_array(&writer, NULL);
  for (int i = 0; i < count; i++) {
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
                     "%d of %d are missing; exploring and estimating work without them", missing, count);
}
