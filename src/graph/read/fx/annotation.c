// Annotations of FX text: "bf16[8, 512]", "bf16[8, 512][512, 1]cuda:0".
#include "graph/read/fx/fx.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHY_SIZE = 160 };

typedef struct Scan {
  const char *at, *end;
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

// A size; symbols of dynamic shapes ("s0") are refused with advice.
static bool scan_size(Scan *scan, int64_t *size, char why[WHY_SIZE]) {
  skip_blanks(scan);
  const char *begin = scan->at;
  bool negative = scan->at < scan->end && *scan->at == '-';
  if (negative) scan->at++;
  int64_t number = 0;
  int digits = 0;
  while (scan->at < scan->end && isdigit((unsigned char)*scan->at)) {
    if (number > (INT64_MAX - 9) / 10) return !snprintf(why, WHY_SIZE, "a size does not fit into 64 bits");
    number = number * 10 + (*scan->at++ - '0');
    digits++;
  }
  bool ends = scan->at >= scan->end || strchr(", ]", *scan->at);
  if (digits && ends) {
    *size = negative ? -number : number;
    return true;
  }
  int length = 0;
  while (begin + length < scan->end && length < 40 && !strchr(",]", begin[length]))
    length++;
  return !snprintf(why, WHY_SIZE,
                   "the size '%.*s' is not a number: compile with static shapes (dynamic=False)", length,
                   begin);
}

// "[8, 512]"; `count` is -1 when there is no bracket.
static bool scan_list(Scan *scan, int64_t numbers[MAX_RANK], int *count, char why[WHY_SIZE]) {
  *count = -1;
  if (!take(scan, '[')) return true;
  *count = 0;
  while (!take(scan, ']')) {
    if (*count && !take(scan, ',')) return !snprintf(why, WHY_SIZE, "expected ',' or ']' in the annotation");
    if (take(scan, ']')) break;
    if (*count == MAX_RANK) return !snprintf(why, WHY_SIZE, "more than %d axes", MAX_RANK);
    if (!scan_size(scan, &numbers[*count], why)) return false;
    ++*count;
  }
  return true;
}

static bool scan_dtype(Scan *scan, DType *dtype, char why[WHY_SIZE]) {
  char name[24];
  size_t length = 0;
  while (scan->at < scan->end && isalnum((unsigned char)*scan->at) && length < sizeof name - 1)
    name[length++] = *scan->at++;
  name[length] = 0;
  if (!strcmp(name, "Sym")) {
    return !snprintf(why, WHY_SIZE, "a symbolic size: compile with static shapes (dynamic=False)");
  }
  if (length && dtype_parse(name, dtype)) return true;
  return !snprintf(why, WHY_SIZE, "the dtype '%s' is not known", name);
}

bool fx_parse_annotation(const char *text, size_t length, Annotation *annotation, char why[WHY_SIZE]) {
  Scan scan = {.at = text, .end = text + length};
  *annotation = (Annotation){0};
  int strides;
  skip_blanks(&scan);
  if (!scan_dtype(&scan, &annotation->dtype, why)) return false;
  if (!scan_list(&scan, annotation->shape.size, &annotation->shape.rank, why)) return false;
  if (annotation->shape.rank < 0) return !snprintf(why, WHY_SIZE, "expected '[' and sizes after the dtype");
  for (int axis = 0; axis < annotation->shape.rank; axis++) {
    if (annotation->shape.size[axis] < 0) return !snprintf(why, WHY_SIZE, "a size is negative");
  }
  annotation->has_type = true;
  if (!scan_list(&scan, annotation->stride, &strides, why)) return false;
  if (strides >= 0 && strides != annotation->shape.rank) {
    return !snprintf(why, WHY_SIZE, "%d strides for %d sizes", strides, annotation->shape.rank);
  }
  annotation->has_stride = strides >= 0;
  return true; // what follows is the device
}
