// "0.5", "{ {1}, {3} }", "{...}", "nan(0x400000)", "(1, -2)".
#include "graph/read/hlo/literal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NUMBERS = 4096 };

static bool to_number(const HloModule *module, HloSpan word, const HloType *type, Operand *number) {
  const char *text = module->cursor.text + word.begin;
  char *end;
  *number = (Operand){.value = NO_VALUE, .is_number = true};
  if (hlo_span_is(&module->cursor, word, "true") || hlo_span_is(&module->cursor, word, "false")) {
    number->integer = text[0] == 't';
  } else if (dtype_kind(type->dtype) < DTYPE_IS_FLOAT) {
    // Unsigned numbers of 64 bits stand as their bits.
    errno = 0;
    number->integer = *text == '-' ? strtoll(text, &end, 10) : (int64_t)strtoull(text, &end, 10);
    number->is_integer = end > text && end <= module->cursor.text + word.end && errno == 0;
    if (!number->is_integer) return false;
    if (dtype_bytes(type->dtype) < 8)
      number->integer = (int64_t)dtype_wrap(type->dtype, (uint64_t)number->integer);
  } else {
    number->number = dtype_round(type->dtype, strtod(text, &end));
    return end > text && end <= module->cursor.text + word.end;
  }
  number->is_integer = true;
  number->number = type->dtype == DTYPE_U64 ? (double)(uint64_t)number->integer : (double)number->integer;
  return true;
}

// A number with its sign; the bits of a NaN say nothing here.
static HloSpan number_word(HloCursor *cursor) {
  hlo_skip(cursor);
  long begin = cursor->at;
  if (cursor->at < cursor->length && strchr("+-", cursor->text[cursor->at])) cursor->at++;
  HloSpan word = hlo_word(cursor);
  // "1e+20": the sign ends a word.
  char last = cursor->at > begin ? cursor->text[cursor->at - 1] : 0;
  if ((last == 'e' || last == 'E') && cursor->at < cursor->length && cursor->text[cursor->at] == '+') {
    cursor->at++;
    word = hlo_word(cursor);
  }
  HloSpan bits;
  if (hlo_is(cursor, "(")) hlo_bracket(cursor, &bits);
  return (HloSpan){begin, word.end};
}

static bool read_number(const HloModule *module, HloCursor *cursor, const HloType *type,
                        HloLiteral *literal) {
  hlo_skip(cursor);
  long begin = cursor->at;
  HloSpan word = number_word(cursor);
  Operand number;
  if (word.end <= word.begin || !to_number(module, word, type, &number))
    return hlo_fail_at(cursor, begin, "expected a number of type %s", type->name);
  if (literal->numbers.count < MAX_NUMBERS)
    vector_push(&literal->numbers, number);
  else
    literal->elided = true;
  return true;
}

// Elements that have no number here are left out as if the text had.
static bool is_silent(const HloType *type) {
  return dtype_kind(type->dtype) == DTYPE_IS_COMPLEX || (!type->exact && type->dtype == DTYPE_U8);
}

// "(2, 0)": a complex number that is real is the number; false: it is none.
static bool read_real(HloSpan span, const HloModule *module, const HloType *type, HloLiteral *literal) {
  HloCursor cursor = hlo_within(&module->cursor, span);
  Status ignored = {0};
  Operand real, imaginary;
  HloType part = *type;
  part.dtype = dtype_part(type->dtype);
  cursor.status = &ignored;
  if (dtype_parts(type->dtype) == 1 || !hlo_take(&cursor, "(")) return false;
  HloSpan first = number_word(&cursor);
  if (first.end <= first.begin || !hlo_take(&cursor, ",")) return false;
  HloSpan second = number_word(&cursor);
  if (second.end <= second.begin || !hlo_take(&cursor, ")")) return false;
  if (!to_number(module, first, &part, &real) || !to_number(module, second, &part, &imaginary)) return false;
  if (imaginary.number != 0) return false;
  vector_push(&literal->numbers, real);
  return true;
}

bool hlo_literal(const HloModule *module, const HloInstruction *instruction, HloLiteral *literal) {
  const HloType *type = instruction->shape->type;
  HloCursor cursor = hlo_within(&module->cursor, instruction->arguments);
  *literal = (HloLiteral){.elided = is_silent(type)};
  if (instruction->shape->sizes.rank == 0 && read_real(instruction->arguments, module, type, literal))
    literal->elided = false;
  for (hlo_skip(&cursor); cursor.at < cursor.length && !literal->elided && !is_silent(type);
       hlo_skip(&cursor)) {
    if (hlo_take(&cursor, "..."))
      literal->elided = true;
    else if (!hlo_take(&cursor, "{") && !hlo_take(&cursor, "}") && !hlo_take(&cursor, ",") &&
             !read_number(module, &cursor, type, literal))
      return false;
  }
  int64_t wanted = shape_elements(&instruction->shape->sizes);
  return literal->elided || literal->numbers.count == wanted ||
         hlo_fail_at(&cursor, instruction->arguments.begin, "this constant has %d elements, its shape %lld",
                     literal->numbers.count, (long long)wanted);
}
