// Making a failing list of choices as small as it goes: pieces dropped, the end cut off, numbers lowered.
#pragma once

#include "choices.h"

// Does this list still fail? Sets the marks of the case that it makes.
typedef bool (*StillFails)(void *context, Choices *choices);

// Shrinks `choices` (which fails) in place with at most `tries` questions; returns how many were asked.
int shrink(Choices *choices, int tries, StillFails fails, void *context);
