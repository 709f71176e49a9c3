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

// Addresses are the same in all processes of a run: they are forked.
static uint64_t place_here(void) {
  void *frames[24];
  uint64_t hash = 14695981039346656037u;
  for (int i = 0, count = backtrace(frames, 24); i < count; i++)
    hash = (hash ^ (uintptr_t)frames[i]) * 1099511628211u;
  return hash;
}

bool fault_trips(FaultKind kind, const char *name, const char *path) {
  if (!armed_record || armed.kind != kind) return false;
  long call = ++armed_record->calls;
  if (armed.placed && call <= FAULT_CALLS_MOST) armed_record->places[call - 1] = place_here();
  if (armed.at == 0 || call < armed.at || (call > armed.at && !armed.onwards)) return false;
  note(name, path);
  return true;
}
