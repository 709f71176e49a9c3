// Shared by lab/accuracy_*.c only.
#pragma once

#include "lab/accuracy.h"
#include "session/internal.h"

// Sets a recorded plan up in the session of its graph.
bool accuracy_use_plan(const AccuracyRecord *record, Session *session, int plan, Status *status);
