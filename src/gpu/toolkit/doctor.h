// What compiling and timing need, and what of it is here.
#pragma once

#include "base/child_look.h"

typedef enum DoctorState {
  DOCTOR_FOUND,
  DOCTOR_LIMITED, // it works, but for what `advice` says
  DOCTOR_MISSING,
} DoctorState;

typedef struct DoctorFinding {
  char what[64];    // "NVRTC"
  char purpose[96]; // "compiles kernels; needs no GPU"
  DoctorState state;
  char found[1200];  // version and file; empty when it is missing
  char advice[2048]; // what to do, or what does not work; empty when all is well
} DoctorFinding;

enum { DOCTOR_FINDINGS = 6 };
// In a fixed order: NVRTC, disassembler, driver, GPU, CUPTI, cuBLASLt. Each is looked at in a process of its
// own, the GPU by a worker, and what does not answer within `limit_s` is said to be missing. To be called
// where this process has no other thread.
void doctor_look(double limit_s, DoctorFinding findings[DOCTOR_FINDINGS]);
// Says what became of a look that did not answer. `end` is none that did.
void doctor_unanswered(ChildLookEnd end, double limit_s, DoctorFinding *finding);
