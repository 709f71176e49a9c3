// The parts of an estimate, each a file; estimate.c calls them in order. Private to src/cost.
#pragma once

#include "cost/model/estimate.h"
#include "cost/registers/register_model.h"

// One kernel under estimation.
typedef struct CostSubject {
  const Device *device;
  const RegisterForests *forests; // models of registers and spills
  const Graph *graph;
  const Nest *nest;
  const Schedule *schedule;
  const LaunchShape *launch;
  const Body *body;                // where its steps run
  const StepExecution *executions; // of each step of the nest
} CostSubject;

// How often each step is executed. To be freed.
StepExecution *cost_executions(const KernelCode *code);
// Everything, of a kernel's code as it stands: registers, accesses, traffic and time.
struct CostKernel;
void cost_code(const struct CostKernel *kernel, const KernelCode *code, Estimate *estimate);

// Loads, stores, sectors: fills accesses (allocated in `arena`), loads, stores, then bytes by cost_traffic.
void cost_accesses(const CostSubject *subject, Arena *arena, Estimate *estimate);
// Compulsory, moved and DRAM bytes, and what of each access passes L1. Needs the occupancy.
void cost_traffic(const CostSubject *subject, AccessEstimate *accesses, Estimate *estimate);
// Of bytes that are stored, those that others write back; `last`: L2 is told to keep them until the end.
int64_t cost_later_bytes(const Device *device, double stored, bool last);
// Registers, spills, shared memory, occupancy, of a kernel with these features in blocks of this launch.
void cost_registers(const Device *device, const RegisterForests *forests, const RegisterFeatures *features,
                    const LaunchShape *launch, Estimate *estimate);
// What all blocks of a kernel do together.
typedef struct KernelWork {
  double fma, mufu, integer, fp64; // thread instructions
  double issue;                    // warp instructions
  double l2_ns;                    // that the L2 needs for it
  double l1_clocks;                // of all first-level caches, for its loads
  double lines;                    // of 128 bytes, in whole or in part, that leave those caches or enter them
  double blocks;
  double life_ns;    // of all blocks, one after another: what cannot overlap within each
  double longest_ns; // of one block
  double spill_ns;   // that values which do not fit in registers take to memory and back
  double tail_ns;    // after all data has been read, when few blocks finish what all have found
  double together; // blocks that hold a row between reading and writing it: of a cluster, else 1; 0: none do
  bool in_step;    // these load the next row meanwhile
  bool ahead;      // loads are issued a tile before they are needed; of a batch: unknown
} KernelWork;
// The work, and the FLOPs. Needs what the above filled.
KernelWork cost_work(const CostSubject *subject, Estimate *estimate);
// Of a kernel with a matrix product; nothing changes where there is none. The registers that a block begins
// with; and once the work is known, bytes, time and FLOPs of the product itself, and its matrices as
// accesses.
void cost_product_registers(const CostSubject *subject, Estimate *estimate);
void cost_product(const CostSubject *subject, Arena *arena, KernelWork *work, Estimate *estimate);
// ... of two products with a softmax between them.
void cost_attention(const CostSubject *subject, Arena *arena, KernelWork *work, Estimate *estimate);
// One more of the accesses, which are in `arena`, with what it moves.
void cost_add_read(Arena *arena, const AccessEstimate *access, Estimate *estimate);
// Life and tail. Needs the blocks.
void cost_life(const CostSubject *subject, KernelWork *work);
// How often a block combines what its threads have found, in the time of combining two sums; for one tile.
double cost_combines(const CostSubject *subject);
void cost_add_work(KernelWork *sum, const KernelWork *work, double times);
// Of the work l2_ns, l1_clocks and lines.
void cost_memory(const CostSubject *subject, const Estimate *estimate, KernelWork *work);
// What DRAM alone needs for dram_bytes, of which write_bytes are written, later_bytes of these by others.
double cost_dram_us(const Device *device, const Estimate *estimate);
// How many times as long L2 takes for that where few threads ask for parts of lines: 1 or more.
double cost_short_runs(const KernelWork *work, const Estimate *estimate);
// Time by pipe and the binding limit, in blocks of so many threads.
void cost_time(const Device *device, int threads, const KernelWork *work, Estimate *estimate);
// Blocks, threads, registers and shared memory to occupancy.
double cost_occupancy(const GpuLimits *limits, int threads, const Estimate *estimate);
// A batch: its parts together.
void cost_batch(const struct CostKernel *kernel, Estimate *estimate);
typedef struct PartMemo PartMemo; // part_memo.h
// A kernel that a library runs: everything by the op's own formula.
void cost_library(const Device *device, const Graph *graph, int op, Estimate *estimate);

// Fills pipe_us[LIMIT_LAUNCH], ramp_us, time_us and limit from the other entries of pipe_us, overlap,
// spill_us and tail_us.
void cost_finish(const Device *device, Estimate *estimate);

// Instructions that one element of a step costs, by pipe.
typedef struct PipeCost {
  double flops;                    // as counted by people: one per arithmetic result
  double fma, mufu, integer, fp64; // thread instructions
} PipeCost;
PipeCost pipe_cost(const Nest *nest, int at);
// Instructions for divisions and conditions of indices. Steps that need the same ones share them: each is
// worked out as often as the step that needs it most often.
typedef struct IndexWork {
  const Mapping *mapping;
  double *symbols, *conditions; // how often each is needed; owned
} IndexWork;
// Of a step, by all threads: the places at which it needs an index, and the vectors that hold its elements.
typedef struct Elements {
  double places, vectors;
} Elements;
void index_work_open(IndexWork *work, const Mapping *mapping);
void index_work_add(IndexWork *work, const Step *step, const Elements *elements);
PipeCost index_work_close(IndexWork *work); // thread instructions in all
// Operations of a reduction's accumulator that wait for each other, for each element added.
double pipe_dependent_operations(const Step *reduce);
// Work of merging two of its accumulators for each word of them, against that of adding two sums.
double pipe_merge_operations(const Step *reduce);
