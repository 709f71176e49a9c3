// Random graphs under random legal plans: emitted kernels, run on the CPU, must say what the evaluator says.
//
//   test_random_plans               the seeds of the suite, RANDOM_PLANS of them when the environment says
//   how many test_random_plans FIRST COUNT   other seeds test_random_plans FIRST COUNT 0  and shrink with so
//   many tries
//
// A failure shrinks itself and leaves the graph, the plan and the kernels in the working directory.
#include "shrink.h"
#include "test.h"
#include "workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// As many seeds bring up every op, template and type.
enum { ENOUGH = 600 };

static int shrink_tries = 250;
static uint64_t first = 1;
static int count = ENOUGH;
static const GraphStyle style = {0};

typedef struct Search {
  Fault fault;
  char problem[1500];
} Search;

// A list that fails in another way is no answer.
static bool still_fails(void *context, Choices *choices) {
  Search *search = context;
  char problem[1500];
  if (workers_fails(choices, &style, problem) != search->fault) return false;
  memcpy(search->problem, problem, sizeof problem);
  return true;
}

static void report_failure(const TrialOutcome *outcome) {
  char name[64];
  Status status = {0};
  Search search = {.fault = outcome->fault};
  memcpy(search.problem, outcome->problem, sizeof search.problem);
  print_error("seed %llu: %s\nshrinking...\n", (unsigned long long)outcome->seed, outcome->problem);
  Trial whole = trial_make(choices_from_seed(outcome->seed), &style);
  Choices choices = choices_from_list(whole.choices.list.data, whole.choices.list.count);
  trial_free(&whole);
  if (still_fails(&search, &choices)) shrink(&choices, shrink_tries, still_fails, &search);
  Trial smallest = trial_make(choices_from_list(choices.list.data, choices.list.count), &style);
  snprintf(name, sizeof name, "failure-%llu", (unsigned long long)outcome->seed);
  if (!trial_write(&smallest, ".", name, &status)) print_error("%s\n", status.message);
  print_error("%d ops, %d kernels: %s\n  fusebox check %s.json -p %s.plan.json\n", smallest.graph->op_count,
              plan_kernel_count(smallest.plan), search.problem, name, name);
  trial_free(&smallest);
  choices_free(&choices);
}

// Kinds of ops that kernels take, and that no seed brought up.
static int missing_ops(const TrialOutcome *outcome) {
  int missing = 0;
  for (int code = 0; code < OP_COUNT; code++) {
    OpClass kind = op_info((OpCode)code)->op_class;
    bool ours = kind != CLASS_LIBRARY && kind != CLASS_OPAQUE && code != OP_EMPTY;
    if (!ours || outcome->ops[code] > 0) continue;
    print_error("no graph has %s\n", op_info((OpCode)code)->name);
    missing++;
  }
  return missing;
}

static int missing_templates(const TrialOutcome *outcome) {
  int missing = 0;
  for (int kind = 0; kind < TEMPLATE_COUNT; kind++) {
    if (outcome->templates[kind] > 0) continue;
    print_error("no plan has a kernel of the template %s\n", template_name(template_at(kind)));
    missing++;
  }
  return missing;
}

// Of those that a template takes: complex numbers are rare, packed ones are moved only.
static int missing_dtypes(const TrialOutcome *outcome) {
  int missing = 0;
  for (int dtype = 0; dtype < DTYPE_COUNT; dtype++) {
    bool apart = dtype_kind((DType)dtype) == DTYPE_IS_COMPLEX || dtype_bits((DType)dtype) == BITS_STORAGE;
    if (outcome->dtypes[dtype] > 0 || apart) continue;
    print_error("no graph has a value of %s\n", dtype_name((DType)dtype));
    missing++;
  }
  return missing;
}

static void print_outcome(const TrialOutcome *outcome, double seconds) {
  print_message("%d trials in %.1f s; %d edits made, %d refused\n", outcome->trials, seconds,
                outcome->tally.made, outcome->tally.refused);
  for (int i = 0; i < REASON_COUNT; i++)
    if (outcome->tally.by_reason[i])
      print_message("  refused for %-16s %d\n", reason_name((ReasonCode)i), outcome->tally.by_reason[i]);
  for (int i = 0; i < TEMPLATE_COUNT; i++)
    if (outcome->templates[i])
      print_message("  %-28s %d\n", template_name(template_at(i)), outcome->templates[i]);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void test_random_plans(void **state) {
  (void)state;
  TrialOutcome outcome;
  double start = seconds();
  workers_run(first, count, 2, &style, &outcome);
  print_outcome(&outcome, seconds() - start);
  if (outcome.fault != FAULT_NONE) {
    report_failure(&outcome);
    fail_msg("seed %llu", (unsigned long long)outcome.seed);
  }
  if (first == 1 && count >= ENOUGH)
    assert_int_equal(missing_ops(&outcome) + missing_templates(&outcome) + missing_dtypes(&outcome), 0);
  assert_true(outcome.tally.made > outcome.trials); // the plans are plans
}

int main(int argument_count, char **arguments) {
  const char *wanted = getenv("RANDOM_PLANS");
  if (wanted) count = atoi(wanted);
  if (argument_count > 2) {
    first = strtoull(arguments[1], NULL, 10);
    count = atoi(arguments[2]);
    if (argument_count > 3) shrink_tries = atoi(arguments[3]);
  }
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_plans)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
