// Inference and evaluator against PyTorch: every case of vectors/vectors.json (made by
// vectors/make_vectors.py).
#include <math.h>
#include <stdio.h>

#include "base/json.h"
#include "base/text.h"
#include "graph/core/builder.h"
#include "graph/evaluate/evaluate.h"
#include "test.h"

enum { MOST_OPERANDS = 8, MOST_ATTRIBUTES = 12, MOST_RESULTS = 8 };

// Rows without vectors, each with the reason.
static const struct Exemption {
  OpCode code;
  const char *reason;
} EXEMPT[] = {
    {OP_EMPTY, "PyTorch leaves the content open"},
    {OP_SEEDS, "seeds are ours"},
    {OP_RANDOM, "the generator is ours: test_evaluate_random has known answers"},
    {OP_RANDINT, "the generator is ours: test_evaluate_random has known answers"},
    {OP_ATTENTION_BACKWARD, "not evaluated"},
    {OP_HISTC, "not evaluated"},
    {OP_FFT, "not evaluated"},
    {OP_OPAQUE, "stands for ops that the table lacks"},
};

// ---- reading a case

static double read_number(const JsonNode *node) {
  const char *text = json_string(node, NULL);
  if (!text) return json_number(node, NAN);
  if (text_equal(text, "inf")) return INFINITY;
  return text_equal(text, "-inf") ? -INFINITY : NAN;
}

static Shape read_shape(const JsonNode *list) {
  Shape shape = {.rank = json_count(list)};
  assert_true(shape.rank <= MAX_RANK);
  int axis = 0;
  for (const JsonNode *size = json_first(list); size; size = json_next(size))
    shape.size[axis++] = json_integer(size, 0);
  return shape;
}

static Tensor read_tensor(const JsonNode *node) {
  Tensor tensor = {.shape = read_shape(json_get(node, "shape"))};
  assert_true(dtype_parse(json_string(json_get(node, "dtype"), ""), &tensor.dtype));
  int64_t count = tensor_numbers(&tensor), i = 0;
  tensor.data = memory_alloc((size_t)(count + 1) * sizeof(double));
  for (const JsonNode *item = json_first(json_get(node, "data")); item; item = json_next(item))
    tensor.data[i++] = read_number(item);
  assert_int_equal(i, count);
  return tensor;
}

static Attribute read_attribute(Arena *arena, const JsonNode *node) {
  Attribute attribute = {.count = 0};
  assert_true(attribute_parse(json_key(node), &attribute.key));
  bool is_dtype = attribute_kind(attribute.key) == ATTRIBUTE_IS_DTYPE;
  const char *text = json_string(node, NULL);
  DType dtype = DTYPE_F32;
  int64_t *integers = arena_array(arena, (size_t)json_count(node) + 1, sizeof *integers);
  attribute.integer = integers;
  if (json_is_array(node)) {
    for (const JsonNode *item = json_first(node); item; item = json_next(item))
      integers[attribute.count++] = json_integer(item, 0);
  } else if (is_dtype && text && dtype_parse(text, &dtype)) {
    integers[attribute.count++] = dtype;
  } else if (json_is_bool(node) || json_is_integer(node)) {
    integers[attribute.count++] = json_is_bool(node) ? json_bool(node, false) : json_integer(node, 0);
    attribute.number = (double)integers[0];
  } else if (text && attribute_kind(attribute.key) == ATTRIBUTE_IS_TEXT) {
    attribute.text = arena_strdup(arena, text);
  } else {
    attribute.number = read_number(node);
  }
  return attribute;
}

// One case: an op over inputs, as a graph of its own, and what PyTorch gave.
typedef struct Case {
  const JsonNode *node;
  OpCode code;
  int operand_count, result_count;
  Tensor operands[MOST_OPERANDS]; // data NULL: a number or absent
  Tensor wanted[MOST_RESULTS];
  double tolerance;
  Graph *graph;
} Case;

static Operand add_operand(GraphBuilder *builder, Tensor *tensor, const JsonNode *node, int position) {
  if (json_is_null(node)) return (Operand){.value = NO_VALUE};
  if (!json_is_object(node)) {
    bool integer = json_is_integer(node);
    return (Operand){NO_VALUE, true, integer, read_number(node), integer ? json_integer(node, 0) : 0};
  }
  *tensor = read_tensor(node);
  Shape stride = read_shape(json_get(node, "stride"));
  Status status = {0};
  char name[16];
  snprintf(name, sizeof name, "x%d", position);
  int value = builder_input(builder, arena_strdup(builder_arena(builder), name), tensor->dtype,
                            &tensor->shape, stride.rank ? stride.size : NULL, &status);
  assert_int_not_equal(value, NO_VALUE);
  return (Operand){.value = value};
}

static void annotate(Case *c, const JsonNode *results, Annotation annotations[]) {
  for (const JsonNode *result = json_first(results); result; result = json_next(result)) {
    assert_true(c->result_count < MOST_RESULTS);
    Tensor wanted = read_tensor(result);
    annotations[c->result_count] =
        (Annotation){.has_type = true, .dtype = wanted.dtype, .shape = wanted.shape};
    c->wanted[c->result_count++] = wanted;
  }
}

// False with a message when the builder refuses the op or infers another dtype or shape.
static bool build_case(Case *c, Status *status) {
  GraphBuilder *builder = builder_new("case", "vectors.json");
  Operand operands[MOST_OPERANDS];
  Attribute attributes[MOST_ATTRIBUTES];
  Annotation annotations[MOST_RESULTS] = {{0}};
  OpSpec spec = {.name = "y",
                 .code = c->code,
                 .operands = operands,
                 .attributes = attributes,
                 .annotations = annotations,
                 .mutates = -1};
  const JsonNode *list = json_get(c->node, "operands");
  for (const JsonNode *node = json_first(list); node; node = json_next(node)) {
    assert_true(c->operand_count < MOST_OPERANDS);
    operands[c->operand_count] = add_operand(builder, &c->operands[c->operand_count], node, c->operand_count);
    c->operand_count++;
  }
  for (const JsonNode *node = json_first(json_get(c->node, "attributes")); node; node = json_next(node))
    attributes[spec.attribute_count++] = read_attribute(builder_arena(builder), node);
  annotate(c, json_get(c->node, "results"), annotations);
  spec.operand_count = c->operand_count;
  spec.result_count = op_info(c->code)->results < 0 ? c->result_count : 0;
  int op = builder_op(builder, &spec, status);
  if (op == NO_OP) {
    builder_free(builder);
    return false;
  }
  for (int i = 0; i < c->result_count; i++)
    builder_output(builder, builder_result(builder, op, i));
  c->graph = builder_finish(builder, status);
  int notes = 0;
  const Note *note = c->graph ? graph_notes(c->graph, &notes) : NULL;
  return c->graph && (notes == 0 || status_fail(status, STATUS_WRONG, "%s", note->text));
}

// ---- checking it

static bool is_near(double want, double got, double tolerance) {
  if (isnan(want) || isnan(got)) return isnan(want) && isnan(got);
  if (isinf(want) || isinf(got)) return want == got;
  return fabs(want - got) <= tolerance * (1 + fabs(want));
}

static bool check_result(const Tensor *want, const Tensor *got, double tolerance, Status *status) {
  char a[160], b[160];
  if (want->dtype != got->dtype || !shape_equal(&want->shape, &got->shape))
    return status_fail(status, STATUS_WRONG, "%s%s, PyTorch has %s%s", dtype_name(got->dtype),
                       shape_text(&got->shape, a), dtype_name(want->dtype), shape_text(&want->shape, b));
  for (int64_t i = 0; i < tensor_numbers(want); i++)
    if (!is_near(want->data[i], got->data[i], tolerance))
      return status_fail(status, STATUS_WRONG, "element %lld is %.17g, PyTorch has %.17g", (long long)i,
                         got->data[i], want->data[i]);
  return true;
}

static bool check_case(Case *c, Status *status) {
  if (!build_case(c, status)) return false;
  const Op *op = &c->graph->ops[0];
  const Tensor *operands[MOST_OPERANDS] = {NULL};
  for (int i = 0; i < c->operand_count; i++)
    operands[i] = c->operands[i].data ? &c->operands[i] : NULL;
  Tensor results[MOST_RESULTS] = {{0}};
  bool ok = op->result_count == c->result_count ||
            status_fail(status, STATUS_WRONG, "%d results", op->result_count);
  ok = ok && evaluate_op(c->graph, op, operands, results, 1, status);
  for (int i = 0; ok && i < c->result_count; i++)
    ok = check_result(&c->wanted[i], &results[i], c->tolerance, status);
  for (int i = 0; i < c->result_count; i++)
    free(results[i].data);
  return ok;
}

static void free_case(Case *c) {
  for (int i = 0; i < c->operand_count; i++)
    free(c->operands[i].data);
  for (int i = 0; i < c->result_count; i++)
    free(c->wanted[i].data);
  graph_free(c->graph);
}

// Returns how many cases fail; marks the ops that have one.
static int check_cases(const Json *json, bool covered[OP_COUNT]) {
  int failures = 0, number = 0;
  for (const JsonNode *node = json_first(json_get(json_root(json), "cases")); node;
       node = json_next(node), number++) {
    Case c = {.node = node, .tolerance = json_number(json_get(node, "tolerance"), 0)};
    Status status = {0};
    const char *name = json_string(json_get(node, "op"), "");
    if (!op_parse(name, &c.code)) {
      print_error("case %d: unknown op %s\n", number, name);
      failures++;
      continue;
    }
    covered[c.code] = true;
    if (!check_case(&c, &status)) {
      print_error("case %d, %s: %s\n", number, name, status.message);
      failures++;
    }
    free_case(&c);
  }
  return failures;
}

static bool is_exempt(OpCode code) {
  for (size_t i = 0; i < sizeof EXEMPT / sizeof *EXEMPT; i++)
    if (EXEMPT[i].code == code) return true;
  return false;
}

static void test_every_row_agrees_with_pytorch(void **state) {
  (void)state;
  Status status = {0};
  bool covered[OP_COUNT] = {false};
  Json *json = json_read(TEST_FOLDER "/graph/vectors/vectors.json", &status);
  if (!json) fail_msg("%s", status.message);
  int failures = check_cases(json, covered);
  for (int code = 0; code < OP_COUNT; code++) {
    if (covered[code] != is_exempt((OpCode)code)) continue;
    print_error("%s %s\n", op_info((OpCode)code)->name,
                covered[code] ? "is exempt but has vectors" : "has no vector");
    failures++;
  }
  json_free(json);
  assert_int_equal(failures, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_row_agrees_with_pytorch)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
