// Arguments of FX calls, matched to the signatures of torch_ops.h.
#include "graph/read/fx/build.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool not_understood(FxArguments *arguments, const char *name, const char *what) {
  if (!arguments->reason[0]) {
    snprintf(arguments->reason, sizeof arguments->reason, "its argument '%.40s' %s", name, what);
  }
  return true;
}

void fx_arguments_free(FxArguments *arguments) {
  vector_free(&arguments->operands);
  vector_free(&arguments->attributes);
}

void fx_add_text(FxBuild *build, FxArguments *arguments, AttributeKey key, const char *text) {
  vector_push(&arguments->attributes, (Attribute){.key = key, .text = arena_strdup(build->arena, text)});
}

void fx_add_integers(FxBuild *build, FxArguments *arguments, AttributeKey key, const int64_t *integers,
                     int count) {
  int64_t *kept = arena_array(build->arena, (size_t)count, sizeof *kept);
  if (count) memcpy(kept, integers, (size_t)count * sizeof *kept);
  Attribute attribute = {
      .key = key, .count = count, .integer = kept, .number = count == 1 ? (double)kept[0] : 0};
  vector_push(&arguments->attributes, attribute);
}

static bool fail_unknown_name(FxBuild *build, const PythonExpr *expr) {
  const char *nearest = namemap_nearest(&build->names, expr->text);
  if (nearest)
    return fx_fail(build, expr->begin, "unknown name '%.80s'; did you mean '%.80s'?", expr->text, nearest);
  return fx_fail(build, expr->begin, "unknown name '%.80s'", expr->text);
}

int fx_named_value(FxBuild *build, const PythonExpr *expr) {
  const FxSymbol *symbol = expr->kind == PYTHON_NAME ? fx_symbol(build, expr->text) : NULL;
  if (!symbol) {
    if (expr->kind == PYTHON_NAME)
      fail_unknown_name(build, expr);
    else
      fx_fail(build, expr->begin, "expected the name of a tensor");
    return NO_VALUE;
  }
  if (symbol->is_void) {
    fx_fail(build, expr->begin, "'%.80s' has no annotation, so its shape is not known", expr->text);
    return NO_VALUE;
  }
  if (symbol->value == NO_VALUE) {
    fx_fail(build, expr->begin, "'%.80s' is a tuple: only its elements can be read", expr->text);
  }
  return symbol->value;
}

// Sets `operand` from a value, number or None; `understood` is false for other forms.
static bool operand_from(FxBuild *build, const PythonExpr *expr, Operand *operand, bool *understood) {
  *operand = (Operand){.value = NO_VALUE};
  *understood = true;
  switch (expr->kind) {
    case PYTHON_NAME:
      operand->value = fx_named_value(build, expr);
      return operand->value != NO_VALUE;
    case PYTHON_BOOL:
    case PYTHON_INTEGER:
    case PYTHON_NUMBER: // a text: it is a size's
      operand->is_number = true;
      operand->is_integer = expr->kind != PYTHON_NUMBER;
      operand->number = expr->number;
      operand->integer = expr->integer;
      return true;
    case PYTHON_NONE:
      return true;
    default:
      *understood = false;
      return true;
  }
}

static void set_operand(FxArguments *arguments, int index, Operand operand) {
  while (arguments->operands.count <= index)
    vector_push(&arguments->operands, (Operand){.value = NO_VALUE});
  arguments->operands.data[index] = operand;
}

static bool match_operand(FxBuild *build, const TorchArgument *argument, const PythonExpr *expr, int index,
                          int element, FxArguments *arguments) {
  bool is_list = expr->kind == PYTHON_LIST || expr->kind == PYTHON_TUPLE;
  if (is_list && element >= 0) {
    if (element >= expr->item_count)
      return not_understood(arguments, argument->name, "is shorter than the first list");
    expr = &expr->items[element];
  }
  Operand operand;
  bool understood;
  if (!operand_from(build, expr, &operand, &understood)) return false;
  arguments->sized = arguments->sized || (operand.is_number && expr->text);
  if (!understood) return not_understood(arguments, argument->name, "is no tensor and no number");
  if (argument->number_only && !operand.is_number)
    return not_understood(arguments, argument->name, "is no number");
  set_operand(arguments, index, operand);
  return true;
}

// A list of operands pushes those behind it aside: operands above `after` move up by `by`.
typedef struct ListShift {
  int after, by;
} ListShift;

static int shifted_index(const TorchArgument *argument, const ListShift *shift) {
  return argument->operand + (argument->operand > shift->after ? shift->by : 0);
}

static bool match_operands(FxBuild *build, const TorchArgument *argument, const PythonExpr *expr, int index,
                           FxArguments *arguments, ListShift *shift) {
  if (expr->kind != PYTHON_LIST && expr->kind != PYTHON_TUPLE) {
    return not_understood(arguments, argument->name, "is no list");
  }
  for (int item = 0; item < expr->item_count; item++) {
    if (!match_operand(build, argument, &expr->items[item], index + item, -1, arguments)) return false;
  }
  *shift = (ListShift){argument->operand, shift->by + expr->item_count - 1};
  return true;
}

static bool match_scale(const TorchArgument *argument, const PythonExpr *expr, FxArguments *arguments) {
  if (expr->kind != PYTHON_INTEGER && expr->kind != PYTHON_NUMBER && expr->kind != PYTHON_BOOL) {
    return not_understood(arguments, argument->name, "is no number");
  }
  arguments->scale = expr->number;
  arguments->sized = arguments->sized || expr->text;
  arguments->scaled = argument->operand;
  return true;
}

// torch.float32, torch.contiguous_format: what a name means as an attribute.
static bool match_named_attribute(FxBuild *build, const TorchArgument *argument, const PythonExpr *expr,
                                  FxArguments *arguments) {
  static const char *const formats[][2] = {{"torch.contiguous_format", "contiguous"},
                                           {"torch.channels_last", "channels_last"},
                                           {"torch.channels_last_3d", "channels_last"},
                                           {"torch.preserve_format", "preserve"}};
  DType dtype;
  if (argument->key == ATTRIBUTE_DTYPE && dtype_parse(expr->text, &dtype)) {
    fx_add_integers(build, arguments, argument->key, &(int64_t){dtype}, 1);
    return true;
  }
  for (size_t i = 0; argument->key == ATTRIBUTE_LAYOUT && i < sizeof formats / sizeof *formats; i++) {
    if (strcmp(expr->text, formats[i][0]) != 0) continue;
    fx_add_text(build, arguments, argument->key, formats[i][1]);
    return true;
  }
  return not_understood(arguments, argument->name, "has a value that is not known here");
}

// What the last attribute's integers are written as, where they are sizes.
static void keep_size_texts(FxBuild *build, FxArguments *arguments, const PythonExpr *items, int count) {
  const char **texts = arena_array(build->arena, (size_t)count, sizeof *texts);
  bool any = false;
  for (int i = 0; i < count; i++) {
    const char *text = items[i].kind == PYTHON_INTEGER ? items[i].text : NULL;
    if (text && !*text) arguments->sized = true; // it has none
    texts[i] = text && *text ? text : NULL;
    any = any || texts[i];
  }
  if (any) arguments->attributes.data[arguments->attributes.count - 1].expression = texts;
}

static bool match_integers(FxBuild *build, const TorchArgument *argument, const PythonExpr *expr,
                           FxArguments *arguments) {
  VECTOR(int64_t) integers = {0};
  bool understood = true;
  for (int item = 0; item < expr->item_count; item++) {
    PythonKind kind = expr->items[item].kind;
    understood = understood && (kind == PYTHON_INTEGER || kind == PYTHON_BOOL);
    vector_push(&integers, expr->items[item].integer);
  }
  if (understood) {
    fx_add_integers(build, arguments, argument->key, integers.data, integers.count);
    keep_size_texts(build, arguments, expr->items, expr->item_count);
  }
  vector_free(&integers);
  return understood || not_understood(arguments, argument->name, "has elements that are no integers");
}

// Is this a form that the attribute can have? Names and lists are looked at where they are matched.
static bool fits_kind(AttributeKey key, PythonKind form) {
  AttributeKind kind = attribute_kind(key);
  switch (form) {
    case PYTHON_BOOL:
    case PYTHON_INTEGER:
      return kind != ATTRIBUTE_IS_DTYPE && kind != ATTRIBUTE_IS_TEXT;
    case PYTHON_NUMBER:
      return kind == ATTRIBUTE_IS_NUMBER;
    case PYTHON_STRING:
      return kind == ATTRIBUTE_IS_TEXT;
    case PYTHON_LIST:
    case PYTHON_TUPLE:
      return kind == ATTRIBUTE_IS_INTEGERS;
    default:
      return true;
  }
}

static bool match_attribute(FxBuild *build, const TorchArgument *argument, const PythonExpr *expr,
                            FxArguments *arguments) {
  bool flag = attribute_kind(argument->key) == ATTRIBUTE_IS_BOOL;
  if (!fits_kind(argument->key, expr->kind))
    return not_understood(arguments, argument->name, "has a form that is not known here");
  switch (expr->kind) {
    case PYTHON_NONE:
      return true;
    case PYTHON_BOOL:
    case PYTHON_INTEGER:
      fx_add_integers(build, arguments, argument->key, flag ? &(int64_t){expr->integer != 0} : &expr->integer,
                      1);
      keep_size_texts(build, arguments, expr, 1);
      return true;
    case PYTHON_NUMBER:
      vector_push(&arguments->attributes, (Attribute){.key = argument->key, .number = expr->number});
      return true;
    case PYTHON_STRING:
      fx_add_text(build, arguments, argument->key, expr->text);
      return true;
    case PYTHON_LIST:
    case PYTHON_TUPLE:
      return match_integers(build, argument, expr, arguments);
    case PYTHON_NAME:
      return match_named_attribute(build, argument, expr, arguments);
    default:
      return not_understood(arguments, argument->name, "has a form that is not known here");
  }
}

static bool same_literal(const PythonExpr *a, const PythonExpr *b) {
  bool lists = (a->kind == PYTHON_LIST || a->kind == PYTHON_TUPLE) &&
               (b->kind == PYTHON_LIST || b->kind == PYTHON_TUPLE);
  if (lists) {
    bool same = a->item_count == b->item_count;
    for (int item = 0; same && item < a->item_count; item++)
      same = same_literal(&a->items[item], &b->items[item]);
    return same;
  }
  if (a->kind == PYTHON_NAME || a->kind == PYTHON_STRING)
    return a->kind == b->kind && text_equal(a->text, b->text);
  if (a->kind == PYTHON_NONE || b->kind == PYTHON_NONE) return a->kind == b->kind;
  return a->kind <= PYTHON_NUMBER && b->kind <= PYTHON_NUMBER && a->number == b->number;
}

// A default as the signature writes it. Lives in the graph's arena.
static bool parse_default(FxBuild *build, const TorchArgument *argument, PythonExpr *expr) {
  Status ignored = {0};
  const char *text = arena_strdup(build->arena, argument->otherwise);
  TextLine line = {.length = (int)strlen(text)};
  PythonCursor cursor = {.text = text,
                         .text_length = line.length,
                         .lines = &line,
                         .line_count = 1,
                         .arena = build->arena,
                         .file = "",
                         .status = &ignored};
  python_next(&cursor);
  return python_parse(&cursor, expr);
}

static const PythonExpr *written_argument(const PythonExpr *call, int position, const char *name) {
  if (position < call->item_count) return &call->items[position];
  for (int i = 0; i < call->keyword_count; i++) {
    if (!strcmp(call->keywords[i].name, name)) return &call->keywords[i].value;
  }
  return NULL;
}

static bool match_one(FxBuild *build, const TorchArgument *argument, const PythonExpr *written, int element,
                      FxArguments *arguments, ListShift *shift) {
  PythonExpr otherwise = {0};
  if (!written && !parse_default(build, argument, &otherwise)) {
    return not_understood(arguments, argument->name, "is missing");
  }
  const PythonExpr *expr = written ? written : &otherwise;
  PythonExpr wanted;
  switch (argument->meaning) {
    case TORCH_OPERAND:
      return match_operand(build, argument, expr, shifted_index(argument, shift), element, arguments);
    case TORCH_OPERANDS:
      return match_operands(build, argument, expr, shifted_index(argument, shift), arguments, shift);
    case TORCH_ATTRIBUTE:
      return match_attribute(build, argument, expr, arguments);
    case TORCH_SCALE:
      return match_scale(argument, expr, arguments);
    case TORCH_FIXED:
      if (written && !(parse_default(build, argument, &wanted) && same_literal(written, &wanted))) {
        return not_understood(arguments, argument->name, "has another value than its default");
      }
      return true;
    default:
      return true;
  }
}

// Arguments beyond the signature, or keywords that it lacks, make a call that we do not understand.
static void check_extra(const PythonExpr *call, const TorchArgument *signature, int count,
                        FxArguments *arguments) {
  if (call->item_count > count) {
    snprintf(arguments->reason, sizeof arguments->reason, "it has %d arguments, %d are known",
             call->item_count, count);
  }
  for (int i = 0; i < call->keyword_count; i++) {
    bool known = false;
    for (int j = 0; j < count; j++)
      known = known || !strcmp(signature[j].name, call->keywords[i].name);
    if (!known) not_understood(arguments, call->keywords[i].name, "is not known");
  }
}

bool fx_match_arguments(FxBuild *build, const PythonExpr *call, const TorchTarget *target, int element,
                        FxArguments *arguments) {
  TorchArgument signature[TORCH_MAX_ARGUMENTS];
  int count = torch_signature(target, signature);
  ListShift shift = {0, 0};
  *arguments = (FxArguments){.scale = 1};
  check_extra(call, signature, count, arguments);
  for (int i = 0; i < count; i++) {
    const PythonExpr *written = written_argument(call, i, signature[i].name);
    if (!written && !signature[i].has_default) {
      bool required = signature[i].meaning == TORCH_OPERAND || signature[i].meaning == TORCH_OPERANDS;
      if (required) {
        return fx_fail(build, call->begin, "%s needs the argument '%s'", target->name, signature[i].name);
      }
      continue; // an attribute that is left out, or one that says nothing
    }
    if (!match_one(build, &signature[i], written, element, arguments, &shift)) return false;
  }
  return true;
}
