// prctl of a system that knows filters of calls, and refuses to set one, as some containers do: loaded before
// the C library.
#include <errno.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int prctl(int option, ...) {
  va_list arguments;
  va_start(arguments, option);
  unsigned long more[4];
  for (int i = 0; i < 4; i++)
    more[i] = va_arg(arguments, unsigned long);
  va_end(arguments);
  errno = EINVAL;
  return option == PR_SET_SECCOMP ? -1 : (int)syscall(SYS_prctl, option, more[0], more[1], more[2], more[3]);
}
