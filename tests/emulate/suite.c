#include "suite.h"

#include "h200.h"

#include "base/file.h"
#include "base/hash.h"
#include "kernel/code/tree.h"
#include "kernel/template/candidates.h"
#include "kernel/template/mapping.h"
#include "plan/program/program.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static ScheduleOverride parse_knobs(const char *knobs) {
  ScheduleOverride overrides = {0};
  char name[32];
  int value, length;
  while (sscanf(knobs, " %31[a-z]=%d%n", name, &value, &length) == 2) {
    Knob knob;
    assert_true(knob_parse(name, &knob));
    overrides.set |= 1u << knob;
    overrides.knob[knob] = value;
    knobs += length;
  }
  return overrides;
}

// For trying a real compiler on them: with SUITE_KEEP=FOLDER every emitted source is left there.
static void keep_source(const Suite *suite, const Case *added) {
  const char *folder = getenv("SUITE_KEEP");
  if (!folder) return;
  Text path = {0};
  text_printf(&path, "%s/%03d_%s.cu", folder, suite->count, added->emitted.name);
  Status status = {0};
  Text unit = {0};
  text_printf(&unit, "%s%s", added->emitted.prelude, added->emitted.source);
  assert_true(file_write(text_get(&path), text_get(&unit), unit.length, &status));
  text_free(&unit);
  text_free(&path);
}

// For comparing what the emitter writes before and after a change of it: with SUITE_LIST=FILE a hash of the
// code of every case, and of every candidate around its schedule, is added to that file, and nothing runs.
static void list_code(const Case *added, const ScheduleOverride *overrides) {
  const char *path = getenv("SUITE_LIST");
  FILE *file = path ? fopen(path, "a") : NULL;
  if (!file) return;
  static ScheduleCandidate list[CANDIDATES_MOST];
  int count = schedule_candidates(added->nest, &added->limits, overrides, list, CANDIDATES_MOST);
  for (int i = -1; i < count; i++) {
    Emitted emitted;
    Status status = {0};
    const Schedule *schedule = i < 0 ? &added->schedule : &list[i].schedule;
    assert_true(kernel_emit(added->nest, schedule, &added->limits, &(EmitOptions){.annotate = true}, &emitted,
                            &status));
    uint64_t hash = hash_string(HASH_START, emitted.source);
    hash = hash_integer(hash_integer(hash, emitted.cooperates), emitted.launch.shared_bytes);
    fprintf(file, "%s %d %016" PRIx64 "\n", emitted.name, i, hash);
    emitted_free(&emitted);
  }
  fclose(file);
}

static void add_stage(Suite *suite, const Case *of, int passes) {
  Emitted emitted;
  Status status = {0};
  EmitOptions options = {.annotate = true, .passes = passes};
  if (!kernel_emit(of->nest, &of->schedule, &of->limits, &options, &emitted, &status))
    fail_msg("%s\n%d passes: %s", of->title, passes, status.message);
  const Case *before = suite->cases[suite->count - 1];
  if (!strcmp(before->emitted.source, emitted.source)) {
    emitted_free(&emitted);
    return;
  }
  Text title = {0};
  text_printf(&title, "%s\nafter %d passes", of->title, passes);
  Case *added = memory_alloc(sizeof *added);
  *added = *of;
  added->title = text_take(&title);
  added->emitted = emitted;
  added->is_stage = true;
  assert_true(suite->count < SUITE_CASES);
  suite->cases[suite->count++] = added;
}

// From the last to the first, each where the one behind it differs.
static void add_stages(Suite *suite, const Case *of) {
  int count;
  body_passes(&count);
  for (int passes = count - 1; passes > 0; passes--)
    add_stage(suite, of, passes);
}

static Case *add_lowered(Suite *suite, Case *added, const char *knobs) {
  Reason reason = {0};
  ScheduleOverride overrides = parse_knobs(knobs);
  added->limits = h200_limits;
  if (suite->sms) added->limits.sms = suite->sms;
  if (!schedule_choose(added->nest, &added->limits, &overrides, &added->schedule, &reason))
    fail_msg("%s\n%s", added->title, reason.text);
  Status status = {0};
  EmitOptions options = {.annotate = true};
  if (!kernel_emit(added->nest, &added->schedule, &added->limits, &options, &added->emitted, &status))
    fail_msg("%s\n%s", added->title, status.message);
  assert_true(suite->count < SUITE_CASES);
  keep_source(suite, added);
  list_code(added, &overrides);
  suite->cases[suite->count++] = added;
  if (suite->stages || getenv("SUITE_STAGES")) add_stages(suite, added);
  return added;
}

static Case *case_new(Graph *graph, const CheckSet *set, Nest *nest, const char *title) {
  Case *made = memory_alloc(sizeof *made);
  made->title = memory_strdup(title);
  made->graph = graph;
  made->set = *set;
  made->nest = nest;
  return made;
}

Case *suite_add_graph(Suite *suite, Graph *graph, const char *title, const char *knobs) {
  Reason reason = {0};
  CheckSet set = check_all(graph);
  ScheduleOverride overrides = parse_knobs(knobs);
  if (overrides.set >> KNOB_ordered & 1)
    set.scatter = overrides.knob[KNOB_ordered] ? SCATTER_ORDERED : SCATTER_ATOMIC;
  Nest *nest = check_lower(graph, &set, &reason);
  if (!nest) fail_msg("%s\n%s", title, reason.text);
  Case *added = case_new(graph, &set, nest, title);
  added->owns_graph = true;
  return add_lowered(suite, added, knobs);
}

bool suite_add_set(Suite *suite, Graph *graph, const CheckSet *set, const char *title) {
  Reason reason = {0};
  Nest *nest = check_lower(graph, set, &reason);
  if (nest) add_lowered(suite, case_new(graph, set, nest, title), "");
  return nest != NULL;
}

Case *suite_add(Suite *suite, const char *parameters, const char *body, const char *knobs) {
  Text title = {0};
  text_printf(&title, "%s\n%s\n%s", parameters, body, knobs);
  Case *added = suite_add_graph(suite, check_graph(parameters, body), text_get(&title), knobs);
  text_free(&title);
  return added;
}

Case *suite_add_as(Suite *suite, const char *name, const char *parameters, const char *body,
                   const char *knobs) {
  Case *added = suite_add(suite, parameters, body, knobs);
  if (added->schedule.kind != template_find(name)) fail_msg("%s: no kernel of %s", parameters, name);
  return added;
}

Nest *suite_lowered(Graph **graph, const char *parameters, const char *body) {
  Reason reason;
  *graph = check_graph(parameters, body);
  CheckSet set = check_all(*graph);
  Nest *nest = check_lower(*graph, &set, &reason);
  if (!nest) fail_msg("%s", reason.text);
  return nest;
}

void suite_refuses(const Nest *nest, const ScheduleOverride *overrides, const char *part) {
  Schedule schedule;
  Reason reason;
  assert_false(schedule_choose(nest, &h200_limits, overrides, &schedule, &reason));
  if (!strstr(reason.text, part)) fail_msg("%s", reason.text);
}

// ---- memory

typedef struct Memory {
  void *buffer[512];
  int count;
} Memory;

static void *new_buffer(int64_t bytes) {
  size_t whole = ((size_t)bytes + 511) / 256 * 256;
  void *buffer = aligned_alloc(256, whole);
  assert_non_null(buffer);
  memset(buffer, 0, whole);
  return buffer;
}

// What the kernel finds in memory: inputs of the graph, and results of ops that other kernels have run.
static void fill_buffer(const Case *run, const Evaluation *evaluation, const Buffer *buffer, void *memory) {
  const Value *value = &run->graph->values[buffer->storage];
  if (value->producer != NO_OP) {
    if (buffer->read && evaluation->values[buffer->storage].data)
      program_pack(run->graph, buffer->storage, evaluation->values[buffer->storage].data, memory);
    return;
  }
  double *data = memory_alloc(((size_t)value_numbers(value) + 1) * sizeof *data);
  evaluate_fill(run->graph, buffer->storage, CHECK_SEED, data);
  program_pack(run->graph, buffer->storage, data, memory);
  free(data);
}

static Memory new_memory(const Case *run, const Evaluation *evaluation) {
  Memory memory = {.count = run->emitted.parameter_count};
  assert_true(memory.count < 512);
  memory.buffer[memory.count] = (void *)(intptr_t)run->size; // what no kernel takes but the sized
  for (int i = 0; i < memory.count; i++)
    memory.buffer[i] = new_buffer(run->emitted.parameter_bytes[i]);
  for (int i = 0; i < run->nest->buffer_count; i++)
    fill_buffer(run, evaluation, &run->nest->buffers[i], memory.buffer[i]);
  for (int i = 0; i < run->nest->preset_count; i++) {
    const Preset *preset = &run->nest->presets[i];
    if (preset->from == NO_BUFFER) continue;
    memcpy(memory.buffer[preset->to], memory.buffer[preset->from],
           (size_t)run->emitted.parameter_bytes[preset->to]);
  }
  return memory;
}

static void free_memory(Memory *memory) {
  for (int i = 0; i < memory->count; i++)
    free(memory->buffer[i]);
}

// ---- checks

static void show_failure(const Case *run, const char *what) {
  Text nest = {0};
  nest_print(run->nest, &nest);
  print_error("%s\n", run->title);
  print_error("%s\n", text_get(&nest));
  fputs(run->emitted.source, stderr);
  fail_msg("%s", what);
}

static int buffer_of(const Nest *nest, int storage) {
  for (int i = 0; i < nest->buffer_count; i++)
    if (nest->buffers[i].storage == storage) return i;
  return NO_BUFFER;
}

static void compare_stored(const Case *run, Evaluation *evaluation, const Memory *memory, int value) {
  const Value *stored = &run->graph->values[value];
  int64_t count = value_numbers(stored);
  if (count == 0) return;
  int buffer = buffer_of(run->nest, stored->storage);
  if (buffer == NO_BUFFER) show_failure(run, "a result is not stored");
  double *got = memory_alloc((size_t)count * sizeof *got);
  program_unpack(run->graph, value, memory->buffer[buffer], got);
  const Tensor *want = &evaluation->values[value];
  TensorComparison comparison =
      run->exact ? compare_tensors(want, got, NULL, 0) : evaluation_compare(evaluation, value, got);
  if (!comparison.pass) {
    int64_t at = comparison.worst_index;
    Text what = {0};
    text_printf(&what, "%s[%lld]: got %.9g, want %.9g (relative norm %g, %lld beyond %g)", stored->name,
                (long long)at, got[at], want->data[at], comparison.relative_norm,
                (long long)comparison.mismatches, comparison.tolerance);
    show_failure(run, text_get(&what));
  }
  free(got);
}

// What the code's tree promises for one parameter.
typedef struct Promise {
  int64_t loads, stores;
  bool unknown; // conditions decide, or the last threads and lanes have no work
} Promise;

static void promise_step(const Step *step, const StepExecution *execution, Promise *promise) {
  int64_t accesses = execution->per_thread * execution->threads * execution->accesses;
  *(step->kind == STEP_LOAD ? &promise->loads : &promise->stores) += accesses;
  promise->unknown |= step->condition != NO_CONDITION;
}

// Does every persistent block take as many rows, and as many columns of a finish?
static bool tiles_exact(const Nest *nest, const Schedule *schedule) {
  Mapping first, finish;
  mapping_make(nest, schedule, &first);
  if (!first.shares) return true;
  bool exact = first.owned_exact && first.tiles == first.shares * first.tiles_per_block;
  if (!nest->crossed) return exact;
  mapping_make_finish(nest, schedule, &finish);
  return exact && finish.owned_exact && finish.tiles == finish.shares * finish.tiles_per_block;
}

// `parameters`: of each buffer, or NULL when they are the buffers.
static void promise_nest(const Case *run, const Nest *nest, const Schedule *schedule, const int *parameters,
                         Promise *promises) {
  Mapping mapping;
  mapping_make(nest, schedule, &mapping);
  LaunchShape launch = schedule_launch(nest, schedule, &run->limits);
  bool exact = !mapping.ragged && (mapping.walk_exact || mapping.trips * mapping.slots == 1) &&
               tiles_exact(nest, schedule);
  StepExecution *executions = memory_alloc(((size_t)nest->step_count + 1) * sizeof *executions);
  KernelCode code;
  assert_true(code_make(nest, schedule, &launch, &code));
  code_executions(&code, executions);
  code_free(&code);
  for (int i = 0; i < nest->step_count; i++) {
    const Step *step = &nest->steps[i];
    if (step->kind != STEP_LOAD && step->kind != STEP_STORE) continue;
    Promise *promise = &promises[parameters ? parameters[step->buffer] : step->buffer];
    promise_step(step, &executions[i], promise);
    promise->unknown |= !exact;
  }
  free(executions);
}

static Promise *promise_all(const Case *run) {
  const Nest *nest = run->nest;
  Promise *promises = memory_alloc(((size_t)nest->buffer_count + 1) * sizeof *promises);
  if (!nest->part_count) promise_nest(run, nest, &run->schedule, NULL, promises);
  for (int i = 0; i < nest->part_count; i++) {
    const NestPart *part = &nest->parts[i];
    Schedule schedule;
    assert_true(schedule_part(nest, &run->schedule, &run->limits, i, &schedule));
    for (int time = 0; time < part->count; time++)
      promise_nest(run, part->nest, &schedule, part->buffers + time * part->nest->buffer_count, promises);
  }
  return promises;
}

// Accesses by the emitted code against what its tree promises: equal where all vectors are whole and
// all threads have work.
static void check_counts(const Case *run, const Emulator *emulator) {
  Promise *promises = promise_all(run);
  for (int b = 0; b < run->nest->buffer_count; b++) {
    int64_t loads = emulator_loads(emulator, b), stores = emulator_stores(emulator, b);
    if (promises[b].unknown || (promises[b].loads == loads && promises[b].stores == stores)) continue;
    Text what = {0};
    text_printf(&what, "parameter %d: %lld loads and %lld stores promised, %lld and %lld made", b,
                (long long)promises[b].loads, (long long)promises[b].stores, (long long)loads,
                (long long)stores);
    show_failure(run, text_get(&what));
  }
  free(promises);
}

// Runs the kernel on fresh inputs and compares what it stores. `workspace`: what an earlier run left of it,
// or NULL for a zeroed one.
static Memory run_once(const Case *run, Emulator *emulator, Evaluation *evaluation, const void *workspace) {
  Memory memory = new_memory(run, evaluation);
  if (workspace)
    memcpy(memory.buffer[memory.count - 1], workspace, (size_t)run->emitted.launch.workspace_bytes);
  Status status = {0};
  if (!emulator_run(emulator, &run->emitted, memory.buffer, &status)) show_failure(run, status.message);
  for (int i = 0; i < run->set.stored_count; i++)
    compare_stored(run, evaluation, &memory, run->set.stored[i]);
  return memory;
}

static void run_case(const Case *run, Emulator *emulator) {
  Evaluation *evaluation = check_evaluate(run->graph);
  Memory memory = run_once(run, emulator, evaluation, NULL);
  if (!run->is_stage && !run->emitted.takes_size) check_counts(run, emulator);
  if (run->emitted.launch.workspace_bytes) { // must be left fit for the next launch
    Memory again = run_once(run, emulator, evaluation, memory.buffer[memory.count - 1]);
    free_memory(&again);
  }
  free_memory(&memory);
  evaluation_free(evaluation);
}

static void free_case(Case *run) {
  emitted_free(&run->emitted);
  if (!run->is_stage) nest_free(run->nest);
  if (run->owns_graph && !run->is_stage) graph_free(run->graph);
  free(run->title);
  free(run);
}

static void run_cases(const Suite *suite) {
  Status status = {0};
  Emulator *emulator = emulator_new(NULL, &status);
  if (!emulator) fail_msg("%s", status.message);
  for (int i = 0; i < suite->count; i++)
    assert_true(emulator_add(emulator, &suite->cases[i]->emitted, &status));
  for (int i = 0; i < suite->count; i++)
    run_case(suite->cases[i], emulator);
  emulator_free(emulator);
}

void suite_run(Suite *suite) {
  if (!getenv("SUITE_LIST")) run_cases(suite);
  for (int i = 0; i < suite->count; i++)
    free_case(suite->cases[i]);
  suite->count = 0;
}
