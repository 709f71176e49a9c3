// Kernel code as a tree: what it says of its kernel, what the verifier finds, and how stages are shown.
#include "subject.h"

#include "kernel/code/facts.h"
#include "kernel/code/tree.h"
#include "kernel/cuda/stages.h"
#include "kernel/template/candidates.h"

#include <stdio.h>

#define SOFTMAX \
  "m = torch.ops.aten.amax.default(x, [1], True)\nd = torch.ops.aten.sub.Tensor(x, m)\n" \
  "e = torch.ops.aten.exp.default(d)\ns = torch.ops.aten.sum.dim_IntList(e, [1], True)\n" \
  "y = torch.ops.aten.div.Tensor(e, s)\nreturn (y,)"
#define DOUBLED "y = torch.ops.aten.mul.Tensor(x, 2)\nreturn (y,)"
#define SUM "y = torch.ops.aten.sum.dim_IntList(x, [0])\nreturn (y,)"

typedef struct Made {
  Subject subject;
  Schedule schedule;
  KernelCode code;
} Made;

static void make(Made *made, const char *parameters, const char *body, const char *knob, int value) {
  made->subject = subject_new(parameters, body);
  ScheduleOverride overrides = {0};
  Knob parsed;
  if (knob) {
    assert_true(knob_parse(knob, &parsed));
    overrides.set = 1u << parsed;
    overrides.knob[parsed] = value;
  }
  made->schedule = choose(&made->subject, &overrides);
  LaunchShape launch = schedule_launch(made->subject.nest, &made->schedule, &h200_limits);
  assert_true(code_make(made->subject.nest, &made->schedule, &launch, &made->code));
}

static void unmake(Made *made) {
  code_free(&made->code);
  subject_free(&made->subject);
}

// The nth node of a form.
static CodeNode *find(const KernelCode *code, CodeForm form, int n) {
  CodeWalk walk;
  for (const CodeNode *node = code_walk_begin(&walk, code->root); node; node = code_walk_next(&walk))
    if (node->form == form && n-- == 0) return (CodeNode *)node;
  return NULL;
}

static CodeNode *parent_of(const KernelCode *code, const CodeNode *child) {
  CodeWalk walk;
  for (const CodeNode *node = code_walk_begin(&walk, code->root); node; node = code_walk_next(&walk))
    if (node == child) return (CodeNode *)walk.stack[walk.depth - 1];
  return NULL;
}

static void drop(KernelCode *code, const CodeNode *node) {
  CodeNode *parent = parent_of(code, node);
  CodeNode **at = &parent->child;
  while (*at != node)
    at = &(*at)->next;
  *at = node->next;
}

// ---- what it says

static void test_facts(void **state) {
  (void)state;
  Made map, row, column;
  make(&map, "x: \"bf16[64, 512]\"", DOUBLED, NULL, 0);
  make(&row, "x: \"bf16[64, 4096]\"", SOFTMAX, NULL, 0);
  make(&column, "x: \"f32[4000, 64]\"", SUM, "splits", 4);
  assert_false(code_cooperates(&map.code));
  assert_true(code_cooperates(&row.code));
  assert_null(find(&map.code, FORM_REDUCE_ROWS, 0));
  assert_int_equal(find(&row.code, FORM_REDUCE_ROWS, 0)->scope, AMONG_BLOCK);
  assert_non_null(find(&column.code, FORM_LAST_BLOCK, 0));
  assert_int_equal(find(&column.code, FORM_PUBLISH_PARTIAL, 0)->scope, AMONG_GRID);
  assert_int_equal(find(&column.code, FORM_PARTIALS, 0)->count, 4);
  assert_int_equal(find(&map.code, FORM_LOAD_VECTOR, 0)->elements, map.schedule.knob[KNOB_vector]);
  // Without what fills up alignment, nothing in shared memory is left out or counted twice.
  int64_t bytes = code_shared_bytes(&row.code);
  assert_true(bytes > 0 && bytes <= row.code.launch.shared_bytes &&
              bytes + 16 > row.code.launch.shared_bytes);
  assert_int_equal(code_shared_bytes(&map.code), 0);
  unmake(&map);
  unmake(&row);
  unmake(&column);
}

static void test_listing(void **state) {
  (void)state;
  Made made;
  Text out = {0};
  make(&made, "x: \"bf16[64, 512]\"", DOUBLED, NULL, 0);
  code_print(&made.code, &out);
  assert_non_null(strstr(text_get(&out), "load vector %0 x8\n"));
  assert_non_null(strstr(text_get(&out), "lanes x8 unrolled\n"));
  text_free(&out);
  unmake(&made);
}

// ---- the verifier

static void assert_unsound(const KernelCode *code, const char *what) {
  Status status = {0};
  if (code_verify(code, &status)) fail_msg("nothing says \"%s\"", what);
  if (!strstr(status.message, what)) fail_msg("\"%s\" does not say \"%s\"", status.message, what);
}

static void test_values(void **state) {
  (void)state;
  Made made;
  make(&made, "x: \"bf16[64, 4096]\"", SOFTMAX, NULL, 0);
  Status status = {0};
  if (!code_verify(&made.code, &status)) fail_msg("%s", status.message);
  CodeNode *load = find(&made.code, FORM_LOAD_VECTOR, 0);
  drop(&made.code, load);
  assert_unsound(&made.code, "read before it is computed");
  unmake(&made);
  make(&made, "x: \"bf16[64, 4096]\"", SOFTMAX, NULL, 0);
  drop(&made.code, find(&made.code, FORM_ACCUMULATOR, 0));
  assert_unsound(&made.code, "not declared here: its accumulator");
  unmake(&made);
}

static void test_barriers(void **state) {
  (void)state;
  Made made;
  make(&made, "x: \"bf16[64, 4096]\"", SOFTMAX, NULL, 0);
  CodeNode *reduce = find(&made.code, FORM_REDUCE_ROWS, 0);
  CodeNode inner = *reduce, guard = {.form = FORM_FIRST_LANE, .step = NO_STEP, .view = reduce->view};
  inner.next = NULL;
  guard.child = guard.last = &inner;
  guard.next = reduce->next;
  *reduce = guard;
  assert_unsound(&made.code, "where not all threads come");
  unmake(&made);
}

static void test_loops(void **state) {
  (void)state;
  Made made;
  make(&made, "x: \"bf16[64, 4096]\"", SOFTMAX, NULL, 0);
  find(&made.code, FORM_LANES, 0)->count = 0;
  assert_unsound(&made.code, "a loop without iterations");
  find(&made.code, FORM_LANES, 0)->count = 8;
  find(&made.code, FORM_SHARED_ROW, 0)->bytes += 1 << 20;
  assert_unsound(&made.code, "bytes of shared memory");
  unmake(&made);
}

// Softmax of rows in three tiles of a persistent block, pipelined so; sound.
static void make_pipelined(Made *made, PipelineStorage storage) {
  made->subject = subject_new("x: \"bf16[7, 4096]\"", SOFTMAX);
  ScheduleOverride overrides = {0};
  schedule_override_set(&overrides, KNOB_tiles, 3);
  schedule_override_set(&overrides, KNOB_pipeline, (int)storage);
  schedule_override_set(&overrides, KNOB_rows, 1);
  schedule_override_set(&overrides, KNOB_threads, 64);
  schedule_override_set(&overrides, KNOB_persistent, 2);
  made->schedule = choose(&made->subject, &overrides);
  LaunchShape launch = schedule_launch(made->subject.nest, &made->schedule, &h200_limits);
  assert_true(code_make(made->subject.nest, &made->schedule, &launch, &made->code));
  assert_int_equal(made->code.body.mapping.pipeline, storage);
  Status status = {0};
  if (!code_verify(&made->code, &status)) fail_msg("%s", status.message);
}

static StepPlace *pipelined_place(Made *made) {
  for (int i = 0; i < made->subject.nest->step_count; i++)
    if (pipelines_tile(&made->code.body.places[i])) return &made->code.body.places[i];
  return NULL;
}

// Moves what holds the node to the front of the innermost loop over slots around it.
static void move_to_front(KernelCode *code, CodeNode *node) {
  while (parent_of(code, node)->form != FORM_SLOTS)
    node = parent_of(code, node);
  CodeNode *loop = parent_of(code, node);
  drop(code, node);
  node->next = loop->child;
  loop->child = node;
}

static void test_copies(void **state) {
  (void)state;
  Made made;
  make_pipelined(&made, PIPELINE_SHARED);
  drop(&made.code, find(&made.code, FORM_AWAIT, 0));
  assert_unsound(&made.code, "before its copy is waited for");
  unmake(&made);
}

// What waits is read before the next of it takes its place.
static void test_pipelines(void **state) {
  (void)state;
  Made made;
  make_pipelined(&made, PIPELINE_REGISTERS);
  drop(&made.code, find(&made.code, FORM_TURN_OVER, 0));
  assert_unsound(&made.code, "overwritten before it is read");
  unmake(&made);
  make_pipelined(&made, PIPELINE_SHARED);
  drop(&made.code, find(&made.code, FORM_TAKE_COPY, 0));
  assert_unsound(&made.code, "overwritten before it is read");
  unmake(&made);
  make_pipelined(&made, PIPELINE_IN_PLACE);
  move_to_front(&made.code, find(&made.code, FORM_LOAD_IN_PLACE, 1)); // behind that of the first tile
  assert_unsound(&made.code, "read after it is overwritten");
  unmake(&made);
}

// A place of which two facts contradict each other.
static void test_places(void **state) {
  (void)state;
  Made made;
  make_pipelined(&made, PIPELINE_SHARED);
  StepPlace *place = pipelined_place(&made), before = *place;
  place->pipelining.distance = 2;
  assert_unsound(&made.code, "one tile before");
  *place = before;
  place->issue = ISSUE_HOISTED;
  assert_unsound(&made.code, "it is issued otherwise");
  *place = before;
  place->loops = 1;
  assert_unsound(&made.code, "no loop loads it");
  *place = before;
  made.code.body.mapping.pipeline = PIPELINE_REGISTERS;
  assert_unsound(&made.code, "the schedule has another storage");
  unmake(&made);
  make(&made, "x: \"bf16[64, 4096]\"", SOFTMAX, NULL, 0);
  made.code.body.places[0].pipelining.distance = 1;
  assert_unsound(&made.code, "stages without a pipeline");
  unmake(&made);
}

// ---- stages

// What any number of passes leaves is sound, and the last stage is the kernel.
static void test_prefixes(void **state) {
  (void)state;
  static const char *const bodies[][2] = {
      {"x: \"bf16[64, 4096]\"", SOFTMAX},
      {"x: \"bf16[640, 1027]\"", SOFTMAX},
      {"x: \"f32[4000, 64]\"", SUM},
      {"x: \"bf16[64, 512]\"", DOUBLED},
      {"x: \"f32[50, 1000]\"", "y = torch.ops.aten.cumsum.default(x, 1)\nreturn (y,)"},
  };
  int count;
  body_passes(&count);
  for (size_t b = 0; b < sizeof bodies / sizeof *bodies; b++) {
    Subject subject = subject_new(bodies[b][0], bodies[b][1]);
    Schedule schedule = choose(&subject, NULL);
    LaunchShape launch = schedule_launch(subject.nest, &schedule, &h200_limits);
    for (int passes = 1; passes <= count; passes++) {
      KernelCode code;
      Status status = {0};
      assert_true(code_make_until(subject.nest, &schedule, &launch, passes, &code));
      if (!code_verify(&code, &status)) fail_msg("%s\nafter %d: %s", bodies[b][1], passes, status.message);
      if (passes == count) assert_int_equal(code.launch.shared_bytes, launch.shared_bytes);
      code_free(&code);
    }
    subject_free(&subject);
  }
}

// What a pass needs stands before it.
static void test_needs(void **state) {
  (void)state;
  int count;
  const BodyPass *passes = body_passes(&count);
  for (int i = 0; i < count; i++) {
    bool found = !passes[i].needs;
    for (int before = 0; before < i && !found; before++)
      found = !strcmp(passes[before].name, passes[i].needs);
    if (!found) fail_msg("%s needs %s, which does not come before it", passes[i].name, passes[i].needs);
  }
}

static void test_stages(void **state) {
  (void)state;
  Subject subject = subject_new("x: \"bf16[64, 4096]\"", SOFTMAX);
  Schedule schedule = choose(&subject, NULL);
  KernelStages stages;
  Status status = {0};
  assert_true(kernel_stages(subject.nest, &schedule, &h200_limits, STAGE_CODE, &stages, &status));
  assert_string_equal(stages.stages[0].pass->name, "layout");
  assert_null(strstr(stages.stages[0].text, "fb_load(x, ")); // lane by lane
  assert_string_equal(stages.stages[1].pass->name, "vectorise");
  assert_true(stages.stages[1].changed);
  Emitted emitted;
  EmitOptions options = {.annotate = true};
  assert_true(kernel_emit(subject.nest, &schedule, &h200_limits, &options, &emitted, &status));
  assert_string_equal(stages.stages[stages.count - 1].text, emitted.source);
  emitted_free(&emitted);
  Text out = {0};
  kernel_stages_print(&stages, &out);
  assert_non_null(strstr(text_get(&out), "\n2 vectorise: makes one access of"));
  assert_non_null(strstr(text_get(&out), "\nchange nothing here: "));
  text_free(&out);
  kernel_stages_free(&stages);
  subject_free(&subject);
}

static void test_difference(void **state) {
  (void)state;
  Text out = {0};
  stages_difference("a\nb\nc\nd\ne\nf\ng\n", "a\nb\nX\nd\ne\nf\ng\nh\n", &out);
  assert_string_equal(text_get(&out), "  ...\n  b\n- c\n+ X\n  d\n  ...\n  g\n+ h\n");
  text_clear(&out);
  stages_difference("a\n", "a\n", &out);
  assert_string_equal(text_get(&out), "  ...\n");
  text_clear(&out);
  stages_difference("", "a\n", &out);
  assert_string_equal(text_get(&out), "+ a\n");
  text_free(&out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_facts),     cmocka_unit_test(test_listing), cmocka_unit_test(test_values),
      cmocka_unit_test(test_barriers),  cmocka_unit_test(test_loops),   cmocka_unit_test(test_copies),
      cmocka_unit_test(test_pipelines), cmocka_unit_test(test_places),  cmocka_unit_test(test_prefixes),
      cmocka_unit_test(test_needs),     cmocka_unit_test(test_stages),  cmocka_unit_test(test_difference),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
