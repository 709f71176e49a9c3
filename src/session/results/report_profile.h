// A report's columns and keys of a profile, for a session that has one.
#pragma once

#include "base/json.h"
#include "session/session.h"

void report_profile_kernel(Session *session, int kernel, JsonWriter *writer); // of the kernel's object
void report_profile_json(Session *session, JsonWriter *writer);               // of the report's
void report_profile_head(Text *out);
void report_profile_row(Session *session, int kernel, Text *out);
void report_profile_total(Session *session, Text *out); // lines below the table
