// The date.
#include "base/clock.h"

#include <stdlib.h>
#include <time.h>

int64_t clock_seconds(void) {
  const char *fixed = getenv("FUSEBOX_CLOCK");
  char *end;
  long long seconds = fixed ? strtoll(fixed, &end, 10) : 0;
  return fixed && end != fixed && !*end && seconds > 0 ? (int64_t)seconds : (int64_t)time(NULL);
}
