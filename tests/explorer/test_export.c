// Exports from the screen: what is written is what the session exports; what cannot be is told.
#include "fixture.h"

#include "base/file.h"
#include "session/export/export.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Presses ^E, the format, and a file name in place of the suggested one; the file's text, NULL: none was
// written.
static char *exported(Fixture *it, const char *format) {
  char path[] = "/tmp/fusebox-export-XXXXXX", keys[256];
  close(mkstemp(path));
  unlink(path);
  snprintf(keys, sizeof keys, "<C-e>%s<Enter><C-u>%s<Enter>", format, path);
  press(it, keys);
  size_t length;
  Status status = {0};
  char *text = file_read(path, &length, &status);
  unlink(path);
  return text;
}

static void check_format(Fixture *it, ExportFormat format, int kernel, const char *typed) {
  Text expected = {0};
  Status status = {0};
  assert_true(session_export(it->session, format, kernel, &expected, &status));
  assert_true(expected.length > 100);
  char *text = exported(it, typed);
  assert_non_null(text);
  assert_string_equal(text, text_get(&expected));
  assert_false(it->explorer->message_failed);
  assert_true(shows(it, "written to /tmp/fusebox-export"));
  free(text);
  text_free(&expected);
}

static void test_formats(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  check_format(&it, EXPORT_REPORT, NO_KERNEL, "report");
  check_format(&it, EXPORT_HTML, NO_KERNEL, "html");
  check_format(&it, EXPORT_HTML_LIGHT, NO_KERNEL, "html-light");
  check_format(&it, EXPORT_JSON, NO_KERNEL, "json");
  check_format(&it, EXPORT_FX, NO_KERNEL, "fx");
  check_format(&it, EXPORT_DOT, NO_KERNEL, "dot");
  check_format(&it, EXPORT_PLAN, NO_KERNEL, "plan");
  check_format(&it, EXPORT_TRACE, NO_KERNEL, "trace");
  check_format(&it, EXPORT_CUDA, NO_KERNEL, "cuda");
  check_format(&it, EXPORT_CUDA, 0, "cuda<Space>of<Space>K0");
  check_format(&it, EXPORT_HARNESS, 0, "harness<Space>of<Space>K0");
  close_graph(&it);
}

// The plan that is written is the plan as it is, and can be read again.
static void test_plan(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  int before = kernels(&it);
  press(&it, "f");
  int after = kernels(&it);
  assert_int_equal(after, before - 1);
  char *text = exported(&it, "plan");
  assert_non_null(text);
  press(&it, "u");
  Status status = {0};
  assert_true(plan_parse(session_plan(it.session), "plan", text, strlen(text), &status));
  assert_int_equal(kernels(&it), after);
  free(text);
  close_graph(&it);
}

static void test_suggested_names(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  press(&it, "<C-e>dot<Enter>");
  assert_true(shows(&it, "softmax.dot"));
  press(&it, "<Esc><C-e>cuda<Space>of<Enter>");
  assert_true(shows(&it, "softmax-K0.cu"));
  close_graph(&it);
}

static void test_refusals(void **state) {
  (void)state;
  Fixture it = open_graph("softmax.json", 120, 40);
  press(&it, "<C-e>sass<Space>of<Space>K0<Enter>");
  assert_false(it.explorer->picker.open);
  assert_true(shows(&it, "not compiled: C compiles it"));
  press(&it, "<C-e>png<Enter>");
  assert_true(shows(&it, "there is no format \"png\""));
  press(&it, "<C-e>json<Enter><C-u>/tmp/no-such-folder/graph.json<Enter>");
  assert_true(it.explorer->message_failed);
  assert_true(shows(&it, "/tmp/no-such-folder/graph.json"));
  close_graph(&it);
}

static void test_library_kernel(void **state) {
  (void)state;
  Fixture it = open_graph("linear_relu.json", 120, 40);
  Text text = {0};
  Status status = {0};
  int library = -1, count;
  const int *order = plan_order(session_plan(it.session), &count);
  for (int i = 0; i < count; i++)
    if (!plan_lowered(session_plan(it.session), order[i])->nest) library = order[i];
  assert_true(library >= 0);
  assert_false(session_export(it.session, EXPORT_CUDA, library, &text, &status));
  assert_true(*status.message);
  text_clear(&text);
  assert_true(session_export(it.session, EXPORT_CUDA, NO_KERNEL, &text, &status));
  assert_non_null(strstr(text_get(&text), "which a library runs"));
  text_free(&text);
  close_graph(&it);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_formats),         cmocka_unit_test(test_plan),
      cmocka_unit_test(test_suggested_names), cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_library_kernel),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
