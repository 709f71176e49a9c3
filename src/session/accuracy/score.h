// What a record says of the estimates.
#pragma once

#include "base/statistics.h"
#include "session/accuracy/accuracy.h"

// Where the figures begin to mean something: shorter kernels are all launch, smaller ones all cache.
enum { SCORE_LEAST_BYTES = 16000000, SCORE_STEP = 8 };
#define SCORE_LEAST_US 5.0

typedef struct RegisterScore {
  ErrorSummary error; // positions are kernels
  int within;         // at most one allocation step (SCORE_STEP) off
} RegisterScore;

// Predicted and compiled: does the kernel spill?
typedef struct SpillScore {
  int both, neither, missed, imagined; // missed: spills, not predicted; imagined: predicted, does not
} SpillScore;

// The record's, and those that it is compared with.
typedef enum Model { MODEL_SCORED, MODEL_XLA, MODEL_ROOFLINE, MODEL_COUNT } Model;
const char *accuracy_model_title(const AccuracyRecord *record, Model model); // for people: "XLA's formula"
const char *accuracy_model_name(const AccuracyRecord *record, Model model);  // "xla"
// False of one to compare with that is the record's own.
bool accuracy_compares(const AccuracyRecord *record, Model model);

typedef struct GraphScore {
  int plans;               // measured ones
  double tau[MODEL_COUNT]; // NAN: not defined, see statistics_kendall_tau_b
  double regret[MODEL_COUNT];
  int chosen, best; // plans of the record: by our estimate; by measurement. -1: nothing was measured
} GraphScore;

typedef struct ModelScore {
  ErrorSummary kernels; // over SCORE_LEAST_US, times
  ErrorSummary plans;   // times; of plans over SCORE_LEAST_US
  double tau;           // median over graphs; NAN
  double regret;        // mean over graphs; NAN
  double worst_regret;
  int ranked; // graphs with at least three measured plans: those that tau and regret are of
} ModelScore;

typedef struct AccuracyScore {
  int compiled, measured; // kernels
  RegisterScore registers, registers_of[TEMPLATE_COUNT];
  SpillScore spills;
  ErrorSummary dram; // bytes; of kernels over SCORE_LEAST_BYTES; positions are kernels
  ModelScore models[MODEL_COUNT];
  ErrorSummary time_of[TEMPLATE_COUNT];    // kernel times by template
  ErrorSummary time_by_limit[LIMIT_COUNT]; // and by the limit that the estimate names
  VECTOR(GraphScore) graphs;               // as in the record
} AccuracyScore;

double kernel_record_dram_bytes(const KernelRecord *kernel); // that were counted, read and written
AccuracyScore accuracy_score(const AccuracyRecord *record);
void accuracy_score_free(AccuracyScore *score);

typedef enum WorstOf { WORST_REGISTERS, WORST_TIME, WORST_DRAM, WORST_PLAN } WorstOf;
// Positions (kernels, or plans of WORST_PLAN) of those that are furthest off, the worst first; returns how
// many.
int accuracy_worst(const AccuracyRecord *record, WorstOf of, int *out, int capacity);
