// The candidates tab, for actions and panes: the selected candidate, its preview, making it.
#pragma once

#include "explorer/state/explorer.h"
#include "explorer/tabs/preview.h"

const Candidates *candidates_of(const Explorer *explorer); // of the op asked about last
// Asks about those of the op under the cursor, until the end of the slice of time; true when all are known.
bool candidates_work(Explorer *explorer, double milliseconds);
// The best of an op's, where all were asked about and it is worth advice: "a and Enter save 12 us of 140 us:
// cut it out of K9". False: nothing is known to be.
bool candidates_offer(const Explorer *explorer, const Candidates *candidates, Text *out);
// The selected one while the tab has the keys, else NULL.
const Candidate *candidates_selected(Explorer *explorer);
// Brings the preview in step with what is selected. Called before drawing.
void candidates_preview(Explorer *explorer);
const Preview *candidates_previewed(const Explorer *explorer); // nothing is shown while nothing is selected
// "would fuse with add_1 K14: regs 38,16→52  ...", of the previewed one.
void candidates_would(Explorer *explorer, Text *out);
// Makes a candidate, or says why not. An unwise one only when `force`, or when it is chosen again after its
// price was shown.
void candidates_make(Explorer *explorer, const Candidate *candidate, bool force);
bool candidate_is_unwise(const Candidate *candidate); // possible, and slower by the estimate
