#include "base/json.h"

#include "test.h"

#include <stdio.h>
#include <unistd.h>

static Json *parse(const char *text) {
  Status status = {0};
  Json *json = json_parse("g.json", text, strlen(text), &status);
  if (!json) fail_msg("%s", status.message);
  return json;
}

static void expect_refused(const char *text, const char *expected) {
  Status status = {0};
  assert_null(json_parse("g.json", text, strlen(text), &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_string_equal(status.message, expected);
}

static void values_are_read(void **state) {
  (void)state;
  Json *json = parse("{\"a\": [1, -2.5, 1e3], \"b\": \"x\\n\\u00e9\", \"c\": true, \"d\": null, \"e\": {}}");
  const JsonNode *root = json_root(json), *a = json_get(root, "a");
  assert_string_equal(json_file(json), "g.json");
  assert_true(json_is_object(root) && json_is_array(a));
  assert_int_equal(json_count(root), 5);
  assert_int_equal(json_count(a), 3);
  assert_true(json_number(json_at(a, 1), 0) == -2.5);
  assert_true(json_number(json_at(a, 2), 0) == 1000);
  assert_string_equal(json_string(json_get(root, "b"), ""), "x\n\xc3\xa9");
  assert_true(json_is_bool(json_get(root, "c")) && json_bool(json_get(root, "c"), false));
  assert_true(json_is_null(json_get(root, "d")));
  assert_string_equal(json_key(json_get(root, "d")), "d");
  assert_int_equal(json_count(json_get(root, "e")), 0);
  json_free(json);
}

static void absent_and_wrong_kinds_give_the_default(void **state) {
  (void)state;
  Json *json = parse("{\"n\": 1, \"s\": \"t\"}");
  const JsonNode *root = json_root(json), *absent = json_get(root, "N");
  assert_null(absent); // keys are case-sensitive
  assert_false(json_is_object(absent) || json_is_array(absent) || json_is_string(absent));
  assert_false(json_is_number(absent) || json_is_bool(absent) || json_is_null(absent));
  assert_string_equal(json_string(json_get(root, "n"), "none"), "none");
  assert_int_equal(json_integer(json_get(root, "s"), 9), 9);
  assert_true(json_number(absent, 2.5) == 2.5);
  assert_true(json_bool(json_get(root, "n"), true));
  assert_null(json_get(absent, "x"));
  assert_null(json_at(root, 0));
  assert_null(json_first(json_get(root, "n")));
  assert_null(json_next(absent));
  assert_null(json_key(absent));
  assert_int_equal(json_count(absent), 0);
  json_free(json);
  json_free(NULL);
}

static void expect_decoded(const char *text, const char *expected) {
  Json *json = parse(text);
  assert_string_equal(json_string(json_root(json), NULL), expected);
  json_free(json);
}

static void escapes_are_decoded(void **state) {
  (void)state;
  expect_decoded("\"\"", "");
  expect_decoded("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t");
  expect_decoded("\"\\u0041-\\u00e9-\\u20AC-\\uD83D\\ude00.\"", "A-\xc3\xa9-\xe2\x82\xac-\xf0\x9f\x98\x80.");
  Json *json = parse("{\"k\\u0065y\": 1}");
  assert_int_equal(json_integer(json_get(json_root(json), "key"), 0), 1);
  json_free(json);
}

static void children_are_walked_in_order(void **state) {
  (void)state;
  Json *json = parse("[10, 11, 12]");
  int64_t expected = 10;
  for (const JsonNode *node = json_first(json_root(json)); node; node = json_next(node))
    assert_int_equal(json_integer(node, 0), expected++);
  assert_int_equal(expected, 13);
  assert_null(json_at(json_root(json), 3));
  assert_null(json_at(json_root(json), -1));
  json_free(json);
}

static void integers_are_exact(void **state) {
  (void)state;
  Json *json = parse(
      "[9223372036854775807, -9223372036854775808, 9007199254740993, 9223372036854775808, 1.0, "
      "1e3, -0, 0]");
  const JsonNode *root = json_root(json);
  assert_true(json_integer(json_at(root, 0), 0) == INT64_MAX);
  assert_true(json_integer(json_at(root, 1), 0) == INT64_MIN);
  assert_true(json_integer(json_at(root, 2), 0) == 9007199254740993); // 2^53 + 1
  for (int i = 3; i < 6; i++) {
    assert_true(json_is_number(json_at(root, i)));
    assert_false(json_is_integer(json_at(root, i)));
    assert_int_equal(json_integer(json_at(root, i), -7), -7);
  }
  assert_true(json_is_integer(json_at(root, 6)) && json_is_integer(json_at(root, 7)));
  json_free(json);
}

static void scalars_stand_alone(void **state) {
  (void)state;
  Json *json = parse(" 7 ");
  assert_int_equal(json_integer(json_root(json), 0), 7);
  json_free(json);
  json = parse("\xef\xbb\xbf[]"); // a byte order mark
  assert_true(json_is_array(json_root(json)));
  json_free(json);
}

static void grammar_errors_point_at_the_place(void **state) {
  (void)state;
  expect_refused("", "g.json:1:1: the JSON ends too early\n  \n  ^");
  expect_refused("{\"a\": 1", "g.json:1:8: the JSON ends too early\n  {\"a\": 1\n         ^");
  expect_refused("{\"a\": 1,\n}", "g.json:2:1: expected a key in double quotes\n  }\n  ^");
  expect_refused("{\"a\": 1 \"b\": 2}",
                 "g.json:1:9: expected ',' or '}'\n  {\"a\": 1 \"b\": 2}\n          ^");
  expect_refused("[1 2]", "g.json:1:4: expected ',' or ']'\n  [1 2]\n     ^");
  expect_refused("[1,]", "g.json:1:4: expected a value\n  [1,]\n     ^");
  expect_refused("[,1]", "g.json:1:2: expected a value or ']'\n  [,1]\n   ^");
  expect_refused("{\"a\" 1}", "g.json:1:6: expected ':'\n  {\"a\" 1}\n       ^");
  expect_refused("{\"a\":}", "g.json:1:6: expected a value\n  {\"a\":}\n       ^");
  expect_refused("[1}", "g.json:1:3: expected ',' or ']'\n  [1}\n    ^");
  expect_refused("]", "g.json:1:1: expected a value\n  ]\n  ^");
  expect_refused("[] []", "g.json:1:4: expected nothing after the value\n  [] []\n     ^");
  expect_refused("1, 2", "g.json:1:2: expected nothing after the value\n  1, 2\n   ^");
  expect_refused("{1: 2}", "g.json:1:2: expected a key in double quotes or '}'\n  {1: 2}\n   ^");
}

static void token_errors_point_at_the_place(void **state) {
  (void)state;
  expect_refused("[\"ab", "g.json:1:2: this string has no end\n  [\"ab\n   ^");
  expect_refused("[\"a\nb\"]", "g.json:1:4: a string must end on its line\n  [\"a\n     ^");
  expect_refused("[\"\\q\"]", "g.json:1:3: unknown escape in a string\n  [\"\\q\"]\n    ^");
  expect_refused("[\"\\u12\"]", "g.json:1:3: \\u needs four hexadecimal digits\n  [\"\\u12\"]\n    ^");
  expect_refused("[\"\\u0000\"]",
                 "g.json:1:3: a string may not hold a zero character\n  [\"\\u0000\"]\n    ^");
  expect_refused("[\"\xff\"]", "g.json:1:3: invalid UTF-8 in a string\n  [\"?\"]\n    ^");
  expect_refused("[01]", "g.json:1:2: a number may not begin with 0\n  [01]\n   ^");
  expect_refused("[1.]", "g.json:1:2: a number needs digits after its point\n  [1.]\n   ^");
  expect_refused("[1e]", "g.json:1:2: a number needs digits in its exponent\n  [1e]\n   ^");
  expect_refused("[-]", "g.json:1:2: a number needs digits\n  [-]\n   ^");
  expect_refused("[True]", "g.json:1:2: unknown word (strings need double quotes)\n  [True]\n   ^");
  expect_refused("['a']", "g.json:1:2: strings need double quotes\n  ['a']\n   ^");
  expect_refused("[nulls]", "g.json:1:2: unknown word (strings need double quotes)\n  [nulls]\n   ^");
}

// The scanner looks at eight bytes at once while they are plain: whatever stands among plain bytes, first or
// last of those that are looked at together, is seen.
static void special_bytes_are_found_at_any_place(void **state) {
  (void)state;
  enum { LENGTH = 20 };
  for (int byte = 1; byte < 256; byte++) {
    for (size_t at = 0; at < LENGTH; at++) {
      char text[LENGTH + 3] = "\"~~~~~~~  !!~~~~    ~\"", place[64];
      Status status = {0};
      text[1 + at] = (char)byte;
      bool plain = byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
      Json *json = json_parse("g.json", text, LENGTH + 2, &status);
      assert_true((json != NULL) == plain);
      if (json) assert_memory_equal(json_string(json_root(json), ""), text + 1, LENGTH);
      snprintf(place, sizeof place, "g.json:1:%zu: ", at + 2);
      if (!json && byte != '"' && byte != '\\')
        assert_true(strncmp(status.message, place, strlen(place)) == 0);
      json_free(json);
    }
  }
}

static void half_a_surrogate_pair_is_refused(void **state) {
  (void)state;
  static const char *const halves[] = {"\"\\ud83d\"", "\"\\ude00\"", "\"\\ud83d\\ud83d\"",
                                       "\"\\ud83dx\\ude00\""};
  for (size_t i = 0; i < sizeof halves / sizeof *halves; i++) {
    Status status = {0};
    assert_null(json_parse("f", halves[i], strlen(halves[i]), &status));
    assert_non_null(strstr(status.message, "f:1:2: half of a surrogate pair"));
  }
  Json *json = parse("\"\\ud83d\\ude00\"");
  assert_string_equal(json_string(json_root(json), ""), "\xf0\x9f\x98\x80");
  json_free(json);
}

static void a_cut_escape_at_the_end_is_refused(void **state) {
  (void)state;
  Status status = {0};
  static const char *const cut[] = {"\"\\", "\"\\u", "\"\\u00", "\"\\ud83d", "\"\\ud83d\\", "\"\\ud83d\\ude"};
  for (size_t i = 0; i < sizeof cut / sizeof *cut; i++)
    assert_null(json_parse("f", cut[i], strlen(cut[i]), &status));
}

static void a_binary_file_is_refused(void **state) {
  (void)state;
  Status status = {0};
  assert_null(json_parse("f",
                         "\x7f"
                         "ELF\0\0",
                         6, &status));
  assert_non_null(strstr(status.message, "f:1:1: this is no JSON"));
  assert_null(json_parse("f", "[1,\0 2]", 7, &status));
  assert_non_null(strstr(status.message, "f:1:4: this is no JSON"));
}

static void repeated_keys_are_refused(void **state) {
  (void)state;
  expect_refused("{\"a\": 1,\n \"a\": 2}", "g.json:2:2: this key is there twice\n   \"a\": 2}\n   ^");
  expect_refused("{\"\\u0061\": 1, \"a\": 2}",
                 "g.json:1:15: this key is there twice\n  {\"\\u0061\": 1, \"a\": 2}\n                ^");
  Json *json = parse("{\"a\": {\"a\": 1}, \"b\": {\"a\": 1}}");
  json_free(json);
}

// Objects with many keys take another path: the repetition is found whichever two keys it concerns.
static void repeated_keys_are_found_among_many(void **state) {
  (void)state;
  enum { KEYS = 60 };
  for (int repeated = 0; repeated < KEYS; repeated++) {
    Text text = {0};
    Status status = {0};
    for (int i = 0; i < KEYS; i++)
      text_printf(&text, "%s\"key%d\":%d", i ? "," : "{", i, i);
    text_printf(&text, ",\"key%d\":0}", repeated);
    assert_null(json_parse("f", text_get(&text), text.length, &status));
    assert_non_null(strstr(status.message, "this key is there twice"));
    text_free(&text);
  }
}

static void expect_nesting(int depth, bool allowed) {
  Text text = {0};
  Status status = {0};
  for (int i = 0; i < depth; i++)
    text_add(&text, "[");
  for (int i = 0; i < depth; i++)
    text_add(&text, "]");
  Json *json = json_parse("f", text_get(&text), text.length, &status);
  assert_int_equal(json != NULL, allowed);
  if (!allowed) assert_non_null(strstr(status.message, "f:1:257: nested too deep"));
  json_free(json);
  text_free(&text);
}

static void nesting_is_limited(void **state) {
  (void)state;
  expect_nesting(256, true);
  expect_nesting(257, false);
  expect_nesting(1000000, false);
}

static void expect_place(const Json *json, const JsonNode *node, const char *expected) {
  Status status = {0};
  assert_false(json_fail(json, node, &status, "bad %s", "thing"));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_string_equal(status.message, expected);
}

static void content_errors_point_at_their_node(void **state) {
  (void)state;
  Json *json = parse(
      "{\n  \"ops\": [ {\"op\": \"add\"},\n    {\"op\": \"}{,:\\\"\", \"in\": [1, -2e1] } ],\n"
      "  \"last\": false }");
  const JsonNode *root = json_root(json), *second = json_at(json_get(root, "ops"), 1);
  expect_place(json, root, "g.json:1:1: bad thing\n  {\n  ^");
  expect_place(json, json_at(json_get(root, "ops"), 0),
               "g.json:2:12: bad thing\n    \"ops\": [ {\"op\": \"add\"},\n             ^");
  const char *third = "    {\"op\": \"}{,:\\\"\", \"in\": [1, -2e1] } ],";
  char expected[300];
  snprintf(expected, sizeof expected, "g.json:3:12: bad thing\n  %s\n             ^", third);
  expect_place(json, json_get(second, "op"), expected);
  snprintf(expected, sizeof expected, "g.json:3:32: bad thing\n  %s\n  %31s^", third, "");
  expect_place(json, json_at(json_get(second, "in"), 1), expected);
  expect_place(json, json_get(root, "last"), "g.json:4:11: bad thing\n    \"last\": false }\n            ^");
  expect_place(json, NULL, "g.json:4:18: bad thing\n    \"last\": false }\n                   ^");
  json_free(json);
}

static void files_are_read(void **state) {
  (void)state;
  char path[] = "/tmp/fusebox-json-XXXXXX";
  int descriptor = mkstemp(path);
  assert_int_equal(write(descriptor, "{\"a\": 1}", 8), 8);
  close(descriptor);
  Status status = {0};
  Json *json = json_read(path, &status);
  assert_non_null(json);
  assert_string_equal(json_file(json), path);
  assert_int_equal(json_integer(json_get(json_root(json), "a"), 0), 1);
  json_free(json);
  unlink(path);
  assert_null(json_read(path, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_non_null(strstr(status.message, path));
}

// Every truncation and every single wrong byte of a document is read or refused with a place, never a crash.
static void damaged_documents_never_crash(void **state) {
  (void)state;
  static const char whole[] =
      "{\"name\": \"r\\u00e9\\n\", \"sizes\": {\"rows\": 16, \"e\": -1.5e-3}, \"ops\": [null, true, []]}";
  static const char bytes[] = "\0{}[]\",:\\u0-e.\xc3 x";
  char text[sizeof whole];
  for (size_t length = 0; length < sizeof whole - 1; length++) {
    Status status = {0};
    assert_null(json_parse("f", whole, length, &status));
    assert_true(strncmp(status.message, "f:1:", 4) == 0);
  }
  for (size_t at = 0; at < sizeof whole - 1; at++)
    for (size_t byte = 0; byte < sizeof bytes - 1; byte++) {
      Status status = {0};
      memcpy(text, whole, sizeof whole);
      text[at] = bytes[byte];
      Json *json = json_parse("f", text, sizeof whole - 1, &status);
      assert_int_equal(json == NULL, status.code == STATUS_INPUT);
      json_free(json);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_are_read),
      cmocka_unit_test(absent_and_wrong_kinds_give_the_default),
      cmocka_unit_test(escapes_are_decoded),
      cmocka_unit_test(children_are_walked_in_order),
      cmocka_unit_test(integers_are_exact),
      cmocka_unit_test(scalars_stand_alone),
      cmocka_unit_test(grammar_errors_point_at_the_place),
      cmocka_unit_test(token_errors_point_at_the_place),
      cmocka_unit_test(special_bytes_are_found_at_any_place),
      cmocka_unit_test(half_a_surrogate_pair_is_refused),
      cmocka_unit_test(a_cut_escape_at_the_end_is_refused),
      cmocka_unit_test(a_binary_file_is_refused),
      cmocka_unit_test(repeated_keys_are_refused),
      cmocka_unit_test(repeated_keys_are_found_among_many),
      cmocka_unit_test(nesting_is_limited),
      cmocka_unit_test(content_errors_point_at_their_node),
      cmocka_unit_test(files_are_read),
      cmocka_unit_test(damaged_documents_never_crash),
  };
  return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
