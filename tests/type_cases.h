// Graphs over every element type that kernels hold, as FX text: conversions between all of them, and each of
// the newer ones (unsigned integers, floats of 8 bits, packed numbers) under each template. The emulator runs
// them, and the GPU.
#pragma once

#include "graph/core/dtype.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct TypeCase {
  char parameters[200], body[6000];
  int length; // of the body
  bool exact; // no rounding but that of conversions, each of which has one right answer
} TypeCase;

static inline void type_case_add(TypeCase *made, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  made->length +=
      vsnprintf(made->body + made->length, sizeof made->body - (size_t)made->length, format, arguments);
  va_end(arguments);
}

static inline bool type_is_moved_only(DType dtype) {
  return dtype_kind(dtype) == DTYPE_IS_COMPLEX || dtype_bits(dtype) == BITS_STORAGE;
}

static inline bool type_is_newer(DType dtype) {
  bool small = dtype_kind(dtype) == DTYPE_IS_FLOAT && dtype_bytes(dtype) == 1;
  bool wide = dtype_unsigned(dtype) && dtype_bytes(dtype) > 1;
  return small || wide || dtype_bits(dtype) == BITS_STORAGE;
}

#define TYPE_CAST "torch.ops.prims.convert_element_type.default"

// x as every other type.
static inline void type_case_convert(DType from, int elements, TypeCase *made) {
  const char *comma = "";
  snprintf(made->parameters, sizeof made->parameters, "x: \"%s[%d]\"", dtype_fx_name(from), elements);
  for (int to = 0; to < DTYPE_COUNT; to++)
    if (to != (int)from && !type_is_moved_only((DType)to))
      type_case_add(made, "y%d = " TYPE_CAST "(x, %s)\n", to, dtype_torch_name((DType)to));
  type_case_add(made, "return (");
  for (int to = 0; to < DTYPE_COUNT; to++)
    if (to != (int)from && !type_is_moved_only((DType)to))
      type_case_add(made, "%sy%d", comma, to), comma = ", ";
  type_case_add(made, ")");
  made->exact = true;
}

// Forms of one type: the first move elements, the others compute.
enum { TYPE_MOVES = 4, TYPE_FORMS = 9 };
enum { TYPE_ROWS = 24, TYPE_COLUMNS = 272 }; // rows of whole vectors of 16 bytes

static inline void type_case_move(int form, const char *type, TypeCase *made) {
  snprintf(made->parameters, sizeof made->parameters, "x: \"%s[%d, %d]\", i: \"i64[37]\", v: \"%s[5, %d]\"",
           type, TYPE_ROWS, TYPE_COLUMNS, type, TYPE_COLUMNS);
  made->exact = true;
  if (form == 0) type_case_add(made, "y = torch.ops.aten.cat.default([x, v, x], 0)\nreturn (y,)");
  if (form == 1)
    type_case_add(
        made,
        "t = torch.ops.aten.permute.default(x, [1, 0])\n"
        "y = torch.ops.aten.clone.default(t, memory_format = torch.contiguous_format)\nreturn (y,)");
  if (form == 2) type_case_add(made, "y = torch.ops.aten.index.Tensor(x, [i])\nreturn (y,)");
  if (form == 3)
    type_case_add(made,
                  "n = torch.ops.prims.iota.default(5, start = 0, step = 1, dtype = torch.int64, device = "
                  "device(type='cuda', index=0), requires_grad = False)\n"
                  "y = torch.ops.aten.index_put.default(x, [n], v)\nreturn (y,)");
}

static inline void type_case_compute(int form, DType dtype, TypeCase *made) {
  static const char *const shapes[] = {"24, 272", "7, 67", "3, 4100"};
  const char *type = dtype_fx_name(dtype), *torch = dtype_torch_name(dtype);
  bool floats = dtype_kind(dtype) == DTYPE_IS_FLOAT;
  const char *wide = floats ? "torch.float32" : "torch.int64";
  snprintf(made->parameters, sizeof made->parameters, "x: \"%s[%s]\"", type, shapes[form % 3]);
  type_case_add(made, "f = " TYPE_CAST "(x, %s)\n", wide);
  made->exact = !floats;
  if (form < TYPE_MOVES + 4) { // a row, a column, all, and then element by element
    static const char *const axes[] = {"[1]", "[0]", "[1]", "[0, 1]"};
    type_case_add(made, "s = torch.ops.aten.amax.default(f, %s, True)\nm = torch.ops.aten.sub.Tensor(s, f)\n",
                  axes[form - TYPE_MOVES]);
  } else {
    type_case_add(made, "m = torch.ops.aten.mul.Tensor(f, 3)\n");
  }
  type_case_add(made, "n = " TYPE_CAST "(m, %s)\nt = torch.ops.aten.sum.dim_IntList(f, [%d])\nreturn (n, t)",
                torch, form % 2);
}

// The case of that number; false when there are no more of them. First the conversions from each type, then
// the forms.
static inline bool type_case(int number, TypeCase *made) {
  *made = (TypeCase){.length = 0};
  for (int type = 0; type < DTYPE_COUNT; type++)
    if (!type_is_moved_only((DType)type) && number-- == 0)
      return type_case_convert((DType)type, 1003, made), true;
  for (int type = 0; type < DTYPE_COUNT; type++) {
    if (!type_is_newer((DType)type)) continue;
    int forms = type_is_moved_only((DType)type) ? TYPE_MOVES : TYPE_FORMS;
    if (number >= forms) {
      number -= forms;
      continue;
    }
    if (number < TYPE_MOVES)
      type_case_move(number, dtype_fx_name((DType)type), made);
    else
      type_case_compute(number, (DType)type, made);
    return true;
  }
  return false;
}
