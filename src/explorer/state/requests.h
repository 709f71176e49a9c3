// What the explorer asks of the loop that shows it on a terminal.
#pragma once

#include "base/text.h"

#include <stdbool.h>

typedef struct Requests {
  bool quit, suspend;
  bool repaint;    // the whole screen
  Text clipboard;  // for the terminal to take, then empty
  char *edit_path; // to be opened in an editor when the screen can be given away; NULL
  int edit_line;
} Requests;
