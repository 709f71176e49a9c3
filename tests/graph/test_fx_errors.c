// FX text that is wrong: the message, its place, and no crash.
#include "fx_fixture.h"

#include "base/random.h"

typedef struct Bad {
  const char *text;
  const char *place;   // "test.py:line:column"
  const char *message; // a part of it
} Bad;

#define HEAD "def forward(self, x: \"f32[4]\"):\n"

static const Bad bad[] = {
    {"", "test.py", "no FX graph"},
    {"hello\nworld\n", "test.py", "no FX graph"},
    {"class GraphModule(torch.nn.Module):\n    pass\n", "test.py:1:1", "no \"def forward\""},
    {HEAD "    y = torch.ops.aten.exp.default(x)\n", "test.py:2:38", "no \"return\""},
    {HEAD "    y: \"f32[4]\" = torch.ops.aten.exp.default(x", "test.py:2:", "the text ends here"},
    {HEAD "    y: \"f32[4", "test.py:2:8", "does not end on its line"},
    {HEAD "    y: \"f32[4\" = torch.ops.aten.exp.default(x)\n    return (y,)\n", "test.py:2:8", "',' or ']'"},
    {HEAD "    y: \"f99[4]\" = torch.ops.aten.exp.default(x)\n    return (y,)\n", "test.py:2:8",
     "dtype 'f99'"},
    {HEAD "    y: \"f32[4][1, 1]\" = torch.ops.aten.exp.default(x)\n    return (y,)\n", "test.py:2:8",
     "2 strides for 1"},
    {HEAD "    y: \"f32[1,1,1,1,1,1,1,1,1]\" = torch.ops.aten.exp.default(x)\n    return (y,)\n",
     "test.py:2:8", "more than 8 axes"},
    {HEAD "    y: \"f32[4]\" = torch.ops.aten.exp.default(xx)\n    return (y,)\n", "test.py:2:46",
     "unknown name 'xx'; did you mean 'x'?"},
    {HEAD "    y: \"f32[4]\" = torch.ops.aten.exp.default()\n    return (y,)\n", "test.py:2:19",
     "needs the argument 'self'"},
    {HEAD "    y: \"f32[4]\" = x * 2\n    return (y,)\n", "test.py:2:21", "before decomposition"},
    {HEAD "    y: \"f32[4]\" = 'text'\n    return (y,)\n", "test.py:2:19", "only calls"},
    {HEAD "    y, z = torch.ops.aten.exp.default(x)\n    return (y,)\n", "test.py:2:6",
     "expected '=' after 'y'"},
    {HEAD "    y: \"f32[4]\" = x[0]\n    return (y,)\n", "test.py:2:19", "one tensor, not a tuple"},
    {HEAD "    v = torch.ops.aten.var_mean.correction(x, [0])\n    return (v,)\n", "test.py:3:13",
     "is a tuple"},
    {HEAD "    v = torch.ops.aten.var_mean.correction(x, [0])\n    g: \"f32[]\" = v[2]\n    return (g,)\n",
     "test.py:3:20", "has no result 2"},
    {HEAD "    v = torch.ops.aten.var_mean.correction(x, [0])\n    g: \"f32[]\" = v[5000]\n    return (g,)\n",
     "test.py:3:18", "absurd"},
    {HEAD "    y = torch.ops.mylib.foo.default(x)\n    return (y,)\n", "test.py:3:13", "has no annotation"},
    {HEAD "    y: \"f32[4]\" = torch.ops.aten.full.default([99999999999999999999], 0)\n    return (y,)\n",
     "test.py:2:48", "64 bits"},
    {HEAD "    y: \"f32[4]\" = torch.ops.aten.exp.default(1j)\n    return (y,)\n", "test.py:2:46",
     "not a number"},
    {HEAD "    x: \"f32[4]\" = torch.ops.aten.exp.default(x)\n    return (x,)\n", "test.py:2:5", "x"},
    {"def forward(self, x):\n    return (x,)\n", "test.py:1:19", "has no annotation"},
    {"def forward(self, x: \"f32[s0//0, 4]\"):\n    return (x,)\n", "test.py:1:22",
     "the size 's0//0' cannot be computed: a division by zero"},
    {"def forward(self, x: \"f32[s0 - 99]\"):\n    return (x,)\n", "test.py:1:22", "a size is negative"},
    {"def forward(self, x: \"f32[s0*0.3]\"):\n    return (x,)\n", "test.py:1:22", "must be an integer"},
    {"def forward(self, n: \"Sym(zf0)\"):\n    return (n,)\n", "test.py:1:22",
     "only a run knows this floating-point number"},
    {HEAD "    m: \"Sym(frob(s0))\" = s0 * 2\n    return (x,)\n", "test.py:2:8", "no function of sizes"},
    {HEAD "    m = n * 2\n    return (x,)\n", "test.py:2:9", "no size is named \"n\""},
    {HEAD "    n = torch.ops.aten.sym_size.int(x, 3)\n    return (x,)\n", "test.py:2:9", "has 1 axes"},
    {"def forward(self, x: \"f32[99999999999, 99999999999]\"):\n    return (x,)\n", "test.py:1:19", ""},
    {"def forward(self, x: \"f32[4]\", x: \"f32[4]\"):\n    return (x,)\n", "test.py:1:32", "x"},
    {"def forward(self, x: \"f32[4]\"\n", "test.py:1:", "the text ends here"},
};

static void says_what_and_where(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    Status status = {0};
    Graph *graph = read_fx(bad[i].text, &status);
    if (graph) fail_msg("this was read: %s", bad[i].text);
    assert_int_equal(status.code, STATUS_INPUT);
    if (strncmp(status.message, bad[i].place, strlen(bad[i].place)) != 0 ||
        !strstr(status.message, bad[i].message)) {
      fail_msg("expected %s: %s\nfound %s", bad[i].place, bad[i].message, status.message);
    }
  }
}

static void deep_brackets_are_refused(void **state) {
  (void)state;
  static char text[20000];
  strcpy(text, HEAD "    y: \"f32[4]\" = torch.ops.aten.exp.default(");
  size_t length = strlen(text);
  memset(text + length, '[', 10000);
  Status status = {0};
  assert_null(read_fx(text, &status));
  assert_non_null(strstr(status.message, "too deeply"));
}

static void binary_text_is_refused(void **state) {
  (void)state;
  char bytes[4096];
  Random random = {7};
  for (size_t i = 0; i < sizeof bytes; i++)
    bytes[i] = (char)random_next(&random);
  Status status = {0};
  assert_null(graph_read_fx("bytes", bytes, sizeof bytes, 0, NULL, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  static const char null_inside[] =
      HEAD "    y: \"f32[4]\" = \0 torch.ops.aten.exp.default(x)\n    return (y,)\n";
  assert_null(graph_read_fx("bytes", null_inside, sizeof null_inside - 1, 0, NULL, &status));
  assert_non_null(strstr(status.message, "unexpected character"));
}

static char *real_dump(size_t *length) {
  char path[512];
  Status status = {0};
  dump_path("gpt2/forward1/fx_graph_transformed.py", path);
  char *text = file_read(path, length, &status);
  if (!text) fail_msg("%s", status.message);
  return text;
}

// Every text but the whole is refused with a message.
static void cut_texts_are_refused(void **state) {
  (void)state;
  size_t length, complete;
  char *text = real_dump(&length);
  const char *last = strstr(text, "return (");
  complete = (size_t)(strchr(last, ')') - text) + 1;
  for (size_t cut = 0; cut < complete; cut += 3) {
    Status status = {0};
    char *copy = malloc(cut ? cut : 1); // exactly as long, so that sanitizers see a read beyond it
    memcpy(copy, text, cut);
    Graph *graph = graph_read_fx("cut.py", copy, cut, 0, NULL, &status);
    assert_null(graph);
    assert_int_equal(status.code, STATUS_INPUT);
    assert_true(status.message[0]);
    free(copy);
  }
  free(text);
}

// Changed bytes give a graph or a message, never a crash.
static void changed_texts_do_no_harm(void **state) {
  (void)state;
  size_t length;
  char *text = real_dump(&length);
  Random random = {42};
  for (int round = 0; round < 400; round++) {
    char *copy = malloc(length + 1);
    memcpy(copy, text, length + 1);
    for (int change = 0; change < 1 + round % 4; change++) {
      copy[random_below(&random, length)] = "()[]{},:;='\"\\ \n0az.-#%"[random_below(&random, 22)];
    }
    Status status = {0};
    Graph *graph = graph_read_fx("changed.py", copy, length, 0, NULL, &status);
    assert_true(graph || status.message[0]);
    graph_free(graph);
    free(copy);
  }
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(says_what_and_where),      cmocka_unit_test(deep_brackets_are_refused),
      cmocka_unit_test(binary_text_is_refused),   cmocka_unit_test(cut_texts_are_refused),
      cmocka_unit_test(changed_texts_do_no_harm),
  };
  return cmocka_run_group_tests_name("fx errors", tests, NULL, NULL);
}
