// The named sizes of one file: what it says of them, what --set binds them to, in the order of first use.
#pragma once

#include "base/hash.h"
#include "base/status.h"
#include "base/vector.h"
#include "graph/core/builder.h"
#include "graph/read/read.h"
#include "graph/read/size/expression.h"

typedef struct SizeTable {
  const ReadOptions *options; // sizes bound from outside; may be NULL
  NameMap bindings;           // of `options`
  NameMap values;             // of the sizes in use
  NameMap hints;              // values that the files tell
  NameMap bounds;             // the most that they say a size can be
  NameMap arguments;    // integers that the graph was called with, later is called with, by the input's name
  NameMap aliases;      // values by other names that a compiler gave them
  VECTOR(char *) order; // names in use
  VECTOR(char *) guessed; // of those the ones that nothing tells
} SizeTable;
SizeTable size_table(const ReadOptions *options);
void size_table_free(SizeTable *table);

// Where nothing tells a size. An unbacked one, which data decides, is what PyTorch takes for it (or its
// bound).
enum { SIZE_GUESS = 64, SIZE_GUESS_UNBACKED = 8192 };

// Puts a size into use with this value, unless it is bound from outside.
void size_table_add(SizeTable *table, const char *name, int64_t value);
// A symbol of PyTorch ("s77", "u0"), which is put into use when it is new.
int64_t size_table_symbol(SizeTable *table, const char *name);
bool size_table_bound(const SizeTable *table); // is any bound from outside?

// The sizes in use, of `table`, for expressions; the second takes every new name for a symbol.
SizeNames size_table_names(SizeTable *table);
SizeNames size_table_symbols(SizeTable *table);

// Fails when a size that is bound from outside is not in use, or negative. `file` is for the message.
bool size_table_check(const SizeTable *table, const char *file, Status *status);
// Tells the builder the sizes, and by a note which are guessed.
void size_table_finish(const SizeTable *table, GraphBuilder *builder);

// Takes the bounds ("u0 <= 20") in a graph's text, the hints in a log ("create_symbol s77 = 48 for ...").
void size_table_read_bounds(SizeTable *table, const char *text, size_t length);
void size_table_read_log(SizeTable *table, const char *text, size_t length);
// What generated code tells: bounds, and the integers that the graph was called with (output_code.py).
void size_table_read_code(SizeTable *table, const char *text, size_t length);
// The integers that a debug folder's fx_graph_runnable.py is called with.
void size_table_read_runnable(SizeTable *table, const char *folder);
// The same of a debug folder: of its output_code.py, else fx_graph_runnable.py.
void size_table_read_folder(SizeTable *table, const char *folder);

// ---- For the files of this folder.

// A whole number at `at`; -1 when there is none, or a larger one than a size is.
int64_t size_read_digits(const char *at, const char *end);
// A value that is known, by a name of `length` bytes; nothing where either is none.
void size_keep(NameMap *map, const char *name, size_t length, int64_t value);
