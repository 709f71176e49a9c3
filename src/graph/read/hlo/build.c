// HLO instructions to a graph: calls are put in place of what they call, what has no op here becomes opaque.
#include "graph/read/hlo/build.h"

#include "base/text.h"
#include "graph/read/hlo/maps.h"
#include "graph/read/hlo/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_DEPTH = 64, MAX_VISITED = 1 << 20 };

typedef struct Opcode {
  const char *name;
  HloMapping *map;
  OpCode code;
  bool moves;
} Opcode;

static const Opcode opcodes[] = {
#define OPCODE(name, map, code, moves) {name, hlo_map_##map, OP_##code, moves},
#include "graph/read/hlo/opcodes.h"
#undef OPCODE
};
enum { OPCODE_COUNT = sizeof opcodes / sizeof *opcodes };

bool hlo_build_fail(HloBuild *build, const char *format, ...) {
  char what[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  build->failed = true;
  return hlo_fail_at(&build->module->cursor, build->at->offset, "%s", what);
}

// ---- Symbols

HloSymbol hlo_value_symbol(int value, const HloShape *shape) {
  return (HloSymbol){.kind = HLO_VALUE, .value = value, .shape = shape};
}

const HloSymbol *hlo_operand(const HloBuild *build, int index) {
  return &build->symbols[build->at->operands[index]];
}

const HloShape *hlo_operand_shape(const HloBuild *build, int index) {
  return hlo_operand(build, index)->shape;
}

int hlo_symbol_tensor(HloBuild *build, const HloSymbol *symbol) {
  if (symbol->kind == HLO_VALUE) return symbol->value;
  if (symbol->kind == HLO_CONSTANT) return hlo_constant_tensor(build, symbol->constant);
  if (symbol->kind != HLO_NUMBER) {
    hlo_cannot(build, "an operand is no tensor");
    return NO_VALUE;
  }
  HloOp full = hlo_begin(OP_FULL);
  hlo_set_list(&full, ATTRIBUTE_SHAPE, symbol->shape->sizes.size, symbol->shape->sizes.rank);
  hlo_set(&full, ATTRIBUTE_DTYPE, symbol->shape->type->dtype);
  hlo_set_operand(&full, ATTRIBUTE_VALUE, &symbol->number);
  return hlo_part(build, &full);
}

int hlo_tensor(HloBuild *build, int index) {
  return hlo_symbol_tensor(build, hlo_operand(build, index));
}

// ---- Types that graphs lack

static void tell_of(HloBuild *build, const HloType *type) {
  const char *stands = dtype_name(type->dtype);
  uint32_t bit = 1u << (hash_string(HASH_START, type->name) % 32);
  if (!type->has_value || text_equal(type->name, stands) || (build->told & bit)) return;
  build->told |= bit;
  builder_note(build->builder, NOTE_OTHER, NO_OP,
               "%s stands as %s here: its elements can be moved, not computed with", type->name, stands);
}

static bool is_exact(HloBuild *build, const HloShape *shape) {
  bool exact = true;
  for (int i = 0; i < shape->item_count; i++)
    exact &= is_exact(build, shape->items[i]);
  if (!shape->type) return exact;
  if (!shape->type->exact) tell_of(build, shape->type);
  return shape->type->exact || !shape->type->has_value;
}

static bool all_exact(HloBuild *build) {
  bool exact = is_exact(build, build->at->shape);
  for (int i = 0; i < build->at->operand_count; i++)
    exact &= is_exact(build, hlo_operand_shape(build, i));
  return exact;
}

// ---- Instructions

void hlo_list_opcodes(HloBuild *build) {
  for (int i = 0; i < OPCODE_COUNT; i++)
    namemap_set(&build->opcodes, opcodes[i].name, i);
}

const char *hlo_pointwise_word(OpCode code) {
  for (int i = 0; i < OPCODE_COUNT; i++)
    if (opcodes[i].map == hlo_map_pointwise && opcodes[i].code == code) return opcodes[i].name;
  return NULL;
}

static const Opcode *find_opcode(const HloBuild *build, const char *name) {
  int64_t row;
  return namemap_get(&build->opcodes, name, &row) ? &opcodes[row] : NULL;
}

static bool build_mapped(HloBuild *build, const Opcode *row, HloSymbol *result) {
  build->reason[0] = 0;
  if (!row) return false;
  bool exact = all_exact(build);
  if (!exact && !row->moves) return hlo_cannot(build, "its type is not computed with here");
  return row->map(build, row->code, result);
}

bool hlo_build_instruction(HloBuild *build, HloSymbol *result) {
  if (++build->visited > MAX_VISITED)
    return hlo_build_fail(build, "more than %d instructions, those of calls included", MAX_VISITED);
  const Opcode *row = find_opcode(build, build->at->opcode);
  if (build_mapped(build, row, result)) return true;
  return !build->failed && hlo_opaque(build, result);
}

bool hlo_build_computation(HloBuild *build, const HloComputation *computation, const HloSymbol *arguments,
                           int argument_count, HloSymbol *result) {
  if (build->depth == MAX_DEPTH)
    return hlo_build_fail(build, "calls are nested more than %d deep", MAX_DEPTH);
  HloBuild outer = *build;
  build->symbols = arena_array(build->arena, (size_t)computation->count, sizeof *build->symbols);
  build->arguments = arguments;
  build->argument_count = argument_count;
  build->depth++;
  bool done = true;
  for (int i = 0; done && i < computation->count; i++) {
    build->at = &computation->instructions[i];
    done = hlo_launch(build, &build->symbols[i]);
  }
  if (done) *result = build->symbols[computation->root];
  build->symbols = outer.symbols;
  build->arguments = outer.arguments;
  build->argument_count = outer.argument_count;
  build->at = outer.at;
  build->depth--;
  return done;
}
