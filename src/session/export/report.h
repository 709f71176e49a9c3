// What a person takes away: the plan's kernels with their figures, and what changed against the baseline.
#pragma once

#include "cost/comparison.h"
#include "session/session.h"

// Appends the table of the plan's kernels with every level that is known, and how the plan compares with the
// baseline of the session's list, for 100 columns.
void export_report(Session *session, Text *out);
// The same and more as one HTML file that needs nothing else: pictures of the plan over time, its memory,
// roofline, ops and dearest kernel, and each kernel's code, folded. It is dark where the reader's pages are,
// unless it is to be light.
void export_html(Session *session, bool light, Text *out);
// Appends a comparison as a table. `left` and `right`: what its sides are called.
void report_comparison_table(const Comparison *comparison, const char *left, const char *right, Text *out);
double report_comparison_percent(const ComparedGroup *group); // its share, in percent to a hundredth
