// Compiling: CUDA C++ to cubin with NVRTC (opened at run time; no GPU needed), what the cubin says of
// registers and spills, and a cache on disk under a hash of source, options, arch and NVRTC version.
#pragma once

#include "base/status.h"
#include "base/text.h"

#include <stdatomic.h>
#include <stddef.h>

typedef struct Compiler Compiler; // thread-safe: job threads share one

// STATUS_MISSING with how to get it when NVRTC cannot be opened. cache_folder NULL: the user's; "": no cache.
Compiler *compiler_new(const char *cache_folder, Status *status);
void compiler_free(Compiler *compiler);
const char *compiler_version(const Compiler *compiler); // of NVRTC: "13.0"

typedef struct CompileRequest {
  const char *prelude, *source; // one after the other; prelude may be NULL
  const char *kernel;           // its extern "C" name
  const char *arch;             // "sm_90a"
  int register_cap;             // 0: none
  bool lines;                   // with line information, for people: the code itself is the same
  const atomic_int *stop;       // not 0: it is to end now; may be NULL
} CompileRequest;

typedef struct Compiled {
  int registers;                           // per thread
  int spill_store_bytes, spill_load_bytes; // per thread, as ptxas counts them
  int local_bytes;                         // stack frame
  int shared_bytes;                        // static
  int max_threads;                         // that the cubin allows per block
  double seconds;                          // of this answer
  bool from_cache;
  void *cubin;
  size_t cubin_bytes;
  char *log; // of the compiler
} Compiled;
// A compile error of the source is STATUS_INTERNAL with the log's first error and the line of the source with
// a caret. NVRTC runs in a process of its own, with limits: what happens to it is told, and the next request
// has another. STATUS_CANCELLED when it is to end.
bool compiler_compile(Compiler *compiler, const CompileRequest *request, Compiled *compiled, Status *status);
void compiled_free(Compiled *compiled);
// Annotated machine code or PTX of a request, for people. SASS needs nvdisasm or cuobjdump: STATUS_MISSING
// where there is none.
bool compiler_ptx(Compiler *compiler, const CompileRequest *request, Text *out, Status *status);
bool compiler_sass(const void *cubin, size_t bytes, Text *out, Status *status);
