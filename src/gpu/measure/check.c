// The check of a program against its reference.
#include "gpu/measure/check.h"

static bool run_reference(Runner *reference, Status *status) {
  for (int i = 0; i < reference->program.launch_count; i++) {
    if (reference->launches[i].problem.code) continue; // no pair follows from it
    if (!runner_launch(reference, i, status)) return status_prefix(status, "launch %d of the reference", i);
  }
  return driver_wait(reference->driver, status) || status_prefix(status, "the reference");
}

static double closeness(const MemoryComparison *c, double tolerance) {
  double norm = tolerance > 0 ? c->relative_norm / tolerance : 0;
  return c->worst > norm ? c->worst : norm;
}

static void note(CheckResult *result, int pair, const CheckPair *pairs, const MemoryComparison *c) {
  result->compared++;
  result->failed += !c->pass;
  if (result->wrong) result->wrong[pair] = !c->pass;
  bool first_failure = !c->pass && result->pass;
  bool nearer = result->worst < 0 || closeness(c, pairs[pair].tolerance) >
                                         closeness(&result->comparison, pairs[result->worst].tolerance);
  if (first_failure || (c->pass && result->pass && nearer)) {
    result->worst = pair;
    result->comparison = *c;
  }
  result->pass = result->pass && c->pass;
}

static bool compare_pair(const Runner *program, const Runner *reference, const CheckPair *pair,
                         MemoryComparison *c, Status *status) {
  const RunBuffer *buffer = &program->program.buffers[pair->buffer];
  return service_compare(program->service, reference->memory[pair->reference], program->memory[pair->buffer],
                         buffer->bytes / dtype_bytes(buffer->dtype), buffer->dtype, pair->tolerance, c,
                         status);
}

static bool take_over(const Runner *program, const Runner *reference, const CheckPair *pair, Status *status) {
  Driver *driver = program->driver;
  size_t bytes = (size_t)program->program.buffers[pair->buffer].bytes;
  if (!bytes) return true;
  CUresult code = driver->api.cuMemcpyDtoDAsync(program->memory[pair->buffer],
                                                reference->memory[pair->reference], bytes, driver->stream);
  return driver_ok(driver, code, "copying a result", status);
}

bool check_program(Runner *program, Runner *reference, int from, int to, const CheckPair *pairs,
                   int pair_count, CheckResult *result, Status *status) {
  *result = (CheckResult){.pass = true, .worst = -1, .wrong = result->wrong};
  if (!runner_fill(reference, status) || !runner_fill(program, status) || !run_reference(reference, status))
    return false;
  for (int launch = from, pair = 0; launch < to; launch++) {
    bool runs =
        program->program.launches[launch].kind != LAUNCH_SKIPPED && !program->launches[launch].problem.code;
    if (runs && (!runner_launch(program, launch, status) || !driver_wait(program->driver, status)))
      return status_prefix(status, "launch %d", launch);
    for (; pair < pair_count && pairs[pair].after <= launch; pair++) {
      MemoryComparison comparison;
      bool judged = runs && pairs[pair].judged;
      if (judged && !compare_pair(program, reference, &pairs[pair], &comparison, status)) return false;
      if (judged) note(result, pair, pairs, &comparison);
      if (!take_over(program, reference, &pairs[pair], status)) return false;
    }
  }
  return driver_wait(program->driver, status);
}
