// Bytes: what a kernel touches at least, what leaves the first-level caches, what reaches DRAM.
//
// First-level caches: within one visit of a warp every sector is fetched once (sampled). Of one buffer, a
// block fetches no more than its footprint as long as the blocks that share an SM fit into L1 together; else
// each pass over it again. What later blocks of the same SM read again hits when the bytes that pass through
// L1 in between fit: then every SM fetches the buffer's footprint once. Stores are written through.
#include "cost/model/footprint.h"

#include <math.h>

enum { SECTOR = 32 };

typedef struct BufferTraffic {
  double requested; // by loads, after merging within a warp's visit
  double block;     // footprint of one block's loads
  double whole;     // distinct bytes of all loads
  double sectors;   // that they lie in: more bytes where places are looked up
  double stored;    // distinct bytes written
  double block_span_low, block_span_high, whole_low, whole_high;
  int passes;
} BufferTraffic;

static bool seen_before(const CostSubject *subject, const AccessEstimate *accesses, int at) {
  const Step *step = &subject->nest->steps[accesses[at].step];
  for (int i = 0; i < at; i++) {
    const Step *other = &subject->nest->steps[accesses[i].step];
    if (other->buffer == step->buffer && accesses[i].is_store == accesses[at].is_store &&
        index_equal(&other->index, &step->index) && accesses[i].executed >= accesses[at].executed)
      return true;
  }
  return false;
}

static double buffer_size(const Nest *nest, int buffer) {
  return (double)nest->buffers[buffer].elements * dtype_bytes(nest->buffers[buffer].dtype);
}

// Windows of one buffer that overlap cover no more than from the start of the first to the end of the last.
static void widen(double start, double span, double *low, double *high) {
  if (*high == 0 || start < *low) *low = *high == 0 ? start : fmin(*low, start);
  if (start + span > *high) *high = start + span;
}

static void add_access(const CostSubject *subject, const Box *block, const Box *domain, bool again,
                       AccessEstimate *access, BufferTraffic *traffic) {
  const Nest *nest = subject->nest;
  const Step *step = &nest->steps[access->step];
  int element = dtype_bytes(step->stored);
  Footprint whole = footprint_of_index(nest, domain, &step->index, element);
  double distinct = fmin(whole.elements, whole.places * access->executed);
  access->unique_bytes = llround(fmin(distinct * element, buffer_size(nest, step->buffer)));
  double start = (double)step->index.constant * element;
  if (access->is_store) {
    if (!again) traffic->stored += (double)access->unique_bytes;
    return;
  }
  traffic->requested += (double)access->l2_bytes;
  if (access->passes > traffic->passes) traffic->passes = access->passes;
  if (again) return;
  Footprint mine = footprint_of_index(nest, block, &step->index, element);
  // Under a condition a block reaches part of what its index could; sectors at the edges count whole.
  traffic->block += fmin(mine.bytes, mine.places * access->executed * SECTOR);
  traffic->whole += (double)access->unique_bytes;
  traffic->sectors += footprint_is_scattered(nest, &step->index)
                          ? fmin(whole.bytes, whole.places * access->executed * SECTOR)
                          : (double)access->unique_bytes;
  widen(start, mine.span, &traffic->block_span_low, &traffic->block_span_high);
  widen(start, whole.span, &traffic->whole_low, &traffic->whole_high);
}

static void limit_to_spans(const Nest *nest, int buffer, BufferTraffic *traffic) {
  double size = buffer_size(nest, buffer);
  traffic->block = fmin(traffic->block, fmin(size, traffic->block_span_high - traffic->block_span_low));
  traffic->whole = fmin(traffic->whole, fmin(size, traffic->whole_high - traffic->whole_low));
  traffic->sectors = fmax(traffic->whole, fmin(traffic->sectors, size));
  traffic->stored = fmin(traffic->stored, size);
}

// L1 of an SM beside the shared memory of the blocks on it.
static double first_level(const CostSubject *subject, double resident) {
  return fmax(0, (double)subject->device->l1_bytes - resident * subject->launch->shared_bytes);
}

// Tiles that blocks visit in all.
static double visits(const CostSubject *subject) {
  return (double)subject->launch->grid * (double)subject->body->mapping.tiles_per_block;
}

// Bytes of a buffer's loads that leave L1.
static double missed_bytes(const CostSubject *subject, const BufferTraffic *traffic, double block_total,
                           double resident) {
  double cache = first_level(subject, resident);
  double each = traffic->block * (block_total * resident > cache ? traffic->passes : 1);
  double all = each * visits(subject), sms = fmin(subject->device->limits.sms, (double)subject->launch->grid);
  if (traffic->block > 0 && all > traffic->sectors * sms) {
    // From one use to the next an SM works through as many blocks as it takes to cover the buffer.
    double distance = traffic->sectors / traffic->block * block_total;
    if (fmax(distance, block_total * resident) <= cache) all = traffic->sectors * sms;
  }
  return fmax(traffic->whole, fmin(all, traffic->requested)); // no cache has it at first
}

static double resident_blocks(const CostSubject *subject, const Estimate *estimate) {
  double blocks = estimate->occupancy * subject->device->limits.threads_per_sm / subject->launch->threads;
  double share = (double)subject->launch->grid / subject->device->limits.sms;
  return fmax(1, fmin(blocks, share));
}

// Passes after the first find a buffer's data in L2 when what the resident blocks work on at once fits into
// half of it; so do several blocks that read the same. Persistent blocks keep step: of what all
// read alike in a tile one fetches it for all.
static double reread_bytes(const CostSubject *subject, const Estimate *estimate, const BufferTraffic *traffic,
                           double missed, double resident) {
  double at_once = resident * subject->device->limits.sms, all = visits(subject);
  double working = all > 0 ? fmin(1, at_once / all) * (double)estimate->read_bytes : 0;
  if (working <= (double)subject->device->limits.l2_bytes / 2) return 0;
  const Mapping *mapping = &subject->body->mapping;
  if (mapping->tiles_per_block > 1 && !subject->nest->crossed)
    missed =
        fmin(missed, fmin(traffic->sectors, traffic->block * at_once) * (double)mapping->tiles_per_block);
  return fmax(0, missed - traffic->sectors);
}

// What additions change must come from DRAM first, unless L2 holds it since it was filled.
static double added_to_bytes(const CostSubject *subject, const BufferTraffic *traffic) {
  const Nest *nest = subject->nest;
  double bytes = 0;
  for (int b = 0; b < nest->buffer_count; b++) {
    bool adds = false;
    for (int i = 0; i < nest->step_count; i++)
      adds |= nest->steps[i].accumulate && nest->steps[i].buffer == b;
    if (adds && buffer_size(nest, b) > (double)subject->device->limits.l2_bytes / 2)
      bytes += traffic[b].stored;
  }
  return bytes;
}

// Shares what misses among the loads of a buffer, by what they ask for.
static void share_misses(const CostSubject *subject, AccessEstimate *accesses, const Estimate *estimate,
                         int buffer, double share) {
  for (int i = 0; i < estimate->access_count; i++)
    if (!accesses[i].is_store && subject->nest->steps[accesses[i].step].buffer == buffer)
      accesses[i].l2_bytes = llround((double)accesses[i].l2_bytes * share);
}

// Of L2, what stays there of a kernel's stores until after its end, and what part of their time that saves
// it; more where a kernel that stores more than L2 holds leaves them last (tests/bench/MEASURED.md: late
// lines, stores last).
static const double late_share = 0.64, late_saves = 0.3, last_share = 0.08;

int64_t cost_later_bytes(const Device *device, double stored, bool last) {
  double l2 = (double)device->limits.l2_bytes;
  double late = late_saves * fmin(late_share * l2, stored);
  return llround(late + (last ? fmax(0, fmin(last_share * l2, stored - l2)) : 0));
}

void cost_traffic(const CostSubject *subject, AccessEstimate *accesses, Estimate *estimate) {
  const Nest *nest = subject->nest;
  Arena *scratch = arena_new();
  BufferTraffic *traffic = arena_array(scratch, (size_t)nest->buffer_count + 1, sizeof *traffic);
  Box block = box_block(&subject->body->mapping), domain = box_domain(nest);
  for (int i = 0; i < estimate->access_count; i++)
    add_access(subject, &block, &domain, seen_before(subject, accesses, i), &accesses[i],
               &traffic[nest->steps[accesses[i].step].buffer]);
  double block_total = 0, resident = resident_blocks(subject, estimate), missed = 0, partial = 0, again = 0;
  for (int b = 0; b < nest->buffer_count; b++) {
    limit_to_spans(nest, b, &traffic[b]);
    block_total += traffic[b].block;
    partial += traffic[b].sectors - traffic[b].whole;
    estimate->read_bytes += llround(traffic[b].whole);
    estimate->write_bytes += llround(traffic[b].stored);
  }
  for (int b = 0; b < nest->buffer_count; b++) {
    double misses = missed_bytes(subject, &traffic[b], block_total, resident);
    if (traffic[b].requested > 0) share_misses(subject, accesses, estimate, b, misses / traffic[b].requested);
    missed += misses;
    again += reread_bytes(subject, estimate, &traffic[b], misses, resident);
  }
  estimate->moved_read_bytes = llround(missed);
  for (int i = 0; i < estimate->access_count; i++)
    if (accesses[i].is_store) estimate->moved_write_bytes += accesses[i].l2_bytes = accesses[i].bytes;
  estimate->dram_bytes = estimate->read_bytes + estimate->write_bytes +
                         llround(partial + again + added_to_bytes(subject, traffic));
  bool last = subject->schedule->knob[KNOB_stores] == STORES_LAST;
  estimate->later_bytes = cost_later_bytes(subject->device, (double)estimate->write_bytes, last);
  arena_free(scratch);
}
