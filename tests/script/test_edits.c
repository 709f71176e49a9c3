// Edits of several kernels at once, from scripts.
#include "lua_run.h"

// a is read by b and d; b by c; c by d: a and d alone in one kernel would wait for themselves.
static const char ring[] =
    "{'format': 'fusebox-graph', 'version': 1, 'name': 'ring',"
    "'inputs': [{'name': 'x', 'dtype': 'f32', 'shape': [64, 256]}],"
    "'ops': [{'name': 'a', 'op': 'neg', 'in': ['x']}, {'name': 'b', 'op': 'exp', 'in': ['a']},"
    "        {'name': 'c', 'op': 'tanh', 'in': ['b']}, {'name': 'd', 'op': 'add', 'in': ['a', 'c']}],"
    "'outputs': ['d']}";
// p and q read x in spaces of their own; o is computed from p alone.
static const char apart[] =
    "{'format': 'fusebox-graph', 'version': 1, 'name': 'apart',"
    "'inputs': [{'name': 'x', 'dtype': 'f32', 'shape': [256]}, {'name': 'y', 'dtype': 'f32', 'shape': [96]}],"
    "'ops': [{'name': 'p', 'op': 'neg', 'in': ['x']}, {'name': 'q', 'op': 'exp', 'in': ['y']},"
    "        {'name': 'o', 'op': 'exp', 'in': ['p']}],"
    "'outputs': ['q', 'o']}";
// h is computed from f and g in one kernel, and read by two others.
static const char fan[] =
    "{'format': 'fusebox-graph', 'version': 1, 'name': 'fan',"
    "'inputs': [{'name': 'x', 'dtype': 'f32', 'shape': [64, 256]}],"
    "'ops': [{'name': 'f', 'op': 'neg', 'in': ['x']}, {'name': 'g', 'op': 'exp', 'in': ['f']},"
    "        {'name': 'h', 'op': 'tanh', 'in': ['g']}, {'name': 'i', 'op': 'neg', 'in': ['h']},"
    "        {'name': 'j', 'op': 'exp', 'in': ['h']}],"
    "'outputs': ['i', 'j']}";

#define COPIES \
  "local function copies(op) local t = {} for i, c in ipairs(plan:op(op).kernel.copies) do t[i] = c.name " \
  "end return table.concat(t, ' ') end\n"

static void run_on(const char *graph, const char *body) {
  Session *session = lua_session(graph);
  lua_ok(session, body);
  session_close(session);
}

static void test_fuse_all(void **state) {
  (void)state;
  run_on(ring,
         "local hash = plan:hash()\n"
         "local ok, reason = plan:fuse_all({ 'a', 'd' })\n"
         "assert(not ok and reason.code == 'cycle' and plan:hash() == hash)\n"
         "assert(plan:fuse_all({ 'd', 'a', 'c', 'b' }) and plan:kernel_count() == 1)\n"
         "ok, reason = plan:fuse_all({ 'a', 'b' }) assert(not ok and reason.code == 'no_change')\n"
         "ok, reason = plan:fuse_all({}) assert(not ok and reason.code == 'no_change')\n"
         "plan:reset() plan:pin('apart', 'a', 'c') hash = plan:hash()\n"
         "ok, reason = plan:fuse_all({ 'a', 'b', 'c' })\n"
         "assert(not ok and reason.code == 'pinned' and plan:hash() == hash)\n");
  run_on(apart,
         "local ok, reason = plan:fuse_all({ plan:op('p').kernel, 'q' })\n"
         "assert(not ok and reason.code == 'not_together' and plan:kernel_count() == 3)\n"
         "assert(reason.text == 'they would be 2 loop nests side by side in one launch, not one kernel')\n"
         "assert(plan:fuse_all({ 'p', 'q' }, true) and plan:op('p').kernel == plan:op('q').kernel)\n");
}

// o reads p: fused after q went into p's launch, they are a batch, which is only made when it may be.
static void test_batch(void **state) {
  (void)state;
  run_on(apart,
         "assert(plan:fuse('p', 'q', true))\n"
         "assert(plan:what_if('p', 'o').parts == 2)\n"
         "local ok, reason = plan:fuse('p', 'o', { batch = false })\n"
         "assert(not ok and reason.code == 'not_together')\n"
         "assert(plan:fuse('p', 'o', { batch = true }) and plan:kernel_count() == 1)\n");
  run_on(ring, "assert(plan:fuse('a', 'b', { batch = false }) and plan:kernel_count() == 3)\n");
}

static void test_split(void **state) {
  (void)state;
  run_on(ring,
         "plan:fuse_all({ 'a', 'b', 'c', 'd' })\n"
         "local ok, reason = plan:split({ 'b', 'c' })\n" // between a and d
         "assert(not ok and reason.code == 'cycle' and plan:kernel_count() == 1)\n"
         "assert(plan:split({ 'd', 'c' }) and plan:kernel_count() == 2)\n"
         "assert(plan:op('c').kernel == plan:op('d').kernel and plan:op('a').kernel == plan:op('b').kernel)\n"
         "ok, reason = plan:split({ 'a', 'd' }) assert(not ok and reason.text == 'a and d are not in one "
         "kernel')\n"
         "ok, reason = plan:split({ 'a', 'b' })\n"
         "assert(not ok and reason.text == 'these are all ops of the kernel')\n"
         "ok, reason = plan:split({}) assert(not ok and reason.text == 'no op is named')\n");
}

static void test_fuse_into_readers(void **state) {
  (void)state;
  run_on(fan, COPIES
         "plan:fuse_all({ 'f', 'g', 'h' })\n"
         "assert(plan:kernel_count() == 3 and plan:fuse_into_readers('g'))\n"
         "assert(plan:kernel_count() == 2)\n" // one of them is the ops' home now
         "assert(copies('i') .. copies('j') == 'f g h')\n"
         "for k in plan:kernels() do assert(k.reads == 1 and k.reads_of[1].name == 'x') end\n"
         "local ok, reason = plan:fuse_into_readers('j')\n"
         "assert(not ok and reason.text == 'no other kernel reads what it writes')\n");
}

// Of what h is computed from nothing was stored: without it, g's result would have to be.
static void test_recompute_deep(void **state) {
  (void)state;
  run_on(fan, COPIES
         "plan:fuse_all({ 'f', 'g', 'h' })\n"
         "local s = plan:save()\n"
         "assert(plan:recompute('h', 'i') and copies('i') == 'h' and #plan:op('f').kernel.writes_of == 2)\n"
         "plan:load(s)\n"
         "assert(plan:recompute_deep('h', 'i') and copies('i') == 'f g h')\n"
         "assert(#plan:op('f').kernel.writes_of == 1 and plan:op('i').kernel.reads_of[1].name == 'x')\n"
         "local ok, reason = plan:recompute_deep('h', 'i') assert(not ok and reason.code == 'no_change')\n"
         "plan:load(s) plan:cut('f')\n" // f is stored now: that is where it ends
         "assert(plan:recompute_deep('h', 'j') and copies('j') == 'g h')\n");
}

// All of a list or none: g is read there by the copy of h, f only by that of g.
static void test_recompute_list(void **state) {
  (void)state;
  run_on(fan, COPIES
         "plan:fuse_all({ 'f', 'g', 'h' })\n"
         "local hash, s = plan:hash(), plan:save()\n"
         "local ok, reason = plan:recompute({ 'f', 'h' }, plan:op('i').kernel)\n"
         "assert(not ok and reason.text == 'nothing in that kernel reads f' and plan:hash() == hash)\n"
         "ok, reason = plan:recompute({}, plan:op('i').kernel)\n"
         "assert(not ok and reason.text == 'no op is named')\n"
         "assert(plan:recompute({ 'f', 'h', 'g' }, plan:op('i').kernel) and copies('i') == 'f g h')\n"
         "hash = plan:hash()\n"
         "plan:load(s) plan:recompute_deep('h', 'i') assert(plan:hash() == hash)\n"
         "ok, reason = plan:recompute({ 'h' }, plan:op('i').kernel)\n"
         "assert(not ok and reason.code == 'no_change' and plan:hash() == hash)\n");
}

static void test_take_apart(void **state) {
  (void)state;
  run_on(fan, COPIES
         "local none = plan:hash()\n"
         "plan:fuse_all({ 'f', 'g', 'h' }) plan:recompute_deep('h', 'i')\n"
         "assert(plan:take_apart('i') and copies('i') == '' and plan:kernel_count() == 3)\n"
         "assert(plan:take_apart(plan:op('g').kernel) and plan:hash() == none)\n"
         "local ok, reason = plan:take_apart('f')\n"
         "assert(not ok and reason.text == 'f is alone in its kernel already')\n");
  run_on(ring,
         "plan:fuse_all({ 'a', 'b', 'c', 'd' }) plan:pin('together', 'a', 'c')\n"
         "local hash = plan:hash()\n"
         "local ok, reason = plan:take_apart('b')\n"
         "assert(not ok and reason.code == 'pinned' and plan:hash() == hash)\n");
}

static void test_errors(void **state) {
  (void)state;
  Session *session = lua_session(ring);
  lua_fails(session, "plan:fuse_all('a')", "table expected");
  lua_fails(session, "plan:fuse_all({ 'a', 5 })", "op expected, got number");
  lua_fails(session, "plan:fuse_all({ 'a', 'e' })", "there is no op 'e'");
  lua_fails(session, "local t = {} for i = 1, 1000 do t[i] = 'a' end plan:split(t)",
            "more entries than there are ops");
  lua_fails(session, "plan:fuse('a', 'b', { bach = false })", "did you mean 'batch'?");
  lua_fails(session, "plan:fuse('a', 'b', { batch = 5 })", "'batch' cannot be a number");
  lua_fails(session, "plan:recompute_deep('a')", "kernel expected");
  lua_fails(session, "plan:recompute({ 'a', 5 }, plan:op('b').kernel)", "op expected, got number");
  lua_fails(session, "plan:take_apart(5)", "op expected, got number");
  session_close(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fuse_all),       cmocka_unit_test(test_batch),
      cmocka_unit_test(test_split),          cmocka_unit_test(test_fuse_into_readers),
      cmocka_unit_test(test_recompute_deep), cmocka_unit_test(test_recompute_list),
      cmocka_unit_test(test_take_apart),     cmocka_unit_test(test_errors),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
