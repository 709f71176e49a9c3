#include "base/file.h"

#include "scratch.h"

#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static void written_content_reads_back(void **state) {
  char *path = file_join(*state, "content");
  Status status = {0};
  size_t length = 0;
  assert_true(file_write(path, "a\0b", 3, &status));
  char *read = file_read(path, &length, &status);
  assert_int_equal(length, 3);
  assert_memory_equal(read, "a\0b", 4); // terminated
  free(read);
  assert_true(file_write(path, "", 0, &status));
  read = file_read(path, NULL, &status);
  assert_string_equal(read, "");
  free(read);
  free(path);
}

static void a_large_file_reads_whole(void **state) {
  enum { LENGTH = 3000001 };
  char *path = file_join(*state, "large"), *bytes = malloc(LENGTH);
  for (int i = 0; i < LENGTH; i++)
    bytes[i] = (char)(i * 7);
  size_t length;
  assert_true(file_write(path, bytes, LENGTH, NULL));
  char *read = file_read(path, &length, NULL);
  assert_int_equal(length, LENGTH);
  assert_memory_equal(read, bytes, LENGTH);
  free(read);
  free(bytes);
  free(path);
}

// Its size is not known beforehand: stat says 0.
static void a_head_is_no_more_than_asked_for(void **state) {
  Status status = {0};
  size_t length;
  char *path = file_join(*state, "head"), *head;
  assert_true(file_write(path, "first line\nsecond", 17, &status));
  head = file_read_head(path, 5, &length, &status);
  assert_string_equal(head, "first");
  assert_int_equal(length, 5);
  free(head);
  head = file_read_head(path, 100, &length, &status);
  assert_string_equal(head, "first line\nsecond");
  assert_int_equal(length, 17);
  free(head);
  assert_null(file_read_head(*state, 5, &length, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  free(path);
}

static void a_proc_file_reads_whole(void **state) {
  (void)state;
  char *read = file_read("/proc/self/status", NULL, NULL);
  assert_non_null(read);
  assert_non_null(strstr(read, "VmSize:"));
  free(read);
}

static void reading_what_cannot_be_read_says_why(void **state) {
  Status status = {0};
  assert_null(file_read("/nowhere/x.json", NULL, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_string_equal(status.message, "cannot open /nowhere/x.json: No such file or directory");
  assert_null(file_read(*state, NULL, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_non_null(strstr(status.message, "Is a directory"));
}

static void a_too_large_file_is_refused(void **state) {
  char *path = file_join(*state, "sparse");
  Status status = {0};
  assert_true(file_write(path, "", 0, NULL));
  assert_int_equal(truncate(path, (off_t)FILE_SIZE_LIMIT + 1), 0);
  assert_null(file_read(path, NULL, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_non_null(strstr(status.message, "larger than 1 GiB"));
  free(path);
}

// The new content replaces the file, so who has the old one open keeps reading the old one; nothing is left
// beside.
static void writing_replaces_and_leaves_nothing_beside(void **state) {
  char *path = file_join(*state, "plan.json"), old[4] = "";
  assert_true(file_write(path, "old", 3, NULL));
  assert_int_equal(chmod(path, 0600), 0);
  FILE *reader = fopen(path, "r");
  assert_true(file_write(path, "newer", 5, NULL));
  assert_int_equal(fread(old, 1, 3, reader), 3);
  assert_string_equal(old, "old");
  fclose(reader);
  struct stat info;
  assert_int_equal(stat(path, &info), 0);
  assert_int_equal(info.st_mode & 0777, 0600);
  int count;
  char **names = file_list(*state, &count, NULL);
  assert_int_equal(count, 1);
  assert_string_equal(names[0], "plan.json");
  free(names[0]);
  free(names);
  free(path);
}

// A failed write must keep the old content: here the name to replace is a folder, so the rename fails.
static void a_failed_write_keeps_the_old_and_leaves_nothing_beside(void **state) {
  char *path = file_join(*state, "folder");
  Status status = {0};
  int count;
  assert_true(file_make_folders(path, NULL));
  assert_false(file_write(path, "x", 1, &status));
  assert_non_null(strstr(status.message, "cannot write"));
  assert_true(file_is_folder(path));
  char **names = file_list(*state, &count, NULL);
  assert_int_equal(count, 1);
  free(names[0]);
  free(names);
  assert_false(file_write("/nowhere/at/all", "x", 1, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  free(path);
}

static void a_link_stays_and_its_file_is_replaced(void **state) {
  char *file = file_join(*state, "file"), *link = file_join(*state, "link");
  struct stat info;
  assert_true(file_write(file, "old", 3, NULL));
  assert_int_equal(symlink("file", link), 0);
  assert_true(file_write(link, "new", 3, NULL));
  assert_int_equal(lstat(link, &info), 0);
  assert_true(S_ISLNK(info.st_mode));
  char *read = file_read(file, NULL, NULL);
  assert_string_equal(read, "new");
  free(read);
  free(file);
  free(link);
}

static void a_device_is_written_to_not_replaced(void **state) {
  (void)state;
  struct stat info;
  Status status = {0};
  assert_true(file_write("/dev/null", "x", 1, &status));
  assert_int_equal(stat("/dev/null", &info), 0);
  assert_true(S_ISCHR(info.st_mode));
  assert_false(file_write("/dev/full", "x", 1, &status));
  assert_int_equal(status.code, STATUS_INTERNAL);
  assert_string_equal(status.message, "cannot write /dev/full: No space left on device");
}

// What a crashed write left behind under the same name is no obstacle.
static void a_leftover_temporary_file_is_stepped_over(void **state) {
  char path[200], leftover[300];
  snprintf(path, sizeof path, "%s/kept", (char *)*state);
  snprintf(leftover, sizeof leftover, "%s.%d-0.tmp", path, (int)gettid());
  assert_true(file_write(leftover, "stale", 5, NULL));
  assert_true(file_write(path, "fresh", 5, NULL));
  char *read = file_read(path, NULL, NULL);
  assert_string_equal(read, "fresh");
  free(read);
}

// A named pipe would keep its reader waiting; one that the shell hands over is read.
static void named_pipes_are_refused(void **state) {
  char *path = file_join(*state, "pipe"), handed[32];
  Status status = {0};
  int ends[2];
  assert_int_equal(mkfifo(path, 0600), 0);
  assert_null(file_read(path, NULL, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_non_null(strstr(status.message, "named pipe"));
  assert_null(file_read("/dev/zero", NULL, &status));
  assert_non_null(strstr(status.message, "device"));
  assert_int_equal(pipe(ends), 0);
  snprintf(handed, sizeof handed, "/dev/fd/%d", ends[0]);
  pid_t child = fork();
  if (child == 0) usleep(20000), _exit(write(ends[1], "late", 4) != 4); // there is nothing to read at first
  close(ends[1]);
  char *read = file_read(handed, NULL, &status);
  assert_non_null(read);
  assert_string_equal(read, "late");
  assert_int_equal(waitpid(child, NULL, 0), child);
  free(read);
  close(ends[0]);
  free(path);
}

// A wrong name, not an error of the program's own.
static void sockets_are_refused(void **state) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  Status status = {0};
  int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  snprintf(address.sun_path, sizeof address.sun_path, "%s/socket", (char *)*state);
  assert_int_equal(bind(descriptor, (struct sockaddr *)&address, sizeof address), 0);
  assert_null(file_read(address.sun_path, NULL, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_false(file_write(address.sun_path, "x", 1, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  close(descriptor);
}

static void folders_are_made_with_their_parents(void **state) {
  char *path = file_join(*state, "a/b/c/");
  Status status = {0};
  assert_true(file_make_folders(path, &status));
  assert_true(file_is_folder(path));
  assert_true(file_make_folders(path, &status)); // again
  char *file = file_join(path, "file"), *under = file_join(file, "d");
  assert_true(file_write(file, "", 0, NULL));
  assert_false(file_make_folders(under, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_non_null(strstr(status.message, "cannot make the folder"));
  assert_false(file_make_folders(file, &status));
  free(under);
  free(file);
  free(path);
}

static void expect_joined(const char *folder, const char *name, const char *expected) {
  char *joined = file_join(folder, name);
  assert_string_equal(joined, expected);
  free(joined);
}

static void names_join_and_split(void **state) {
  (void)state;
  expect_joined("a", "b", "a/b");
  expect_joined("a/", "b", "a/b");
  expect_joined("/", "b", "/b");
  expect_joined("", "b", "b");
  assert_string_equal(file_base_name("/a/b.json"), "b.json");
  assert_string_equal(file_base_name("b.json"), "b.json");
  assert_string_equal(file_base_name("a/"), "");
}

static void lists_are_sorted_bytewise(void **state) {
  static const char *const made[] = {"b", "a10", "a2", "B", ".hidden"};
  static const char *const sorted[] = {".hidden", "B", "a10", "a2", "b"};
  int count;
  char **names = file_list(*state, &count, NULL);
  assert_non_null(names); // empty, not failed
  assert_int_equal(count, 0);
  free(names);
  for (int i = 0; i < 5; i++) {
    char *path = file_join(*state, made[i]);
    assert_true(file_write(path, "", 0, NULL));
    free(path);
  }
  names = file_list(*state, &count, NULL);
  assert_int_equal(count, 5);
  for (int i = 0; i < 5; i++) {
    assert_string_equal(names[i], sorted[i]);
    free(names[i]);
  }
  free(names);
  Status status = {0};
  assert_null(file_list("/nowhere", &count, &status));
  assert_int_equal(status.code, STATUS_INPUT);
  assert_int_equal(count, 0);
}

static void data_comes_from_the_chosen_folder_or_the_source_tree(void **state) {
  unsetenv("FUSEBOX_DATA");
  char *shipped = file_data("src/base/file.h");
  assert_non_null(shipped);
  assert_true(file_exists(shipped));
  assert_null(file_data("lua/no such file.lua"));
  char *folder = file_join(*state, "src/base"), *mine = file_join(folder, "file.h");
  file_make_folders(folder, NULL);
  file_write(mine, "mine", 4, NULL);
  setenv("FUSEBOX_DATA", *state, 1);
  char *found = file_data("src/base/file.h");
  assert_string_equal(found, mine);
  free(found);
  found = file_data("src/base/text.h"); // not in the chosen folder: the shipped one
  assert_non_null(found);
  unsetenv("FUSEBOX_DATA");
  free(found);
  free(mine);
  free(folder);
  free(shipped);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(written_content_reads_back),
      SCRATCH_TEST(a_large_file_reads_whole),
      SCRATCH_TEST(a_head_is_no_more_than_asked_for),
      SCRATCH_TEST(a_proc_file_reads_whole),
      SCRATCH_TEST(reading_what_cannot_be_read_says_why),
      SCRATCH_TEST(a_too_large_file_is_refused),
      SCRATCH_TEST(writing_replaces_and_leaves_nothing_beside),
      SCRATCH_TEST(a_failed_write_keeps_the_old_and_leaves_nothing_beside),
      SCRATCH_TEST(a_link_stays_and_its_file_is_replaced),
      SCRATCH_TEST(a_device_is_written_to_not_replaced),
      SCRATCH_TEST(a_leftover_temporary_file_is_stepped_over),
      SCRATCH_TEST(named_pipes_are_refused),
      SCRATCH_TEST(sockets_are_refused),
      SCRATCH_TEST(folders_are_made_with_their_parents),
      SCRATCH_TEST(names_join_and_split),
      SCRATCH_TEST(lists_are_sorted_bytewise),
      SCRATCH_TEST(data_comes_from_the_chosen_folder_or_the_source_tree),
  };
  return cmocka_run_group_tests_name("file", tests, NULL, NULL);
}
