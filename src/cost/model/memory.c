// What DRAM, L2 and L1 alone need.
#include "cost/model/parts.h"

#include <math.h>

enum { LINE = 128 };

// ---- DRAM

// What a byte that is written takes where none is read beside it, over one of a copy: writes do not wait for
// the memory to turn around, and L2 keeps the last of them (tests/bench/MEASURED.md: fills).
static const double fill_cost = 0.95;

// The device's rate is that of a copy, of which half the bytes are written.
double cost_dram_us(const Device *device, const Estimate *estimate) {
  double total = (double)(estimate->dram_bytes - estimate->later_bytes);
  double written = fmin((double)(estimate->write_bytes - estimate->later_bytes), total);
  double read = total - written, copied = 2 * fmin(read, written);
  double bytes = copied + fmax(0, read - written) * 2 / (1 + device->dram_write_cost) +
                 fmax(0, written - read) * fill_cost;
  return bytes / (device->dram_gbs * device->dram_efficiency * 1e3);
}

// Requests for parts of lines take as many places in the queues of L2 as whole ones: with few threads too few
// bytes are under way to memory. Up to this occupancy (tests/bench/MEASURED.md: parts of lines).
static const double queueing_occupancy = 0.3;

double cost_short_runs(const KernelWork *work, const Estimate *estimate) {
  double moved = (double)(estimate->moved_read_bytes + estimate->moved_write_bytes);
  double parts = moved > 0 ? fmax(1, work->lines * LINE / moved) : 1;
  return 1 + (parts - 1) * fmax(0, 1 - estimate->occupancy / queueing_occupancy);
}

// ---- L2 and L1

// Additions to the same 128-byte line wait for one another: so long each (tests/bench/MEASURED.md: atomics on
// one line).
static const double atomic_line_ns = 13;

// What is added for each byte that there is, as if places were hit evenly.
static double contended_ns(const CostSubject *subject, const AccessEstimate *access) {
  const Step *step = &subject->nest->steps[access->step];
  double target = (double)subject->nest->buffers[step->buffer].elements;
  double elements =
      subject->executions[access->step].vectorized ? subject->executions[access->step].width : 1;
  return atomic_line_ns * (double)access->executions * elements / fmax(target, 1);
}

// 128-byte lines, in whole or in part, that pass between L1 and L2.
static double lines_of(const AccessEstimate *access) {
  return (double)access->l2_bytes / fmax(access->bytes_per_line, 1);
}

static double l2_ns(const CostSubject *subject, const Estimate *estimate) {
  const Device *device = subject->device;
  double loads = 0, stores = 0, atomics = 0, contended = 0;
  for (int i = 0; i < estimate->access_count; i++) {
    const AccessEstimate *access = &estimate->accesses[i];
    double lines = lines_of(access);
    bool adds = subject->nest->steps[access->step].accumulate;
    if (adds) atomics += (double)access->executions;
    if (adds) contended = fmax(contended, contended_ns(subject, access));
    *(access->is_store ? &stores : &loads) += adds ? 0 : lines;
  }
  double bytes = (double)(estimate->moved_read_bytes + estimate->moved_write_bytes);
  double ns = loads / device->l2_load_requests + stores / device->l2_store_requests;
  ns += fmax(atomics / device->atomics, contended);
  return fmax(ns, bytes / device->l2_gbs);
}

// Clocks that the first-level caches of all multiprocessors are busy with loads, whether they find what they
// look up or not.
static double l1_clocks(const Estimate *estimate) {
  double clocks = 0;
  for (int i = 0; i < estimate->access_count; i++) {
    const AccessEstimate *access = &estimate->accesses[i];
    if (!access->is_store) clocks += (double)access->instructions * access->l1_clocks;
  }
  return clocks;
}

static double count_lines(const Estimate *estimate) {
  double lines = 0;
  for (int i = 0; i < estimate->access_count; i++)
    lines += lines_of(&estimate->accesses[i]);
  return lines;
}

void cost_memory(const CostSubject *subject, const Estimate *estimate, KernelWork *work) {
  work->l2_ns = l2_ns(subject, estimate);
  work->l1_clocks = l1_clocks(estimate);
  work->lines = count_lines(estimate);
}
