#include "experiment/queue.h"

#include "base/file.h"
#include "experiment/store.h"

#include <stdlib.h>
#include <string.h>

static const int64_t UNITS_MOST = (int64_t)1 << 30;

typedef struct KnownPlan {
  char name[KEY_SIZE];
} KnownPlan;

struct Queue {
  const Experiment *experiment;
  int64_t units;        // of a graph
  uint8_t *wanted;      // of each graph's units the stages that are left
  int64_t *left, *next; // of each graph: units with any; the first that may have
  bool *begun;
  int fresh; // graphs before it were begun, or have nothing left
  VECTOR(UnitTask) again;
  VECTOR(UnitTask) timing; // whose plans others have made
  int timed;               // of these were handed out
  HashMap plan_of;         // unit of all -> index
  VECTOR(KnownPlan) plans;
  QueueCount count;
};

// ---- What is left.

static void know_plan(Queue *queue, int64_t unit, const char *plan) {
  KnownPlan known = {0};
  int64_t before;
  if (!*plan || strlen(plan) >= sizeof known.name) return;
  if (hashmap_get(&queue->plan_of, (uint64_t)unit, &before)) return;
  strcpy(known.name, plan);
  hashmap_set(&queue->plan_of, (uint64_t)unit, queue->plans.count);
  vector_push(&queue->plans, known);
}

// Which of a unit's stages are wanted; those are known from now on.
static unsigned stages_left(Queue *queue, const StoreAnswers *answers, HashMap *seen, int graph, int64_t unit,
                            const QueueOptions *options) {
  unsigned left = 0;
  for (int stage = 0; stage < STAGE_COUNT; stage++) {
    char key[KEY_SIZE];
    int64_t at;
    Point point = experiment_point(queue->experiment, graph, unit, (ExperimentStage)stage);
    if (!(queue->experiment->stages & options->stages & 1u << stage)) continue;
    point_row(queue->experiment, &point, key);
    queue->count.points++;
    if (hashmap_get(seen, store_key(key), &at)) {
      queue->count.doubled++;
    } else if (hashmap_get(&answers->keys, store_key(key), &at) &&
               (answers->plans.data[at].ended_well || !options->again)) {
      queue->count.done++;
      know_plan(queue, graph * queue->units + unit, answers->plans.data[at].name);
    } else {
      left |= 1u << stage;
    }
    hashmap_set(seen, store_key(key), 1);
  }
  return left;
}

static void fill(Queue *queue, const QueueOptions *options, const StoreAnswers *answers) {
  HashMap seen = {0};
  for (int graph = 0; graph < queue->experiment->graphs.count; graph++) {
    if (!shard_has(&options->shard, &queue->experiment->graphs.data[graph])) continue;
    for (int64_t unit = 0; unit < queue->units; unit++) {
      unsigned left = stages_left(queue, answers, &seen, graph, unit, options);
      queue->wanted[graph * queue->units + unit] = (uint8_t)left;
      queue->left[graph] += left != 0;
      queue->count.left += __builtin_popcount(left);
    }
  }
  hashmap_free(&seen);
}

Queue *queue_new(const Experiment *experiment, const QueueOptions *options, Status *status) {
  StoreAnswers answers = {0};
  int graphs = experiment->graphs.count;
  int64_t units = experiment_units(experiment);
  if (units > UNITS_MOST / graphs) {
    status_fail(status, STATUS_INPUT, "%lld plans of each of %d graphs are more than fit in one experiment",
                (long long)units, graphs);
    return NULL;
  }
  bool there = file_exists(options->folder);
  if (there && !store_answers(options->folder, &answers, status)) return NULL;
  Queue *queue = memory_alloc(sizeof *queue);
  *queue = (Queue){.experiment = experiment, .units = units};
  queue->wanted = memory_alloc((size_t)(graphs * units));
  queue->left = memory_alloc(sizeof *queue->left * (size_t)graphs);
  queue->next = memory_alloc(sizeof *queue->next * (size_t)graphs);
  queue->begun = memory_alloc(sizeof *queue->begun * (size_t)graphs);
  fill(queue, options, &answers);
  store_answers_free(&answers);
  return queue;
}

void queue_free(Queue *queue) {
  if (!queue) return;
  free(queue->wanted);
  free(queue->left);
  free(queue->next);
  free(queue->begun);
  vector_free(&queue->again);
  vector_free(&queue->timing);
  vector_free(&queue->plans);
  hashmap_free(&queue->plan_of);
  free(queue);
}

QueueCount queue_count(const Queue *queue) {
  return queue->count;
}

// ---- Handing out.

static int64_t unit_index(const Queue *queue, const Point *point) {
  const Experiment *experiment = queue->experiment;
  int64_t unit = (int64_t)point->device * experiment->repeats + point->repeat;
  return point->graph * queue->units + unit * experiment->variants.count + point->variant;
}

static void add_plan(const Queue *queue, UnitTask *task) {
  int64_t at;
  task->plan[0] = '\0';
  if (hashmap_get(&queue->plan_of, (uint64_t)unit_index(queue, &task->unit), &at))
    strcpy(task->plan, queue->plans.data[at].name);
}

static int most_left(const Queue *queue) {
  int best = -1;
  for (int graph = 0; graph < queue->experiment->graphs.count; graph++)
    if (queue->left[graph] > 0 && (best < 0 || queue->left[graph] > queue->left[best])) best = graph;
  return best;
}

static int choose_graph(Queue *queue, int open) {
  if (open >= 0 && queue->left[open] > 0) return open;
  for (; queue->fresh < queue->experiment->graphs.count; queue->fresh++)
    if (!queue->begun[queue->fresh] && queue->left[queue->fresh] > 0) return queue->fresh;
  return most_left(queue);
}

static void take_unit(Queue *queue, int graph, UnitTask *task) {
  int64_t *next = &queue->next[graph];
  uint8_t *wanted = &queue->wanted[graph * queue->units];
  while (!wanted[*next])
    ++*next;
  *task = (UnitTask){.unit = experiment_point(queue->experiment, graph, *next, STAGE_ESTIMATE),
                     .stages = wanted[*next]};
  wanted[*next] = 0;
  queue->left[graph]--;
  queue->begun[graph] = true;
}

// What only a process with a GPU can do waits for it.
static bool leave_timing(Queue *queue, UnitTask *task) {
  UnitTask timing = *task;
  timing.stages &= 1u << STAGE_TIME;
  task->stages &= ~timing.stages;
  if (timing.stages) vector_push(&queue->timing, timing);
  return task->stages != 0;
}

static bool find_task(Queue *queue, int open, bool times, UnitTask *task) {
  for (int i = 0; i < queue->again.count; i++) {
    *task = queue->again.data[i];
    if (!times && task->stages == 1u << STAGE_TIME) continue;
    queue->again.data[i] = vector_pop(&queue->again);
    return times || leave_timing(queue, task);
  }
  if (times && queue->timed < queue->timing.count) {
    *task = queue->timing.data[queue->timed++];
    return true;
  }
  for (int graph; (graph = choose_graph(queue, open)) >= 0;) {
    take_unit(queue, graph, task);
    if (times || leave_timing(queue, task)) return true;
  }
  return false;
}

bool queue_next(Queue *queue, int graph, bool times, UnitTask *task) {
  if (!find_task(queue, graph, times, task)) return false;
  add_plan(queue, task);
  queue->count.left -= __builtin_popcount(task->stages);
  return true;
}

void queue_answered(Queue *queue, const UnitTask *task, const char *plan) {
  if (experiment_stages(queue->experiment) > 1) know_plan(queue, unit_index(queue, &task->unit), plan);
}

void queue_again(Queue *queue, const UnitTask *task) {
  if (!task->stages) return;
  vector_push(&queue->again, *task);
  queue->count.left += __builtin_popcount(task->stages);
}
