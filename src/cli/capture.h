// Running a program so that its compilers write down what they do. For 'capture' and 'doctor' only.
#pragma once

#include "base/status.h"
#include "base/text.h"
#include "base/vector.h"

typedef VECTOR(char *) Environment; // "NAME=VALUE" each, with a NULL behind the last; owned

// The program's own environment with what PyTorch and JAX need to write their graphs, plans and reasons into
// `folder`, an absolute path. What somebody set already is added to; a place of theirs for logs, traces or
// XLA's modules stays, and goes to `kept` ("TORCH_TRACE=/tmp/t, ..."). Replaced are the switches of debug
// files and caches, and TORCH_COMPILE_DEBUG_DIR.
void capture_environment(const char *folder, Environment *out, Text *kept);
void capture_environment_free(Environment *environment);

// Runs a program to its end, with signals to this process forwarded to it, and the compiler's log, which goes
// to a file as well, left out of what it writes to stderr. *code: its exit code, or 128 and the signal that
// ended it. False when it cannot be started.
bool capture_program(char *const *arguments, const Environment *environment, int *code, Status *status);

// How many graphs there are in a folder or file that a program wrote, and of none, in a sentence, why that
// may be.
int capture_look(const char *path, Text *why);
