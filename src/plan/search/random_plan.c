#include "plan/search/random_plan.h"

#include "base/vector.h"

enum { MOST_EDITS = 16, MOST_KNOBS = 4 };

typedef struct Editor {
  const PlanChooser *chooser;
  Plan *plan;
  const Graph *graph;
  int first, count; // the ops to edit
  PlanTally *tally;
} Editor;

static int choose(const PlanChooser *chooser, int bound) {
  return chooser->choose(chooser->context, bound);
}

static void mark(const PlanChooser *chooser) {
  if (chooser->mark) chooser->mark(chooser->context);
}

static int choose_at_random(void *context, int bound) {
  return (int)random_below(context, (uint64_t)bound);
}

PlanChooser plan_chooser(Random *random) {
  return (PlanChooser){.choose = choose_at_random, .context = random};
}

// ---- edits of all kinds

static void count(Editor *editor, bool done, const Reason *reason) {
  if (!editor->tally) return;
  if (done)
    editor->tally->made++;
  else
    editor->tally->refused++, editor->tally->by_reason[reason->code]++;
}

// The op itself, or the next one that is no view; NO_OP when there is none.
static int solid_op(const Editor *editor, int from) {
  for (int i = 0; i < editor->count; i++) {
    int op = editor->first + (from + i) % editor->count;
    if (!editor->graph->ops[op].is_view) return op;
  }
  return NO_OP;
}

static int random_op(Editor *editor) {
  return solid_op(editor, choose(editor->chooser, editor->count));
}

// Mostly a neighbour: with others there is little to share.
static int random_partner(Editor *editor, int op) {
  Neighbours near = graph_neighbours(editor->graph, op);
  int all = near.producer_count + near.consumer_count;
  if (all == 0 || choose(editor->chooser, 5) == 4) return random_op(editor);
  int which = choose(editor->chooser, all);
  return which < near.consumer_count ? near.consumers[which] : near.producers[which - near.consumer_count];
}

static void edit(Editor *editor) {
  Plan *plan = editor->plan;
  Reason reason = {0};
  bool done = false;
  int kind = choose(editor->chooser, 8), a = random_op(editor), b = random_partner(editor, a);
  switch (kind) {
    case 4:
      done = plan_fuse(plan, a, b, true, &reason);
      break;
    case 5:
      done = plan_cut(plan, a, &reason);
      break;
    case 6:
      done = plan_recompute(plan, a, plan_home(plan, b), &reason);
      break;
    case 7:
      done = plan_move(plan, a, plan_home(plan, b), &reason);
      break;
    default:
      done = plan_fuse(plan, a, b, false, &reason);
      break;
  }
  count(editor, done, &reason);
}

static void turn_knob(Editor *editor) {
  static const int values[] = {1, 2, 4, 0, 3, 8, 16, 32, 64, 96, 128, 256, 512, 1024, 5};
  Status status = {0};
  Reason reason = {0};
  int op = random_op(editor);
  Knob knob = (Knob)choose(editor->chooser, KNOB_COUNT);
  int value = values[choose(editor->chooser, sizeof values / sizeof *values)];
  if (!knob_check(knob, value, &status)) value %= 2; // forms are few
  if (knob_check(knob, value, &status))
    count(editor, plan_schedule(editor->plan, plan_home(editor->plan, op), knob, value, &reason), &reason);
}

static void fuse_all(Editor *editor) {
  for (int op = editor->first; op < editor->first + editor->count; op++) {
    if (editor->graph->ops[op].is_view) continue;
    Neighbours near = graph_neighbours(editor->graph, op);
    for (int i = 0; i < near.consumer_count; i++) {
      Reason reason = {0};
      bool done = plan_fuse(editor->plan, op, near.consumers[i], false, &reason);
      if (done || reason.code != REASON_NO_CHANGE) count(editor, done, &reason);
    }
  }
}

// Any knob of any kernel would seldom be one of a product that its template takes.
static void turn_product(Editor *editor, int product) {
  static const Knob knobs[] = {KNOB_rows,   KNOB_columns, KNOB_cooperative, KNOB_cluster,
                               KNOB_stages, KNOB_vector,  KNOB_stores,      KNOB_splits};
  static const int values[] = {1, 64, 128, 256, 2, 4, 192, 3, 0, 8};
  Knob knob = knobs[choose(editor->chooser, sizeof knobs / sizeof *knobs)];
  int value = values[choose(editor->chooser, sizeof values / sizeof *values)];
  Status status = {0};
  Reason reason = {0};
  if (knob_check(knob, value, &status))
    count(editor, plan_schedule(editor->plan, plan_home(editor->plan, product), knob, value, &reason),
          &reason);
}

// A product fuses with what reads it, and that with what reads it in turn, when it is asked to.
static void fuse_product(Editor *editor, int product) {
  bool any = false;
  for (int op = product; choose(editor->chooser, 4);) {
    Neighbours near = graph_neighbours(editor->graph, op);
    if (near.consumer_count == 0) break;
    Reason reason = {0};
    op = near.consumers[choose(editor->chooser, near.consumer_count)];
    bool done = plan_fuse(editor->plan, product, op, true, &reason);
    count(editor, done, &reason);
    any |= done;
  }
  while (any && choose(editor->chooser, 2))
    turn_product(editor, product);
}

// What makes a matrix of the product, or an attention's bias, again in the product's kernel.
static void recompute_for_product(Editor *editor, int product) {
  const Op *op = &editor->graph->ops[product];
  int kernel = plan_home(editor->plan, product), bias[PLAN_BIAS];
  int count_of_bias = plan_bias(editor->plan, product, bias, PLAN_BIAS);
  Reason reason = {0};
  if (count_of_bias && choose(editor->chooser, 2))
    count(editor, plan_recompute_all(editor->plan, bias, count_of_bias, kernel, &reason), &reason);
  for (int i = 0; i < op->operand_count; i++) {
    int value = op->operands[i].value;
    int maker =
        value == NO_VALUE ? NO_OP : editor->graph->values[graph_source(editor->graph, value)].producer;
    if (maker == NO_OP || choose(editor->chooser, 3)) continue;
    count(editor, plan_recompute(editor->plan, maker, kernel, &reason), &reason);
  }
}

// From a product to the next one, with all that lies between: attention, where it is a softmax.
static void fuse_to_next(Editor *editor, int product, int next) {
  enum { MOST = 32 };
  int ops[MOST], ops_count = 0;
  Reason reason = {0};
  for (int op = product; op <= next && ops_count < MOST; op++)
    if (!editor->graph->ops[op].is_view) ops[ops_count++] = op;
  bool done = plan_fuse_all(editor->plan, ops, ops_count, true, &reason);
  count(editor, done, &reason);
  while (done && choose(editor->chooser, 2))
    turn_product(editor, product);
}

static void fuse_pairs(Editor *editor) {
  int before = NO_OP;
  for (int op = editor->first; op < editor->first + editor->count; op++) {
    if (!op_is_product(&editor->graph->ops[op])) continue;
    if (before != NO_OP && choose(editor->chooser, 2)) fuse_to_next(editor, before, op);
    before = op;
  }
}

static void fuse_products(Editor *editor) {
  for (int op = editor->first; op < editor->first + editor->count; op++) {
    if (!op_is_product(&editor->graph->ops[op])) continue;
    mark(editor->chooser);
    fuse_product(editor, op);
    recompute_for_product(editor, op);
  }
}

void random_plan_edit(const PlanChooser *chooser, Plan *plan, int first_op, int op_count, PlanTally *tally) {
  Editor editor = {chooser, plan, plan_graph(plan), first_op, op_count, tally};
  if (op_count == 0 || solid_op(&editor, 0) == NO_OP) return;
  if (choose(chooser, 3) == 2) fuse_all(&editor);
  fuse_products(&editor);
  fuse_pairs(&editor);
  for (int i = 0; i < MOST_EDITS; i++) {
    mark(chooser);
    if (choose(chooser, MOST_EDITS) == 0) break;
    edit(&editor);
  }
  for (int i = 0; i < MOST_KNOBS; i++) {
    mark(chooser);
    if (choose(chooser, 2) == 0) break;
    turn_knob(&editor);
  }
}

// ---- plans of fusions alone

typedef struct Pair {
  int a, b;
} Pair;
typedef VECTOR(Pair) Pairs;

static void list_pairs(const Graph *graph, Pairs *pairs) {
  for (int op = 0; op < graph->op_count; op++) {
    if (graph->ops[op].is_view) continue;
    Neighbours near = graph_neighbours(graph, op);
    for (int i = 0; i < near.consumer_count; i++) {
      vector_push(pairs, (Pair){op, near.consumers[i]});
      if (i > 0) vector_push(pairs, (Pair){near.consumers[i - 1], near.consumers[i]});
    }
  }
}

int random_plan_fuse(const PlanChooser *chooser, Plan *plan) {
  enum { STEPS = 16 };
  Pairs pairs = {0};
  Reason reason;
  int made = 0, of_steps = 1 + choose(chooser, STEPS);
  list_pairs(plan_graph(plan), &pairs);
  for (int left = pairs.count; left > 0 && !(chooser->stop && *chooser->stop);
       left--) { // the next one of those that are left, then of the rest
    int at = choose(chooser, left);
    Pair pair = pairs.data[at];
    pairs.data[at] = pairs.data[left - 1];
    if (choose(chooser, STEPS) < of_steps) made += plan_fuse(plan, pair.a, pair.b, false, &reason);
  }
  vector_free(&pairs);
  return made;
}
