// The borders between panes as a person put them: dragged with the mouse, and kept for the next time where
// the session saves.
#pragma once

#include "explorer/state/explorer.h"

const Shares *borders_shares(const Explorer *explorer);
// The left button went down here: what borders are there follow the mouse until it goes up.
void borders_press(Explorer *explorer, int x, int y);
void borders_event(Explorer *explorer, const Event *event);       // EVENT_DRAG and EVENT_RELEASE
void borders_take_over(Explorer *explorer, const Explorer *from); // to stand where those of `from` do
void borders_reset(Explorer *explorer);                           // to where they are at first
