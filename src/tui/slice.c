#include "tui/slice.h"

#include <time.h>

static double now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

Slice slice_begin(double milliseconds) {
  return (Slice){milliseconds < 0 ? -1 : now_ms() + milliseconds};
}

bool slice_over(const Slice *slice) {
  return slice->end_ms >= 0 && now_ms() >= slice->end_ms;
}

double slice_left(const Slice *slice) {
  if (slice->end_ms < 0) return -1;
  double left = slice->end_ms - now_ms();
  return left > 0 ? left : 0;
}
