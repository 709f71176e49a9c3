// Editing of one line of text.
#pragma once

#include "base/text.h"
#include "tui/key.h"

// Appends a character, or takes one (backspace), a word (<C-w>) or everything (<C-u>) away. False: not such a
// key.
bool line_edit_key(Text *line, Key key);
void line_edit_paste(Text *line, const char *text); // its first line, control characters left out
