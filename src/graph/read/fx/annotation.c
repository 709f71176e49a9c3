// Annotations of FX text: "bf16[8, 512]", "bf16[s77 + 1, 512][512, 1]cuda:0", "Sym(s77 + 1)".
#include "graph/read/fx/fx.h"

#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct Scan {
  const char *at, *end;
  const SizeNames *sizes;
} Scan;

static void skip_blanks(Scan *scan) {
  while (scan->at < scan->end && *scan->at == ' ')
    scan->at++;
}

static bool take(Scan *scan, char c) {
  skip_blanks(scan);
  if (scan->at >= scan->end || *scan->at != c) return false;
  scan->at++;
  return true;
}

// Moves to the ',' or ']' that ends the size here; those in brackets are part of it ("Max(1, s0)").
static void skip_size(Scan *scan) {
  for (int depth = 0; scan->at < scan->end; scan->at++) {
    if (depth == 0 && strchr(",]", *scan->at)) return;
    if (strchr("([", *scan->at)) depth++;
    if (strchr(")]", *scan->at)) depth--;
  }
}

// Digits up to `end`; false for anything else.
static bool read_digits(const char *at, const char *end, int64_t *number) {
  *number = 0;
  if (at == end) return false;
  for (; at < end; at++) {
    if (!isdigit((unsigned char)*at) || *number > (INT64_MAX - 9) / 10) return false;
    *number = *number * 10 + (*at - '0');
  }
  return true;
}

static bool scan_size(Scan *scan, int64_t *size, char why[FX_WHY]) {
  char problem[SIZE_PROBLEM];
  skip_blanks(scan);
  const char *begin = scan->at;
  skip_size(scan);
  size_t length = (size_t)(scan->at - begin);
  if (read_digits(begin, scan->at, size)) return true;
  if (size_evaluate_integer(scan->sizes, begin, length, size, problem)) return true;
  int shown = length < 40 ? (int)length : 40;
  return !snprintf(why, FX_WHY, "the size '%.*s' cannot be computed: %s", shown, begin, problem);
}

// "[8, 512]"; `count` is -1 when there is no bracket.
static bool scan_list(Scan *scan, int64_t numbers[MAX_RANK], int *count, char why[FX_WHY]) {
  *count = -1;
  if (!take(scan, '[')) return true;
  *count = 0;
  while (!take(scan, ']')) {
    if (*count && !take(scan, ',')) return !snprintf(why, FX_WHY, "expected ',' or ']' in the annotation");
    if (take(scan, ']')) break;
    if (*count == MAX_RANK) return !snprintf(why, FX_WHY, "more than %d axes", MAX_RANK);
    if (!scan_size(scan, &numbers[*count], why)) return false;
    ++*count;
  }
  return true;
}

static bool scan_dtype(Scan *scan, DType *dtype, char why[FX_WHY]) {
  char name[24];
  size_t length = 0;
  while (scan->at < scan->end && isalnum((unsigned char)*scan->at) && length < sizeof name - 1)
    name[length++] = *scan->at++;
  name[length] = 0;
  if (length && dtype_parse(name, dtype)) return true;
  return !snprintf(why, FX_WHY, "the dtype '%s' is not known", name);
}

bool fx_parse_annotation(const char *text, size_t length, const SizeNames *sizes, Annotation *annotation,
                         char why[FX_WHY]) {
  Scan scan = {.at = text, .end = text + length, .sizes = sizes};
  *annotation = (Annotation){0};
  int strides;
  skip_blanks(&scan);
  if (!scan_dtype(&scan, &annotation->dtype, why)) return false;
  if (!scan_list(&scan, annotation->shape.size, &annotation->shape.rank, why)) return false;
  if (annotation->shape.rank < 0) return !snprintf(why, FX_WHY, "expected '[' and sizes after the dtype");
  for (int axis = 0; axis < annotation->shape.rank; axis++) {
    if (annotation->shape.size[axis] < 0) return !snprintf(why, FX_WHY, "a size is negative");
  }
  annotation->has_type = true;
  if (!scan_list(&scan, annotation->stride, &strides, why)) return false;
  if (strides >= 0 && strides != annotation->shape.rank) {
    return !snprintf(why, FX_WHY, "%d strides for %d sizes", strides, annotation->shape.rank);
  }
  annotation->has_stride = strides >= 0;
  return true; // what follows is the device
}

// ---- Sizes.

bool fx_is_size(const char *text) {
  return text_starts(text, "Sym(") && text_ends(text, ")");
}

bool fx_parse_size(const char *text, const SizeNames *sizes, Arena *arena, FxSize *size, char why[FX_WHY]) {
  char problem[SIZE_PROBLEM];
  const char *begin = text + strlen("Sym(");
  size_t length = strlen(begin) - 1;
  *size = (FxSize){.text = arena_strndup(arena, begin, length)};
  if (size_evaluate(sizes, begin, length, &size->number, problem)) return true;
  bool real = text_starts(begin, "zf") || text_starts(begin, "zuf");
  return !snprintf(why, FX_WHY, "'%.60s' cannot be computed: %s", text,
                   real ? "only a run knows this floating-point number" : problem);
}

const char *fx_axis_text(const char *text, int axis, Arena *arena) {
  const char *open = strchr(text, '[');
  int64_t number;
  if (!open) return NULL;
  Scan scan = {.at = open + 1, .end = text + strlen(text)};
  for (int i = 0; i < axis; i++) {
    skip_size(&scan);
    take(&scan, ',');
  }
  skip_blanks(&scan);
  const char *begin = scan.at;
  skip_size(&scan);
  return read_digits(begin, scan.at, &number) ? NULL : arena_strndup(arena, begin, (size_t)(scan.at - begin));
}
