// What every unit test includes: cmocka with the headers that it wants before it.
#pragma once

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
// clang-format on

// What ends at once does so within that many seconds, whatever else the machine does; what waits for a limit
// of idle time takes twice as long, what hangs for ever.
enum { AT_ONCE_S = 10 };
