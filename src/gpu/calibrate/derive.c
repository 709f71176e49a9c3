// From times of probes to constants of a device: one row a constant.
#include "cost/devices/fields.h"
#include "gpu/calibrate/calibrate.h"

#include <math.h>

// Of probes with one block of PIPE_THREADS on each SM: thread operations per SM and clock, `per_step` for
// each step of each chain.
static double per_clock(const ProbeTimes *t, ProbeId probe, double per_step) {
  return (double)PIPE_THREADS * CHAINS * ROUNDS * per_step / t->clocks[probe];
}

// Of pairs of probes that differ in how often they pass over CACHE_BYTES: per nanosecond.
static double per_ns(const ProbeTimes *t, ProbeId few, double bytes_each) {
  double count = (double)(MANY_PASSES - FEW_PASSES) * CACHE_BYTES / bytes_each;
  return count / (1e3 * (t->us[few + 1] - t->us[few]));
}

static double clock_ghz(const ProbeTimes *t) {
  return t->clocks[PROBE_COPY_SAMPLED] / t->ns[PROBE_COPY_SAMPLED];
}

static double gbs(const ProbeTimes *t, ProbeId probe, double bytes) {
  return bytes / (1e3 * (t->us[probe] - t->us[PROBE_EMPTY]));
}

// What small copies take beyond their bytes: the launch, and until memory is busy. An empty kernel takes half
// of that.
static double fixed_us(const ProbeTimes *t) {
  static const struct {
    ProbeId probe;
    double mib;
  } copies[] = {{PROBE_COPY_1, 1}, {PROBE_COPY_4, 4}, {PROBE_COPY_16, 16}};
  enum { COPIES = sizeof copies / sizeof *copies };
  double rate = gbs(t, PROBE_COPY, 2.0 * DRAM_BYTES), sum = 0;
  for (int i = 0; i < COPIES; i++)
    sum += t->us[copies[i].probe] - 2 * copies[i].mib * (1 << 20) / (1e3 * rate);
  return sum / COPIES;
}

// Of a kernel that touches no memory: latency comes on top in the model.
static double launch_us(const Device *base, const ProbeTimes *t) {
  (void)base;
  return t->us[PROBE_EMPTY];
}

static double graph_us(const Device *base, const ProbeTimes *t) {
  (void)base;
  return t->graph_us;
}

static double clock_under_load(const Device *base, const ProbeTimes *t) {
  (void)base;
  return clock_ghz(t);
}

static double dram_efficiency(const Device *base, const ProbeTimes *t) {
  return 2.0 * DRAM_BYTES / (1e3 * (t->us[PROBE_COPY] - fixed_us(t))) / base->dram_gbs;
}

// A copy takes as long as what it reads and what it writes, one after the other.
static double dram_write_cost(const Device *base, const ProbeTimes *t) {
  (void)base;
  double read = 1 / gbs(t, PROBE_READ, DRAM_BYTES), both = 2 / gbs(t, PROBE_COPY, 2.0 * DRAM_BYTES);
  return (both - read) / read;
}

static double l2_gbs(const Device *base, const ProbeTimes *t) {
  (void)base;
  return per_ns(t, PROBE_READ_CACHED_FEW, 1);
}

static double l2_load_requests(const Device *base, const ProbeTimes *t) {
  (void)base;
  return per_ns(t, PROBE_TOUCH_LINES_FEW, 128);
}

static double l2_store_requests(const Device *base, const ProbeTimes *t) {
  (void)base;
  return per_ns(t, PROBE_STORE_LINES_FEW, 128);
}

static double atomics(const Device *base, const ProbeTimes *t) {
  (void)base;
  return per_ns(t, PROBE_ADD_WORDS_FEW, 4);
}

static double fma_per_clock(const Device *base, const ProbeTimes *t) {
  (void)base;
  return per_clock(t, PROBE_FMA, 1);
}

static double mufu_per_clock(const Device *base, const ProbeTimes *t) {
  (void)base;
  return per_clock(t, PROBE_MUFU, 1);
}

static double int_per_clock(const Device *base, const ProbeTimes *t) {
  (void)base;
  return per_clock(t, PROBE_INTEGER, 1);
}

static double fp64_per_clock(const Device *base, const ProbeTimes *t) {
  (void)base;
  return per_clock(t, PROBE_FP64, 1);
}

static double issue_per_clock(const Device *base, const ProbeTimes *t) {
  return per_clock(t, PROBE_ISSUE, 1.5) / base->limits.warp;
}

static double tensor_tflops(const Device *base, const ProbeTimes *t) {
  (void)base;
  return 2 * pow(PRODUCT_SIZE, 3) / (1e6 * (t->us[PROBE_PRODUCT] - t->us[PROBE_EMPTY]));
}

static double latency_ns(const Device *base, const ProbeTimes *t) {
  (void)base;
  return t->ns[PROBE_WAIT] / WAIT_ROUNDS;
}

static double combine_ns(const Device *base, const ProbeTimes *t) {
  (void)base;
  return t->clocks[PROBE_COMBINE] / COMBINE_ROUNDS / clock_ghz(t);
}

static double dependent_clocks(const Device *base, const ProbeTimes *t) {
  (void)base;
  return t->clocks[PROBE_DEPENDENT] / ROUNDS;
}

// What a copy with work takes, of which memory alone would take `memory` and arithmetic `arithmetic`, see
// cost/model/time.c.
static double both_us(double memory, double arithmetic, double p) {
  return pow(pow(memory, p) + pow(arithmetic, p), 1 / p);
}

// The exponent with which light, even and heavy work together come out right: both_us falls with it, from the
// sum at 1 towards the larger of the two.
static double overlap(const Device *base, const ProbeTimes *t) {
  (void)base;
  enum { AMOUNTS = 3, MOST = 16 };
  double launch = t->us[PROBE_EMPTY], memory = t->us[PROBE_COPY] - launch, low = 1, high = MOST, both = 0;
  for (int i = 0; i < AMOUNTS; i++)
    both += t->us[PROBE_COPY_WORK_LIGHT + i] - launch;
  for (int round = 0; round < 40; round++) {
    double p = 0.5 * (low + high), sum = 0;
    for (int i = 0; i < AMOUNTS; i++)
      sum += both_us(memory, t->us[PROBE_WORK_LIGHT + i] - launch, p);
    *(sum > both ? &low : &high) = p;
  }
  return high;
}

static const struct {
  const char *key, *unit;
  double (*measured)(const Device *base, const ProbeTimes *times);
} rows[] = {
    {"launch_us", "us", launch_us},
    {"graph_us", "us", graph_us},
    {"clock_ghz", "GHz", clock_under_load},
    {"dram_efficiency", "of the datasheet's rate", dram_efficiency},
    {"dram_write_cost", "of a read byte's time", dram_write_cost},
    {"l2_gbs", "GB/s", l2_gbs},
    {"l2_load_requests", "lines a ns", l2_load_requests},
    {"l2_store_requests", "lines a ns", l2_store_requests},
    {"atomics", "words a ns", atomics},
    {"fma_per_clock", "an SM and clock", fma_per_clock},
    {"mufu_per_clock", "an SM and clock", mufu_per_clock},
    {"int_per_clock", "an SM and clock", int_per_clock},
    {"fp64_per_clock", "an SM and clock", fp64_per_clock},
    {"issue_per_clock", "warps an SM and clock", issue_per_clock},
    {"tensor_tflops_16", "TFLOP/s", tensor_tflops},
    {"latency_ns", "ns", latency_ns},
    {"combine_ns", "ns", combine_ns},
    {"dependent_clocks", "clocks", dependent_clocks},
    {"overlap", "", overlap},
};
_Static_assert(sizeof rows / sizeof *rows <= CALIBRATED_MOST, "room for every constant");

// To four digits, so that files and tables do not show noise as knowledge.
static double rounded(double value) {
  if (!(value > 0) || !isfinite(value)) return value;
  double scale = pow(10, 3 - floor(log10(value)));
  return round(value * scale) / scale;
}

static bool add_constant(Calibration *calibration, int row, const Device *base, const ProbeTimes *times,
                         Status *status) {
  const DeviceField *field = device_field(rows[row].key);
  double value = rounded(rows[row].measured(base, times));
  if (!(value >= field->least && value <= field->most))
    return status_fail(status, STATUS_WRONG,
                       "%s came out as %g, which cannot be: is something else using the GPU?", rows[row].key,
                       value);
  calibration->constants[calibration->constant_count++] =
      (CalibratedConstant){rows[row].key, rows[row].unit, field_get(field, base), value};
  field_set(field, &calibration->device, value);
  return true;
}

// What the times do not tell is no figure.
static void add_note(Calibration *calibration, const char *key, double value) {
  if (!isfinite(value)) return;
  calibration->notes[calibration->note_count++] = (DeviceNote){key, rounded(value)};
}

static void add_notes(Calibration *calibration, const ProbeTimes *t) {
  double launch = t->us[PROBE_EMPTY], one = t->us[PROBE_WAVE_ONE] - launch;
  add_note(calibration, "small_copy_us", fixed_us(t));
  add_note(calibration, "graph_step_us", t->graph_step_us);
  add_note(calibration, "copy_1mib_us", t->us[PROBE_COPY_1]);
  add_note(calibration, "copy_4mib_us", t->us[PROBE_COPY_4]);
  add_note(calibration, "copy_16mib_us", t->us[PROBE_COPY_16]);
  add_note(calibration, "copy_64mib_us", t->us[PROBE_COPY_64]);
  add_note(calibration, "copy_512mib_us", t->us[PROBE_COPY]);
  add_note(calibration, "copy_gbs", gbs(t, PROBE_COPY, 2.0 * DRAM_BYTES));
  add_note(calibration, "read_gbs", gbs(t, PROBE_READ, DRAM_BYTES));
  add_note(calibration, "write_gbs", gbs(t, PROBE_WRITE, DRAM_BYTES));
  add_note(calibration, "work_light_us", t->us[PROBE_WORK_LIGHT]);
  add_note(calibration, "work_even_us", t->us[PROBE_WORK_EVEN]);
  add_note(calibration, "work_heavy_us", t->us[PROBE_WORK_HEAVY]);
  add_note(calibration, "copy_work_light_us", t->us[PROBE_COPY_WORK_LIGHT]);
  add_note(calibration, "copy_work_even_us", t->us[PROBE_COPY_WORK_EVEN]);
  add_note(calibration, "copy_work_heavy_us", t->us[PROBE_COPY_WORK_HEAVY]);
  add_note(calibration, "chase_ns", t->ns[PROBE_CHASE] / CHASE_HOPS);
  add_note(calibration, "combine_alone_clocks", t->clocks[PROBE_COMBINE_ALONE] / COMBINE_ROUNDS);
  add_note(calibration, "atomics_apart", per_ns(t, PROBE_ADD_SECTORS_FEW, 32));
  add_note(calibration, "second_wave", (t->us[PROBE_WAVE_MORE] - launch) / one);
  add_note(calibration, "next_block_ns",
           1e3 * fmax(0, (t->us[PROBE_WAVE_NINE] - t->us[PROBE_WAVE_ONE]) / 8 - one));
}

bool calibrate_derive(const Device *base, const ProbeTimes *times, Calibration *calibration, Status *status) {
  *calibration = (Calibration){.device = *base};
  for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++)
    if (!add_constant(calibration, i, base, times, status)) return false;
  calibration->device.calibrated = true;
  add_notes(calibration, times);
  return true;
}
