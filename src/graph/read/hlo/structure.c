// What holds instructions together: parameters, tuples, calls; and what stays as it is.
#include "base/text.h"
#include "graph/read/hlo/maps.h"

#include <ctype.h>
#include <string.h>

// ---- Leaves: what a tuple holds, tuples in it included, without tokens

int hlo_count_leaves(const HloShape *shape) {
  if (shape->type) return shape->type->has_value;
  int count = 0;
  for (int i = 0; i < shape->item_count; i++)
    count += hlo_count_leaves(shape->items[i]);
  return count;
}

const HloShape *hlo_leaf(const HloShape *shape, int *index) {
  if (shape->type) return shape->type->has_value && (*index)-- == 0 ? shape : NULL;
  const HloShape *leaf = NULL;
  for (int i = 0; !leaf && i < shape->item_count; i++)
    leaf = hlo_leaf(shape->items[i], index);
  return leaf;
}

HloSymbol hlo_results(HloBuild *build, const HloShape *shape, int *first) {
  if (shape->type)
    return shape->type->has_value ? hlo_value_symbol((*first)++, shape)
                                  : (HloSymbol){.kind = HLO_VOID, .shape = shape};
  HloSymbol symbol = {.kind = HLO_TUPLE, .shape = shape};
  symbol.items = arena_array(build->arena, (size_t)shape->item_count, sizeof *symbol.items);
  for (int i = 0; i < shape->item_count; i++)
    symbol.items[i] = hlo_results(build, shape->items[i], first);
  return symbol;
}

// ---- Parameters and tuples

bool hlo_map_parameter(HloBuild *build, OpCode code, HloSymbol *result) {
  (void)code;
  HloCursor within = hlo_within(&build->module->cursor, build->at->arguments);
  int64_t number;
  build->failed = !hlo_integer(&within, &number);
  if (build->failed) return false;
  if (number >= build->argument_count)
    return hlo_build_fail(build, "the caller gives %d arguments", build->argument_count);
  *result = build->arguments[number];
  return true;
}

bool hlo_map_tuple(HloBuild *build, OpCode code, HloSymbol *result) {
  (void)code;
  const HloInstruction *at = build->at;
  if (at->shape->type || at->shape->item_count != at->operand_count)
    return hlo_build_fail(build, "a tuple's shape has as many parts as it has operands");
  *result = (HloSymbol){.kind = HLO_TUPLE, .shape = at->shape};
  result->items = arena_array(build->arena, (size_t)at->operand_count, sizeof *result->items);
  for (int i = 0; i < at->operand_count; i++)
    result->items[i] = *hlo_operand(build, i);
  return true;
}

bool hlo_map_element(HloBuild *build, OpCode code, HloSymbol *result) {
  (void)code;
  if (build->at->operand_count != 1) return hlo_build_fail(build, "get-tuple-element takes one operand");
  const HloSymbol *tuple = hlo_operand(build, 0);
  int64_t index = hlo_number(build->module, build->at, "index", -1);
  if (tuple->kind != HLO_TUPLE) return hlo_build_fail(build, "its operand is no tuple");
  if (index < 0 || index >= tuple->shape->item_count)
    return hlo_build_fail(build, "its operand has %d parts: \"index\" must be one of them",
                          tuple->shape->item_count);
  *result = tuple->items[index];
  return true;
}

bool hlo_map_same(HloBuild *build, OpCode code, HloSymbol *result) {
  (void)code;
  if (build->at->operand_count < 1) return hlo_cannot(build, "it has no operand");
  *result = *hlo_operand(build, 0);
  return true;
}

bool hlo_map_nothing(HloBuild *build, OpCode code, HloSymbol *result) {
  (void)code;
  *result = (HloSymbol){.kind = HLO_VOID, .shape = build->at->shape};
  return true;
}

// ---- Calls

static bool call(HloBuild *build, const char *attribute, HloSymbol *result) {
  const HloInstruction *at = build->at;
  const HloComputation *called = hlo_called(build->module, at, attribute);
  if (!called) return hlo_build_fail(build, "\"%s\" names no computation", attribute);
  if (called->parameters > at->operand_count)
    return hlo_build_fail(build, "%.80s takes %d arguments, %d are given", called->name, called->parameters,
                          at->operand_count);
  HloSymbol *arguments = arena_array(build->arena, (size_t)at->operand_count, sizeof *arguments);
  for (int i = 0; i < at->operand_count; i++)
    arguments[i] = *hlo_operand(build, i);
  if (hlo_build_computation(build, called, arguments, at->operand_count, result)) return true;
  build->failed = true;
  return false;
}

bool hlo_map_call(HloBuild *build, OpCode code, HloSymbol *result) {
  (void)code;
  return call(build, "to_apply", result);
}

bool hlo_map_fusion(HloBuild *build, OpCode code, HloSymbol *result) {
  (void)code;
  return call(build, "calls", result);
}

// ---- What stays as it is

typedef VECTOR(Operand) Operands;

static bool add_leaves(HloBuild *build, Operands *operands, const HloSymbol *symbol) {
  bool done = true;
  if (symbol->kind == HLO_VALUE) vector_push(operands, (Operand){.value = symbol->value});
  if (symbol->kind == HLO_NUMBER) vector_push(operands, symbol->number);
  for (int i = 0; symbol->kind == HLO_TUPLE && i < symbol->shape->item_count; i++)
    done = done && add_leaves(build, operands, &symbol->items[i]);
  if (symbol->kind == HLO_CONSTANT)
    vector_push(operands, (Operand){.value = hlo_symbol_tensor(build, symbol)});
  return done && !build->failed;
}

static void add_plain(Text *text, const char *from, size_t length) {
  for (size_t i = 0; i < length; i++) {
    char c = from[i];
    text_add_bytes(text, isspace((unsigned char)c) || strchr("'\\%", c) ? " " : &c, 1);
  }
}

static char *identifier(HloBuild *build, const char *text) {
  char *name = arena_strdup(build->arena, text);
  for (char *c = name; *c; c++)
    if (!isalnum((unsigned char)*c)) *c = '_';
  return name;
}

// "hlo.custom_call.__cublas_gemm": a name as PyTorch's are, where "_." would say that it writes its operand.
static const char *target_name(HloBuild *build) {
  const char *called = hlo_attribute_text(build->module, build->at, "custom_call_target");
  char *opcode = identifier(build, build->at->opcode);
  for (size_t length = strlen(opcode); length && opcode[length - 1] == '_'; length--)
    opcode[length - 1] = '\0';
  return arena_printf(build->arena, "hlo.%s.%s", opcode, identifier(build, called ? called : "default"));
}

// The operands, and the attributes as they are written; a compiler's notes are left out.
static const char *argument_text(HloBuild *build, int operand_count) {
  static const char *const left_out[] = {"metadata", "sharding", "frontend_attributes", "backend_config"};
  Text text = {0};
  for (int i = 0; i < operand_count; i++)
    text_printf(&text, i ? ", %%%d" : "%%%d", i);
  for (int i = 0; i < build->at->attribute_count; i++) {
    const HloAttribute *attribute = &build->at->attributes[i];
    bool skip = false;
    for (size_t j = 0; j < sizeof left_out / sizeof *left_out; j++)
      skip |= text_equal(attribute->name, left_out[j]);
    if (skip || strchr(attribute->name, '.')) continue;
    text_add(&text, text.length ? ", " : "");
    add_plain(&text, attribute->name, strlen(attribute->name));
    text_add(&text, " = '");
    add_plain(&text, build->module->cursor.text + attribute->value.begin,
              (size_t)(attribute->value.end - attribute->value.begin));
    text_add(&text, "'");
  }
  char *kept = arena_strdup(build->arena, text_get(&text));
  text_sanitize(kept);
  text_free(&text);
  return kept;
}

// A loop tells how often it runs: "while.1_x8".
static const char *opaque_name(HloBuild *build) {
  const char *rounds = hlo_rounds(build->module, build->at);
  if (!rounds || !text_equal(build->at->opcode, "while")) return build->at->name;
  return arena_printf(build->arena, "%s_x%s", build->at->name, rounds);
}

static int add_opaque(HloBuild *build, const Operands *operands, int count) {
  Annotation *annotations = arena_array(build->arena, (size_t)count, sizeof *annotations);
  for (int i = 0; i < count; i++) {
    int index = i;
    annotations[i] = hlo_annotation(hlo_leaf(build->at->shape, &index));
  }
  Attribute attributes[] = {{.key = ATTRIBUTE_TARGET, .text = target_name(build)},
                            {.key = ATTRIBUTE_ARGUMENTS, .text = argument_text(build, operands->count)}};
  OpSpec spec = {.name = hlo_unique(build, opaque_name(build)),
                 .result_count = count,
                 .code = OP_OPAQUE,
                 .operands = operands->data,
                 .operand_count = operands->count,
                 .attributes = attributes,
                 .attribute_count = 2,
                 .annotations = annotations};
  int op = hlo_add_spec(build, &spec);
  bool runs = text_equal(build->at->opcode, "while") || text_equal(build->at->opcode, "conditional");
  if (runs && op != NO_OP) vector_push(&build->runners, (HloRunner){spec.name, build->at});
  return op;
}

// What a loop or conditional runs is a graph of its own: "its body is graph 2 here and runs 8 times".
static const char *where_it_is(const HloBuild *build) {
  const HloParts *parts = build->parts;
  for (int i = 0; parts && i < parts->count; i++) {
    if (parts->data[i].runs != build->at) continue;
    const char *rounds = hlo_rounds(build->module, build->at);
    bool loop = text_equal(build->at->opcode, "while");
    return arena_printf(
        build->arena, "%s graph %d here%s%s%s", loop ? "its body is" : "its branches begin with", i + 1,
        loop && rounds ? " and runs " : "", loop && rounds ? rounds : "", loop && rounds ? " times" : "");
  }
  return "";
}

bool hlo_opaque(HloBuild *build, HloSymbol *result) {
  int count = hlo_count_leaves(build->at->shape), first = 0;
  const char *reason = *build->reason ? arena_strdup(build->arena, build->reason) : where_it_is(build);
  Operands operands = {0};
  bool whole = true;
  for (int i = 0; whole && i < build->at->operand_count; i++)
    whole = add_leaves(build, &operands, hlo_operand(build, i));
  int op = whole && count ? add_opaque(build, &operands, count) : NO_OP;
  vector_free(&operands);
  if (build->failed) return false;
  if (count && op == NO_OP) return hlo_build_fail(build, "%s", build->reason);
  if (count) first = builder_result(build->builder, op, 0);
  *result = hlo_results(build, build->at->shape, &first);
  builder_note(build->builder, NOTE_OPAQUE, op, "%s (%s) %s%s%s", build->at->name, build->at->opcode,
               count ? "is opaque" : "has no result and is left out", *reason ? ": " : "", reason);
  return true;
}
