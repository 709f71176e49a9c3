// Rails: rows, then how far each op's lane reaches, then lanes from left to right.
#include "explorer/panes/rails.h"

#include "base/arena.h"
#include "base/vector.h"

#include <stdlib.h>
#include <string.h>

static void number_rows(Rails *rails) {
  const Graph *graph = rails->graph;
  for (int op = 0; op < graph->op_count; op++) {
    bool shown = rails->views || !graph->ops[op].is_view;
    rails->row[op] = shown ? rails->row_count : -1;
    if (shown) rails->op[rails->row_count++] = op;
  }
}

static int add_once(int *out, int count, int capacity, int op) {
  int at = 0;
  while (at < count && out[at] < op)
    at++;
  if ((at < count && out[at] == op) || count == capacity) return count;
  memmove(out + at + 1, out + at, sizeof *out * (size_t)(count - at));
  out[at] = op;
  return count + 1;
}

int rails_producers(const Rails *rails, int op, int *out, int capacity) {
  const Graph *graph = rails->graph;
  int count = 0;
  for (int i = 0; i < graph->ops[op].operand_count; i++) {
    int value = graph->ops[op].operands[i].value;
    if (value == NO_VALUE) continue;
    if (!rails->views) value = graph_source(graph, value);
    int producer = graph->values[value].producer;
    if (producer != NO_OP) count = add_once(out, count, capacity, producer);
  }
  return count;
}

// ---- How far lanes reach.

typedef struct Reach {
  int *last;       // per op: last row that its lane leads to; its own row when to none
  int *next_start; // per op: start of its readers' rows in `next`
  int *next;       // rows of readers, ascending per op
} Reach;

enum { PRODUCERS_LIMIT = 256 }; // operands of one op that rails look at

typedef struct Read {
  int producer, row;
} Read;
typedef VECTOR(Read) Reads;

// Who reads whom, by ascending rows. Ops lie far apart in memory: each is looked at once.
static void list_reads(const Rails *rails, Reads *reads) {
  int producers[PRODUCERS_LIMIT];
  for (int row = 0; row < rails->row_count; row++) {
    int count = rails_producers(rails, rails->op[row], producers, PRODUCERS_LIMIT);
    for (int i = 0; i < count; i++)
      vector_push(reads, ((Read){producers[i], row}));
  }
}

// Readers of each op as rows: counted, then filled, so that each list ascends.
static void find_readers(const Rails *rails, Reach *reach) {
  Reads reads = {0};
  int ops = rails->graph->op_count;
  list_reads(rails, &reads);
  reach->next = memory_alloc(sizeof(int) * ((size_t)reads.count + 1));
  int *start = reach->next_start = memory_alloc(sizeof(int) * (size_t)(ops + 2));
  for (int i = 0; i < reads.count; i++)
    start[reads.data[i].producer + 2]++;
  for (int op = 0; op < ops; op++)
    start[op + 2] += start[op + 1];
  for (int i = 0; i < reads.count; i++)
    reach->next[start[reads.data[i].producer + 1]++] = reads.data[i].row;
  vector_free(&reads);
}

typedef struct Live {
  int op, from; // from: the last row that the lane has led to
  int until;    // the next one
  int reader;   // index of that in Reach.next
} Live;

// Moves a lane on to its next reader; false when that is none or too far away.
static bool advance(const Reach *reach, Live *live, int reader) {
  live->reader = reader;
  if (reader >= reach->next_start[live->op + 1]) return false;
  live->until = reach->next[reader];
  return live->until - live->from <= RAILS_GAP;
}

// Ends the lane whose next reader is furthest away at the last row that it has led to.
static int drop_furthest(Reach *reach, Live *live, int count) {
  int furthest = 0;
  for (int i = 1; i < count; i++)
    if (live[i].until > live[furthest].until) furthest = i;
  reach->last[live[furthest].op] = live[furthest].from;
  memmove(live + furthest, live + furthest + 1, sizeof *live * (size_t)(count - furthest - 1));
  return count - 1;
}

// The lanes that go on below `row`, of those that come from above.
static int pass_row(Reach *reach, Live *live, int count, int row) {
  int kept = 0;
  for (int i = 0; i < count; i++) {
    bool goes_on = live[i].until > row;
    if (!goes_on) {
      reach->last[live[i].op] = live[i].from = row;
      goes_on = advance(reach, &live[i], live[i].reader + 1);
    }
    if (goes_on) live[kept++] = live[i];
  }
  return kept;
}

// Sweeps the rows; `live` holds the lanes between two rows. One lane is kept free, so that every row has a
// place for its own op.
static void find_reach(const Rails *rails, Reach *reach) {
  Live live[RAILS_LANES];
  int count = 0;
  for (int row = 0; row < rails->row_count; row++) {
    count = pass_row(reach, live, count, row);
    Live own = {.op = rails->op[row], .from = row};
    reach->last[own.op] = row;
    if (advance(reach, &own, reach->next_start[own.op])) live[count++] = own;
    if (count == RAILS_LANES) count = drop_furthest(reach, live, count);
  }
}

// ---- Lanes.

static int free_lane(const int *lanes) {
  int lane = 0;
  while (lane < RAILS_LANES - 1 && lanes[lane] != NO_OP)
    lane++;
  return lane;
}

// An op sits in the leftmost lane that ends at its row, so that chains run straight down.
static int choose_lane(const Reach *reach, const int *lanes, int row) {
  for (int lane = 0; lane < RAILS_LANES; lane++)
    if (lanes[lane] != NO_OP && reach->last[lanes[lane]] == row) return lane;
  return free_lane(lanes);
}

static void assign_lanes(Rails *rails, const Reach *reach) {
  int lanes[RAILS_LANES];
  for (int lane = 0; lane < RAILS_LANES; lane++)
    lanes[lane] = NO_OP;
  rails->lanes = 1;
  for (int row = 0; row < rails->row_count; row++) {
    int op = rails->op[row], own = choose_lane(reach, lanes, row);
    for (int lane = 0; lane < RAILS_LANES; lane++)
      if (lanes[lane] != NO_OP && reach->last[lanes[lane]] <= row) lanes[lane] = NO_OP;
    rails->dot[row] = (uint8_t)own;
    if (reach->last[op] > row) lanes[own] = op;
    if (own >= rails->lanes) rails->lanes = own + 1;
    memcpy(rails->below + (size_t)row * RAILS_LANES, lanes, sizeof lanes);
  }
}

Rails *rails_new(const Graph *graph, bool views) {
  Rails *rails = memory_alloc(sizeof *rails);
  size_t ops = (size_t)graph->op_count + 1;
  *rails = (Rails){.graph = graph, .views = views};
  rails->op = memory_alloc(sizeof(int) * ops);
  rails->row = memory_alloc(sizeof(int) * ops);
  number_rows(rails);
  rails->below = memory_alloc(sizeof(int) * RAILS_LANES * ((size_t)rails->row_count + 1));
  rails->dot = memory_alloc((size_t)rails->row_count + 1);
  Reach reach = {.last = memory_alloc(sizeof(int) * ops)};
  find_readers(rails, &reach);
  find_reach(rails, &reach);
  assign_lanes(rails, &reach);
  free(reach.last);
  free(reach.next_start);
  free(reach.next);
  return rails;
}

void rails_free(Rails *rails) {
  if (!rails) return;
  free(rails->op);
  free(rails->row);
  free(rails->below);
  free(rails->dot);
  free(rails);
}

int rails_lane_below(const Rails *rails, int row, int op) {
  if (row < 0 || row >= rails->row_count) return -1;
  for (int lane = 0; lane < RAILS_LANES; lane++)
    if (rails->below[(size_t)row * RAILS_LANES + (size_t)lane] == op) return lane;
  return -1;
}

int rails_lane_above(const Rails *rails, int row, int op) {
  return rails_lane_below(rails, row - 1, op);
}
