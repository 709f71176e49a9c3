// Places to come back to: the jump list, and marks, whose letter is the next key.
#pragma once

#include "explorer/state/explorer.h"

void jump_record(Explorer *explorer, int from);               // the cursor came here from that op
bool jump_mark_awaited(const Explorer *explorer);             // the next key is a mark's letter
void jump_mark_event(Explorer *explorer, const Event *event); // which this is
void jump_marks_text(const Explorer *explorer, Text *out);    // what the status line says then
