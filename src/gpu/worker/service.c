// Launching the worker's own kernels.
#include "gpu/worker/service.h"

#include "base/file.h"
#include "graph/evaluate/evaluate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 256, BLOCKS_MOST = 2048, COMPARE_BLOCKS = 1024 };
enum { FLUSH_FACTOR = 4 }; // caches of other than strict age order need more than their size
static const int64_t flush_least = (int64_t)256 << 20;

typedef struct Partial { // as in service.cu
  double difference_squares, want_squares, worst;
  long long worst_index, mismatches, not_finite;
} Partial;

static bool load(Service *service, const char *path, Status *status) {
  Driver *driver = service->driver;
  char *cubin = file_read(path, NULL, status);
  if (!cubin) return false;
  CUresult code = driver->api.cuModuleLoadData(&service->module, cubin);
  free(cubin);
  return driver_ok(driver, code, "loading the worker's kernels", status) &&
         driver_kernel(driver, service->module, "fusebox_fill", 0, &service->fill, status) &&
         driver_kernel(driver, service->module, "fusebox_compare", 0, &service->compare, status) &&
         driver_kernel(driver, service->module, SERVICE_FLUSH_NAME, 0, &service->flush, status) &&
         driver_kernel(driver, service->module, "fusebox_copy_matrix", 0, &service->copy_matrix, status);
}

bool service_open(Service *service, Driver *driver, const char *cubin_path, Status *status) {
  *service = (Service){.driver = driver, .flush_bytes = FLUSH_FACTOR * driver->l2_bytes};
  if (service->flush_bytes < flush_least) service->flush_bytes = flush_least;
  bool good = load(service, cubin_path, status) &&
              driver_allocate(driver, service->flush_bytes, &service->flush_memory, status) &&
              driver_allocate(driver, COMPARE_BLOCKS * (int64_t)sizeof(Partial), &service->partials, status);
  if (!good) {
    service_close(service);
    return false;
  }
  CUresult code =
      driver->api.cuMemsetD8Async(service->flush_memory, 0, (size_t)service->flush_bytes, driver->stream);
  return driver_ok(driver, code, "clearing memory", status);
}

void service_close(Service *service) {
  if (!service->driver) return;
  driver_release(service->driver, service->flush_memory);
  driver_release(service->driver, service->partials);
  if (service->module) service->driver->api.cuModuleUnload(service->module);
  *service = (Service){0};
}

static LaunchSize blocks_for(int64_t count, int64_t most) {
  int64_t blocks = (count + THREADS - 1) / THREADS;
  return (LaunchSize){.grid = blocks < 1 ? 1 : blocks > most ? most : blocks, .threads = THREADS};
}

bool service_fill(Service *service, const RunBuffer *buffer, CUdeviceptr memory, Status *status) {
  int dtype = (int)dtype_part(buffer->dtype), fill = (int)buffer->fill; // two floats a complex number
  long long count = buffer->bytes / dtype_bytes((DType)dtype), low = buffer->low, high = buffer->high;
  double scale = buffer->scale;
  unsigned long long seed = (unsigned long long)buffer->seed;
  if (high <= low) high = low + 1;
  void *parameters[] = {&memory, &count, &dtype, &fill, &scale, &low, &high, &seed};
  return driver_launch(service->driver, &service->fill, blocks_for(count, BLOCKS_MOST), parameters, status);
}

bool service_flush(Service *service, bool dirty, Status *status) {
  long long count = service->flush_bytes / 16;
  int write = dirty;
  void *parameters[] = {&service->flush_memory, &count, &write};
  return driver_launch(service->driver, &service->flush, blocks_for(count, BLOCKS_MOST), parameters, status);
}

bool service_copy_matrix(Service *service, const MatrixCopy *copy, Status *status) {
  MatrixCopy c = *copy;
  long long rows = c.rows, columns = c.columns, batch = c.batch;
  void *parameters[] = {&c.to, &c.to_strides, &c.from, &c.from_strides,
                        &rows, &columns,      &batch,  &c.element_bytes};
  return driver_launch(service->driver, &service->copy_matrix, blocks_for(rows * columns * batch, INT32_MAX),
                       parameters, status);
}

// ---- comparing

typedef struct Sides {
  CUdeviceptr want, got;
  int64_t count;
  DType dtype;
  double tolerance, rms;
} Sides;

static bool run_compare(Service *service, Sides sides, Partial *sum, Status *status) {
  Driver *driver = service->driver;
  long long count = sides.count;
  int dtype = (int)sides.dtype;
  LaunchSize size = blocks_for(count, COMPARE_BLOCKS);
  void *parameters[] = {&sides.want, &sides.got,        &count, &dtype, &sides.tolerance,
                        &sides.rms,  &service->partials};
  Partial partials[COMPARE_BLOCKS];
  if (!driver_launch(driver, &service->compare, size, parameters, status) || !driver_wait(driver, status))
    return false;
  CUresult code = driver->api.cuMemcpyDtoH(partials, service->partials, (size_t)size.grid * sizeof *partials);
  if (!driver_ok(driver, code, "reading a comparison", status)) return false;
  *sum = (Partial){0};
  for (int64_t i = 0; i < size.grid; i++) {
    sum->difference_squares += partials[i].difference_squares;
    sum->want_squares += partials[i].want_squares;
    sum->mismatches += partials[i].mismatches;
    sum->not_finite += partials[i].not_finite;
    if (partials[i].worst > sum->worst) {
      sum->worst = partials[i].worst;
      sum->worst_index = partials[i].worst_index;
    }
  }
  return true;
}

static bool read_element(Service *service, CUdeviceptr memory, int64_t index, DType dtype, double *value,
                         Status *status) {
  char element[16] = {0};
  size_t bytes = (size_t)dtype_bytes(dtype);
  CUresult code = service->driver->api.cuMemcpyDtoH(element, memory + (CUdeviceptr)index * bytes, bytes);
  if (!driver_ok(service->driver, code, "reading an element", status)) return false;
  *value = dtype_load(dtype, element, 0);
  return true;
}

bool service_compare(Service *service, CUdeviceptr want, CUdeviceptr got, int64_t count, DType dtype,
                     double tolerance, MemoryComparison *comparison, Status *status) {
  DType part = dtype_part(dtype); // two floats a complex number
  Sides sides = {want, want, count * (dtype_bytes(dtype) / dtype_bytes(part)), part, tolerance, 0};
  *comparison = (MemoryComparison){.pass = true};
  if (!count) return true;
  Partial sum;
  if (!run_compare(service, sides, &sum, status)) return false;
  int64_t finite = sides.count - sum.not_finite;
  sides.rms = sum.want_squares > 0 ? sqrt(sum.want_squares / (double)finite) : 1; // all zero: absolute
  sides.got = got;
  if (!run_compare(service, sides, &sum, status)) return false;
  double size = sqrt(sum.want_squares), off = sqrt(sum.difference_squares);
  comparison->relative_norm = size > 0 ? off / size : off;
  comparison->worst = sum.worst;
  comparison->worst_index = sum.worst_index;
  comparison->mismatches = sum.mismatches;
  comparison->not_finite = sum.not_finite;
  comparison->pass = evaluate_agrees(sides.dtype, sides.count, sum.mismatches, sum.worst,
                                     comparison->relative_norm, tolerance);
  return read_element(service, want, sum.worst_index, sides.dtype, &comparison->want, status) &&
         read_element(service, got, sum.worst_index, sides.dtype, &comparison->got, status);
}
