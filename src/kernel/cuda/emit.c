// A kernel as a translation unit, see emit.h.
#include "base/hash.h"
#include "kernel/cuda/emit_internal.h"
#include "kernel/template/template.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// ---- what cannot be emitted

static bool check(Emitter *emitter) {
  for (int i = 0; i < emitter->nest->buffer_count; i++)
    if (!kernel_memory_type(emitter->nest->buffers[i].dtype))
      return status_fail(emitter->status, STATUS_INPUT, "kernels cannot hold elements of type %s yet",
                         dtype_name(emitter->nest->buffers[i].dtype));
  for (int i = 0; i < emitter->nest->step_count; i++) {
    const Step *step = &emitter->nest->steps[i];
    if (step->kind == STEP_COMPUTE && !op_info(step->code)->cuda)
      return status_fail(emitter->status, STATUS_INTERNAL, "the op table has no expression for %s",
                         op_info(step->code)->name);
  }
  return true;
}

// Kernels are small: what is emitted is checked, but where assertions are off. A batch has no code of its
// own.
static bool is_sound(const Emitter *emitter) {
#ifdef NDEBUG
  (void)emitter;
  return true;
#else
  return !emitter->code || code_verify(emitter->code, emitter->status);
#endif
}

// ---- the unit

void emit_space(Emitter *emitter) {
  const Mapping *mapping = &emitter->body->mapping;
  Text space = {0};
  for (int i = 0; i < emitter->nest->dim_count; i++)
    text_printf(&space, "%s%s%s", i ? " x " : "", emit_number(emitter, emitter->nest->size[i], (Digits){0}),
                emitter->nest->reduced >> i & 1 ? " (reduced)" : "");
  emit_line(emitter, "// %s elements; %s blocks of %d threads, %d elements a vector%s", text_get(&space),
            emit_grid(emitter, (Digits){0}), emitter->launch.threads, mapping->vector,
            mapping->ordered      ? ", in order"
            : mapping->persistent ? ", rows stay in registers"
                                  : "");
  text_free(&space);
}

void buffer_declaration(const Emitter *emitter, int buffer, Text *out) {
  const Buffer *row = &emitter->nest->buffers[buffer];
  text_printf(out, "%s%s *%s", row->written ? "" : "const ", kernel_memory_type(row->dtype),
              emitter->buffers[buffer]);
}

void emit_parameter_begin(Text *parameters) {
  if (parameters->length) text_add(parameters, ", ");
}

static void emit_signature(Emitter *emitter, const char *name) {
  Text parameters = {0};
  bool product = emit_has_product(emitter);
  if (product) emit_map_parameters(emitter, &parameters);
  for (int i = 0; i < emitter->nest->buffer_count; i++) {
    emit_parameter_begin(&parameters);
    buffer_declaration(emitter, i, &parameters);
  }
  if (emitter->launch.workspace_bytes) {
    emit_parameter_begin(&parameters);
    text_add(&parameters, "unsigned *workspace");
  }
  emit_size_parameter(emitter, &parameters);
  Text cluster = {0};
  if (product) text_printf(&cluster, "__launch_bounds__(%d, 1) ", emitter->launch.threads);
  if (emitter->launch.cluster > 1)
    text_printf(&cluster, "__cluster_dims__(%d, 1, 1) ", emitter->launch.cluster);
  emit_open(emitter, "extern \"C\" __global__ void %s%s(%s)", text_get(&cluster), name,
            text_get(&parameters));
  text_free(&cluster);
  text_free(&parameters);
}

static void emit_kernel(Emitter *emitter, const char *name, bool *cooperates) {
  if (emitter->options.annotate) {
    emit_line(emitter, "// %s: %s", name, template_name(emitter->schedule->kind));
    emit_space(emitter);
    emit_size_comment(emitter);
  }
  emit_signature(emitter, name);
  emit_tree(emitter);
  emit_close(emitter);
  *cooperates = code_cooperates(emitter->code);
}

static CodeName name_code(const Emitted *emitted, int register_cap) {
  const LaunchShape *launch = &emitted->launch;
  CodeName name;
  Text text = {0};
  text_printf(&text, "%" PRId64 " %d %d %d %" PRId64 " %d\n", launch->grid, launch->cluster, launch->threads,
              launch->pipeline_bytes, launch->workspace_bytes, register_cap);
  text_add(&text, emitted->prelude);
  text_add(&text, emitted->source);
  hash_name(name.digits, text_get(&text), text.length);
  text_free(&text);
  return name;
}

uint64_t code_name_key(const CodeName *code) {
  char digits[17];
  snprintf(digits, sizeof digits, "%.16s", code->digits);
  return strtoull(digits, NULL, 16);
}

static void describe(const Emitter *emitter, Emitted *emitted) {
  emitted->launch = emitter->launch;
  emitted->parameter_count = emitter->nest->buffer_count + (emitter->launch.workspace_bytes > 0);
  emitted->takes_size = emitter->nest->sized != NULL;
  emit_describe_maps(emitter, emitted);
  emitted->parameter_bytes = memory_alloc(((size_t)emitted->parameter_count + 1) * sizeof(int64_t));
  for (int i = 0; i < emitter->nest->buffer_count; i++)
    emitted->parameter_bytes[i] =
        emitter->nest->buffers[i].elements * dtype_bytes(emitter->nest->buffers[i].dtype);
  if (emitter->launch.workspace_bytes)
    emitted->parameter_bytes[emitter->nest->buffer_count] = emitter->launch.workspace_bytes;
}

static void take_code(Emitter *emitter, const KernelCode *code) {
  emitter->code = code;
  emitter->body = &code->body;
  emitter->launch = code->launch;
  emitter->wide = code_wide(code);
}

bool emitter_open(Emitter *emitter, const Nest *nest, const Schedule *schedule, const GpuLimits *limits) {
  emitter->nest = nest;
  emitter->schedule = schedule;
  emitter->launch = schedule_launch(nest, schedule, limits);
  if (!schedule->kind->emit) {
    if (!code_make_until(nest, schedule, &emitter->launch, emitter->options.passes, &emitter->made))
      return status_fail(emitter->status, STATUS_INPUT, "a kernel cannot chain more than %d reductions",
                         MAX_LOOPS);
    take_code(emitter, &emitter->made);
  }
  if (!check(emitter) || !is_sound(emitter)) return false;
  names_make(emitter);
  ranges_make(emitter);
  return true;
}

bool emit_code(const KernelCode *code, const EmitOptions *options, Text *out, Status *status) {
  Emitter emitter = {.nest = code->nest, .schedule = code->schedule, .options = *options, .status = status};
  take_code(&emitter, code);
  bool possible = check(&emitter);
  if (possible) {
    names_make(&emitter);
    ranges_make(&emitter);
    emit_tree(&emitter);
    text_add(out, text_get(&emitter.text));
  }
  emitter_close(&emitter);
  return possible;
}

void emitter_close(Emitter *emitter) {
  text_free(&emitter->text);
  text_free(&emitter->shared_fields);
  vector_free(&emitter->lines);
  free(emitter->steps);
  free(emitter->ranges);
  free(emitter->buffers);
  code_free(&emitter->made);
}

// Does the code call what only the longer prelude has? The shorter one, which is in the name of the code,
// stays as it is for all others.
static bool step_needs_types(const Step *step) {
  bool memory = step->kind == STEP_LOAD || step->kind == STEP_STORE;
  if (emit_type_is_rare(step->dtype) || emit_type_is_rare(step->round_to)) return true;
  if (memory && emit_type_is_rare(step->stored)) return true;
  bool bits = step->code == OP_SHIFT_LEFT || step->code == OP_SHIFT_RIGHT || step->code == OP_REINTERPRET;
  return step->kind == STEP_COMPUTE && bits;
}

static bool needs_types(const Nest *nest) {
  for (int i = 0; i < nest->step_count; i++)
    if (step_needs_types(&nest->steps[i])) return true;
  for (int i = 0; i < nest->part_count; i++)
    if (needs_types(nest->parts[i].nest)) return true;
  return false;
}

bool kernel_emit(const Nest *nest, const Schedule *schedule, const GpuLimits *limits,
                 const EmitOptions *options, Emitted *emitted, Status *status) {
  *emitted = (Emitted){0};
  Emitter emitter = {.options = *options, .status = status};
  bool possible = emitter_open(&emitter, nest, schedule, limits);
  if (possible) {
    kernel_name(nest, schedule, emitted->name);
    emitted->prelude = emit_has_product(&emitter) ? kernel_products_prelude()
                       : needs_types(nest)        ? kernel_types_prelude()
                                                  : kernel_prelude();
    if (!emit_scores(&emitter, limits))
      possible = false;
    else if (schedule->kind->emit)
      possible = schedule->kind->emit(&emitter, limits, emitted->name, &emitted->cooperates);
    else
      emit_kernel(&emitter, emitted->name, &emitted->cooperates);
  }
  if (possible) {
    describe(&emitter, emitted);
    emitted->source = text_take(&emitter.text);
    emitted->lines = emitter.lines;
    emitter.lines = (EmittedLines){0};
    if (!options->annotate) emitted->code = name_code(emitted, schedule->knob[KNOB_registers]);
  }
  emitter_close(&emitter);
  return possible;
}

void emitted_free(Emitted *emitted) {
  free(emitted->source);
  free(emitted->parameter_bytes);
  vector_free(&emitted->lines);
  *emitted = (Emitted){0};
}
