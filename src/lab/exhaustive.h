// Which of all plans of a small graph to score the estimates by.
#pragma once

#include "session/accuracy/accuracy.h"

// Of all plans of the session's graph (see plan_enumerate): all when they are not more than `most`, else the
// `most` best by the estimate and as many drawn at random. False when there are too many to enumerate.
bool exhaustive_add_all(AccuracyRecord *record, Session *session, int most, uint64_t seed, Status *status);
// Those `most` whose kernels have all been timed and take least together: the best of all plans is likely to
// be among them.
bool exhaustive_add_quickest(AccuracyRecord *record, Session *session, int most, Status *status);
