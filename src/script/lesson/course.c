// Reading the files of progress of a class, and adding them up.
#include "script/lesson/course.h"

#include "base/arena.h"
#include "base/file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_MOST = 8 << 20 };

// ---- Files.

static void leave_out(Course *course, const char *path, const char *why) {
  Text text = {0};
  text_printf(&text, "%s is left out: %s", path, why);
  text_sanitize(text.data);
  vector_push(&course->left_out, text_take(&text));
}

static void count_record(CourseEntry *entry, const LessonRecord *record) {
  entry->done += record->done;
  entry->hints += record->hints;
  entry->shown += record->shown;
  entry->seconds += record->seconds;
  if (!record->answer.guess) return;
  entry->asked++;
  entry->right += record->answer.right && record->tries <= 1;
  entry->later += record->answer.right && record->tries > 1;
}

static void take_file(Course *course, const char *path, const char *student, const Json *json) {
  CourseEntry entry = {0};
  if (!progress_file_read(json, &entry.file) || !entry.file.lesson) {
    progress_file_clear(&entry.file);
    leave_out(course, path, "it is no file of a lesson's progress");
    return;
  }
  entry.student = memory_strdup(student);
  text_sanitize(entry.student);
  text_sanitize(entry.file.lesson);
  for (int i = 0; i < entry.file.step_count; i++)
    count_record(&entry, &entry.file.steps[i]);
  vector_push(&course->entries, entry);
}

// Beside the progress lie the plans that a lesson was left with; students hand them in, too.
static bool is_plan(const char *path) {
  return text_ends(path, ".plan.json") || text_ends(path, ".sizes.json");
}

static void read_file(Course *course, const char *path, const char *student) {
  struct stat info;
  Status status = {0};
  if (is_plan(path)) return;
  if (stat(path, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size > FILE_MOST) {
    leave_out(course, path, "it is no regular file, or too large");
    return;
  }
  Json *json = json_read(path, &status);
  if (json)
    take_file(course, path, student, json);
  else
    leave_out(course, path, status.message);
  json_free(json);
}

// "ann-lesson-locality.json" and "ann.json" are Ann's.
static char *student_of(const char *name) {
  const char *end = strstr(name, "lesson-");
  size_t length = end ? (size_t)(end - name) : strlen(name) - strlen(".json");
  while (length && strchr("-_. ", name[length - 1]))
    length--;
  return length ? memory_strndup(name, length) : memory_strdup("?");
}

static void read_folder(Course *course, const char *folder, const char *student, int depth) {
  int count = 0;
  char **names = file_list(folder, &count, NULL);
  for (int i = 0; i < count; i++) {
    char *path = file_join(folder, names[i]);
    bool is_file = text_ends(names[i], ".json");
    if (depth == 0 && file_is_folder(path)) {
      read_folder(course, path, names[i], depth + 1);
    } else if (is_file && (depth == 0 || text_starts(names[i], "lesson-"))) {
      char *own = student ? memory_strdup(student) : student_of(names[i]);
      read_file(course, path, own);
      free(own);
    }
    free(path);
    free(names[i]);
  }
  free(names);
}

// ---- Steps.

static int compare_entries(const void *a, const void *b) {
  const CourseEntry *x = a, *y = b;
  int order = strcmp(x->file.lesson, y->file.lesson);
  return order ? order : strcmp(x->student, y->student);
}

static int compare_guesses(const void *a, const void *b) {
  const CourseGuess *x = a, *y = b;
  return x->count != y->count ? y->count - x->count : strcmp(x->guess, y->guess);
}

static int compare_seconds(const void *a, const void *b) {
  const int64_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static CourseStep *step_of(Course *course, const char *lesson, const char *id) {
  for (int i = course->steps.count - 1; i >= 0; i--) {
    CourseStep *step = &course->steps.data[i];
    if (text_equal(step->id, id) && text_equal(step->lesson, lesson)) return step;
  }
  vector_push(&course->steps, (CourseStep){.lesson = lesson, .id = id});
  return &course->steps.data[course->steps.count - 1];
}

static void add_guess(CourseStep *step, const char *guess) {
  for (int i = 0; i < step->guesses.count; i++) {
    if (!text_equal(step->guesses.data[i].guess, guess)) continue;
    step->guesses.data[i].count++;
    return;
  }
  vector_push(&step->guesses, (CourseGuess){memory_strdup(guess), 1});
}

static void add_record(CourseStep *step, const LessonRecord *record) {
  bool there = record->done || record->seconds || record->tries || record->note;
  step->students += there;
  step->done += record->done;
  step->hints += record->hints;
  step->shown += record->shown;
  step->asked += record->answer.guess != NULL;
  step->right += record->answer.guess && record->answer.right && record->tries <= 1;
  step->later += record->answer.guess && record->answer.right && record->tries > 1;
  for (int i = 0; i < record->wrong_count; i++)
    add_guess(step, record->wrong[i]);
}

static int64_t median_seconds(const Course *course, const CourseStep *step) {
  int64_t *seconds = memory_alloc(sizeof *seconds * ((size_t)course->entries.count + 1));
  int count = 0;
  for (int i = 0; i < course->entries.count; i++) {
    const ProgressFile *file = &course->entries.data[i].file;
    for (int j = 0; text_equal(file->lesson, step->lesson) && j < file->step_count; j++)
      if (file->ids[j] && text_equal(file->ids[j], step->id) && file->steps[j].seconds) {
        seconds[count++] = file->steps[j].seconds;
        break;
      }
  }
  if (count) qsort(seconds, (size_t)count, sizeof *seconds, compare_seconds);
  int64_t median = count ? (seconds[(count - 1) / 2] + seconds[count / 2]) / 2 : 0;
  free(seconds);
  return median;
}

static void add_up(Course *course) {
  for (int i = 0; i < course->entries.count; i++) {
    const ProgressFile *file = &course->entries.data[i].file;
    for (int j = 0; j < file->step_count; j++)
      if (file->ids[j]) add_record(step_of(course, file->lesson, file->ids[j]), &file->steps[j]);
  }
  for (int i = 0; i < course->steps.count; i++) {
    CourseStep *step = &course->steps.data[i];
    step->seconds = median_seconds(course, step);
    if (step->guesses.count)
      qsort(step->guesses.data, (size_t)step->guesses.count, sizeof *step->guesses.data, compare_guesses);
  }
}

bool course_read(const char *folder, Course *course, Status *status) {
  *course = (Course){0};
  if (!file_is_folder(folder))
    return status_fail(status, STATUS_INPUT,
                       "%s is no folder: put the students' files there, as NAME/lesson-*.json", folder);
  read_folder(course, folder, NULL, 0);
  if (course->entries.count) {
    qsort(course->entries.data, (size_t)course->entries.count, sizeof *course->entries.data, compare_entries);
    add_up(course);
    return true;
  }
  status_fail(status, STATUS_INPUT, "no file of a lesson's progress is in %s%s%s", folder,
              course->left_out.count ? "; " : "", course->left_out.count ? course->left_out.data[0] : "");
  course_free(course);
  return false;
}

void course_free(Course *course) {
  for (int i = 0; i < course->entries.count; i++) {
    progress_file_clear(&course->entries.data[i].file);
    free(course->entries.data[i].student);
  }
  for (int i = 0; i < course->steps.count; i++) {
    for (int j = 0; j < course->steps.data[i].guesses.count; j++)
      free(course->steps.data[i].guesses.data[j].guess);
    vector_free(&course->steps.data[i].guesses);
  }
  for (int i = 0; i < course->left_out.count; i++)
    free(course->left_out.data[i]);
  vector_free(&course->entries);
  vector_free(&course->steps);
  vector_free(&course->left_out);
  *course = (Course){0};
}
