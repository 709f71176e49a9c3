// FX text to graphs: annotations, calls, tuples, mutation, logs.
#include "fx_fixture.h"

static void reads_both_annotation_styles(void **state) {
  (void)state;
  Graph *plain = good_fx(
      "class GraphModule(torch.nn.Module):\n"
      "    def forward(self, a: \"bf16[8, 512]\", b: \"f32[512]\"):\n"
      "        add: \"f32[8, 512]\" = torch.ops.aten.add.Tensor(a, b);  a = b = None\n"
      "        return (add,)\n");
  assert_int_equal(plain->input_count, 2);
  assert_int_equal(plain->op_count, 1);
  assert_int_equal(value_named(plain, "a")->dtype, DTYPE_BF16);
  assert_int_equal(value_named(plain, "a")->stride[0], 512);
  assert_true(value_named(plain, "add")->is_output);
  Graph *strided = good_fx(
      "class <lambda>(torch.nn.Module):\n"
      "    def forward(self, a: \"bf16[8, 512][1, 8]cuda:0\", b: \"f32[512][1]cuda:0\"):\n"
      "        add: \"f32[8, 512][1, 8]cuda:0\" = torch.ops.aten.add.Tensor(a, b)\n"
      "        return (add,)\n");
  assert_int_equal(value_named(strided, "a")->stride[0], 1);
  assert_int_equal(value_named(strided, "a")->stride[1], 8);
  int notes;
  graph_notes(strided, &notes);
  assert_int_equal(notes, 0); // the inferred strides are those annotated
  graph_free(plain);
  graph_free(strided);
}

static void keeps_source_locations(void **state) {
  (void)state;
  Graph *graph = good_fx(
      "def forward(self, x: \"f32[4]\"):\n"
      "    # File: dir/norm.py:12 in forward, code: y = x.exp() # File: not this\n"
      "    exp: \"f32[4]\" = torch.ops.aten.exp.default(x)\n"
      "\n"
      "    # No stacktrace found for following nodes\n"
      "    neg: \"f32[4]\" = torch.ops.aten.neg.default(exp)\n"
      "    # File: dir/norm.py:13 in forward, code: y = f(x)\n"
      "    sin: \"f32[4]\" = torch.ops.aten.sin.default(neg)\n"
      "    # File: torch/utils/_device.py:116 in __torch_function__, code: return func(*args, **kwargs)\n"
      "    cos: \"f32[4]\" = torch.ops.aten.cos.default(sin)\n"
      "    return (neg, None, x)\n");
  assert_string_equal(op_named(graph, "sin")->source_file, "dir/norm.py");
  assert_null(op_named(graph, "cos")->source_file); // torch.set_default_device's, not the model's
  const Op *exp = op_named(graph, "exp"), *neg = op_named(graph, "neg");
  assert_string_equal(exp->source_file, "dir/norm.py");
  assert_int_equal(exp->source_line, 12);
  assert_string_equal(exp->source_text, "y = x.exp() # File: not this");
  assert_int_equal(exp->file_line, 3);
  assert_null(neg->source_file);
  assert_int_equal(neg->file_line, 6);
  assert_int_equal(graph->output_count, 3);
  assert_int_equal(graph->outputs[1], NO_VALUE);
  graph_free(graph);
}

static void reads_numbers_and_attributes(void **state) {
  (void)state;
  Graph *graph = good_fx(
      "def forward(self, x: \"f32[4, 8]\"):\n"
      "    sub: \"f32[4, 8]\" = torch.ops.aten.sub.Tensor(1, x)\n"
      "    mul: \"f32[4, 8]\" = torch.ops.aten.mul.Tensor(sub, -2.5e-3)\n"
      "    full: \"f32[2]\" = torch.ops.aten.full.default([2], -inf, dtype = torch.float32, layout = "
      "torch.strided, device = device(type='cuda', index=0), pin_memory = False)\n"
      "    sum_1: \"f32[4]\" = torch.ops.aten.sum.dim_IntList(mul, [-1])\n"
      "    sum_2: \"f32[1, 8]\" = torch.ops.aten.sum.dim_IntList(mul, [0], True, dtype = torch.float32)\n"
      "    return (sum_1, sum_2, full)\n");
  const Op *sub = op_named(graph, "sub"), *mul = op_named(graph, "mul"), *sum = op_named(graph, "sum_1");
  assert_true(sub->operands[0].is_number && sub->operands[0].is_integer && sub->operands[0].integer == 1);
  assert_int_equal(sub->operands[1].value, graph_find_value(graph, "x"));
  assert_true(mul->operands[1].is_number && !mul->operands[1].is_integer);
  assert_true(mul->operands[1].number == -0.0025);
  assert_true(op_number(op_named(graph, "full"), ATTRIBUTE_VALUE, 0) == (double)-INFINITY);
  assert_int_equal(op_integer(sum, ATTRIBUTE_AXES, -5), 1); // resolved
  assert_false(op_flag(sum, ATTRIBUTE_KEEP));
  assert_true(op_flag(op_named(graph, "sum_2"), ATTRIBUTE_KEEP));
  assert_int_equal(op_integer(op_named(graph, "sum_2"), ATTRIBUTE_DTYPE, -1), DTYPE_F32);
  graph_free(graph);
}

static void alpha_is_a_multiplication(void **state) {
  (void)state;
  Graph *graph = good_fx(
      "def forward(self, x: \"f32[4]\", y: \"f32[4]\"):\n"
      "    add: \"f32[4]\" = torch.ops.aten.add.Tensor(x, y, alpha = 0.5)\n"
      "    add_1: \"f32[4]\" = torch.ops.aten.add.Tensor(x, y, alpha = 1)\n"
      "    return (add, add_1)\n");
  assert_int_equal(graph->op_count, 3);
  const Op *scaled = op_named(graph, "add.alpha");
  assert_int_equal(scaled->code, OP_MUL);
  assert_int_equal(scaled->operands[0].value, graph_find_value(graph, "y"));
  assert_true(scaled->operands[1].number == 0.5);
  assert_int_equal(op_named(graph, "add")->operands[1].value, scaled->first_result);
  assert_int_equal(op_named(graph, "add_1")->operands[1].value, graph_find_value(graph, "y"));
  graph_free(graph);
}

static void getitem_names_results(void **state) {
  (void)state;
  Graph *graph = good_fx(
      "def forward(self, x: \"f32[4, 8]\"):\n"
      "    var_mean = torch.ops.aten.var_mean.correction(x, [1], correction = 0, keepdim = True)\n"
      "    getitem: \"f32[4, 1]\" = var_mean[0]\n"
      "    getitem_1: \"f32[4, 1]\" = var_mean[1];  var_mean = None\n"
      "    split = torch.ops.aten.split.Tensor(x, 3, 1)\n"
      "    getitem_2: \"f32[4, 3]\" = split[0]\n"
      "    getitem_3: \"f32[4, 2]\" = split[2];  split = None\n"
      "    return (getitem, getitem_1, getitem_2, getitem_3)\n");
  const Op *var_mean = op_named(graph, "var_mean"), *split = op_named(graph, "split");
  assert_int_equal(graph->op_count, 2);
  assert_int_equal(var_mean->result_count, 2);
  assert_int_equal(value_named(graph, "getitem_1")->result, 1);
  assert_int_equal(split->result_count, 3); // 3, 3 and 2 of 8
  assert_int_equal(value_named(graph, "getitem_3")->result, 2);
  assert_int_equal(value_named(graph, "getitem_3")->offset, 6);
  assert_int_equal(count_notes(graph, NOTE_SHAPE_MISMATCH), 0);
  graph_free(graph);
}

static void foreach_is_an_op_per_element(void **state) {
  (void)state;
  Graph *graph = good_fx(
      "def forward(self, a: \"f32[4]\", b: \"f32[2, 2]\", c: \"f32[4]\", d: \"f32[2, 2]\"):\n"
      "    _foreach_mul = torch.ops.aten._foreach_mul.Scalar([a, b], 0.9)\n"
      "    getitem: \"f32[4]\" = _foreach_mul[0]\n"
      "    getitem_1: \"f32[2, 2]\" = _foreach_mul[1];  _foreach_mul = None\n"
      "    _foreach_add = torch.ops.aten._foreach_add_.List([c, d], [getitem, getitem_1])\n"
      "    getitem_2: \"f32[4]\" = _foreach_add[0];  _foreach_add = None\n"
      "    return ()\n");
  assert_int_equal(graph->op_count, 4);
  assert_int_equal(op_named(graph, "getitem_1")->code, OP_MUL);
  assert_true(op_named(graph, "getitem_1")->operands[1].number == 0.9);
  const Op *add = op_named(graph, "getitem_2");
  assert_int_equal(add->code, OP_ADD);
  assert_int_equal(add->mutates, 0);
  assert_int_equal(value_named(graph, "getitem_2")->storage, graph_find_value(graph, "c"));
  assert_int_equal(op_named(graph, "_foreach_add.1")->mutates, 0); // no getitem reads it, but it writes d
  graph_free(graph);
}

static void copies_keep_their_order(void **state) {
  (void)state;
  Graph *graph = good_fx(
      "def forward(self, x: \"f32[4]\", y: \"f32[4]\"):\n"
      "    exp: \"f32[4]\" = torch.ops.aten.exp.default(x)\n"
      "    copy_: \"f32[4]\" = torch.ops.aten.copy_.default(x, y)\n"
      "    return (exp,)\n");
  assert_int_equal(op_named(graph, "copy_")->mutates, 0);
  assert_int_equal(value_named(graph, "copy_")->storage, graph_find_value(graph, "x"));
  assert_int_equal(graph->order_count, 1); // exp reads x before copy_ writes it
  assert_int_equal(graph->order[0].before, graph_find_op(graph, "exp"));
  assert_int_equal(graph->order[0].after, graph_find_op(graph, "copy_"));
  graph_free(graph);
}

static void unknown_ops_are_opaque(void **state) {
  (void)state;
  Graph *graph = good_fx(
      "def forward(self, x: \"f32[4, 8]\", y: \"f32[8]\"):\n"
      "    foo: \"f32[4, 2][2, 1]\" = torch.ops.mylib.foo.default([x, y], 3, mode = 'a')\n"
      "    bar = torch.ops.mylib.bar.default(foo)\n"
      "    getitem: \"i64[5]\" = bar[2];  bar = None\n"
      "    sum_1: \"f32[]\" = torch.ops.aten.sum.default(foo, strange = 3)\n"
      "    check = torch.ops.mylib.check_.default(y)\n"
      "    return (foo, getitem, sum_1)\n");
  assert_int_equal(graph->op_count, 4);
  const Op *foo = op_named(graph, "foo"), *bar = op_named(graph, "getitem");
  assert_int_equal(foo->code, OP_OPAQUE);
  assert_int_equal(foo->operand_count, 2);
  assert_string_equal(op_text(foo, ATTRIBUTE_TARGET, ""), "mylib.foo.default");
  assert_string_equal(op_text(foo, ATTRIBUTE_ARGUMENTS, ""), "[%0, %1], 3, mode = 'a'");
  assert_int_equal(bar->result_count, 1);
  assert_int_equal(op_attribute(bar, ATTRIBUTE_TUPLE)->integer[0], 2);
  assert_int_equal(op_named(graph, "sum_1")->code, OP_OPAQUE); // an argument that the signature does not know
  assert_int_equal(op_named(graph, "check")->mutates, 0);
  assert_true(count_notes(graph, NOTE_OPAQUE) >= 4);
  graph_free(graph);
}

// Flags may be integers; what an attribute cannot be makes the call one that is not understood.
// What is kept of a call is written into other files: it is text whatever the bytes were.
static void arguments_of_unknown_ops_are_text(void **state) {
  (void)state;
  Graph *graph = good_fx(
      "def forward(self, x: \"f32[4]\"):\n"
      "    y: \"f32[4]\" = torch.ops.mine.op.default(x, 'c\xff\xc3\xa9\x01 ', 'a\tb')\n"
      "    return y\n");
  assert_string_equal(op_text(op_named(graph, "y"), ATTRIBUTE_ARGUMENTS, ""), "%0, 'c?\xc3\xa9? ', 'a\tb'");
  graph_free(graph);
}

static void arguments_have_their_kind(void **state) {
  (void)state;
  Graph *graph = good_fx(
      "def forward(self, x: \"f32[6, 4]\"):\n"
      "    a: \"f32[6, 1]\" = torch.ops.aten.sum.dim_IntList(x, [1], 4)\n"
      "    b: \"f32[6, 1]\" = torch.ops.aten.sum.dim_IntList(x, [1], 'yes')\n"
      "    c: \"f32[6]\" = torch.ops.aten.sum.dim_IntList(x, 1.5)\n"
      "    return (a, b, c)\n");
  assert_int_equal(op_named(graph, "a")->code, OP_SUM);
  assert_int_equal(op_attribute(op_named(graph, "a"), ATTRIBUTE_KEEP)->integer[0], 1);
  assert_int_equal(op_named(graph, "b")->code, OP_OPAQUE);
  assert_int_equal(op_named(graph, "c")->code, OP_OPAQUE);
  graph_free(graph);
}

static void what_inference_refuses_is_opaque(void **state) {
  (void)state;
  Graph *graph = good_fx(
      "def forward(self, x: \"f32[4]\", y: \"f32[5]\"):\n"
      "    add: \"f32[9]\" = torch.ops.aten.add.Tensor(x, y)\n"
      "    return (add,)\n");
  assert_int_equal(op_named(graph, "add")->code, OP_OPAQUE);
  assert_int_equal(count_notes(graph, NOTE_OPAQUE), 1);
  graph_free(graph);
  Status status = {0};
  assert_null(
      read_fx("def forward(self, x: \"f32[4]\", y: \"f32[5]\"):\n"
              "    add = torch.ops.aten.add.Tensor(x, y)\n"
              "    return (add,)\n",
              &status));
  assert_non_null(strstr(status.message, "test.py:2:5"));
}

// Matrix products of quantised numbers are a library's; their results are as the text says.
static void quantised_products_are_read(void **state) {
  (void)state;
  Graph *graph = good_fx(
      "def forward(self, a: \"f8e4m3fn[512, 1024]\", b: \"f8e4m3fn[1024, 256]\", s: \"f32[]\", i: \"i8[64, "
      "128]\", "
      "x: \"bf16[512, 1024]\", w: \"i8[256, 1024]\", t: \"bf16[256]\", q: \"i32[32, 64, 32, 4]\", "
      "z: \"bf16[8, 256, 2]\", g: \"bf16[4, 1024, 64]\", o: \"i32[4]\", p: \"f4e2m1fnx2[64, 64]\", "
      "e: \"f8e4m3fn[64, 8]\"):\n"
      "    k0: \"bf16[512, 256]\" = torch.ops.aten._scaled_mm.default(a, b, s, s, None, None, "
      "torch.bfloat16)\n"
      "    k1: \"bf16[64, 64]\" = torch.ops.aten._scaled_mm_v2.default(p, p, [e, s], [2, 0], [1, 0], [e, s], "
      "[2, 0], "
      "[1, 0], None, torch.bfloat16)\n"
      "    k2: \"i32[64, 64]\" = torch.ops.aten._int_mm.default(i, i)\n"
      "    k3: \"bf16[512, 256]\" = torch.ops.aten._weight_int8pack_mm.default(x, w, t)\n"
      "    k4: \"bf16[512, 256]\" = torch.ops.aten._weight_int4pack_mm.default(x, q, 128, z)\n"
      "    k5: \"bf16[512, 64]\" = torch.ops.aten._grouped_mm.default(x, g, o)\n"
      "    k6: \"bf16[4, 512, 256]\" = torch.ops.aten._scaled_grouped_mm.default(a, b, s, s, o, None, None, "
      "torch.bfloat16)\n"
      "    return (k0, k1, k2, k3, k4, k5, k6)\n");
  int count;
  graph_notes(graph, &count);
  assert_int_equal(count, 0);
  for (int i = 0; i < graph->op_count; i++)
    assert_int_equal(graph->ops[i].code, i < 5 ? OP_SCALED_MM : OP_GROUPED_MM);
  assert_int_equal(graph->values[graph->outputs[2]].dtype, DTYPE_I32);
  assert_int_equal(graph->ops[1].operand_count, 6);
  graph_free(graph);
}

// Elements that hold several numbers, and complex ones, are read and moved; what computes with them has a
// reason.
static void what_is_only_stored_says_so(void **state) {
  (void)state;
  Graph *graph = good_fx(
      "def forward(self, p: \"f4e2m1fnx2[8, 4]\", c: \"c64[8, 4]\", u: \"u32[8]\", i: \"i32[8]\", d: "
      "\"c128[4]\"):\n"
      "    v: \"u8[8, 4]\" = torch.ops.aten.view.dtype(p, torch.uint8)\n"
      "    t: \"f4e2m1fnx2[4, 8]\" = torch.ops.aten.permute.default(p, [1, 0])\n"
      "    m: \"f4e2m1fnx2[8, 4]\" = torch.ops.aten.mul.Tensor(p, 2)\n"
      "    r: \"f32[8, 4, 2]\" = torch.ops.aten.view_as_real.default(c)\n"
      "    k: \"c64[8, 4]\" = torch.ops.aten._conj.default(c)\n"
      "    w: \"i64[8, 2]\" = torch.ops.aten.view.dtype(i, torch.int64)\n"
      "    a: \"i64[8]\" = torch.ops.aten.add.Tensor(u, i)\n"
      "    return (v, t, m, r, k, w, a, d)\n");
  assert_int_equal(op_named(graph, "v")->code, OP_REINTERPRET);
  assert_int_equal(op_named(graph, "t")->code, OP_PERMUTE);
  assert_int_equal(op_named(graph, "k")->code, OP_CONJ);
  static const struct {
    const char *name, *reason;
  } opaque[] = {{"m", "elements of f4e2m1fnx2 are several numbers each: they are moved, not computed with"},
                {"w", "reads i32 as i64: only elements of the same size"},
                {"a", "PyTorch has no common type of u32 and i32: cast one of them"}};
  int count;
  const Note *notes = graph_notes(graph, &count);
  assert_int_equal(count, 3);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(op_named(graph, opaque[i].name)->code, OP_OPAQUE);
    assert_non_null(strstr(notes[i].text, opaque[i].reason));
  }
  graph_free(graph);
}

static void constants_of_the_module_are_inputs(void **state) {
  (void)state;
  Graph *graph = good_fx(
      "def forward(self, x: \"f32[4]\"):\n"
      "    _tensor_constant0: \"f32[]\" = self._tensor_constant0\n"
      "    add: \"f32[4]\" = torch.ops.aten.add.Tensor(x, _tensor_constant0)\n"
      "    return add\n");
  assert_int_equal(graph->input_count, 2);
  assert_int_equal(graph->output_count, 1);
  assert_int_equal(count_notes(graph, NOTE_OTHER), 1);
  graph_free(graph);
}

static void annotations_win_over_inference(void **state) {
  (void)state;
  Graph *graph = good_fx(
      "def forward(self, x: \"f32[4]\"):\n"
      "    exp: \"f32[5]\" = torch.ops.aten.exp.default(x)\n"
      "    neg: \"bf16[4]\" = torch.ops.aten.neg.default(x)\n"
      "    return (exp, neg)\n");
  assert_int_equal(value_named(graph, "exp")->shape.size[0], 5);
  assert_int_equal(value_named(graph, "neg")->dtype, DTYPE_BF16);
  assert_int_equal(count_notes(graph, NOTE_SHAPE_MISMATCH), 1);
  assert_int_equal(count_notes(graph, NOTE_DTYPE_MISMATCH), 1);
  graph_free(graph);
}

// Graphs before the last passes: the same reader, other ops.
static void reads_readable_graphs(void **state) {
  (void)state;
  static const struct {
    const char *file;
    int inputs, ops, outputs;
  } files[] = {{"layernorm_backward_readable.py", 5, 28, 3},
               {"mix_backward_readable.py", 15, 80, 8},
               {"mix_forward_readable.py", 8, 40, 15}};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    size_t length;
    Status status = {0};
    int notes;
    char *text = read_test_file(files[i].file, &length);
    Graph *graph = graph_read_fx(files[i].file, text, length, 0, NULL, &status);
    if (!graph) fail_msg("%s", status.message);
    assert_int_equal(graph->input_count, files[i].inputs);
    assert_int_equal(graph->op_count, files[i].ops);
    assert_int_equal(graph->output_count, files[i].outputs);
    graph_notes(graph, &notes);
    assert_int_equal(notes, 0);
    graph_free(graph);
    free(text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_both_annotation_styles),
      cmocka_unit_test(keeps_source_locations),
      cmocka_unit_test(reads_numbers_and_attributes),
      cmocka_unit_test(alpha_is_a_multiplication),
      cmocka_unit_test(getitem_names_results),
      cmocka_unit_test(foreach_is_an_op_per_element),
      cmocka_unit_test(copies_keep_their_order),
      cmocka_unit_test(unknown_ops_are_opaque),
      cmocka_unit_test(arguments_of_unknown_ops_are_text),
      cmocka_unit_test(arguments_have_their_kind),
      cmocka_unit_test(what_inference_refuses_is_opaque),
      cmocka_unit_test(quantised_products_are_read),
      cmocka_unit_test(what_is_only_stored_says_so),
      cmocka_unit_test(constants_of_the_module_are_inputs),
      cmocka_unit_test(annotations_win_over_inference),
      cmocka_unit_test(reads_readable_graphs),
  };
  return cmocka_run_group_tests_name("fx", tests, NULL, NULL);
}
