// What a child gives up: descriptors, resources, system calls.
#include "base/child_confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

// ---- Descriptors.

static void close_from_to(unsigned first, unsigned last) {
  if (first > last) return;
#ifdef SYS_close_range
  if (syscall(SYS_close_range, first, last, 0) == 0) return;
#endif
  struct rlimit limit;
  unsigned most = 1 << 16;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < most) most = (unsigned)limit.rlim_cur;
  for (unsigned descriptor = first; descriptor <= last && descriptor < most; descriptor++)
    close((int)descriptor);
}

// What sanitizers find is told on stderr.
static void close_others(unsigned keep) {
#ifdef SANITIZED
  unsigned first = STDERR_FILENO + 1;
  close_from_to(0, STDERR_FILENO - 1);
#else
  unsigned first = 0;
#endif
  if (keep > first) close_from_to(first, keep - 1);
  close_from_to(keep + 1, ~0u);
}

// ---- Resources.

static void limit_to(int resource, rlim_t soft, rlim_t hard) {
  struct rlimit now;
  if (getrlimit((__rlimit_resource_t)resource, &now) != 0) return;
  if (hard < now.rlim_max) now.rlim_max = hard;
  if (soft > now.rlim_max) soft = now.rlim_max;
  if (soft < now.rlim_cur) now.rlim_cur = soft;
  setrlimit((__rlimit_resource_t)resource, &now);
}

// Bytes of address space that the process has; 0: unknown.
static size_t size_now(void) {
  char text[64] = "";
  unsigned long pages = 0;
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  ssize_t length = file >= 0 ? read(file, text, sizeof text - 1) : -1;
  if (file >= 0) close(file);
  if (length <= 0 || sscanf(text, "%lu", &pages) != 1) return 0;
  return pages * (size_t)sysconf(_SC_PAGESIZE);
}

// Whoever takes no notice of the end of its time is killed a second later.
static void limit_resources(int cpu_seconds, size_t size, size_t memory_bytes) {
  if (cpu_seconds) limit_to(RLIMIT_CPU, (rlim_t)cpu_seconds, (rlim_t)cpu_seconds + 1);
  if (size && size < SIZE_MAX - memory_bytes) limit_to(RLIMIT_AS, size + memory_bytes, size + memory_bytes);
  limit_to(RLIMIT_FSIZE, 0, 0);
  limit_to(RLIMIT_NOFILE, 0, 0);
  limit_to(RLIMIT_NPROC, 0, 0);
  limit_to(RLIMIT_CORE, 0, 0);
}

// ---- System calls. What is not on the list fails with EPERM, as the C library can make do without it.

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(what) BPF_STMT(BPF_RET | BPF_K, what)
#define ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), ANSWER(SECCOMP_RET_ALLOW)
// Memory that can be run is nobody's business. The low half of the third argument is looked at.
#define ALLOW_DATA(call) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4), LOAD(args[2]), \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1), ANSWER(SECCOMP_RET_ERRNO | EPERM), \
      ANSWER(SECCOMP_RET_ALLOW)

// Of signals, only that of abort(), and that only to itself.
#define ALLOW_ABORT(process) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_tgkill, 0, 6), LOAD(args[0]), \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(process), 0, 3), LOAD(args[2]), \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SIGABRT, 0, 1), ANSWER(SECCOMP_RET_ALLOW), \
      ANSWER(SECCOMP_RET_ERRNO | EPERM)

static void filter_calls(void) {
  struct sock_filter filter[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      ANSWER(SECCOMP_RET_KILL),
      LOAD(nr),
      ALLOW(write),
      ALLOW(recvfrom), // of a socket that is open already
      ALLOW(close),
      ALLOW(brk),
      ALLOW(munmap),
      ALLOW(mremap),
      ALLOW(madvise),
      ALLOW_DATA(mmap),
      ALLOW_DATA(mprotect),
      ALLOW(futex),
      ALLOW(sched_yield),
      ALLOW(restart_syscall),
      ALLOW(clock_gettime),
      ALLOW(clock_getres),
      ALLOW(gettimeofday),
      ALLOW(getrusage),
      ALLOW(getrandom),
      ALLOW(getpid),
      ALLOW(gettid),
      ALLOW(getcwd), // what it leaves unwritten when it fails, NVRTC reads nevertheless
      ALLOW(rt_sigaction),
      ALLOW(rt_sigprocmask),
      ALLOW(rt_sigreturn),
      ALLOW(sigaltstack),
      ALLOW(exit),
      ALLOW(exit_group),
      ALLOW_ABORT(getpid()),
      ANSWER(SECCOMP_RET_ERRNO | EPERM),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

bool confine_filters(void) {
  uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}
#else
static void filter_calls(void) {}

bool confine_filters(void) {
  return false;
}
#endif

void child_confine(int keep, int cpu_seconds, size_t memory_bytes) {
  size_t size = size_now();
  close_others((unsigned)keep);
  limit_resources(cpu_seconds, size, memory_bytes);
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  filter_calls();
}
