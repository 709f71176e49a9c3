// Looking at the libraries and the GPU.
#include "gpu/toolkit/doctor.h"

#include "base/text.h"
#include "gpu/toolkit/entries.h"
#include "gpu/worker/worker.h"

#include <cublasLt.h>
#include <cuda.h>
#include <cupti.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>

// Versions, each in its library's own way; false when the library is of another kind than it seems.
typedef bool (*VersionReader)(void *handle, char *out, size_t size);

static bool resolve(CudaLibrary library, void *handle, const char *name, void *pointer) {
  LibraryEntry entry = {name, 0};
  return library_resolve(library, handle, &entry, 1, pointer, NULL);
}

static bool nvrtc_version(void *handle, char *out, size_t size) {
  __typeof__(nvrtcVersion) *version;
  int major, minor;
  if (!resolve(LIBRARY_NVRTC, handle, "nvrtcVersion", &version) || version(&major, &minor)) return false;
  snprintf(out, size, "%d.%d", major, minor);
  return true;
}

static bool driver_version(void *handle, char *out, size_t size) {
  __typeof__(cuDriverGetVersion) *version;
  int number;
  if (!resolve(LIBRARY_DRIVER, handle, "cuDriverGetVersion", &version) || version(&number)) return false;
  snprintf(out, size, "for CUDA %d.%d", number / 1000, number % 1000 / 10);
  return true;
}

static bool cupti_version(void *handle, char *out, size_t size) {
  __typeof__(cuptiGetVersion) *version;
  uint32_t number;
  if (!resolve(LIBRARY_CUPTI, handle, "cuptiGetVersion", &version) || version(&number)) return false;
  snprintf(out, size, "API %u", number);
  return true;
}

static bool cublaslt_version(void *handle, char *out, size_t size) {
  __typeof__(cublasLtGetVersion) *version;
  if (!resolve(LIBRARY_CUBLASLT, handle, "cublasLtGetVersion", &version)) return false;
  size_t number = version();
  snprintf(out, size, "%zu.%zu.%zu", number / 10000, number / 100 % 100, number % 100);
  return true;
}

static void put(char *out, size_t size, const char *text) {
  snprintf(out, size, "%s", text);
}

static void look_at_library(CudaLibrary library, const char *purpose, VersionReader read_version,
                            DoctorFinding *finding) {
  char path[LIBRARY_PATH_SIZE] = "", version[64] = "";
  Status status = {0};
  put(finding->what, sizeof finding->what, library_title(library));
  put(finding->purpose, sizeof finding->purpose, purpose);
  void *handle = library_open(library, path, &status);
  bool works = handle && read_version(handle, version, sizeof version);
  finding->state = works ? DOCTOR_FOUND : DOCTOR_MISSING;
  if (handle)
    snprintf(finding->found, sizeof finding->found, "%s (%s)", version[0] ? version : "unknown version",
             path);
  if (!works) put(finding->advice, sizeof finding->advice, handle ? library_advice(library) : status.message);
}

static void look_at_disassembler(DoctorFinding *finding) {
  char *path = library_tool("nvdisasm");
  if (!path) path = library_tool("cuobjdump");
  put(finding->what, sizeof finding->what, "a disassembler");
  put(finding->purpose, sizeof finding->purpose, "shows kernels as machine code; PTX is shown without it");
  finding->state = path ? DOCTOR_FOUND : DOCTOR_MISSING;
  put(finding->found, sizeof finding->found, path ? path : "");
  if (!path) put(finding->advice, sizeof finding->advice, "install nvdisasm or cuobjdump of a CUDA Toolkit");
  free(path);
}

static void look_at_gpu(DoctorFinding *gpu, DoctorFinding *cupti) {
  GpuInfo info;
  Status status = {0};
  char memory[32];
  Worker *worker = worker_new(NULL);
  bool works = worker_probe(worker, &info, &status);
  worker_free(worker);
  put(gpu->what, sizeof gpu->what, "a GPU");
  put(gpu->purpose, sizeof gpu->purpose, "runs and times kernels");
  gpu->state = works ? DOCTOR_FOUND : DOCTOR_MISSING;
  if (!works) {
    put(gpu->advice, sizeof gpu->advice, status.message);
    return;
  }
  snprintf(gpu->found, sizeof gpu->found, "%s: compute capability %d.%d, %d SMs, %s", info.name,
           info.arch / 10, info.arch % 10, info.sms, text_bytes(memory, (double)info.memory_bytes));
  if (info.cupti || cupti->state != DOCTOR_FOUND) return;
  cupti->state = DOCTOR_LIMITED;
  snprintf(cupti->advice, sizeof cupti->advice, "times come from CUDA events: %s", info.cupti_problem);
}

void doctor_look(DoctorFinding findings[DOCTOR_FINDINGS]) {
  for (int i = 0; i < DOCTOR_FINDINGS; i++)
    findings[i] = (DoctorFinding){.state = DOCTOR_MISSING};
  look_at_library(LIBRARY_NVRTC, "compiles kernels; needs no GPU", nvrtc_version, &findings[0]);
  look_at_disassembler(&findings[1]);
  look_at_library(LIBRARY_DRIVER, "talks to the GPU", driver_version, &findings[2]);
  look_at_library(LIBRARY_CUPTI, "times kernels to the nanosecond", cupti_version, &findings[4]);
  look_at_library(LIBRARY_CUBLASLT, "runs matrix products", cublaslt_version, &findings[5]);
  look_at_gpu(&findings[3], &findings[4]);
}
