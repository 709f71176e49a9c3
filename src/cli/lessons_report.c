// lessons --report: the table of a class, for people, as CSV, as JSON, or as a page for a browser.
#include "base/json.h"
#include "cli/lessons.h"
#include "script/lesson/course.h"
#include "session/export/html.h"

#include <stdio.h>
#include <string.h>

enum { GUESSES_SHOWN = 3 };

static const char *place_of(const CourseEntry *entry) {
  const char *id = entry->file.step < entry->file.step_count ? entry->file.ids[entry->file.step] : NULL;
  return id ? id : "";
}

static void add_minutes(Text *out, int64_t seconds) {
  text_printf(out, "%lld:%02lld", (long long)(seconds / 60), (long long)(seconds % 60));
}

// "17" (3), "5" (1)
static void add_guesses(Text *out, const CourseStep *step) {
  for (int i = 0; i < step->guesses.count && i < GUESSES_SHOWN; i++)
    text_printf(out, "%s\"%s\" (%d)", i ? ", " : "", step->guesses.data[i].guess,
                step->guesses.data[i].count);
}

static bool is_of(const CourseEntry *entry, const char *lesson) {
  return text_equal(entry->file.lesson, lesson);
}

// ---- For people.

static void print_entry(Text *out, const CourseEntry *entry) {
  Text time = {0};
  bool ended = entry->done == entry->file.step_count;
  add_minutes(&time, entry->seconds);
  text_printf(out, "  %-20s %3d of %-3d %5d %5d %5d %5d %5d %8s  %s\n", entry->student, entry->done,
              entry->file.step_count, entry->right, entry->later, entry->asked - entry->right - entry->later,
              entry->hints, entry->shown, text_get(&time), ended ? "the end" : place_of(entry));
  text_free(&time);
}

static void print_step(Text *out, const CourseStep *step) {
  Text time = {0}, guesses = {0};
  add_minutes(&time, step->seconds);
  add_guesses(&guesses, step);
  text_printf(out, "  %-30s %3d %5d %5d %5d %5d %5d %6s  %s\n", step->id, step->done, step->right,
              step->later, step->asked - step->right - step->later, step->hints, step->shown, text_get(&time),
              text_get(&guesses));
  text_free(&time);
  text_free(&guesses);
}

static void print_notes(Text *out, const Course *course, const char *lesson) {
  bool any = false;
  for (int i = 0; i < course->entries.count; i++) {
    const CourseEntry *entry = &course->entries.data[i];
    for (int j = 0; is_of(entry, lesson) && j < entry->file.step_count; j++) {
      const char *note = entry->file.steps[j].note, *id = entry->file.ids[j];
      if (!note) continue;
      if (!any) text_add(out, "  in words\n");
      text_printf(out, "  %-20s %s: %s\n", entry->student, id ? id : "", note);
      any = true;
    }
  }
}

static void print_lesson(Text *out, const Course *course, const char *lesson, const char *title) {
  text_printf(out, "%s: %s\n", lesson, title ? title : "");
  text_add(out, "  student                done    right later wrong hints shown  minutes  is at\n");
  for (int i = 0; i < course->entries.count; i++)
    if (is_of(&course->entries.data[i], lesson)) print_entry(out, &course->entries.data[i]);
  text_add(out,
           "\n  step                          done right later wrong hints shown median  wrong guesses\n");
  for (int i = 0; i < course->steps.count; i++)
    if (text_equal(course->steps.data[i].lesson, lesson)) print_step(out, &course->steps.data[i]);
  print_notes(out, course, lesson);
  text_add(out, "\n");
}

static void each_lesson(const Course *course, Text *out,
                        void (*write)(Text *out, const Course *course, const char *lesson,
                                      const char *title)) {
  for (int i = 0; i < course->entries.count; i++) {
    const ProgressFile *file = &course->entries.data[i].file;
    if (i == 0 || !is_of(&course->entries.data[i - 1], file->lesson))
      write(out, course, file->lesson, file->title);
  }
}

// ---- CSV: a row a student and step.

// A text that a spreadsheet would take for a formula is begun with an apostrophe.
static void add_cell(Text *out, const char *text) {
  text_add(out, *text && strchr("=+-@\t", *text) ? ",\"'" : ",\"");
  for (; *text; text++) {
    if (*text == '"') text_add(out, "\"");
    text_add_bytes(out, text, 1);
  }
  text_add(out, "\"");
}

static void write_csv_step(Text *out, const CourseEntry *entry, int step) {
  const LessonRecord *record = &entry->file.steps[step];
  Text wrong = {0}, row = {0};
  for (int i = 0; i < record->wrong_count; i++)
    text_printf(&wrong, "%s%s", i ? "; " : "", record->wrong[i]);
  add_cell(&row, entry->student);
  add_cell(&row, entry->file.lesson);
  add_cell(&row, entry->file.ids[step] ? entry->file.ids[step] : "");
  text_printf(&row, ",%d,%d,%d,%d,%d,%lld", record->done, record->answer.guess && record->answer.right,
              record->tries, record->hints, record->shown, (long long)record->seconds);
  add_cell(&row, record->answer.guess ? record->answer.guess : "");
  add_cell(&row, text_get(&wrong));
  add_cell(&row, record->note ? record->note : "");
  text_printf(out, "%s\n", text_get(&row) + 1);
  text_free(&wrong);
  text_free(&row);
}

static void write_csv(Text *out, const Course *course) {
  text_add(out, "student,lesson,step,done,right,tries,hints,shown,seconds,answer,wrong,words\n");
  for (int i = 0; i < course->entries.count; i++)
    for (int j = 0; j < course->entries.data[i].file.step_count; j++)
      write_csv_step(out, &course->entries.data[i], j);
}

// ---- JSON.

static void put_entry(JsonWriter *writer, const CourseEntry *entry) {
  json_begin_object(writer, NULL);
  json_put_string(writer, "student", entry->student);
  json_put_string(writer, "lesson", entry->file.lesson);
  json_put_string(writer, "at", place_of(entry));
  json_put_integer(writer, "steps", entry->file.step_count);
  json_put_integer(writer, "done", entry->done);
  json_put_integer(writer, "asked", entry->asked);
  json_put_integer(writer, "right", entry->right);
  json_put_integer(writer, "later", entry->later);
  json_put_integer(writer, "hints", entry->hints);
  json_put_integer(writer, "shown", entry->shown);
  json_put_integer(writer, "seconds", entry->seconds);
  json_begin_object(writer, "words");
  for (int i = 0; i < entry->file.step_count; i++)
    if (entry->file.steps[i].note && entry->file.ids[i])
      json_put_string(writer, entry->file.ids[i], entry->file.steps[i].note);
  json_end(writer);
  json_end(writer);
}

static void put_step(JsonWriter *writer, const CourseStep *step) {
  json_begin_object(writer, NULL);
  json_put_string(writer, "lesson", step->lesson);
  json_put_string(writer, "step", step->id);
  json_put_integer(writer, "students", step->students);
  json_put_integer(writer, "done", step->done);
  json_put_integer(writer, "asked", step->asked);
  json_put_integer(writer, "right", step->right);
  json_put_integer(writer, "later", step->later);
  json_put_integer(writer, "hints", step->hints);
  json_put_integer(writer, "shown", step->shown);
  json_put_integer(writer, "median_seconds", step->seconds);
  json_begin_array(writer, "wrong");
  for (int i = 0; i < step->guesses.count; i++) {
    json_begin_inline(writer, NULL, false);
    json_put_string(writer, "guess", step->guesses.data[i].guess);
    json_put_integer(writer, "count", step->guesses.data[i].count);
    json_end(writer);
  }
  json_end(writer);
  json_end(writer);
}

static void write_json(Text *out, const Course *course) {
  JsonWriter writer = json_writer(out, true);
  json_begin_object(&writer, NULL);
  json_begin_array(&writer, "students");
  for (int i = 0; i < course->entries.count; i++)
    put_entry(&writer, &course->entries.data[i]);
  json_end(&writer);
  json_begin_array(&writer, "steps");
  for (int i = 0; i < course->steps.count; i++)
    put_step(&writer, &course->steps.data[i]);
  json_end(&writer);
  json_end(&writer);
}

// ---- HTML: what people read, in one file without scripts.

static void html_lesson(Text *out, const Course *course, const char *lesson, const char *title) {
  Text table = {0};
  print_lesson(&table, course, lesson, title);
  text_add(out, "<h2>");
  html_text(out, title ? title : lesson);
  text_add(out, "</h2>\n<pre>");
  html_text(out, text_get(&table));
  text_add(out, "</pre>\n");
  text_free(&table);
}

static void write_html(Text *out, const Course *course) {
  text_add(out,
           "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Lessons of a class</title>\n"
           "<style>body{font:1em sans-serif;margin:1em auto;max-width:60em;padding:0 1em}"
           "pre{overflow-x:auto}</style></head>\n<body>\n<h1>Lessons of a class</h1>\n");
  each_lesson(course, out, html_lesson);
  text_add(out, "</body>\n</html>\n");
}

static void write_people(Text *out, const Course *course) {
  each_lesson(course, out, print_lesson);
}

bool lessons_report(const Invocation *invocation, Status *status) {
  Course course;
  if (!course_read(invocation->value[OPTION_REPORT], &course, status)) return false;
  Text out = {0};
  void (*write)(Text *, const Course *) = cli_has(invocation, OPTION_CSV)    ? write_csv
                                          : cli_has(invocation, OPTION_HTML) ? write_html
                                          : cli_has(invocation, OPTION_JSON) ? write_json
                                                                             : write_people;
  write(&out, &course);
  for (int i = 0; i < course.left_out.count; i++)
    cli_note("%s\n", course.left_out.data[i]);
  course_free(&course);
  bool ok = cli_print(&out, status);
  text_free(&out);
  return ok;
}
