// What 'fusebox lessons' does besides listing and opening them.
#pragma once

#include "cli/cli.h"

// Plays the lesson, or those of the folder, and prints what is wrong; STATUS_WRONG when anything is.
bool lessons_check(const char *path, Status *status);
// Prints what the students did whose files of progress are in the folder of --report.
bool lessons_report(const Invocation *invocation, Status *status);
