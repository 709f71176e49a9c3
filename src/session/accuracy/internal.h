// Shared by session/accuracy/*.c only.
#pragma once

#include "session/accuracy/accuracy.h"
#include "session/internal.h"

// Sets a recorded plan up in the session of its graph.
bool accuracy_use_plan(const AccuracyRecord *record, Session *session, int plan, Status *status);
