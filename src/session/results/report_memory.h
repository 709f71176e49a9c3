// What of a report is about the plan's memory. For report.c.
#pragma once

#include "base/json.h"
#include "plan/program/live.h"
#include "session/session.h"

// "memory": { ... } of the object that is open.
void report_memory_json(Session *session, const PlanLive *live, JsonWriter *writer);
// "most memory 65.5 kB, at K3; 32.8 kB of it inputs\n"; nothing of a plan without launches.
void report_memory_line(Session *session, const PlanLive *live, Text *out);
