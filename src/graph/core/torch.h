// PyTorch's names for ops (torch_ops.h): which op a target is and what each of its arguments means. The FX
// reader turns calls into OpSpecs with it, the FX writer ops into calls.
#pragma once

#include "graph/core/graph.h"

#include <stdbool.h>

// What one argument of a PyTorch function means to us.
typedef enum TorchMeaning {
  TORCH_OPERAND, // operand `operand`: a value or a number; None makes an absent operand (NO_VALUE, no number)
  TORCH_OPERANDS,  // a list: its elements are operands from `operand` on (cat, indices); None makes an absent
                   // one
  TORCH_ATTRIBUTE, // attribute `key`: an integer, number, bool, dtype or text, or a list of integers. An
                   // integer may stand for a list of one. None: the attribute is left out
                   // Memory formats become "contiguous", "channels_last" and "preserve"
  TORCH_SCALE,   // a number that multiplies operand `operand` (alpha of add): when it is not 1, a mul op goes
                 // before
  TORCH_IGNORED, // changes no result (device, layout, pin_memory)
  TORCH_FIXED,   // must equal the default as written, else the call is not one that we understand (an opaque
                 // op)
} TorchMeaning;

enum { TORCH_MAX_ARGUMENTS = 16 };

typedef struct TorchArgument {
  char name[28]; // PyTorch's, for keywords: "keepdim"
  TorchMeaning meaning;
  int operand; // TORCH_OPERAND, TORCH_OPERANDS, TORCH_SCALE; later operands than a list of n count n - 1
               // further
  bool keyword_only; // PyTorch takes it by its name only
  bool number_only;  // TORCH_OPERAND: this overload takes a number there (eq.Scalar)
  AttributeKey key;  // TORCH_ATTRIBUTE
  bool has_default;
  char otherwise[28]; // default as a Python literal: "False", "1", "[0, 0]"; valid when has_default
} TorchArgument;

// One row of torch_ops.h.
typedef struct TorchTarget {
  const char *name; // "aten.mul.Tensor"; without "torch.ops."
  OpCode code;
  // Positional arguments in PyTorch's order, all usable as keywords: "self:in0, dim:axes,
  // keepdim:keep=False". An entry "*"
  // makes the rest keyword-only. Meanings: inN, inN.. (list), inN# (number), scaleN, ignored, fixed, or an
  // attribute key as in fusebox JSON; "=" starts a default.
  // "*": passed through. Every tensor argument in order of appearance is an operand; attribute TARGET is the
  // name, and ARGUMENTS the argument list as written with the operands as %0, %1, ...; attribute TUPLE lists
  // the positions of our results in PyTorch's result tuple (those that a getitem reads; absent: all). The
  // results must be annotated.
  const char *signature;
  bool foreach; // takes lists: one op per element; arguments that are no list count for every element
  int mutates;  // operand that the call writes into (trailing underscore), or -1
} TorchTarget;

// Finds "aten.add.Tensor" ("torch.ops." before it is allowed). In-place names without a row of their own
// ("aten.add_.Tensor", "aten._foreach_add_.List") are found through the functional row, with mutates 0. False
// when unknown.
bool torch_find(const char *name, TorchTarget *found);
// The row by which the FX writer calls `code` with these operands (numbers choose overloads); false when
// PyTorch has none.
bool torch_target_of(OpCode code, const Operand *operands, int operand_count, TorchTarget *found);
// The arguments of a row that is not passed through; their count.
int torch_signature(const TorchTarget *target, TorchArgument arguments[TORCH_MAX_ARGUMENTS]);
bool torch_passed_through(const TorchTarget *target); // its signature is "*"

// Walking the table: rows 0 .. torch_target_count() - 1.
int torch_target_count(void);
TorchTarget torch_target_at(int row);
