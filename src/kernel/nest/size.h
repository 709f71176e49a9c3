// A nest whose kernel takes one of its graph's sizes as an argument, so that one kernel serves many values.
//
// It is lowered with the size at a WITNESS so large that each number of the nest says how it follows from the
// size: written in base witness (Kronecker's substitution), 4096 * witness + 3 is 4096 * size + 3. Numbers
// that lie far from all multiples of the witness are constants, as are nearly all those that do not follow
// from the size, however large: witnesses are multiples of powers of two by no simple ratio. That it is so is
// not believed but checked, against nests that are lowered at other values (nest_size_holds): at the least
// value and at one beyond the witness. What lowering decides by comparing numbers that are linear in the
// size, and decides alike at both ends, it decides so in between. Where all values are multiples of a power
// of two, so are the witnesses, and numbers may also follow from a half of the size, or less: rows are cut in
// two.
#pragma once

#include "kernel/nest/nest.h"
#include "kernel/nest/reason.h"

enum { SIZE_MULTIPLE = 16 }; // values are multiples of at most this, so that vectors stay aligned

// The size that a nest's kernel takes.
typedef struct NestSize {
  const char *name;              // in the graph: "rows"
  int64_t witness;               // its value in the nest; 0: the given one, with which numbers do not tell
  int64_t constant_most;         // in a number that follows from it: the constant part is smaller than this
  int64_t least, most, multiple; // the values at which the kernel is right: multiples, and within bounds
  int divisions;                 // by what follows from it, for each unit of the walk
  bool wide;                     // indices need 64 bits at the largest of them
  const Nest *at_least;          // the same nest, lowered at `least`
} NestSize;

// scale * size / divisor + constant; the divisor is a power of two by which all values of the size divide
typedef struct SizeForm {
  int64_t scale, constant, divisor;
} SizeForm;

// Witnesses of about so many bits, and the values that go with them.
enum { WITNESS_BITS = 31, WITNESS_LEAST_BITS = 18 };
// The next smaller, for tensors that are larger for each step of the size; 0: there is none.
int size_fewer_bits(int bits);
int64_t size_witness(int64_t multiple, int bits);
int64_t size_second_witness(int64_t multiple, int bits);
int64_t size_constant_most(int bits);
// The largest power of two that divides `value`, at most SIZE_MULTIPLE.
int64_t size_multiple(int64_t value);
// How a number of the nest follows from the size, if it does; `size` NULL: it is a constant.
SizeForm size_form(const NestSize *size, int64_t number);
bool size_follows(const NestSize *size, int64_t number);
int64_t size_form_at(SizeForm form, int64_t value);
int64_t size_at(const NestSize *size, int64_t number, int64_t value);
// How the number of a step, or one over it (`inverse`), follows from the size: means divide by a count of
// elements. False: it is a constant.
bool size_step_form(const Nest *nest, int step, SizeForm *form, bool *inverse);
// Is `other`, lowered with the size at `value`, what `nest` is there? False with what is not.
bool nest_size_holds(const Nest *nest, const NestSize *size, const Nest *other, int64_t value,
                     Reason *reason);
// The power of two, at most SIZE_MULTIPLE, that divides what any index or condition adds for each step of the
// size: accesses of vectors so wide are aligned alike at all values.
int64_t nest_size_alignment(const Nest *nest);
// Smallest and largest value of an index at a value of the size; as index_range where it takes none.
void size_index_range(const Nest *nest, const Index *index, int64_t value, int64_t *low, int64_t *high);
