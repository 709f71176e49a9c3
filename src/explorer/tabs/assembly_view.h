// Reading PTX and SASS line by line: what a line is, and how many instructions of each sort there are.
#pragma once

#include "session/results/assembly.h"
#include "tui/style.h"

// Sorts of instructions: id, name, beginnings of SASS and of PTX mnemonics, style. The first that fits holds.
#define INSTRUCTION_SORTS(X) \
  X(GLOBAL_LOAD, "global loads", "LDG LD. LD ATOMG ATOM RED", "ld.global ld.nc atom red", WARNING) \
  X(GLOBAL_STORE, "global stores", "STG ST. ST", "st.global", WARNING) \
  X(SPILL, "spills", "LDL STL", "ld.local st.local", BAD) \
  X(SHARED, "shared memory", "LDS STS LDSM ATOMS UBLKCP SYNCS", "ld.shared st.shared cp.async mbarrier", \
    GOOD) \
  X(EXCHANGE, "shuffles and barriers", "SHFL BAR WARPSYNC MEMBAR VOTE REDUX", \
    "shfl bar membar fence vote redux barrier", GOOD) \
  X(TENSOR, "tensor", "HMMA IMMA HGMMA", "mma wgmma", MEASURED) \
  X(SPECIAL, "special functions", "MUFU", "sqrt rsqrt rcp ex2 lg2 sin cos tanh div.full div.approx", \
    MEASURED) \
  X(FP64, "FP64", "DADD DMUL DFMA DSETP", "add.f64 mul.f64 fma.rn.f64 div.rn.f64", MEASURED) \
  X(FP32, "FP32", "FADD FMUL FFMA FMNMX FSEL FSETP FSET FCHK HADD2 HMUL2 HFMA2", \
    "add.f32 sub.f32 mul.f32 fma.rn.f32 max.f32 min.f32 neg.f32 abs.f32 div.rn.f32 add.rn add.ftz mul.ftz", \
    COMPILED) \
  X(CONVERT, "conversions", "F2F F2I I2F I2FP F2FP", "cvt", COMPILED) \
  X(CONTROL, "branches", "BRA EXIT BSSY BSYNC RET CALL BREAK YIELD", "bra ret call exit setp", DIM) \
  X(OTHER, "integer and moves", "", "", CODE)

typedef enum InstructionSort {
#define X(id, ...) INSTRUCTION_##id,
  INSTRUCTION_SORTS(X)
#undef X
      INSTRUCTION_SORT_COUNT
} InstructionSort;

typedef enum AssemblyLineKind { LINE_SKIPPED, LINE_LABEL, LINE_DIRECTIVE, LINE_INSTRUCTION } AssemblyLineKind;

// One line taken apart: pointers into the text.
typedef struct AssemblyLine {
  AssemblyLineKind kind;
  const char *text; // what is worth showing
  int length;
  int mnemonic, mnemonic_length; // LINE_INSTRUCTION: where in it the instruction's name is
  InstructionSort sort;
} AssemblyLine;

// `line` of `length` bytes, without its end.
AssemblyLine assembly_line(AssemblyKind kind, const char *line, size_t length);
const char *instruction_sort_name(InstructionSort sort);
Style instruction_sort_style(InstructionSort sort);
