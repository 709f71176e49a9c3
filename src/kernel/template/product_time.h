// Tiles of a matrix product, the registers and the time that they take: by this the template chooses, and the
// estimate goes.
#pragma once

#include "kernel/template/mapping.h"

typedef struct ProductTile {
  int rows, columns; // columns: of each second matrix
  int cluster;       // blocks that share what the columns are made of
  bool cooperative;  // both groups of a block work on one tile, else they take tiles in turn
  int splits; // clusters of so many blocks that sum a part each of what a tile sums; 0 as 1: there are none
} ProductTile;
ProductTile product_tile(const Schedule *schedule);

typedef struct ProductExtent {
  int64_t rows, columns, length, batches; // length: what is summed
  int matrices;                           // second ones, each with its own sums and so many columns; 0 as 1
} ProductExtent;
ProductExtent product_extent(const Nest *nest);

enum {
  // Operations of bf16 or f16 in a clock of a multiprocessor: CUDA C++ Programming Guide, throughput of
  // compute
  // capability 9.0.
  PRODUCT_FLOPS = 4096,
  PRODUCT_GROUP = 128,     // threads
  PRODUCT_GROUPS = 2,      // of a block, that multiply
  PRODUCT_HEIGHT = 64,     // rows of one instruction
  PRODUCT_STEP = 64,       // products of each sum in a stage
  PRODUCT_REGISTERS = 232, // of a thread that multiplies, in two groups
};

// Registers of a thread that multiplies, where a block has so many groups of them (setmaxnreg in the
// preludes).
int product_registers_given(int groups);
// Groups that share a tile.
int product_parts(const ProductTile *tile);
// Of a thread: sums that it has of so many matrices (a tile of fewer rows has those of 64), ...
int product_sums(const ProductTile *tile, int matrices);
// ... and registers, beside so many sums, with `slots` vectors on their way from memory at once. Compiled for
// sm_90a, kernels that need more than PRODUCT_REGISTERS by this may spill, and those that were tried with
// fewer did not.
int product_registers(const Nest *nest, int sums, int vector, int slots);
// Divides a slab of so many places into as few parts as leave registers, of so many, for what all slots of a
// part load, beside the sums and the places of the slots, which are worked out at once: sets the mapping's
// slab_parts and slots.
void mapping_divide_slab(Mapping *mapping, int places, int sums, int registers);
// Blocks that split what a tile sums; 1: none do.
int product_splits(const ProductTile *tile);
// Tiles of clusters that the whole result needs, and rounds in which so many multiprocessors take them.
int64_t product_clusters(const ProductTile *tile, const ProductExtent *extent);
int64_t product_rounds(const ProductTile *tile, const ProductExtent *extent, int sms);
// Clusters that run at once: of more than two blocks as many as the parts of a GPU have room for.
int64_t product_clusters_at_once(const ProductTile *tile, int sms);
// Clocks from the first copy to the last store, at PRODUCT_FLOPS operations a clock of each multiprocessor.
double product_clocks(const ProductTile *tile, const ProductExtent *extent, int sms);
// Clocks of one group's own way through its tiles: it multiplies one and then works on what its sums become,
// each sum of a thread in so many clocks. What a block takes is the longer of this and product_clocks.
double product_group_clocks(const ProductTile *tile, const ProductExtent *extent, int sms, double sum_clocks);
