// Parts of a set of ops between which no data flow: the components of a graph whose edges lead from an op to
// the writers, in the set, of the memory that it reads.
#include "kernel/lower/batch.h"

#include "base/hash.h"
#include "base/sorted.h"

#include <stdlib.h>

typedef struct Member {
  int leader;     // union-find: a smaller member of the same part, or itself
  bool stored;    // the set stores a result of it
  bool repeated;  // belongs to every part that reads it
  int first_read; // into Splitter.reads, up to that of the next member
  int visit;      // the last walk that has met it, from 1
  int part;       // of a leader: number of its part
} Member;

typedef struct Splitter {
  const Graph *graph;
  const KernelSet *set;
  Member *members;
  VECTOR(int) reads; // members that write what a member reads
  VECTOR(int) stack;
  int visits;
} Splitter;

static const Op *member_op(const Splitter *splitter, int member) {
  return &splitter->graph->ops[splitter->set->ops[member]];
}

static int find_member(const Splitter *splitter, int op) {
  return sorted_find(splitter->set->ops, splitter->set->op_count, op);
}

// ---- who reads what whom writes

typedef struct Writer {
  int member, before; // the writer of the same memory before it, -1: none
} Writer;
typedef struct Writers {
  HashMap last; // of a memory: into `all`
  VECTOR(Writer) all;
} Writers;

static void add_writer(const Splitter *splitter, int member, Writers *writers) {
  const Op *op = member_op(splitter, member);
  for (int i = 0; i < op->result_count; i++) {
    uint64_t memory = (uint64_t)splitter->graph->values[op->first_result + i].storage;
    int64_t before = -1;
    hashmap_get(&writers->last, memory, &before);
    hashmap_set(&writers->last, memory, writers->all.count);
    vector_push(&writers->all, (Writer){member, (int)before});
  }
}

static void add_reads(Splitter *splitter, int member, const Writers *writers) {
  const Op *op = member_op(splitter, member);
  splitter->members[member].first_read = splitter->reads.count;
  for (int i = 0; i < op->operand_count; i++) {
    if (op->operands[i].value == NO_VALUE) continue;
    int64_t at = -1;
    hashmap_get(&writers->last, (uint64_t)splitter->graph->values[op->operands[i].value].storage, &at);
    for (; at >= 0; at = writers->all.data[at].before)
      if (writers->all.data[at].member != member) vector_push(&splitter->reads, writers->all.data[at].member);
  }
}

static void find_reads(Splitter *splitter) {
  Writers writers = {0};
  int count = splitter->set->op_count;
  for (int i = 0; i < count; i++)
    add_writer(splitter, i, &writers);
  for (int i = 0; i < count; i++)
    add_reads(splitter, i, &writers);
  splitter->members[count].first_read = splitter->reads.count;
  hashmap_free(&writers.last);
  vector_free(&writers.all);
}

// ---- walks

// Pushes the repeated ops that a member reads, those that this walk has not met.
static void push_repeated(Splitter *splitter, int member) {
  for (int i = splitter->members[member].first_read; i < splitter->members[member + 1].first_read; i++) {
    Member *read = &splitter->members[splitter->reads.data[i]];
    if (!read->repeated || read->visit == splitter->visits) continue;
    read->visit = splitter->visits;
    vector_push(&splitter->stack, splitter->reads.data[i]);
  }
}

static int leader_of(Splitter *splitter, int member) {
  Member *members = splitter->members;
  while (members[member].leader != member)
    member = members[member].leader = members[members[member].leader].leader;
  return member;
}

// The smaller one leads, so that parts come in the order of their first ops.
static void unite(Splitter *splitter, int a, int b) {
  a = leader_of(splitter, a);
  b = leader_of(splitter, b);
  splitter->members[a > b ? a : b].leader = a > b ? b : a;
}

// A member belongs with what it reads, through repeated ops, too.
static void unite_with_reads(Splitter *splitter, int member) {
  splitter->visits++;
  vector_push(&splitter->stack, member);
  while (splitter->stack.count) {
    int at = splitter->stack.data[--splitter->stack.count];
    for (int i = splitter->members[at].first_read; i < splitter->members[at + 1].first_read; i++)
      if (!splitter->members[splitter->reads.data[i]].repeated)
        unite(splitter, member, splitter->reads.data[i]);
    push_repeated(splitter, at);
  }
}

// ---- parts

static SetPart *part_of(Splitter *splitter, int member, SetParts *parts) {
  Member *leader = &splitter->members[leader_of(splitter, member)];
  if (leader->part < 0) {
    leader->part = parts->count;
    vector_push(parts, (SetPart){.scatter = splitter->set->scatter, .decided_at = splitter->set->decided_at});
  }
  return &parts->data[leader->part];
}

static void add_repeated(Splitter *splitter, SetPart *part) {
  splitter->visits++;
  for (int i = 0, own = part->ops.count; i < own; i++)
    push_repeated(splitter, find_member(splitter, part->ops.data[i]));
  while (splitter->stack.count) {
    int member = splitter->stack.data[--splitter->stack.count];
    vector_push(&part->ops, splitter->set->ops[member]);
    push_repeated(splitter, member);
  }
  sorted_sort(part->ops.data, part->ops.count);
}

static bool has_effect(const Splitter *splitter, const SetPart *part) {
  bool effect = part->stored.count > 0;
  for (int i = 0; i < part->ops.count; i++)
    effect |= splitter->graph->ops[part->ops.data[i]].mutates >= 0;
  return effect;
}

// Ops of which nobody needs anything are no part.
static void drop_dead(const Splitter *splitter, SetParts *parts, int first) {
  int kept = first;
  for (int i = first; i < parts->count; i++) {
    if (has_effect(splitter, &parts->data[i]))
      parts->data[kept++] = parts->data[i];
    else
      set_part_free(&parts->data[i]);
  }
  parts->count = kept;
}

static void collect(Splitter *splitter, SetParts *parts) {
  const KernelSet *set = splitter->set;
  int first = parts->count;
  for (int i = 0; i < set->op_count; i++)
    if (!splitter->members[i].repeated) vector_push(&part_of(splitter, i, parts)->ops, set->ops[i]);
  for (int i = 0; i < set->stored_count; i++) {
    int member = find_member(splitter, splitter->graph->values[set->stored[i]].producer);
    if (member >= 0) vector_push(&part_of(splitter, member, parts)->stored, set->stored[i]);
  }
  drop_dead(splitter, parts, first);
  for (int i = first; i < parts->count; i++)
    add_repeated(splitter, &parts->data[i]);
}

// Pointwise ops are evaluated where they are read anyway; reductions and scans are too much work to repeat.
static bool is_repeatable(const Splitter *splitter, int member) {
  const Op *op = member_op(splitter, member);
  bool heavy = op->op_class == CLASS_REDUCE || op->op_class == CLASS_SCAN || op->op_class == CLASS_WINDOW;
  return !heavy && op->mutates < 0 && !splitter->members[member].stored;
}

static void prepare(Splitter *splitter, bool repeat) {
  const KernelSet *set = splitter->set;
  splitter->members = memory_alloc(((size_t)set->op_count + 1) * sizeof *splitter->members);
  for (int i = 0; i < set->stored_count; i++) {
    int member = find_member(splitter, splitter->graph->values[set->stored[i]].producer);
    if (member >= 0) splitter->members[member].stored = true;
  }
  for (int i = 0; i < set->op_count; i++) {
    splitter->members[i].leader = i;
    splitter->members[i].part = -1;
    splitter->members[i].repeated = repeat && is_repeatable(splitter, i);
  }
  find_reads(splitter);
}

void kernel_set_split(const Graph *graph, const KernelSet *set, bool repeat, SetParts *parts) {
  Splitter splitter = {.graph = graph, .set = set};
  prepare(&splitter, repeat);
  for (int i = 0; i < set->op_count; i++)
    if (!splitter.members[i].repeated) unite_with_reads(&splitter, i);
  collect(&splitter, parts);
  free(splitter.members);
  vector_free(&splitter.reads);
  vector_free(&splitter.stack);
}

void set_part_free(SetPart *part) {
  vector_free(&part->ops);
  vector_free(&part->stored);
  nest_free(part->nest);
}
