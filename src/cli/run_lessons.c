// lessons: the list of them, or the explorer at one.
#include "base/file.h"
#include "base/json.h"
#include "cli/lessons.h"
#include "script/lesson/lesson.h"

#include <stdio.h>
#include <unistd.h>

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

static void print_foot(const char *folder, const LessonInfo *list, int count, Text *out) {
  if (!folder)
    text_add(out, "\n'fusebox lessons 1' opens the first, F2 within the explorer lists them\n");
  else if (count)
    text_printf(out, "\n'fusebox lessons %s' opens the first\n", list[0].path);
  else
    text_printf(out, "there is no lesson in %s\n", folder);
}

static bool list_lessons(const char *folder, bool json, Status *status) {
  int count;
  LessonInfo *list = folder ? lessons_list_folder(folder, &count) : lessons_list(&count, NULL);
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
    print_foot(folder, list, count, &out);
  bool ok = cli_print(&out, status);
  text_free(&out);
  lessons_free(list, count);
  return ok;
}

static bool may_begin_anew(const Lesson *lesson) {
  const LessonInfo *info = lesson_info(lesson);
  int done = lesson_steps_done(info);
  if (!done) return true;
  char answer[16] = "";
  cli_note("%d of %d steps of \"%s\" are done. Forget them? [y/N] ", done, info->step_count, info->title);
  return fgets(answer, sizeof answer, stdin) && (*answer == 'y' || *answer == 'Y');
}

static bool begin_anew(Lesson *lesson, Session *session, const Invocation *invocation, Status *status) {
  if (!cli_has(invocation, OPTION_BEGIN_ANEW)) return true;
  if (cli_is_scripted(invocation))
    return status_fail(status, STATUS_INPUT,
                       "--begin-anew: with --script and --dump-screen every lesson begins anew");
  bool asks = !cli_has(invocation, OPTION_YES), can_ask = isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
  if (asks && !can_ask)
    return status_fail(status, STATUS_INPUT, "--begin-anew asks first; without a terminal say --yes");
  if (asks && !may_begin_anew(lesson)) return status_fail(status, STATUS_CANCELLED, "nothing was forgotten");
  return lesson_begin_anew(lesson, session, status);
}

static bool show_lesson(Lesson *lesson, const Invocation *invocation, Status *status) {
  bool keep = !cli_is_scripted(invocation);
  Session *session = lesson_session(lesson, keep, status);
  if (!session) return false;
  bool ok =
      begin_anew(lesson, session, invocation, status) && cli_explore(session, lesson, invocation, status);
  session_close(session);
  return ok;
}

static bool open_one(const Invocation *invocation, Status *status) {
  Lesson *lesson = lesson_open(invocation->arguments.data[0], status);
  bool ok = lesson && show_lesson(lesson, invocation, status);
  lesson_close(lesson);
  return ok;
}

bool run_lessons(const Invocation *invocation, Status *status) {
  const char *which = invocation->arguments.count ? invocation->arguments.data[0] : NULL;
  if (invocation->value[OPTION_CHECK]) return lessons_check(invocation->value[OPTION_CHECK], status);
  if (invocation->value[OPTION_REPORT]) return lessons_report(invocation, status);
  if (cli_has(invocation, OPTION_CSV) || cli_has(invocation, OPTION_HTML))
    return status_fail(status, STATUS_INPUT, "--csv and --html go with --report FOLDER");
  if (!which || file_is_folder(which)) return list_lessons(which, cli_has(invocation, OPTION_JSON), status);
  return open_one(invocation, status);
}
