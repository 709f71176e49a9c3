// Names, ranges and hashes of knobs and schedules.
#include "kernel/template/schedule.h"

#include "base/text.h"

typedef struct KnobInfo {
  const char *name, *former, *help;
  int least, most;
} KnobInfo;

static const KnobInfo knobs[] = {
#define X(field, former, unit, least, most, help) {#field, former, help, least, most},
    KNOBS(X)
#undef X
};

const char *knob_name(Knob knob) {
  return knob >= 0 && knob < KNOB_COUNT ? knobs[knob].name : "?";
}

const char *knob_help(Knob knob) {
  return knob >= 0 && knob < KNOB_COUNT ? knobs[knob].help : "?";
}

bool knob_parse(const char *name, Knob *knob) {
  for (int i = 0; i < KNOB_COUNT && *name; i++)
    if (text_equal(knobs[i].name, name) || text_equal(knobs[i].former, name)) return *knob = (Knob)i, true;
  return false;
}

bool knob_check(Knob knob, int value, Status *status) {
  if (knob < 0 || knob >= KNOB_COUNT) return status_fail(status, STATUS_INPUT, "there is no such knob");
  const KnobInfo *info = &knobs[knob];
  if (value < info->least || value > info->most)
    return status_fail(status, STATUS_INPUT, "%s is %d, but must be from %d to %d", info->name, value,
                       info->least, info->most);
  if (knob == KNOB_vector && (value & (value - 1)))
    return status_fail(status, STATUS_INPUT, "vector is %d, but must be a power of two", value);
  if (knob == KNOB_threads && value % 32)
    return status_fail(status, STATUS_INPUT, "threads is %d, but must be a multiple of 32", value);
  return true;
}

// Knobs by the first name that they had, and only those that are set: a new name, or one more knob, leaves
// hashes alone, and with them what was tuned and recorded before.
uint64_t schedule_hash(const Schedule *schedule) {
  uint64_t hash = hash_string(HASH_START, template_name(schedule->kind));
  for (int i = 0; i < KNOB_COUNT; i++)
    if (schedule->knob[i] != 0)
      hash = hash_integer(hash_string(hash, *knobs[i].former ? knobs[i].former : knobs[i].name),
                          schedule->knob[i]);
  return hash;
}
