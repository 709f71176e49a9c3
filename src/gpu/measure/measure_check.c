// The check of a measurement: the reference loaded beside the program, and what the comparison says.
#include "gpu/measure/check_pairs.h"
#include "gpu/measure/measure_appeal.h"

#include <math.h>
#include <stdio.h>

static const double check_limit_s = 120; // two programs to fill and run

// ---- launches of the reference that fail

static const char *name_of(const Launch *launch) {
  return launch->kind == LAUNCH_KERNEL ? launch->emitted.name : "the matrix product";
}

static void leave_out(Measuring *m, int launch, const char *why) {
  if (!m->reference_problem[0])
    snprintf(m->reference_problem, sizeof m->reference_problem, "%.60s of the reference failed (%.140s)",
             name_of(&m->reference->launches[launch]), why);
  m->reference_out[launch] = true;
}

static void leave_out_what_does_not_compile(Measuring *m) {
  for (int i = 0; i < m->reference->launch_count; i++)
    if (m->files[1][i].problem) leave_out(m, i, m->files[1][i].problem);
}

static void leave_out_what_does_not_load(Measuring *m, const Json *reply) {
  int i = 0;
  for (const JsonNode *node = json_first(json_get(json_root(reply), "problems")); node;
       node = json_next(node), i++) {
    const char *problem = json_string(node, NULL);
    if (problem && i < m->reference->launch_count) leave_out(m, i, problem);
  }
}

WorkerOutcome measure_load_reference(Measuring *m, Status *status) {
  Translation translation = {m->reference, m->files[1],      m->reference_out,
                             m->program,   m->options->seed, m->folder};
  RunProgram run;
  Json *reply = NULL;
  if (!translate_program(&translation, m->arena, &run, status)) return WORKER_REFUSED;
  WorkerOutcome outcome = measure_load_slot(m, 1, &run, &reply, status);
  if (outcome == WORKER_ANSWERED) leave_out_what_does_not_load(m, reply);
  json_free(reply);
  return outcome;
}

// Both programs into a worker that has neither.
static WorkerOutcome load_both(Measuring *m, Status *status) {
  WorkerOutcome outcome = measure_load(m, status);
  return outcome == WORKER_ANSWERED ? measure_load_reference(m, status) : outcome;
}

// Runs the reference launch by launch, leaves out those that the worker refuses, and stops at one that it
// dies of. False: none failed, or too many.
static bool find_failures(Measuring *m) {
  Status status = {0};
  bool found = false;
  if (m->deaths > MEASURE_DEATHS_MOST || load_both(m, &status) != WORKER_ANSWERED ||
      measure_fill(m, 1, &status) != WORKER_ANSWERED)
    return false;
  for (int i = 0; i < m->reference->launch_count; i++) {
    if (m->reference_out[i]) continue;
    WorkerOutcome outcome = measure_run_slot(m, 1, i, i + 1, measure_limit(m), &status);
    if (outcome == WORKER_ANSWERED) continue;
    leave_out(m, i, status.message);
    found = true;
    if (outcome == WORKER_DIED) break;
  }
  return found;
}

// ---- comparing

WorkerOutcome measure_compare(Measuring *m, int launch, const CheckPair *pairs, int count, Json **reply,
                              Status *status) {
  Text text = {0};
  JsonWriter json = measure_begin(&text, "check");
  json_put_integer(&json, "launch", launch);
  json_begin_array(&json, "pairs");
  for (int i = 0; i < count; i++) {
    json_begin_inline(&json, NULL, true);
    json_put_integer(&json, NULL, pairs[i].buffer);
    json_put_integer(&json, NULL, pairs[i].reference);
    json_put_integer(&json, NULL, pairs[i].after);
    json_put_number(&json, NULL, pairs[i].tolerance);
    json_put_bool(&json, NULL, pairs[i].judged);
    json_end(&json);
  }
  json_end(&json);
  json_end(&json);
  return measure_ask(m, &text, check_limit_s, reply, status);
}

// ---- saying what came of it

static const char *pair_name(const Measuring *m, const CheckPair *pair) {
  return m->program->graph->values[m->program->buffers[pair->buffer].storage].name;
}

static void write_agreement(const Measuring *m, const JsonNode *reply, const CheckPair *pair, Text *text) {
  long long beyond = (long long)json_integer(json_get(reply, "mismatches"), 0);
  double worst = json_number(json_get(reply, "worst"), 0);
  text_printf(text, "%lld results agree; ", (long long)json_integer(json_get(reply, "compared"), 0));
  if (beyond)
    text_printf(text, "of %s %lld element%s beyond the tolerance of %.2g, by up to %.3g times: few enough",
                pair_name(m, pair), beyond, beyond == 1 ? " is" : "s are", pair->tolerance, worst);
  else
    text_printf(text, "nearest to its tolerance of %.2g: %s, at %.2f of it", pair->tolerance,
                pair_name(m, pair), worst);
}

void measure_describe(const Measuring *m, const JsonNode *reply, const CheckPair *pair, Text *text) {
  text_printf(text,
              "%s of %s is wrong: %.9g where %.9g is right, %.3g times its tolerance of %.2g off (element "
              "%lld of its memory; %lld are off; norm %.2g)",
              pair_name(m, pair), name_of(&m->program->launches[pair->after]),
              json_number(json_get(reply, "got"), NAN), json_number(json_get(reply, "want"), NAN),
              json_number(json_get(reply, "worst"), 0), pair->tolerance,
              (long long)json_integer(json_get(reply, "index"), 0),
              (long long)json_integer(json_get(reply, "mismatches"), 0),
              json_number(json_get(reply, "norm"), 0));
}

// What is wrong, as far as no second judgement finds it right. True when it does.
static bool write_appeal(Measuring *m, const JsonNode *reply, const CheckPair *pairs, int count, int pair,
                         Text *text) {
  Appeal appeal;
  Text why = {0};
  bool good = measure_appeal(m, reply, pairs, count, &appeal, &why);
  if (good)
    text_printf(text, "%lld results agree, %d of them by the evaluator: %s is %.6g where %.6g is exact",
                (long long)json_integer(json_get(reply, "compared"), 0), appeal.heard, appeal.name,
                appeal.got, appeal.want);
  if (good && appeal.noise > 0) text_printf(text, ", which rounding moves by up to %.2g", appeal.noise);
  m->report->untold = !good && appeal.untold;
  if (!good && why.length)
    text_add(text, text_get(&why));
  else if (!good)
    measure_describe(m, reply, &pairs[pair], text);
  text_free(&why);
  return good;
}

static void write_verdict(Measuring *m, const JsonNode *reply, const CheckPair *pairs, int count) {
  MeasureReport *report = m->report;
  Text text = {0};
  int pair = (int)json_integer(json_get(reply, "pair"), -1);
  long long strange = (long long)json_integer(json_get(reply, "not_finite"), 0);
  bool compared = pair >= 0 && pair < count;
  report->checked = compared || !m->reference_problem[0];
  report->check_pass = report->checked && json_bool(json_get(reply, "pass"), false);
  if (!compared)
    text_add(&text, "nothing to compare");
  else if (report->check_pass)
    write_agreement(m, reply, &pairs[pair], &text);
  else
    report->check_pass = write_appeal(m, reply, pairs, count, pair, &text);
  report->checked &= !report->untold;
  if (compared && strange) text_printf(&text, "; %lld of its reference are not finite", strange);
  if (m->reference_problem[0])
    text_printf(&text, "; %s: what follows from it is not compared", m->reference_problem);
  snprintf(report->check_text, sizeof report->check_text, "%s", text_get(&text));
  text_free(&text);
}

static WorkerOutcome check_once(Measuring *m, Status *status) {
  int count;
  Json *reply = NULL;
  const CheckPair *pairs =
      check_pairs(m->program, m->left_out, m->reference, m->reference_out, m->arena, &count);
  WorkerOutcome outcome = measure_compare(m, -1, pairs, count, &reply, status);
  if (outcome == WORKER_ANSWERED) write_verdict(m, json_root(reply), pairs, count);
  json_free(reply);
  return outcome;
}

void measure_check(Measuring *m) {
  Status status = {0};
  leave_out_what_does_not_compile(m);
  WorkerOutcome outcome = measure_load_reference(m, &status);
  if (outcome == WORKER_ANSWERED) outcome = check_once(m, &status);
  while (outcome != WORKER_ANSWERED && find_failures(m)) {
    outcome = load_both(m, &status);
    if (outcome == WORKER_ANSWERED) outcome = check_once(m, &status);
  }
  if (outcome != WORKER_ANSWERED)
    snprintf(m->report->check_text, sizeof m->report->check_text, "%.500s", status.message);
}
