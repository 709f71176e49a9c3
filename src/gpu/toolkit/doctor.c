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

// ---- One look at each, in a process of its own.

typedef struct LibraryLook {
  CudaLibrary library;
  VersionReader read_version;
} LibraryLook;

static void look_at_library(void *context, void *found) {
  const LibraryLook *look = context;
  DoctorFinding *finding = found;
  char path[LIBRARY_PATH_SIZE] = "", version[64] = "";
  Status status = {0};
  void *handle = library_open(look->library, path, &status);
  bool works = handle && look->read_version(handle, version, sizeof version);
  finding->state = works ? DOCTOR_FOUND : DOCTOR_MISSING;
  if (handle)
    snprintf(finding->found, sizeof finding->found, "%s (%s)", version[0] ? version : "unknown version",
             path);
  if (!works)
    put(finding->advice, sizeof finding->advice, handle ? library_advice(look->library) : status.message);
}

static void look_at_disassembler(void *context, void *found) {
  (void)context;
  DoctorFinding *finding = found;
  char *path = library_tool("nvdisasm");
  if (!path) path = library_tool("cuobjdump");
  finding->state = path ? DOCTOR_FOUND : DOCTOR_MISSING;
  put(finding->found, sizeof finding->found, path ? path : "");
  if (!path) put(finding->advice, sizeof finding->advice, "install nvdisasm or cuobjdump of a CUDA Toolkit");
  free(path);
}

typedef struct GpuFinding {
  DoctorFinding gpu;
  char cupti_problem[256]; // why the GPU's times do not come from CUPTI; empty: they do, or there is no GPU
} GpuFinding;

static void look_at_gpu(void *context, void *found) {
  (void)context;
  GpuFinding *finding = found;
  GpuInfo info;
  Status status = {0};
  char memory[32];
  Worker *worker = worker_new(NULL);
  bool works = worker_probe(worker, &info, &status);
  worker_free(worker);
  DoctorFinding *gpu = &finding->gpu;
  gpu->state = works ? DOCTOR_FOUND : DOCTOR_MISSING;
  if (!works) {
    put(gpu->advice, sizeof gpu->advice, status.message);
    return;
  }
  snprintf(gpu->found, sizeof gpu->found, "%s: compute capability %d.%d, %d SMs, %s", info.name,
           info.arch / 10, info.arch % 10, info.sms, text_bytes(memory, (double)info.memory_bytes));
  if (!info.cupti) put(finding->cupti_problem, sizeof finding->cupti_problem, info.cupti_problem);
}

// ---- All of them.

enum { NVRTC, DISASSEMBLER, DRIVER, GPU, CUPTI, CUBLASLT };

void doctor_unanswered(ChildLookEnd end, double limit_s, DoctorFinding *finding) {
  finding->state = DOCTOR_MISSING;
  if (end == LOOK_LATE)
    snprintf(finding->advice, sizeof finding->advice,
             "no answer within %g s: it hangs, or the machine is busy; try again", limit_s);
  else
    put(finding->advice, sizeof finding->advice, "the process that looked at it crashed");
}

static void limit_cupti(const char *problem, DoctorFinding *cupti) {
  if (!*problem || cupti->state != DOCTOR_FOUND) return;
  cupti->state = DOCTOR_LIMITED;
  snprintf(cupti->advice, sizeof cupti->advice, "times come from CUDA events: %s", problem);
}

static DoctorFinding nothing_yet(const char *what, const char *purpose) {
  DoctorFinding finding = {.state = DOCTOR_MISSING};
  put(finding.what, sizeof finding.what, what);
  put(finding.purpose, sizeof finding.purpose, purpose);
  return finding;
}

static void begin_findings(DoctorFinding findings[DOCTOR_FINDINGS]) {
  findings[NVRTC] = nothing_yet(library_title(LIBRARY_NVRTC), "compiles kernels; needs no GPU");
  findings[DISASSEMBLER] =
      nothing_yet("a disassembler", "shows kernels as machine code; PTX is shown without it");
  findings[DRIVER] = nothing_yet(library_title(LIBRARY_DRIVER), "talks to the GPU");
  findings[GPU] = nothing_yet("a GPU", "runs and times kernels");
  findings[CUPTI] = nothing_yet(library_title(LIBRARY_CUPTI), "times kernels to the nanosecond");
  findings[CUBLASLT] = nothing_yet(library_title(LIBRARY_CUBLASLT), "runs matrix products");
}

void doctor_look(double limit_s, DoctorFinding findings[DOCTOR_FINDINGS]) {
  LibraryLook nvrtc = {LIBRARY_NVRTC, nvrtc_version}, driver = {LIBRARY_DRIVER, driver_version},
              cupti = {LIBRARY_CUPTI, cupti_version}, cublaslt = {LIBRARY_CUBLASLT, cublaslt_version};
  LibraryLook *libraries[DOCTOR_FINDINGS] = {
      [NVRTC] = &nvrtc, [DRIVER] = &driver, [CUPTI] = &cupti, [CUBLASLT] = &cublaslt};
  begin_findings(findings);
  GpuFinding gpu = {.gpu = findings[GPU]};
  ChildLook looks[DOCTOR_FINDINGS];
  for (int i = 0; i < DOCTOR_FINDINGS; i++)
    looks[i] = (ChildLook){look_at_library, libraries[i], &findings[i], sizeof findings[i], LOOK_ANSWERED};
  looks[DISASSEMBLER].look = look_at_disassembler;
  looks[GPU] = (ChildLook){look_at_gpu, NULL, &gpu, sizeof gpu, LOOK_ANSWERED};
  child_look(looks, DOCTOR_FINDINGS, limit_s);
  findings[GPU] = gpu.gpu;
  limit_cupti(gpu.cupti_problem, &findings[CUPTI]);
  for (int i = 0; i < DOCTOR_FINDINGS; i++)
    if (looks[i].end != LOOK_ANSWERED) doctor_unanswered(looks[i].end, limit_s, &findings[i]);
}
