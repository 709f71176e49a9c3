// A report's columns and keys of a profile.
#include "session/results/report_profile.h"

#include "session/internal.h"
#include "session/results/profiled.h"

static void put_known(JsonWriter *writer, const char *key, double value) {
  if (value >= 0) json_put_number(writer, key, value);
}

void report_profile_kernel(Session *session, int kernel, JsonWriter *writer) {
  ProfiledView view = session_profiled(session, kernel);
  if (!view.known) return;
  json_begin_object(writer, "profile");
  put_known(writer, "time_us", view.time_us);
  put_known(writer, "time_spread_us", view.spread_us);
  json_put_integer(writer, "samples", view.samples);
  json_put_integer(writer, "launches", view.launches);
  put_known(writer, "start_us", view.start_us);
  if (view.stream >= 0) json_put_integer(writer, "stream", view.stream);
  if (view.registers >= 0) json_put_integer(writer, "registers", view.registers);
  put_known(writer, "dram_read_bytes", view.dram_read_bytes);
  put_known(writer, "dram_write_bytes", view.dram_write_bytes);
  put_known(writer, "dram_share", view.dram_share);
  put_known(writer, "occupancy", view.occupancy);
  json_end(writer);
}

void report_profile_json(Session *session, JsonWriter *writer) {
  const ProfileJoin *join = session_profile(session);
  json_begin_object(writer, "profile");
  json_put_string(writer, "file", session->profile->file);
  json_put_string(writer, "kind", session->profile->kind);
  json_put_integer(writer, "runs", join->runs);
  json_put_integer(writer, "launches", join->count);
  json_put_integer(writer, "joined", join->joined);
  put_known(writer, "busy_us", join->busy_us);
  put_known(writer, "run_us", join->run_us);
  if (join->runs && join->run_us >= 0) json_put_integer(writer, "streams", join->streams);
  json_put_number(writer, "kernels_us", session_profiled_us(session));
  json_begin_array(writer, "notes");
  for (int i = 0; i < join->sentences.count; i++)
    json_put_string(writer, NULL, join->sentences.data[i]);
  json_end(writer);
  json_end(writer);
}

void report_profile_head(Text *out) {
  text_printf(out, " %9s %5s", "prof us", "of");
}

void report_profile_row(Session *session, int kernel, Text *out) {
  ProfiledView view = session_profiled(session, kernel);
  if (view.known && view.time_us >= 0)
    text_printf(out, " %9.1f %5d", view.time_us, view.samples);
  else
    text_printf(out, " %9s %5s", "-", "");
}

void report_profile_total(Session *session, Text *out) {
  const ProfileJoin *join = session_profile(session);
  text_printf(out, "profile (%s): %.1f us of %d of the compiler's %d launches", session->profile->kind,
              session_profiled_us(session), join->joined, join->count);
  if (join->run_us >= 0)
    text_printf(out, "; a run took %.1f us, its kernels %.1f us, on %d stream%s; median of %d run%s",
                join->run_us, join->busy_us, join->streams, join->streams == 1 ? "" : "s", join->runs,
                join->runs == 1 ? "" : "s");
  text_add(out, "\n");
}
