// A pool of tasks (base/task.h): work that must not run on the thread that owns the state (compiling,
// tokenizing large inputs). Jobs run on worker threads; their completions are delivered to the owner, in the
// order in which they finished, when it calls jobs_collect. A job touches only what it was given.
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

typedef struct Jobs Jobs;
typedef struct JobContext JobContext; // handed to a running job

typedef struct Job {
  void (*run)(JobContext *context, void *data); // on a worker thread
  void (*done)(void *owner, void *data); // on the owner's thread, from jobs_collect; frees `data`. Called for
                                         // cancelled jobs too
  void *owner, *data;
  int priority; // higher runs first; equal in order of submission
} Job;

Jobs *jobs_new(int threads); // threads 0: one per core, at most 8
// Cancels what has not started, waits for what runs, delivers all completions, frees.
void jobs_free(Jobs *jobs);
void jobs_submit(Jobs *jobs, Job job);
int jobs_pending(const Jobs *jobs); // submitted and not yet collected
int jobs_fd(const Jobs *jobs);      // readable (poll) while completions wait
int jobs_collect(Jobs *jobs);       // delivers waiting completions; returns how many
void jobs_cancel(Jobs *jobs);       // what has not started never runs; what runs sees job_cancelled()
bool job_cancelled(const JobContext *context);
// The same for what looks by itself: not 0 once it is cancelled. Lives as long as the job runs.
const atomic_int *job_cancel_flag(const JobContext *context);
