// Kept times: what is taken is shown, saved, and read again as the same.
#include "../fuzz.h"

#include "session/results/kept_times.h"

#include <math.h>
#include <string.h>

static void check_list(const KeptList *list) {
  FUZZ_CHECK(list->list.count <= KEPT_TIMES_MOST);
  for (int i = 0; i < list->list.count; i++) {
    const KeptTime *time = &list->list.data[i];
    FUZZ_CHECK(kept_find(list, time->subject) == time && time->when > 0);
    FUZZ_CHECK(isfinite(time->measured.time_us) && time->measured.time_us > 0);
  }
}

static void show(const KeptTimes *times, Text *out) {
  check_list(&times->kernels);
  check_list(&times->plans);
  kept_times_table(times, out);
  kept_times_json(times, out);
}

static void save_and_read(KeptTimes *times, const char *shown) {
  Status status = {0};
  Text again = {0};
  fuzz_check_ok(kept_times_save(times, &status), &status);
  KeptTimes *saved = kept_times_open(fuzz_device());
  if (saved->problem) fuzz_fail("%s", saved->problem);
  show(saved, &again);
  if (!text_equal(shown, text_get(&again))) fuzz_fail("other times:\n%s\n%s", shown, text_get(&again));
  kept_times_free(saved);
  text_free(&again);
}

bool fuzz_input(char *text, size_t length) {
  Text shown = {0};
  KeptTimes *times = kept_times_open(fuzz_device());
  fuzz_write(times->path + strlen(fuzz_folder()) + 1, text, length);
  kept_times_free(times);
  times = kept_times_change(fuzz_device());
  bool taken = !times->problem;
  FUZZ_CHECK(taken || (times->problem[0] && kept_times_count(times) == 0));
  show(times, &shown);
  if (taken) save_and_read(times, text_get(&shown));
  kept_times_free(times);
  text_free(&shown);
  return taken;
}
