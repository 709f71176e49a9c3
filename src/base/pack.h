// Values in a row of bytes, for another process of the same program: they are read in the order in which they
// were written. Whoever reads trusts nothing: what is out of bounds, or missing, fails, and so does all that
// is read after it.
#pragma once

#include "base/text.h"

void pack_integer(Text *out, int64_t value);
void pack_number(Text *out, double value);
void pack_string(Text *out, const char *string); // NULL is another one than ""

typedef struct Unpack {
  const char *at;
  size_t left;
  bool failed;
} Unpack;

Unpack unpack_begin(const char *bytes, size_t length);
// From `least` to `most`; when it fails, 0 or what is nearest to it.
int64_t unpack_integer(Unpack *from, int64_t least, int64_t most);
bool unpack_bool(Unpack *from); // written as an integer, 0 or 1
double unpack_number(Unpack *from);
// To be freed; holds nothing that could control a terminal. NULL was written, or it fails.
char *unpack_string(Unpack *from);
char *unpack_line(Unpack *from); // the same without newlines and tabs; never NULL
// The next `length` bytes, in place; NULL when it fails.
const char *unpack_bytes(Unpack *from, size_t length);
bool unpack_is_done(const Unpack *from); // all was read, and nothing failed
