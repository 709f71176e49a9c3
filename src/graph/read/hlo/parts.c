// Loops and branches, found from the entry on. Computations are taken one after another, as chains of calls
// can be long.
#include "graph/read/hlo/parts.h"

#include "base/text.h"

#include <string.h>

typedef struct Walk {
  const HloModule *module;
  HloParts *parts;
  VECTOR(int) reached; // computations
  bool *seen;          // by computation
} Walk;

static void reach(Walk *walk, const HloInstruction *instruction, HloSpan name, int branch, bool part) {
  HloCursor cursor = hlo_within(&walk->module->cursor, name);
  const char *called = hlo_span_text(&cursor, name);
  int64_t index;
  if (!namemap_get(&walk->module->names, called, &index) || walk->seen[index]) return;
  walk->seen[index] = true;
  vector_push(&walk->reached, (int)index);
  if (part) vector_push(walk->parts, (HloPart){&walk->module->computations.data[index], instruction, branch});
}

// "%a" or "{%a, %b}".
static void reach_all(Walk *walk, const HloInstruction *instruction, const char *attribute, int branch,
                      bool part) {
  const HloAttribute *found = hlo_attribute(instruction, attribute);
  if (!found) return;
  Status ignored = {0};
  HloCursor cursor = hlo_within(&walk->module->cursor, found->value);
  cursor.status = &ignored;
  hlo_take(&cursor, "{");
  for (;; branch++) {
    HloSpan name = hlo_word(&cursor);
    if (name.begin == name.end) return;
    reach(walk, instruction, name, branch, part);
    if (!hlo_take(&cursor, ",")) return;
  }
}

static void look_at(Walk *walk, const HloInstruction *instruction) {
  if (text_equal(instruction->opcode, "while")) reach_all(walk, instruction, "body", 0, true);
  if (text_equal(instruction->opcode, "conditional")) {
    reach_all(walk, instruction, "true_computation", 0, true);
    reach_all(walk, instruction, "false_computation", 1, true);
    reach_all(walk, instruction, "branch_computations", 0, true);
  }
  reach_all(walk, instruction, "calls", 0, false);
  if (text_equal(instruction->opcode, "call")) reach_all(walk, instruction, "to_apply", 0, false);
}

void hlo_list_parts(const HloModule *module, HloParts *parts) {
  Walk walk = {.module = module, .parts = parts};
  walk.seen = arena_array(module->cursor.arena, (size_t)module->computations.count, sizeof *walk.seen);
  walk.seen[module->entry] = true;
  vector_push(&walk.reached, module->entry);
  vector_push(parts, (HloPart){.computation = &module->computations.data[module->entry]});
  for (int i = 0; i < walk.reached.count; i++) {
    const HloComputation *computation = &module->computations.data[walk.reached.data[i]];
    for (int j = 0; j < computation->count; j++)
      look_at(&walk, &computation->instructions[j]);
  }
  vector_free(&walk.reached);
}

const char *hlo_rounds(const HloModule *module, const HloInstruction *loop) {
  const char *trips = hlo_field(module, loop, "backend_config", "known_trip_count");
  const char *digits = trips ? strpbrk(trips, "0123456789") : NULL;
  return digits ? arena_strndup(module->cursor.arena, digits, strspn(digits, "0123456789")) : NULL;
}
