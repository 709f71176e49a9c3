// What a size is written as: "rows*2 + 1", or as PyTorch prints it, "s77 + ((s77//2))", "Mod(s21, 2)".
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SIZE_PROBLEM = 260, SIZE_NAME = 100 /* most bytes of a size's name */ };

typedef struct SizeNumber {
  bool real;       // `number` is what counts; else `integer`, and `number` is its nearest double
  int64_t integer; // truth is 1, its contrary 0
  double number;
} SizeNumber;
SizeNumber size_integer(int64_t integer);
SizeNumber size_real(double number);

// The sizes that a text may name.
typedef struct SizeNames {
  bool (*find)(void *context, const char *name, SizeNumber *size);
  const char *(*nearest)(void *context, const char *name); // "did you mean"; NULL: nothing comes near
  void *context;
} SizeNames;

// Computes `text` with Python's operators (+ - * / // % ** << >> & | ~ and comparisons, floors as Python
// rounds; "/" of integers leaves no remainder) and the functions of functions.h. False with a sentence.
bool size_evaluate(const SizeNames *names, const char *text, size_t length, SizeNumber *number,
                   char problem[SIZE_PROBLEM]);
// The same where only an integer will do.
bool size_evaluate_integer(const SizeNames *names, const char *text, size_t length, int64_t *integer,
                           char problem[SIZE_PROBLEM]);

// Is it a letter or '_', then letters, digits, '_' and '.', at most SIZE_NAME of them?
bool size_name_ok(const char *name);
