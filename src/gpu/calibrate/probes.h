// What calibration runs: one row a probe, kernels of calibrate.cu.
#pragma once

#include "base/text.h"
#include "gpu/worker/run_program.h"
#include "kernel/template/limits.h"

// Sizes of the work, known to the kernels by the same names.
#define CALIBRATE_SIZES(X) \
  X(CHAINS, 8)    /* independent chains of a thread */ \
  X(ROUNDS, 4096) /* operations of a chain */ \
  X(CHASE_PLACES, 16384) \
  X(CHASE_STRIDE, 1024) /* words: 64 MiB of places */ \
  X(CHASE_STEP, 6151)   /* odd: the cycle goes through all places */ \
  X(CHASE_HOPS, 2048) \
  X(COMBINE_ROUNDS, 512) \
  X(WAIT_ROUNDS, 64) \
  X(CACHE_BYTES, 16 << 20) \
  X(FEW_PASSES, 4) \
  X(MANY_PASSES, 24) \
  X(DRAM_BYTES, 512 << 20) \
  X(LIGHT_WORK, 16) /* multiply-adds of each float: from a part of what the copy takes */ \
  X(EVEN_WORK, 32) \
  X(HEAVY_WORK, 56) /* to as long */ \
  X(WAVE_CLOCKS, 20000)
enum {
#define X(name, value) name = value,
  CALIBRATE_SIZES(X)
#undef X
};

typedef enum ProbeId {
  PROBE_EMPTY,
  PROBE_FMA,
  PROBE_MUFU,
  PROBE_INTEGER,
  PROBE_FP64,
  PROBE_ISSUE,
  PROBE_DEPENDENT,
  PROBE_CHASE,
  PROBE_WAIT,
  PROBE_COMBINE,
  PROBE_COMBINE_ALONE,
  PROBE_READ_CACHED_FEW,
  PROBE_READ_CACHED_MANY,
  PROBE_TOUCH_LINES_FEW,
  PROBE_TOUCH_LINES_MANY,
  PROBE_STORE_LINES_FEW,
  PROBE_STORE_LINES_MANY,
  PROBE_ADD_WORDS_FEW,
  PROBE_ADD_WORDS_MANY,
  PROBE_ADD_SECTORS_FEW,
  PROBE_ADD_SECTORS_MANY,
  PROBE_READ,
  PROBE_WRITE,
  PROBE_COPY, // of DRAM_BYTES; then smaller ones
  PROBE_COPY_64,
  PROBE_COPY_16,
  PROBE_COPY_4,
  PROBE_COPY_1,
  PROBE_COPY_SAMPLED,
  PROBE_COPY_WORK_LIGHT,
  PROBE_COPY_WORK_EVEN,
  PROBE_COPY_WORK_HEAVY,
  PROBE_WORK_LIGHT,
  PROBE_WORK_EVEN,
  PROBE_WORK_HEAVY,
  PROBE_WAVE_ONE,
  PROBE_WAVE_MORE, // one block more than SMs
  PROBE_WAVE_NINE,
  PROBE_PRODUCT,
  PROBE_COUNT
} ProbeId;

enum { PRODUCT_SIZE = 8192 }; // of square bf16 matrices
enum { PIPE_THREADS = 1024 }; // of the one block on each SM that fills its pipes

const char *probe_name(ProbeId probe);
bool probe_samples(ProbeId probe); // times itself, into the buffer of samples

// The program of all probes, a launch each; kernels come from the file `cubin`. Lives in `arena`.
RunProgram probe_program(const GpuLimits *limits, const char *cubin, Arena *arena);
// `count` empty launches, one after another.
RunProgram probe_chain(const GpuLimits *limits, const char *cubin, int count, Arena *arena);
enum { PROBE_SAMPLES_BUFFER = 0 };
int probe_blocks(ProbeId probe, int sms);
typedef struct ProbeSample { // as in calibrate.cu; one for each block
  int64_t clocks, ns;
} ProbeSample;

// What must run once, untimed, before the probes: launches from PROBE_COUNT on.
enum { PROBE_PREPARATIONS = 1 };

// The text of calibrate.cu with all that it needs before it.
void probe_source(Text *out);
