// The surroundings of an input: a folder of its own, no GPU, no other process, the same date each time.
#include "fuzz.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/seal.h"
#include "cost/registers/register_model.h"

#include <errno.h>
#include <ftw.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/fusebox-fuzz-XXXXXX";
static pid_t owner;
static int taken;

void fuzz_fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("finding: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  abort();
}

void fuzz_check_refusal(const Status *status) {
  if (status->code != STATUS_INPUT || !status->message[0])
    fuzz_fail("refused with code %d, \"%s\"", (int)status->code, status->message);
}

void fuzz_check_ok(bool ok, const Status *status) {
  if (!ok) fuzz_fail("%s", status->message[0] ? status->message : "refused without a message");
}

// ---- The folder.

static int remove_entry(const char *path, const struct stat *about, int kind, struct FTW *place) {
  (void)about, (void)kind;
  return place->level ? remove(path) : 0;
}

void fuzz_clear(void) {
  nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

// Only who made the folder removes it, no child.
static void remove_folder(void) {
  if (getpid() != owner) return;
  fuzz_clear();
  rmdir(folder);
}

const char *fuzz_folder(void) {
  return folder;
}

char *fuzz_path(const char *name) {
  return file_join(folder, name);
}

void fuzz_write(const char *name, const char *bytes, size_t length) {
  Status status = {0};
  char *path = fuzz_path(name), *slash = strrchr(path, '/');
  if (bytes) {
    *slash = '\0';
    fuzz_check_ok(file_make_folders(path, &status), &status);
    *slash = '/';
  }
  FILE *file = bytes ? fopen(path, "wb") : NULL; // quicker than file_write, which waits for the disk
  bool good = file && fwrite(bytes, 1, length, file) == length;
  good = (!file || fclose(file) == 0) && good;
  if (!bytes) good = unlink(path) == 0 || errno == ENOENT;
  if (!good) fuzz_fail("%s: %s", path, strerror(errno));
  free(path);
}

char *fuzz_shipped(const char *name) {
  char *path = file_data(name);
  if (!path) fuzz_fail("no %s: set FUSEBOX_DATA to share/fusebox, or to the source tree", name);
  return path;
}

const Device *fuzz_device(void) {
  static Device device;
  Status status = {0};
  if (!device.name[0]) fuzz_check_ok(device_load("h200", &device, &status), &status);
  return &device;
}

char *fuzz_part(FuzzParts *parts, size_t *length) {
  static const char mark[] = "\n@@@@\n";
  char *begin = parts->at;
  *length = 0;
  if (!begin) return NULL;
  char *end = memmem(begin, (size_t)(parts->end - begin), mark, sizeof mark - 1);
  *length = (size_t)((end ? end : parts->end) - begin);
  begin[*length] = '\0';
  parts->at = end ? end + sizeof mark - 1 : NULL;
  return begin;
}

// ---- What the linker puts in the way (meson.build).

// The models of registers, of the device that is meant where an input names none: reading them takes its
// time.
static RegisterModel *usual_model;
enum { USUAL_ARCH = 90 };

RegisterModel *__real_register_model_load(int arch, Status *status);
RegisterModel *__wrap_register_model_load(int arch, Status *status);
void __real_register_model_free(RegisterModel *model);
void __wrap_register_model_free(RegisterModel *model);

RegisterModel *__wrap_register_model_load(int arch, Status *status) {
  if (arch != USUAL_ARCH) return __real_register_model_load(arch, status);
  if (!usual_model) usual_model = __real_register_model_load(arch, status);
  return usual_model;
}

void __wrap_register_model_free(RegisterModel *model) {
  if (model != usual_model) __real_register_model_free(model);
}

// Files that the program sealed are of interest as they would be with the right seal.
bool __real_seal_holds(const SealKey *key, const char *bytes, size_t length);
bool __wrap_seal_holds(const SealKey *key, const char *bytes, size_t length);

bool __wrap_seal_holds(const SealKey *key, const char *bytes, size_t length) {
  __real_seal_holds(key, bytes, length);
  return true;
}

int fsync(int descriptor) {
  (void)descriptor;
  return 0;
}

// ---- What libFuzzer calls.

// No input starts a process; a target that looks at that has its own.
__attribute__((weak)) int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                                      const posix_spawnattr_t *attributes, char *const arguments[],
                                      char *const environment[]) {
  (void)pid, (void)path, (void)actions, (void)attributes, (void)arguments, (void)environment;
  return ENOSYS;
}

static void set_surroundings(void) {
  static const char *const own[] = {"FUSEBOX_STATE", "FUSEBOX_CONFIG", "FUSEBOX_CACHE", "HOME", "TMPDIR"};
  static const char *const none[] = {"FUSEBOX_NVRTC",    "FUSEBOX_DRIVER",   "FUSEBOX_CUPTI",
                                     "FUSEBOX_CUBLASLT", "FUSEBOX_NVDISASM", "FUSEBOX_CUOBJDUMP"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    setenv(own[i], folder, 1);
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    setenv(none[i], "/nonexistent", 1);
  setenv("FUSEBOX_CLOCK", "1795280400", 1);
  setenv("FUSEBOX_LOG", "error", 1);
  setenv("TZ", "UTC", 1);
}

// Else the program would end, and the input be lost.
static void out_of_memory(void) {
  fuzz_fail("out of memory");
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
  memory_on_exhaustion(out_of_memory);
  (void)count, (void)arguments;
  if (!mkdtemp(folder)) fuzz_fail("%s: %s", folder, strerror(errno));
  owner = getpid();
  umask(077); // what others can write to is not believed
  atexit(remove_folder);
  set_surroundings();
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  char *text = memory_alloc(length + 1);
  if (length) memcpy(text, bytes, length);
  taken += fuzz_input(text, length);
  free(text);
  return 0;
}

int fuzz_taken(void) {
  return taken;
}
