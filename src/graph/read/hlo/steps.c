// Priority fusion, step by step. A node is an instruction of the entry computation with what was fused into
// it; a producer goes into one reader after another, and is gone when the last of them has it.
#include "base/text.h"
#include "graph/read/hlo/process.h"

#include <math.h>
#include <string.h>

enum {
  MAX_LISTED = 1 << 24, // members and reads of all nodes, as often as steps list them
  ELSEWHERE = -1,
};

typedef struct Node {
  const char *name;    // as of the last step
  VECTOR(int) kernels; // that it computes, of the build's; its own first
  VECTOR(int) reads;   // nodes, each once
  int users;           // nodes that read it
  int op;              // what it computes last; NO_OP: nothing that runs
  bool gone;
  double fused_us, apart_us;
} Node;

typedef struct Replay {
  const HloBuild *build;
  const Graph *graph;
  const HloProcess *process;
  const HloComputation *entry;
  Node *nodes;      // as the entry's instructions
  NameMap names;    // to nodes; ELSEWHERE: of another computation
  int *seen, stamp; // per node or kernel: the list that it was seen in last
  int listed;
  VECTOR(DumpStep) steps;
  VECTOR(DumpRemark) remarks;
} Replay;

// ---- Nodes

static int last_op(const Replay *replay, const HloKernel *kernel) {
  for (int i = kernel->ops.count - 1; i >= 0; i--)
    if (!replay->graph->ops[kernel->ops.data[i]].is_view) return kernel->ops.data[i];
  return NO_OP;
}

// The entry's instruction that a kernel is; -1: one of a computation that the entry calls.
static int node_of(const Replay *replay, const HloKernel *kernel) {
  const HloInstruction *first = replay->entry->instructions, *at = kernel->instruction;
  return at >= first && at < first + replay->entry->count ? (int)(at - first) : -1;
}

static void begin_node(Replay *replay, int index) {
  const HloInstruction *instruction = &replay->entry->instructions[index];
  Node *node = &replay->nodes[index];
  *node = (Node){.name = instruction->name, .op = NO_OP, .fused_us = NAN, .apart_us = NAN};
  namemap_set(&replay->names, instruction->name, index);
  replay->stamp++;
  for (int i = 0; i < instruction->operand_count; i++) {
    int operand = instruction->operands[i];
    if (replay->seen[operand] == replay->stamp) continue;
    replay->seen[operand] = replay->stamp;
    vector_push(&node->reads, operand);
    replay->nodes[operand].users++;
  }
}

// Loop bodies are fused in the same run.
static void name_others(Replay *replay) {
  const HloModule *module = replay->build->module;
  for (int i = 0; i < module->computations.count; i++) {
    const HloComputation *other = &module->computations.data[i];
    for (int j = 0; j < other->count && other != replay->entry; j++)
      namemap_set(&replay->names, other->instructions[j].name, ELSEWHERE);
  }
}

static void begin(Replay *replay) {
  const HloBuild *build = replay->build;
  name_others(replay);
  for (int i = 0; i < replay->entry->count; i++)
    begin_node(replay, i);
  replay->nodes[replay->entry->root].users++;
  for (int i = 0; i < build->kernels.count; i++) {
    int index = node_of(replay, &build->kernels.data[i]);
    if (index < 0) continue;
    vector_push(&replay->nodes[index].kernels, i);
    replay->nodes[index].op = last_op(replay, &build->kernels.data[i]);
  }
}

// ---- Steps

static const char *op_name(const Replay *replay, int op) {
  return replay->graph->ops[op].name;
}

static void join_kernels(Replay *replay, const Node *producer, Node *consumer) {
  replay->stamp++;
  for (int i = 0; i < consumer->kernels.count; i++)
    replay->seen[consumer->kernels.data[i]] = replay->stamp;
  for (int i = 0; i < producer->kernels.count; i++)
    if (replay->seen[producer->kernels.data[i]] != replay->stamp)
      vector_push(&consumer->kernels, producer->kernels.data[i]);
  replay->listed += consumer->kernels.count;
}

// What the producer reads takes its place among what the consumer reads.
static void join_reads(Replay *replay, int from, Node *consumer) {
  Node *producer = &replay->nodes[from];
  int kept = 0;
  replay->stamp++;
  for (int i = 0; i < consumer->reads.count; i++) {
    int read = consumer->reads.data[i];
    replay->seen[read] = replay->stamp;
    if (read != from) consumer->reads.data[kept++] = read;
  }
  producer->users -= consumer->reads.count - kept;
  consumer->reads.count = kept;
  for (int i = 0; i < producer->reads.count; i++) {
    int read = producer->reads.data[i];
    if (replay->seen[read] == replay->stamp) continue;
    vector_push(&consumer->reads, read);
    replay->nodes[read].users++;
  }
  replay->listed += consumer->reads.count;
}

static void end_node(Replay *replay, Node *node) {
  node->gone = true;
  for (int i = 0; i < node->reads.count; i++)
    replay->nodes[node->reads.data[i]].users--;
}

static bool find(const Replay *replay, const HloStep *step, const char *name, int *node) {
  int64_t index;
  if (namemap_get(&replay->names, name, &index)) {
    *node = (int)index;
    return true;
  }
  const char *nearest = namemap_nearest(&replay->names, name);
  return hlo_fail_at(&replay->process->cursor, step->offset,
                     "the module has no '%.80s', and no step before this one made it%s%.80s%s", name,
                     nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

static bool fuse(Replay *replay, const HloStep *step) {
  int from, to;
  if (!find(replay, step, step->producer, &from) || !find(replay, step, step->consumer, &to)) return false;
  if (from == ELSEWHERE || to == ELSEWHERE) {
    namemap_set(&replay->names, step->name, ELSEWHERE);
    return true;
  }
  Node *producer = &replay->nodes[from], *consumer = &replay->nodes[to];
  if (from == to || producer->gone || consumer->gone)
    return hlo_fail_at(
        &replay->process->cursor, step->offset, "'%.80s' %s",
        producer->gone ? step->producer : step->consumer,
        from == to ? "cannot be fused into itself" : "was fused into all of its readers before");
  join_kernels(replay, producer, consumer);
  join_reads(replay, from, consumer);
  if (replay->listed > MAX_LISTED)
    return hlo_fail_at(&replay->process->cursor, step->offset, "the fusions up to here are too large");
  if (producer->users <= 0) end_node(replay, producer);
  if (producer->op != NO_OP && consumer->op != NO_OP)
    vector_push(&replay->steps, (DumpStep){op_name(replay, producer->op), op_name(replay, consumer->op),
                                           producer->gone, producer->fused_us, producer->apart_us});
  if (consumer->op == NO_OP) consumer->op = producer->op;
  consumer->name = step->name;
  namemap_set(&replay->names, step->name, to);
  return true;
}

static bool remark(Replay *replay, const HloStep *step) {
  int64_t index;
  if (!namemap_get(&replay->names, step->producer, &index) || index == ELSEWHERE) return true;
  Node *node = &replay->nodes[index];
  node->fused_us = step->fused_us;
  node->apart_us = step->apart_us;
  if (node->op != NO_OP)
    vector_push(&replay->remarks, (DumpRemark){.producer = op_name(replay, node->op),
                                               .text = step->reason,
                                               .fused_us = step->fused_us,
                                               .apart_us = step->apart_us,
                                               .step = replay->steps.count});
  return true;
}

// ---- The plan

static void add_merged(const Replay *replay, const Node *node, int *listed, DumpPlan *plan) {
  const HloKernel *own = &replay->build->kernels.data[node->kernels.data[0]];
  HloInstruction instruction = *own->instruction;
  HloKernel merged = {.instruction = &instruction, .stored = own->stored};
  instruction.name = node->name;
  if (node->kernels.count > 1) instruction.opcode = "fusion";
  for (int i = 0; i < node->kernels.count; i++) {
    const HloKernel *member = &replay->build->kernels.data[node->kernels.data[i]];
    for (int j = 0; j < member->ops.count; j++)
      vector_push(&merged.ops, member->ops.data[j]);
  }
  hlo_plan_add(replay->build, replay->graph, &merged, listed, plan);
  vector_free(&merged.ops);
}

static void copy_steps(const Replay *replay, DumpPlan *plan) {
  DumpStep *steps = arena_array(plan->arena, (size_t)replay->steps.count, sizeof *steps);
  DumpRemark *remarks = arena_array(plan->arena, (size_t)replay->remarks.count, sizeof *remarks);
  for (int i = 0; i < replay->steps.count; i++) {
    steps[i] = replay->steps.data[i];
    steps[i].producer = arena_strdup(plan->arena, steps[i].producer);
    steps[i].consumer = arena_strdup(plan->arena, steps[i].consumer);
  }
  for (int i = 0; i < replay->remarks.count; i++) {
    remarks[i] = replay->remarks.data[i];
    remarks[i].producer = arena_strdup(plan->arena, remarks[i].producer);
    if (remarks[i].text) remarks[i].text = arena_strdup(plan->arena, remarks[i].text);
  }
  plan->steps = steps;
  plan->step_count = replay->steps.count;
  plan->remarks = remarks;
  plan->remark_count = replay->remarks.count;
}

static DumpPlan *take_plan(const Replay *replay) {
  DumpPlan *start = hlo_plan_all(replay->build, replay->graph),
           *plan = arena_alloc(start->arena, sizeof *plan);
  int *listed = arena_array(replay->build->arena, (size_t)replay->graph->op_count, sizeof *listed);
  *plan = (DumpPlan){.arena = start->arena, .compiler = start->compiler, .start = start};
  plan->kernels = arena_array(plan->arena, (size_t)replay->build->kernels.count, sizeof *plan->kernels);
  for (int i = 0; i < replay->build->kernels.count; i++) {
    const HloKernel *kernel = &replay->build->kernels.data[i];
    int index = node_of(replay, kernel);
    if (index < 0)
      hlo_plan_add(replay->build, replay->graph, kernel, listed, plan);
    else if (!replay->nodes[index].gone)
      add_merged(replay, &replay->nodes[index], listed, plan);
  }
  copy_steps(replay, plan);
  return plan;
}

static void replay_free(Replay *replay) {
  for (int i = 0; i < replay->entry->count; i++) {
    vector_free(&replay->nodes[i].kernels);
    vector_free(&replay->nodes[i].reads);
  }
  vector_free(&replay->steps);
  vector_free(&replay->remarks);
  namemap_free(&replay->names);
}

DumpPlan *hlo_process_plan(const HloBuild *build, const Graph *graph, const HloProcess *process) {
  const HloComputation *entry = &build->module->computations.data[build->module->entry];
  int most = entry->count > build->kernels.count ? entry->count : build->kernels.count;
  Replay replay = {.build = build, .graph = graph, .process = process, .entry = entry};
  replay.nodes = arena_array(build->arena, (size_t)entry->count, sizeof *replay.nodes);
  replay.seen = arena_array(build->arena, (size_t)most, sizeof *replay.seen);
  begin(&replay);
  bool done = true;
  for (int i = 0; done && i < process->steps.count; i++) {
    const HloStep *step = &process->steps.data[i];
    done = step->kind == HLO_STEP_FUSION ? fuse(&replay, step) : remark(&replay, step);
  }
  DumpPlan *plan = done ? take_plan(&replay) : NULL;
  replay_free(&replay);
  return plan;
}
