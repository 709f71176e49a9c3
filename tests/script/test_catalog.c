// The lists of Lua files: read on a thread, and again when files change.
#include "script/catalog.h"

#include "scratch.h"

#include <poll.h>
#include <string.h>

static void wait_for_lists(Catalog *catalog) {
  struct pollfd wait = {.fd = catalog_fd(catalog), .events = POLLIN};
  assert_int_equal(poll(&wait, 1, 5000), 1);
  catalog_taken(catalog);
}

static const HeuristicInfo *find(const CatalogLists *lists, const char *name) {
  for (int i = 0; i < lists->heuristic_count; i++)
    if (!strcmp(lists->heuristics[i].name, name)) return &lists->heuristics[i];
  return NULL;
}

// Until what a file says is in the lists: a folder and the file in it may come as two changes.
static CatalogLists *lists_with(Catalog *catalog, const char *name, const char *help) {
  for (;;) {
    CatalogLists *lists = catalog_lists(catalog, CATALOG_HEURISTICS);
    const HeuristicInfo *info = find(lists, name);
    if (info && !strcmp(info->help, help)) return lists;
    catalog_release(lists);
    wait_for_lists(catalog);
  }
}

static void test_following_files(void **state) {
  (void)state;
  Catalog *catalog = catalog_new();
  catalog_start(catalog);
  CatalogLists *first = catalog_lists(catalog, CATALOG_ALL);
  assert_non_null(find(first, "greedy"));
  assert_true(first->lesson_count >= 8);
  assert_int_equal(first->command_count, 0);
  CatalogLists *same = catalog_lists(catalog, CATALOG_LESSONS);
  assert_ptr_equal(same, first);
  catalog_release(same);
  scratch_write("heuristics/mine.lua", "return { help = 'first', run = function() end }");
  catalog_release(lists_with(catalog, "mine", "first"));
  scratch_write("heuristics/mine.lua", "return { help = 'second', run = function() end }");
  catalog_release(lists_with(catalog, "mine", "second"));
  assert_null(find(first, "mine")); // whoever holds lists keeps them
  assert_non_null(find(first, "greedy"));
  scratch_write("init.lua", "return 5");
  CatalogLists *broken;
  for (broken = NULL; !broken || !broken->problems.length;) {
    catalog_release(broken);
    wait_for_lists(catalog);
    broken = catalog_lists(catalog, CATALOG_COMMANDS);
  }
  assert_non_null(strstr(text_get(&broken->problems), "init.lua"));
  catalog_free(catalog);
  catalog_release(broken); // also after the catalog is gone
  catalog_release(first);
}

// Without a thread the files are read when they are asked for, those of the kind alone.
static void test_without_a_thread(void **state) {
  (void)state;
  Catalog *catalog = catalog_new();
  Catalog *const ways[] = {NULL, catalog};
  for (int i = 0; i < 2; i++) {
    CatalogLists *lists = catalog_lists(ways[i], CATALOG_HEURISTICS);
    assert_non_null(find(lists, "greedy"));
    assert_int_equal(lists->lesson_count, 0);
    catalog_release(lists);
  }
  catalog_free(catalog);
  catalog_free(NULL);
  catalog_release(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_without_a_thread),
                                     cmocka_unit_test(test_following_files)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
