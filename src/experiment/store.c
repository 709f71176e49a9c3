#include "experiment/store.h"

#include "base/file.h"
#include "base/json.h"
#include "base/vector.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char ROWS[] = "rows", PLANS[] = "plans", SUFFIX[] = ".jsonl";

static bool make_inside(const char *folder, const char *name, Status *status) {
  char *path = file_join(folder, name);
  bool good = file_make_folders(path, status);
  free(path);
  return good;
}

char *store_rows_path(const char *folder) {
  return file_join(folder, ROWS);
}

bool store_is_row_file(const char *path) {
  return text_ends(path, SUFFIX);
}

bool store_make(const char *folder, Status *status) {
  return make_inside(folder, ROWS, status) && make_inside(folder, PLANS, status);
}

// ---- What was asked.

static Json *read_asked(const char *folder, Status *status) {
  char *path = file_join(folder, "experiment.json");
  Json *json = json_read(path, status);
  if (json && !json_is_file(json, "fusebox-experiment", 1)) {
    json_fail(json, json_root(json), status, "this is no experiment.json");
    json_free(json);
    json = NULL;
  }
  free(path);
  return json;
}

bool store_is(const char *folder) {
  char *path = file_join(folder, "experiment.json");
  bool there = file_is_folder(folder) && file_exists(path);
  free(path);
  return there;
}

bool store_about(const char *folder, StoreAbout *about, Status *status) {
  *about = (StoreAbout){0};
  Json *json = read_asked(folder, status);
  if (!json) return false;
  const char *baseline = json_string(json_get(json_root(json), "baseline"), "");
  about->folder = memory_strdup(json_string(json_get(json_root(json), "folder"), ""));
  about->baseline = *baseline ? memory_strdup(baseline) : NULL;
  json_free(json);
  return true;
}

void store_about_free(StoreAbout *about) {
  free(about->folder);
  free(about->baseline);
  *about = (StoreAbout){0};
}

// ---- Reading.

typedef bool (*VisitRows)(void *context, const char *path, const char *text, size_t length, Status *status);

static bool visit_file(const char *path, VisitRows visit, void *context, Status *status) {
  size_t length;
  char *text = file_read(path, &length, status);
  bool good = text && visit(context, path, text, length, status);
  free(text);
  return good;
}

static bool visit_rows(const char *folder, VisitRows visit, void *context, Status *status) {
  char *rows = store_rows_path(folder);
  int count = 0;
  char **names = file_list(rows, &count, status);
  bool good = names != NULL;
  for (int i = 0; i < count; i++) {
    char *path = file_join(rows, names[i]);
    if (good && store_is_row_file(path)) good = visit_file(path, visit, context, status);
    free(path);
    free(names[i]);
  }
  free(names);
  free(rows);
  return good;
}

static bool add_rows(void *context, const char *path, const char *text, size_t length, Status *status) {
  return rows_parse(path, text, length, context, status);
}

void store_add_row(Rows *rows, HashMap *seen, const Row *row) {
  int64_t before;
  if (!hashmap_get(seen, store_key(row->key), &before)) {
    hashmap_set(seen, store_key(row->key), rows->list.count);
    vector_push(&rows->list, *row);
    return;
  }
  rows->doubled++;
  if (rows->list.data[before].status != ROW_OK && row->status == ROW_OK) rows->list.data[before] = *row;
}

static void drop_doubled(Rows *rows) {
  HashMap seen = {0};
  int count = rows->list.count;
  rows->list.count = 0;
  for (int i = 0; i < count; i++) { // from behind the rows that are kept, to their end
    Row row = rows->list.data[i];
    store_add_row(rows, &seen, &row);
  }
  hashmap_free(&seen);
}

bool store_read(const char *folder, Rows *rows, Status *status) {
  *rows = (Rows){0};
  bool good = visit_rows(folder, add_rows, rows, status);
  if (good) drop_doubled(rows);
  if (!good) rows_free(rows);
  return good;
}

uint64_t store_key(const char key[KEY_SIZE]) {
  return hash_string(HASH_START, key);
}

// Of a line as row_write writes it; a quote within a text has a backslash before it.
static StorePlan plan_of(const char *line, size_t length) {
  static const char BEGIN[] = "\"plan\":\"";
  StorePlan plan = {0};
  const char *at = memmem(line, length, BEGIN, sizeof BEGIN - 1);
  if (!at) return plan;
  at += sizeof BEGIN - 1;
  for (int i = 0; i < KEY_SIZE - 1 && at < line + length && *at != '"'; i++)
    plan.name[i] = *at++;
  return plan;
}

// The status stands before any text of a heuristic's; one of a name would have a backslash in it.
static bool is_ok(const char *line, size_t length) {
  static const char OK[] = "\"status\":\"ok\"";
  return memmem(line, length, OK, sizeof OK - 1) != NULL;
}

// Of rows of a key one that ended well counts, else the last.
static void add_answer(StoreAnswers *answers, const char *key, const StorePlan *plan) {
  int64_t before;
  if (hashmap_get(&answers->keys, store_key(key), &before) && answers->plans.data[before].ended_well) return;
  hashmap_set(&answers->keys, store_key(key), answers->plans.count);
  vector_push(&answers->plans, *plan);
}

// As row_write begins each line.
static bool add_answers(void *context, const char *path, const char *text, size_t length, Status *status) {
  static const char BEGIN[] = "{\"key\":\"";
  enum { BEGIN_LENGTH = sizeof BEGIN - 1 };
  StoreAnswers *answers = context;
  const char *end = text + length;
  for (int number = 1; text < end; number++) {
    const char *newline = memchr(text, '\n', (size_t)(end - text));
    char key[KEY_SIZE] = {0};
    if (!newline) return true;
    size_t line = (size_t)(newline - text);
    if (line < BEGIN_LENGTH + KEY_SIZE || memcmp(text, BEGIN, BEGIN_LENGTH) != 0)
      return status_fail(status, STATUS_INPUT,
                         "%s, row %d: a row begins with %sKEY\"; take the line or the file away", path,
                         number, BEGIN);
    memcpy(key, text + BEGIN_LENGTH, KEY_SIZE - 1);
    StorePlan plan = plan_of(text, line);
    plan.ended_well = is_ok(text, line);
    add_answer(answers, key, &plan);
    text = newline + 1;
  }
  return true;
}

bool store_answers(const char *folder, StoreAnswers *answers, Status *status) {
  *answers = (StoreAnswers){0};
  bool good = visit_rows(folder, add_answers, answers, status);
  if (!good) store_answers_free(answers);
  return good;
}

void store_answers_free(StoreAnswers *answers) {
  hashmap_free(&answers->keys);
  vector_free(&answers->plans);
}

// ---- Plans.

char *store_plan_path(const char *folder, const char *plan) {
  Text name = {0};
  text_printf(&name, "%s/%s.json", PLANS, plan);
  char *path = file_join(folder, text_get(&name));
  text_free(&name);
  return path;
}

char *store_plan_text(const char *folder, const char *plan, size_t *length, Status *status) {
  char *path = store_plan_path(folder, plan), *text = file_read(path, length, status), hash[KEY_SIZE];
  if (text) hash_name(hash, text, *length);
  if (text && !text_equal(hash, plan)) { // others may write to the store
    status_fail(status, STATUS_INPUT, "%s is not the plan that was kept: take it away, and run again", path);
    free(text);
    text = NULL;
  }
  free(path);
  return text;
}

static bool write_all(int descriptor, const char *at, size_t length) {
  while (length) {
    ssize_t written = write(descriptor, at, length);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    at += written;
    length -= (size_t)written;
  }
  return true;
}

// Beside it, then renamed; not synced, as a plan that a crash of the system takes can be made again.
static bool write_plan(const char *path, const char *text, size_t length) {
  Text beside = {0};
  text_printf(&beside, "%s.%d.tmp", path, (int)getpid());
  unlink(text_get(&beside)); // of a process before; a link there leads nowhere
  int descriptor = open(text_get(&beside), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  bool good = descriptor >= 0 && write_all(descriptor, text, length);
  int error = errno;
  if (descriptor >= 0 && close(descriptor) < 0 && good) good = false, error = errno;
  if (good && rename(text_get(&beside), path) != 0) good = false, error = errno;
  if (!good && descriptor >= 0) unlink(text_get(&beside));
  errno = error;
  text_free(&beside);
  return good;
}

bool store_keep_plan(const char *folder, const char *text, size_t length, char hash[KEY_SIZE],
                     Status *status) {
  hash_name(hash, text, length);
  char *path = store_plan_path(folder, hash);
  bool good = file_exists(path) || write_plan(path, text, length) ||
              status_fail(status, STATUS_INTERNAL,
                          "cannot write %s: %s; the same command goes on from the rows that are there", path,
                          strerror(errno));
  free(path);
  return good;
}

// ---- Writing rows.

enum { HOST_SIZE = 64, ATTEMPTS = 100 };

// Of this host, process and moment, which no other has.
static char *row_file_path(const char *folder, int attempt) {
  char host[HOST_SIZE] = "";
  struct timespec now = {0};
  Text name = {0};
  gethostname(host, sizeof host - 1);
  clock_gettime(CLOCK_REALTIME, &now);
  for (char *at = host; *at; at++)
    if (*at == '/') *at = '_';
  text_printf(&name, "%s/%s-%d-%lld.%06ld-%d%s", ROWS, *host ? host : "host", (int)getpid(),
              (long long)now.tv_sec, now.tv_nsec / 1000, attempt, SUFFIX);
  char *path = file_join(folder, text_get(&name));
  text_free(&name);
  return path;
}

bool row_file_open(RowFile *file, const char *folder, Status *status) {
  *file = (RowFile){.descriptor = -1};
  for (int attempt = 0; attempt < ATTEMPTS && file->descriptor < 0; attempt++) {
    free(file->path);
    file->path = row_file_path(folder, attempt);
    file->descriptor = open(file->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file->descriptor < 0 && errno != EEXIST) break;
  }
  if (file->descriptor >= 0) return true;
  status_fail(status, STATUS_INPUT, "cannot write %s: %s", file->path, strerror(errno));
  free(file->path);
  file->path = NULL;
  return false;
}

bool row_file_add(RowFile *file, const Row *row, Status *status) {
  Text line = {0};
  row_write(row, &line);
  bool good = row_file_add_line(file, &line, status);
  text_free(&line);
  return good;
}

bool row_file_add_line(RowFile *file, const Text *line, Status *status) {
  bool good = write_all(file->descriptor, line->data, line->length);
  int error = errno;
  if (good) file->length += (int64_t)line->length;
  if (!good && ftruncate(file->descriptor, file->length) == 0)
    lseek(file->descriptor, file->length, SEEK_SET);
  return good || status_fail(status, STATUS_INTERNAL,
                             "cannot write %s: %s; the same command goes on from the rows that are there",
                             file->path, strerror(error));
}

void row_file_close(RowFile *file) {
  if (!file->path) return;
  close(file->descriptor);
  if (file->length == 0) unlink(file->path);
  free(file->path);
  *file = (RowFile){.descriptor = -1};
}
