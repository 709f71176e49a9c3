#include "base/json.h"
#include "base/random.h"

#include "test.h"

#include <math.h>

static void write_sample(JsonWriter *writer) {
  json_begin_object(writer, NULL);
  json_put_string(writer, "graph", "a\"b\\\n\x01");
  json_begin_array(writer, "kernels");
  json_begin_object(writer, NULL);
  json_put_integer(writer, "id", 0);
  json_begin_array(writer, "ops");
  json_put_string(writer, NULL, "xf");
  json_put_string(writer, NULL, "sq");
  json_end(writer);
  json_begin_inline(writer, "estimate", false);
  json_put_number(writer, "time_us", 65.1);
  json_begin_array(writer, "limits");
  json_put_bool(writer, NULL, true);
  json_put_null(writer, NULL);
  json_end(writer);
  json_end(writer);
  json_end(writer);
  json_end(writer);
  json_begin_array(writer, "empty");
  json_end(writer);
  json_begin_object(writer, "none");
  json_end(writer);
  json_end(writer);
}

static void compact(void **state) {
  (void)state;
  Text out = {0};
  JsonWriter writer = json_writer(&out, false);
  write_sample(&writer);
  assert_string_equal(text_get(&out),
                      "{\"graph\":\"a\\\"b\\\\\\n\\u0001\",\"kernels\":[{\"id\":0,\"ops\":[\"xf\",\"sq\"],"
                      "\"estimate\":{\"time_us\":65.1,\"limits\":[true,null]}}],\"empty\":[],\"none\":{}}");
  assert_int_equal(writer.depth, 0);
  text_free(&out);
}

static void pretty(void **state) {
  (void)state;
  Text out = {0};
  JsonWriter writer = json_writer(&out, true);
  write_sample(&writer);
  assert_string_equal(text_get(&out),
                      "{\n"
                      "  \"graph\": \"a\\\"b\\\\\\n\\u0001\",\n"
                      "  \"kernels\": [\n"
                      "    {\n"
                      "      \"id\": 0,\n"
                      "      \"ops\": [\"xf\", \"sq\"],\n"
                      "      \"estimate\": {\"time_us\": 65.1, \"limits\": [true, null]}\n"
                      "    }\n"
                      "  ],\n"
                      "  \"empty\": [],\n"
                      "  \"none\": {}\n"
                      "}\n");
  text_free(&out);
}

static void expect_number(double value, const char *expected) {
  Text out = {0};
  JsonWriter writer = json_writer(&out, false);
  json_put_number(&writer, NULL, value);
  assert_string_equal(text_get(&out), expected);
  text_free(&out);
}

static void numbers_are_short_and_whole_ones_whole(void **state) {
  (void)state;
  expect_number(0, "0");
  expect_number(536870912, "536870912");
  expect_number(-3, "-3");
  expect_number(0.1, "0.1");
  expect_number(1e-6, "1e-06");
  expect_number(1.0 / 3, "0.3333333333333333");
  expect_number(9007199254740991, "9007199254740991");
  expect_number(1e300, "1e+300");
  expect_number(NAN, "null");
  expect_number(INFINITY, "null");
}

static void numbers_read_back_the_same(void **state) {
  (void)state;
  Random random = {11};
  for (int i = 0; i < 20000; i++) {
    uint64_t bits = random_next(&random);
    double value, read;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) continue;
    Text out = {0};
    JsonWriter writer = json_writer(&out, false);
    json_put_number(&writer, NULL, value);
    Json *json = json_parse("f", text_get(&out), out.length, NULL);
    read = json_number(json_root(json), 0);
    assert_memory_equal(&read, &value, sizeof value);
    json_free(json);
    text_free(&out);
  }
}

static void integers_read_back_the_same(void **state) {
  (void)state;
  Text out = {0};
  JsonWriter writer = json_writer(&out, false);
  json_put_integer(&writer, NULL, INT64_MIN);
  assert_string_equal(text_get(&out), "-9223372036854775808");
  text_free(&out);
}

// What the writer wrote the reader takes, and the strings come back, invalid UTF-8 as the replacement
// character.
static void strings_read_back_the_same(void **state) {
  (void)state;
  static const char *const strings[] = {"", "plain", "\"\\/\b\f\n\r\t\x1f\x7f",
                                        "\xe2\x82\xac \xf0\x9f\x98\x80"};
  for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
    Text out = {0};
    JsonWriter writer = json_writer(&out, true);
    json_begin_object(&writer, NULL);
    json_put_string(&writer, strings[i], strings[i]);
    json_end(&writer);
    Json *json = json_parse("f", text_get(&out), out.length, NULL);
    assert_string_equal(json_key(json_first(json_root(json))), strings[i]);
    assert_string_equal(json_string(json_first(json_root(json)), NULL), strings[i]);
    json_free(json);
    text_free(&out);
  }
  Text out = {0};
  JsonWriter writer = json_writer(&out, false);
  json_put_string(&writer, NULL,
                  "a\xff"
                  "b");
  assert_string_equal(text_get(&out), "\"a\\ufffdb\"");
  text_free(&out);
}

// What begins as a file of a kind is one, of its version alone.
static void files_begin_alike(void **state) {
  (void)state;
  Text text = {0};
  JsonWriter writer = json_writer(&text, false);
  json_begin_file(&writer, "fusebox-test", 2);
  json_end(&writer);
  assert_string_equal(text_get(&text), "{\"format\":\"fusebox-test\",\"version\":2}");
  Json *json = json_parse("test", text_get(&text), text.length, NULL);
  assert_true(json_is_file(json, "fusebox-test", 2));
  assert_false(json_is_file(json, "fusebox-test", 1));
  assert_false(json_is_file(json, "fusebox", 2));
  json_free(json);
  json = json_parse("test", "[]", 2, NULL);
  assert_false(json_is_file(json, "fusebox-test", 2));
  json_free(json);
  text_free(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(files_begin_alike),
      cmocka_unit_test(compact),
      cmocka_unit_test(pretty),
      cmocka_unit_test(numbers_are_short_and_whole_ones_whole),
      cmocka_unit_test(numbers_read_back_the_same),
      cmocka_unit_test(integers_read_back_the_same),
      cmocka_unit_test(strings_read_back_the_same),
  };
  return cmocka_run_group_tests_name("json writer", tests, NULL, NULL);
}
