#include "graph/core/torch.h"

#include "base/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct Row {
  const char *name;
  size_t length; // of name, compared first
  OpCode code;
  const char *signature;
  bool foreach;
} Row;

static const Row rows[] = {
#define TORCH(name, code, signature) {name, sizeof(name) - 1, OP_##code, signature, false},
#define FOREACH(name, code, signature) {name, sizeof(name) - 1, OP_##code, signature, true},
#include "graph/core/torch_ops.h"
#undef TORCH
#undef FOREACH
};
enum { ROW_COUNT = sizeof rows / sizeof *rows, NAME_LIMIT = 120 };

int torch_target_count(void) {
  return ROW_COUNT;
}

TorchTarget torch_target_at(int row) {
  return (TorchTarget){rows[row].name, rows[row].code, rows[row].signature, rows[row].foreach, -1};
}

static bool find_row(const char *name, size_t length, TorchTarget *found) {
  for (int i = 0; i < ROW_COUNT; i++) {
    if (rows[i].length != length || memcmp(rows[i].name, name, length) != 0) continue;
    *found = torch_target_at(i);
    return true;
  }
  return false;
}

// "aten.add_.Tensor" without the underscore before the overload.
static bool find_in_place(const char *name, size_t length, TorchTarget *found) {
  const char *overload = strrchr(name, '.');
  if (!overload || overload == name || overload[-1] != '_' || length > NAME_LIMIT) return false;
  char functional[NAME_LIMIT + 1];
  size_t before = (size_t)(overload - name) - 1;
  memcpy(functional, name, before);
  memcpy(functional + before, overload, length - before); // with the terminator
  if (!find_row(functional, length - 1, found)) return false;
  found->mutates = 0;
  return true;
}

bool torch_find(const char *name, TorchTarget *found) {
  if (text_starts(name, "torch.ops.")) name += strlen("torch.ops.");
  size_t length = strlen(name);
  return find_row(name, length, found) || find_in_place(name, length, found);
}

bool torch_passed_through(const TorchTarget *target) {
  return strcmp(target->signature, "*") == 0;
}

// Does the row take numbers exactly where the operands are numbers?
static bool fits_numbers(const TorchTarget *target, const Operand *operands, int operand_count) {
  TorchArgument arguments[TORCH_MAX_ARGUMENTS];
  int count = torch_signature(target, arguments);
  for (int i = 0; i < count; i++) {
    const TorchArgument *argument = &arguments[i];
    if (argument->meaning != TORCH_OPERAND || argument->operand >= operand_count) continue;
    if (argument->number_only != operands[argument->operand].is_number) return false;
  }
  return true;
}

bool torch_target_of(OpCode code, const Operand *operands, int operand_count, TorchTarget *found) {
  bool any = false;
  for (int i = 0; i < ROW_COUNT; i++) {
    if (rows[i].code != code || rows[i].foreach) continue;
    TorchTarget target = torch_target_at(i);
    if (torch_passed_through(&target)) {
      *found = target;
      return true;
    }
    if (!any) *found = target;
    any = true;
    if (!fits_numbers(&target, operands, operand_count)) continue;
    *found = target;
    return true;
  }
  return any;
}

static void copy_part(char *to, size_t capacity, const char *from, size_t length) {
  assert(length < capacity); // rows are constants; a test parses them all
  memcpy(to, from, length);
  to[length] = 0;
}

static void parse_operand(const char *meaning, TorchArgument *argument) {
  char *end;
  argument->meaning = TORCH_OPERAND;
  argument->operand = (int)strtol(meaning + 2, &end, 10);
  argument->number_only = *end == '#';
  if (text_starts(end, "..")) argument->meaning = TORCH_OPERANDS;
}

static void parse_meaning(const char *meaning, TorchArgument *argument) {
  if (text_starts(meaning, "in") && meaning[2] >= '0' && meaning[2] <= '9') {
    parse_operand(meaning, argument);
  } else if (text_starts(meaning, "scale") && meaning[5] >= '0' && meaning[5] <= '9') {
    argument->meaning = TORCH_SCALE;
    argument->operand = (int)strtol(meaning + 5, NULL, 10);
  } else if (strcmp(meaning, "ignored") == 0) {
    argument->meaning = TORCH_IGNORED;
  } else if (strcmp(meaning, "fixed") == 0) {
    argument->meaning = TORCH_FIXED;
  } else {
    argument->meaning = TORCH_ATTRIBUTE;
    bool known = attribute_parse(meaning, &argument->key);
    assert(known);
    (void)known;
  }
}

// "name:meaning" or "name:meaning=default"; no default holds ", ".
static void parse_argument(const char *entry, size_t length, TorchArgument *argument) {
  char meaning[28];
  *argument = (TorchArgument){.key = ATTRIBUTE_COUNT};
  const char *colon = memchr(entry, ':', length);
  assert(colon);
  const char *end = entry + length, *equals = memchr(colon, '=', (size_t)(end - colon));
  copy_part(argument->name, sizeof argument->name, entry, (size_t)(colon - entry));
  copy_part(meaning, sizeof meaning, colon + 1, (size_t)((equals ? equals : end) - colon - 1));
  parse_meaning(meaning, argument);
  argument->has_default = equals != NULL;
  if (equals)
    copy_part(argument->otherwise, sizeof argument->otherwise, equals + 1, (size_t)(end - equals - 1));
}

int torch_signature(const TorchTarget *target, TorchArgument arguments[TORCH_MAX_ARGUMENTS]) {
  int count = 0;
  bool keyword_only = false;
  if (torch_passed_through(target)) return 0;
  for (const char *entry = target->signature; entry && count < TORCH_MAX_ARGUMENTS;) {
    const char *comma = strstr(entry, ", ");
    if (text_starts(entry, "*, ")) {
      keyword_only = true;
    } else {
      parse_argument(entry, comma ? (size_t)(comma - entry) : strlen(entry), &arguments[count]);
      arguments[count++].keyword_only = keyword_only;
    }
    entry = comma ? comma + 2 : NULL;
  }
  return count;
}
