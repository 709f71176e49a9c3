#include "script/bind/siblings.h"

#include "base/hash.h"
#include "base/vector.h"

#include <stdlib.h>

// The next few readers of a value on either side are siblings enough: all pairs of a value with hundreds of
// readers would be too many.
enum { SIBLINGS_PER_VALUE = 16 };

// Ops that read a value, through views.
typedef struct Readers {
  VECTOR(int) ops;
  bool ascending; // no op comes twice, and each is after those before it
} Readers;

// Of all values that were asked about: a script asks again after each edit, and a value may have as many
// readers as the graph has ops.
struct ValueReaders {
  HashMap index; // value -> position in
  VECTOR(Readers) readers;
};

void value_readers_free(ValueReaders *known) {
  if (!known) return;
  for (int i = 0; i < known->readers.count; i++)
    vector_free(&known->readers.data[i].ops);
  vector_free(&known->readers);
  hashmap_free(&known->index);
  free(known);
}

static void collect_readers(const Graph *graph, int value, Readers *out) {
  const Value *read = &graph->values[value];
  for (int i = 0; i < read->reader_count; i++) {
    const Op *op = &graph->ops[read->readers[i].op];
    if (!op->is_view) vector_push(&out->ops, read->readers[i].op);
    for (int r = 0; op->is_view && r < op->result_count; r++)
      collect_readers(graph, op->first_result + r, out);
  }
}

static bool are_ascending(const Readers *readers) {
  for (int i = 1; i < readers->ops.count; i++)
    if (readers->ops.data[i] <= readers->ops.data[i - 1]) return false;
  return true;
}

static const Readers *readers_of(lua_State *L, int value) {
  Host *host = host_of(L);
  if (!host->readers) host->readers = memory_alloc(sizeof *host->readers);
  ValueReaders *known = host->readers;
  int64_t at = known->readers.count;
  if (!hashmap_get(&known->index, (uint64_t)value, &at)) {
    Readers readers = {0};
    collect_readers(host->graph, value, &readers);
    readers.ascending = are_ascending(&readers);
    hashmap_set(&known->index, (uint64_t)value, at);
    vector_push(&known->readers, readers);
    host_grow(L, (size_t)readers.ops.count * sizeof(int));
  }
  return &known->readers.data[at];
}

// The first place of an op that is among them.
static int place_of(const Readers *readers, int op) {
  int low = 0, high = readers->ascending ? readers->ops.count : 0;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (readers->ops.data[middle] < op)
      low = middle + 1;
    else
      high = middle;
  }
  while (!readers->ascending && low < readers->ops.count && readers->ops.data[low] != op)
    low++;
  return low;
}

typedef struct Siblings {
  lua_State *L; // the list is on top
  int kernel, count;
  HashMap seen; // their kernels
} Siblings;

// The kernel of a reader, unless it is known. True when it is found for the first time.
static bool add_sibling(Siblings *siblings, int op) {
  int home = plan_home(host_of(siblings->L)->plan, op);
  int64_t known;
  if (home == siblings->kernel || hashmap_get(&siblings->seen, (uint64_t)home, &known)) return false;
  hashmap_set(&siblings->seen, (uint64_t)home, 1);
  handle_push_kernel(siblings->L, home);
  lua_rawseti(siblings->L, -2, ++siblings->count);
  return true;
}

// Outwards from the op of the kernel that reads the value.
static void collect_siblings(Siblings *siblings, int value, int op) {
  const Readers *readers = readers_of(siblings->L, value);
  int at = place_of(readers, op);
  for (int left = at - 1, right = at + 1, found = 0;
       found < SIBLINGS_PER_VALUE && (left >= 0 || right < readers->ops.count); left--, right++) {
    if (left >= 0) found += add_sibling(siblings, readers->ops.data[left]);
    if (right < readers->ops.count) found += add_sibling(siblings, readers->ops.data[right]);
  }
}

// Of each value that an op of the kernel reads from memory.
static void collect_of_op(Siblings *siblings, int reader, HashMap *values) {
  Host *host = host_of(siblings->L);
  const Op *op = &host->graph->ops[reader];
  for (int o = 0; o < op->operand_count; o++) {
    if (op->operands[o].value == NO_VALUE) continue;
    int source = graph_source(host->graph, op->operands[o].value),
        producer = host->graph->values[source].producer;
    int64_t known;
    bool inside = producer != NO_OP && plan_home(host->plan, producer) == siblings->kernel;
    if (inside || hashmap_get(values, (uint64_t)source, &known)) continue;
    hashmap_set(values, (uint64_t)source, 1);
    collect_siblings(siblings, source, reader);
  }
}

int bind_siblings(lua_State *L) {
  int id = handle_check_kernel(L, 1);
  PlanKernel kernel = plan_kernel(host_of(L)->plan, id);
  Siblings siblings = {L, id, 0, {0}};
  HashMap values = {0};
  lua_newtable(L);
  for (int i = 0; i < kernel.op_count; i++)
    collect_of_op(&siblings, kernel.ops[i], &values);
  hashmap_free(&siblings.seen);
  hashmap_free(&values);
  return 1;
}
