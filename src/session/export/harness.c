// A kernel's CUDA with a program around it: memory for its parameters with contents that it can take, one run
// for a checksum, timed runs. The part that is the same for all kernels is harness.cu.
#include "session/export/harness.h"

#include "gpu/measure/fill_rule.h"
#include "graph/evaluate/evaluate.h"
#include "session/harness_bytes.h"

#include <ctype.h>
#include <string.h>

// A value's name as part of a string literal.
static void add_name(Text *out, const char *name) {
  for (; *name; name++)
    text_printf(out, "%c", isalnum((unsigned char)*name) ? *name : '_');
}

static bool is_small_float(DType dtype) {
  return dtype_kind(dtype) == DTYPE_IS_FLOAT && dtype_bytes(dtype) == 1;
}

// An element that is made of a number as kernels make one: CUDA's own types of 8 bits are not all that there
// are.
static void add_small_floats(const Nest *nest, Text *out) {
  bool any = false;
  for (int i = 0; i < nest->buffer_count; i++)
    any |= is_small_float(nest->buffers[i].dtype);
  if (any)
    text_add(out,
             "\ntemplate <class S> struct made_of {\n  S element;\n"
             "  template <class T> __device__ explicit made_of(T x) { fb_pack(element, (float)x); }\n};\n");
}

// The C++ type with which memory of `dtype` is filled; complex numbers as twice as many floats.
static const char *filled_type(DType dtype) {
  switch (dtype_part(dtype)) {
    case DTYPE_F16:
      return "__half";
    case DTYPE_BF16:
      return "__nv_bfloat16";
    default:
      return dtype_cuda_name(dtype_part(dtype));
  }
}

static bool add_contents(const Graph *graph, const Buffer *buffer, Arena *arena, Text *out, Status *status) {
  static const char *const names[] = {[FILL_ZERO] = "ZERO",
                                      [FILL_NORMAL] = "NORMAL",
                                      [FILL_POSITIVE] = "POSITIVE",
                                      [FILL_INTEGER] = "INTEGER"};
  RunBuffer fill = {.fill = FILL_ZERO};
  if (buffer->read && !fill_rule(graph, buffer->storage, 1, NULL, arena, &fill, status)) return false;
  text_printf(out, "{%s, %.9g, %lld, %lld}", names[fill.fill], fill.scale, (long long)fill.low,
              (long long)fill.high);
  return true;
}

static bool add_parameter(const Graph *graph, const Buffer *buffer, Arena *arena, Text *out, Status *status) {
  long long count = (long long)buffer->elements * (dtype_kind(buffer->dtype) == DTYPE_IS_COMPLEX ? 2 : 1);
  if (is_small_float(buffer->dtype))
    text_printf(out, "      parameter<made_of<%s>>(\"", kernel_memory_type(buffer->dtype));
  else
    text_printf(out, "      parameter<%s>(\"", filled_type(buffer->dtype));
  add_name(out, graph->values[buffer->storage].name);
  text_printf(out, "\", %lld, ", count);
  if (!add_contents(graph, buffer, arena, out, status)) return false;
  text_printf(out, ", %s),\n", buffer->written ? "true" : "false");
  return true;
}

static bool add_parameters(const Nest *nest, Text *out, Status *status) {
  Arena *arena = arena_new();
  bool ok = true;
  text_add(out, "  Parameter parameters[] = {\n");
  for (int i = 0; i < nest->buffer_count && ok; i++)
    ok = add_parameter(nest->graph, &nest->buffers[i], arena, out, status);
  text_add(out, "  };\n");
  arena_free(arena);
  return ok;
}

// ---- maps of the matrices of a product

static void add_map_maker(const Emitted *code, Text *out) {
  if (code->map_count)
    text_add(out,
             "\n// Bytes from one line to the next, and from one matrix to the next; boxes in elements.\n"
             "CUtensorMap tensor_map(void *memory, CUtensorMapDataType type, cuuint32_t dims,\n"
             "                       const cuuint64_t (&size)[4], const cuuint64_t (&stride)[3], "
             "const cuuint32_t (&box)[4]) {\n"
             "  void *entry = nullptr;\n  cudaDriverEntryPointQueryResult found;\n"
             "  CHECK(cudaGetDriverEntryPointByVersion(\"cuTensorMapEncodeTiled\", &entry, 12000, "
             "cudaEnableDefault, &found));\n"
             "  const cuuint32_t one[] = {1, 1, 1, 1};\n  CUtensorMap map;\n"
             "  const CUresult code = entry ? ((decltype(&cuTensorMapEncodeTiled))entry)(\n"
             "      &map, type, dims, memory, size, stride, box, one, CU_TENSOR_MAP_INTERLEAVE_NONE,\n"
             "      CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, "
             "CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) : CUDA_ERROR_NOT_FOUND;\n"
             "  if (code != CUDA_SUCCESS) {\n"
             "    fprintf(stderr, \"cuTensorMapEncodeTiled: error %d\\n\", (int)code);\n    exit(1);\n  }\n"
             "  return map;\n}\n");
}

static void add_maps(const Emitted *code, Text *out) {
  if (code->map_count) text_add(out, "  CUtensorMap maps[] = {\n");
  for (int i = 0; i < code->map_count; i++) {
    const TensorMap *map = &code->maps[i];
    long long bytes = dtype_bytes(map->dtype);
    text_printf(out,
                "      tensor_map((char *)parameters[%d].memory + %lld, CU_TENSOR_MAP_DATA_TYPE_%s, %d,\n",
                map->parameter, (long long)map->offset * bytes,
                map->dtype == DTYPE_F16 ? "FLOAT16" : "BFLOAT16", map->size[3] ? 4 : 3);
    text_printf(out, "                 {%lld, %lld, %lld, %lld}, {%lld, %lld, %lld}, {%d, %d, 1, 1}),\n",
                (long long)map->size[0], (long long)map->size[1], (long long)map->size[2],
                (long long)map->size[3], (long long)map->stride[0] * bytes, (long long)map->stride[1] * bytes,
                (long long)map->stride[2] * bytes, map->box[0], map->box[1]);
  }
  if (code->map_count) text_add(out, "  };\n");
}

// ---- the program

static void add_arguments(const Nest *nest, const Emitted *code, Text *out) {
  const LaunchShape *launch = &code->launch;
  if (launch->workspace_bytes > 0)
    text_printf(out,
                "  Parameter workspace = parameter<char>(\"workspace\", %lld, {ZERO, 0, 0, 0}, false);\n",
                (long long)launch->workspace_bytes);
  add_maps(code, out);
  text_add(out, "  void *arguments[] = {");
  for (int i = 0; i < code->map_count; i++)
    text_printf(out, "&maps[%d], ", i);
  for (int i = 0; i < nest->buffer_count; i++)
    text_printf(out, "%s&parameters[%d].memory", i ? ", " : "", i);
  text_printf(out, "%s};\n", launch->workspace_bytes > 0 ? ", &workspace.memory" : "");
}

// Copies and zeros that the launch needs are part of each run, as in fusebox's own timing.
static void add_presets(const Nest *nest, Text *out) {
  for (int i = 0; i < nest->preset_count; i++) {
    const Preset *preset = &nest->presets[i];
    if (preset->from == NO_BUFFER)
      text_printf(out, "    CHECK(cudaMemsetAsync(parameters[%d].memory, 0, parameters[%d].bytes));\n",
                  preset->to, preset->to);
    else
      text_printf(
          out,
          "    CHECK(cudaMemcpyAsync(parameters[%d].memory, parameters[%d].memory, parameters[%d].bytes, "
          "cudaMemcpyDeviceToDevice));\n",
          preset->to, preset->from, preset->to);
  }
}

static bool add_main(const PlanLowered *lowered, const Emitted *code, const char *name, Text *out,
                     Status *status) {
  const LaunchShape *launch = &lowered->launch;
  text_add(out, "\nint main() {\n");
  if (!add_parameters(lowered->nest, out, status)) return false;
  add_arguments(lowered->nest, code, out);
  text_printf(out, "  const void *kernel = (const void *)%s;\n", name);
  text_printf(out, "  const int shared = dynamic_shared(kernel, %d);\n", launch->shared_bytes);
  text_add(out, "  const auto run = [&] {\n");
  add_presets(lowered->nest, out);
  text_printf(out, "    CHECK(cudaLaunchKernel(kernel, dim3(%lld), dim3(%d), arguments, shared, 0));\n  };\n",
              (long long)launch->grid, launch->threads);
  text_printf(out, "  report(run, parameters, %d);\n}\n", lowered->nest->buffer_count);
  return true;
}

// For this architecture alone: with -arch nvcc also compiles for those behind it, which may lack
// instructions.
static void add_head(Session *session, const PlanLowered *lowered, int kernel, Text *out) {
  const char *arch = session_device(session)->limits.arch_name + strlen("sm_");
  int cap = lowered->schedule.knob[KNOB_registers];
  text_printf(out,
              "// K%d of a plan, with a program that runs and times it:\n//   nvcc -O3 -std=c++17 "
              "-gencode arch=compute_%s,code=sm_%s",
              kernel, arch, arch);
  if (cap > 0) text_printf(out, " -maxrregcount=%d", cap);
  text_printf(out, " -o K%d THIS.cu && ./K%d\n", kernel, kernel);
  text_add(out,
           "#include <cuda.h>\n#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n#include <cuda_runtime.h>\n\n"
           "#include <algorithm>\n#include <cstdio>\n#include <cstdlib>\n#include <vector>\n\n");
}

bool export_harness(Session *session, int kernel, Text *out, Status *status) {
  int line;
  const char *source = session_source(session, kernel, &line, status);
  if (!source) return false;
  const PlanLowered *lowered = plan_lowered(session_plan(session), kernel);
  if (lowered->launch.grid == 0)
    return status_fail(status, STATUS_INPUT, "K%d has no elements: there is nothing to run", kernel);
  const Emitted *code = plan_code(lowered, status);
  if (!code) return false;
  char name[KERNEL_NAME_SIZE];
  kernel_name(lowered->nest, &lowered->schedule, name);
  add_head(session, lowered, kernel, out);
  text_add(out, source);
  text_add(out, harness_bytes);
  add_small_floats(lowered->nest, out);
  add_map_maker(code, out);
  return add_main(lowered, code, name, out, status);
}
