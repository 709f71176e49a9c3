// What a step of attention takes: by this the template chooses, and the estimate goes.
#pragma once

#include "kernel/template/product_time.h"

typedef struct AttentionTile {
  int rows, keys; // of a step; each group of a block has 64 of the rows
} AttentionTile;
AttentionTile attention_tile(const Schedule *schedule);

typedef struct AttentionExtent {
  int64_t rows, keys, width, batches; // width: elements of a row, a key and a value
  double share;                       // of all pairs of a row and a key that have a score
  int ends;                           // of a row's keys that lie on a diagonal: 0 to 2
} AttentionExtent;
AttentionExtent attention_extent(const Nest *nest);

int attention_groups(const AttentionTile *tile);
// Registers of a thread in steps of `keys`: scores, weights and sums, and what scores are made of.
int attention_registers(const Nest *nest, int keys, int64_t width, int vector);
// Instructions of each score beside the products: what becomes of it, its exponential and its part of the
// row's maximum and sum. The exponentials among them in `exponentials`.
double attention_instructions(const Nest *nest, double *exponentials);
int64_t attention_tiles(const AttentionTile *tile, const AttentionExtent *extent);
// Clocks from the first copy to the last store, at PRODUCT_FLOPS operations a clock of each multiprocessor.
double attention_clocks(const Nest *nest, const AttentionTile *tile, const AttentionExtent *extent, int sms);
