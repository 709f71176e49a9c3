// Running emitted kernels on the CPU: the emitted source is compiled by the host's C++ compiler with the host
// prelude and run with one fiber per thread, so that barriers and shuffles behave. Used by `check` without a
// GPU and by the tests.
#pragma once

#include "kernel/cuda/emit.h"

typedef struct Emulator Emulator; // compiled kernels, by source; owns a temporary folder

// compiler NULL: $CXX or c++. STATUS_MISSING when there is none.
Emulator *emulator_new(const char *compiler, Status *status);
void emulator_free(Emulator *emulator);
// Queues sources, so that one compiler run takes many; emulator_run compiles what is missing.
bool emulator_add(Emulator *emulator, const Emitted *emitted, Status *status);
// `buffers`: one pointer per kernel parameter (workspace included), host memory. Detects deadlock and
// misaligned vector accesses.
bool emulator_run(Emulator *emulator, const Emitted *emitted, void *const *buffers, Status *status);
// Accesses of the last run to the memory behind a parameter, by all threads; a vector counts once.
int64_t emulator_loads(const Emulator *emulator, int parameter);
int64_t emulator_stores(const Emulator *emulator, int parameter);
