// What is called of each CUDA library: one list a library, from which the table of pointers and its loading
// come. Names that the headers redirect (cuMemAlloc to cuMemAlloc_v2) are expanded before they name a field,
// so the tables always match the headers.
#pragma once

#include "gpu/toolkit/library.h"

#define NVRTC_ENTRIES(X) \
  X(nvrtcVersion) \
  X(nvrtcGetErrorString) \
  X(nvrtcCreateProgram) \
  X(nvrtcDestroyProgram) \
  X(nvrtcCompileProgram) \
  X(nvrtcGetProgramLogSize) \
  X(nvrtcGetProgramLog) \
  X(nvrtcGetCUBINSize) \
  X(nvrtcGetCUBIN) \
  X(nvrtcGetPTXSize) \
  X(nvrtcGetPTX)

#define DRIVER_ENTRIES(X) \
  X(cuInit) \
  X(cuDriverGetVersion) \
  X(cuGetErrorName) \
  X(cuGetErrorString) \
  X(cuDeviceGetCount) \
  X(cuDeviceGet) \
  X(cuDeviceGetName) \
  X(cuDeviceGetUuid) \
  X(cuDeviceGetAttribute) \
  X(cuDeviceTotalMem) \
  X(cuDevicePrimaryCtxRetain) \
  X(cuDevicePrimaryCtxRelease) \
  X(cuCtxSetCurrent) \
  X(cuCtxSynchronize) \
  X(cuModuleLoadData) \
  X(cuModuleUnload) \
  X(cuModuleGetFunction) \
  X(cuFuncGetAttribute) \
  X(cuFuncSetAttribute) \
  X(cuLaunchKernel) \
  X(cuTensorMapEncodeTiled) \
  X(cuMemGetInfo) \
  X(cuMemAlloc) \
  X(cuMemFree) \
  X(cuMemcpyHtoD) \
  X(cuMemcpyDtoH) \
  X(cuMemcpyDtoDAsync) \
  X(cuMemsetD8Async) \
  X(cuStreamCreate) \
  X(cuStreamDestroy) \
  X(cuStreamSynchronize) \
  X(cuStreamBeginCapture) \
  X(cuStreamEndCapture) \
  X(cuGraphInstantiateWithFlags) \
  X(cuGraphLaunch) \
  X(cuGraphExecDestroy) \
  X(cuGraphDestroy) \
  X(cuEventCreate) \
  X(cuEventDestroy) \
  X(cuEventRecord) \
  X(cuEventSynchronize) \
  X(cuEventElapsedTime)

#define CUPTI_ENTRIES(X) \
  X(cuptiGetVersion) \
  X(cuptiGetResultString) \
  X(cuptiActivityRegisterCallbacks) \
  X(cuptiActivityEnable) \
  X(cuptiActivityDisable) \
  X(cuptiActivityFlushAll) \
  X(cuptiActivityGetNextRecord) \
  X(cuptiActivityGetNumDroppedRecords)

// Of CUDA 12.6 and later: timing does without them.
#define PROFILER_ENTRIES(X) \
  X(cuptiGetResultString) \
  X(cuptiDeviceGetChipName) \
  X(cuptiProfilerInitialize) \
  X(cuptiProfilerGetCounterAvailability) \
  X(cuptiProfilerHostInitialize) \
  X(cuptiProfilerHostDeinitialize) \
  X(cuptiProfilerHostConfigAddMetrics) \
  X(cuptiProfilerHostGetConfigImageSize) \
  X(cuptiProfilerHostGetConfigImage) \
  X(cuptiProfilerHostGetNumOfPasses) \
  X(cuptiProfilerHostEvaluateToGpuValues) \
  X(cuptiRangeProfilerEnable) \
  X(cuptiRangeProfilerDisable) \
  X(cuptiRangeProfilerGetCounterDataSize) \
  X(cuptiRangeProfilerCounterDataImageInitialize) \
  X(cuptiRangeProfilerSetConfig) \
  X(cuptiRangeProfilerStart) \
  X(cuptiRangeProfilerStop) \
  X(cuptiRangeProfilerPushRange) \
  X(cuptiRangeProfilerPopRange) \
  X(cuptiRangeProfilerDecodeData) \
  X(cuptiRangeProfilerGetCounterDataInfo) \
  X(cuptiRangeProfilerCounterDataGetRangeInfo)

#define CUBLASLT_ENTRIES(X) \
  X(cublasLtGetVersion) \
  X(cublasLtGetStatusString) \
  X(cublasLtCreate) \
  X(cublasLtDestroy) \
  X(cublasLtMatmulDescCreate) \
  X(cublasLtMatmulDescDestroy) \
  X(cublasLtMatmulDescSetAttribute) \
  X(cublasLtMatrixLayoutCreate) \
  X(cublasLtMatrixLayoutDestroy) \
  X(cublasLtMatrixLayoutSetAttribute) \
  X(cublasLtMatmulPreferenceCreate) \
  X(cublasLtMatmulPreferenceDestroy) \
  X(cublasLtMatmulPreferenceSetAttribute) \
  X(cublasLtMatmulAlgoGetHeuristic) \
  X(cublasLtMatmul)

// A table's field, and its row for library_resolve; `table` is the table's type. `name` comes expanded.
#define LIBRARY_ENTRY_FIELD(name) __typeof__(name) *name;
#define LIBRARY_ENTRY_NAME(name) #name
#define LIBRARY_ENTRY_ROW(table, name) {LIBRARY_ENTRY_NAME(name), offsetof(table, name)},
