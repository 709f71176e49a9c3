#include "experiment/queue.h"

#include "base/file.h"
#include "experiment/store.h"

#include <stdlib.h>
#include <string.h>

static const int64_t UNITS_MOST = (int64_t)1 << 30;

typedef struct KnownPlan {
  char name[KEY_SIZE];
} KnownPlan;

// Units that are to be handed out, those of a graph one after the other.
typedef struct Units {
  uint8_t *wanted;      // of each graph's units the stages that are left
  int64_t *left, *next; // of each graph: units with any; the first that may have
  bool *begun;
  int fresh; // graphs before it were begun, or have nothing left
} Units;

struct Queue {
  const Experiment *experiment;
  int64_t units; // of a graph
  Units asked;   // for any process
  Units timing;  // whose plans others have made: only the stage "time" is left, for a process with a GPU
  VECTOR(UnitTask) again;
  HashMap plan_of; // unit of all -> index
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
      queue->asked.wanted[graph * queue->units + unit] = (uint8_t)left;
      queue->asked.left[graph] += left != 0;
      queue->count.left += __builtin_popcount(left);
    }
  }
  hashmap_free(&seen);
}

static Units units_new(int graphs, int64_t units) {
  return (Units){.wanted = memory_alloc((size_t)(graphs * units)),
                 .left = memory_alloc(sizeof(int64_t) * (size_t)graphs),
                 .next = memory_alloc(sizeof(int64_t) * (size_t)graphs),
                 .begun = memory_alloc((size_t)graphs)};
}

static void units_free(Units *units) {
  free(units->wanted);
  free(units->left);
  free(units->next);
  free(units->begun);
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
  *queue = (Queue){.experiment = experiment,
                   .units = units,
                   .asked = units_new(graphs, units),
                   .timing = units_new(graphs, units)};
  fill(queue, options, &answers);
  store_answers_free(&answers);
  return queue;
}

void queue_free(Queue *queue) {
  if (!queue) return;
  units_free(&queue->asked);
  units_free(&queue->timing);
  vector_free(&queue->again);
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

static int most_left(const Queue *queue, const Units *units) {
  int best = -1;
  for (int graph = 0; graph < queue->experiment->graphs.count; graph++)
    if (units->left[graph] > 0 && (best < 0 || units->left[graph] > units->left[best])) best = graph;
  return best;
}

static int choose_graph(const Queue *queue, Units *units, int open) {
  if (open >= 0 && units->left[open] > 0) return open;
  for (; units->fresh < queue->experiment->graphs.count; units->fresh++)
    if (!units->begun[units->fresh] && units->left[units->fresh] > 0) return units->fresh;
  return most_left(queue, units);
}

static void take_unit(const Queue *queue, Units *units, int graph, UnitTask *task) {
  int64_t *next = &units->next[graph];
  uint8_t *wanted = &units->wanted[graph * queue->units];
  while (!wanted[*next])
    ++*next;
  *task = (UnitTask){.unit = experiment_point(queue->experiment, graph, *next, STAGE_ESTIMATE),
                     .stages = wanted[*next]};
  wanted[*next] = 0;
  units->left[graph]--;
  units->begun[graph] = true;
}

// What only a process with a GPU can do waits for it: a graph's in turn, so that what is compared is timed on
// one GPU, soon after each other.
static bool leave_timing(Queue *queue, UnitTask *task) {
  Units *timing = &queue->timing;
  int graph = task->unit.graph;
  int64_t unit = unit_index(queue, &task->unit), of_graph = unit - graph * queue->units;
  unsigned left = task->stages & 1u << STAGE_TIME;
  task->stages &= ~left;
  if (!left) return true;
  timing->wanted[unit] = (uint8_t)left;
  timing->left[graph]++;
  if (of_graph < timing->next[graph]) timing->next[graph] = of_graph;
  if (!timing->begun[graph] && graph < timing->fresh) timing->fresh = graph;
  return task->stages != 0;
}

static bool find_again(Queue *queue, bool times, UnitTask *task) {
  for (int i = 0; i < queue->again.count; i++) {
    *task = queue->again.data[i];
    if (!times && task->stages == 1u << STAGE_TIME) continue;
    queue->again.data[i] = vector_pop(&queue->again);
    return times || leave_timing(queue, task);
  }
  return false;
}

static bool find_task(Queue *queue, int open, bool times, UnitTask *task) {
  if (find_again(queue, times, task)) return true;
  int graph = times ? choose_graph(queue, &queue->timing, open) : -1;
  if (graph >= 0) {
    take_unit(queue, &queue->timing, graph, task);
    return true;
  }
  while ((graph = choose_graph(queue, &queue->asked, open)) >= 0) {
    take_unit(queue, &queue->asked, graph, task);
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
