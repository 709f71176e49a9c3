// The worker's own kernels (service.cu): filling memory, comparing results, emptying the L2 cache, copying
// matrices.
#pragma once

#include "gpu/toolkit/driver.h"
#include "gpu/worker/run_program.h"

#define SERVICE_FLUSH_NAME "fusebox_flush"

typedef struct Service {
  Driver *driver;
  CUmodule module;
  DriverKernel fill, compare, flush, copy_matrix;
  CUdeviceptr flush_memory, partials;
  int64_t flush_bytes;
} Service;

// `cubin_path`: the compiled service_source() of gpu/worker/service_source.h.
bool service_open(Service *service, Driver *driver, const char *cubin_path, Status *status);
void service_close(Service *service); // zero-initialized is allowed

// Asynchronous, on the driver's stream.
bool service_fill(Service *service, const RunBuffer *buffer, CUdeviceptr memory, Status *status);
// Reads, or with `dirty` rewrites, more memory than the L2 cache holds.
bool service_flush(Service *service, bool dirty, Status *status);

typedef struct MatrixStrides {
  long long row, column, batch; // elements
} MatrixStrides;
typedef struct MatrixCopy {
  CUdeviceptr to, from;
  MatrixStrides to_strides, from_strides;
  int64_t rows, columns, batch;
  int element_bytes;
} MatrixCopy;
bool service_copy_matrix(Service *service, const MatrixCopy *copy, Status *status);

// The comparison of two memories of `count` elements; as TensorComparison of graph/evaluate/evaluate.h, in
// memory order.
typedef struct MemoryComparison {
  double relative_norm; // |got - want| / |want| over the elements that are finite in both; absolute when want
                        // is all zero
  double worst; // largest |got - want| / (tolerance * (|want| + rms(want))); 1e300 for a value that is not
                // finite
  int64_t worst_index;
  double want, got;               // there
  int64_t mismatches, not_finite; // of the reference
  bool pass;
} MemoryComparison;
// Passes by the rule of evaluate_agrees. Waits for the result.
bool service_compare(Service *service, CUdeviceptr want, CUdeviceptr got, int64_t count, DType dtype,
                     double tolerance, MemoryComparison *comparison, Status *status);
