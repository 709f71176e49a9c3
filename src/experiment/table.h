// Boards of scores as tables for people and as JSON.
#pragma once

#include "base/json.h"
#include "experiment/score.h"

void table_text(const Scores *scores, Text *out);
void table_json(const Scores *scores, Text *out);

enum { TABLE_NAME_WIDTH = 24 }; // of an entrant's name; a longer one moves its line's figures
// The last parts of a graph's name, with its sizes: "bert/backward rows=64".
void table_graph_name(const Row *row, Text *out);
