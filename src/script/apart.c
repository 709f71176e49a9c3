#include "script/apart.h"

#include "base/arena.h"
#include "base/task.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const size_t MIB = (size_t)1 << 20;

// ---- Limits.

enum {
  READING_S = 2, // and for each file:
  READING_FILE_S = 1,
  RUNNING_S = 3600,
  READING_MIB = 512,
  RUNNING_MIB = 4096, // beside the script's own: for estimates of a large graph
  ANSWER_MIB = 256,   // beside what it prints: the plan, and the trail
};

ChildLimits apart_reading(int files) {
  return (ChildLimits){.cpu_seconds = READING_S + READING_FILE_S * files,
                       .memory_bytes = READING_MIB * MIB,
                       .answer_bytes = ANSWER_MIB * MIB};
}

ChildLimits apart_running(const ScriptLimits *limits) {
  size_t own = limits && limits->memory_bytes ? limits->memory_bytes : SCRIPT_MEMORY_DEFAULT;
  return (ChildLimits){.cpu_seconds = RUNNING_S,
                       .memory_bytes = RUNNING_MIB * MIB + own,
                       .answer_bytes = ANSWER_MIB * MIB + own};
}

// What the child sends: messages, each of a kind, a length and as many bytes.
typedef enum Kind { KIND_PRINTED, KIND_ANSWER, KIND_QUESTION, KIND_COUNT } Kind;

// ---- In the child.

static void send(Child *child, Kind kind, const char *bytes, size_t length) {
  Text head = {0};
  pack_integer(&head, kind);
  pack_integer(&head, (int64_t)length);
  child_answer(child, head.data, head.length);
  child_answer(child, bytes, length);
  text_free(&head);
}

void apart_tell(Child *child, const Text *output, size_t *told) {
  if (!child || !output || output->length == *told) return;
  send(child, KIND_PRINTED, output->data + *told, output->length - *told);
  *told = output->length;
}

void apart_ask(Child *child, const Text *question, Text *reply) {
  int64_t length;
  send(child, KIND_QUESTION, question->data, question->length);
  child_hear(child, &length, sizeof length);
  char *bytes = memory_alloc((size_t)length + 1);
  child_hear(child, bytes, (size_t)length);
  text_add_bytes(reply, bytes, (size_t)length);
  free(bytes);
}

typedef struct Rest {
  const Apart *apart;
  int first;   // what is still to be done,
  int end;     // before that one
  size_t seen; // of the messages so far: those before were looked at for questions
} Rest;

static void work(Child *child, void *context) {
  const Rest *rest = context;
  const Apart *apart = rest->apart;
  for (int item = rest->first; item < rest->end; item++) {
    Text answer = {0}, message = {0};
    Status status = {0};
    bool ok = apart->work(apart->context, item, child, &answer, &status);
    pack_integer(&message, ok ? STATUS_OK : status.code);
    pack_string(&message, status.message);
    text_add_bytes(&message, text_get(&answer), ok ? answer.length : 0);
    send(child, KIND_ANSWER, message.data, message.length);
    text_free(&answer);
    text_free(&message);
  }
}

// ---- Here.

// The next whole message; false: it is not all there yet, or is none.
static bool next_message(Unpack *from, Kind *kind, const char **bytes, size_t *length) {
  if (!from->left) return false;
  *kind = (Kind)unpack_integer(from, 0, KIND_COUNT - 1);
  *length = (size_t)unpack_integer(from, 0, INT64_MAX);
  *bytes = from->failed || from->left < *length ? NULL : unpack_bytes(from, *length);
  return *bytes != NULL;
}

// A reply begins with its length.
static void reply_to(const Apart *apart, Unpack *question, Text *out) {
  Text reply = {0};
  apart->ask(apart->context, question, &reply);
  int64_t length = (int64_t)reply.length;
  text_add_bytes(out, (const char *)&length, sizeof length);
  text_add_bytes(out, text_get(&reply), reply.length);
  text_free(&reply);
}

static void look_for_questions(void *context, const Text *messages, Text *out) {
  Rest *rest = context;
  Kind kind;
  const char *bytes;
  size_t length;
  Unpack from = unpack_begin(messages->data + rest->seen, messages->length - rest->seen);
  while (next_message(&from, &kind, &bytes, &length)) {
    Unpack question = unpack_begin(bytes, length);
    rest->seen = messages->length - from.left;
    if (kind == KIND_QUESTION) reply_to(rest->apart, &question, out);
  }
}

static bool take_answer(const Apart *apart, int item, Unpack *answer, Status *status) {
  StatusCode code = (StatusCode)unpack_integer(answer, STATUS_OK, STATUS_INTERNAL);
  char *message = unpack_string(answer);
  if (message && code != STATUS_OK) status_fail(status, code, "%s", message);
  bool told = message && !answer->failed;
  free(message);
  if (told && code != STATUS_OK) return true;
  return told && apart->take(apart->context, item, answer) && unpack_is_done(answer);
}

static void take_printed(const Apart *apart, const char *bytes, size_t length) {
  if (!apart->output || length == 0) return;
  size_t before = apart->output->length;
  text_add_bytes(apart->output, bytes, length);
  text_sanitize_lines(apart->output->data + before);
  apart->output->length = before + strlen(apart->output->data + before);
}

// How many were answered. What is left is cut off, or no message: `broken`.
static int take_messages(const Rest *rest, const Text *messages, Status *status, bool *broken) {
  Unpack from = unpack_begin(messages->data, messages->length);
  int item = rest->first;
  while (from.left && !*broken) {
    Kind kind = (Kind)unpack_integer(&from, 0, KIND_COUNT - 1);
    size_t length = (size_t)unpack_integer(&from, 0, INT64_MAX);
    const char *bytes = unpack_bytes(&from, length);
    Unpack answer = unpack_begin(bytes, length);
    if (!bytes || (kind == KIND_ANSWER && item == rest->end))
      *broken = true;
    else if (kind == KIND_QUESTION && rest->apart->ask)
      continue; // it had its reply
    else if (kind == KIND_PRINTED)
      take_printed(rest->apart, bytes, length);
    else if (kind == KIND_ANSWER && take_answer(rest->apart, item, &answer, &status[item]))
      item++;
    else
      *broken = true;
  }
  return item - rest->first;
}

static bool run_child(Rest *rest, Text *messages, Status *ended) {
  const Apart *apart = rest->apart;
  rest->seen = 0;
  ChildRun run = {.work = work,
                  .context = rest,
                  .who = apart->who,
                  .limits = apart->limits,
                  .stop = apart->stop,
                  .heard = apart->ask ? look_for_questions : NULL};
  return child_run(&run, messages, ended);
}

// One that ended the process fails with the reason.
static void take_rest(Rest *rest, bool ok, Text *messages, Status *ended, Status *status) {
  bool broken = false;
  rest->first += take_messages(rest, messages, status, &broken);
  text_free(messages);
  if (rest->first == rest->end) return;
  if (ok)
    status_fail(ended, STATUS_INTERNAL, "%s was ended: it gave no answer that makes sense", rest->apart->who);
  status[rest->first++] = *ended;
}

// The next one begins in another process.
static void run_rest(Rest *rest, Status *status) {
  Text messages = {0};
  Status ended = {0};
  bool ok = run_child(rest, &messages, &ended);
  take_rest(rest, ok, &messages, &ended, status);
}

void apart_run(const Apart *apart, Status *status) {
  Rest rest = {apart, 0, apart->count, 0};
  while (rest.first < apart->count && !(rest.first && apart->stop && *apart->stop))
    run_rest(&rest, status);
  for (; rest.first < apart->count; rest.first++)
    status_fail(&status[rest.first], STATUS_CANCELLED, "%s was stopped", apart->who);
}

// ---- Side by side: a thread for each process, which only waits for it.

typedef struct Beside {
  Rest rest;
  bool ok, ended; // it ended well; it ended
  Text messages;
  Status end;
} Beside;

typedef struct Besides {
  const Apart *apart;
  Beside *all;
  Status *status;
  pthread_mutex_t lock; // of what follows
  pthread_cond_t taken_one;
  int next, taken; // the first that has not begun; the first whose answer was not taken
  size_t held;     // bytes of answers that wait for those before
} Besides;

static bool are_over(const Besides *besides) {
  const atomic_int *stop = besides->apart->stop;
  return besides->next == besides->apart->count || (besides->next && stop && *stop);
}

// The next that is to begin; NULL: there is none. Answers that wait are few: only what they wait for begins
// when they are much.
static Beside *begin_next(Besides *besides) {
  pthread_mutex_lock(&besides->lock);
  while (!are_over(besides) && besides->held > besides->apart->limits.answer_bytes &&
         besides->next > besides->taken)
    pthread_cond_wait(&besides->taken_one, &besides->lock);
  Beside *beside = are_over(besides) ? NULL : &besides->all[besides->next++];
  pthread_mutex_unlock(&besides->lock);
  return beside;
}

// All together print no more than one may answer.
static bool prints_too_much(const Apart *apart, Status *ended) {
  if (!apart->output || apart->output->length <= apart->limits.answer_bytes) return false;
  status_fail(ended, STATUS_INPUT, "%s was ended: its branches print more than %zu MiB", apart->who,
              apart->limits.answer_bytes >> 20);
  return true;
}

static void take_beside(Besides *besides, Beside *beside) {
  bool mute = prints_too_much(besides->apart, &beside->end);
  if (mute) text_clear(&beside->messages);
  take_rest(&beside->rest, beside->ok && !mute, &beside->messages, &beside->end, besides->status);
}

static void end_one(Besides *besides, Beside *beside) {
  pthread_mutex_lock(&besides->lock);
  beside->ended = true;
  besides->held += beside->messages.length;
  for (; besides->taken < besides->next && besides->all[besides->taken].ended; besides->taken++) {
    besides->held -= besides->all[besides->taken].messages.length;
    take_beside(besides, &besides->all[besides->taken]);
  }
  pthread_cond_broadcast(&besides->taken_one);
  pthread_mutex_unlock(&besides->lock);
}

static void run_some(Task *task, void *data) {
  Besides *besides = data;
  (void)task;
  for (Beside *beside; (beside = begin_next(besides)); end_one(besides, beside))
    beside->ok = run_child(&beside->rest, &beside->messages, &beside->end);
}

void apart_run_beside(const Apart *apart, int processes, Status *status) {
  int count = apart->count, threads = processes < count ? processes : count;
  Apart mute = *apart;
  mute.ask = NULL;
  Besides besides = {
      .apart = &mute, .all = memory_alloc(sizeof *besides.all * (size_t)count), .status = status};
  Task **tasks = memory_alloc(sizeof(Task *) * (size_t)(threads + 1));
  pthread_mutex_init(&besides.lock, NULL);
  pthread_cond_init(&besides.taken_one, NULL);
  for (int i = 0; i < count; i++)
    besides.all[i] = (Beside){.rest = {&mute, i, i + 1, 0}};
  for (int i = 1; i < threads; i++)
    tasks[i] = task_start(run_some, &besides);
  run_some(NULL, &besides);
  for (int i = 1; i < threads; i++)
    task_join(tasks[i]); // where the system had no thread, the others did it all
  for (int i = besides.taken; i < count; i++)
    status_fail(&status[i], STATUS_CANCELLED, "%s was stopped", apart->who);
  pthread_cond_destroy(&besides.taken_one);
  pthread_mutex_destroy(&besides.lock);
  free(tasks);
  free(besides.all);
}
