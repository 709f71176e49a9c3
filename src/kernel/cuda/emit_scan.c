// Scans: the accumulators of a trip's elements, what the trips before came to, and how threads pass it on.
#include "kernel/cuda/emit_internal.h"

void scan_text(const Emitter *emitter, int scan, LaneView view, Text *out) {
  const char *lane =
      view == LANE_EACH && body_accumulator_lanes(emitter->body, &emitter->nest->steps[scan]) > 1 ? "j" : "0";
  text_printf(out, "%s[%s][%s]", emitter->steps[scan], emitter->body->mapping.slots > 1 ? "i" : "0", lane);
}

void spell_shared_scan(Emitter *emitter, const CodeNode *node) {
  const Step *step = &emitter->nest->steps[node->step];
  Text type = {0}, name = {0}, extent = {0};
  accumulator_type(emitter, step, &type);
  text_printf(&name, "%s_shared", emitter->steps[node->step]);
  text_printf(&extent, "[%d]", mapping_scan_shared_count(&emitter->body->mapping, step));
  emit_shared_variable(emitter, text_get(&type), text_get(&name), text_get(&extent));
  text_free(&type);
  text_free(&name);
  text_free(&extent);
}

// Down columns one for each lane.
void spell_carry(Emitter *emitter, const CodeNode *node) {
  const Step *step = &emitter->nest->steps[node->step];
  const char *name = emitter->steps[node->step];
  Text type = {0};
  accumulator_type(emitter, step, &type);
  int lanes = emitter->body->mapping.fast_walked ? 1 : body_accumulator_lanes(emitter->body, step);
  emit_line(emitter, "%s %s_carry[%d]; // up to here", text_get(&type), name, lanes);
  emit_line(emitter, "for (int j = 0; j < %d; j++) %s_carry[j].start();", lanes, name);
  text_free(&type);
}

void spell_elements(Emitter *emitter, const CodeNode *node) {
  const Step *step = &emitter->nest->steps[node->step];
  const char *name = emitter->steps[node->step];
  Text type = {0};
  accumulator_type(emitter, step, &type);
  emit_line(emitter, "%s %s[%d][%d];", text_get(&type), name, emitter->body->mapping.slots,
            body_accumulator_lanes(emitter->body, step));
  emit_line(emitter, "fb_start(%s);", name);
  text_free(&type);
}

void spell_pass_on(Emitter *emitter, const CodeNode *node) {
  int scan = node->step;
  const Mapping *mapping = &emitter->body->mapping;
  const char *name = emitter->steps[scan];
  int count = mapping_scan_shared_count(mapping, &emitter->nest->steps[scan]);
  Text shared = {0};
  if (count && mapping->ordered && mapping->trips > 1)
    text_printf(&shared, ", %s_shared + (trip & 1) * %d", name, count / 2);
  else if (count)
    text_printf(&shared, ", %s_shared", name);
  if (mapping->fast_walked)
    emit_line(emitter, "fb_scan_row<%d>(%s, %s_carry[0]%s);", mapping->walk_lanes, name, name,
              text_get(&shared));
  else if (count)
    emit_line(emitter, "fb_scan_columns<%d, %d>(%s, %s_carry%s);", mapping->owned_lanes,
              mapping_threads(mapping), name, name, text_get(&shared));
  else
    emit_line(emitter, "fb_scan_column(%s, %s_carry);", name, name);
  text_free(&shared);
}
