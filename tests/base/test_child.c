// Work in a process of its own: what is asked is answered, and it can do nothing else.
#include "child_fixture.h"

#include "base/log.h"
#include "base/task.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// ---- What is asked is in memory, what is answered comes back.

static void add_up(Child *child, void *context) {
  const int *numbers = context;
  char text[32];
  snprintf(text, sizeof text, "%d", numbers[0] + numbers[1]);
  say(child, text);
}

static void the_answer_comes_back(void **state) {
  (void)state;
  Text answer = {0};
  Status status;
  text_add(&answer, "5 + 7 = ");
  assert_true(run(add_up, (int[]){5, 7}, usual, &answer, &status));
  assert_string_equal(text_get(&answer), "5 + 7 = 12");
  text_free(&answer);
}

// ---- Questions on the way.

// Asks for the squares of 1 to 3, one after the other, and answers with their sum.
static void ask_for_squares(Child *child, void *context) {
  int sum = 0;
  (void)context;
  for (int i = 1; i <= 3; i++) {
    int square = 0;
    child_answer(child, &i, sizeof i);
    child_hear(child, &square, sizeof square);
    sum += square;
  }
  child_answer(child, &sum, sizeof sum);
}

static void reply_with_square(void *context, const Text *answer, Text *reply) {
  int number, *replies = context;
  if ((size_t)*replies == 3 || answer->length < sizeof number * (size_t)(*replies + 1)) return;
  memcpy(&number, answer->data + sizeof number * (size_t)*replies, sizeof number);
  (*replies)++;
  number *= number;
  text_add_bytes(reply, (const char *)&number, sizeof number);
}

static void questions_are_replied_to(void **state) {
  (void)state;
  int replies = 0, sum;
  Text answer = {0};
  Status status = {0};
  ChildRun how = {.work = ask_for_squares,
                  .context = &replies,
                  .who = "the test",
                  .limits = usual,
                  .heard = reply_with_square};
  if (!child_run(&how, &answer, &status)) fail_msg("%s", status.message);
  assert_int_equal(answer.length, 4 * sizeof sum);
  memcpy(&sum, answer.data + 3 * sizeof sum, sizeof sum);
  assert_int_equal(sum, 1 + 4 + 9);
  text_free(&answer);
}

static void wait_for_more(Child *child, void *context) {
  char byte;
  (void)context;
  say(child, "?");
  child_hear(child, &byte, sizeof byte);
}

// Nobody replies, or it asks for more than it is told: it waits in vain, and is ended for that.
static void who_waits_in_vain_is_ended(void **state) {
  (void)state;
  ChildLimits limits = usual;
  limits.idle_seconds = 1;
  assert_ends(wait_for_more, limits, "waits, and does nothing");
}

static void say_much(Child *child, void *context) {
  (void)context;
  for (int i = 0; i < 100000; i++)
    child_answer(child, &i, sizeof i);
}

static void long_answers_come_whole(void **state) {
  (void)state;
  Text answer = {0};
  Status status;
  assert_true(run(say_much, NULL, usual, &answer, &status));
  assert_int_equal(answer.length, 100000 * sizeof(int));
  for (int i = 0; i < 100000; i++)
    assert_memory_equal(answer.data + (size_t)i * sizeof i, &i, sizeof i);
  text_free(&answer);
}

static void change_memory(Child *child, void *context) {
  (void)child;
  *(int *)context = 2;
}

static void memory_stays_as_it_was(void **state) {
  (void)state;
  int number = 1;
  Status status;
  assert_true(run(change_memory, &number, usual, &(Text){0}, &status));
  assert_int_equal(number, 1);
}

// ---- What it cannot do.

static void try_all(Child *child, void *context) {
  char text[64];
  int program = *(int *)context;
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const struct {
    const char *what;
    bool done;
  } tries[] = {
      {"open", open("/etc/passwd", O_RDONLY) >= 0},
      {"write a file", open("/tmp/fusebox-child-was-here", O_WRONLY | O_CREAT, 0600) >= 0},
      {"a descriptor of the parent's", write(program, "x", 1) > 0},
      {"socket", socket(AF_INET, SOCK_STREAM, 0) >= 0},
      {"pipe", pipe((int[2]){0}) == 0},
      {"fork", fork() > 0},
      {"exec", execl("/bin/true", "true", (char *)NULL) == 0},
      {"kill", kill(getppid(), SIGKILL) == 0},
      {"own signal", kill(getpid(), SIGKILL) == 0},
      {"ptrace", syscall(SYS_ptrace, 0, 0, 0, 0) == 0},
      {"more time", nanosleep(&(struct timespec){.tv_nsec = 1}, NULL) == 0},
      {"new code", mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0},
      {"mapped code", mmap(NULL, 4096, PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED},
      {"remove", unlink("/tmp/fusebox-child-was-here") == 0},
  };
  for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
    if (tries[i].done) snprintf(text, sizeof text, "%s works\n", tries[i].what), say(child, text);
  say(child, "tried");
}

static void it_can_only_answer(void **state) {
  (void)state;
  if (!child_is_confined()) skip();
  Text answer = {0};
  Status status;
  int file = open("/dev/null", O_WRONLY | O_CLOEXEC);
  assert_true(run(try_all, &file, usual, &answer, &status));
  assert_string_equal(text_get(&answer), "tried");
  close(file);
  text_free(&answer);
}

static void get_memory_and_time(Child *child, void *context) {
  (void)context;
  struct timespec now;
  char *large = memory_alloc(40 << 20), *larger = memory_resize(large, 80 << 20);
  bool works = clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0 && larger[1 << 20] == 0;
  free(larger);
  log_message(LOG_ERROR, "nobody sees this");
  say(child, works ? "works" : "does not");
}

static void what_work_needs_works(void **state) {
  (void)state;
  Text answer = {0};
  Status status;
  if (!run(get_memory_and_time, NULL, usual, &answer, &status)) fail_msg("%s", status.message);
  assert_string_equal(text_get(&answer), "works");
  text_free(&answer);
}

// ---- Stopping.

static void loop_until_asked(Child *child, void *context) {
  (void)context;
  while (!*child_stop(child))
    continue;
  say(child, "as asked");
}

typedef struct Stopping {
  atomic_int stop;
  int after_ms;
} Stopping;

static void stop_later(Task *task, void *data) {
  Stopping *stopping = data;
  task_sleep(task, -1, stopping->after_ms);
  stopping->stop = 1;
}

static bool run_stopped(void (*work)(Child *child, void *context), int after_ms, Text *answer,
                        Status *status) {
  Stopping stopping = {.after_ms = after_ms};
  Task *task = task_start(stop_later, &stopping);
  assert_non_null(task);
  ChildRun how = {.work = work, .who = "the test", .limits = usual, .stop = &stopping.stop};
  *status = (Status){0};
  bool ok = child_run(&how, answer, status);
  task_join(task);
  return ok;
}

static void work_is_asked_to_stop(void **state) {
  (void)state;
  Text answer = {0};
  Status status;
  assert_true(run_stopped(loop_until_asked, 50, &answer, &status));
  assert_string_equal(text_get(&answer), "as asked");
  text_free(&answer);
}

static void work_that_does_not_stop_is_ended(void **state) {
  (void)state;
  Status status;
  double before = now_s();
  assert_false(run_stopped(loop, 0, &(Text){0}, &status));
  assert_string_equal(status.message, "the test was stopped");
  assert_int_equal(status.code, STATUS_CANCELLED);
  assert_true(now_s() - before < AT_ONCE_S);
}

// The terminal's ^C reaches both; the parent says what becomes of it.
static void interrupt_the_child(Child *child, void *context) {
  raise(SIGINT);
  add_up(child, context);
}

static void signals_are_for_the_parent(void **state) {
  (void)state;
  Text answer = {0};
  Status status;
  assert_true(run(interrupt_the_child, (int[]){1, 2}, usual, &answer, &status));
  assert_string_equal(text_get(&answer), "3");
  text_free(&answer);
}

// ---- Several at once, from threads of a process that logs and allocates meanwhile.

static atomic_int wrong;

static void run_many(Task *task, void *data) {
  (void)task, (void)data;
  enum { ROUNDS = 20 };
  for (int i = 0; i < ROUNDS; i++) {
    Text answer = {0};
    Status status;
    char expected[32];
    snprintf(expected, sizeof expected, "%d", i + 100);
    bool ok = run(add_up, (int[]){i, 100}, usual, &answer, &status);
    if (!ok || strcmp(text_get(&answer), expected) != 0) atomic_fetch_add(&wrong, 1);
    text_free(&answer);
  }
}

static void keep_busy(Task *task, void *data) {
  (void)data;
  while (!task_cancelled(task)) {
    free(memory_alloc(1000));
    log_message(LOG_DEBUG, "busy");
  }
}

static void two_at_once(void **state) {
  (void)state;
  Task *busy = task_start(keep_busy, NULL), *first = task_start(run_many, NULL),
       *second = task_start(run_many, NULL);
  assert_true(busy && first && second);
  task_join(first), task_join(second);
  task_free(busy);
  assert_int_equal(wrong, 0);
}

static void a_start_takes_little(void **state) {
  (void)state;
  enum { ROUNDS = 50 };
  Status status;
  double before = now_s();
  for (int i = 0; i < ROUNDS; i++)
    assert_true(run(change_memory, &(int){0}, usual, &(Text){0}, &status));
  printf("  a child takes %.2f ms\n", 1e3 * (now_s() - before) / ROUNDS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_answer_comes_back),
      cmocka_unit_test(questions_are_replied_to),
      cmocka_unit_test(who_waits_in_vain_is_ended),
      cmocka_unit_test(long_answers_come_whole),
      cmocka_unit_test(memory_stays_as_it_was),
      cmocka_unit_test(it_can_only_answer),
      cmocka_unit_test(what_work_needs_works),
      cmocka_unit_test(work_is_asked_to_stop),
      cmocka_unit_test(work_that_does_not_stop_is_ended),
      cmocka_unit_test(signals_are_for_the_parent),
      cmocka_unit_test(two_at_once),
      cmocka_unit_test(a_start_takes_little),
  };
  return cmocka_run_group_tests_name("child", tests, NULL, NULL);
}
