// A size of the graph that a kernel takes as an argument: numbers that follow from it, and the kernel for a
// value of it.
#include "kernel/cuda/emit_internal.h"
#include "kernel/nest/integers.h"
#include "kernel/template/sized.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- numbers

// Divided first: the quotient is whole, and no product is larger than the number.
static void scaled_text(const Emitter *emitter, SizeForm form, Digits room) {
  int64_t scale = form.scale < 0 ? -form.scale : form.scale;
  int length = snprintf(room, sizeof(Digits), "%.60s", emitter->size);
  if (form.divisor != 1)
    length += snprintf(room + length, sizeof(Digits) - (size_t)length, " / %" PRId64, form.divisor);
  if (scale != 1) snprintf(room + length, sizeof(Digits) - (size_t)length, " * %" PRId64, scale);
}

static const char *form_text(const Emitter *emitter, SizeForm form, Digits room) {
  Digits scaled;
  scaled_text(emitter, form, scaled);
  if (form.scale == 0)
    snprintf(room, sizeof(Digits), "%" PRId64, form.constant);
  else if (form.scale < 0)
    snprintf(room, sizeof(Digits), "(%" PRId64 " - %.90s)", form.constant, scaled);
  else if (form.constant)
    snprintf(room, sizeof(Digits), "(%.90s %c %" PRId64 ")", scaled, form.constant < 0 ? '-' : '+',
             form.constant < 0 ? -form.constant : form.constant);
  else
    snprintf(room, sizeof(Digits), form.scale == 1 && form.divisor == 1 ? "%.90s" : "(%.90s)", scaled);
  return room;
}

const char *emit_number(const Emitter *emitter, int64_t number, Digits room) {
  return emit_quotient(emitter, number, 1, room);
}

const char *emit_quotient(const Emitter *emitter, int64_t number, int64_t divisor, Digits room) {
  SizeForm form = size_form(emitter->nest->sized, number);
  if (form.scale == 0)
    form.constant = number / divisor;
  else if (form.scale % divisor == 0 && form.constant % divisor == 0)
    form = (SizeForm){form.scale / divisor, form.constant / divisor, form.divisor};
  else {
    Digits whole;
    snprintf(room, sizeof(Digits), "(%.100s / %" PRId64 ")", form_text(emitter, form, whole), divisor);
    return room;
  }
  return form_text(emitter, form, room);
}

static const char *units_text(const Emitter *emitter, int64_t elements, bool vectors, int64_t units,
                              Digits room) {
  const Mapping *mapping = &emitter->body->mapping;
  if (!size_follows(emitter->nest->sized, elements)) return emit_number(emitter, units, room);
  return emit_quotient(emitter, elements, vectors ? mapping->vector : 1, room);
}

const char *emit_walk_units(const Emitter *emitter, Digits room) {
  const Mapping *mapping = &emitter->body->mapping;
  return units_text(emitter, mapping->walk_elements, mapping->fast_walked, mapping->walk_units, room);
}

static int64_t owned_elements(const Emitter *emitter) {
  return nest_elements(emitter->nest, emitter->body->mapping.owned);
}

const char *emit_owned_units(const Emitter *emitter, Digits room) {
  const Mapping *mapping = &emitter->body->mapping;
  return units_text(emitter, owned_elements(emitter), !mapping->fast_walked, mapping->owned_units, room);
}

const char *emit_last_owned(const Emitter *emitter, Digits room) {
  Digits units;
  if (!size_follows(emitter->nest->sized, owned_elements(emitter)))
    snprintf(room, sizeof(Digits), "%" PRId64, emitter->body->mapping.owned_units - 1);
  else
    snprintf(room, sizeof(Digits), "%.100s - 1", emit_owned_units(emitter, units));
  return room;
}

const char *emit_tile_count(const Emitter *emitter, Digits room) {
  const Mapping *mapping = &emitter->body->mapping;
  Digits units;
  if (!size_follows(emitter->nest->sized, owned_elements(emitter)))
    snprintf(room, sizeof(Digits), "%" PRId64, mapping->tiles);
  else if (mapping->owned_lanes == 1)
    return emit_owned_units(emitter, room);
  else
    snprintf(room, sizeof(Digits), "(%.90s + %d) / %d", emit_owned_units(emitter, units),
             mapping->owned_lanes - 1, mapping->owned_lanes);
  return room;
}

void emit_trip_count(const Emitter *emitter, int64_t trips, Text *out) {
  const Mapping *mapping = &emitter->body->mapping;
  int64_t share = (int64_t)mapping->walk_lanes * mapping->slots * mapping->splits;
  if (size_follows(emitter->nest->sized, mapping->walk_elements))
    text_printf(out, "(%s + %" PRId64 ") / %" PRId64, emit_walk_units(emitter, (Digits){0}), share - 1,
                share);
  else
    text_printf(out, "%" PRId64, trips);
}

// ---- the parameter

void emit_size_parameter(const Emitter *emitter, Text *parameters) {
  if (!emitter->nest->sized) return;
  emit_parameter_begin(parameters);
  text_printf(parameters, "const %s %s", index_type(emitter), emitter->size);
}

const char *emit_grid(const Emitter *emitter, Digits room) {
  SizedGrid grid = {.form = {.constant = emitter->launch.grid, .divisor = 1}, .block = 1};
  if (emitter->nest->sized) grid = schedule_sized_grid(emitter->nest, emitter->schedule);
  Digits form;
  form_text(emitter, grid.form, form);
  if (grid.block == 1)
    snprintf(room, sizeof(Digits), "%s", form);
  else
    snprintf(room, sizeof(Digits), "(%.80s + %" PRId64 ") / %" PRId64, form, grid.block - 1, grid.block);
  return room;
}

static void values_text(const NestSize *size, Text *out) {
  if (size->multiple > 1)
    text_printf(out, "multiples of %" PRId64 " from %" PRId64 " to %" PRId64, size->multiple, size->least,
                size->most);
  else
    text_printf(out, "from %" PRId64 " to %" PRId64, size->least, size->most);
}

void emit_size_comment(Emitter *emitter) {
  const NestSize *size = emitter->nest->sized;
  if (!size) return;
  Text values = {0};
  values_text(size, &values);
  emit_line(emitter, "// %s is the graph's %s: %s", emitter->size, size->name, text_get(&values));
  text_free(&values);
}

// ---- the kernel at a value

static bool takes_value(const NestSize *size, int64_t value, Status *status) {
  if (value >= size->least && value <= size->most && value % size->multiple == 0) return true;
  Text values = {0};
  values_text(size, &values);
  status_fail(status, STATUS_INPUT, "%s = %" PRId64 " is none that the kernel takes: %s", size->name, value,
              text_get(&values));
  text_free(&values);
  return false;
}

static bool same_grid(const SizedNest *sized, const Schedule *schedule) {
  SizedGrid grid = schedule_sized_grid(sized->nest, schedule),
            other = schedule_sized_grid(sized->other, schedule);
  return grid.form.scale == other.form.scale && grid.form.constant == other.form.constant &&
         grid.form.divisor == other.form.divisor && grid.block == other.block;
}

static bool same_grids(const SizedNest *sized, const Schedule *schedule) {
  bool same = sized->part_count || same_grid(sized, schedule);
  for (int i = 0; i < sized->part_count && same; i++)
    same = same_grid(&sized->parts[i], sized->nest->parts[i].schedule);
  return same;
}

// What is written from nests at two witnesses differs wherever a number follows from the size unsaid.
static bool says_all(const SizedNest *sized, const Schedule *schedule, const GpuLimits *limits,
                     const EmitOptions *options, const Emitted *emitted, Status *status) {
  Emitted other;
  if (!kernel_emit(sized->other, schedule, limits, options, &other, status)) return false;
  bool same = same_grids(sized, schedule) && !strcmp(emitted->source, other.source) &&
              emitted->cooperates == other.cooperates &&
              emitted->launch.shared_bytes == other.launch.shared_bytes &&
              emitted->launch.workspace_bytes == other.launch.workspace_bytes;
  if (!same)
    status_fail(status, STATUS_INPUT,
                "a number in the kernel's code follows from %s in a way that an argument cannot say: choose "
                "another template or other knobs",
                sized->size.name);
  emitted_free(&other);
  return same;
}

static void take_value(const SizedNest *sized, const Schedule *schedule, int64_t value, Emitted *emitted) {
  emitted->launch.grid = schedule_sized_blocks(sized->nest, schedule, value);
  for (int i = 0; i < sized->nest->buffer_count; i++) {
    const Buffer *buffer = &sized->nest->buffers[i];
    emitted->parameter_bytes[i] = size_at(&sized->size, buffer->elements, value) * dtype_bytes(buffer->dtype);
  }
}

bool kernel_emit_sized(const SizedNest *sized, const Schedule *schedule, const GpuLimits *limits,
                       const EmitOptions *options, int64_t value, Emitted *emitted, Status *status) {
  *emitted = (Emitted){0};
  if (!takes_value(&sized->size, value, status)) return false;
  if (!kernel_emit(sized->nest, schedule, limits, options, emitted, status)) return false;
  if (!says_all(sized, schedule, limits, options, emitted, status)) {
    emitted_free(emitted);
    return false;
  }
  take_value(sized, schedule, value, emitted);
  return true;
}
