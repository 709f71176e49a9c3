// The experiment tab, for the loop and for keys that tables share.
#pragma once

#include "explorer/state/explorer.h"
#include "explorer/state/store_view.h"
#include "tui/page.h"

// Makes it an explorer of the store's and shows the rows; nothing for NULL.
void experiment_begin(Explorer *explorer, StoreView *store);
bool experiment_poll(Explorer *explorer); // takes new rows over; true when the picture may be another one

// While the tab has the keys; false: it has not.
bool experiment_sort(Explorer *explorer);
bool experiment_reverse(Explorer *explorer);
bool experiment_filter(Explorer *explorer);

// experiment_scores.c: the second page, of a line tagged 0, 1, ... for each entrant of each board.
void experiment_scores_page(const Explorer *explorer, Page *page, int width);
int experiment_scores_count(const StoreView *store);
// The words that only this entrant's rows pass.
void experiment_scores_words(const StoreView *store, int choice, Text *out);
// A text in a column of a table; messages have lines.
void experiment_cell(const Explorer *explorer, Page *page, Style style, int width, const char *text);
