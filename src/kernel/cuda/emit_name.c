// Names: values of the graph as C++ identifiers, kernels after what they do.
#include "kernel/cuda/emit_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// Words of the language and names that emitted code uses itself.
static const char *const taken[] = {
    "alignas",  "alignof",   "and",       "asm",      "auto",      "bitand",   "bitor",    "bool",
    "break",    "case",      "catch",     "char",     "class",     "compl",    "const",    "constexpr",
    "continue", "default",   "delete",    "do",       "double",    "else",     "enum",     "explicit",
    "export",   "extern",    "false",     "float",    "for",       "friend",   "goto",     "if",
    "inline",   "int",       "long",      "mutable",  "namespace", "new",      "not",      "operator",
    "or",       "private",   "protected", "public",   "register",  "return",   "short",    "signed",
    "sizeof",   "static",    "struct",    "switch",   "template",  "this",     "throw",    "true",
    "try",      "typedef",   "typeid",    "typename", "union",     "unsigned", "using",    "virtual",
    "void",     "volatile",  "while",     "xor",      "threadIdx", "blockIdx", "blockDim", "gridDim",
    "i",        "j",         "lane",      "row",      "column",    "tile",     "split",    "trip",
    "unit",     "place",     "start",     "first",    "last",      "active",   "shift",    "shared",
    "arrivals", "workspace", "s",         "e",        "rows",      "nan",      "NULL",     "assert",
    "signbit",  "isnan",     "isinf",     "errno",    "top",       "left",     "patch",    "p",
    "down",     "along",     "finisher",  "turn",     "other",     "walk",     "block",    "memory",
    "ahead",    "sums",      "slab",      "product",  "batch",     "key",      "Scores",   "part",
};

static void make_identifier(const char *from, const char *suffix, Name out) {
  int length = 0;
  if (!isalpha((unsigned char)from[0])) out[length++] = 'v';
  for (; *from && length < NAME_SIZE - 16; from++)
    out[length++] = isalnum((unsigned char)*from) ? *from : '_';
  out[length] = 0;
  strncat(out, suffix, NAME_SIZE - 12 - (size_t)length);
}

static bool is_own_name(const char *name) { // d0, e1: indices
  return (name[0] == 'd' || name[0] == 'e') && isdigit((unsigned char)name[1]);
}

static void make_unique(NameMap *map, Name name) {
  int64_t count = 0;
  if (namemap_get(map, name, &count) || is_own_name(name)) {
    Name base;
    memcpy(base, name, sizeof base);
    do
      snprintf(name, NAME_SIZE, "%.40s_%d", base, (int)++count % 100000);
    while (namemap_get(map, name, &(int64_t){0}));
    namemap_set(map, base, count);
  }
  namemap_set(map, name, 1);
}

static const char *value_name(const Emitter *emitter, int value) {
  return emitter->nest->graph->values[value].name;
}

static void name_buffers(Emitter *emitter, NameMap *map) {
  for (int i = 0; i < emitter->nest->buffer_count; i++) {
    const Buffer *buffer = &emitter->nest->buffers[i];
    const char *suffix = !buffer->written ? "_in" : buffer->read ? "_io" : "_out";
    char number[16];
    snprintf(number, sizeof number, "b%d", i);
    make_identifier(emitter->options.annotate ? value_name(emitter, buffer->storage) : number, suffix,
                    emitter->buffers[i]);
    make_unique(map, emitter->buffers[i]);
  }
}

static void name_size(Emitter *emitter, NameMap *map) {
  const NestSize *size = emitter->nest->sized;
  if (!size) return;
  Name name = "size";
  if (emitter->options.annotate) snprintf(name, sizeof name, "size_%.24s", size->name);
  make_identifier(name, "", emitter->size);
  make_unique(map, emitter->size);
}

// The value that a step speaks of, and how: its own, or that of which it is the reciprocal.
static int named_value(const Emitter *emitter, const Step *step, const char **suffix) {
  *suffix = step->kind == STEP_REDUCE ? "_acc" : step->kind == STEP_SCAN ? "_running" : "";
  if (step->kind != STEP_COMPUTE || step->code != OP_RECIPROCAL || step->value != NO_VALUE)
    return step->value;
  *suffix = "_inverse";
  return emitter->nest->steps[step->operand[0]].value;
}

static void name_steps(Emitter *emitter, NameMap *map) {
  for (int i = 0; i < emitter->nest->step_count; i++) {
    const Step *step = &emitter->nest->steps[i];
    const char *suffix;
    int value = named_value(emitter, step, &suffix);
    bool named = emitter->options.annotate && value != NO_VALUE;
    char number[16];
    snprintf(number, sizeof number, "v%d", i);
    make_identifier(named ? value_name(emitter, value) : number, suffix, emitter->steps[i]);
    if (step->kind != STEP_STORE) make_unique(map, emitter->steps[i]);
  }
}

void names_make(Emitter *emitter) {
  NameMap map = {0};
  for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
    namemap_set(&map, taken[i], 1);
  emitter->steps = memory_alloc(((size_t)emitter->nest->step_count + 1) * sizeof(Name));
  emitter->buffers = memory_alloc(((size_t)emitter->nest->buffer_count + 1) * sizeof(Name));
  name_size(emitter, &map);
  name_buffers(emitter, &map);
  name_steps(emitter, &map);
  namemap_free(&map);
}

const char *emit_type_name(DType dtype) {
  switch (dtype_kind(dtype)) {
    case DTYPE_IS_BOOL:
      return "bool";
    case DTYPE_IS_INTEGER: // i32: of accumulators
      return dtype_cuda_name(dtype == DTYPE_I32 ? dtype : dtype_compute(dtype));
    case DTYPE_IS_FLOAT:
    case DTYPE_IS_COMPLEX:
      break;
  }
  return dtype == DTYPE_F64 ? "double" : "float";
}

bool emit_type_is_rare(DType dtype) {
  bool byte = dtype_bytes(dtype) == 1;
  return byte ? dtype_kind(dtype) == DTYPE_IS_FLOAT : dtype_unsigned(dtype);
}

#define TYPE_NAME(id, name, ...) [DTYPE_##id] = "fb_" name,

const char *kernel_memory_type(DType dtype) {
  static const char *const own[] = {DTYPES(TYPE_NAME)};
  bool small = dtype_kind(dtype) == DTYPE_IS_FLOAT && dtype_bytes(dtype) < 4;
  if (dtype_kind(dtype) == DTYPE_IS_COMPLEX) return NULL;
  return dtype == DTYPE_BOOL || small || emit_type_is_rare(dtype) ? own[dtype] : dtype_cuda_name(dtype);
}

void kernel_name(const Nest *nest, const Schedule *schedule, char out[KERNEL_NAME_SIZE]) {
  int length = snprintf(out, KERNEL_NAME_SIZE, "%s", template_name(schedule->kind));
  for (int i = 0; i < nest->op_count; i++) {
    const char *name = op_info(nest->graph->ops[nest->ops[i]].code)->name;
    if (length + (int)strlen(name) + 1 >= KERNEL_NAME_SIZE - 8) break;
    length += snprintf(out + length, (size_t)(KERNEL_NAME_SIZE - length), "_%s", name);
  }
}
