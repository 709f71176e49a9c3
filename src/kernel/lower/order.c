// The order of the dims: by the strides of the accesses, each with the weight of the bytes that it moves;
// then neighbours that every index steps through evenly become one dim.
#include "kernel/lower/finish.h"
#include "kernel/nest/product.h"

#include <string.h>

// vote[a][b] > 0: dim a should be slower than dim b.
typedef struct Votes {
  double vote[MAX_DIMS][MAX_DIMS];
} Votes;

static double access_bytes(const Lowering *lowering, const Draft *draft, const Index *index) {
  double bytes = dtype_bytes(draft->stored);
  for (int i = 0; i < index->count; i++)
    if (index->term[i].symbol < lowering->domain.dim_count)
      bytes *= (double)lowering->domain.size[index->term[i].symbol];
  return draft->kind == STEP_STORE ? bytes * 1.25 : bytes; // stores cannot be cached for a neighbour
}

static int64_t magnitude(int64_t scale) {
  return scale < 0 ? -scale : scale;
}

static void cast_votes(const Lowering *lowering, const Draft *draft, Votes *votes) {
  const Index *index = &lowering->indices.data[draft->index].index;
  double bytes = access_bytes(lowering, draft, index);
  for (int i = 0; i < index->count; i++) {
    for (int j = 0; j < index->count; j++) {
      int a = index->term[i].symbol, b = index->term[j].symbol;
      if (a >= lowering->domain.dim_count || b >= lowering->domain.dim_count) continue;
      if (magnitude(index->term[i].scale) > magnitude(index->term[j].scale)) {
        votes->vote[a][b] += bytes;
        votes->vote[b][a] -= bytes;
      }
    }
  }
}

// How much a dim at place `place` of the order goes against the votes.
static double objection(const Votes *votes, const int order[], int count, int dim, int place) {
  double sum = 0;
  for (int i = 0; i < count; i++) {
    double against = i < place ? votes->vote[dim][order[i]] : votes->vote[order[i]][dim];
    if (against > 0) sum += against;
  }
  return sum;
}

void finish_order(const Lowering *lowering, int order[MAX_DIMS]) {
  Votes votes;
  memset(&votes, 0, sizeof votes);
  for (int i = 0; i < lowering->steps.count; i++) {
    const Draft *draft = &lowering->steps.data[i];
    if (draft->to >= 0 && (draft->kind == STEP_LOAD || draft->kind == STEP_STORE))
      cast_votes(lowering, draft, &votes);
  }
  for (int dim = 0; dim < lowering->domain.dim_count; dim++) {
    int best = dim;
    for (int place = dim - 1; place >= 0; place--)
      if (objection(&votes, order, dim, dim, place) < objection(&votes, order, dim, dim, best)) best = place;
    memmove(order + best + 1, order + best, (size_t)(dim - best) * sizeof order[0]);
    order[best] = dim;
  }
}

// ---- collapsing

static bool both_or_none(uint32_t mask, int a, int b) {
  return (mask >> a & 1) == (mask >> b & 1);
}

// Of weights that are a softmax of scores: does the dim count rows of a matrix of them, not matrices?
static bool counts_rows(const Lowering *lowering, const Draft *product, int dim) {
  const Nest *scores = product->scores;
  ProductDims dims;
  nest_product_dims(scores, &scores->steps[nest_product(scores)], &dims);
  int64_t scale = index_scale(&lowering->indices.data[product->matrix[0]].index, dim);
  return scale < nest_product_rows(scores, &dims) * product->length;
}

// Of scores that are stored in order: rows of several matrices are not those of one, although all may have
// the same keys, for the values need not be the same.
static bool counts_matrices(const Lowering *lowering, const Draft *store, int dim) {
  return index_scale(&lowering->indices.data[store->index].index, dim) >= lowering->score_matrix;
}

static bool collapsible(const Lowering *lowering, int outer, int inner) {
  for (int i = 0; i < lowering->steps.count; i++) {
    const Draft *draft = &lowering->steps.data[i];
    if (draft->to < 0) continue;
    if ((draft->kind == STEP_REDUCE || draft->kind == STEP_SCAN) && !both_or_none(draft->over, outer, inner))
      return false;
    if (draft->scores && counts_rows(lowering, draft, outer) != counts_rows(lowering, draft, inner))
      return false;
    if (draft->kind == STEP_STORE && !both_or_none(draft->dims, outer, inner)) return false;
    if (draft->kind == STEP_STORE && lowering->score_matrix &&
        counts_matrices(lowering, draft, outer) != counts_matrices(lowering, draft, inner))
      return false;
  }
  for (int i = 0; i < lowering->indices.count; i++) {
    const IndexEntry *entry = &lowering->indices.data[i];
    if (entry->used &&
        index_scale(&entry->index, outer) != index_scale(&entry->index, inner) * lowering->domain.size[inner])
      return false;
  }
  return true;
}

DimMap finish_collapse(const Lowering *lowering, const int order[MAX_DIMS]) {
  DimMap map = {.count = 0};
  int count = lowering->domain.dim_count;
  for (int i = 0; i < count; i++) {
    int dim = order[i];
    bool joins = i > 0 && collapsible(lowering, order[i - 1], dim);
    if (joins) {
      map.inner[order[i - 1]] = false;
      map.size[map.count - 1] *= lowering->domain.size[dim];
    } else {
      map.size[map.count++] = lowering->domain.size[dim];
    }
    map.to[dim] = map.count - 1;
    map.inner[dim] = true;
  }
  return map;
}
