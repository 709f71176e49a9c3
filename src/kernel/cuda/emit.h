// The emitter: nest and schedule to CUDA C++ for people to read.
#pragma once

#include "base/text.h"
#include "base/vector.h"
#include "kernel/template/schedule.h"

typedef struct EmitOptions {
  bool annotate; // op names, source lines, readable value names; off: canonical names, so that equal kernels
                 // have equal text
  int passes;    // only the first so many of the passes that place its steps (code/passes.h); 0: all
} EmitOptions;

enum { KERNEL_NAME_SIZE = 96 };

// What is the same code: a hash of the text, the launch and the register cap. Every memory of results goes by
// it: times, schedules that were found, records of the estimates' accuracy. It stays the same from version to
// version as long as they do.
typedef struct CodeName {
  char digits[33]; // hash_name; empty: no code
} CodeName;

// A line of a source, and an op of the graph for which it is there; nothing of it is printed.
typedef struct EmittedLine {
  int line; // 0: the first
  int op;
} EmittedLine;

typedef VECTOR(EmittedLine) EmittedLines;

enum { MAP_DIMS = 4 };

// A map of a matrix for bulk tensor copies (cuTensorMapEncodeTiled): boxes of three or four dims, the fastest
// first, with the 128-byte swizzle; what lies beyond the matrix is read as 0.
typedef struct TensorMap {
  int parameter; // whose memory it is
  DType dtype;
  int64_t offset;               // of its begin there, in elements
  int64_t size[MAP_DIMS];       // elements; of the last dim 0 where there are three
  int64_t stride[MAP_DIMS - 1]; // elements from one to the next of dims 1, 2 and 3
  int box[2];                   // elements of dims 0 and 1; of all others one
} TensorMap;

enum { MOST_MAPS = 3 }; // of a kernel: the first matrix of its products, and the second of each

typedef struct Emitted {
  const char *prelude;         // what stands before the source in its translation unit; NULL: nothing
  char *source;                // the kernel; free with emitted_free
  CodeName code;               // of canonical text; empty of annotated text
  char name[KERNEL_NAME_SIZE]; // extern "C" name of the kernel
  LaunchShape launch;
  int parameter_count; // nest->buffer_count pointers, then a workspace pointer when launch.workspace_bytes >
                       // 0
  int64_t *parameter_bytes;  // memory behind each parameter
  TensorMap maps[MOST_MAPS]; // in front of all parameters, each 128 bytes by value;
  int map_count;             // 0 but for matrix products: 2, or 3 of two products and of attention
  bool takes_size;    // as the last argument, behind the parameters: an int, or a long long where indices
                      // need 64 bits
  bool cooperates;    // its threads exchange data: barriers or shuffles
  EmittedLines lines; // which ops the source's lines are there for, by line; one line may be for several. Of
                      // equal parts of a batch, which share their text, the first one's ops
} Emitted;

bool kernel_emit(const Nest *nest, const Schedule *schedule, const GpuLimits *limits,
                 const EmitOptions *options, Emitted *emitted, Status *status);
// The kernel that takes a size as an argument, with launch and parameters at `value` of it; the source is the
// same for all values. STATUS_INPUT: the value is none that it takes, or some number in the code follows from
// the size in a way that the argument does not say.
typedef struct SizedNest SizedNest;
bool kernel_emit_sized(const SizedNest *sized, const Schedule *schedule, const GpuLimits *limits,
                       const EmitOptions *options, int64_t value, Emitted *emitted, Status *status);
void emitted_free(Emitted *emitted);
// The first digits of a name, for tables in memory; 0 of an empty one.
uint64_t code_name_key(const CodeName *code);
// The statements of code as it stands, which a pass or a test may have changed since it was made, one a line.
struct KernelCode;
bool emit_code(const struct KernelCode *code, const EmitOptions *options, Text *out, Status *status);

// The text of a nest with parts, as Template.emit. `cooperates`: do threads of one of them exchange data?
struct Emitter;
bool batch_emit(struct Emitter *emitter, const GpuLimits *limits, const char *name, bool *cooperates);

// "row_cast_mul_mean_rsqrt": template and op names, as identifiers, cut to fit.
void kernel_name(const Nest *nest, const Schedule *schedule, char out[KERNEL_NAME_SIZE]);
// The primitives that emitted code uses, as CUDA source; with those of types that few kernels have; and all
// of them for the host compiler.
const char *kernel_prelude(void);
const char *kernel_types_prelude(void);
const char *kernel_products_prelude(void); // ... and with those of matrix products
const char *kernel_host_prelude(void);
// What the longer prelude calls an element in memory: "fb_bf16"; NULL when kernels cannot hold it (complex
// numbers).
const char *kernel_memory_type(DType dtype);
