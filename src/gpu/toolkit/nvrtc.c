// One compilation with NVRTC.
#include "gpu/toolkit/nvrtc.h"

#include "base/arena.h"
#include "gpu/toolkit/compile_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char source_name[] = "kernel.cu";

// The last option is dropped where NVRTC does not know it: releases before 12.9 have no cache to switch off.
static const char *const fixed_options[] = {
    "--ptxas-options=-v",  // registers and spills into the log
    "-default-device",     // helpers need no __device__
    "--no-source-include", // nothing from the current folder
    "--no-cache",          // a cached compilation comes back with an empty log
};
enum { FIXED_OPTIONS = sizeof fixed_options / sizeof *fixed_options, MOST_OPTIONS = FIXED_OPTIONS + 3 };

static const char line_option[] = "--generate-line-info";

const char *nvrtc_option_text(bool lines) {
  return lines ? "--ptxas-options=-v -default-device --no-source-include --generate-line-info"
               : "--ptxas-options=-v -default-device --no-source-include";
}

bool nvrtc_open(NvrtcApi *nvrtc, Status *status) {
#define ROW(name) LIBRARY_ENTRY_ROW(NvrtcApi, name)
  static const LibraryEntry entries[] = {NVRTC_ENTRIES(ROW)};
#undef ROW
  void *handle = library_open(LIBRARY_NVRTC, NULL, status);
  if (!handle) return false;
  int count = sizeof entries / sizeof *entries;
  if (!library_resolve(LIBRARY_NVRTC, handle, entries, count, nvrtc, status)) return false;
  nvrtcResult code = nvrtc->nvrtcVersion(&nvrtc->major, &nvrtc->minor);
  if (code) return status_fail(status, STATUS_MISSING, "NVRTC: %s", nvrtc->nvrtcGetErrorString(code));
  return true;
}

static void read_log(const NvrtcApi *nvrtc, nvrtcProgram program, Text *log) {
  size_t bytes = 0;
  if (nvrtc->nvrtcGetProgramLogSize(program, &bytes) || bytes <= 1) return;
  char *text = memory_alloc(bytes + 1);
  if (!nvrtc->nvrtcGetProgramLog(program, text)) {
    compile_log_settle(text);
    text_add(log, text);
  }
  free(text);
}

static nvrtcResult read_output(const NvrtcApi *nvrtc, nvrtcProgram program, NvrtcOutput output,
                               NvrtcResult *result) {
  bool cubin = output == NVRTC_CUBIN;
  nvrtcResult code = (cubin ? nvrtc->nvrtcGetCUBINSize : nvrtc->nvrtcGetPTXSize)(program, &result->bytes);
  if (code) return code;
  result->output = memory_alloc(result->bytes + 1);
  return (cubin ? nvrtc->nvrtcGetCUBIN : nvrtc->nvrtcGetPTX)(program, result->output);
}

static nvrtcResult run(const NvrtcApi *nvrtc, nvrtcProgram program, const NvrtcRequest *request) {
  char arch_option[64], cap_option[64];
  const char *options[MOST_OPTIONS];
  int count = 0;
  snprintf(arch_option, sizeof arch_option, "--gpu-architecture=%s", request->arch);
  options[count++] = arch_option;
  if (request->register_cap > 0) {
    snprintf(cap_option, sizeof cap_option, "--maxrregcount=%d", request->register_cap);
    options[count++] = cap_option;
  }
  if (request->lines) options[count++] = line_option;
  for (int i = 0; i < FIXED_OPTIONS; i++)
    options[count++] = fixed_options[i];
  nvrtcResult code = nvrtc->nvrtcCompileProgram(program, count, options);
  if (code == NVRTC_ERROR_INVALID_OPTION) code = nvrtc->nvrtcCompileProgram(program, count - 1, options);
  return code;
}

static bool fail(const NvrtcApi *nvrtc, nvrtcResult code, const NvrtcRequest *request, const Text *log,
                 Status *status) {
  if (code == NVRTC_ERROR_COMPILATION) return compile_log_fail(text_get(log), request->source, status);
  if (code == NVRTC_ERROR_INVALID_OPTION)
    return status_fail(status, STATUS_INPUT, "NVRTC %d.%d cannot compile for %s", nvrtc->major, nvrtc->minor,
                       request->arch);
  return status_fail(status, STATUS_INTERNAL, "NVRTC: %s", nvrtc->nvrtcGetErrorString(code));
}

bool nvrtc_compile(const NvrtcApi *nvrtc, const NvrtcRequest *request, NvrtcResult *result, Status *status) {
  *result = (NvrtcResult){0};
  nvrtcProgram program;
  nvrtcResult code = nvrtc->nvrtcCreateProgram(&program, request->source, source_name, 0, NULL, NULL);
  if (code) return status_fail(status, STATUS_INTERNAL, "NVRTC: %s", nvrtc->nvrtcGetErrorString(code));
  code = run(nvrtc, program, request);
  read_log(nvrtc, program, &result->log);
  if (!code) code = read_output(nvrtc, program, request->output, result);
  nvrtc->nvrtcDestroyProgram(&program);
  return !code || fail(nvrtc, code, request, &result->log, status);
}

void nvrtc_result_free(NvrtcResult *result) {
  free(result->output);
  text_free(&result->log);
  *result = (NvrtcResult){0};
}
