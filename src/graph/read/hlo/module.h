// HLO text before it is a graph: computations of instructions, as written. Attributes stay text until
// somebody asks for them, so that unknown ones do no harm.
#pragma once

#include "base/hash.h"
#include "graph/core/graph.h"
#include "graph/read/hlo/cursor.h"

// A type of XLA and the dtype that stands for it. Where `exact` is false that dtype only has the same bytes
// (or more, for less than a byte): elements can be moved, not computed with.
typedef struct HloType {
  const char *name; // "bf16"
  DType dtype;
  bool exact;
  bool has_value; // false: token and opaque
} HloType;

typedef struct HloShape HloShape;
struct HloShape {
  const HloType *type; // NULL: a tuple
  const HloShape *const *items;
  int item_count;
  Shape sizes;
  bool has_layout;
  int order[MAX_RANK]; // axes from the fastest to the slowest ("minor to major")
};

typedef struct HloAttribute {
  const char *name; // "dimensions"
  HloSpan value;
} HloAttribute;

typedef struct HloInstruction {
  const char *name;   // without '%'
  const char *opcode; // "dot"
  long offset;        // of the name
  int line;
  const HloShape *shape;
  const int *operands; // instructions of the same computation
  int operand_count;
  HloSpan arguments; // between the parentheses
  const HloAttribute *attributes;
  int attribute_count;
} HloInstruction;

typedef struct HloComputation {
  const char *name;
  HloInstruction *instructions;
  int count;
  int root;       // instruction
  int parameters; // highest parameter number + 1
} HloComputation;

// A line of the model: from the tables of stack frames.
typedef struct HloSource {
  const char *file; // NULL: unknown
  int line;
} HloSource;

typedef struct HloModule {
  HloCursor cursor; // of the whole text: for messages, and for the values of attributes
  const char *name;
  bool scheduled; // all passes have run
  VECTOR(HloComputation) computations;
  NameMap names; // of computations
  int entry;
  VECTOR(HloSource) frames; // by stack_frame_id
} HloModule;

// Parses a module (or computations without a header). The module is released with hlo_module_free, also on
// failure; what it points to lives in the arena.
bool hlo_parse(const char *file, const char *text, size_t length, Arena *arena, HloModule *module,
               Status *status);
void hlo_module_free(HloModule *module);

// shape.c
// "f32[2,3]{1,0}", "(f32[], s32[4])".
bool hlo_shape(HloCursor *cursor, const HloShape **shape);
bool hlo_at_shape(HloCursor *cursor);                              // does one stand next?
void hlo_strides(const HloShape *shape, int64_t stride[MAX_RANK]); // in elements; row-major without a layout

// attribute.c
const HloAttribute *hlo_attribute(const HloInstruction *instruction, const char *name); // NULL when absent
bool hlo_attribute_is(const HloModule *module, const HloInstruction *instruction, const char *name,
                      const char *value);
// The integers of "{1,0}" or "1"; -1: absent, or other than that, or more than `most`.
int hlo_list(const HloModule *module, const HloInstruction *instruction, const char *name, int64_t *list,
             int most);
int64_t hlo_number(const HloModule *module, const HloInstruction *instruction, const char *name,
                   int64_t otherwise);
// The computation that an attribute names; NULL: none.
const HloComputation *hlo_called(const HloModule *module, const HloInstruction *instruction,
                                 const char *name);
// The text of an attribute, quotation marks left out; NULL when absent.
const char *hlo_attribute_text(const HloModule *module, const HloInstruction *instruction, const char *name);
// The value of `key` within an attribute in braces: metadata={op_name="f" stack_frame_id=3}, JSON's
// "key":"f". Unquoted; NULL when absent.
const char *hlo_field(const HloModule *module, const HloInstruction *instruction, const char *name,
                      const char *key);

// source.c: "FileNames", "FunctionNames", "FileLocations", "StackFrames".
bool hlo_read_frames(HloModule *module);
// Where in the model an instruction came from.
HloSource hlo_source(const HloModule *module, const HloInstruction *instruction);
