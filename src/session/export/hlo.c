// A module of the plan: the kernels' computations first, as XLA wants them before they are called.
#include "session/export/hlo.h"

#include "base/arena.h"
#include "graph/write/write_hlo.h"
#include "session/internal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

typedef VECTOR(int) Values;

// A kernel that was written as a computation.
typedef struct Fusion {
  Values reads; // its parameters
  bool loose;   // it is an instruction of the entry: there is no computation
  bool reduces;
} Fusion;

typedef struct Module {
  Session *session;
  HloText *hlo;
  Fusion *fusions; // by launch order
  Text computations, entry;
  Status *status;
} Module;

// ---- Computations

static bool write_members(Module *module, const PlanKernel *kernel, Fusion *fusion) {
  int op = 0, copy = 0;
  while (op < kernel->op_count || copy < kernel->copy_count) {
    bool home =
        copy == kernel->copy_count || (op < kernel->op_count && kernel->ops[op] < kernel->copies[copy]);
    int next = home ? kernel->ops[op++] : kernel->copies[copy++];
    fusion->reduces |= module->session->graph->ops[next].op_class == CLASS_REDUCE;
    if (!hlo_text_op(module->hlo, next)) return false;
  }
  return true;
}

static bool write_computation(Module *module, int id, Fusion *fusion) {
  Plan *plan = module->session->plan;
  PlanKernel kernel = plan_kernel(plan, id);
  const PlanLowered *lowered = plan_lowered(plan, id);
  char name[32];
  int count;
  fusion->loose = !lowered->nest;
  if (fusion->loose) return true;
  snprintf(name, sizeof name, "computation_K%d", id);
  hlo_text_open(module->hlo, name, false, &module->computations);
  if (!write_members(module, &kernel, fusion) ||
      !hlo_text_close(module->hlo, lowered->stored, lowered->stored_count))
    return false;
  const int *reads = hlo_text_parameters(module->hlo, &count);
  for (int i = 0; i < count; i++)
    vector_push(&fusion->reads, reads[i]);
  return true;
}

// ---- The entry

static void write_inputs(Module *module) {
  const Graph *graph = module->session->graph;
  for (int i = 0; i < graph->input_count; i++)
    hlo_text_value(module->hlo, graph->inputs[i]); // parameters in their order
}

static void write_fusion(Module *module, int id, const Fusion *fusion) {
  const PlanLowered *lowered = plan_lowered(module->session->plan, id);
  bool tuple = lowered->stored_count != 1;
  Text operands = {0}, type = {0};
  char name[64];
  for (int i = 0; i < fusion->reads.count; i++)
    text_printf(&operands, "%s%s", i ? ", " : "", hlo_text_value(module->hlo, fusion->reads.data[i]));
  for (int i = 0; i < lowered->stored_count; i++) {
    if (i) text_add(&type, ", ");
    hlo_text_type(module->hlo, lowered->stored[i], &type);
  }
  text_printf(&module->entry, "  %%K%d = %s%s%s fusion(%s), kind=%s, calls=%%computation_K%d\n", id,
              tuple ? "(" : "", text_get(&type), tuple ? ")" : "", text_get(&operands),
              fusion->reduces ? "kInput" : "kLoop", id);
  for (int i = 0; i < lowered->stored_count; i++) {
    snprintf(name, sizeof name, tuple ? "%%K%d.%d" : "%%K%d", id, i);
    hlo_text_name(module->hlo, lowered->stored[i], name);
    if (!tuple) continue;
    text_printf(&module->entry, "  %s = ", name);
    hlo_text_type(module->hlo, lowered->stored[i], &module->entry);
    text_printf(&module->entry, " get-tuple-element(%%K%d), index=%d\n", id, i);
  }
  text_free(&operands);
  text_free(&type);
}

static bool write_outputs(Module *module) {
  const Graph *graph = module->session->graph;
  Values outputs = {0};
  for (int i = 0; i < graph->output_count; i++)
    if (graph->outputs[i] != NO_VALUE) vector_push(&outputs, graph->outputs[i]);
  bool done = hlo_text_close(module->hlo, outputs.data, outputs.count);
  vector_free(&outputs);
  return done;
}

static bool write_entry(Module *module, const int *order, int count) {
  hlo_text_open(module->hlo, "main", true, &module->entry);
  write_inputs(module);
  for (int i = 0; i < count; i++) {
    if (!module->fusions[i].loose)
      write_fusion(module, order[i], &module->fusions[i]);
    else if (!hlo_text_op(module->hlo, plan_kernel(module->session->plan, order[i]).ops[0]))
      return false;
  }
  return write_outputs(module);
}

// ---- The module

static void add_name(const char *name, Text *out) {
  for (; *name; name++)
    text_add_bytes(out, isalnum((unsigned char)*name) ? name : "_", 1);
}

static bool write_module(Module *module, const int *order, int count) {
  for (int i = 0; i < count; i++)
    if (!write_computation(module, order[i], &module->fusions[i])) return false;
  return write_entry(module, order, count);
}

bool export_hlo(Session *session, Text *out, Status *status) {
  int count;
  const int *order = plan_order(session->plan, &count);
  Module module = {.session = session, .hlo = hlo_text_new(session->graph, status), .status = status};
  module.fusions = memory_alloc(sizeof *module.fusions * ((size_t)count + 1));
  bool done = write_module(&module, order, count);
  if (done) {
    text_add(out, "HloModule fusebox_");
    add_name(session->graph->name, out);
    text_printf(out, "\n\n%s%s%s", hlo_text_regions(module.hlo), text_get(&module.computations),
                text_get(&module.entry));
  }
  for (int i = 0; i < count; i++)
    vector_free(&module.fusions[i].reads);
  free(module.fusions);
  text_free(&module.computations);
  text_free(&module.entry);
  hlo_text_free(module.hlo);
  return done;
}
