// A stand-in for libcuda.so.1 with one device whose kernels are C functions found by name, so that the
// worker's own logic (protocol, memory, order, checking, deaths) is tested where there is no GPU. Loaded
// through FUSEBOX_DRIVER. Time is counted, not measured: each kernel takes a fixed number of microseconds.
#include "fake_device.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { NODES_MOST = 256 };

FakeDevice fake_device;

typedef struct Node {
  const FakeKernel *kernel;
  uint64_t parameters[4];
} Node;
struct CUgraph_st {
  Node nodes[NODES_MOST];
  int count;
};
static struct CUgraph_st captured;
static bool capturing;

struct CUevent_st {
  double us;
};

CUresult fake_answer(void) {
  return fake_device.faulted ? CUDA_ERROR_ILLEGAL_ADDRESS : CUDA_SUCCESS;
}

CUresult cuInit(unsigned flags) {
  (void)flags;
  return getenv("FAKE_NO_DEVICE") ? CUDA_ERROR_NO_DEVICE : CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version) {
  *version = 13000;
  return CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult code, const char **name) {
  *name = code == CUDA_ERROR_ILLEGAL_ADDRESS ? "CUDA_ERROR_ILLEGAL_ADDRESS" : "CUDA_ERROR_FAKE";
  return CUDA_SUCCESS;
}

CUresult cuGetErrorString(CUresult code, const char **text) {
  *text = code == CUDA_ERROR_ILLEGAL_ADDRESS           ? "an illegal memory access was encountered"
          : code == CUDA_ERROR_NO_DEVICE               ? "no CUDA-capable device is detected"
          : code == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES ? "too many resources requested for launch"
                                                       : "refused by the fake driver";
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count) {
  *count = 1;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int index) {
  *device = index;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
  (void)device;
  snprintf(name, (size_t)length, "Fake GPU");
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device) {
  (void)device;
  for (size_t i = 0; i < sizeof uuid->bytes; i++)
    uuid->bytes[i] = (char)(0xf0 + i);
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute which, CUdevice device) {
  (void)device;
  *value = which == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR   ? 9
           : which == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR ? 0
           : which == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT     ? 132
                                                                   : 1 << 20;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  (void)device;
  *context = (CUcontext)&fake_device.clock_us;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  (void)device;
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context) {
  (void)context;
  return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize(void) {
  return fake_answer();
}

CUresult cuModuleLoadData(CUmodule *module, const void *image) {
  (void)image;
  *module = (CUmodule)&fake_device.clock_us;
  return fake_answer();
}

CUresult cuModuleUnload(CUmodule module) {
  (void)module;
  return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
  (void)module;
  *function = (CUfunction)fake_kernel_find(name);
  return *function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute which, CUfunction function) {
  (void)function;
  *value = which == CU_FUNC_ATTRIBUTE_NUM_REGS ? 32 : 0;
  return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute which, int value) {
  (void)function, (void)which, (void)value;
  return CUDA_SUCCESS;
}

// A launch names its parameters one by one, or hands them over as one block of pointers.
enum { LISTED_MOST = 16 };
static void **list_block(void **block, void *list[LISTED_MOST]) {
  uint64_t *words = block[1];
  size_t bytes = *(size_t *)block[3];
  for (size_t i = 0; i < LISTED_MOST && i < bytes / 8; i++)
    list[i] = &words[i];
  return list;
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                        CUstream stream, void **parameters, void **extra) {
  (void)grid_y, (void)grid_z, (void)block_y, (void)block_z, (void)shared, (void)stream;
  void *list[LISTED_MOST];
  if (extra) parameters = list_block(extra, list);
  if (fake_device.faulted || !grid_x || !block_x)
    return fake_device.faulted ? CUDA_ERROR_ILLEGAL_ADDRESS : CUDA_ERROR_INVALID_VALUE;
  const FakeKernel *kernel = (const FakeKernel *)function;
  if (kernel->threads_most && block_x > kernel->threads_most)
    return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES; // and nothing breaks
  if (!capturing) {
    fake_kernel_run(kernel, parameters);
    return CUDA_SUCCESS; // a fault shows when it is waited for
  }
  Node *node = &captured.nodes[captured.count++];
  node->kernel = kernel;
  for (int i = 0; i < kernel->parameter_count && i < 4; i++)
    node->parameters[i] = *(uint64_t *)parameters[i];
  return CUDA_SUCCESS;
}

// No kernel of these tests takes a map.
CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType dtype, cuuint32_t rank, void *memory,
                                const cuuint64_t *size, const cuuint64_t *stride, const cuuint32_t *box,
                                const cuuint32_t *every, CUtensorMapInterleave interleave,
                                CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
                                CUtensorMapFloatOOBfill fill) {
  (void)map, (void)dtype, (void)rank, (void)memory, (void)size, (void)stride, (void)box, (void)every;
  (void)interleave, (void)swizzle, (void)promotion, (void)fill;
  return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
  (void)flags;
  *stream = (CUstream)&fake_device.clock_us;
  return CUDA_SUCCESS;
}

CUresult cuStreamDestroy(CUstream stream) {
  (void)stream;
  return CUDA_SUCCESS;
}

CUresult cuStreamSynchronize(CUstream stream) {
  (void)stream;
  while (fake_device.hanging)
    pause();
  return fake_answer();
}

CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode) {
  (void)stream, (void)mode;
  captured.count = 0;
  capturing = true;
  return CUDA_SUCCESS;
}

CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph) {
  (void)stream;
  capturing = false;
  *graph = &captured;
  return CUDA_SUCCESS;
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec *out, CUgraph graph, unsigned long long flags) {
  (void)flags;
  *out = (CUgraphExec)graph;
  return CUDA_SUCCESS;
}

CUresult cuGraphLaunch(CUgraphExec graph, CUstream stream) {
  (void)graph, (void)stream;
  for (int i = 0; i < captured.count; i++) {
    Node *node = &captured.nodes[i];
    void *parameters[4] = {&node->parameters[0], &node->parameters[1], &node->parameters[2],
                           &node->parameters[3]};
    fake_kernel_run(node->kernel, parameters);
  }
  return fake_answer();
}

CUresult cuGraphExecDestroy(CUgraphExec graph) {
  (void)graph;
  return CUDA_SUCCESS;
}

CUresult cuGraphDestroy(CUgraph graph) {
  (void)graph;
  return CUDA_SUCCESS;
}

CUresult cuEventCreate(CUevent *event, unsigned flags) {
  (void)flags;
  *event = calloc(1, sizeof **event);
  return CUDA_SUCCESS;
}

CUresult cuEventDestroy(CUevent event) {
  free(event);
  return CUDA_SUCCESS;
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
  (void)stream;
  event->us = fake_device.clock_us;
  return fake_answer();
}

CUresult cuEventSynchronize(CUevent event) {
  (void)event;
  return fake_answer();
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end) {
  *milliseconds = (float)((end->us - start->us) / 1000);
  return fake_answer();
}
