// What scripts ask of a graph and a plan, worked out by hand on small ones.
#include "lua_run.h"

// A diamond, a softmax-like end, and a reader through a transposing view. 64 x 256 f32 are 65,536 bytes.
#define HAND(outputs) \
  "{'format': 'fusebox-graph', 'version': 1, 'name': 'hand'," \
  "'inputs': [{'name': 'x', 'dtype': 'f32', 'shape': [64, 256]}, {'name': 'w', 'dtype': 'f32', 'shape': " \
  "[256]}]," \
  "'ops': [{'name': 'a', 'op': 'mul', 'in': ['x', 'w']}," \
  "        {'name': 'b', 'op': 'exp', 'in': ['a']}," \
  "        {'name': 'c', 'op': 'tanh', 'in': ['a']}," \
  "        {'name': 'd', 'op': 'add', 'in': ['b', 'c']}," \
  "        {'name': 's', 'op': 'sum', 'in': ['d'], 'axes': [-1], 'keep': true}," \
  "        {'name': 'e', 'op': 'div', 'in': ['d', 's']}," \
  "        {'name': 't', 'op': 'permute', 'in': ['e'], 'axes': [1, 0]}," \
  "        {'name': 'u', 'op': 'neg', 'in': ['t']}]," \
  "'outputs': [" outputs "]}"

// Names of a list of handles.
#define NAMES \
  "local function names(list) local t = {} for i, x in ipairs(list) do t[i] = x.name end return " \
  "table.concat(t, ' ') end\n"

static void run_on(const char *graph, const char *body) {
  Session *session = lua_session(graph);
  lua_ok(session, body);
  session_close(session);
}

static void test_tensors(void **state) {
  (void)state;
  run_on(HAND("'u', 's'"),
         NAMES
         "local x, w, d = plan:tensor('x'), plan:tensor('w'), plan:tensor('d')\n"
         "assert(x.bytes == 65536 and w.bytes == 1024 and w.elements == 256 and x.dtype == 'f32')\n"
         "assert(x.shape[1] == 64 and x.shape[2] == 256 and x.strides[1] == 256 and x.strides[2] == 1)\n"
         "assert(x.is_input and not d.is_input and x.producer == nil and d.producer.name == 'd')\n"
         "assert(names(x.readers) == 'a' and names(d.readers) == 's e' and #plan:tensor('u').readers == 0)\n"
         "local e = plan:tensor('t')\n" // a view shows e
         "assert(e.name == 'e' and e == plan:tensor('e') and names(e.readers) == 'u')\n"
         "assert(plan:tensor('u').is_output and plan:tensor('s').is_output and not e.is_output)\n"
         "assert(names(plan:op('a').results) == 'a' and tostring(d) == 'd')\n"
         "local all = {} for t in plan:tensors() do all[#all + 1] = t end\n"
         "assert(names(all) == 'x w a b c d s e u')\n");
  run_on(HAND("'t'"), "assert(plan:tensor('e').is_output)"); // by its view
}

static void test_of_kernels(void **state) {
  (void)state;
  run_on(HAND("'u', 's'"), NAMES
         "local function both(op) local k = plan:op(op).kernel return names(k.reads_of) .. ' > ' .. "
         "names(k.writes_of) end\n"
         "assert(both('a') == 'x w > a' and both('d') == 'b c > d' and both('u') == 'e > u')\n"
         "local function shared(a, b) return table.concat({ plan:shared(a, b) }, ' ') end\n"
         "assert(shared('b', 'c') == '65536 0' and shared('a', 'b') == '0 65536')\n"
         "assert(shared('s', 'e') == '65536 256' and shared('a', 'u') == '0 0')\n"
         "assert(shared('d', 'd') == '131072 0')\n"
         "assert(plan:fuse('b', 'c') and plan:fuse('c', 'd'))\n"
         "assert(both('b') == 'a > d' and plan:op('b').kernel.reads == 1)\n"
         "assert(plan:fuse('s', 'e') and both('e') == 'd > s e')\n"
         "for k in plan:kernels() do\n"
         "  local read, written = 0, 0\n"
         "  for _, t in ipairs(k.reads_of) do read = read + t.bytes end\n"
         "  for _, t in ipairs(k.writes_of) do written = written + t.bytes end\n"
         "  assert(#k.reads_of == k.reads and read == k.estimate.read_bytes and written == "
         "k.estimate.write_bytes)\n"
         "end\n"
         "for edge in plan:edges() do\n"
         "  assert(edge.bytes == (edge.producer.name == 's' and 256 or 65536) and #edge.tensors == 1)\n"
         "  assert(edge.tensors[1].producer == edge.producer)\n"
         "end\n");
}

// Of what a library runs: operands and results.
static void test_of_a_library(void **state) {
  (void)state;
  run_on(
      "{'format': 'fusebox-graph', 'version': 1, 'name': 'mm',"
      "'inputs': [{'name': 'x', 'dtype': 'f32', 'shape': [64, 32]}, {'name': 'y', 'dtype': 'f32', 'shape': "
      "[32, 16]}],"
      "'ops': [{'name': 'a', 'op': 'neg', 'in': ['x']}, {'name': 'm', 'op': 'mm', 'in': ['a', 'y']}],"
      "'outputs': ['m']}",
      NAMES
      "local k = plan:op('m').kernel\n"
      "assert(k.is_library and names(k.reads_of) == 'y a' and names(k.writes_of) == 'm')\n"
      "assert(plan:op('m').pattern == 'complex' and plan:op('a').pattern == 'elementwise')\n");
}

static void test_where_ops_stand(void **state) {
  (void)state;
  run_on(
      HAND("'u'"),
      "local function of(field) local t = {} for op in plan:ops() do local v = op[field] t[#t + 1] = v == "
      "nil and '-' or "
      "tostring(v) end return table.concat(t, ' ') end\n"
      "assert(of('level') == '0 1 1 2 3 4 5')\n"
      "assert(of('dominator') == '- a a a d d e')\n"
      "assert(of('post_dominator') == 'd d d e e u -')\n"
      "assert(of('pattern') == 'broadcast elementwise elementwise elementwise reduction broadcast "
      "injective')\n"
      "local function reaches(a, b) return plan:op(a):reaches(plan:op(b)) end\n"
      "assert(reaches('a', 'u') and reaches('s', 'u') and reaches('a', 'b') and plan:op('a'):reaches('d'))\n"
      "assert(not reaches('u', 'a') and not reaches('b', 'c') and not reaches('a', 'a'))\n");
  run_on(HAND("'u', 's'"),
         "assert(plan:op('d').post_dominator == nil and plan:op('s').post_dominator == nil)\n"
         "assert(plan:op('a').post_dominator.name == 'd')\n");
  run_on(HAND("'t'"), "assert(plan:op('e').post_dominator == nil)"); // it leaves through its view
}

// The nearest common ones of every pair of a large graph's neighbours, by walking up step by step.
static void test_dominators_by_walking(void **state) {
  (void)state;
  run_on("graphs/dumps/mix/backward",
         "local function up(op, field) local set = {} while op do set[op.index] = true op = op[field] end "
         "return set end\n"
         "local function check(field, near, ends)\n"
         "  for op in plan:ops() do\n"
         "    local sets = {} for i, other in ipairs(op[near]) do sets[i] = up(other, field) end\n"
         "    local at = not ends(op) and op[near][1] or nil\n"
         "    while at do\n"
         "      local all = true for _, set in ipairs(sets) do all = all and set[at.index] end\n"
         "      if all then break end\n"
         "      at = at[field]\n"
         "    end\n"
         "    assert(op[field] == at, op.name)\n"
         "  end\n"
         "end\n"
         "local function reads_input(op) for _, o in ipairs(op.operands) do if not o.producer then return "
         "true end end end\n"
         "local function leaves(op) for _, t in ipairs(op.results) do if t.is_output then return true end "
         "end end\n"
         "check('dominator', 'producers', reads_input) check('post_dominator', 'readers', leaves)\n"
         "for op in plan:ops() do\n"
         "  local most = -1 for _, p in ipairs(op.producers) do most = math.max(most, p.level) "
         "assert(p:reaches(op)) end\n"
         "  assert(op.level == most + 1)\n"
         "end\n");
}

// Launches a b c d s e u: at that of c the inputs, a, b and c are live; at none are more.
static void test_memory(void **state) {
  (void)state;
  run_on(HAND("'u', 's'"),
         NAMES
         "local m = plan:memory()\n"
         "assert(m.input_bytes == 65536 + 1024 and m.peak_bytes == m.input_bytes + 3 * 65536)\n"
         "assert(m.peak_at == plan:op('c').kernel and names(m.tensors) == 'x a b c w')\n"
         "local most = 0 for _, bytes in ipairs(plan:live()) do most = math.max(most, bytes) end\n"
         "assert(most == m.peak_bytes)\n"
         "plan:fuse('a', 'b') plan:fuse('b', 'c') plan:fuse('c', 'd')\n"
         "assert(plan:memory().peak_bytes == m.input_bytes + 2 * 65536 + 256)\n"); // at e: d, e and s
}

static void test_repeats(void **state) {
  (void)state;
  run_on(
      "{'format': 'fusebox-graph', 'version': 1, 'name': 'twice',"
      "'inputs': [{'name': 'x', 'dtype': 'f32', 'shape': [64]}, {'name': 'y', 'dtype': 'f32', 'shape': "
      "[64]}],"
      "'ops': [{'name': 'xn', 'op': 'neg', 'in': ['x']}, {'name': 'xe', 'op': 'exp', 'in': ['xn']},"
      "        {'name': 'yn', 'op': 'neg', 'in': ['y']}, {'name': 'ye', 'op': 'exp', 'in': ['yn']},"
      "        {'name': 'z', 'op': 'add', 'in': ['xe', 'ye']}],"
      "'outputs': ['z']}",
      "local function of(list) local t = {} for i, k in ipairs(list) do t[i] = tostring(k.first) end return "
      "table.concat(t, ' ') end\n"
      "local all = plan:repeats()\n"
      "assert(#all == 2 and of(all[1]) == 'xn yn' and of(all[2]) == 'xe ye')\n"
      "local places = plan:places('xn', 'xe')\n"
      "assert(#places == 2 and places[1][1].name == 'xn' and places[1][2].name == 'xe')\n"
      "assert(places[2][1].name == 'yn' and places[2][2].name == 'ye')\n"
      "for _, place in ipairs(places) do assert(plan:fuse(place[1], place[2])) end\n"
      "all = plan:repeats()\n"
      "assert(#all == 1 and of(all[1]) == 'xn yn' and #plan:places('z', 'xn') == 1)\n");
}

// The mask of llama's attention, before and after its kernel computes it.
static void test_bias(void **state) {
  (void)state;
  run_on("graphs/dumps/llama/forward",
         "local product, attention = plan:op('mm_3'), nil\n"
         "for op in plan:ops() do if op.kind == 'attention' and not attention then attention = op end end\n"
         "assert(product.is_product and attention.is_product and not plan:op('where').is_product)\n"
         "local kinds = {} for i, op in ipairs(attention.bias) do kinds[i] = op.kind end\n"
         "table.sort(kinds)\n"
         "assert(table.concat(kinds, ' ') == 'add full full iota le where' and #product.bias == 0)\n"
         "assert(plan:recompute(attention.bias, attention.kernel) and #attention.bias == 0)\n");
}

static void test_errors(void **state) {
  (void)state;
  Session *session = lua_session(HAND("'u'"));
  lua_fails(session, "plan:tensor('nothing')", "there is no tensor 'nothing'");
  lua_fails(session, "return plan:tensor('x').byte",
            "tensor has no field or method 'byte': did you mean 'bytes'?");
  lua_fails(session, "return plan:op('a').levle", "op has no field or method 'levle': did you mean 'level'?");
  lua_fails(session, "return plan:op('a').kernel.read_of", "did you mean 'reads_of'?");
  lua_fails(session, "plan:op('a'):reaches(5)", "op expected, got number");
  lua_fails(session, "plan:shared('a', 't')", "a view has no kernel");
  lua_fails(session, "plan:places('a', 't')", "a view has no kernel");
  lua_fails(session, "plan.memory(5)", "plan expected");
  lua_fails(session, "return plan:memory().peek_bytes", "did you mean 'peak_bytes'?");
  lua_fails(session, "plan.repeats(plan:op('a'))", "plan expected, got op");
  session_close(session);
}

// Readers through a view come where the view does, and are there again after an edit.
static void test_siblings_again(void **state) {
  (void)state;
  Session *session = lua_session(
      "{'format': 'fusebox-graph', 'version': 1, 'name': 'readers', 'inputs': "
      "[{'name': 'x', 'dtype': 'f32', 'shape': [64, 64]}], 'ops': ["
      "{'name': 'v', 'op': 'reshape', 'in': ['x'], 'shape': [4096]}, {'name': 'a', 'op': 'exp', 'in': "
      "['x']}, "
      "{'name': 'b', 'op': 'neg', 'in': ['x']}, {'name': 'c', 'op': 'exp', 'in': ['v']}], "
      "'outputs': ['a', 'b', 'c']}");
  lua_ok(session,
         "local function near(name)\n"
         "  local names = {}\n"
         "  for i, k in ipairs(plan:op(name).kernel.siblings) do names[i] = k.first.name end\n"
         "  return table.concat(names, ' ')\n"
         "end\n"
         "assert(near('a') == 'c b' and near('b') == 'a c' and near('c') == 'a b')\n"
         "assert(plan:fuse(plan:op('a'), plan:op('b')))\n"
         "assert(near('a') == 'c' and near('c') == 'a')\n");
  session_close(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_siblings_again),
      cmocka_unit_test(test_tensors),
      cmocka_unit_test(test_of_kernels),
      cmocka_unit_test(test_of_a_library),
      cmocka_unit_test(test_where_ops_stand),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_dominators_by_walking),
      cmocka_unit_test(test_repeats),
      cmocka_unit_test(test_bias),
      cmocka_unit_test(test_errors),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
