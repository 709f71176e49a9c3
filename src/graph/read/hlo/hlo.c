// HLO text of XLA: a module before or after its passes. An optimised one also has the compiler's plan.
#include "graph/read/hlo/hlo.h"
#include "base/file.h"
#include "base/text.h"
#include "graph/read/hlo/control.h"
#include "graph/read/hlo/process.h"
#include "graph/read/hlo/thunks.h"
#include "graph/read/importer.h"

#include <stdlib.h>
#include <string.h>

static const HloComputation *entry_of(const HloModule *module) {
  return &module->computations.data[module->entry];
}

// Fusions are chosen by the compiler.
static bool has_plan(const HloModule *module) {
  const HloComputation *entry = entry_of(module);
  for (int i = 0; i < entry->count; i++)
    if (text_equal(entry->instructions[i].opcode, "fusion")) return true;
  return module->scheduled;
}

// ---- Inputs and outputs

static bool add_input(HloBuild *build, const char *name, HloSymbol *symbol) {
  for (int i = 0; symbol->kind == HLO_TUPLE && i < symbol->shape->item_count; i++)
    if (!add_input(build, arena_printf(build->arena, "%s.%d", name, i), &symbol->items[i])) return false;
  if (symbol->kind != HLO_VALUE) return true;
  const HloShape *shape = symbol->shape;
  Status status = {0};
  int64_t stride[MAX_RANK];
  hlo_strides(shape, stride);
  symbol->value = builder_input(build->builder, hlo_unique(build, name), shape->type->dtype, &shape->sizes,
                                stride, &status);
  return symbol->value != NO_VALUE || hlo_build_fail(build, "%.400s", status.message);
}

static bool add_inputs(HloBuild *build, HloSymbol *arguments) {
  const HloComputation *entry = entry_of(build->module);
  const HloInstruction **parameters =
      arena_array(build->arena, (size_t)entry->parameters, sizeof *parameters);
  for (int i = 0; i < entry->count; i++) {
    if (!text_equal(entry->instructions[i].opcode, "parameter")) continue;
    HloCursor within = hlo_within(&build->module->cursor, entry->instructions[i].arguments);
    int64_t number = 0;
    if (hlo_integer(&within, &number)) parameters[number] = &entry->instructions[i];
  }
  for (int i = 0; i < entry->parameters; i++) {
    int unset = 0;
    if (!parameters[i]) continue;
    build->at = parameters[i];
    arguments[i] = hlo_results(build, parameters[i]->shape, &unset);
    if (!add_input(build, parameters[i]->name, &arguments[i])) return false;
  }
  return true;
}

static bool add_output(HloBuild *build, const HloSymbol *symbol) {
  if (symbol->kind == HLO_VOID) return true;
  for (int i = 0; symbol->kind == HLO_TUPLE && i < symbol->shape->item_count; i++)
    if (!add_output(build, &symbol->items[i])) return false;
  if (symbol->kind == HLO_TUPLE) return true;
  int value = hlo_symbol_tensor(build, symbol);
  if (value == NO_VALUE) return hlo_build_fail(build, "%s", build->reason);
  builder_output(build->builder, value);
  return true;
}

static bool build_entry(HloBuild *build) {
  const HloComputation *entry = entry_of(build->module);
  HloSymbol *arguments = arena_array(build->arena, (size_t)entry->parameters, sizeof *arguments), result;
  if (!add_inputs(build, arguments)) return false;
  if (!hlo_build_computation(build, entry, arguments, entry->parameters, &result)) return false;
  build->at = &entry->instructions[entry->root];
  return add_output(build, &result);
}

// ---- The module

static void build_free(HloBuild *build) {
  for (int i = 0; i < build->kernels.count; i++) {
    vector_free(&build->kernels.data[i].ops);
    vector_free(&build->kernels.data[i].stored);
  }
  vector_free(&build->kernels);
  vector_free(&build->made);
  vector_free(&build->runners);
  hashmap_free(&build->made_by_hash);
  hashmap_free(&build->constants);
  namemap_free(&build->names);
  namemap_free(&build->opcodes);
}

// False: the steps of the process do not fit the graph, which is freed.
static bool make_plan(const HloBuild *build, const HloProcess *process, Graph **graph, DumpPlan **plan) {
  if (!*graph || !build->planned) return *graph;
  DumpPlan *made = process ? hlo_process_plan(build, *graph, process) : hlo_plan_all(build, *graph);
  if (!made) {
    graph_free(*graph);
    *graph = NULL;
  } else if (plan) {
    *plan = made;
  } else {
    dump_plan_free(made);
  }
  return made;
}

static const char *graph_name(const HloModule *module, const HloPart *part) {
  const char *name = module->name ? module->name : file_base_name(module->cursor.file);
  Arena *arena = module->cursor.arena;
  if (!part->runs) return name;
  if (text_equal(part->runs->opcode, "while")) return arena_printf(arena, "%s %s", name, part->runs->name);
  return arena_printf(arena, "%s %s %d", name, part->runs->name, part->branch);
}

// What runs the part, and how often.
static void tell_part(HloBuild *build, const HloPart *part) {
  if (!part->runs) return;
  const char *rounds = hlo_rounds(build->module, part->runs);
  Text about = {0};
  if (!text_equal(part->runs->opcode, "while"))
    text_printf(&about, "Branch %d of %s.", part->branch, part->runs->name);
  else if (rounds)
    text_printf(&about, "The body of %s, which runs %s times.", part->runs->name, rounds);
  else
    text_printf(&about, "The body of %s; how often it runs is not written.", part->runs->name);
  builder_about(build->builder, text_get(&about));
  text_free(&about);
}

// What `build` makes of the module's entry, with what its loops run.
static Graph *finish(HloBuild *build, HloControls *controls, Status *status) {
  hlo_list_opcodes(build);
  bool done = build_entry(build);
  Graph *graph = done ? builder_finish(build->builder, status) : NULL;
  if (!done) builder_free(build->builder);
  controls->visited += build->visited;
  if (graph && build->runners.count) hlo_controls_attach(controls, build, graph);
  return graph;
}

Graph *hlo_build_quietly(HloControls *controls, const HloModule *module) {
  Status ignored = {0};
  HloModule quiet = *module;
  quiet.cursor.status = &ignored;
  HloBuild build = {.module = &quiet,
                    .arena = module->cursor.arena,
                    .status = &ignored,
                    .visited = controls->visited,
                    .builder = builder_new("body", module->cursor.file)};
  controls->visited = 0;
  Graph *graph = finish(&build, controls, &ignored);
  build_free(&build);
  return graph;
}

// `process`: how the module was fused; NULL: that is not known.
static Graph *build_graph(const HloModule *module, const HloParts *parts, const HloPart *part,
                          const HloProcess *process, DumpPlan **plan, Status *status) {
  HloControls controls;
  HloBuild build = {.module = module,
                    .parts = parts,
                    .arena = module->cursor.arena,
                    .status = status,
                    .planned = process || has_plan(module)};
  build.builder = builder_new(graph_name(module, part), module->cursor.file);
  tell_part(&build, part);
  hlo_controls_begin(&controls, module);
  Graph *graph = finish(&build, &controls, status);
  make_plan(&build, process, &graph, plan);
  hlo_controls_end(&controls, graph);
  build_free(&build);
  return graph;
}

// What is read, and where what was read goes.
typedef struct Reading {
  const char *file;
  int which;
  Arena *arena;
  DumpPlan **plan;
  Status *status;
} Reading;

static Graph *build_part(HloModule *module, const HloProcess *process, const Reading *reading) {
  HloParts parts = {0};
  Graph *graph = NULL;
  hlo_list_parts(module, &parts);
  if (reading->which < parts.count) {
    const HloPart *part = &parts.data[reading->which];
    module->entry = (int)(part->computation - module->computations.data);
    graph = build_graph(module, &parts, part, process, reading->plan, reading->status);
  } else {
    status_fail(reading->status, STATUS_INPUT,
                "%s: there is no graph %d in it, only %d (FILE#1 is the entry)", reading->file,
                reading->which + 1, parts.count);
  }
  vector_free(&parts);
  return graph;
}

static Graph *read_module(const char *file, const char *text, size_t length, const HloProcess *process,
                          const Reading *reading) {
  HloModule module;
  Graph *graph = NULL;
  if (hlo_parse(file, text, length, reading->arena, &module, reading->status))
    graph = build_part(&module, process, reading);
  hlo_module_free(&module);
  return graph;
}

// Places in the module are told as of the module.
static Graph *read_process(const char *text, size_t length, const Reading *reading) {
  HloProcess process;
  Graph *graph = NULL;
  if (hlo_process_read(reading->file, text, length, reading->arena, &process, reading->status)) {
    const char *module = arena_printf(reading->arena, "%s: hlo_module_before_fusion", reading->file);
    graph = read_module(module, process.module, process.length, &process, reading);
  }
  hlo_process_free(&process);
  return graph;
}

// A record of fusion: fields come in any order, most often steps first.
static bool is_process(const char *text, size_t length) {
  HloCursor cursor = {.text = text, .length = (long)length, .whole = (long)length};
  HloSpan word = hlo_word(&cursor);
  return hlo_span_is(&cursor, word, "fusion_steps") || hlo_span_is(&cursor, word, "gpu_device_info") ||
         hlo_span_is(&cursor, word, "hlo_module_before_fusion");
}

Graph *graph_read_hlo(const char *file, const char *text, size_t length, int which, DumpPlan **plan,
                      Status *status) {
  Status local = {0}; // the parser's messages need one
  Reading reading = {file, which, arena_new(), plan, &local};
  if (plan) *plan = NULL;
  Graph *graph = is_process(text, length) ? read_process(text, length, &reading)
                                          : read_module(file, text, length, NULL, &reading);
  if (status) *status = local;
  arena_free(reading.arena);
  return graph;
}

static int count_parts(const char *text, size_t length, Arena *arena) {
  Status ignored = {0};
  HloModule module;
  HloParts parts = {0};
  if (hlo_parse("", text, length, arena, &module, &ignored)) hlo_list_parts(&module, &parts);
  int count = parts.count;
  vector_free(&parts);
  hlo_module_free(&module);
  return count;
}

int hlo_count(const char *text, size_t length) {
  bool several = memmem(text, length, "while", 5) || memmem(text, length, "conditional", 11);
  if (!several) return 1;
  Arena *arena = arena_new();
  Status ignored = {0};
  HloProcess process = {0};
  int count = 1;
  if (!is_process(text, length))
    count = count_parts(text, length, arena);
  else if (hlo_process_read("", text, length, arena, &process, &ignored))
    count = count_parts(process.module, process.length, arena);
  hlo_process_free(&process);
  arena_free(arena);
  return count;
}

bool hlo_is_text(const char *text, size_t length) {
  return is_process(text, length) || text_starts(text, "HloModule ");
}

// Comments may stand first. A module may lack its header: then an entry tells it.
static bool is_hlo(const Source *source) {
  HloCursor cursor = {.text = source->text, .length = (long)source->length, .whole = (long)source->length};
  if (hlo_is(&cursor, "HloModule")) return true;
  bool named = hlo_is(&cursor, "%");
  HloSpan first = hlo_word(&cursor);
  return hlo_span_is(&cursor, first, "ENTRY") ||
         ((named || hlo_is(&cursor, "{")) && memmem(source->text, source->length, "\nENTRY ", 7));
}

static bool is_stablehlo(const Source *source) {
  return text_starts(source->text, "module @") && memmem(source->text, source->length, "stablehlo.", 10);
}

// Launches are those of the module that the compiler ended with: before, kernels are others or in another
// order.
static bool is_scheduled(const Source *source) {
  const char *end = memchr(source->text, '\n', source->length);
  size_t header = end ? (size_t)(end - source->text) : source->length;
  return memmem(source->text, header, "is_scheduled=true", 17);
}

static bool takes(const Source *source) {
  return source->text && (is_process(source->text, source->length) || is_hlo(source) || is_stablehlo(source));
}

static Graph *read(const Source *source, DumpPlan **plan, Status *status) {
  if (!is_stablehlo(source)) {
    Graph *graph = graph_read_hlo(source->path, source->text, source->length, source->which, plan, status);
    bool entry = source->which == 0 && plan && *plan && !(*plan)->start;
    if (graph && entry && is_scheduled(source)) hlo_find_thunks(source->path, *plan);
    return graph;
  }
  status_fail(
      status, STATUS_INPUT,
      "%s: StableHLO, of which the compiler has not seen anything yet: print .compile().as_text() (with the "
      "compiler's plan) or .as_text(dialect=\"hlo\") instead",
      source->path);
  return NULL;
}

const Importer importer_hlo = {"hlo", "HLO text", takes, read};
