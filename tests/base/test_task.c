// Tasks: what crosses over between a thread of work and its owner, and when its descriptor is readable.
#include "base/task.h"

#include "test.h"

#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

enum { LONG_MS = 60000 };

static bool readable(const Task *task, int milliseconds) {
  struct pollfd wait = {.fd = task_fd(task), .events = POLLIN};
  return poll(&wait, 1, milliseconds) == 1;
}

// Work that goes on until the gate lets it through or it is cancelled.
typedef struct Gate {
  int open;       // eventfd
  bool passed;    // by the gate, and not because it was cancelled
  atomic_int run; // how often
} Gate;

static void pass(Task *task, void *data) {
  Gate *gate = data;
  gate->run++;
  gate->passed = task_sleep(task, gate->open, -1);
}

static Gate gate_new(void) {
  return (Gate){.open = eventfd(0, EFD_CLOEXEC)};
}

static void let_through(Gate *gate) {
  uint64_t one = 1;
  assert_int_equal(write(gate->open, &one, sizeof one), sizeof one);
}

static void the_end_is_told(void **state) {
  (void)state;
  Gate gate = gate_new();
  Task *task = task_start(pass, &gate);
  assert_non_null(task);
  assert_false(readable(task, 0));
  assert_false(task_ended(task));
  assert_false(task_wait(task, 1));
  let_through(&gate);
  assert_true(readable(task, LONG_MS));
  assert_true(task_wait(task, LONG_MS));
  assert_true(task_ended(task));
  assert_true(task_seen(task));
  assert_true(readable(task, 0)); // an end stays to be seen
  assert_true(task_wait(task, 0));
  assert_int_equal(task_join(task), 0);
  assert_true(gate.passed);
  close(gate.open);
}

// Writes a row of numbers and tells each once the one before has been seen.
typedef struct Row {
  int next; // eventfd, a semaphore
  int numbers[100];
} Row;

static void write_row(Task *task, void *data) {
  Row *row = data;
  assert_ptr_equal(task_data(task), data);
  for (int i = 0; i < 100; i++) {
    uint64_t count;
    row->numbers[i] = 7 * i + 1;
    task_tell(task, i + 1);
    if (read(row->next, &count, sizeof count) != sizeof count) return;
  }
}

// What was written before a step was told may be read when it is seen; ThreadSanitizer watches.
static void steps_carry_what_was_written(void **state) {
  (void)state;
  Row row = {.next = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE)};
  Task *task = task_start(write_row, &row);
  uint64_t one = 1;
  for (int i = 0; i < 100; i++) {
    assert_true(readable(task, LONG_MS));
    assert_true(task_seen(task));
    assert_int_equal(task_steps(task), i + 1);
    assert_int_equal(row.numbers[i], 7 * i + 1);
    if (i < 99) assert_false(readable(task, 0));
    assert_int_equal(write(row.next, &one, sizeof one), sizeof one);
  }
  assert_int_equal(task_join(task), 100);
  close(row.next);
}

static void nothing_to_see(void **state) {
  (void)state;
  Gate gate = gate_new();
  Task *task = task_start(pass, &gate);
  assert_false(task_seen(task));
  assert_int_equal(task_steps(task), 0);
  let_through(&gate);
  task_join(task);
  close(gate.open);
}

static void cancelling_wakes_what_sleeps(void **state) {
  (void)state;
  Gate gate = gate_new();
  Task *task = task_start(pass, &gate);
  while (!gate.run)
    usleep(100);
  assert_false(task_wait(task, 1));
  task_cancel(task);
  task_cancel(task); // again: nothing more
  assert_true(task_wait(task, LONG_MS));
  assert_int_equal(*task_cancel_flag(task), 1);
  task_join(task);
  assert_false(gate.passed);
  close(gate.open);
}

// Its work is run all the same, and sees it at once: nothing that was handed over is forgotten.
static void cancelled_before_it_begins(void **state) {
  (void)state;
  for (int i = 0; i < 50; i++) {
    Gate gate = gate_new();
    Task *task = task_start(pass, &gate);
    task_cancel(task);
    task_join(task);
    assert_int_equal(gate.run, 1);
    assert_false(gate.passed);
    close(gate.open);
  }
}

static void count_until_cancelled(Task *task, void *data) {
  int *count = data;
  while (!task_cancelled(task))
    task_tell(task, ++*count);
}

static void freed_while_it_runs(void **state) {
  (void)state;
  int count = 0;
  Task *task = task_start(count_until_cancelled, &count);
  while (task_steps(task) < 3)
    usleep(100);
  task_free(task);
  assert_true(count >= 3); // its thread has ended: nobody writes here
  task_free(NULL);
  assert_int_equal(task_join(NULL), 0);
}

static void sleeps_end(void **state) {
  (void)state;
  Gate gate = gate_new();
  Task *task = task_start(pass, &gate);
  assert_true(task_sleep(task, -1, 1)); // the time is over
  let_through(&gate);
  task_join(task);
  close(gate.open);
}

static void add_one(Task *task, void *data) {
  atomic_fetch_add((atomic_int *)data, 1);
  task_tell(task, 1);
}

static void many_at_once(void **state) {
  (void)state;
  enum { ROUNDS = 20, COUNT = 50 };
  atomic_int sum = 0;
  for (int round = 0; round < ROUNDS; round++) {
    Task *tasks[COUNT];
    for (int i = 0; i < COUNT; i++)
      assert_non_null(tasks[i] = task_start(add_one, &sum));
    for (int i = 0; i < COUNT; i++)
      assert_int_equal(task_join(tasks[i]), 1);
  }
  assert_int_equal(sum, ROUNDS * COUNT);
}

// Without descriptors there is no thread to wait for: the work is refused, or done here.
static void without_descriptors(void **state) {
  (void)state;
  atomic_int sum = 0;
  struct rlimit limit;
  assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
  struct rlimit none = {.rlim_cur = 0, .rlim_max = limit.rlim_max};
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
  Task *refused = task_start(add_one, &sum);
  int begun = sum;
  Task *here = task_start_or_run(add_one, &sum);
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
  assert_null(refused);
  assert_int_equal(begun, 0);
  assert_int_equal(sum, 1);
  assert_true(task_wait(here, -1));
  assert_int_equal(task_join(here), 1);
}

static void on_a_thread_where_there_is_one(void **state) {
  (void)state;
  Gate gate = gate_new();
  Task *task = task_start_or_run(pass, &gate); // would never return here
  let_through(&gate);
  assert_true(task_wait(task, LONG_MS));
  task_join(task);
  assert_true(gate.passed);
  close(gate.open);
}

static void look_at_signals(Task *task, void *data) {
  sigset_t set;
  (void)task;
  *(bool *)data = pthread_sigmask(SIG_SETMASK, NULL, &set) == 0 && sigismember(&set, SIGTERM) &&
                  sigismember(&set, SIGINT) && sigismember(&set, SIGQUIT) && sigismember(&set, SIGUSR1) &&
                  !sigismember(&set, SIGSEGV);
}

// What ends the program goes to its first thread, whichever began the task and when.
static void signals_go_to_the_first_thread(void **state) {
  (void)state;
  bool blocked = false;
  sigset_t set;
  task_join(task_start(look_at_signals, &blocked));
  assert_true(blocked);
  pthread_sigmask(SIG_SETMASK, NULL, &set);
  assert_false(sigismember(&set, SIGTERM)); // here it is as before
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(signals_go_to_the_first_thread),
      cmocka_unit_test(the_end_is_told),
      cmocka_unit_test(steps_carry_what_was_written),
      cmocka_unit_test(nothing_to_see),
      cmocka_unit_test(cancelling_wakes_what_sleeps),
      cmocka_unit_test(cancelled_before_it_begins),
      cmocka_unit_test(freed_while_it_runs),
      cmocka_unit_test(sleeps_end),
      cmocka_unit_test(many_at_once),
      cmocka_unit_test(without_descriptors),
      cmocka_unit_test(on_a_thread_where_there_is_one),
  };
  return cmocka_run_group_tests_name("task", tests, NULL, NULL);
}
