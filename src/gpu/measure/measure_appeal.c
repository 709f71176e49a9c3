// Judging results by the evaluator, on the inputs that the device had.
#include "gpu/measure/measure_appeal.h"

#include "base/file.h"
#include "gpu/measure/launch_flow.h"
#include "graph/evaluate/evaluate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int64_t limit_bytes = (int64_t)1 << 28; // of all values in double precision: evaluated 17 times

// One pair judged again.
typedef struct Hearing {
  Measuring *m;
  const Launch *launch;
  const CheckPair *pair;
  int value;            // that the launch stores in the pair's memory; NO_VALUE: several, or a part of it
  bool *needed;         // per value
  bool *overwritten;    // per value: a copy replaces it, whatever it holds
  bool *wanted;         // per op: computes one of them
  const double **given; // per value: what the launch reads, NULL elsewhere
  const char *untold;   // why it cannot be told; NULL: nothing says so
  bool judged;          // by the evaluator, or any of several results is right
} Hearing;

static const Graph *graph_of(const Hearing *h) {
  return h->m->program->graph;
}

// ---- what has to be computed

// The value lies in memory that the launch reads.
static bool is_read(const Hearing *h, int value) {
  const Value *it = &graph_of(h)->values[value];
  int buffer = it->strided ? program_find_buffer(h->m->program, it->storage) : -1;
  return buffer >= 0 && launch_reads(h->launch, buffer);
}

static int stored_value(const Hearing *h) {
  const Graph *graph = graph_of(h);
  int storage = h->m->program->buffers[h->pair->buffer].storage, found = NO_VALUE;
  for (int i = 0; i < h->launch->lowered->stored_count; i++) {
    int value = h->launch->lowered->stored[i];
    if (graph->values[value].storage != storage) continue;
    if (found != NO_VALUE) return NO_VALUE;
    found = value;
  }
  bool whole = found != NO_VALUE &&
               shape_elements(&graph->values[found].shape) == shape_elements(&graph->values[storage].shape);
  return whole ? found : NO_VALUE;
}

static void mark_operands(Hearing *h, const Op *op) {
  for (int k = 0; k < op->operand_count; k++) {
    bool replaced = op->code == OP_COPY && k == 0;
    if (op->operands[k].value != NO_VALUE)
      (replaced ? h->overwritten : h->needed)[op->operands[k].value] = true;
  }
}

// Marks the ops up to `last` between what is needed and what the launch reads. False when one of them cannot
// be evaluated from values alone.
static bool mark(Hearing *h, int last) {
  const Graph *graph = graph_of(h);
  for (int i = last; i >= 0; i--) {
    const Op *op = &graph->ops[i];
    bool computes = false;
    for (int v = op->first_result; v < op->first_result + op->result_count; v++)
      computes |= h->needed[v] && !is_read(h, v);
    if (!computes) continue;
    if (op->mutates >= 0 && op->code != OP_COPY) return false;
    h->wanted[i] = true;
    mark_operands(h, op);
  }
  for (int v = 0; v < graph->value_count; v++)
    if (h->needed[v] && !is_read(h, v) && graph->values[v].producer == NO_OP) return false;
  return true;
}

// Nothing that the value is computed from was written by the launch or since.
static bool finds_its_inputs(const Hearing *h) {
  const Program *program = h->m->program;
  const Graph *graph = graph_of(h);
  for (int v = 0; v < graph->value_count; v++) {
    if (!h->needed[v] || !is_read(h, v)) continue;
    int buffer = program_find_buffer(program, graph->values[v].storage), last = program->launch_count - 1;
    for (int i = h->pair->after; i <= (program->variants ? h->pair->after : last); i++)
      if (launch_writes(&program->launches[i], buffer)) return false;
  }
  return true;
}

static bool is_small(const Hearing *h) {
  const Graph *graph = graph_of(h);
  int64_t left = limit_bytes / (int64_t)sizeof(double);
  for (int v = 0; v < graph->value_count && left >= 0; v++)
    if (h->needed[v] || h->overwritten[v]) left -= shape_elements(&graph->values[v].shape);
  return left >= 0;
}

// ---- the device's memory

static double *new_zeros(const Value *value) {
  return memory_alloc(((size_t)value_numbers(value) + 1) * sizeof(double));
}

static double *read_value(const Hearing *h, int value, Status *status) {
  Measuring *m = h->m;
  const Graph *graph = graph_of(h);
  char *path = file_join(m->folder, "appeal");
  int buffer = program_find_buffer(m->program, graph->values[value].storage);
  bool saved = measure_save_buffer(m, buffer, path, status) == WORKER_ANSWERED;
  char *memory = saved ? file_read(path, NULL, status) : NULL;
  unlink(path);
  free(path);
  if (!memory) return NULL;
  double *data = new_zeros(&graph->values[value]);
  program_unpack(graph, value, memory, data);
  free(memory);
  return data;
}

static bool read_inputs(Hearing *h, Status *status) {
  const Graph *graph = graph_of(h);
  for (int v = 0; v < graph->value_count; v++) {
    if (h->needed[v] && is_read(h, v) && !(h->given[v] = read_value(h, v, status))) return false;
    if (h->overwritten[v] && !h->needed[v]) h->given[v] = new_zeros(&graph->values[v]);
  }
  return true;
}

static double *run_again(const Hearing *h, Status *status) {
  int launch = h->pair->after;
  if (measure_run_slot(h->m, 0, launch, launch + 1, measure_limit(h->m), status) != WORKER_ANSWERED)
    return NULL;
  return read_value(h, h->value, status);
}

// ---- judging

static bool is_whole(const Hearing *h, const Evaluation *evaluation) {
  for (int i = 0; i < graph_of(h)->op_count; i++)
    if (h->wanted[i] && evaluation->skipped[i]) return false;
  return true;
}

static void describe(const Hearing *h, const TensorComparison *c, double got, double want, Text *why) {
  text_printf(
      why,
      "%s of %s is wrong: %.9g where %.9g is right by the evaluator, %.3g times its tolerance of %.2g "
      "off beyond the %.2g that rounding does (element %lld of it; %lld are off; norm %.2g)",
      graph_of(h)->values[h->value].name, h->launch->emitted.name, got, want, c->worst, c->tolerance,
      c->noise, (long long)c->worst_index, (long long)c->mismatches, c->relative_norm);
}

static void note(const Hearing *h, const Evaluation *evaluation, const double *got, Appeal *appeal) {
  const Tensor *want = &evaluation->values[h->value];
  int64_t at = compare_tensors(want, got, NULL, evaluate_tolerance(graph_of(h), h->value)).worst_index;
  appeal->heard++;
  appeal->name = graph_of(h)->values[h->value].name;
  appeal->got = got[at];
  appeal->want = want->data[at];
  appeal->noise = evaluation->noise && evaluation->noise[h->value] ? evaluation->noise[h->value][at] : 0;
}

static bool judge(Hearing *h, Evaluation *evaluation, Appeal *appeal, Text *why) {
  Status status = {0};
  double *got = run_again(h, &status);
  if (!got) return false;
  TensorComparison comparison = evaluation_compare(evaluation, h->value, got);
  int64_t at = comparison.worst_index;
  h->judged = true;
  if (!comparison.pass) h->untold = evaluation_untold(evaluation, h->value, got);
  if (comparison.pass)
    note(h, evaluation, got, appeal);
  else if (!h->untold)
    describe(h, &comparison, got[at], evaluation->values[h->value].data[at], why);
  free(got);
  return comparison.pass;
}

static const char *why_unheard(Hearing *h) {
  h->value = stored_value(h);
  if (h->value == NO_VALUE)
    return "its kernel stores a part of the tensor, or several values into it, which the evaluator cannot "
           "judge "
           "one by one";
  h->needed[h->value] = true;
  if (!mark(h, graph_of(h)->values[h->value].producer))
    return "its kernel changes memory that it also reads, which the evaluator cannot judge";
  if (!finds_its_inputs(h)) return "what it was computed from was overwritten since";
  return NULL;
}

static Evaluation *evaluate(Hearing *h) {
  Status status = {0};
  EvaluateOptions options = {.limit_bytes = limit_bytes, .given = h->given, .wanted = h->wanted};
  return is_small(h) && read_inputs(h, &status) ? evaluation_run(graph_of(h), &options, &status) : NULL;
}

// ---- stores in any order

static Hearing hearing_new(Measuring *m, const CheckPair *pair) {
  size_t values = (size_t)m->program->graph->value_count + 1, ops = (size_t)m->program->graph->op_count + 1;
  Hearing h = {.m = m, .launch = &m->program->launches[pair->after], .pair = pair};
  h.needed = memory_alloc(values);
  h.overwritten = memory_alloc(values);
  h.wanted = memory_alloc(ops);
  h.given = memory_alloc(values * sizeof *h.given);
  return h;
}

static void hearing_free(Hearing *h) {
  for (int v = 0; v < graph_of(h)->value_count; v++)
    free((double *)h->given[v]);
  free(h->given);
  free(h->wanted);
  free(h->overwritten);
  free(h->needed);
}

// Is what the launch stores in the pair's memory computed from a result of the op?
static bool leads_to_pair(const Hearing *h, int op) {
  const Graph *graph = graph_of(h);
  const PlanLowered *lowered = h->launch->lowered;
  bool *reached = memory_alloc((size_t)graph->value_count + 1), found = false;
  for (int i = op; i < graph->op_count; i++) {
    const Op *at = &graph->ops[i];
    bool follows = i == op;
    for (int k = 0; k < at->operand_count; k++)
      follows |= at->operands[k].value != NO_VALUE && reached[at->operands[k].value];
    memset(reached + at->first_result, follows, (size_t)at->result_count);
  }
  for (int i = 0; i < lowered->stored_count; i++)
    found |= reached[lowered->stored[i]] &&
             graph->values[lowered->stored[i]].storage == h->m->program->buffers[h->pair->buffer].storage;
  free(reached);
  return found;
}

static const char *why_places_repeat(const Hearing *h, int index) {
  const Op *op = &graph_of(h)->ops[index];
  Hearing places = hearing_new(h->m, h->pair);
  for (int k = 2; k < op->operand_count; k++)
    if (op->operands[k].value != NO_VALUE) places.needed[op->operands[k].value] = true;
  bool found = mark(&places, index - 1) && finds_its_inputs(&places);
  Evaluation *evaluation = found ? evaluate(&places) : NULL;
  const char *why = evaluation && is_whole(&places, evaluation)
                        ? evaluation_repeats(evaluation, op)
                        : "index_put may store at the same place more than once: its places are not known";
  evaluation_free(evaluation);
  hearing_free(&places);
  return why;
}

static const char *why_in_any_order(const Hearing *h) {
  const Nest *nest = h->launch->lowered->nest;
  const char *why = NULL;
  for (int i = 0; nest && i < nest->op_count && !why; i++)
    if (op_stores_at_places(&graph_of(h)->ops[nest->ops[i]]) && leads_to_pair(h, nest->ops[i]))
      why = why_places_repeat(h, nest->ops[i]);
  return why;
}

static bool hear(Hearing *h, Appeal *appeal, Text *why) {
  h->untold = why_in_any_order(h);
  h->judged = h->untold;
  if (!h->untold) h->untold = why_unheard(h);
  if (h->untold) return false;
  Evaluation *evaluation = evaluate(h);
  if (evaluation && !is_whole(h, evaluation)) h->untold = "the evaluator does not know an op of its kernel";
  if (!evaluation && h->pair->made_up)
    h->untold = "a library, which is not run here, computes the same, and it is too large for the evaluator";
  bool pass = evaluation && !h->untold && judge(h, evaluation, appeal, why);
  evaluation_free(evaluation);
  return pass;
}

static const char *storage_name(const Measuring *m, const CheckPair *pair) {
  return m->program->graph->values[m->program->buffers[pair->buffer].storage].name;
}

// Of what differs by more than this part of all of it rounding is not the cause, whoever judges.
static const double most_of_rounding = 0.1;

// Into `why`, half a sentence more than `untold`.
static void say_untold(const Hearing *h, Text *why) {
  text_printf(why, "cannot be told: %s of %s is beyond its tolerance of %.2g, but %s",
              storage_name(h->m, h->pair), h->launch->emitted.name, h->pair->tolerance, h->untold);
}

// `norm`: how far the farthest of all pairs is off as a whole.
static bool hear_pair(Measuring *m, const CheckPair *pair, double norm, Appeal *appeal, Text *why) {
  Hearing h = hearing_new(m, pair);
  bool good = hear(&h, appeal, why);
  if (h.untold && !h.judged && !pair->made_up && norm > most_of_rounding) h.untold = NULL;
  appeal->untold = h.untold != NULL;
  if (h.untold) say_untold(&h, why);
  hearing_free(&h);
  return good;
}

static double reply_norm(const JsonNode *reply) {
  return json_number(json_get(reply, "norm"), INFINITY);
}

bool measure_appeal(Measuring *m, const JsonNode *reply, const CheckPair *pairs, int count, Appeal *appeal,
                    Text *why) {
  *appeal = (Appeal){0};
  Text untold = {0}; // of the first of which it cannot be told; another may be wrong
  bool wrong = false;
  for (const JsonNode *node = json_first(json_get(reply, "wrong")); node && !wrong; node = json_next(node)) {
    int pair = (int)json_integer(node, -1);
    wrong = pair < 0 || pair >= count;
    Text one = {0};
    if (wrong || hear_pair(m, &pairs[pair], reply_norm(reply), appeal, &one)) continue;
    wrong = !appeal->untold;
    if (wrong && !one.length && appeal->heard)
      text_printf(&one, "%s is beyond its tolerance of %.2g, and too large for the evaluator",
                  storage_name(m, &pairs[pair]), pairs[pair].tolerance);
    if (wrong || !untold.length) text_add(wrong ? why : &untold, text_get(&one));
    text_free(&one);
  }
  appeal->untold = !wrong && untold.length;
  if (appeal->untold) text_add(why, text_get(&untold));
  text_free(&untold);
  return !wrong && !appeal->untold && appeal->heard > 0;
}
