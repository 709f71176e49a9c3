// What a kernel's registers depend on, as numbers that can be read off its body and schedule. The models of
// registers and spills (register_model.h) are functions of these alone, so that what is fitted to compiled
// kernels is what estimates use.
#pragma once

#include "cost/registers/liveness.h"

// Counts are of steps that the emitted code runs; registers are of 32 bits.
//         name            meaning
#define REGISTER_FEATURES(X) \
  X(cap, "registers that the compiler may use") \
  X(peak_lanes, "alive at once when lanes are computed one after another") \
  X(peak_vector, "alive at once when all lanes of a vector are computed together") \
  X(held, "of them, held between loops") \
  X(in_flight, "of them, loads of a trip that are issued before any is used") \
  X(accumulators, "of them, of reductions") \
  X(uniform, "of them, values that all units of a thread share") \
  X(most_held, "held between loops, in the loop where most are") \
  X(most_in_flight, "of loads under way, in the loop where most are") \
  X(unpacked, "of the loads of one trip as values, where memory is narrower") \
  X(raw, "of the loads of one trip as words of memory") \
  X(results, "of the stores of one unit, as values") \
  X(scalars, "most values alive at once while one lane is computed") \
  X(vector, "lanes") \
  X(slots, "units that a thread has in flight in one trip") \
  X(end_slots, "elements of a peeled walk's ends that a thread takes") \
  X(trips, "of a loop, as a power of two") \
  X(few_trips, "of a loop, 16 at most: the compiler unrolls what is short") \
  X(short_flight, "in flight over all trips of a loop of at most 16") \
  X(long_flight, "in flight over four trips, where there are more") \
  X(trip_lanes, "lanes of all units of a trip") \
  X(trip_loads, "loads that a trip issues first") \
  X(cap_left, "registers that the compiler may use beyond what is alive at once") \
  X(cap_share, "of the registers that the compiler may use, what is alive at once") \
  X(lanes_left, "as cap_left, when lanes are computed one after another") \
  X(held_left, "registers that the compiler may use beyond what loops hold") \
  X(partial_flight, "in flight, of loads that do not vary with every dim") \
  X(work, "steps of a trip over all its lanes, as a power of two") \
  X(tiles, "of a persistent block, as a power of two") \
  X(loops, "one after another") \
  X(threads, "of a block") \
  X(walk_lanes, "threads that share a row") \
  X(owned_lanes, "rows that a block works on at once") \
  X(splits, "blocks that share a walk, as a power of two") \
  X(cluster, "they form a cluster") \
  X(persistent, "values stay in registers between loops: 1, packed: 2") \
  X(pipelined, "loads wait a tile in registers") \
  X(ragged, "vectors may be partial") \
  X(shifted, "rows begin at any alignment") \
  X(inexact, "some threads have nothing to do in the last trip, 2: or in the last tile") \
  X(loads, "load steps") \
  X(stores, "store steps") \
  X(vector_loads, "of them, vectorized") \
  X(vector_stores, "of them, vectorized") \
  X(early_loads, "loads that are issued first") \
  X(unaligned, "loads of vectors that may begin anywhere") \
  X(staged, "accesses through shared memory") \
  X(atomics, "atomic additions") \
  X(places, "different indices of walked accesses") \
  X(addresses, "different addresses of walked accesses") \
  X(in_place, "stores into memory that is read, too") \
  X(narrow_loads, "loads of bytes and bits") \
  X(half_loads, "loads of 16 bits") \
  X(access_words, "widest access, in registers") \
  X(load_words, "of the vectors of one unit's loads, as words of memory in whole quads") \
  X(result_words, "of one unit's stores, as words of memory") \
  X(uniform_loads, "loads outside of loops") \
  X(shared_loads, "loads in loops that all lanes of a vector share") \
  X(partial_loads, "loads in loops that do not vary with every dim") \
  X(lane_loads, "loads that each lane does for itself") \
  X(lane_stores, "stores that each lane does for itself") \
  X(once, "loads past the first-level cache") \
  X(buffers, "parameters") \
  X(terms, "terms of all indices") \
  X(quotients, "divisions in indices") \
  X(odd_quotients, "of them, by other than powers of two") \
  X(dims, "of the domain") \
  X(indirect, "indices that are read from memory") \
  X(conditions, "tests on indices") \
  X(compute, "arithmetic steps in loops") \
  X(compute_outside, "arithmetic steps outside of loops") \
  X(casts, "conversions of values") \
  X(comparisons, "results that are true or false") \
  X(choices, "steps that take one of two values by a third") \
  X(numbers, "constants") \
  X(readers, "of the value that most steps read") \
  X(outside_routines, "divisions, roots, exponentials and the like outside of loops") \
  X(divides, "divisions") \
  X(roots, "square roots") \
  X(exponentials, "exponentials and logarithms") \
  X(logarithms, "of them, logarithms") \
  X(sigmoids, "of them, sigmoids") \
  X(powers, "of them, general powers") \
  X(error_functions, "erf and erfc") \
  X(polynomials, "erf, tanh, sin and the like") \
  X(polynomial_lanes, "lanes for which one of them is computed at once") \
  X(long_routines, "sines and cosines") \
  X(randoms, "random numbers") \
  X(wide_steps, "steps on 64-bit values in loops") \
  X(integer_steps, "steps on integers in loops") \
  X(chooses, "choices by index") \
  X(reductions, "sums and the like") \
  X(products, "reductions that are no plain sums") \
  X(extremes, "largest and smallest values") \
  X(block_reductions, "reductions across warps") \
  X(accumulator_bytes, "of one unit of each reduction") \
  X(paired, "reductions with two parts (argmax, Welford, softmax)") \
  X(scans, "running sums") \
  X(crossing, "reductions over the rows") \
  X(finish_vector, "lanes of the finish") \
  X(finish_results, "values that the finish stores") \
  X(collected, "partial results that are read at once") \
  X(squares, "registers of the largest square that a thread transposes") \
  X(tile_units, "squares of a tile that a thread takes") \
  X(wide_index, "indices need 64 bits") \
  X(kind_map, "it is a map") \
  X(kind_row, "it is a row") \
  X(kind_column, "it is a column") \
  X(kind_full, "it is a full reduction") \
  X(kind_mixed, "it is mixed") \
  X(kind_tile, "it is a tile") \
  X(kind_scan, "it is a scan") \
  X(parts, "of a batch: its parts, 0: it is none")

typedef enum RegisterFeature {
#define X(name, meaning) FEATURE_##name,
  REGISTER_FEATURES(X)
#undef X
      FEATURE_COUNT
} RegisterFeature;
const char *register_feature_name(RegisterFeature feature);
const char *register_feature_meaning(RegisterFeature feature);
bool register_feature_parse(const char *name, size_t length, RegisterFeature *feature);

typedef struct RegisterFeatures {
  float value[FEATURE_COUNT];
} RegisterFeatures;

// Of a kernel that is no batch.
RegisterFeatures register_features(const KernelCode *code);
// A batch has the most that any of its parts has of each; and what is its own, once all are added.
void register_features_add_part(RegisterFeatures *batch, const RegisterFeatures *part);
void register_features_end_batch(RegisterFeatures *batch, int parts, const Schedule *schedule);
// The same code under another cap: all that follows from it.
void register_features_set_cap(RegisterFeatures *features, int registers);
// Of a nest under a schedule, batch or not. False when no body can be made.
bool register_features_of(const Nest *nest, const Schedule *schedule, const GpuLimits *limits,
                          RegisterFeatures *features);
