// The ends of peeled walks, see mapping.h: how many elements lie outside of whole aligned vectors.
#include "kernel/template/mapping.h"

enum { MOST_VECTOR = 16 };

// Rows by the place in a vector at which they begin.
typedef struct Shifts {
  int64_t rows[MOST_VECTOR];
} Shifts;

static int64_t modulo(int64_t a, int64_t vector) {
  int64_t rest = a % vector;
  return rest < 0 ? rest + vector : rest;
}

// Adds a dim: index i of it moves a row by i * scale.
static Shifts add_dim(const Shifts *before, int64_t size, int64_t scale, int64_t vector) {
  Shifts after = {{0}};
  for (int64_t rest = 0; rest < vector; rest++) {
    int64_t indices = size / vector + (rest < size % vector);
    for (int64_t shift = 0; shift < vector; shift++)
      after.rows[modulo(shift + rest * modulo(scale, vector), vector)] += before->rows[shift] * indices;
  }
  return after;
}

static Shifts count_shifts(const Mapping *mapping) {
  Shifts shifts = {{0}};
  shifts.rows[mapping->shifted ? modulo(mapping->shift_constant, mapping->vector) : 0] = 1;
  for (int dim = 0; dim < mapping->nest->dim_count; dim++)
    if (mapping->owned >> dim & 1)
      shifts = add_dim(&shifts, mapping->nest->size[dim], mapping->shifted ? mapping->shift_scale[dim] : 0,
                       mapping->vector);
  return shifts;
}

int64_t mapping_ends(const Mapping *mapping) {
  if (!mapping->peeled) return 0;
  Shifts shifts = count_shifts(mapping);
  int64_t ends = 0, vector = mapping->vector, length = mapping->walk_elements;
  for (int64_t shift = 0; shift < vector; shift++) {
    int64_t head = modulo(-shift, vector), vectors = length > head ? (length - head) / vector : 0;
    ends += shifts.rows[shift] * (length - vectors * vector);
  }
  return ends;
}

int64_t mapping_sure_units(const Mapping *mapping) {
  if (!mapping->peeled || !mapping->shifted) return mapping->walk_units;
  int64_t rest = mapping->walk_elements - (mapping->vector - 1);
  return rest > 0 ? rest / mapping->vector : 0;
}

int64_t mapping_whole_slots(const Mapping *mapping) {
  if (mapping->slots == 1 || mapping->trips > 1 || mapping->splits > 1 || mapping->blocked) return 0;
  int64_t shift = mapping->shifted ? mapping->vector - 1 : 0;
  return (mapping->walk_elements - shift) / mapping->vector / mapping->walk_lanes;
}
