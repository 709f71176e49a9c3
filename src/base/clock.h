// The date.
#pragma once

#include <stdint.h>

// Seconds since 1970. FUSEBOX_CLOCK in the environment, a number of seconds, stands for it, so that what is
// recorded with a date can be recorded again.
int64_t clock_seconds(void);
