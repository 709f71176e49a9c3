// The CUDA libraries, opened at run time: where they are looked for and what is taken from them.
#pragma once

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum CudaLibrary {
  LIBRARY_NVRTC,    // the compiler; needs no GPU
  LIBRARY_DRIVER,   // libcuda: comes with the GPU's driver
  LIBRARY_CUPTI,    // timing
  LIBRARY_CUBLASLT, // matrix products
  LIBRARY_NVML,     // clocks and power: comes with the GPU's driver
  LIBRARY_COUNT
} CudaLibrary;

const char *library_title(CudaLibrary library); // "NVRTC"
// What a person does to get it: a sentence.
const char *library_advice(CudaLibrary library);

enum { LIBRARY_PATH_SIZE = 1024 };

// Opens a library and keeps it open for the life of the process (they do not survive being closed); a second
// call gives the same handle. `path` (LIBRARY_PATH_SIZE bytes, may be NULL) receives the file that was
// loaded. NULL with STATUS_MISSING, what was tried and the advice. Looked for in this order:
//
// - the path in $FUSEBOX_NVRTC, $FUSEBOX_DRIVER, $FUSEBOX_CUPTI, $FUSEBOX_CUBLASLT or $FUSEBOX_NVML, and then
//   nowhere else;
// - $CUDA_HOME, the toolkit that the program was built with, /usr/local/cuda: in lib64, lib,
//   targets/x86_64-linux/lib, extras/CUPTI/lib64;
// - the private folder that setup fills ($FUSEBOX_CUDA, else ~/.local/share/fusebox/cuda), with the wheels'
//   nvidia/<package>/lib;
// - where the system's loader looks, by soname.
//
// FUSEBOX_IGNORE_TOOLKIT=1 leaves out $CUDA_HOME and /usr/local/cuda.
void *library_open(CudaLibrary library, char *path, Status *status);

// One entry point of a table of function pointers.
typedef struct LibraryEntry {
  const char *name;
  size_t offset; // of the pointer within the table
} LibraryEntry;
// Fills `table`; STATUS_MISSING naming the first entry point that the library lacks (it is too old).
bool library_resolve(CudaLibrary library, void *handle, const LibraryEntry *entries, int count, void *table,
                     Status *status);

// The full path of a program of the toolkit ("nvdisasm"): $FUSEBOX_NVDISASM, and so for others, or from the
// bin folders beside the places above, then $PATH. Allocated with malloc; NULL when there is none.
char *library_tool(const char *name);
