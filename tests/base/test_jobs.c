#include "base/jobs.h"

#include "test.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>

// What a test watches: the order of runs (written by one worker) and of completions (by the owner).
typedef struct Watch {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool gate_open;    // gate jobs wait for this
  int gates_entered; // gate jobs that run
  int ran[64], ran_count;
  int done[64], done_count;
  atomic_int saw_cancel; // runs that saw job_cancelled
} Watch;

typedef struct Item {
  Watch *watch;
  int number;
} Item;

static void watch_init(Watch *watch) {
  memset(watch, 0, sizeof *watch);
  pthread_mutex_init(&watch->lock, NULL);
  pthread_cond_init(&watch->changed, NULL);
}

static void record_run(JobContext *context, void *data) {
  (void)context;
  Item *item = data;
  pthread_mutex_lock(&item->watch->lock);
  item->watch->ran[item->watch->ran_count++] = item->number;
  pthread_mutex_unlock(&item->watch->lock);
}

static void record_done(void *owner, void *data) {
  Watch *watch = owner;
  Item *item = data;
  watch->done[watch->done_count++] = item->number;
  free(item);
}

static void gate_run(JobContext *context, void *data) {
  Watch *watch = ((Item *)data)->watch;
  pthread_mutex_lock(&watch->lock);
  watch->gates_entered++;
  pthread_cond_broadcast(&watch->changed);
  while (!watch->gate_open)
    pthread_cond_wait(&watch->changed, &watch->lock);
  pthread_mutex_unlock(&watch->lock);
  assert_int_equal(job_cancelled(context), *job_cancel_flag(context) != 0);
  if (job_cancelled(context)) atomic_fetch_add(&watch->saw_cancel, 1);
}

static void submit(Jobs *jobs, Watch *watch, void (*run)(JobContext *, void *), int number, int priority) {
  Item *item = malloc(sizeof *item);
  *item = (Item){.watch = watch, .number = number};
  jobs_submit(jobs,
              (Job){.run = run, .done = record_done, .owner = watch, .data = item, .priority = priority});
}

static void wait_for_gates(Watch *watch, int count) {
  pthread_mutex_lock(&watch->lock);
  while (watch->gates_entered < count)
    pthread_cond_wait(&watch->changed, &watch->lock);
  pthread_mutex_unlock(&watch->lock);
}

static void open_gate(Watch *watch) {
  pthread_mutex_lock(&watch->lock);
  watch->gate_open = true;
  pthread_cond_broadcast(&watch->changed);
  pthread_mutex_unlock(&watch->lock);
}

static bool readable(Jobs *jobs, int milliseconds) {
  struct pollfd descriptor = {.fd = jobs_fd(jobs), .events = POLLIN};
  return poll(&descriptor, 1, milliseconds) == 1;
}

static void collect_all(Jobs *jobs) {
  while (jobs_pending(jobs)) {
    assert_true(readable(jobs, 10000));
    jobs_collect(jobs);
  }
}

static void completions_wait_for_the_owner(void **state) {
  (void)state;
  Watch watch;
  watch_init(&watch);
  Jobs *jobs = jobs_new(1);
  assert_int_equal(jobs_pending(jobs), 0);
  assert_int_equal(jobs_collect(jobs), 0);
  assert_false(readable(jobs, 0));
  submit(jobs, &watch, record_run, 5, 0);
  assert_true(readable(jobs, 10000));
  assert_int_equal(watch.done_count, 0);
  assert_int_equal(jobs_pending(jobs), 1);
  assert_int_equal(jobs_collect(jobs), 1);
  assert_int_equal(watch.done[0], 5);
  assert_int_equal(jobs_pending(jobs), 0);
  assert_false(readable(jobs, 0));
  jobs_free(jobs);
}

// One worker held at a gate while the rest is submitted: then the priority decides, and equals keep their
// order.
static void priority_then_order_of_submission(void **state) {
  (void)state;
  static const int expected[] = {3, 5, 1, 4, 2, 6};
  Watch watch;
  watch_init(&watch);
  Jobs *jobs = jobs_new(1);
  submit(jobs, &watch, gate_run, 0, 0);
  wait_for_gates(&watch, 1);
  submit(jobs, &watch, record_run, 1, 5);
  submit(jobs, &watch, record_run, 2, -1);
  submit(jobs, &watch, record_run, 3, 9);
  submit(jobs, &watch, record_run, 4, 5);
  submit(jobs, &watch, record_run, 5, 9);
  submit(jobs, &watch, record_run, 6, -1);
  open_gate(&watch);
  collect_all(jobs);
  assert_int_equal(watch.ran_count, 6);
  assert_memory_equal(watch.ran, expected, sizeof expected);
  assert_int_equal(watch.done[0], 0); // completions in the order in which jobs finished
  assert_memory_equal(watch.done + 1, expected, sizeof expected);
  jobs_free(jobs);
}

static void threads_run_at_the_same_time(void **state) {
  (void)state;
  Watch watch;
  watch_init(&watch);
  Jobs *jobs = jobs_new(3);
  for (int i = 0; i < 3; i++)
    submit(jobs, &watch, gate_run, i, 0);
  wait_for_gates(&watch, 3); // all three are inside at once
  open_gate(&watch);
  collect_all(jobs);
  assert_int_equal(watch.done_count, 3);
  jobs_free(jobs);
}

static void cancel_drops_what_waits_and_tells_what_runs(void **state) {
  (void)state;
  Watch watch;
  watch_init(&watch);
  Jobs *jobs = jobs_new(1);
  submit(jobs, &watch, gate_run, 0, 0);
  wait_for_gates(&watch, 1);
  for (int i = 1; i <= 3; i++)
    submit(jobs, &watch, record_run, i, 0);
  jobs_cancel(jobs);
  assert_int_equal(jobs_collect(jobs), 3); // the completions of those that never ran
  assert_int_equal(jobs_pending(jobs), 1);
  submit(jobs, &watch, record_run, 4, 0); // later work is not concerned
  open_gate(&watch);
  collect_all(jobs);
  assert_int_equal(atomic_load(&watch.saw_cancel), 1);
  assert_int_equal(watch.ran_count, 1);
  assert_int_equal(watch.ran[0], 4);
  assert_int_equal(watch.done_count, 5);
  jobs_free(jobs);
}

static void uncancelled_jobs_are_not_told(void **state) {
  (void)state;
  Watch watch;
  watch_init(&watch);
  Jobs *jobs = jobs_new(1);
  jobs_cancel(jobs); // nothing there: harmless
  submit(jobs, &watch, gate_run, 0, 0);
  open_gate(&watch);
  collect_all(jobs);
  assert_int_equal(atomic_load(&watch.saw_cancel), 0);
  jobs_free(jobs);
}

static void free_delivers_every_completion(void **state) {
  (void)state;
  Watch watch;
  watch_init(&watch);
  Jobs *jobs = jobs_new(2);
  open_gate(&watch);
  for (int i = 0; i < 50; i++)
    submit(jobs, &watch, i % 2 ? record_run : gate_run, i, i % 3);
  jobs_free(jobs);
  assert_int_equal(watch.done_count, 50);
  jobs_free(NULL);
}

// A completion that submits again: also while the pool is freed, when the new job only completes.
typedef struct Chain {
  Jobs *jobs;
  int left, completions;
} Chain;

static void chain_run(JobContext *context, void *data) {
  (void)context, (void)data;
}

static void chain_done(void *owner, void *data) {
  Chain *chain = owner;
  (void)data;
  chain->completions++;
  if (chain->left-- > 0)
    jobs_submit(chain->jobs, (Job){.run = chain_run, .done = chain_done, .owner = chain});
}

static void completions_may_submit(void **state) {
  (void)state;
  Jobs *jobs = jobs_new(0);
  Chain chain = {.jobs = jobs, .left = 10};
  jobs_submit(jobs, (Job){.run = chain_run, .done = chain_done, .owner = &chain});
  collect_all(jobs);
  assert_int_equal(chain.completions, 11);
  chain = (Chain){.jobs = jobs, .left = 3};
  jobs_submit(jobs, (Job){.run = chain_run, .done = chain_done, .owner = &chain});
  jobs_free(jobs);
  assert_int_equal(chain.completions, 4);
}

static void count_run(JobContext *context, void *data) {
  (void)context;
  atomic_fetch_add((atomic_int *)data, 1);
}

static void many_jobs_all_run_once(void **state) {
  (void)state;
  atomic_int runs = 0;
  Jobs *jobs = jobs_new(4);
  for (int i = 0; i < 5000; i++)
    jobs_submit(jobs, (Job){.run = count_run, .data = &runs, .priority = -i});
  collect_all(jobs);
  assert_int_equal(atomic_load(&runs), 5000);
  jobs_free(jobs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(completions_wait_for_the_owner),
      cmocka_unit_test(priority_then_order_of_submission),
      cmocka_unit_test(threads_run_at_the_same_time),
      cmocka_unit_test(cancel_drops_what_waits_and_tells_what_runs),
      cmocka_unit_test(uncancelled_jobs_are_not_told),
      cmocka_unit_test(free_delivers_every_completion),
      cmocka_unit_test(completions_may_submit),
      cmocka_unit_test(many_jobs_all_run_once),
  };
  return cmocka_run_group_tests_name("jobs", tests, NULL, NULL);
}
