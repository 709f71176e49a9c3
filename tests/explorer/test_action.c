// The action table: its keys are keys, belong to one action, and say what they do.
#include "explorer/actions/action.h"
#include "test.h"

#include <string.h>

// Walks the keys of an action; returns false at the end.
static bool next(const char **at, Key *key) {
  size_t length;
  *at += strspn(*at, " ");
  if (!**at) return false;
  assert_true(key_parse(*at, key, &length));
  *at += length;
  return true;
}

static void test_keys_parse_and_are_unique(void **state) {
  (void)state;
  for (int i = 0; i < ACTION_COUNT; i++) {
    const Action *action = action_get((ActionId)i);
    Key key;
    for (const char *at = action->keys; next(&at, &key);)
      assert_ptr_equal(action_for_key(key), action);
  }
}

static void test_every_action_is_described(void **state) {
  (void)state;
  for (int i = 0; i < ACTION_COUNT; i++) {
    const Action *action = action_get((ActionId)i);
    assert_int_equal(action->id, i);
    assert_true(strlen(action->name) > 1 && strlen(action->help) > 3);
    if (i < ACTION_TAB_WHY) assert_non_null(action->run);
    assert_true(strlen(action_group_name(action->group)) > 1);
    for (int j = 0; j < i; j++)
      assert_string_not_equal(action->name, action_get((ActionId)j)->name);
  }
}

// Palette, help and manual page name every action, and each once.
static void test_lists_are_whole(void **state) {
  (void)state;
  int times[ACTION_COUNT] = {0};
  for (int place = 0; place < ACTION_COUNT; place++) {
    ActionId id = action_listed(place);
    assert_in_range(id, 0, ACTION_COUNT - 1);
    times[id]++;
  }
  for (int id = 0; id < ACTION_COUNT; id++)
    assert_int_equal(times[id], 1);
}

static void test_friendly_key_names(void **state) {
  (void)state;
  char out[KEY_NAME_SIZE];
  assert_string_equal(action_first_key(action_get(ACTION_REDO), out), "^R");
  assert_string_equal(action_first_key(action_get(ACTION_NEXT_PANE), out), "Tab");
  assert_string_equal(action_first_key(action_get(ACTION_FUSE_PRODUCER), out), "<");
  assert_string_equal(action_first_key(action_get(ACTION_PLAN_NONE), out), "");
  Text keys = {0};
  action_all_keys(action_get(ACTION_DOWN), &keys);
  assert_string_equal(text_get(&keys), "j Down");
  text_free(&keys);
}

static void test_unbound_key(void **state) {
  (void)state;
  assert_null(action_for_key((Key){KEYCODE_F12, 0}));
  assert_null(action_for_key((Key){'j', MODIFIER_ALT}));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_keys_parse_and_are_unique),
      cmocka_unit_test(test_every_action_is_described),
      cmocka_unit_test(test_lists_are_whole),
      cmocka_unit_test(test_friendly_key_names),
      cmocka_unit_test(test_unbound_key),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
