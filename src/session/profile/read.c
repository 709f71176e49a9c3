// Tells the files of profilers apart.
#include "session/profile/profile.h"

#include "base/file.h"
#include "base/gzip.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

ProfileLaunch profile_launch(void) {
  return (ProfileLaunch){.call = -1,
                         .device = -1,
                         .stream = -1,
                         .start_us = -1,
                         .time_us = -1,
                         .registers = -1,
                         .dram_read_bytes = -1,
                         .dram_write_bytes = -1,
                         .occupancy = -1,
                         .dram_share = -1};
}

// Files that are no text, by their first bytes, and what to make of them.
typedef struct Foreign {
  const char *bytes;
  size_t length;
  const char *advice;
} Foreign;

static const Foreign foreign[] = {
    {"NVR\0", 4, "an Nsight Compute report: write it with 'ncu -i FILE --csv --page raw'"},
};

static bool refuse_binary(const char *file, const char *text, size_t length, Status *status) {
  const char *advice =
      "a binary file; of an nsys report 'nsys export -t sqlite FILE' writes what can be read";
  for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
    if (length >= foreign[i].length && !memcmp(text, foreign[i].bytes, foreign[i].length))
      advice = foreign[i].advice;
  return status_fail(status, STATUS_INPUT, "%s is %s", file, advice);
}

static bool is_database(const char *text, size_t length) {
  static const char begin[] = "SQLite format 3";
  return length >= sizeof begin && !memcmp(text, begin, sizeof begin);
}

static bool is_binary(const char *text, size_t length) {
  return memchr(text, 0, length < 4096 ? length : 4096) != NULL;
}

static bool read_any(Profile *profile, const char *text, size_t length, Status *status) {
  size_t at = 0;
  while (at < length && isspace((unsigned char)text[at]))
    at++;
  if (is_database(text, length)) return profile_read_nsys(profile, text, length, status);
  if (is_binary(text, length)) return refuse_binary(profile->file, text, length, status);
  if (profile_is_csv(text, length)) return profile_read_csv(profile, text, length, status);
  if (at < length && (text[at] == '{' || text[at] == '['))
    return profile_read_kineto(profile, text, length, status);
  return status_fail(
      status, STATUS_INPUT,
      "%s: no profile; one is a trace of torch.profiler (export_chrome_trace) or jax.profiler, what 'nsys "
      "export -t sqlite' or 'nsys stats -r cuda_gpu_trace --format csv' writes, or the CSV of "
      "'ncu --csv'",
      profile->file);
}

// What is equal stays as the file has it.
static int by_device(const void *left, const void *right) {
  const ProfileLaunch *a = *(const ProfileLaunch *const *)left, *b = *(const ProfileLaunch *const *)right;
  if (a->device != b->device) return a->device < b->device ? -1 : 1;
  return (a > b) - (a < b);
}

static int by_time(const void *left, const void *right) {
  const ProfileLaunch *a = *(const ProfileLaunch *const *)left, *b = *(const ProfileLaunch *const *)right;
  if (a->device != b->device || a->start_us == b->start_us) return by_device(left, right);
  return a->start_us < b->start_us ? -1 : 1;
}

static bool has_starts(const Profile *profile) {
  for (int i = 0; i < profile->launches.count; i++)
    if (profile->launches.data[i].start_us < 0) return false;
  return true;
}

static void sort_launches(Profile *profile) {
  int count = profile->launches.count;
  ProfileLaunch *read = memory_alloc((size_t)count * sizeof *read);
  const ProfileLaunch **sorted = memory_alloc((size_t)count * sizeof *sorted);
  memcpy(read, profile->launches.data, (size_t)count * sizeof *read);
  for (int i = 0; i < count; i++)
    sorted[i] = &read[i];
  qsort(sorted, (size_t)count, sizeof *sorted, has_starts(profile) ? by_time : by_device);
  for (int i = 0; i < count; i++)
    profile->launches.data[i] = *sorted[i];
  free(sorted);
  free(read);
}

static Profile *read_plain(const char *file, const char *text, size_t length, Status *status) {
  Arena *arena = arena_new();
  Profile *profile = memory_alloc(sizeof *profile);
  profile->arena = arena;
  profile->file = arena_strdup(arena, file);
  bool done = read_any(profile, text, length, status);
  if (done && profile->launches.count == 0)
    done = status_fail(status, STATUS_INPUT, "%s: a %s without a kernel: record CUDA's activity, too", file,
                       profile->kind);
  if (!done) {
    profile_free(profile);
    return NULL;
  }
  sort_launches(profile);
  return profile;
}

Profile *profile_read_text(const char *file, const char *text, size_t length, Status *status) {
  if (!gzip_is_packed(text, length)) return read_plain(file, text, length, status);
  char *unpacked = gzip_unpack(file, text, length, FILE_SIZE_LIMIT, &length, status);
  Profile *profile = unpacked ? read_plain(file, unpacked, length, status) : NULL;
  free(unpacked);
  return profile;
}

Profile *profile_read(const char *path, Status *status) {
  size_t length;
  char *text = file_read(path, &length, status);
  Profile *profile = text ? profile_read_text(path, text, length, status) : NULL;
  free(text);
  return profile;
}

void profile_free(Profile *profile) {
  if (!profile) return;
  vector_free(&profile->launches);
  arena_free(profile->arena);
  free(profile);
}
