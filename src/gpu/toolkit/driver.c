// The CUDA driver: opening it, and the calls that need more than one line.
#include "gpu/toolkit/driver.h"

#include "base/text.h"
#include "kernel/cuda/emit.h"

#include <stdio.h>
#include <string.h>

static bool load(Driver *driver, Status *status) {
#define ROW(name) LIBRARY_ENTRY_ROW(DriverApi, name)
  static const LibraryEntry entries[] = {DRIVER_ENTRIES(ROW)};
#undef ROW
  void *handle = library_open(LIBRARY_DRIVER, NULL, status);
  int count = sizeof entries / sizeof *entries;
  return handle && library_resolve(LIBRARY_DRIVER, handle, entries, count, &driver->api, status);
}

// After a fault every call on the context fails, so one that cannot fail otherwise tells (but for its being
// refused while a stream is captured, which says nothing).
static bool is_broken(const Driver *driver) {
  if (!driver->context) return false;
  CUresult code = driver->api.cuCtxSynchronize();
  return code != CUDA_SUCCESS &&
         (code < CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED || code > CUDA_ERROR_CAPTURED_EVENT);
}

bool driver_ok(Driver *driver, CUresult code, const char *what, Status *status) {
  if (code == CUDA_SUCCESS) return true;
  const char *name = NULL, *why = NULL;
  driver->api.cuGetErrorName(code, &name);
  driver->api.cuGetErrorString(code, &why);
  if (is_broken(driver)) driver->broken = true;
  return status_fail(status, STATUS_INTERNAL, "%s: %s (%s)", what, why ? why : "unknown error",
                     name ? name : "?");
}

static bool find_device(Driver *driver, Status *status) {
  int count = 0;
  CUresult code = driver->api.cuInit(0);
  if (!code) code = driver->api.cuDeviceGetCount(&count);
  if (code || !count) {
    const char *why = "there is none";
    if (code) driver->api.cuGetErrorString(code, &why);
    return status_fail(status, STATUS_MISSING, "no GPU can be used: %s", why ? why : "unknown error");
  }
  return driver_ok(driver, driver->api.cuDeviceGet(&driver->device, 0), "opening the GPU", status);
}

static int attribute(const Driver *driver, CUdevice_attribute which) {
  int value = 0;
  driver->api.cuDeviceGetAttribute(&value, which, driver->device);
  return value;
}

static void name_uuid(Driver *driver) {
  static const char GROUPS[] = "\4\2\2\2\6"; // bytes between two dashes
  CUuuid uuid = {{0}};
  driver->api.cuDeviceGetUuid(&uuid, driver->device);
  const char *byte = uuid.bytes;
  int length = snprintf(driver->uuid, sizeof driver->uuid, "GPU");
  for (const char *group = GROUPS; *group; group++) {
    length += snprintf(driver->uuid + length, sizeof driver->uuid - (size_t)length, "-");
    for (int i = 0; i < *group; i++)
      length += snprintf(driver->uuid + length, sizeof driver->uuid - (size_t)length, "%02x",
                         (unsigned)(unsigned char)*byte++);
  }
}

static void describe(Driver *driver) {
  size_t bytes = 0;
  driver->api.cuDeviceGetName(driver->name, sizeof driver->name, driver->device);
  name_uuid(driver);
  driver->api.cuDeviceTotalMem(&bytes, driver->device);
  driver->api.cuDriverGetVersion(&driver->version);
  driver->memory_bytes = (int64_t)bytes;
  driver->arch = 10 * attribute(driver, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) +
                 attribute(driver, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  driver->sms = attribute(driver, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  driver->l2_bytes = attribute(driver, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
}

static bool enter(Driver *driver, Status *status) {
  const DriverApi *api = &driver->api;
  if (!driver_ok(driver, api->cuDevicePrimaryCtxRetain(&driver->context, driver->device), "opening the GPU",
                 status))
    return false;
  return driver_ok(driver, api->cuCtxSetCurrent(driver->context), "entering the GPU", status) &&
         driver_ok(driver, api->cuStreamCreate(&driver->stream, CU_STREAM_DEFAULT), "creating a stream",
                   status);
}

bool driver_open(Driver *driver, Status *status) {
  *driver = (Driver){0};
  if (!load(driver, status) || !find_device(driver, status)) return false;
  describe(driver);
  if (enter(driver, status)) return true;
  driver_close(driver);
  return false;
}

void driver_close(Driver *driver) {
  if (driver->stream) driver->api.cuStreamDestroy(driver->stream);
  if (driver->context) driver->api.cuDevicePrimaryCtxRelease(driver->device);
  driver->stream = NULL;
  driver->context = NULL;
}

// Kernels read vectors at any place as the aligned ones that hold them: the last one is there as a whole.
static size_t whole_vectors(int64_t bytes) {
  return bytes > 0 ? ((size_t)bytes + 15) / 16 * 16 : 16;
}

bool driver_allocate(Driver *driver, int64_t bytes, CUdeviceptr *memory, Status *status) {
  CUresult code = driver->api.cuMemAlloc(memory, whole_vectors(bytes));
  if (code != CUDA_ERROR_OUT_OF_MEMORY) return driver_ok(driver, code, "allocating GPU memory", status);
  char want[32], have[32], all[32];
  size_t free_bytes = 0, total_bytes = 0;
  driver->api.cuMemGetInfo(&free_bytes, &total_bytes);
  return status_fail(
      status, STATUS_MISSING,
      "the GPU has no room for %s: %s of %s are free; end what else uses it, or take smaller sizes",
      text_bytes(want, (double)bytes), text_bytes(have, (double)free_bytes),
      text_bytes(all, (double)total_bytes));
}

void driver_release(Driver *driver, CUdeviceptr memory) {
  if (memory) driver->api.cuMemFree(memory);
}

bool driver_wait(Driver *driver, Status *status) {
  return driver_ok(driver, driver->api.cuStreamSynchronize(driver->stream), "running", status);
}

static int function_attribute(const Driver *driver, CUfunction function, CUfunction_attribute which) {
  int value = -1;
  driver->api.cuFuncGetAttribute(&value, which, function);
  return value;
}

bool driver_kernel(Driver *driver, CUmodule module, const char *name, int shared_bytes, DriverKernel *kernel,
                   Status *status) {
  CUresult code = driver->api.cuModuleGetFunction(&kernel->function, module, name);
  if (!driver_ok(driver, code, name, status)) return false;
  kernel->registers = function_attribute(driver, kernel->function, CU_FUNC_ATTRIBUTE_NUM_REGS);
  kernel->local_bytes = function_attribute(driver, kernel->function, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
  kernel->static_shared = function_attribute(driver, kernel->function, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
  int dynamic = shared_bytes - kernel->static_shared;
  if (dynamic <= 0) return true;
  code = driver->api.cuFuncSetAttribute(kernel->function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                        dynamic);
  return driver_ok(driver, code, "asking for shared memory", status);
}

static bool launch(Driver *driver, const DriverKernel *kernel, LaunchSize size, void **parameters,
                   void **block, Status *status) {
  int dynamic = size.shared_bytes - kernel->static_shared;
  CUresult code =
      driver->api.cuLaunchKernel(kernel->function, (unsigned)size.grid, 1, 1, (unsigned)size.threads, 1, 1,
                                 dynamic > 0 ? (unsigned)dynamic : 0, driver->stream, parameters, block);
  return driver_ok(driver, code, "launching", status);
}

bool driver_launch(Driver *driver, const DriverKernel *kernel, LaunchSize size, void **parameters,
                   Status *status) {
  return launch(driver, kernel, size, parameters, NULL, status);
}

bool driver_launch_pointers(Driver *driver, const DriverKernel *kernel, LaunchSize size,
                            const CUdeviceptr *pointers, int count, Status *status) {
  size_t bytes = (size_t)count * sizeof *pointers;
  void *block[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, (void *)(uintptr_t)pointers, CU_LAUNCH_PARAM_BUFFER_SIZE,
                   &bytes, CU_LAUNCH_PARAM_END};
  return launch(driver, kernel, size, NULL, block, status);
}

bool driver_encode_map(Driver *driver, const TensorMap *map, CUdeviceptr memory, CUtensorMap *encoded,
                       Status *status) {
  bool half = map->dtype == DTYPE_F16;
  int bytes = dtype_bytes(map->dtype);
  cuuint64_t size[MAP_DIMS], stride[MAP_DIMS - 1];
  const cuuint32_t box[MAP_DIMS] = {(cuuint32_t)map->box[0], (cuuint32_t)map->box[1], 1, 1};
  const cuuint32_t one[MAP_DIMS] = {1, 1, 1, 1}, dims = map->size[MAP_DIMS - 1] ? MAP_DIMS : MAP_DIMS - 1;
  for (int i = 0; i < MAP_DIMS; i++)
    size[i] = (cuuint64_t)map->size[i];
  for (int i = 0; i < MAP_DIMS - 1; i++)
    stride[i] = (cuuint64_t)(map->stride[i] * bytes);
  void *begin = (void *)(uintptr_t)(memory + (CUdeviceptr)(map->offset * bytes));
  CUresult code = driver->api.cuTensorMapEncodeTiled(
      encoded, half ? CU_TENSOR_MAP_DATA_TYPE_FLOAT16 : CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, dims, begin, size,
      stride, box, one, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
      CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return driver_ok(driver, code, "mapping a matrix for bulk copies", status);
}
