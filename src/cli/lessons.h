// What 'fusebox lessons' does besides listing and opening them.
#pragma once

#include "cli/cli.h"

// Plays the lesson, or those of the folder, and prints what is wrong; STATUS_WRONG when anything is.
bool lessons_check(const char *path, Status *status);
