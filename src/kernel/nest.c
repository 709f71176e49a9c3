#include "kernel/nest.h"

void nest_free(Nest *nest) {
  if (!nest) return;
  for (int i = 0; i < nest->part_count; i++)
    nest_free((Nest *)nest->parts[i].nest);
  arena_free(nest->arena);
}

void index_range(const Nest *nest, const Index *index, int64_t *low, int64_t *high) {
  *low = *high = index->constant;
  for (int i = 0; i < index->count; i++) {
    int64_t size = nest->symbols[index->term[i].symbol].size;
    int64_t reach = size > 0 ? index->term[i].scale * (size - 1) : 0;
    *(reach > 0 ? high : low) += reach;
  }
}

int64_t index_scale(const Index *index, int symbol) {
  for (int i = 0; i < index->count; i++)
    if (index->term[i].symbol == symbol) return index->term[i].scale;
  return 0;
}

int64_t nest_elements(const Nest *nest, uint32_t dims) {
  int64_t elements = 1;
  for (int dim = 0; dim < nest->dim_count; dim++)
    if (dims >> dim & 1) elements *= nest->size[dim];
  return elements;
}

uint32_t nest_all_dims(const Nest *nest) {
  return (1u << nest->dim_count) - 1;
}
