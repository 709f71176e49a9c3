// Which call fails.
#include "inject.h"

#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static Fault armed;
static FaultRecord *armed_record; // NULL: nothing is armed
static bool traced;

void fault_arm(const Fault *fault, FaultRecord *record) {
  void *frames[1];
  backtrace(frames, 1); // loads what it needs
  traced = getenv("FAULTS_TRACE") != NULL;
  armed = *fault;
  armed_record = record;
}

const Fault *fault_armed(void) {
  return armed_record ? &armed : NULL;
}

static void note(const char *name, const char *path) {
  if (armed_record->tripped) return;
  armed_record->tripped = true;
  snprintf(armed_record->name, sizeof armed_record->name, "%s%s%s", name, path ? " " : "", path ? path : "");
  if (!traced) return;
  void *frames[32];
  backtrace_symbols_fd(frames, backtrace(frames, 32), STDERR_FILENO);
}

bool fault_trips(FaultKind kind, const char *name, const char *path) {
  if (!armed_record || armed.kind != kind) return false;
  long call = ++armed_record->calls;
  if (armed.at == 0 || call < armed.at || (call > armed.at && !armed.onwards)) return false;
  note(name, path);
  return true;
}
