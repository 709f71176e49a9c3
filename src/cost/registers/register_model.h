// The models of registers and spills: forests over what a kernel's code looks like, fitted to kernels that
// were compiled ('fusebox-lab fit') and stored for each architecture in registers/sm_*.json.
#pragma once

#include "cost/registers/forest.h"
#include "cost/registers/register_features.h"

typedef struct RegisterModel RegisterModel;

// What was fitted, and to what.
typedef struct RegisterForests {
  Forest registers; // logarithm of the registers that a thread uses
  Forest spills;    // logarithm of the odds that it spills
  Forest bytes;     // of those that spill: logarithm of the bytes, stores and loads
} RegisterForests;
void register_forests_free(RegisterForests *forests);

typedef struct RegisterPrediction {
  int registers; // per thread, within the cap
  double spill_chance;
  int spill_bytes; // per thread, stores and loads as the compiler counts them; 0 unless it is twice as likely
                   // as not
} RegisterPrediction;
RegisterPrediction register_predict(const RegisterForests *forests, const RegisterFeatures *features);

// The model of an architecture (90), or of the nearest one that has been fitted. NULL when there is none, or
// it is broken.
RegisterModel *register_model_load(int arch, Status *status);
void register_model_free(RegisterModel *model);
const RegisterForests *register_model_forests(const RegisterModel *model);
// Of whose kernels it was fitted (90).
int register_model_arch(const RegisterModel *model);

// How well a model does on kernels that it was not fitted to.
typedef struct ForestScore {
  int kernels;
  double mean_error;    // of registers, relative
  double within_step;   // share that is at most 8 registers off
  double spilled_share; // that spill
  double spills_right;  // share for which spilling was predicted rightly
} ForestScore;

// The file's text. `compiler`: "NVRTC 13.0".
void register_model_write(const RegisterForests *forests, int arch, const char *compiler, int fitted_kernels,
                          const ForestScore *held_out, Text *out);
