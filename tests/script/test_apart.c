// What comes from the process that scripts run in: answers of things done one after the other, whatever
// becomes of that process between them, or says instead.
#include "base/arena.h"
#include "script/apart.h"

#include "test.h"

#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { COUNT = 4, SECOND = 1, LONG = 1 << 20 };

typedef struct Doing {
  void (*second)(Child *child); // what the second does instead of answering
  int taken[COUNT];
} Doing;

static bool work(void *context, int item, Child *child, Text *answer, Status *status) {
  const Doing *doing = context;
  if (item == SECOND && doing->second) doing->second(child);
  if (item == COUNT - 1) return status_fail(status, STATUS_INPUT, "the last one always fails");
  pack_integer(answer, 10 * item);
  return true;
}

static bool take(void *context, int item, Unpack *answer) {
  Doing *doing = context;
  doing->taken[item] = (int)unpack_integer(answer, 0, 10 * COUNT) + 1;
  return true;
}

// The second fails with that part of a sentence, and costs none of the others.
static void check(void (*second)(Child *child), const char *part, const char *printed) {
  Doing doing = {.second = second};
  Status status[COUNT] = {0};
  Text output = {0};
  Apart apart = {.who = "the test",
                 .count = COUNT,
                 .work = work,
                 .take = take,
                 .context = &doing,
                 .output = &output,
                 .limits = apart_running(NULL)};
  apart.limits.answer_bytes = LONG / 2;
  apart_run(&apart, status);
  for (int i = 0; i < COUNT - 1; i++) {
    bool fails = second && i == SECOND;
    if (!fails) assert_int_equal(status[i].code, STATUS_OK), assert_int_equal(doing.taken[i], 10 * i + 1);
  }
  assert_string_equal(status[COUNT - 1].message, "the last one always fails");
  if (second && !strstr(status[SECOND].message, part))
    fail_msg("\"%s\" is not in: %s", part, status[SECOND].message);
  assert_string_equal(text_get(&output), printed);
  text_free(&output);
}

// A message as apart.c sends it.
static void say(Child *child, int64_t kind, int64_t length, const void *bytes, size_t given) {
  child_answer(child, &kind, sizeof kind);
  child_answer(child, &length, sizeof length);
  child_answer(child, bytes, given);
}

static void prints(Child *child) {
  Text output = {0};
  size_t told = 0;
  text_add(&output, "one\n");
  apart_tell(child, &output, &told);
  text_add(&output, "two\x1b[2J\n");
  apart_tell(child, &output, &told);
  apart_tell(child, &output, &told); // nothing new
  text_free(&output);
}

static void crashes(Child *child) {
  prints(child);
  abort();
}

static void ends(Child *child) {
  (void)child;
  _exit(0);
}

static void ends_within_head(Child *child) {
  child_answer(child, "\1\0\0", 3);
  _exit(0);
}

static void ends_within_message(Child *child) {
  say(child, 0, 100, "cut", 3);
  _exit(0);
}

static void says_no_such_kind(Child *child) {
  say(child, 7, 4, "what", 4);
}

static void says_less_than_nothing(Child *child) {
  say(child, 0, -1, "what", 4);
}

static void says_too_little(Child *child) {
  say(child, 1, 4, "what", 4);
}

static void says_too_much(Child *child) {
  int64_t answer[] = {STATUS_OK, -1, 10, 20}; // code, no message, the answer, and one more
  say(child, 1, sizeof answer, answer, sizeof answer);
}

static void says_what_cannot_be(Child *child) {
  struct {
    int64_t code, length;
    char message[8];
    int64_t answer;
  } lie = {STATUS_OK, 0, "", 10 * COUNT + 1};
  say(child, 1, sizeof lie, &lie, sizeof lie);
}

static void floods(Child *child) {
  char *much = memory_alloc(LONG);
  for (;;)
    child_answer(child, much, LONG);
}

static void each_is_answered(void **state) {
  (void)state;
  check(NULL, "", "");
}

static void a_crash_costs_one(void **state) {
  (void)state;
  check(crashes, "crashed with signal 6", "one\ntwo?[2J\n");
  check(ends, "no answer that makes sense", "");
  check(floods, "answered with more than", "");
}

static void what_is_cut_off_is_no_answer(void **state) {
  (void)state;
  check(ends_within_head, "no answer that makes sense", "");
  check(ends_within_message, "no answer that makes sense", "");
}

static void lies_are_no_answers(void **state) {
  (void)state;
  check(says_no_such_kind, "no answer that makes sense", "");
  check(says_less_than_nothing, "no answer that makes sense", "");
  check(says_too_little, "no answer that makes sense", "");
  check(says_too_much, "no answer that makes sense", "");
  check(says_what_cannot_be, "no answer that makes sense", "");
}

static void what_is_stopped_says_so(void **state) {
  (void)state;
  Doing doing = {0};
  Status status[COUNT] = {0};
  atomic_int stop = 1;
  Apart apart = {.who = "the test",
                 .count = COUNT,
                 .work = work,
                 .take = take,
                 .context = &doing,
                 .limits = apart_reading(COUNT),
                 .stop = &stop};
  doing.second = ends;
  apart_run(&apart, status);
  for (int i = SECOND + 1; i < COUNT; i++)
    assert_int_equal(status[i].code, STATUS_CANCELLED),
        assert_string_equal(status[i].message, "the test was stopped");
}

// ---- Side by side.

enum { MANY = 16, SLOW_MS = 300, PROCESSES = 4 };

typedef struct Crowd {
  void (*each)(struct Crowd *crowd, int item, Child *child, Text *answer);
  atomic_int *begun; // in memory that all processes see
  int order[MANY], taken;
  int64_t told; // by the first, of what had begun at its end
} Crowd;

static bool work_in_crowd(void *context, int item, Child *child, Text *answer, Status *status) {
  Crowd *crowd = context;
  (void)status;
  atomic_fetch_add(crowd->begun, 1);
  crowd->each(crowd, item, child, answer);
  return true;
}

static bool take_in_crowd(void *context, int item, Unpack *answer) {
  Crowd *crowd = context;
  crowd->order[crowd->taken++] = item;
  if (item == 0) crowd->told = unpack_integer(answer, 0, MANY);
  unpack_bytes(answer, answer->left);
  return true;
}

static void run_crowd(Crowd *crowd, Text *output, const atomic_int *stop, Status *status) {
  Apart apart = {.who = "the test",
                 .count = MANY,
                 .work = work_in_crowd,
                 .take = take_in_crowd,
                 .context = crowd,
                 .output = output,
                 .limits = apart_running(NULL),
                 .stop = stop};
  apart.limits.answer_bytes = LONG;
  crowd->begun = mmap(NULL, sizeof *crowd->begun, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert_true(crowd->begun != MAP_FAILED);
  apart_run_beside(&apart, PROCESSES, status);
}

// The first goes on until no other has begun for a while, and answers how many had by then; the others answer
// at length.
static void be_slow_or_long(Crowd *crowd, int item, Child *child, Text *answer) {
  (void)child;
  for (int before = 0; item == 0 && *crowd->begun > before;) {
    before = *crowd->begun;
    nanosleep(&(struct timespec){.tv_nsec = SLOW_MS * 1000000L}, NULL);
  }
  if (item == 0) pack_integer(answer, *crowd->begun);
  for (size_t i = 0; item && i < LONG / 2 / sizeof i; i++)
    pack_integer(answer, item);
}

static void answers_wait_in_bounds_and_are_taken_in_order(void **state) {
  (void)state;
  Crowd crowd = {.each = be_slow_or_long};
  Status status[MANY] = {0};
  run_crowd(&crowd, NULL, NULL, status);
  assert_int_equal(crowd.taken, MANY);
  for (int i = 0; i < MANY; i++)
    assert_int_equal(crowd.order[i], i), assert_int_equal(status[i].code, STATUS_OK);
  // What may wait is two answers and a bit; so many had ended, and at most all other processes gone on.
  if (crowd.told > 1 + 3 + PROCESSES - 1) fail_msg("%d had begun", (int)crowd.told);
}

static void print_a_half(Crowd *crowd, int item, Child *child, Text *answer) {
  (void)crowd, (void)item;
  Text output = {0};
  size_t told = 0;
  while (output.length < LONG / 2)
    text_add(&output, "much ado\n");
  apart_tell(child, &output, &told);
  pack_integer(answer, 0);
  text_free(&output);
}

static void all_print_no_more_than_one_may(void **state) {
  (void)state;
  Crowd crowd = {.each = print_a_half};
  Status status[MANY] = {0};
  Text output = {0};
  run_crowd(&crowd, &output, NULL, status);
  assert_int_equal(crowd.taken, 2); // with the second there are more than LONG bytes
  for (int i = 2; i < MANY; i++)
    assert_string_equal(status[i].message, "the test was ended: its branches print more than 1 MiB");
  assert_true(output.length < 2 * LONG);
  text_free(&output);
}

static void answer_at_once(Crowd *crowd, int item, Child *child, Text *answer) {
  (void)crowd, (void)item, (void)child;
  pack_integer(answer, 0);
}

static void none_begins_after_the_stop(void **state) {
  (void)state;
  Crowd crowd = {.each = answer_at_once};
  Status status[MANY] = {0};
  atomic_int stop = 1;
  run_crowd(&crowd, NULL, &stop, status);
  assert_int_equal(*crowd.begun, 1);
  for (int i = 1; i < MANY; i++)
    assert_int_equal(status[i].code, STATUS_CANCELLED),
        assert_string_equal(status[i].message, "the test was stopped");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_is_answered),
      cmocka_unit_test(a_crash_costs_one),
      cmocka_unit_test(what_is_cut_off_is_no_answer),
      cmocka_unit_test(lies_are_no_answers),
      cmocka_unit_test(what_is_stopped_says_so),
      cmocka_unit_test(answers_wait_in_bounds_and_are_taken_in_order),
      cmocka_unit_test(all_print_no_more_than_one_may),
      cmocka_unit_test(none_begins_after_the_stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
