// Seals of files.
#include "base/seal.h"

#include "base/file_own.h"
#include "scratch.h"

#include <string.h>
#include <sys/stat.h>

// The reference vectors of SipHash-2-4: key 00 01 .. 0f, messages 00 01 .. of each length.
static void test_reference_vectors(void **state) {
  (void)state;
  static const struct {
    size_t length;
    uint64_t hash;
  } vectors[] = {{0, 0x726fdb47dd0e0e31}, {1, 0x74f839c593dc67fd},  {7, 0xab0200f58b01d137},
                 {8, 0x93f5f5799a932462}, {15, 0xa129ca6149be45e5}, {63, 0x958a324ceb064572}};
  unsigned char message[64];
  for (int i = 0; i < 64; i++)
    message[i] = (unsigned char)i;
  SealKey key = {true, {0x0706050403020100, 0x0f0e0d0c0b0a0908}};
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    assert_true(seal_hash(&key, message, vectors[i].length) == vectors[i].hash);
}

static void test_key_is_made_once(void **state) {
  (void)state;
  SealKey key = seal_key(NULL), again = seal_key(NULL);
  assert_true(key.known && again.known);
  assert_memory_equal(key.words, again.words, sizeof key.words);
  char *path = scratch_path("key");
  struct stat info;
  assert_int_equal(stat(path, &info), 0);
  assert_int_equal(info.st_mode & 0777, 0600);
  assert_int_equal(chmod(path, 0666), 0); // somebody may know or have chosen it
  again = seal_key(NULL);
  assert_true(again.known);
  assert_memory_not_equal(key.words, again.words, sizeof key.words);
  assert_true(file_own_write(path, "short", 5, NULL));
  assert_true(seal_key(NULL).known);
  free(path);
}

static Text sealed(const SealKey *key) {
  Text file = {0};
  JsonWriter writer = json_writer(&file, false);
  json_begin_object(&writer, NULL);
  seal_begin(&writer);
  json_put_integer(&writer, "registers", 40);
  json_end(&writer);
  text_add(&file, "\nbody \"seal\": \"1234567812345678\"");
  seal_close(key, &file);
  return file;
}

static void test_any_change_breaks_it(void **state) {
  (void)state;
  SealKey key = {true, {1, 2}}, other = {true, {1, 3}}, none = {0};
  Text file = sealed(&key);
  assert_true(seal_holds(&key, file.data, file.length));
  assert_false(seal_holds(&other, file.data, file.length));
  assert_false(seal_holds(&none, file.data, file.length));
  for (size_t i = 0; i < file.length; i++) {
    file.data[i] ^= 1;
    assert_false(seal_holds(&key, file.data, file.length));
    file.data[i] ^= 1;
    assert_false(seal_holds(&key, file.data, i)); // cut
  }
  assert_true(seal_holds(&key, file.data, file.length));
  assert_false(seal_holds(&key, "", 0));
  assert_false(seal_holds(&key, "{}", 2));
  text_free(&file);
  file = sealed(&none); // stays open
  assert_false(seal_holds(&key, file.data, file.length));
  text_free(&file);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_reference_vectors),
                                     cmocka_unit_test(test_key_is_made_once),
                                     cmocka_unit_test(test_any_change_breaks_it)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
