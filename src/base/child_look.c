#include "base/child_look.h"

#include "base/arena.h"
#include "base/child_process.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_NS = 2000000, END_MS = 1000 };

typedef struct Looking {
  pid_t process; // 0: it has ended
  void *shared;  // what both processes see of `found`
} Looking;

static _Noreturn void be_looking(const ChildLook *look, void *shared, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1); // which has ended already
  look->look(look->context, shared);
  _exit(0); // without what libraries do at the end
}

static void *share(const ChildLook *look) {
  void *shared = mmap(NULL, look->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return NULL;
  return memcpy(shared, look->found, look->bytes);
}

static void begin(ChildLook *look, Looking *looking) {
  pid_t parent = getpid();
  look->end = LOOK_DIED;
  *looking = (Looking){.shared = share(look)};
  if (!looking->shared) return;
  pid_t process = child_fork();
  if (process == 0) be_looking(look, looking->shared, parent);
  if (process < 0) return;
  looking->process = process;
  look->end = LOOK_LATE;
}

// How many go on. `looks` NULL: they are late, however they end.
static int see(ChildLook *looks, Looking *looking, int count) {
  int going = 0;
  for (int i = 0; i < count; i++) {
    int code = 0;
    if (!looking[i].process) continue;
    if (waitpid(looking[i].process, &code, WNOHANG) == 0) {
      going++;
      continue;
    }
    looking[i].process = 0;
    if (looks) looks[i].end = WIFEXITED(code) && WEXITSTATUS(code) == 0 ? LOOK_ANSWERED : LOOK_DIED;
  }
  return going;
}

static bool wait_for_all(ChildLook *looks, Looking *looking, int count, double limit_ms) {
  double end = child_clock_ms() + limit_ms;
  while (see(looks, looking, count) > 0) {
    if (child_clock_ms() > end) return false;
    nanosleep(&(struct timespec){.tv_nsec = WAIT_NS}, NULL);
  }
  return true;
}

// What does not die of a kill, as it waits for a device, is left alone.
static void end_late(Looking *looking, int count) {
  for (int i = 0; i < count; i++)
    if (looking[i].process) kill(looking[i].process, SIGKILL);
  wait_for_all(NULL, looking, count, END_MS);
}

void child_look(ChildLook *looks, int count, double limit_s) {
  Looking *looking = memory_alloc((size_t)count * sizeof *looking);
  for (int i = 0; i < count; i++)
    begin(&looks[i], &looking[i]);
  if (!wait_for_all(looks, looking, count, 1e3 * limit_s)) end_late(looking, count);
  for (int i = 0; i < count; i++) {
    if (looks[i].end == LOOK_ANSWERED) memcpy(looks[i].found, looking[i].shared, looks[i].bytes);
    if (looking[i].shared) munmap(looking[i].shared, looks[i].bytes);
  }
  free(looking);
}
