// cuBLASLt knows column-major matrices only. A row-major matrix is the column-major transpose of itself, so
// the product D = A x B is asked for as D' = B' x A' (' transposed), with "first" = B' and "second" = A'.
#include "gpu/worker/matmul.h"

#include "base/arena.h"
#include "base/text.h"

#include <cublasLt.h>
#include <stdlib.h>
#include <string.h>

static const int64_t workspace_bytes = (int64_t)32 << 20;

typedef struct BlasApi {
  CUBLASLT_ENTRIES(LIBRARY_ENTRY_FIELD)
} BlasApi;

struct Blas {
  BlasApi api;
  Driver *driver;
  Service *service;
  cublasLtHandle_t handle;
  CUdeviceptr workspace;
};

// An operand as a row-major batch of matrices; after `settle` one of its strides is 1.
typedef struct BlasOperand {
  CUdeviceptr memory;
  int64_t rows, columns;
  MatrixStrides strides;
} BlasOperand;

enum { COPIES_MOST = 3 }; // A, B and the bias

struct BlasPlan {
  Blas *blas;
  cublasLtMatmulDesc_t operation;
  cublasLtMatrixLayout_t first, second, third, result;
  cublasLtMatmulAlgo_t algorithm;
  size_t algorithm_workspace;
  BlasOperand a, b, c, d;
  bool has_c; // C is an operand of its own (not an epilogue, not copied into D)
  double alpha, beta;
  cudaDataType_t type;
  DType dtype;
  int64_t batch;
  MatrixCopy copies[COPIES_MOST]; // to make before every run
  int copy_count;
  CUdeviceptr owned[COPIES_MOST]; // repacked operands
  int owned_count;
};

static bool blas_ok(const Blas *blas, cublasStatus_t code, const char *what, Status *status) {
  if (code == CUBLAS_STATUS_SUCCESS) return true;
  return status_fail(status, STATUS_INTERNAL, "cuBLASLt: %s: %s", what,
                     blas->api.cublasLtGetStatusString(code));
}

Blas *blas_open(Driver *driver, Service *service, Status *status) {
#define ROW(name) LIBRARY_ENTRY_ROW(BlasApi, name)
  static const LibraryEntry entries[] = {CUBLASLT_ENTRIES(ROW)};
#undef ROW
  BlasApi api;
  void *handle = library_open(LIBRARY_CUBLASLT, NULL, status);
  int count = sizeof entries / sizeof *entries;
  if (!handle || !library_resolve(LIBRARY_CUBLASLT, handle, entries, count, &api, status)) return NULL;
  Blas *blas = memory_alloc(sizeof *blas);
  *blas = (Blas){.api = api, .driver = driver, .service = service};
  if (blas_ok(blas, api.cublasLtCreate(&blas->handle), "opening", status) &&
      driver_allocate(driver, workspace_bytes, &blas->workspace, status))
    return blas;
  blas_close(blas);
  return NULL;
}

void blas_close(Blas *blas) {
  if (!blas) return;
  driver_release(blas->driver, blas->workspace);
  if (blas->handle) blas->api.cublasLtDestroy(blas->handle);
  free(blas);
}

// ---- operands

static BlasOperand operand_of(const MatmulOperand *run, int64_t rows, int64_t columns, DType dtype,
                              const CUdeviceptr *memory) {
  CUdeviceptr start = memory[run->buffer] + (CUdeviceptr)(run->offset * dtype_bytes(dtype));
  return (BlasOperand){start, rows, columns, {run->row_stride, run->column_stride, run->batch_stride}};
}

static BlasOperand transposed(BlasOperand x) {
  return (BlasOperand){x.memory, x.columns, x.rows, {x.strides.column, x.strides.row, x.strides.batch}};
}

static bool is_row_major(const BlasOperand *x) {
  return (x->strides.column == 1 || x->columns == 1) && (x->strides.row >= x->columns || x->rows == 1);
}

static bool is_column_major(const BlasOperand *x) {
  BlasOperand turned = transposed(*x);
  return is_row_major(&turned);
}

static void add_copy(BlasPlan *plan, BlasOperand from, BlasOperand to) {
  plan->copies[plan->copy_count++] = (MatrixCopy){.to = to.memory,
                                                  .from = from.memory,
                                                  .to_strides = to.strides,
                                                  .from_strides = from.strides,
                                                  .rows = from.rows,
                                                  .columns = from.columns,
                                                  .batch = plan->batch,
                                                  .element_bytes = dtype_bytes(plan->dtype)};
}

// A matrix that no leading dimension describes is repacked before every run.
static bool settle(BlasPlan *plan, BlasOperand *x, Status *status) {
  if (is_row_major(x) || is_column_major(x)) return true;
  BlasOperand packed = *x;
  packed.strides = (MatrixStrides){x->columns, 1, x->rows * x->columns};
  int64_t bytes = plan->batch * x->rows * x->columns * dtype_bytes(plan->dtype);
  if (!driver_allocate(plan->blas->driver, bytes, &packed.memory, status)) return false;
  plan->owned[plan->owned_count++] = packed.memory;
  add_copy(plan, *x, packed);
  *x = packed;
  return true;
}

static int64_t leading(int64_t stride, int64_t least) {
  return stride > least ? stride : least;
}

// The layout in which cuBLASLt sees `x` transposed: x row-major is x' column-major (no operation); x
// column-major is itself, to be transposed by the operation.
static bool layout_of(const BlasPlan *plan, const BlasOperand *x, cublasLtMatrixLayout_t *layout,
                      cublasOperation_t *operation, Status *status) {
  const Blas *blas = plan->blas;
  bool straight = is_row_major(x);
  *operation = straight ? CUBLAS_OP_N : CUBLAS_OP_T;
  int64_t rows = straight ? x->columns : x->rows, columns = straight ? x->rows : x->columns;
  int64_t stride = straight ? x->strides.row : x->strides.column;
  cublasStatus_t code = blas->api.cublasLtMatrixLayoutCreate(
      layout, plan->type, (uint64_t)rows, (uint64_t)columns, leading(columns == 1 ? rows : stride, rows));
  int32_t count = (int32_t)plan->batch;
  int64_t batch_stride = x->strides.batch;
  if (!code)
    code = blas->api.cublasLtMatrixLayoutSetAttribute(*layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count,
                                                      sizeof count);
  if (!code)
    code = blas->api.cublasLtMatrixLayoutSetAttribute(*layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
                                                      &batch_stride, sizeof batch_stride);
  return blas_ok(blas, code, "describing a matrix", status);
}

// ---- the operation

static bool set(const BlasPlan *plan, cublasLtMatmulDescAttributes_t attribute, const void *value,
                size_t bytes, Status *status) {
  cublasStatus_t code =
      plan->blas->api.cublasLtMatmulDescSetAttribute(plan->operation, attribute, value, bytes);
  return blas_ok(plan->blas, code, "describing the product", status);
}

static bool choose_type(BlasPlan *plan, DType dtype, Status *status) {
  plan->dtype = dtype;
  switch (dtype) {
    case DTYPE_F16:
      plan->type = CUDA_R_16F;
      break;
    case DTYPE_BF16:
      plan->type = CUDA_R_16BF;
      break;
    case DTYPE_F32:
      plan->type = CUDA_R_32F;
      break;
    case DTYPE_F64:
      plan->type = CUDA_R_64F;
      break;
    default:
      return status_fail(status, STATUS_MISSING, "cuBLASLt takes no matrices of this element type");
  }
  bool is_double = dtype == DTYPE_F64;
  cublasStatus_t code = plan->blas->api.cublasLtMatmulDescCreate(
      &plan->operation, is_double ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F,
      is_double ? CUDA_R_64F : CUDA_R_32F);
  return blas_ok(plan->blas, code, "describing the product", status);
}

// The bias as the library's epilogue: a vector along the columns of D that is added once.
static bool set_bias(BlasPlan *plan, Status *status) {
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_BIAS;
  void *bias = (void *)(uintptr_t)plan->c.memory;
  return set(plan, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue, status) &&
         set(plan, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias, status);
}

static bool is_bias(const BlasPlan *plan) {
  const MatrixStrides *strides = &plan->c.strides;
  bool is_vector = strides->row == 0 && strides->column == 1 && strides->batch == 0;
  return is_vector && plan->beta == 1 && plan->dtype != DTYPE_F64; // no such epilogue in f64
}

// Where C can be no operand of the library's (it repeats elements, or lies otherwise than D), D starts as its
// copy.
static bool place_c(BlasPlan *plan, Status *status) {
  if (!plan->has_c) return true;
  if (is_bias(plan)) {
    plan->has_c = false;
    plan->beta = 0;
    return set_bias(plan, status);
  }
  bool repeats = (plan->c.strides.row < plan->c.columns && plan->c.rows > 1) ||
                 (plan->c.strides.batch == 0 && plan->batch > 1);
  if (is_row_major(&plan->c) && !repeats) return true;
  plan->has_c = false;
  add_copy(plan, plan->c, plan->d);
  return true;
}

static uint32_t alignment_of(CUdeviceptr memory) {
  uint32_t alignment = 256;
  while (memory % alignment)
    alignment /= 2;
  return alignment;
}

static bool set_preference(const BlasPlan *plan, cublasLtMatmulPreference_t preference, Status *status) {
  const BlasApi *api = &plan->blas->api;
  uint64_t bytes = (uint64_t)workspace_bytes;
  uint32_t schemes = CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE; // partial sums are never rounded to 16 bits
  uint32_t first = alignment_of(plan->b.memory), second = alignment_of(plan->a.memory),
           result = alignment_of(plan->d.memory);
  uint32_t third = plan->has_c ? alignment_of(plan->c.memory) : result;
  const struct {
    cublasLtMatmulPreferenceAttributes_t attribute;
    const void *value;
    size_t bytes;
  } rows[] = {
      {CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes, sizeof bytes},
      {CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, &schemes, sizeof schemes},
      {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, &first, sizeof first},
      {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, &second, sizeof second},
      {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, &third, sizeof third},
      {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, &result, sizeof result},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    cublasStatus_t code = api->cublasLtMatmulPreferenceSetAttribute(preference, rows[i].attribute,
                                                                    rows[i].value, rows[i].bytes);
    if (!blas_ok(plan->blas, code, "choosing an algorithm", status)) return false;
  }
  return true;
}

static bool choose_algorithm(BlasPlan *plan, Status *status) {
  const Blas *blas = plan->blas;
  cublasLtMatmulPreference_t preference;
  if (!blas_ok(blas, blas->api.cublasLtMatmulPreferenceCreate(&preference), "choosing an algorithm", status))
    return false;
  cublasLtMatmulHeuristicResult_t best = {0};
  int count = 0;
  bool good = set_preference(plan, preference, status);
  if (good) {
    cublasStatus_t code =
        blas->api.cublasLtMatmulAlgoGetHeuristic(blas->handle, plan->operation, plan->first, plan->second,
                                                 plan->third, plan->result, preference, 1, &best, &count);
    good = blas_ok(blas, code, "choosing an algorithm", status);
  }
  blas->api.cublasLtMatmulPreferenceDestroy(preference);
  if (good && !count)
    good = status_fail(status, STATUS_MISSING, "cuBLASLt has no algorithm for this product");
  plan->algorithm = best.algo;
  plan->algorithm_workspace = best.workspaceSize;
  return good;
}

static bool describe(BlasPlan *plan, Status *status) {
  cublasOperation_t first, second, ignored;
  if (!settle(plan, &plan->a, status) || !settle(plan, &plan->b, status)) return false;
  return layout_of(plan, &plan->b, &plan->first, &first, status) &&
         layout_of(plan, &plan->a, &plan->second, &second, status) &&
         layout_of(plan, &plan->d, &plan->result, &ignored, status) &&
         layout_of(plan, plan->has_c ? &plan->c : &plan->d, &plan->third, &ignored, status) &&
         set(plan, CUBLASLT_MATMUL_DESC_TRANSA, &first, sizeof first, status) &&
         set(plan, CUBLASLT_MATMUL_DESC_TRANSB, &second, sizeof second, status) &&
         choose_algorithm(plan, status);
}

// D' = B' A' is the same product with every matrix turned, so D may as well be column-major.
static void turn(BlasPlan *plan) {
  BlasOperand a = plan->a;
  plan->a = transposed(plan->b);
  plan->b = transposed(a);
  plan->c = transposed(plan->c);
  plan->d = transposed(plan->d);
}

static bool prepare(BlasPlan *plan, const Matmul *run, const CUdeviceptr *memory, Status *status) {
  if (!choose_type(plan, run->dtype, status)) return false;
  plan->batch = run->batch;
  plan->alpha = run->alpha;
  plan->has_c = run->c.buffer >= 0 && run->beta != 0;
  plan->beta = plan->has_c ? run->beta : 0;
  plan->a = operand_of(&run->a, run->m, run->k, run->dtype, memory);
  plan->b = operand_of(&run->b, run->k, run->n, run->dtype, memory);
  plan->d = operand_of(&run->d, run->m, run->n, run->dtype, memory);
  if (plan->has_c) plan->c = operand_of(&run->c, run->m, run->n, run->dtype, memory);
  if (!is_row_major(&plan->d)) turn(plan);
  if (!is_row_major(&plan->d))
    return status_fail(status, STATUS_MISSING, "cuBLASLt cannot write a result without a unit stride");
  return place_c(plan, status) && describe(plan, status);
}

BlasPlan *blas_plan(Blas *blas, const Matmul *matmul, const CUdeviceptr *memory, Status *status) {
  BlasPlan *plan = memory_alloc(sizeof *plan);
  plan->blas = blas;
  if (prepare(plan, matmul, memory, status)) return plan;
  blas_plan_free(plan);
  return NULL;
}

void blas_plan_free(BlasPlan *plan) {
  if (!plan) return;
  const BlasApi *api = &plan->blas->api;
  cublasLtMatrixLayout_t layouts[] = {plan->first, plan->second, plan->third, plan->result};
  for (int i = 0; i < 4; i++)
    if (layouts[i]) api->cublasLtMatrixLayoutDestroy(layouts[i]);
  if (plan->operation) api->cublasLtMatmulDescDestroy(plan->operation);
  for (int i = 0; i < plan->owned_count; i++)
    driver_release(plan->blas->driver, plan->owned[i]);
  free(plan);
}

static void *pointer(CUdeviceptr memory) {
  return (void *)(uintptr_t)memory;
}

bool blas_run(BlasPlan *plan, Status *status) {
  const Blas *blas = plan->blas;
  for (int i = 0; i < plan->copy_count; i++)
    if (!service_copy_matrix(blas->service, &plan->copies[i], status)) return false;
  float alpha = (float)plan->alpha, beta = (float)plan->beta;
  bool is_double = plan->type == CUDA_R_64F;
  const BlasOperand *c = plan->has_c ? &plan->c : &plan->d;
  cublasStatus_t code = blas->api.cublasLtMatmul(
      blas->handle, plan->operation, is_double ? (const void *)&plan->alpha : &alpha, pointer(plan->b.memory),
      plan->first, pointer(plan->a.memory), plan->second, is_double ? (const void *)&plan->beta : &beta,
      pointer(c->memory), plan->third, pointer(plan->d.memory), plan->result, &plan->algorithm,
      pointer(blas->workspace), plan->algorithm_workspace, (cudaStream_t)blas->driver->stream);
  return blas_ok(blas, code, "running", status);
}
