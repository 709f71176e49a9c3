// What compiling and timing need, and what of it is here.
#pragma once

#include <stdbool.h>

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
// In a fixed order: NVRTC, disassembler, driver, GPU, CUPTI, cuBLASLt. Starts a worker process to look at the
// GPU.
void doctor_look(DoctorFinding findings[DOCTOR_FINDINGS]);
