// The plan as HLO text: each kernel a fusion, what a library runs an instruction of the entry.
#pragma once

#include "session/session.h"

// Refuses, with the op, what HLO has no instruction for.
bool export_hlo(Session *session, Text *out, Status *status);
