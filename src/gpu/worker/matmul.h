// Matrix products by cuBLASLt.
#pragma once

#include "gpu/worker/service.h"

typedef struct Blas Blas; // cuBLASLt and its workspace

// STATUS_MISSING when cuBLASLt cannot be opened. The driver and service must outlive it.
Blas *blas_open(Driver *driver, Service *service, Status *status);
void blas_close(Blas *blas); // NULL is allowed

// A product made ready: layouts, the algorithm that cuBLASLt's heuristic puts first, memory for operands that
// must be repacked.
typedef struct BlasPlan BlasPlan;

// `memory` holds the address of every buffer of the program. Row-major D = alpha * A x B + beta * C for any
// strides: products of 16-bit and 32-bit floats are summed in f32 (no TF32), f64 in f64. A bias (C with row
// stride 0, beta 1) is the library's epilogue where it takes one, else C is first copied into D.
BlasPlan *blas_plan(Blas *blas, const Matmul *matmul, const CUdeviceptr *memory, Status *status);
void blas_plan_free(BlasPlan *plan); // NULL is allowed
// Enqueues it on the driver's stream.
bool blas_run(BlasPlan *plan, Status *status);
