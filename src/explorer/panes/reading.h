// Reading the pages that are lines of a program (Tab.text): finding words in them, and scrolling to the
// sides. And finding the parts of lists (Tab.list).
#pragma once

#include "explorer/state/explorer.h"

bool reading_has_keys(const Explorer *explorer); // the pane with the keys shows lines of a program
bool reading_searches(const Explorer *explorer); // or such a list
// Finds a line with the text, case ignored: the first one from line `from` on, or backwards, around the end;
// brings it into sight; the part of a list that it belongs to is selected. False: there is none.
bool reading_find(Explorer *explorer, const char *wanted, int from, bool forward);
int reading_count(Explorer *explorer, const char *wanted);  // lines with it
int reading_number(Explorer *explorer, const char *wanted); // which of them was found last, from 1; 0: none
int reading_line(Explorer *explorer); // the line found last, else the first one in sight; of a list that of
                                      // the selected part
void reading_scroll(Explorer *explorer, int columns); // to the right; negative: to the left
int reading_left(const Explorer *explorer);           // columns out of sight at the left
void reading_draw(Explorer *explorer, Canvas canvas); // what was found, over the page
