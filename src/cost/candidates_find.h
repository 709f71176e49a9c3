// Enumerating candidates: inside of candidates.c.
#pragma once

#include "cost/candidates.h"

// Fills list and left_out; most promising first.
void candidates_find(Candidates *candidates);
