// Choices: the decisions that make a random case, as a list of small numbers. Drawn from a seed, they are
// written down; a written list replays the same case, and a shorter or smaller list makes a simpler one, so
// that one shrinker serves every kind of case. Generators keep two rules: choice 0 is the simplest one, and a
// list that ends early goes on with zeros. Bytes of a fuzzer make a list, too.
#pragma once

#include "base/random.h"
#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

typedef VECTOR(uint32_t) ChoiceList;

typedef struct Choices {
  Random random;     // where new choices come from
  bool replays;      // from `list` instead, then zeros
  ChoiceList list;   // made so far, or to be made
  VECTOR(int) marks; // where pieces begin that can go without the rest losing its meaning
  int at;            // the next choice
} Choices;

Choices choices_from_seed(uint64_t seed);
Choices choices_from_list(const uint32_t *list, int count); // copied
void choices_free(Choices *choices);

int choose(Choices *choices, int bound);          // in [0, bound); bound > 0
bool choose_rarely(Choices *choices, int one_in); // false is the simpler one
void choices_mark(Choices *choices);              // a piece begins here
