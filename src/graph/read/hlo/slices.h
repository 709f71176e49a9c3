// Slices of a tensor whose corners stand in another, as gather and scatter have them. Each operand axis is
// taken whole, or by positions: those of the corners, and from there on as many as the slice has.
#pragma once

#include "graph/read/hlo/maps.h"

// An axis of the operand.
typedef struct HloAxis {
  bool indexed;
  bool kept;      // is an axis of the slices in the text
  int coordinate; // of the corner; -1: none
  int batch;      // axis of the corners that goes along with it; -1: none
  int64_t size, slice;
} HloAxis;

typedef struct HloSlices {
  HloBuild *build;
  HloAxis axes[MAX_RANK];
  int rank;
  int corners;     // value, [batch..., coordinates]; or without the last axis where there is one coordinate
  int vector_axis; // of the corners
  Shape batch;     // of the corners, without the vector axis
  int window[MAX_RANK]; // indexed axes with slices of several
  int window_count;
  int first, last; // indexed axes
  int index_count;
} HloSlices;

// Names of attributes, which differ between the two.
typedef struct HloSliceNames {
  const char *windows, *collapsed, *map, *operand_batch, *corner_batch;
} HloSliceNames;
// What an axis of the selected tensor is: a batch axis (its number), or an operand axis (HLO_ORDER_OPERAND +
// its number).
enum { HLO_ORDER_OPERAND = 2 * MAX_RANK };

// False with a reason, all of them.
bool hlo_slices_take(HloBuild *build, int count); // are there `count` operands, all of them tensors?
bool hlo_slices_read(HloBuild *build, const HloSliceNames *names, HloSlices *slices);
// Once the sizes of slices are known: which axes are indexed. `whole_where_full`: not those whose slice is
// all.
bool hlo_slices_choose(HloSlices *slices, bool whole_where_full);
// The coordinate of all corners along an axis: [batch].
int hlo_slices_coordinate(HloSlices *slices, int corners, const HloAxis *axis);
// The positions along each axis up to the last indexed one, in the block [batch, windows]: operands of
// OP_INDEX and OP_INDEX_PUT, none for an axis that is taken whole. Corners are moved inside.
bool hlo_slices_index(HloSlices *slices, int corners, Operand *operands);
// The axes of what indexing selects, as labels; their count.
int hlo_slices_selected(const HloSlices *slices, int labels[2 * MAX_RANK]);
// The axes of the text's tensor of slices, `rank` of them: the windows' places are listed by `attribute`,
// batches fill the rest.
bool hlo_slices_written(HloSlices *slices, const char *attribute, int rank, int labels[MAX_RANK]);
int hlo_slices_find(const int *labels, int count, int label); // -1: not there
// For each axis of `to`, which of `from` it is; axes of `to` that `from` lacks have size 1 and are left out.
int hlo_slices_order(const int *from, int from_count, const int *to, int to_count, int64_t *axes);
