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
