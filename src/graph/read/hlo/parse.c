// Modules, computations and instructions.
#include "base/text.h"
#include "graph/read/hlo/module.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_INSTRUCTIONS = 1 << 20, MAX_NESTED = 32 };

// A computation being read.
typedef struct Reading {
  HloModule *module;
  HloCursor *cursor;
  NameMap names; // of its instructions
  VECTOR(HloInstruction) instructions;
  int root; // -1: none is marked
  int parameters;
  int unnamed; // instructions that stood among the operands of others
} Reading;

// ---- Attributes

typedef VECTOR(HloAttribute) Attributes;

// ", name=value" as often as it stands there.
static bool read_attributes(HloCursor *cursor, Attributes *attributes) {
  while (hlo_take(cursor, ",")) {
    HloAttribute attribute;
    HloSpan name = hlo_word(cursor);
    if (name.begin == name.end) return hlo_fail(cursor, "expected the name of an attribute");
    attribute.name = hlo_span_text(cursor, name);
    if (!hlo_expect(cursor, "=", "behind the attribute's name") || !hlo_value(cursor, &attribute.value))
      return false;
    vector_push(attributes, attribute);
  }
  return true;
}

static void keep_attributes(HloCursor *cursor, Attributes *attributes, HloInstruction *instruction) {
  HloAttribute *kept = arena_array(cursor->arena, (size_t)attributes->count, sizeof *kept);
  if (attributes->count) memcpy(kept, attributes->data, (size_t)attributes->count * sizeof *kept);
  instruction->attributes = kept;
  instruction->attribute_count = attributes->count;
  vector_free(attributes);
}

// ---- Operands

static bool read_right_side(Reading *reading, int depth, HloInstruction *instruction);

static bool add_instruction(Reading *reading, const HloInstruction *instruction) {
  if (reading->instructions.count == MAX_INSTRUCTIONS)
    return hlo_fail(reading->cursor, "a computation has at most %d instructions", MAX_INSTRUCTIONS);
  int64_t taken;
  if (namemap_get(&reading->names, instruction->name, &taken))
    return hlo_fail_at(reading->cursor, instruction->offset, "the name '%.80s' is taken", instruction->name);
  namemap_set(&reading->names, instruction->name, reading->instructions.count);
  vector_push(&reading->instructions, *instruction);
  return true;
}

// An instruction as an operand: "add(f32[2] multiply(x, y), z)".
static bool read_nested(Reading *reading, int depth, int *operand) {
  HloCursor *cursor = reading->cursor;
  HloInstruction nested = {.offset = cursor->at, .line = hlo_line(cursor)};
  if (depth == MAX_NESTED) return hlo_fail(cursor, "operands are nested too deeply");
  if (!read_right_side(reading, depth + 1, &nested)) return false;
  nested.name = arena_printf(cursor->arena, "%s_%d", nested.opcode, reading->unnamed++);
  *operand = reading->instructions.count;
  return add_instruction(reading, &nested);
}

static bool named_operand(Reading *reading, HloSpan word, int *operand) {
  const char *name = hlo_span_text(reading->cursor, word);
  int64_t index;
  if (namemap_get(&reading->names, name, &index)) {
    *operand = (int)index;
    return true;
  }
  const char *nearest = namemap_nearest(&reading->names, name);
  return hlo_fail_at(reading->cursor, word.begin, "nothing before this line is called '%.80s'%s%.80s%s", name,
                     nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

// "%t#1" for what get-tuple-element(%t), index=1 gives: one instruction, however often it is written.
static bool read_element(Reading *reading, long offset, int *operand) {
  HloCursor *cursor = reading->cursor;
  const HloInstruction *tuple = &reading->instructions.data[*operand];
  HloSpan number = hlo_word(cursor);
  HloCursor within = hlo_within(cursor, number);
  int64_t index;
  if (!hlo_integer(&within, &index)) return false;
  if (tuple->shape->type || index < 0 || index >= tuple->shape->item_count)
    return hlo_fail_at(cursor, number.begin, "'%.80s' %s", tuple->name,
                       tuple->shape->type ? "is no tuple" : "has no such part");
  const char *name = arena_printf(cursor->arena, "%s#%lld", tuple->name, (long long)index);
  int64_t found;
  if (namemap_get(&reading->names, name, &found)) {
    *operand = (int)found;
    return true;
  }
  HloInstruction element = {.name = name, .opcode = "get-tuple-element", .offset = offset};
  int *operands = arena_array(cursor->arena, 1, sizeof *operands);
  HloAttribute *attributes = arena_array(cursor->arena, 1, sizeof *attributes);
  *operands = *operand;
  *attributes = (HloAttribute){.name = "index", .value = number};
  element.line = hlo_line(cursor);
  element.shape = tuple->shape->items[index];
  element.operands = operands;
  element.operand_count = 1;
  element.attributes = attributes;
  element.attribute_count = 1;
  *operand = reading->instructions.count;
  return add_instruction(reading, &element);
}

static bool read_operand(Reading *reading, int depth, int *operand) {
  HloCursor *cursor = reading->cursor, ahead = *cursor;
  const HloShape *shape;
  if (hlo_at_shape(&ahead) && !hlo_shape(&ahead, &shape)) return false;
  HloSpan word = hlo_word(&ahead);
  if (word.begin == word.end) return hlo_fail(cursor, "expected an operand");
  if (hlo_is(&ahead, "(")) return read_nested(reading, depth, operand);
  *cursor = ahead;
  bool done = named_operand(reading, word, operand);
  while (done && hlo_take(cursor, "#"))
    done = read_element(reading, word.begin, operand);
  return done;
}

static bool read_operands(Reading *reading, int depth, HloInstruction *instruction) {
  VECTOR(int) operands = {0};
  bool done = true;
  while (done && !hlo_is(reading->cursor, ")")) {
    int operand = 0;
    done = (operands.count == 0 || hlo_expect(reading->cursor, ",", "between operands")) &&
           read_operand(reading, depth, &operand);
    if (done) vector_push(&operands, operand);
  }
  int *kept = arena_array(reading->cursor->arena, (size_t)operands.count, sizeof *kept);
  if (operands.count) memcpy(kept, operands.data, (size_t)operands.count * sizeof *kept);
  instruction->operands = kept;
  instruction->operand_count = operands.count;
  vector_free(&operands);
  return done && hlo_expect(reading->cursor, ")", "behind the operands");
}

// What stands between the parentheses of these is no list of operands.
static bool has_operands(const char *opcode) {
  return !text_equal(opcode, "constant") && !text_equal(opcode, "parameter") && !text_equal(opcode, "iota");
}

// ---- Instructions

static bool read_right_side(Reading *reading, int depth, HloInstruction *instruction) {
  HloCursor *cursor = reading->cursor;
  if (!hlo_at_shape(cursor))
    return hlo_fail(cursor, "expected the shape of '%.80s'",
                    instruction->name ? instruction->name : "this operand");
  if (!hlo_shape(cursor, &instruction->shape)) return false;
  HloSpan opcode = hlo_word(cursor);
  if (opcode.begin == opcode.end) return hlo_fail(cursor, "expected an opcode");
  instruction->opcode = hlo_span_text(cursor, opcode);
  if (!hlo_is(cursor, "(")) return hlo_expect(cursor, "(", "behind the opcode");
  HloCursor ahead = *cursor;
  if (!hlo_bracket(&ahead, &instruction->arguments)) return false;
  if (has_operands(instruction->opcode)) {
    hlo_take(cursor, "(");
    if (!read_operands(reading, depth, instruction)) return false;
  } else {
    *cursor = ahead;
  }
  Attributes attributes = {0};
  bool done = depth > 0 || read_attributes(cursor, &attributes);
  keep_attributes(cursor, &attributes, instruction);
  return done;
}

static bool read_parameter(Reading *reading, const HloInstruction *instruction) {
  enum { MAX_PARAMETERS = 1 << 16 };
  if (!text_equal(instruction->opcode, "parameter")) return true;
  HloCursor within = hlo_within(reading->cursor, instruction->arguments);
  int64_t number;
  if (!hlo_integer(&within, &number)) return false;
  if (number < 0 || number >= MAX_PARAMETERS)
    return hlo_fail_at(reading->cursor, instruction->arguments.begin, "there is no parameter %lld",
                       (long long)number);
  if (number >= reading->parameters) reading->parameters = (int)number + 1;
  return true;
}

static bool read_instruction(Reading *reading) {
  HloCursor *cursor = reading->cursor;
  HloInstruction instruction = {0};
  HloSpan name = hlo_word(cursor);
  bool root = hlo_span_is(cursor, name, "ROOT");
  if (root) name = hlo_word(cursor);
  if (name.begin == name.end) {
    bool cut = cursor->at >= cursor->length;
    return hlo_fail(cursor, "expected an instruction%s", cut ? ", but the text ends here" : "");
  }
  instruction.name = hlo_span_text(cursor, name);
  instruction.offset = name.begin;
  instruction.line = hlo_line(cursor);
  if (!hlo_expect(cursor, "=", "behind the name") || !read_right_side(reading, 0, &instruction)) return false;
  if (root) reading->root = reading->instructions.count;
  return read_parameter(reading, &instruction) && add_instruction(reading, &instruction);
}

// ---- Computations

// "(p: f32[2], ...) -> f32[2]" says nothing that the instructions do not.
static bool skip_signature(HloCursor *cursor) {
  const HloShape *result;
  HloSpan inside;
  return !hlo_is(cursor, "(") ||
         (hlo_bracket(cursor, &inside) && hlo_expect(cursor, "->", "behind the parameters") &&
          hlo_shape(cursor, &result));
}

static bool read_body(Reading *reading, HloComputation *computation) {
  HloCursor *cursor = reading->cursor;
  long begin = cursor->at;
  while (!hlo_take(cursor, "}"))
    if (!read_instruction(reading)) return false;
  if (reading->instructions.count == 0)
    return hlo_fail_at(cursor, begin, "this computation has no instructions");
  computation->count = reading->instructions.count;
  computation->instructions =
      arena_array(cursor->arena, (size_t)computation->count, sizeof *computation->instructions);
  memcpy(computation->instructions, reading->instructions.data,
         (size_t)computation->count * sizeof *computation->instructions);
  computation->root = reading->root < 0 ? computation->count - 1 : reading->root;
  computation->parameters = reading->parameters;
  Attributes unused = {0}; // execution_thread
  bool done = read_attributes(cursor, &unused);
  vector_free(&unused);
  return done;
}

static bool read_computation(HloModule *module) {
  HloCursor *cursor = &module->cursor;
  HloSpan name = hlo_word(cursor);
  bool entry = hlo_span_is(cursor, name, "ENTRY");
  if (entry) name = hlo_word(cursor);
  if (name.begin == name.end) return hlo_fail(cursor, "expected the name of a computation");
  HloComputation computation = {.name = hlo_span_text(cursor, name)};
  Reading reading = {.module = module, .cursor = cursor, .root = -1};
  bool done = skip_signature(cursor) && hlo_expect(cursor, "{", "before the instructions") &&
              read_body(&reading, &computation);
  namemap_free(&reading.names);
  vector_free(&reading.instructions);
  if (!done) return false;
  if (entry) module->entry = module->computations.count;
  namemap_set(&module->names, computation.name, module->computations.count);
  vector_push(&module->computations, computation);
  return true;
}

// ---- The module

static bool read_header(HloModule *module) {
  HloCursor *cursor = &module->cursor;
  if (!hlo_take(cursor, "HloModule")) return true;
  HloSpan name = hlo_word(cursor);
  if (name.begin == name.end) return hlo_fail(cursor, "expected the name of the module");
  module->name = hlo_span_text(cursor, name);
  HloInstruction header = {0};
  Attributes attributes = {0};
  bool done = read_attributes(cursor, &attributes);
  keep_attributes(cursor, &attributes, &header);
  module->scheduled = hlo_attribute_is(module, &header, "is_scheduled", "true");
  return done;
}

static bool read_module(HloModule *module) {
  if (!read_header(module) || !hlo_read_frames(module)) return false;
  for (hlo_skip(&module->cursor); module->cursor.at < module->cursor.length; hlo_skip(&module->cursor))
    if (!read_computation(module)) return false;
  if (module->computations.count == 0) return hlo_fail(&module->cursor, "the module has no computation");
  if (module->entry < 0) module->entry = module->computations.count - 1;
  return true;
}

bool hlo_parse(const char *file, const char *text, size_t length, Arena *arena, HloModule *module,
               Status *status) {
  *module = (HloModule){.entry = -1};
  module->cursor = (HloCursor){.file = file,
                               .text = text,
                               .length = (long)length,
                               .whole = (long)length,
                               .line = 1,
                               .arena = arena,
                               .status = status};
  return read_module(module);
}

void hlo_module_free(HloModule *module) {
  vector_free(&module->computations);
  vector_free(&module->frames);
  namemap_free(&module->names);
}
