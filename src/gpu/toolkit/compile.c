// The compiler as the program sees it: ask the cache, else NVRTC, and read what came out.
#include "gpu/toolkit/compile.h"

#include "base/arena.h"
#include "gpu/toolkit/compile_apart.h"
#include "gpu/toolkit/compile_cache.h"
#include "gpu/toolkit/compile_log.h"
#include "gpu/toolkit/cubin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct Compiler { // read-only after compiler_new, so threads share it freely
  NvrtcApi nvrtc;
  ChildPool *pool; // where NVRTC runs
  CompileCache cache;
  char version[32];
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

Compiler *compiler_new(const char *cache_folder, Status *status) {
  NvrtcApi nvrtc;
  if (!nvrtc_open(&nvrtc, status)) return NULL;
  Compiler *compiler = memory_alloc(sizeof *compiler);
  compiler->nvrtc = nvrtc;
  compiler->pool = compile_apart_open(&compiler->nvrtc);
  compiler->cache = compile_cache_open(cache_folder);
  snprintf(compiler->version, sizeof compiler->version, "%d.%d", nvrtc.major, nvrtc.minor);
  return compiler;
}

void compiler_free(Compiler *compiler) {
  if (!compiler) return;
  child_pool_free(compiler->pool);
  compile_cache_close(&compiler->cache);
  free(compiler);
}

const char *compiler_version(const Compiler *compiler) {
  return compiler->version;
}

// The cubin knows registers, stack and shared memory; spills are in the log only.
static bool read_facts(const char *kernel, Compiled *compiled, Status *status) {
  CubinFacts cubin;
  if (!cubin_read(compiled->cubin, compiled->cubin_bytes, kernel, &cubin, status)) return false;
  compiled->registers = cubin.registers;
  compiled->local_bytes = cubin.local_bytes;
  compiled->shared_bytes = cubin.shared_bytes;
  compiled->max_threads = cubin.max_threads;
  LogFacts log;
  if (!compile_log_facts(compiled->log, kernel, &log)) return true;
  compiled->spill_store_bytes = log.spill_store_bytes > 0 ? log.spill_store_bytes : 0;
  compiled->spill_load_bytes = log.spill_load_bytes > 0 ? log.spill_load_bytes : 0;
  return true;
}

static bool run_nvrtc(const Compiler *compiler, const CompileRequest *request, NvrtcOutput output,
                      NvrtcResult *result, Status *status) {
  Text unit = {0};
  if (request->prelude) text_add(&unit, request->prelude);
  text_add(&unit, request->source);
  NvrtcRequest asked = {text_get(&unit), request->arch, request->register_cap, output, request->lines};
  bool good = compile_apart(compiler->pool, &asked, request->kernel, request->stop, result, status);
  text_free(&unit);
  return good;
}

static bool compile(const Compiler *compiler, const CompileRequest *request, Compiled *compiled,
                    Status *status) {
  NvrtcResult result;
  bool good = run_nvrtc(compiler, request, NVRTC_CUBIN, &result, status);
  compiled->cubin = result.output;
  compiled->cubin_bytes = result.bytes;
  compiled->log = memory_strdup(text_get(&result.log));
  text_free(&result.log);
  return good && read_facts(request->kernel, compiled, status);
}

bool compiler_compile(Compiler *compiler, const CompileRequest *request, Compiled *compiled, Status *status) {
  double start = now();
  char key[33];
  *compiled = (Compiled){0};
  compile_cache_key(request, compiler->version, nvrtc_option_text(request->lines), key);
  compiled->from_cache = compile_cache_get(&compiler->cache, key, compiled);
  bool good = compiled->from_cache || compile(compiler, request, compiled, status);
  if (good && !compiled->from_cache) compile_cache_put(&compiler->cache, key, compiled);
  compiled->seconds = now() - start;
  if (!good) compiled_free(compiled);
  return good;
}

void compiled_free(Compiled *compiled) {
  free(compiled->cubin);
  free(compiled->log);
  *compiled = (Compiled){0};
}

bool compiler_ptx(Compiler *compiler, const CompileRequest *request, Text *out, Status *status) {
  NvrtcResult result;
  bool good = run_nvrtc(compiler, request, NVRTC_PTX, &result, status);
  if (good) text_add(out, result.output);
  nvrtc_result_free(&result);
  return good;
}
