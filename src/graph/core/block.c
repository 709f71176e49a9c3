// Repeated blocks. Each op that is neither a view nor a constant gets a signature. Where the same few
// signatures stand at one distance again and again, that distance may be the length of a block: the distances
// that occur most often are tried, the one that explains most ops wins, its copies are compared op by op, and
// what is left over is searched once more.
#include "graph/core/block.h"

#include <stdlib.h>
#include <string.h>

enum {
  WINDOW = 6,      // signatures in a row that must come again to suggest a distance
  LEAST_OPS = 3,   // of a block
  CANDIDATES = 12, // distances that are tried
  KINDS = 8,       // searches
  SHARE = 20       // a kind must save one row in so many
};

typedef struct Search {
  const Graph *graph;
  int *op;             // of each row: ops that are no views, and no constants
  int *row;            // of each op; -1: it has none
  uint64_t *signature; // of each row
  bool *taken;         // rows that are in blocks
  int rows;
  VECTOR(Block) found; // first, last: rows
  int kinds;
} Search;

// ---- Signatures.

static uint64_t operand_role(const Operand *operand) {
  if (operand->is_number) return 1;
  if (operand->value == NO_VALUE) return 2;
  return 3;
}

static uint64_t signature_of(const Graph *graph, const Op *op) {
  uint64_t hash = hash_integer(HASH_START, op->code);
  for (int i = 0; i < op->operand_count; i++)
    hash = hash_integer(hash, (int64_t)operand_role(&op->operands[i]));
  for (int i = 0; i < op->result_count; i++) {
    const Value *value = &graph->values[op->first_result + i];
    hash = hash_integer(hash_integer(hash, value->dtype), value->shape.rank);
  }
  return op->code == OP_OPAQUE ? hash_string(hash, op_text(op, ATTRIBUTE_TARGET, "")) : hash;
}

static bool is_constant(const Graph *graph, const bool *constant, const Op *op) {
  if (op->op_class == CLASS_RANDOM || op->op_class == CLASS_OPAQUE) return false;
  for (int i = 0; i < op->operand_count; i++) {
    if (op->operands[i].value == NO_VALUE) continue;
    int producer = graph->values[op->operands[i].value].producer;
    if (producer == NO_OP || !constant[producer]) return false;
  }
  return true;
}

bool *graph_constants(const Graph *graph) {
  bool *constant = memory_alloc((size_t)graph->op_count + 1);
  for (int op = 0; op < graph->op_count; op++)
    constant[op] = is_constant(graph, constant, &graph->ops[op]);
  return constant;
}

static void search_open(Search *search, const Graph *graph) {
  size_t ops = (size_t)graph->op_count + 1;
  *search = (Search){.graph = graph,
                     .op = memory_alloc(sizeof(int) * ops),
                     .row = memory_alloc(sizeof(int) * ops),
                     .signature = memory_alloc(sizeof(uint64_t) * ops),
                     .taken = memory_alloc(ops)};
  bool *constant = graph_constants(graph);
  for (int op = 0; op < graph->op_count; op++) {
    const Op *it = &graph->ops[op];
    search->row[op] = -1;
    if (it->is_view || constant[op]) continue;
    search->row[op] = search->rows;
    search->signature[search->rows] = signature_of(graph, it);
    search->op[search->rows++] = op;
  }
  free(constant);
}

static void search_close(Search *search) {
  free(search->op);
  free(search->row);
  free(search->signature);
  free(search->taken);
}

// ---- Distances.

typedef struct Vote {
  int distance, count;
} Vote;

static int compare_votes(const void *a, const void *b) {
  const Vote *x = a, *y = b;
  if (x->count != y->count) return x->count < y->count ? 1 : -1;
  return x->distance - y->distance;
}

static uint64_t window_hash(const Search *search, int row) {
  uint64_t hash = HASH_START;
  for (int i = row; i < row + WINDOW; i++)
    hash = hash_integer(hash, search->taken[i] ? -1 - i : (int64_t)search->signature[i]);
  return hash;
}

// How often each distance leads from a window to the next equal one; most often first.
static int count_distances(const Search *search, Vote votes[CANDIDATES]) {
  int *count = memory_alloc(sizeof(int) * ((size_t)search->rows + 1)), votes_count = 0;
  HashMap next = {0};
  for (int row = search->rows - WINDOW; row >= 0; row--) {
    uint64_t window = window_hash(search, row);
    int64_t at;
    if (hashmap_get(&next, window, &at)) count[at - row]++;
    hashmap_set(&next, window, row);
  }
  hashmap_free(&next);
  Vote *all = memory_alloc(sizeof *all * ((size_t)search->rows + 1));
  for (int distance = LEAST_OPS; distance < search->rows; distance++)
    if (count[distance]) all[votes_count++] = (Vote){distance, count[distance]};
  qsort(all, (size_t)votes_count, sizeof *all, compare_votes);
  if (votes_count > CANDIDATES) votes_count = CANDIDATES;
  memcpy(votes, all, sizeof *all * (size_t)votes_count);
  free(all);
  free(count);
  return votes_count;
}

static bool repeats(const Search *search, int row, int distance) {
  return row + distance < search->rows && !search->taken[row] && !search->taken[row + distance] &&
         search->signature[row] == search->signature[row + distance];
}

// Rows from `row` on that come again `distance` later.
static int run_length(const Search *search, int row, int distance) {
  int length = 0;
  while (repeats(search, row + length, distance))
    length++;
  return length;
}

// Ops that folding blocks of this length would take from the list.
static int saved_rows(const Search *search, int distance) {
  int saved = 0;
  for (int row = 0; row + distance < search->rows;) {
    int length = run_length(search, row, distance);
    saved += length / distance * distance;
    row += length + 1;
  }
  return saved;
}

static int best_distance(const Search *search) {
  Vote votes[CANDIDATES];
  int count = count_distances(search, votes), best = 0, most = (search->rows - 1) / SHARE;
  for (int i = 0; i < count; i++) {
    int saved = saved_rows(search, votes[i].distance);
    if (saved > most || (saved == most && best && votes[i].distance < best))
      most = saved, best = votes[i].distance;
  }
  return best;
}

// ---- Blocks.

// Results of rows [from, row) that are read at `row` or later.
static int crossing(const Search *search, int from, int row) {
  int count = 0;
  for (int i = from; i < row; i++) {
    Neighbours around = graph_neighbours(search->graph, search->op[i]);
    if (around.consumer_count) count += search->row[around.consumers[around.consumer_count - 1]] >= row;
  }
  return count;
}

// A run can be cut into blocks at several phases: where fewest values cross, the earliest of equals.
static int best_phase(const Search *search, int first, int spare, int distance) {
  int best = 0, fewest = -1;
  for (int phase = 0; phase <= spare && phase < distance; phase++) {
    int count = crossing(search, first + phase, first + phase + distance);
    if (fewest >= 0 && count >= fewest) continue;
    fewest = count, best = phase;
  }
  return best;
}

// Where in its block an operand comes from; -1: from outside.
static int inner_row(const Search *search, const Operand *operand, int first, int length) {
  if (operand->value == NO_VALUE) return -1;
  int producer = search->graph->values[graph_source(search->graph, operand->value)].producer;
  if (producer == NO_OP || search->row[producer] < 0) return -1;
  int inside = search->row[producer] - first;
  return inside >= 0 && inside < length ? inside : -1;
}

// Whether the ops of two blocks read each other in the same way.
static bool same_flow(const Search *search, int a, int b, int length) {
  for (int i = 0; i < length; i++) {
    const Op *x = &search->graph->ops[search->op[a + i]], *y = &search->graph->ops[search->op[b + i]];
    for (int j = 0; j < x->operand_count; j++)
      if (inner_row(search, &x->operands[j], a, length) != inner_row(search, &y->operands[j], b, length))
        return false;
  }
  return true;
}

static void add_blocks(Search *search, int first, int length, int copies) {
  if (copies < 2) return;
  for (int copy = 0; copy < copies; copy++) {
    int row = first + copy * length;
    vector_push(&search->found, (Block){row, row + length - 1, search->kinds, copy, copies});
    memset(search->taken + row, true, (size_t)length);
  }
  search->kinds++;
}

// Cuts a run into blocks; a copy that is wired differently begins another kind.
static void cut_run(Search *search, int first, int rows, int length) {
  first += best_phase(search, first, rows % length, length);
  int copies = rows / length, begun = 0;
  for (int copy = 1; copy < copies; copy++) {
    int row = first + copy * length;
    if (same_flow(search, row - length, row, length)) continue;
    add_blocks(search, first + begun * length, length, copy - begun);
    begun = copy;
  }
  add_blocks(search, first + begun * length, length, copies - begun);
}

static bool enough_left(const Search *search) {
  int left = 0;
  for (int row = 0; row < search->rows; row++)
    left += !search->taken[row];
  return left > search->rows / SHARE;
}

static bool find_kind(Search *search) {
  if (!enough_left(search)) return false;
  int length = best_distance(search), before = search->found.count;
  if (length == 0) return false;
  for (int row = 0; row + length < search->rows;) {
    int run = run_length(search, row, length);
    if (run >= length) cut_run(search, row, run + length, length);
    row += run >= length ? run + length : run + 1;
  }
  return search->found.count > before;
}

static int compare_blocks(const void *a, const void *b) {
  return ((const Block *)a)->first - ((const Block *)b)->first;
}

int graph_find_blocks(const Graph *graph, Block **blocks) {
  Search search;
  search_open(&search, graph);
  for (int i = 0; i < KINDS && find_kind(&search); i++)
    continue;
  for (int i = 0; i < search.found.count; i++) {
    Block *block = &search.found.data[i];
    block->first = search.op[block->first], block->last = search.op[block->last];
  }
  if (search.found.count) qsort(search.found.data, (size_t)search.found.count, sizeof(Block), compare_blocks);
  search_close(&search);
  *blocks = search.found.data;
  return search.found.count;
}
