// Keys by name, and what terminals send.
#include "test.h"
#include "tui/input.h"

#include <string.h>

// Events as text: keys by name, mouse as "{button x,y}", "(drag x,y)" and "(up x,y)", pastes as "[text]".
static void describe(const Event *event, Text *out) {
  char name[KEY_NAME_SIZE];
  if (event->kind == EVENT_KEY)
    text_printf(out, "%s ", key_name(event->key, name));
  else if (event->kind == EVENT_MOUSE)
    text_printf(out, "{%d %d,%d} ", (int)event->button, event->x, event->y);
  else if (event->kind == EVENT_PASTE)
    text_printf(out, "[%s] ", event->text);
  else
    text_printf(out, "(%s %d,%d) ", event->kind == EVENT_DRAG ? "drag" : "up", event->x, event->y);
}

static void take(Input *input, bool idle, Text *out) {
  Event event;
  while (input_next(input, idle, &event))
    describe(&event, out);
}

static void assert_events(const char *bytes, size_t length, const char *expected) {
  for (size_t cut = 0; cut <= length; cut++) { // wherever the bytes are torn apart
    Input input = {0};
    Text out = {0};
    input_feed(&input, bytes, cut);
    take(&input, false, &out);
    input_feed(&input, bytes + cut, length - cut);
    take(&input, false, &out);
    take(&input, true, &out);
    assert_string_equal(text_get(&out), expected);
    assert_false(input_waiting(&input));
    text_free(&out);
    input_free(&input);
  }
}

static void assert_decoded(const char *bytes, const char *expected) {
  assert_events(bytes, strlen(bytes), expected);
}

static void test_characters(void **state) {
  (void)state;
  assert_decoded("jK/", "j K / ");
  assert_decoded("\r\n\t\177\b", "<Enter> <Enter> <Tab> <Backspace> <Backspace> ");
  assert_decoded("\003\022\032", "<C-c> <C-r> <C-z> ");
  assert_decoded("é日", "é 日 ");
  assert_events("a\0b", 3, "a <C-Space> b ");
}

static void test_sequences(void **state) {
  (void)state;
  assert_decoded("\033[A\033[B\033[C\033[D", "<Up> <Down> <Right> <Left> ");
  assert_decoded("\033OA\033OH\033OP", "<Up> <Home> <F1> ");
  assert_decoded("\033[5~\033[6~\033[1~\033[4~\033[3~", "<PageUp> <PageDown> <Home> <End> <Delete> ");
  assert_decoded("\033[Z\033[1;5C\033[1;2A", "<S-Tab> <C-Right> <S-Up> ");
  assert_decoded("\033x\033X", "<A-x> <A-X> ");
}

static void test_unknown_sequences_are_swallowed(void **state) {
  (void)state;
  assert_decoded("\033[?1;2cq", "q ");
  assert_decoded("\033[99~q", "q ");
  assert_decoded("\033[1;2;3;4;5;6~q", "q ");
}

static void test_escape_alone(void **state) {
  (void)state;
  Input input = {0};
  Event event;
  input_feed(&input, "\033", 1);
  assert_false(input_next(&input, false, &event)); // perhaps the beginning of more
  assert_true(input_waiting(&input));
  assert_true(input_next(&input, true, &event));
  assert_int_equal(event.key.code, KEYCODE_ESCAPE);
  input_feed(&input, "\033\033", 2);
  assert_true(input_next(&input, false, &event)); // the first is one for sure
  assert_int_equal(event.key.code, KEYCODE_ESCAPE);
  input_free(&input);
}

static void test_mouse(void **state) {
  (void)state;
  assert_decoded("\033[<0;10;5M\033[<0;10;5m", "{0 9,4} (up 9,4) ");
  assert_decoded("\033[<0;10;5M\033[<32;11;5M\033[<48;12;6M\033[<0;12;6m",
                 "{0 9,4} (drag 10,4) (drag 11,5) (up 11,5) ");          // the second with the control key
  assert_decoded("\033[<2;9;9M\033[<34;10;9M\033[<2;10;9m", "{2 8,8} "); // another button moves nothing
  assert_decoded("\033[<2;1;1M", "{2 0,0} ");
  assert_decoded("\033[<64;300;100M\033[<65;300;100M", "{3 299,99} {4 299,99} ");
  assert_decoded("\033[<35;10;5M\033[<0;0;0M", ""); // movement; outside
  assert_decoded("\033[<32;0;5M\033[<64;3;3m", "");
}

static void test_pasted_text_is_no_keys(void **state) {
  (void)state;
  assert_decoded("\033[200~q\033[Ax\nu\033[201~j", "[q\033[Ax\nu] j ");
}

static void test_torn_bytes_never_hang(void **state) {
  (void)state;
  static const char *const torn[] = {"\033[",     "\033[1;", "\xe6\x97", "\xc3",
                                     "\033[<0;1", "\033O",   "\xff\xfe", "\033[200~abc"};
  for (size_t i = 0; i < sizeof torn / sizeof *torn; i++) {
    Input input = {0};
    Event event;
    input_feed(&input, torn[i], strlen(torn[i]));
    while (input_next(&input, false, &event))
      continue;
    while (input_next(&input, true, &event))
      continue;
    input_feed(&input, "\033[201~", 6);
    input_feed(&input, "q", 1);
    bool quit = false;
    while (input_next(&input, true, &event))
      quit = event.kind == EVENT_KEY && event.key.code == 'q';
    assert_true(quit);
    input_free(&input);
  }
}

static void test_key_names_round_trip(void **state) {
  (void)state;
  static const char *const names[] = {"j",          "<C-r>",       "<S-Tab>", "<Down>", "<PageUp>",
                                      "<F12>",      "<Space>",     "<Esc>",   "<A-x>",  "é",
                                      "<C-A-Left>", "<A-Greater>", ">",       "<"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    Key key;
    size_t length;
    char name[KEY_NAME_SIZE];
    assert_true(key_parse(names[i], &key, &length));
    assert_int_equal(length, strlen(names[i]));
    assert_string_equal(key_name(key, name), names[i]);
  }
}

static void test_key_names_that_are_none(void **state) {
  (void)state;
  static const char *const names[] = {"", "<", "<Nothing>", "<C->", "<x>", "<C-Down"};
  Key key;
  size_t length;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    bool parsed = key_parse(names[i], &key, &length);
    bool itself = !strcmp(names[i], "<");
    assert_int_equal(parsed, itself);
  }
  assert_true(key_parse("<lEsS>", &key, &length));
  assert_int_equal(key.code, '<');
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_characters),
      cmocka_unit_test(test_sequences),
      cmocka_unit_test(test_unknown_sequences_are_swallowed),
      cmocka_unit_test(test_escape_alone),
      cmocka_unit_test(test_mouse),
      cmocka_unit_test(test_pasted_text_is_no_keys),
      cmocka_unit_test(test_torn_bytes_never_hang),
      cmocka_unit_test(test_key_names_round_trip),
      cmocka_unit_test(test_key_names_that_are_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
