// Work in a process of its own: its end is told in a sentence.
#include "child_fixture.h"
#include "no_children.h"

#include "sanitized.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

static void crash(Child *child, void *context) {
  (void)context;
  volatile char *page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  say(child, "so far");
  *page = 1;
}

static void what_was_said_before_a_crash_is_kept(void **state) {
  (void)state;
  Text answer = {0};
  Status status;
  assert_false(run(crash, NULL, usual, &answer, &status));
  assert_string_equal(text_get(&answer), "so far");
  assert_non_null(strstr(status.message, "the test was ended: it crashed with signal 11"));
  assert_int_equal(status.code, STATUS_INTERNAL);
  text_free(&answer);
}

static void leave(Child *child, void *context) {
  (void)child, (void)context;
  _exit(7);
}

static void loop_past_its_time(Child *child, void *context) {
  signal(SIGXCPU, SIG_IGN);
  loop(child, context);
}

// Its descriptor is the only one that is open: it need not know which.
static void close_early_and_loop(Child *child, void *context) {
  for (int descriptor = 0; descriptor < 1000; descriptor++)
    close(descriptor);
  loop(child, context);
}

static void wait_forever(Child *child, void *context) {
  (void)child;
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  (void)context;
}

static void flood(Child *child, void *context) {
  (void)context;
  static const char bytes[1 << 16];
  for (;;)
    child_answer(child, bytes, sizeof bytes);
}

static void take_memory(Child *child, void *context) {
  (void)child, (void)context;
  for (;;)
    memset(memory_alloc(1 << 20), 1, 1 << 20);
}

// Each call has a frame of its own, as the next one reads it.
// NOLINTNEXTLINE(misc-no-recursion)
static int go_deep(int depth, const volatile char *above) {
  volatile char frame[1 << 14];
  frame[0] = (char)depth;
  frame[sizeof frame - 1] = above[0];
  return depth > 0 ? go_deep(depth - 1, frame) + frame[0] : frame[sizeof frame - 1];
}

// Until the stack has nothing left to grow into.
static void take_memory_from_the_stack(Child *child, void *context) {
  (void)context;
  while (mmap(NULL, 1 << 16, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
    continue;
  child_answer(child, "x", (size_t)go_deep(200, "") & 1);
}

static void ends_are_told(void **state) {
  (void)state;
  ChildLimits short_time = usual, idle = usual, small = usual;
  short_time.cpu_seconds = 1;
  idle.idle_seconds = 1;
  small.memory_bytes = (size_t)64 << 20;
  assert_ends(leave, usual, "the test was ended: its process ended with code 7");
  assert_ends(loop, short_time, "the test was ended: it used more than 1 s of processor time");
  assert_ends(loop_past_its_time, short_time, "the test was ended: it used more than 1 s of processor time");
  assert_ends(close_early_and_loop, usual, "the test was ended: it went on after its answer");
  assert_ends(wait_forever, idle, "the test was ended: it waits, and does nothing");
  assert_ends(flood, usual, "the test was ended: it answered with more than 1 MiB");
  if (SANITIZED) return; // whose own allocators end the process with a report
  assert_ends(take_memory, small, "the test was ended: it ran out of memory (it may take 64 MiB)");
  assert_ends(take_memory_from_the_stack, small,
              "the test was ended: it ran out of memory (it may take 64 MiB)");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_was_said_before_a_crash_is_kept),
      cmocka_unit_test(ends_are_told),
      cmocka_unit_test(no_children_are_left),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
