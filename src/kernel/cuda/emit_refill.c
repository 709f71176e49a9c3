// Rows that are loaded in the place of those before them, see code/refill.c.
#include "kernel/cuda/emit_internal.h"

#include <inttypes.h>

// Slots between the one that is loaded and the one that the first loop takes: what is loaded has so long to
// come. (Softmax of rows of 131,072 bf16: 69.8 us with 2 slots, 69.4 with 3, 69.5 with 4, 71.2 with 8, 74.8
// with all.)
enum { BEHIND = 3 };

bool refills(const Emitter *emitter) {
  return emitter->body.mapping.ahead == AHEAD_PLACE;
}

void emit_kept_declaration(Emitter *emitter, int at) {
  const Mapping *mapping = &emitter->body.mapping;
  emit_line(emitter, "fb_packed<%s, %d> %s_packed[%d];", memory_name(emitter->nest->steps[at].stored),
            mapping->vector, emitter->steps[at], emitter->body.kept_slots);
}

// Where in shared memory the current slot is, if it is not in registers.
static void place_text(const Emitter *emitter, int at, Text *out) {
  const Mapping *mapping = &emitter->body.mapping;
  text_printf(out, "%s_ahead + (%s - %d) * %d", emitter->steps[at], slot_text(emitter),
              emitter->body.kept_slots, mapping_threads(mapping) * mapping->vector);
}

void emit_refill(Emitter *emitter, int at) {
  Text place = {0}, address = {0};
  const char *slot = slot_text(emitter);
  place_text(emitter, at, &place);
  step_address(emitter, at, LANE_FIRST, &address);
  emit_line(emitter, "if (%s < %d)", slot, emitter->body.kept_slots);
  emit_line(emitter, "  fb_load(%s_packed[%s], %s);", emitter->steps[at], slot, text_get(&address));
  emit_line(emitter, "else");
  emit_line(emitter, "  fb_copy_ahead<%d>(%s, %s);", emitter->body.mapping.vector, text_get(&place),
            text_get(&address));
  text_free(&place);
  text_free(&address);
}

void emit_unpack_refilled(Emitter *emitter, int at, int pass) {
  Text place = {0};
  const char *slot = slot_text(emitter), *name = emitter->steps[at];
  place_text(emitter, at, &place);
  emit_line(emitter, "%s %s[%d];", type_name(emitter->nest->steps[at].dtype), name,
            emitter->body.mapping.vector);
  int kept = emitter->body.kept_slots;
  bool all_shared = emitter->least_slot >= kept;
  if (!all_shared) {
    emit_line(emitter, "if (%s < %d)", slot, kept);
    emit_line(emitter, "  fb_unpack<%d>(%s, %s_packed[%s]);", pass, name, name, slot);
    emit_line(emitter, "else");
  }
  emit_line(emitter, "%sfb_load(%s, %s);", all_shared ? "" : "  ", name, text_get(&place));
  text_free(&place);
}

// ---- the first loop

// Of the slots from the given one on: all, or those that come last.
static void emit_taken(Emitter *emitter, int first) {
  int slots = emitter->body.mapping.slots;
  text_add(&emitter->text, "#pragma unroll\n");
  emit_open(emitter, "for (int i = %d; i < %d; i++)", first, slots);
  emitter->least_slot = first;
  emit_loop_slot(emitter, 0);
  emitter->least_slot = 0;
  emit_close(emitter);
}

void emit_first_taken(Emitter *emitter) {
  if (!refills(emitter)) return;
  emit_accumulators(emitter, 0);
  emit_line(emitter, "fb_await_copies();");
  emit_taken(emitter, 0);
}

void emit_restart(Emitter *emitter, int pass) {
  if (refills(emitter) && pass == emitter->body.loops - 1) emit_starts(emitter, 0);
}

// ---- behind the last loop's slots

static bool follows(const Emitter *emitter) {
  return emitter->body.mapping.slots > BEHIND;
}

static void emit_load_next(Emitter *emitter) {
  Text next = {0};
  text_printf(&next, "(tile + %" PRId64 ")", emitter->body.mapping.shares);
  emit_owned_place(emitter, text_get(&next));
  emit_rows_of_slot(emitter);
  text_free(&next);
}

static void emit_following(Emitter *emitter) {
  emit_line(emitter, "const int next = i - %d;", BEHIND);
  emitter->slot = "next";
  emit_loop_slot(emitter, 0);
  emitter->slot = NULL;
}

// What leads through shared memory is awaited at the start of a slot, and with it what has been loaded before
// it: the row's vectors come in groups of their own, so that those of the last slots but BEHIND have to come,
// not of one more. (rmsnorm of rows of 131,072 and 262,144 bf16: 66.5 and 68.7 us, 67.3 and 69.7 where both
// are one group; layer norm 70.4 and 75.4, 70.7 and 75.7.)
static void emit_refill_and_leading(Emitter *emitter) {
  emit_next_copies(emitter);
  emit_line(emitter, "fb_commit_copies();");
  emit_open(emitter, "if (more)");
  emit_load_next(emitter);
  emit_close(emitter);
  emit_line(emitter, "fb_commit_copies();");
  if (!follows(emitter)) return;
  emit_open(emitter, "if (more && i >= %d)", BEHIND);
  emit_following(emitter);
  emit_close(emitter);
}

void emit_refill_slot(Emitter *emitter) {
  if (leads_through_shared(emitter)) {
    emit_refill_and_leading(emitter);
    return;
  }
  emit_open(emitter, "if (more)");
  emit_scope_open(emitter);
  emit_load_next(emitter);
  emit_close(emitter);
  if (follows(emitter)) {
    emit_line(emitter, "fb_commit_copies();");
    emit_open(emitter, "if (i >= %d)", BEHIND);
    emit_line(emitter, "fb_await_copies<%d>();", BEHIND);
    emit_following(emitter);
    emit_close(emitter);
  }
  emit_close(emitter);
}

void emit_refilled_rest(Emitter *emitter) {
  if (!refills(emitter)) return;
  emit_open(emitter, "if (more)");
  emit_line(emitter, "fb_await_copies();");
  emit_taken(emitter, follows(emitter) ? emitter->body.mapping.slots - BEHIND : 0);
  emit_close(emitter);
}
