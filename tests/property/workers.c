#include "workers.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  BATCH = 64,          // trials whose kernels are compiled together
  BATCH_SECONDS = 300, // a batch that takes longer hangs
  MOST_JOBS = 8,
  MOST_MARKS = 256,
};

// What a process tells of itself, in memory that is shared with the parent.
typedef struct Report {
  TrialOutcome outcome;
  uint64_t current; // the seed at work
  bool done;
  int marks[MOST_MARKS], mark_count, at; // of a single trial
} Report;

static Report *new_report(void) {
  Report *report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (report != MAP_FAILED) return report;
  perror("mmap");
  exit(1);
}

static void fail(Report *report, uint64_t seed, Fault fault, const char *problem) {
  report->outcome.fault = fault;
  report->outcome.seed = seed;
  snprintf(report->outcome.problem, sizeof report->outcome.problem, "%s", problem);
}

// ---- in the child

static Emulator *open_emulator(void) {
  Status status = {0};
  Emulator *emulator = emulator_new(NULL, &status);
  if (!emulator) {
    fprintf(stderr, "%s\n", status.message);
    exit(1);
  }
  return emulator;
}

static Fault check_alone(Trial *trial, Text *problem) {
  Emulator *emulator = open_emulator();
  text_clear(problem);
  Fault fault = trial_queue(trial, emulator, problem);
  if (fault == FAULT_NONE) fault = trial_check(trial, emulator, problem);
  emulator_free(emulator);
  return fault;
}

static void count_trial(Report *report, const Trial *trial) {
  TrialOutcome *outcome = &report->outcome;
  outcome->trials++;
  outcome->tally.made += trial->tally.made;
  outcome->tally.refused += trial->tally.refused;
  for (int i = 0; i < REASON_COUNT; i++)
    outcome->tally.by_reason[i] += trial->tally.by_reason[i];
  for (int i = 0; i < trial->graph->op_count; i++)
    outcome->ops[trial->graph->ops[i].code]++;
  for (int i = 0; i < trial->graph->value_count; i++)
    outcome->dtypes[trial->graph->values[i].dtype]++;
  for (int i = 0; i < TEMPLATE_COUNT; i++)
    outcome->templates[i] += trial->templates[i];
}

// A kernel that the compiler refuses takes the whole batch along: then each trial by itself.
static void find_culprit(Report *report, uint64_t first, Trial *trials, int count, int suspect) {
  Text problem = {0};
  for (int i = 0; i < count && report->outcome.fault == FAULT_NONE; i++) {
    int which = (suspect + i) % count;
    report->current = first + (uint64_t)which;
    Fault fault = check_alone(&trials[which], &problem);
    if (fault != FAULT_NONE) fail(report, report->current, fault, text_get(&problem));
  }
  text_free(&problem);
}

static int check_batch(Report *report, uint64_t first, Trial *trials, int count, Emulator *emulator,
                       Text *problem) {
  for (int i = 0; i < count; i++)
    if (trial_queue(&trials[i], emulator, problem) != FAULT_NONE) return i;
  for (int i = 0; i < count; i++) {
    report->current = first + (uint64_t)i;
    count_trial(report, &trials[i]);
    if (trial_check(&trials[i], emulator, problem) != FAULT_NONE) return i;
  }
  return -1;
}

static void run_batch(Report *report, uint64_t first, int count, const GraphStyle *style) {
  Trial trials[BATCH];
  Text problem = {0};
  Emulator *emulator = open_emulator();
  for (int i = 0; i < count; i++) {
    report->current = first + (uint64_t)i;
    trials[i] = trial_make(choices_from_seed(report->current), style);
  }
  int suspect = check_batch(report, first, trials, count, emulator, &problem);
  emulator_free(emulator);
  if (suspect >= 0) find_culprit(report, first, trials, count, suspect);
  if (suspect >= 0 && report->outcome.fault == FAULT_NONE) // only beside the others
    fail(report, first + (uint64_t)suspect, FAULT_RUN, text_get(&problem));
  text_free(&problem);
  for (int i = 0; i < count; i++)
    trial_free(&trials[i]);
}

static pid_t start(Report *report) {
  fflush(NULL);
  *report = (Report){.current = report->current};
  pid_t child = fork();
  if (child < 0) {
    perror("fork");
    exit(1);
  }
  if (child == 0) alarm(BATCH_SECONDS);
  return child;
}

static void end_child(Report *report) {
  report->done = true;
  exit(0); // with all that is done at exit: leaks are reported, and coverage is kept
}

static void end(Report *report, int status) {
  if (report->done || report->outcome.fault != FAULT_NONE) return;
  char problem[160];
  int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  snprintf(problem, sizeof problem,
           number == SIGALRM ? "it never ends" : "its process ended with signal %d (%s)", number,
           strsignal(number));
  fail(report, report->current, FAULT_CRASH, problem);
}

// ---- in the parent

static void add_outcome(TrialOutcome *sum, const TrialOutcome *part) {
  if (part->fault != FAULT_NONE && (sum->fault == FAULT_NONE || part->seed < sum->seed)) {
    sum->fault = part->fault;
    sum->seed = part->seed;
    memcpy(sum->problem, part->problem, sizeof sum->problem);
  }
  sum->trials += part->trials;
  sum->tally.made += part->tally.made;
  sum->tally.refused += part->tally.refused;
  for (int i = 0; i < REASON_COUNT; i++)
    sum->tally.by_reason[i] += part->tally.by_reason[i];
  for (int i = 0; i < OP_COUNT; i++)
    sum->ops[i] += part->ops[i];
  for (int i = 0; i < DTYPE_COUNT; i++)
    sum->dtypes[i] += part->dtypes[i];
  for (int i = 0; i < TEMPLATE_COUNT; i++)
    sum->templates[i] += part->templates[i];
}

typedef struct Job {
  pid_t child; // 0: idle
  Report *report;
} Job;

static void start_batch(Job *job, uint64_t first, int count, const GraphStyle *style) {
  job->report->current = first;
  job->child = start(job->report);
  if (job->child) return;
  run_batch(job->report, first, count, style);
  end_child(job->report);
}

static void wait_for_one(Job *jobs, int count, TrialOutcome *outcome) {
  int status;
  pid_t child = wait(&status);
  for (int i = 0; i < count; i++) {
    if (jobs[i].child != child) continue;
    end(jobs[i].report, status);
    add_outcome(outcome, &jobs[i].report->outcome);
    jobs[i].child = 0;
  }
}

void workers_run(uint64_t first, int count, int jobs, const GraphStyle *style, TrialOutcome *outcome) {
  Job job[MOST_JOBS] = {{0, NULL}};
  int running = 0, next = 0;
  *outcome = (TrialOutcome){0};
  if (jobs > MOST_JOBS) jobs = MOST_JOBS;
  for (int i = 0; i < jobs; i++)
    job[i].report = new_report();
  while (running > 0 || (next < count && outcome->fault == FAULT_NONE)) {
    for (int i = 0; i < jobs && next < count && outcome->fault == FAULT_NONE; i++) {
      if (job[i].child) continue;
      int size = count - next < BATCH ? count - next : BATCH;
      start_batch(&job[i], first + (uint64_t)next, size, style);
      next += size;
      running++;
    }
    wait_for_one(job, jobs, outcome);
    running--;
  }
  for (int i = 0; i < jobs; i++)
    munmap(job[i].report, sizeof *job[i].report);
}

static void run_single(Report *report, Choices *choices, const GraphStyle *style) {
  Text problem = {0};
  Trial trial = trial_make(*choices, style);
  report->at = trial.choices.at;
  for (int i = 0; i < trial.choices.marks.count && i < MOST_MARKS; i++)
    report->marks[report->mark_count++] = trial.choices.marks.data[i];
  Fault fault = check_alone(&trial, &problem);
  if (fault != FAULT_NONE) fail(report, 0, fault, text_get(&problem));
}

Fault workers_fails(Choices *choices, const GraphStyle *style, char problem[1500]) {
  Report *report = new_report();
  pid_t child = start(report);
  if (!child) {
    run_single(report, choices, style);
    end_child(report);
  }
  int status = 0;
  waitpid(child, &status, 0);
  end(report, status);
  Fault fault = report->outcome.fault;
  if (fault != FAULT_NONE) memcpy(problem, report->outcome.problem, sizeof report->outcome.problem);
  vector_clear(&choices->marks);
  for (int i = 0; i < report->mark_count; i++)
    vector_push(&choices->marks, report->marks[i]);
  choices->at = report->at;
  munmap(report, sizeof *report);
  return fault;
}
