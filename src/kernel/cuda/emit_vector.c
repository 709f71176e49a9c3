// Loads of whole vectors: aligned, at any alignment, or of the lanes that conditions leave.
#include "kernel/cuda/emit_internal.h"

#include <inttypes.h>

// ---- which lanes

// A bound of the lanes as a number or an expression; `all` is what it is when nothing limits it.
typedef struct Bound {
  Text text;
  const char *stricter; // of two bounds
} Bound;

static void bound_limit(Bound *bound, const char *limit) {
  if (!bound->text.length) {
    text_add(&bound->text, limit);
    return;
  }
  Text both = {0};
  text_printf(&both, "%s(%s, %s)", bound->stricter, text_get(&bound->text), limit);
  text_free(&bound->text);
  bound->text = both;
}

// The lane in which the index reaches `end`.
static void lane_text(const Emitter *emitter, int64_t end, const Text *index, Text *out) {
  text_printf(out, emitter->wide ? "fb_near(%s - %s)" : "%s - %s", emit_number(emitter, end, (Digits){0}),
              text_get(index));
}

static void limit_lanes(const Emitter *emitter, const Condition *test, LaneView view, Bound *first,
                        Bound *last) {
  bool low, high;
  emit_tested_bounds(emitter, test, &low, &high);
  Text index = {0}, limit = {0};
  index_text(emitter, &test->index, view, &index);
  if (low) {
    lane_text(emitter, test->low, &index, &limit);
    bound_limit(first, text_get(&limit));
  }
  text_clear(&limit);
  if (high) {
    lane_text(emitter, test->high, &index, &limit);
    bound_limit(last, text_get(&limit));
  }
  text_free(&index);
  text_free(&limit);
}

static bool splits_lanes(const Mapping *mapping, const Condition *test) {
  Condition alone = *test;
  if (mapping_index_lanes(mapping, &alone.index) == LANES_SAME) return false;
  bool aligned = mapping_index_lanes(mapping, &alone.index) == LANES_CONTIGUOUS && !mapping->ragged;
  return !(aligned && test->low % mapping->vector == 0 && test->high % mapping->vector == 0);
}

static void add_conditions(const Emitter *emitter, const Mapping *mapping, int condition, LaneView view,
                           Text *guard, Bound *first, Bound *last) {
  if (condition == NO_CONDITION) return;
  const Condition *test = &emitter->nest->conditions[condition];
  add_conditions(emitter, mapping, test->parent, view, guard, first, last);
  if (splits_lanes(mapping, test))
    limit_lanes(emitter, test, view, first, last);
  else
    emit_test_text(emitter, test, view, guard);
}

void emit_lane_range_text(const Emitter *emitter, const Mapping *mapping, const Step *step, LaneView view,
                          Text *guard, Text *range) {
  Bound first = {.stricter = "fb_later"}, last = {.stricter = "fb_earlier"};
  bool partial = mapping->ragged && !mapping->peeled;
  if (partial && mapping->shifted) text_add(&first.text, "first");
  if (partial) text_add(&last.text, "last");
  add_conditions(emitter, mapping, step->condition, view, guard, &first, &last);
  if (first.text.length || last.text.length) {
    text_printf(range, ", %s", first.text.length ? text_get(&first.text) : "0");
    if (last.text.length)
      text_printf(range, ", %s", text_get(&last.text));
    else
      text_printf(range, ", %d", mapping->vector);
  }
  text_free(&first.text);
  text_free(&last.text);
}

// ---- loads

const char *emit_load_function(const Emitter *emitter, int at) {
  const StepPlace *place = &emitter->body->places[at];
  if (pipelines_words(place)) return "fb_load";
  if (place->unaligned) return "fb_load_unaligned";
  if (place->kept != emitter->nest->steps[at].stored) return "fb_load_rounded";
  if (pipelines_tile(place)) return place->once ? "fb_load_ahead<true>" : "fb_load_ahead";
  return place->once ? "fb_load_once" : "fb_load";
}

// Loads that are not issued ahead of a loop's stores, the compiler moves there as registers allow, if it
// knows that none of those stores writes what they read. What is to be in flight together is better not
// loaded so, ptxas moves it down, too; nor is what comes unaligned, in twice the registers.
static bool loads_fixed(const Emitter *emitter, int at) {
  const StepPlace *place = &emitter->body->places[at];
  bool moves = place->issue != ISSUE_HOISTED && !body_held(place) && !pipelines_slot(place) && !place->once &&
               !place->staged && !place->unaligned;
  return moves && !emitter->nest->buffers[emitter->nest->steps[at].buffer].written;
}

static void vector_name(const Emitter *emitter, int at, Text *name) {
  (emitter->body->places[at].packed ? emit_packed_text : emit_array_text)(emitter, at, name);
}

const char *emit_around_arguments(const Emitter *emitter, int at) {
  return pipelines_words(&emitter->body->places[at]) ? ", head, word" : "";
}

void spell_load_pair(Emitter *emitter, const CodeNode *node) {
  int at = node->step, other = (int)node->number;
  Text call = {0};
  text_add(&call, "fb_load_unaligned(");
  for (int i = 0; i < 2; i++) {
    vector_name(emitter, i ? other : at, &call);
    text_add(&call, ", ");
    step_address(emitter, i ? other : at, LANE_FIRST, &call);
    text_add(&call, ", ");
  }
  emit_line(emitter, "%shead);", text_get(&call));
  text_free(&call);
}

void spell_load_vector(Emitter *emitter, const CodeNode *node) {
  int at = node->step;
  const Step *step = &emitter->nest->steps[at];
  const StepPlace *place = &emitter->body->places[at];
  Text name = {0}, guard = {0}, range = {0}, address = {0};
  vector_name(emitter, at, &name);
  if (emitter->view.tests_tile) tile_guard_text(emitter, &guard);
  if (body_load_tests(emitter->body, at))
    emit_lane_range_text(emitter, &emitter->body->mapping, step, LANE_FIRST, &guard, &range);
  step_address(emitter, at, LANE_FIRST, &address);
  const char *function = place->staged ? "fb_load" : emit_load_function(emitter, at);
  bool fixed = !range.length && loads_fixed(emitter, at), plain = fixed || text_equal(function, "fb_load");
  if (fixed) function = "fb_load_fixed";
  // What a branch loads is unpacked behind it: within it a thread would wait for each load.
  if (guard.length && plain && !range.length && !place->packed) {
    emit_line(emitter, "fb_load_if%s(%s, %s, %s);", fixed ? "<true>" : "", text_get(&guard), text_get(&name),
              text_get(&address));
  } else if (guard.length) {
    emit_line(emitter, "fb_fill(%s, (%s)0);", text_get(&name), emit_type_name(step->dtype));
    emit_line(emitter, "if (%s) %s(%s, %s%s);", text_get(&guard), function, text_get(&name),
              text_get(&address), text_get(&range));
  } else {
    emit_line(emitter, "%s(%s, %s%s%s);", function, text_get(&name), text_get(&address), text_get(&range),
              emit_around_arguments(emitter, at));
  }
  text_free(&name);
  text_free(&guard);
  text_free(&range);
  text_free(&address);
}
