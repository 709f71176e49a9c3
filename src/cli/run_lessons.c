// lessons: the list of them, or the explorer at one.
#include "base/json.h"
#include "cli/cli.h"
#include "script/lesson/lesson.h"

#include <stdio.h>

static void put_lesson(JsonWriter *writer, const LessonInfo *info) {
  json_begin_object(writer, NULL);
  json_put_integer(writer, "number", info->number);
  json_put_string(writer, "name", info->name);
  json_put_string(writer, "title", info->title);
  json_put_integer(writer, "minutes", info->minutes);
  json_put_integer(writer, "steps", info->step_count);
  json_put_integer(writer, "done", lesson_steps_done(info));
  json_put_string(writer, "about", info->about ? info->about : "");
  json_put_string(writer, "path", info->path);
  json_end(writer);
}

static void print_lesson(Text *out, const LessonInfo *info) {
  Text head = {0};
  if (info->number)
    text_printf(&head, "%2d  ", info->number);
  else
    text_add(&head, " -  ");
  text_printf(&head, "%-12s %s", info->name, info->title);
  int done = lesson_steps_done(info);
  if (done)
    text_printf(&head, " (%d of %d steps done)", done, info->step_count);
  else if (info->minutes)
    text_printf(&head, " (%d minutes)", info->minutes);
  text_printf(out, "%s\n", text_get(&head));
  if (info->about) cli_add_entry(out, "", 17, info->about);
  text_free(&head);
}

static bool list_lessons(bool json, Status *status) {
  int count;
  LessonInfo *list = lessons_list(&count, NULL);
  Text out = {0};
  JsonWriter writer = json_writer(&out, true);
  if (json) json_begin_array(&writer, NULL);
  for (int i = 0; i < count; i++) {
    if (json)
      put_lesson(&writer, &list[i]);
    else
      print_lesson(&out, &list[i]);
  }
  if (json)
    json_end(&writer);
  else
    text_add(&out, "\n'fusebox lessons 1' opens the first, F2 within the explorer lists them\n");
  bool ok = cli_print(&out, status);
  text_free(&out);
  lessons_free(list, count);
  return ok;
}

static bool show_lesson(Lesson *lesson, const Invocation *invocation, Status *status) {
  bool keep = !cli_is_scripted(invocation);
  Session *session = lesson_session(lesson, keep, status);
  if (!session) return false;
  bool ok = cli_explore(session, lesson, invocation, status);
  session_close(session);
  return ok;
}

bool run_lessons(const Invocation *invocation, Status *status) {
  if (invocation->arguments.count == 0) return list_lessons(cli_has(invocation, OPTION_JSON), status);
  Lesson *lesson = lesson_open(invocation->arguments.data[0], status);
  bool ok = lesson && show_lesson(lesson, invocation, status);
  lesson_close(lesson);
  return ok;
}
