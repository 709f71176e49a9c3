// Entries of the compile cache: only what this user's program wrote is taken, every byte of it.
#include "base/file_own.h"
#include "gpu/toolkit/compile_cache.h"
#include "scratch.h"

#include <string.h>
#include <sys/stat.h>

static char key[33] = "ab23456789abcdef0123456789abcdef";

static Compiled compiled(void) {
  static char cubin[] = "code of a kernel", log[] = "ptxas said something";
  return (Compiled){
      .cubin = (void *)cubin, .cubin_bytes = sizeof cubin, .log = log, .registers = 40, .max_threads = 256};
}

static CompileCache open_filled(char **path) {
  CompileCache cache = compile_cache_open(NULL);
  Compiled entry = compiled();
  compile_cache_put(&cache, key, &entry);
  *path = scratch_path("cubins/ab/23456789abcdef0123456789abcdef");
  assert_true(file_exists(*path));
  return cache;
}

static bool answers(const CompileCache *cache) {
  Compiled got = {0};
  bool found = compile_cache_get(cache, key, &got);
  if (found) {
    assert_int_equal(got.registers, 40);
    assert_int_equal(got.cubin_bytes, compiled().cubin_bytes);
    assert_memory_equal(got.cubin, compiled().cubin, got.cubin_bytes);
    assert_string_equal(got.log, compiled().log);
    compiled_free(&got);
  }
  return found;
}

// The count of registers, too: it stands in the head.
static void test_every_byte_counts(void **state) {
  (void)state;
  char *path;
  CompileCache cache = open_filled(&path);
  size_t length;
  char *bytes = file_read(path, &length, NULL);
  assert_true(answers(&cache));
  for (size_t i = 0; i < length; i++) {
    bytes[i] ^= 1;
    assert_true(file_write(path, bytes, length, NULL));
    if (answers(&cache)) fail_msg("a change of byte %zu went unnoticed", i);
    bytes[i] ^= 1;
  }
  assert_true(file_write(path, bytes, length, NULL));
  assert_true(answers(&cache));
  compile_cache_close(&cache);
  free(bytes), free(path);
}

// Who has no key cannot make an entry, nor can its own be put in another's place by whoever can write there.
static void test_entries_of_others(void **state) {
  (void)state;
  char *path, *kept = scratch_path("key"), *link = scratch_path("entry");
  CompileCache cache = open_filled(&path), other = compile_cache_open(NULL);
  other.key.words[0] ^= 1;
  Compiled entry = compiled();
  compile_cache_put(&other, key, &entry);
  assert_false(answers(&cache));
  compile_cache_put(&cache, key, &entry);
  assert_true(answers(&cache));
  assert_int_equal(chmod(path, 0666), 0);
  assert_false(answers(&cache));
  assert_int_equal(chmod(path, 0600), 0);
  assert_int_equal(rename(path, link), 0);
  assert_int_equal(symlink(link, path), 0);
  assert_false(answers(&cache));
  compile_cache_put(&cache, key, &entry); // replaces the link
  assert_true(answers(&cache));
  assert_int_equal(unlink(kept), 0); // the key is lost: all is made anew
  CompileCache anew = compile_cache_open(NULL);
  assert_false(answers(&anew));
  compile_cache_put(&anew, key, &entry);
  assert_true(answers(&anew));
  compile_cache_close(&cache), compile_cache_close(&other), compile_cache_close(&anew);
  free(path), free(kept), free(link);
}

// An entry that somebody renamed is none of the other kernel.
static void test_entries_keep_their_names(void **state) {
  (void)state;
  char *path, *other = scratch_path("cubins/ab/33456789abcdef0123456789abcdef");
  CompileCache cache = open_filled(&path);
  assert_true(answers(&cache));
  assert_int_equal(rename(path, other), 0);
  key[2] = '3';
  assert_false(answers(&cache));
  key[2] = '2';
  compile_cache_close(&cache);
  free(path), free(other);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_byte_counts),
                                     cmocka_unit_test(test_entries_of_others),
                                     cmocka_unit_test(test_entries_keep_their_names)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
