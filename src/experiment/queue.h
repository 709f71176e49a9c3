// What is left to do, and who does what next: a graph's units go to the process that has it open, as long as
// there are graphs that nobody has begun.
#pragma once

#include "experiment/work.h"

typedef struct Shard {
  int index, count; // from 0; of `count`
} Shard;
// "3/32", from 0; or "auto": what the environment says of the task that this is, see shard.c. What it was
// taken from to `from`.
bool shard_read(const char *text, Shard *shard, Text *from, Status *status);
bool shard_has(const Shard *shard, const ExperimentGraph *graph);

typedef struct Queue Queue;

// Without the rows that are there (store_answers), and those of other shards. NULL: there are too many.
typedef struct QueueOptions {
  const char *folder; // the store
  Shard shard;
  unsigned stages; // bits 1 << stage
  bool again;      // failures are left to do, too
} QueueOptions;
Queue *queue_new(const Experiment *experiment, const QueueOptions *options, Status *status);
void queue_free(Queue *queue); // NULL is allowed

// The next task of a process that has `graph` open (-1: none); `times`: it may use a GPU. False: there is
// none for it, now; those under way may leave more.
bool queue_next(Queue *queue, int graph, bool times, UnitTask *task);
// What a unit's row says of its plan, for its further stages.
void queue_answered(Queue *queue, const UnitTask *task, const char *plan);
// Stages of a task that were not answered: somebody else is to do them.
void queue_again(Queue *queue, const UnitTask *task);

typedef struct QueueCount {
  int64_t points;  // of the shard
  int64_t doubled; // of them, the same as others: equal graphs by another name
  int64_t done;    // that were in the store
  int64_t left;    // that were not handed out, or came back
} QueueCount;
QueueCount queue_count(const Queue *queue);
