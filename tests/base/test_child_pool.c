// Children that answer one request after another: what happens to one is told, and costs the others nothing.
#include "base/child_pool.h"
#include "base/task.h"

#include "no_children.h"
#include "sanitized.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// ---- What the children do, by the first letter of a request.

static void wait_forever(void) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
}

static void loop(void) {
  for (volatile unsigned i = 0;; i++)
    continue;
}

// As a library does that cannot go on without memory. What nobody seems to use, a compiler does not allocate.
static void take_memory(void) {
  for (char *volatile block;;) {
    block = malloc(1 << 20);
    if (!block) abort();
    memset(block, 1, 1 << 20);
  }
}

static void flood(Text *answer) {
  static const char bytes[1 << 20];
  for (int i = 0; i < 3; i++)
    text_add_bytes(answer, bytes, sizeof bytes);
}

static void try_all(Text *answer) {
  if (open("/etc/passwd", O_RDONLY) >= 0) text_add(answer, "open ");
  if (fork() >= 0) text_add(answer, "fork ");
  if (kill(getppid(), 0) == 0) text_add(answer, "kill ");
  if (raise(SIGTERM) == 0) text_add(answer, "raise ");
  text_add(answer, "tried");
}

static void serve(const void *context, const char *request, size_t length, Text *answer) {
  switch (*request) {
    case 'a':
      abort();
    case 'f':
      flood(answer);
      break;
    case 'l':
      loop();
      break;
    case 'm':
      take_memory();
      break;
    case 'p':
      text_printf(answer, "%d", (int)getpid());
      break;
    case 't':
      try_all(answer);
      break;
    case 'w':
      wait_forever();
      break;
    case 'x':
      _exit(0);
    default: // what it was asked, twice
      text_add(answer, context);
      text_add_bytes(answer, request, length);
      text_add_bytes(answer, request, length);
  }
}

static ChildPool *new_pool(void) {
  return child_pool_new(&(ChildService){
      .answer = serve,
      .context = "said: ",
      .limits = {
          .cpu_seconds = 1, .memory_bytes = (size_t)64 << 20, .answer_bytes = 2 << 20, .idle_seconds = 1}});
}

static bool ask(ChildPool *pool, const char *text, const atomic_int *stop, Text *answer, Status *status) {
  Text request = {0};
  *status = (Status){0};
  text_add(&request, text);
  bool ok = child_pool_ask(pool, "the test", &request, stop, answer, status);
  text_free(&request);
  return ok;
}

static void assert_answers(ChildPool *pool, const char *text, const char *expected) {
  Text answer = {0};
  Status status;
  if (!ask(pool, text, NULL, &answer, &status)) fail_msg("%s", status.message);
  assert_string_equal(text_get(&answer), expected);
  text_free(&answer);
}

static void assert_ends(ChildPool *pool, const char *text, const char *part) {
  Text answer = {0};
  Status status;
  text_add(&answer, "before");
  assert_false(ask(pool, text, NULL, &answer, &status));
  if (!strstr(status.message, part)) fail_msg("\"%s\" is not in: %s", part, status.message);
  assert_string_equal(text_get(&answer), "before");
  text_free(&answer);
}

// ----

static void one_child_answers_again_and_again(void **state) {
  (void)state;
  ChildPool *pool = new_pool();
  assert_answers(pool, "one ", "said: one one ");
  assert_answers(pool, "", "said: ");
  assert_answers(pool, "no ", "said: no no ");
  assert_int_equal(child_pool_starts(pool), 1);
  child_pool_free(pool);
}

static void long_requests_come_whole(void **state) {
  (void)state;
  enum { LONG = 1000000 };
  ChildPool *pool = new_pool();
  Text request = {0}, answer = {0};
  Status status;
  for (int i = 0; i < LONG / 10; i++)
    text_printf(&request, "%010d", i);
  if (!child_pool_ask(pool, "the test", &request, NULL, &answer, &status)) fail_msg("%s", status.message);
  assert_int_equal(answer.length, 2 * LONG + strlen("said: "));
  assert_memory_equal(answer.data + strlen("said: "), request.data, LONG);
  assert_memory_equal(answer.data + strlen("said: ") + LONG, request.data, LONG);
  text_free(&request);
  text_free(&answer);
  child_pool_free(pool);
}

static void ends_are_told_and_the_next_is_answered(void **state) {
  (void)state;
  static const struct {
    const char *request, *part;
  } ends[] = {
      {"abort", "the test was ended: it crashed with signal 6 (Aborted)"},
      {"flood", "the test was ended: it answered with more than 2 MiB"},
      {"loop", "the test was ended: it used more than 1 s of processor time"},
      {"wait", "the test was ended: it waits, and does nothing"},
      {"x", "the test ended without an answer"},
      {"memory", "the test was ended: it ran out of memory (it may take 64 MiB)"},
  };
  int count = sizeof ends / sizeof *ends - SANITIZED; // whose own allocators end the process with a report
  ChildPool *pool = new_pool();
  for (int i = 0; i < count; i++) {
    assert_ends(pool, ends[i].request, ends[i].part);
    assert_answers(pool, "on", "said: onon");
  }
  assert_int_equal(child_pool_starts(pool), count + 1);
  child_pool_free(pool);
}

// As when it began while another thread had a lock that it needs.
static void wait_the_first_time(const void *context, const char *request, size_t length, Text *answer) {
  atomic_int *asked = *(atomic_int *const *)context;
  (void)request, (void)length;
  if (atomic_fetch_add(asked, 1) == 0) wait_forever();
  text_add(answer, "now");
}

static void a_child_that_waits_from_the_beginning_is_replaced(void **state) {
  (void)state;
  atomic_int *asked = mmap(NULL, sizeof *asked, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert_true(asked != MAP_FAILED);
  ChildPool *pool = child_pool_new(&(ChildService){
      .answer = wait_the_first_time,
      .context = &asked,
      .limits = {.cpu_seconds = 1, .memory_bytes = 1 << 26, .answer_bytes = 100, .idle_seconds = 1}});
  assert_answers(pool, "", "now");
  assert_answers(pool, "", "now");
  assert_int_equal(*asked, 3);
  assert_int_equal(child_pool_starts(pool), 2);
  child_pool_free(pool);
  munmap(asked, sizeof *asked);
}

static void time_is_each_request_s_own(void **state) {
  (void)state;
  ChildPool *pool = new_pool();
  double began = now_s();
  for (int i = 0; now_s() - began < 1.5; i++)
    assert_answers(pool, "on", "said: onon");
  assert_int_equal(child_pool_starts(pool), 1);
  child_pool_free(pool);
}

static void it_can_only_answer(void **state) {
  (void)state;
  if (!child_is_confined()) skip();
  ChildPool *pool = new_pool();
  assert_answers(pool, "try", "tried");
  child_pool_free(pool);
}

// ---- Stopping.

typedef struct Stopping {
  atomic_int stop;
} Stopping;

static void stop_later(Task *task, void *data) {
  task_sleep(task, -1, 100);
  ((Stopping *)data)->stop = 1;
}

static void work_that_is_to_stop_is_ended_at_once(void **state) {
  (void)state;
  ChildPool *pool = new_pool();
  const char *requests[] = {"loop", "wait"};
  for (int i = 0; i < 2; i++) {
    Stopping stopping = {0};
    Status status;
    Task *task = task_start(stop_later, &stopping);
    double began = now_s();
    assert_false(ask(pool, requests[i], &stopping.stop, &(Text){0}, &status));
    assert_string_equal(status.message, "the test was stopped");
    assert_int_equal(status.code, STATUS_CANCELLED);
    assert_true(now_s() - began < AT_ONCE_S);
    task_join(task);
  }
  Status status;
  atomic_int stop = 1;
  int starts = child_pool_starts(pool);
  assert_false(ask(pool, "on", &stop, &(Text){0}, &status));
  assert_int_equal(child_pool_starts(pool), starts);
  child_pool_free(pool);
}

// ---- The end of the process that asked.

static int child_of(ChildPool *pool) {
  Text answer = {0};
  Status status;
  if (!ask(pool, "pid", NULL, &answer, &status)) fail_msg("%s", status.message);
  int process = atoi(text_get(&answer));
  text_free(&answer);
  return process;
}

// Whether a process is there, and not only its end to be told.
static bool runs(int process) {
  char path[64], state = 'Z';
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  FILE *file = fopen(path, "r");
  if (!file) return false;
  if (fscanf(file, "%*d %*s %c", &state) != 1) state = 'Z';
  fclose(file);
  return state != 'Z';
}

static void assert_ends_soon(int process) {
  for (int i = 0; i < 500 && runs(process); i++)
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  assert_false(runs(process));
}

static void children_end_with_their_pool(void **state) {
  (void)state;
  ChildPool *pool = new_pool();
  int process = child_of(pool);
  assert_true(runs(process));
  child_pool_free(pool);
  assert_int_equal(waitpid(process, NULL, WNOHANG), -1);
  assert_int_equal(errno, ECHILD);
}

// While they wait for a request, and in the middle of one.
static void children_end_with_a_parent_that_is_killed(void **state) {
  (void)state;
  if (SANITIZED) skip(); // which start no threads in a process that was forked
  const char *requests[] = {"on", "loop"};
  for (int i = 0; i < 2; i++) {
    int ends[2], process = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t parent = fork();
    if (parent == 0) {
      Status status;
      ChildPool *pool = child_pool_new(&(ChildService){
          .answer = serve,
          .context = "",
          .limits = {.cpu_seconds = 100, .memory_bytes = (size_t)64 << 20, .answer_bytes = 100}});
      process = child_of(pool);
      if (write(ends[1], &process, sizeof process) < 0) _exit(1);
      ask(pool, requests[i], NULL, &(Text){0}, &status);
      for (;;)
        pause();
    }
    assert_int_equal(read(ends[0], &process, sizeof process), sizeof process);
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    assert_true(runs(process));
    kill(parent, SIGKILL);
    waitpid(parent, NULL, 0);
    assert_ends_soon(process);
    close(ends[0]), close(ends[1]);
  }
}

// ---- Many at once.

typedef struct Crowd {
  ChildPool *pool;
  atomic_int number, wrong;
} Crowd;

static void ask_often(Task *task, void *data) {
  Crowd *crowd = data;
  (void)task;
  char text[16], expected[64];
  for (int i = 0; i < 30; i++) {
    Text answer = {0};
    Status status;
    int number = atomic_fetch_add(&crowd->number, 1);
    snprintf(text, sizeof text, "%d,", number);
    snprintf(expected, sizeof expected, "said: %d,%d,", number, number);
    bool crash = number % 16 == 5, ok = ask(crowd->pool, crash ? "a" : text, NULL, &answer, &status);
    if (ok == crash || (ok && strcmp(text_get(&answer), expected) != 0)) crowd->wrong++;
    text_free(&answer);
  }
}

static void eight_at_once(void **state) {
  (void)state;
  enum { THREADS = 8 };
  Crowd crowd = {.pool = new_pool()};
  Task *tasks[THREADS];
  for (int i = 0; i < THREADS; i++)
    tasks[i] = task_start(ask_often, &crowd);
  for (int i = 0; i < THREADS; i++)
    task_join(tasks[i]);
  assert_int_equal(crowd.wrong, 0);
  int crashes = (30 * THREADS) / 16;
  assert_true(child_pool_starts(crowd.pool) <= THREADS + crashes);
  child_pool_free(crowd.pool);
}

static void a_request_takes_little(void **state) {
  (void)state;
  enum { ROUNDS = 1000 };
  ChildPool *pool = new_pool();
  double began = now_s();
  child_of(pool);
  double first = now_s() - began;
  for (int i = 0; i < ROUNDS; i++)
    child_of(pool);
  printf("  the first request takes %.2f ms, each further one %.3f ms\n", 1e3 * first,
         1e3 * (now_s() - began - first) / ROUNDS);
  child_pool_free(pool);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_child_answers_again_and_again),
      cmocka_unit_test(long_requests_come_whole),
      cmocka_unit_test(ends_are_told_and_the_next_is_answered),
      cmocka_unit_test(a_child_that_waits_from_the_beginning_is_replaced),
      cmocka_unit_test(time_is_each_request_s_own),
      cmocka_unit_test(it_can_only_answer),
      cmocka_unit_test(work_that_is_to_stop_is_ended_at_once),
      cmocka_unit_test(children_end_with_their_pool),
      cmocka_unit_test(children_end_with_a_parent_that_is_killed),
      cmocka_unit_test(eight_at_once),
      cmocka_unit_test(a_request_takes_little),
      cmocka_unit_test(no_children_are_left),
  };
  return cmocka_run_group_tests_name("child pool", tests, NULL, NULL);
}
