// The targets without libFuzzer: every build replays the corpus, and some damaged copies of each input.
// usage: fuzz_TARGET [-rounds=N] [-seed=N] [-keep=FILE] FILE|FOLDER...
// Each input is replayed, then N damaged copies of it, the same ones with the same seed. FILE gets each copy
// before it is tried, for one that crashes.
#include "fuzz.h"

#include "base/file.h"

#include <stdio.h>
#include <string.h>

typedef struct Replay {
  Random random;
  long rounds;
  const char *keep;
  int inputs;
} Replay;

static void try_bytes(Replay *replay, const Text *text) {
  replay->inputs++;
  LLVMFuzzerTestOneInput((const uint8_t *)text_get(text), text->length);
}

static void replay_file(Replay *replay, const char *path) {
  Status status = {0};
  size_t length;
  char *bytes = file_read(path, &length, &status);
  fuzz_check_ok(bytes, &status);
  for (long round = 0; round <= replay->rounds; round++) {
    Text text = {0};
    text_add_bytes(&text, bytes, length);
    if (round) fuzz_mutate(&text, &replay->random);
    if (round && replay->keep) file_write(replay->keep, text_get(&text), text.length, NULL);
    try_bytes(replay, &text);
    text_free(&text);
  }
  free(bytes);
}

static void replay_path(Replay *replay, const char *path) {
  int count = 0;
  char **names = file_is_folder(path) ? file_list(path, &count, NULL) : NULL;
  if (!names) replay_file(replay, path);
  for (int i = 0; i < count; i++) {
    char *file = file_join(path, names[i]);
    replay_file(replay, file);
    free(file);
    free(names[i]);
  }
  free(names);
}

// A target that takes every input, or none, tries nothing.
static void check_mixture(const Replay *replay) {
  fprintf(stderr, "%d inputs, %d taken\n", replay->inputs, fuzz_taken());
  if (replay->inputs > 1 && (fuzz_taken() == 0 || fuzz_taken() == replay->inputs))
    fuzz_fail("%d of %d inputs taken", fuzz_taken(), replay->inputs);
}

// The number behind an option's name; NULL: another argument.
static const char *option(const char *argument, const char *name) {
  return text_starts(argument, name) ? argument + strlen(name) : NULL;
}

static bool take_option(Replay *replay, const char *argument) {
  const char *rounds = option(argument, "-rounds="), *seed = option(argument, "-seed=");
  const char *keep = option(argument, "-keep=");
  if (rounds) replay->rounds = strtol(rounds, NULL, 10);
  if (seed) replay->random.state = strtoull(seed, NULL, 10);
  if (keep) replay->keep = keep;
  return rounds || seed || keep;
}

int main(int count, char **arguments) {
  Replay replay = {.random = {1}};
  LLVMFuzzerInitialize(&count, &arguments);
  for (int i = 1; i < count; i++)
    if (!take_option(&replay, arguments[i])) replay_path(&replay, arguments[i]);
  check_mixture(&replay);
  return 0;
}
