// The terminal's clipboard.
#pragma once

#include "base/text.h"

// The control sequence (OSC 52) that sets the clipboard, for terminals that allow it; others ignore it.
void clipboard_sequence(const char *bytes, size_t length, Text *out);
