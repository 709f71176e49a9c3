// A lesson played through without a student, to find what is wrong with it before one does.
#pragma once

#include "base/text.h"
#include "base/vector.h"

#include <stdatomic.h>

typedef struct Rehearsal {
  VECTOR(char *) problems; // sentences that begin with the file and the step; free with rehearsal_free
  int lessons, steps, questions, tasks;
} Rehearsal;

// Plays `solve` of every step that wants something done, and evaluates every text, question and check; once
// in order, and once with other keys pressed before each step. A check must be false before `solve` and true
// after it, of choices one must be right, a number within its own tolerance when it is read from the screen,
// no value of 'wrong' may be right, and no screen may show it before it is given. What is wrong is added to
// the problems.
void lesson_rehearse(const char *path, Rehearsal *rehearsal);
void rehearsal_free(Rehearsal *rehearsal);
