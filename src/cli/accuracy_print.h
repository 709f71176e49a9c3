// How accuracy prints.
#pragma once

#include "cli/cli.h"
#include "session/accuracy/score.h"

void accuracy_print_table(const AccuracyRecord *record, const AccuracyScore *score, Text *out);
// {"device", "arch", "gpu", "graphs": [...], "kernels", "registers", "spills", "time", "dram", "plans",
// "worst"}; see print_accuracy_json.c. Levels that nothing is known of are absent; errors are shares (0.05 is
// 5%).
void accuracy_print_json(const AccuracyRecord *record, const AccuracyScore *score, Text *out);
// The command that shows plan `plan` of the record: "fusebox time graphs/softmax.json -H greedy".
char *accuracy_command(const AccuracyRecord *record, const char *verb, int plan);
