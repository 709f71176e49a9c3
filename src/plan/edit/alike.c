#include "plan/edit/alike.h"

#include "base/hash.h"
#include "base/sorted.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { NOWHERE = -1 }; // as sorted_find has it

// ---- Members: home ops, then copies, each ascending.

static int member_count(const PlanKernel *kernel) {
  return kernel->op_count + kernel->copy_count;
}

static int member_at(const PlanKernel *kernel, int place) {
  return place < kernel->op_count ? kernel->ops[place] : kernel->copies[place - kernel->op_count];
}

static int place_of(const PlanKernel *kernel, int op) {
  int place = sorted_find(kernel->ops, kernel->op_count, op);
  if (place != NOWHERE) return place;
  place = sorted_find(kernel->copies, kernel->copy_count, op);
  return place == NOWHERE ? NOWHERE : kernel->op_count + place;
}

// The op whose result an operand shows, looking through views; NO_OP: an input, or a number.
static int source_of(const Graph *graph, const Operand *operand) {
  return operand->value == NO_VALUE ? NO_OP : graph->values[graph_source(graph, operand->value)].producer;
}

// ---- Alike ops and kernels.

static bool same_value(const Graph *graph, int a, int b) {
  if (a == NO_VALUE || b == NO_VALUE) return a == b;
  const Value *x = &graph->values[a], *y = &graph->values[b];
  return x->dtype == y->dtype && shape_equal(&x->shape, &y->shape);
}

static bool same_operand(const Graph *graph, const Operand *a, const Operand *b) {
  if (a->is_number != b->is_number) return false;
  if (a->is_number)
    return a->number == b->number && a->is_integer == b->is_integer && a->integer == b->integer;
  return same_value(graph, a->value, b->value);
}

static bool same_attribute(const Attribute *a, const Attribute *b) {
  if (a->key != b->key || a->count != b->count || a->number != b->number) return false;
  if (!a->text != !b->text || (a->text && strcmp(a->text, b->text) != 0)) return false;
  return !a->integer || a->count == 0 || !memcmp(a->integer, b->integer, sizeof(int64_t) * (size_t)a->count);
}

static bool same_op(const Graph *graph, int left, int right) {
  const Op *a = &graph->ops[left], *b = &graph->ops[right];
  if (a->code != b->code || a->operand_count != b->operand_count || a->result_count != b->result_count ||
      a->attribute_count != b->attribute_count || a->mutates != b->mutates)
    return false;
  for (int i = 0; i < a->operand_count; i++)
    if (!same_operand(graph, &a->operands[i], &b->operands[i])) return false;
  for (int i = 0; i < a->result_count; i++)
    if (!same_value(graph, a->first_result + i, b->first_result + i)) return false;
  for (int i = 0; i < a->attribute_count; i++)
    if (!same_attribute(&a->attributes[i], &b->attributes[i])) return false;
  return true;
}

// Do the members at one place read the same other members?
static bool same_reads(const Graph *graph, const PlanKernel *a, const PlanKernel *b, int place) {
  const Op *x = &graph->ops[member_at(a, place)], *y = &graph->ops[member_at(b, place)];
  for (int i = 0; i < x->operand_count; i++)
    if (place_of(a, source_of(graph, &x->operands[i])) != place_of(b, source_of(graph, &y->operands[i])))
      return false;
  return true;
}

static bool same_members(const Graph *graph, const PlanKernel *a, const PlanKernel *b) {
  if (a->op_count != b->op_count || a->copy_count != b->copy_count || a->op_count == 0) return false;
  for (int i = 0; i < member_count(a); i++)
    if (!same_op(graph, member_at(a, i), member_at(b, i)) || !same_reads(graph, a, b, i)) return false;
  return true;
}

bool plan_kernels_alike(Plan *plan, int left, int right) {
  PlanKernel a = plan_kernel(plan, left), b = plan_kernel(plan, right);
  if (!same_members(plan_graph(plan), &a, &b)) return false;
  uint64_t structure = plan_lowered(plan, left)->structure;
  return structure == plan_lowered(plan, right)->structure;
}

static uint64_t value_key(const Graph *graph, int value, uint64_t hash) {
  if (value == NO_VALUE) return hash;
  const Shape *shape = &graph->values[value].shape;
  hash = hash_integer(hash, graph->values[value].dtype);
  for (int axis = 0; axis < shape->rank; axis++)
    hash = hash_integer(hash, shape->size[axis]);
  return hash;
}

uint64_t plan_alike_key(Plan *plan, int kernel) {
  const Graph *graph = plan_graph(plan);
  PlanKernel members = plan_kernel(plan, kernel);
  if (members.op_count == 0) return 0;
  uint64_t hash = hash_integer(HASH_START, (int64_t)plan_lowered(plan, kernel)->structure);
  for (int i = 0; i < member_count(&members); i++) {
    const Op *op = &graph->ops[member_at(&members, i)];
    hash = hash_integer(hash_integer(hash, op->code), op->operand_count);
    for (int j = 0; j < op->operand_count; j++)
      hash = value_key(graph, op->operands[j].value, hash);
    for (int j = 0; j < op->result_count; j++)
      hash = value_key(graph, op->first_result + j, hash);
  }
  return hash ? hash : 1;
}

// ---- What joins two kernels.

typedef enum LinkKind { LINK_NONE, LINK_READS, LINK_IS_READ, LINK_SHARES } LinkKind;

// The first link between two kernels, as places within them: operand `slot` of member `place` of the one.
typedef struct Link {
  LinkKind kind;
  int place, slot; // of the first kernel: of what reads (READS, SHARES), else of what is read
  int other;       // place in the second kernel
  uint64_t hash;   // of all links of the kind
} Link;

static void add_link(Link *link, LinkKind kind, int place, int slot, int other) {
  if (link->kind == LINK_NONE) *link = (Link){kind, place, slot, other, HASH_START};
  uint64_t hash = hash_integer(hash_integer(link->hash, kind), place);
  link->hash = hash_integer(hash_integer(hash, slot), other);
}

// `kind` as the first of two kernels sees it; `reader` reads what `read` computes.
static void add_reads(const Graph *graph, const PlanKernel *reader, const PlanKernel *read, LinkKind kind,
                      Link *link) {
  for (int i = 0; i < member_count(reader); i++) {
    const Op *op = &graph->ops[member_at(reader, i)];
    for (int slot = 0; slot < op->operand_count; slot++) {
      int source = source_of(graph, &op->operands[slot]);
      if (source == NO_OP || place_of(reader, source) != NOWHERE) continue;
      int place = sorted_find(read->ops, read->op_count, source);
      if (place == NOWHERE) continue;
      if (kind == LINK_READS)
        add_link(link, kind, i, slot, place);
      else
        add_link(link, kind, place, slot, i);
    }
  }
}

static void add_shared(const Graph *graph, const PlanKernel *a, const PlanKernel *b, int place, int slot,
                       Link *link) {
  int value = graph->ops[member_at(a, place)].operands[slot].value;
  if (value == NO_VALUE) return;
  int source = graph_source(graph, value);
  for (int i = 0; i < member_count(b); i++) {
    const Op *op = &graph->ops[member_at(b, i)];
    for (int j = 0; j < op->operand_count; j++)
      if (op->operands[j].value != NO_VALUE && graph_source(graph, op->operands[j].value) == source)
        add_link(link, LINK_SHARES, place, slot, i);
  }
}

static Link link_of(Plan *plan, int first, int second) {
  const Graph *graph = plan_graph(plan);
  PlanKernel a = plan_kernel(plan, first), b = plan_kernel(plan, second);
  Link link = {.kind = LINK_NONE};
  add_reads(graph, &a, &b, LINK_READS, &link);
  add_reads(graph, &b, &a, LINK_IS_READ, &link);
  bool direct = link.kind != LINK_NONE;
  for (int i = 0; !direct && i < member_count(&a); i++)
    for (int slot = 0; slot < graph->ops[member_at(&a, i)].operand_count; slot++)
      add_shared(graph, &a, &b, i, slot, &link);
  return link;
}

static bool same_link(const Link *a, const Link *b) {
  return a->kind != LINK_NONE && a->kind == b->kind && a->hash == b->hash;
}

// ---- Places.

typedef struct Search {
  Plan *plan;
  const Graph *graph;
  Proposal proposal;
  int anchor, partner; // kernels of the edit; partner NO_KERNEL: it has one only
  Link link;           // of anchor and partner
  PlanKernel first, second;
  HashMap used; // kernels of places that were found
  Places *out;
} Search;

static bool is_used(const Search *search, int kernel) {
  int64_t unused;
  return hashmap_get(&search->used, (uint64_t)kernel + 1, &unused);
}

static void use(Search *search, int kernel) {
  if (kernel != NO_KERNEL) hashmap_set(&search->used, (uint64_t)kernel + 1, 1);
}

// The op of `to` where `op` is in `from`; ops that are in neither stay.
static int carried(const PlanKernel *from, const PlanKernel *to, int op) {
  int place = op == NO_OP ? NOWHERE : place_of(from, op);
  return place == NOWHERE ? NO_OP : member_at(to, place);
}

static int carried_op(const Search *search, const PlanKernel *first, const PlanKernel *second, int op) {
  int there = carried(&search->first, first, op);
  return there == NO_OP && second ? carried(&search->second, second, op) : there;
}

static int carried_kernel(const Search *search, int kernel, int anchor, int partner) {
  return kernel == search->anchor ? anchor : kernel == search->partner ? partner : kernel;
}

static void add_place(Search *search, int anchor, int partner) {
  PlanKernel first = plan_kernel(search->plan, anchor), second = {0};
  if (partner != NO_KERNEL) second = plan_kernel(search->plan, partner);
  const PlanKernel *other = partner == NO_KERNEL ? NULL : &second;
  Proposal place = search->proposal;
  place.op = carried_op(search, &first, other, place.op);
  if (proposal_names_other(&place)) place.other = carried_op(search, &first, other, place.other);
  place.kernel = carried_kernel(search, place.kernel, anchor, partner);
  if (place.op == NO_OP) return;
  vector_push(search->out, place);
  use(search, anchor);
  if (search->proposal.kind != PROPOSE_RECOMPUTE) use(search, partner);
}

// Of several partners, all as good, the one that is as far away as the edit's own.
typedef struct Best {
  int kernel, off;
} Best;

static void try_partner(Search *search, int anchor, int op, Best *best) {
  int kernel = op == NO_OP ? NO_KERNEL : plan_home(search->plan, op);
  if (kernel == NO_KERNEL || kernel == anchor || kernel == best->kernel || is_used(search, kernel)) return;
  if (!plan_kernels_alike(search->plan, search->partner, kernel)) return;
  Link link = link_of(search->plan, anchor, kernel);
  if (!same_link(&link, &search->link)) return;
  int wanted = search->second.ops[0] - search->first.ops[0];
  int apart = plan_kernel(search->plan, kernel).ops[0] - plan_kernel(search->plan, anchor).ops[0];
  if (abs(apart - wanted) < best->off) *best = (Best){kernel, abs(apart - wanted)};
}

static int find_partner(Search *search, int anchor) {
  const Graph *graph = search->graph;
  PlanKernel kernel = plan_kernel(search->plan, anchor);
  int member = member_at(&kernel, search->link.place);
  Best best = {NO_KERNEL, INT_MAX};
  if (search->link.kind == LINK_IS_READ) {
    Neighbours near = graph_neighbours(graph, member);
    for (int i = 0; i < near.consumer_count; i++)
      try_partner(search, anchor, near.consumers[i], &best);
    return best.kernel;
  }
  const Operand *operand = &graph->ops[member].operands[search->link.slot];
  if (search->link.kind == LINK_READS) {
    try_partner(search, anchor, source_of(graph, operand), &best);
    return best.kernel;
  }
  const Value *value = &graph->values[graph_source(graph, operand->value)];
  for (int i = 0; i < value->reader_count; i++)
    if (!graph->ops[value->readers[i].op].is_view) try_partner(search, anchor, value->readers[i].op, &best);
  return best.kernel;
}

// Which kernels make a place out: of copies the one that gets or has them, else that of the op.
static void open(Search *search) {
  const Proposal *edit = &search->proposal;
  Plan *plan = search->plan;
  int home = plan_home(plan, edit->op);
  bool copies = edit->kind == PROPOSE_RECOMPUTE || edit->kind == PROPOSE_STORE;
  search->anchor = home;
  search->partner = NO_KERNEL;
  if (copies && edit->kernel != NO_KERNEL) {
    search->anchor = edit->kernel;
    search->partner = edit->kind == PROPOSE_RECOMPUTE ? home : NO_KERNEL;
  } else if (edit->kind == PROPOSE_MOVE) {
    search->partner = edit->kernel;
  } else if (edit->kind == PROPOSE_KNOB) {
    search->anchor = edit->kernel;
  } else if (proposal_names_other(edit) && plan_home(plan, edit->other) != home) {
    search->partner = plan_home(plan, edit->other);
  }
  if (search->anchor == NO_KERNEL) return;
  search->first = plan_kernel(plan, search->anchor);
  if (search->partner == NO_KERNEL) return;
  search->second = plan_kernel(plan, search->partner);
  search->link = link_of(plan, search->anchor, search->partner);
}

static void look_at(Search *search, int kernel) {
  if (is_used(search, kernel) || !plan_kernels_alike(search->plan, search->anchor, kernel)) return;
  int partner = NO_KERNEL;
  if (search->partner != NO_KERNEL) {
    if (search->link.kind == LINK_NONE || search->second.op_count == 0) return;
    partner = find_partner(search, kernel);
    if (partner == NO_KERNEL) return;
  }
  add_place(search, kernel, partner);
}

// Stops once there are more than `most`.
static void find_places(Plan *plan, const Proposal *proposal, int most, Places *out) {
  Search search = {.plan = plan, .graph = plan_graph(plan), .proposal = *proposal, .out = out};
  search.proposal.reach = REACH_HERE;
  vector_clear(out);
  vector_push(out, search.proposal);
  open(&search);
  if (search.anchor == NO_KERNEL) return;
  use(&search, search.anchor);
  if (proposal->kind != PROPOSE_RECOMPUTE) use(&search, search.partner);
  int count;
  const int *order = plan_order(plan, &count);
  for (int i = 0; i < count && out->count <= most; i++)
    look_at(&search, order[i]);
  hashmap_free(&search.used);
}

void plan_alike(Plan *plan, const Proposal *proposal, Places *out) {
  find_places(plan, proposal, INT_MAX, out);
}

bool plan_alike_exceeds(Plan *plan, const Proposal *proposal, int most) {
  Places places = {0};
  find_places(plan, proposal, most, &places);
  int count = places.count;
  vector_free(&places);
  return count > most;
}
