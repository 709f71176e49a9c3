#include "cost/model/footprint.h"

#include <math.h>

enum { SECTOR = 32 };

Box box_domain(const Nest *nest) {
  Box box = {{0}};
  for (int dim = 0; dim < nest->dim_count; dim++)
    box.extent[dim] = (double)nest->size[dim];
  return box;
}

// `count` consecutive elements of the dims in `mask`, the last dim running fastest.
static void fill_box(const Nest *nest, uint32_t mask, double count, Box *box) {
  for (int dim = nest->dim_count - 1; dim >= 0; dim--) {
    if (!(mask >> dim & 1)) continue;
    double size = (double)nest->size[dim];
    box->extent[dim] = fmin(fmax(count, 1), size);
    count = size > 0 ? count / size : 0;
  }
}

static Box box_tile(const Mapping *mapping) {
  Box box = {{0}};
  for (int dim = 0; dim < mapping->nest->dim_count; dim++)
    box.extent[dim] = fmin(1, (double)mapping->nest->size[dim]);
  box.extent[mapping->tile_down] = fmin(mapping->tile_rows, (double)mapping->nest->size[mapping->tile_down]);
  box.extent[mapping->fast] =
      fmin(mapping->tile_units * mapping->vector, (double)mapping->nest->size[mapping->fast]);
  return box;
}

Box box_block(const Mapping *mapping) {
  Box box = {{0}};
  if (mapping->tile_down != NO_DIM) return box_tile(mapping);
  double owned = mapping->owned_lanes, walked = (double)mapping->walk_elements / (double)mapping->splits;
  if (!mapping->fast_walked) owned *= mapping->vector;
  fill_box(mapping->nest, mapping->owned, owned, &box);
  fill_box(mapping->nest, mapping->walked, walked, &box);
  return box;
}

static double index_values(const Nest *nest, const Box *box, const Index *index);

// Values that a symbol takes in the box.
static double symbol_values(const Nest *nest, const Box *box, int number) {
  const Symbol *symbol = &nest->symbols[number];
  double size = (double)symbol->size, values = 1;
  if (symbol->kind == SYMBOL_DIM) return box->extent[number];
  if (symbol->kind == SYMBOL_STEP) {
    for (int dim = 0; dim < nest->dim_count; dim++)
      if (nest->steps[symbol->step].dims >> dim & 1) values *= fmax(1, box->extent[dim]);
    return fmin(values, size);
  }
  values = index_values(nest, box, &symbol->of) / (double)symbol->divisor;
  return fmin(fmax(values, 1), size);
}

static uint32_t index_dims(const Nest *nest, const Index *index) {
  uint32_t dims = 0;
  for (int i = 0; i < index->count; i++) {
    const Symbol *symbol = &nest->symbols[index->term[i].symbol];
    if (symbol->kind == SYMBOL_DIM) dims |= (uint32_t)1 << index->term[i].symbol;
    if (symbol->kind == SYMBOL_STEP) dims |= nest->steps[symbol->step].dims;
    if (symbol->kind == SYMBOL_QUOTIENT) dims |= index_dims(nest, &symbol->of);
  }
  return dims;
}

// No more than there are places in the box, however many places the index could speak of.
static double box_places(const Nest *nest, const Box *box, uint32_t dims) {
  double places = 1;
  for (int dim = 0; dim < nest->dim_count; dim++)
    if (dims >> dim & 1) places *= fmax(1, box->extent[dim]);
  return places;
}

static double index_values(const Nest *nest, const Box *box, const Index *index) {
  double values = 1, reach = 1, most = box_places(nest, box, index_dims(nest, index));
  for (int i = 0; i < index->count; i++) {
    const Symbol *symbol = &nest->symbols[index->term[i].symbol];
    double along = fmax(1, symbol_values(nest, box, index->term[i].symbol));
    values *= along;
    if (symbol->kind == SYMBOL_STEP) along = (double)symbol->size;
    reach += fabs((double)index->term[i].scale) * (along - 1);
  }
  return fmin(values, fmin(reach, most));
}

bool footprint_is_scattered(const Nest *nest, const Index *index) {
  for (int i = 0; i < index->count; i++)
    if (nest->symbols[index->term[i].symbol].kind == SYMBOL_STEP) return true;
  return false;
}

// Elements that lie side by side: a symbol of scale 1, and those that go on where it ends. What is looked up
// may lie anywhere, and ends a run.
static double contiguous_run(const Nest *nest, const Box *box, const Index *index) {
  double run = 1;
  for (bool grown = true; grown;) {
    grown = false;
    for (int i = 0; i < index->count; i++) {
      double along = symbol_values(nest, box, index->term[i].symbol);
      bool looked_up = nest->symbols[index->term[i].symbol].kind == SYMBOL_STEP;
      if (looked_up || fabs((double)index->term[i].scale) != run || along <= 1) continue;
      run *= along;
      grown = true;
      if (along < (double)nest->symbols[index->term[i].symbol].size) return run;
    }
  }
  return run;
}

Footprint footprint_of_index(const Nest *nest, const Box *box, const Index *index, int element_bytes) {
  double elements = index_values(nest, box, index), run = contiguous_run(nest, box, index), reach = 1;
  for (int i = 0; i < index->count; i++) {
    const Term *term = &index->term[i];
    double along = symbol_values(nest, box, term->symbol);
    // What is looked up may lie anywhere.
    if (nest->symbols[term->symbol].kind == SYMBOL_STEP) along = (double)nest->symbols[term->symbol].size;
    reach += fabs((double)term->scale) * fmax(0, along - 1);
  }
  run = fmax(1, fmin(run, elements));
  double sectors = ceil(run * element_bytes / SECTOR), bytes = elements / run * sectors * SECTOR;
  double span = reach * element_bytes;
  if (!footprint_is_scattered(nest, index)) bytes = fmin(bytes, ceil(span / SECTOR) * SECTOR);
  return (Footprint){elements, box_places(nest, box, index_dims(nest, index)), bytes, span};
}
