// The table of probes, and the program that runs them.
#include "gpu/calibrate/probes.h"

#include "gpu/calibrate_bytes.h"
#include "kernel/cuda/emit.h"

#include <stdio.h>

typedef enum BufferId {
  SAMPLES = PROBE_SAMPLES_BUFFER,
  FROM,
  TO,
  CHASE,
  LEFT,
  RIGHT,
  PRODUCT,
  BUFFER_COUNT
} BufferId;

typedef struct Probe {
  const char *name;
  int per_sm;     // blocks of an SM,
  int64_t blocks; // and so many besides
  int threads;
  bool holds_sm, samples;
  int argument_count;
  int arguments[3];
} Probe;

#define MIB ((int64_t)1 << 20)
#define VECTORS(bytes) ((int64_t)(bytes) / 16 / 256) // blocks of 256 threads with a vector each

#define PIPE(id, data) [PROBE_##id] = {data, 1, 0, PIPE_THREADS, false, true, 2, {SAMPLES, FROM}}
#define CACHED(id, data, buffer) [PROBE_##id] = {data, 8, 0, 256, false, false, 1, {buffer}}
#define COPY(id, bytes) [PROBE_##id] = {"copy", 0, VECTORS(bytes), 256, false, false, 2, {FROM, TO}}
#define WORK(id, data) [PROBE_##id] = {data, 0, VECTORS(DRAM_BYTES), 256, false, false, 2, {FROM, TO}}
static const Probe probes[PROBE_COUNT + PROBE_PREPARATIONS] = {
    [PROBE_EMPTY] = {"empty", 1, 0, 256, false, false, 1, {SAMPLES}},
    PIPE(FMA, "fma"),
    PIPE(MUFU, "mufu"),
    PIPE(INTEGER, "integer"),
    PIPE(FP64, "fp64"),
    PIPE(ISSUE, "issue"),
    [PROBE_DEPENDENT] = {"dependent", 0, 1, 32, false, true, 2, {SAMPLES, FROM}},
    [PROBE_CHASE] = {"chase", 0, 1, 1, false, true, 2, {SAMPLES, CHASE}},
    [PROBE_WAIT] = {"wait", 4, 0, 256, false, true, 2, {SAMPLES, FROM}},
    [PROBE_COMBINE] = {"combine", 4, 0, 256, false, true, 2, {SAMPLES, FROM}},
    [PROBE_COMBINE_ALONE] = {"combine", 0, 1, 256, false, true, 2, {SAMPLES, FROM}},
    CACHED(READ_CACHED_FEW, "read_cached_few", FROM),
    CACHED(READ_CACHED_MANY, "read_cached_many", FROM),
    CACHED(TOUCH_LINES_FEW, "touch_lines_few", FROM),
    CACHED(TOUCH_LINES_MANY, "touch_lines_many", FROM),
    CACHED(STORE_LINES_FEW, "store_lines_few", TO),
    CACHED(STORE_LINES_MANY, "store_lines_many", TO),
    CACHED(ADD_WORDS_FEW, "add_words_few", TO),
    CACHED(ADD_WORDS_MANY, "add_words_many", TO),
    CACHED(ADD_SECTORS_FEW, "add_sectors_few", TO),
    CACHED(ADD_SECTORS_MANY, "add_sectors_many", TO),
    [PROBE_READ] = {"read", 0, VECTORS(DRAM_BYTES) / 8, 256, false, false, 1, {FROM}},
    [PROBE_WRITE] = {"write", 0, VECTORS(DRAM_BYTES), 256, false, false, 1, {TO}},
    COPY(COPY, DRAM_BYTES),
    COPY(COPY_64, 64 * MIB),
    COPY(COPY_16, 16 * MIB),
    COPY(COPY_4, 4 * MIB),
    COPY(COPY_1, MIB),
    [PROBE_COPY_SAMPLED] = {"copy_sampled", 8, 0, 256, false, true, 3, {SAMPLES, FROM, TO}},
    WORK(COPY_WORK_LIGHT, "copy_work_light"),
    WORK(COPY_WORK_EVEN, "copy_work_even"),
    WORK(COPY_WORK_HEAVY, "copy_work_heavy"),
    WORK(WORK_LIGHT, "work_light"),
    WORK(WORK_EVEN, "work_even"),
    WORK(WORK_HEAVY, "work_heavy"),
    [PROBE_WAVE_ONE] = {"wave", 1, 0, 1024, true, false, 1, {SAMPLES}},
    [PROBE_WAVE_MORE] = {"wave", 1, 1, 1024, true, false, 1, {SAMPLES}},
    [PROBE_WAVE_NINE] = {"wave", 9, 0, 1024, true, false, 1, {SAMPLES}},
    [PROBE_PRODUCT] = {.name = "product"},
    [PROBE_COUNT] = {"chase_make", 0, CHASE_PLACES / 256, 256, false, false, 1, {CHASE}},
};

static const int64_t buffer_bytes[BUFFER_COUNT] = {
    [SAMPLES] = MIB,
    [FROM] = DRAM_BYTES,
    [TO] = DRAM_BYTES,
    [CHASE] = (int64_t)CHASE_PLACES * CHASE_STRIDE * 4,
    [LEFT] = (int64_t)PRODUCT_SIZE * PRODUCT_SIZE * 2,
    [RIGHT] = (int64_t)PRODUCT_SIZE * PRODUCT_SIZE * 2,
    [PRODUCT] = (int64_t)PRODUCT_SIZE * PRODUCT_SIZE * 2,
};

const char *probe_name(ProbeId probe) {
  return probes[probe].name;
}

bool probe_samples(ProbeId probe) {
  return probes[probe].samples;
}

int probe_blocks(ProbeId probe, int sms) {
  return (int)(probes[probe].per_sm * sms + probes[probe].blocks);
}

static RunBuffer *make_buffers(Arena *arena) {
  RunBuffer *buffers = arena_array(arena, BUFFER_COUNT, sizeof *buffers);
  for (int i = 0; i < BUFFER_COUNT; i++) {
    bool matrix = i >= LEFT, random = i == FROM || i == LEFT || i == RIGHT;
    buffers[i] = (RunBuffer){.bytes = buffer_bytes[i],
                             .dtype = matrix ? DTYPE_BF16 : DTYPE_F32,
                             .fill = random ? FILL_NORMAL : FILL_ZERO,
                             .scale = 1,
                             .seed = i};
  }
  return buffers;
}

static Launch product(void) {
  MatmulOperand left = {LEFT, 0, PRODUCT_SIZE, 1, 0}, right = left, result = left;
  right.buffer = RIGHT;
  result.buffer = PRODUCT;
  Matmul matmul = {.dtype = DTYPE_BF16,
                   .batch = 1,
                   .m = PRODUCT_SIZE,
                   .n = PRODUCT_SIZE,
                   .k = PRODUCT_SIZE,
                   .a = left,
                   .b = right,
                   .c = {.buffer = -1},
                   .d = result,
                   .alpha = 1};
  return (Launch){.kind = LAUNCH_MATMUL, .matmul = matmul};
}

static Launch kernel(const Probe *probe, const GpuLimits *limits, const char *cubin) {
  Launch launch = {.kind = LAUNCH_KERNEL,
                   .emitted.launch = {.grid = probe->per_sm * limits->sms + probe->blocks,
                                      .threads = probe->threads,
                                      .shared_bytes = probe->holds_sm ? limits->shared_per_block : 0},
                   .cubin = cubin,
                   .arguments = probe->arguments,
                   .argument_count = probe->argument_count};
  snprintf(launch.emitted.name, sizeof launch.emitted.name, "fusebox_%s", probe->name);
  return launch;
}

RunProgram probe_program(const GpuLimits *limits, const char *cubin, Arena *arena) {
  RunProgram program = {.buffers = make_buffers(arena),
                        .buffer_count = BUFFER_COUNT,
                        .launch_count = PROBE_COUNT + PROBE_PREPARATIONS};
  program.launches = arena_array(arena, (size_t)program.launch_count, sizeof *program.launches);
  for (int i = 0; i < program.launch_count; i++)
    program.launches[i] = i == PROBE_PRODUCT ? product() : kernel(&probes[i], limits, cubin);
  return program;
}

RunProgram probe_chain(const GpuLimits *limits, const char *cubin, int count, Arena *arena) {
  RunProgram program = {.buffers = make_buffers(arena), .buffer_count = 1, .launch_count = count};
  program.launches = arena_array(arena, (size_t)count, sizeof *program.launches);
  for (int i = 0; i < count; i++)
    program.launches[i] = kernel(&probes[PROBE_EMPTY], limits, cubin);
  return program;
}

void probe_source(Text *out) {
  text_add(out, kernel_prelude());
  text_add(out, "enum {");
#define X(name, value) text_printf(out, " %s = %d,", #name, value);
  CALIBRATE_SIZES(X)
#undef X
  text_add(out, " };\n");
  text_add(out, calibrate_bytes);
}
