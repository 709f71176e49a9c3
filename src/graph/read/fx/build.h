// Turning FX statements into ops: what build.c, call.c and arguments.c share.
#pragma once

#include "base/hash.h"
#include "graph/core/torch.h"
#include "graph/read/fx/fx.h"

// A name of the text: one value, or the tuple of results of an op.
typedef struct FxSymbol {
  int value;          // NO_VALUE for a tuple
  int first_result;   // tuple: place of its values in FxBuild.results, by position in PyTorch's tuple
  int result_count;   // tuple: positions; -1: a single value
  bool is_void;       // a result without annotation: it cannot be read
  const FxSize *size; // a number that the graph computes with, NULL: a tensor or a tuple
} FxSymbol;

typedef struct FxBuild {
  const FxText *parsed;
  const FxLayouts *layouts; // may be NULL
  GraphBuilder *builder;
  Arena *arena; // the graph's
  Status *status;
  NameMap names; // to symbols
  VECTOR(FxSymbol) symbols;
  VECTOR(int) results;
  int returned_numbers;
  NameMap getitem_names; // name of a tuple -> its last getitem statement
  int *getitem_previous; // per statement: the previous getitem of the same tuple, or -1
  const char *source_file,
      *source_file_from; // interned copy in the graph's arena and what it was copied from
  const char *source_text, *source_text_from;
} FxBuild;

bool fx_fail(FxBuild *build, long offset, const char *format, ...) __attribute__((format(printf, 3, 4)));
const FxSymbol *fx_symbol(const FxBuild *build, const char *name); // NULL when unknown
void fx_bind(FxBuild *build, const char *name, FxSymbol symbol);

// sizes.c: numbers in the graph. A statement of one is no op.
bool fx_states_size(const FxStatement *statement);
bool fx_add_size(FxBuild *build, const FxStatement *statement);
void fx_bind_size(FxBuild *build, const FxPlaceholder *placeholder);
// Does the number depend on data, so that the call must stay?
bool fx_reads_data(const FxStatement *statement);
// Is the statement an assertion about sizes, which says nothing of the graph? It is checked: false with a
// message when sizes that were bound from outside break it.
bool fx_is_assertion(const FxStatement *statement);
bool fx_check_assertion(FxBuild *build, const FxStatement *statement);
// The expression with numbers in place of the sizes in it; theirs keep the text by which they are written.
PythonExpr fx_fold_sizes(FxBuild *build, const PythonExpr *expr);

// The annotation of a statement, with the stride that a debug folder knows.
Annotation fx_annotation(const FxBuild *build, const char *name, const Annotation *written);

// A call: one op, or one per element for foreach ops. False with a message.
bool fx_call(FxBuild *build, int statement);

// A call's arguments, as the op table wants them.
typedef struct FxArguments {
  VECTOR(Operand) operands;
  VECTOR(Attribute) attributes;
  bool sized;   // an operand is a size
  double scale; // of operand scaled (TORCH_SCALE); 1: none
  int scaled;
  char reason[200]; // why the call is not understood; empty: it is
} FxArguments;
// Matches a call to the signature. `element`: which element of list operands (foreach), -1: lists are lists.
// False with a message only for unknown names and missing arguments; else look at `reason`.
bool fx_match_arguments(FxBuild *build, const PythonExpr *call, const TorchTarget *target, int element,
                        FxArguments *arguments);
// Every tensor among the arguments, and the argument list as text with %0, %1, ... in their place.
bool fx_pass_arguments(FxBuild *build, const PythonExpr *call, FxArguments *arguments);
void fx_add_text(FxBuild *build, FxArguments *arguments, AttributeKey key, const char *text);
void fx_add_integers(FxBuild *build, FxArguments *arguments, AttributeKey key, const int64_t *integers,
                     int count);
void fx_arguments_free(FxArguments *arguments);
// The value that an expression names; NO_VALUE with a message when it names none.
int fx_named_value(FxBuild *build, const PythonExpr *expr);
