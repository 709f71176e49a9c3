// A batch as a kernel: a function for each part, and a kernel in which each block finds its part by its
// number.
//
// The parameters are the batch's buffers in order, one pointer each; those that a part which runs several
// times has for itself stand in a table. Tables are read at a place that the block's number gives, hence they
// are constants of the grid (__grid_constant__): nothing is copied to a thread's own memory.
#include "kernel/cuda/emit_internal.h"
#include "kernel/template/sized.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct PartEmitter {
  Emitter emitter;
  Schedule schedule;
  const NestPart *part;
  int number;
  int64_t first_block, blocks; // of all its times; of one, 1 at least
  Name first, each;            // what the code says for first_block, empty: 0; and for blocks
  bool follows, moves;         // do its blocks follow from a size, or does its first one?
  int64_t first_word, words;   // of the workspace: of all its times; of one
  bool shares;                 // has shared memory
} PartEmitter;

typedef struct BatchEmitter {
  Emitter *whole; // names the buffers, and collects the text
  PartEmitter *parts;
  int count;
} BatchEmitter;

// Does a buffer of a part change from one time to the next? The table has those.
static bool is_tabled(const NestPart *part, int buffer) {
  return part->count > 1 && part->buffers[buffer] != part->buffers[part->nest->buffer_count + buffer];
}

// ---- a part as a function

static void emit_part_heading(PartEmitter *part) {
  Emitter *emitter = &part->emitter;
  if (!emitter->options.annotate) return;
  emit_line(emitter, "// Part %d: %s", part->number, template_name(part->schedule.kind));
  if (part->part->count > 1)
    emit_line(emitter, "// %d of the same kind, here with the names of the first", part->part->count);
  emit_space(emitter);
}

static void part_parameters(const PartEmitter *part, Text *parameters) {
  text_add(parameters, "const unsigned block");
  if (part->shares) text_printf(parameters, ", Part%dShared &memory", part->number);
  for (int b = 0; b < part->part->nest->buffer_count; b++) {
    emit_parameter_begin(parameters);
    buffer_declaration(&part->emitter, b, parameters);
  }
  if (part->words) text_add(parameters, ", unsigned *workspace");
  emit_size_parameter(&part->emitter, parameters);
}

// The body comes first, because it says what memory the function shares.
static void emit_part(PartEmitter *part, int launch_threads, Emitter *whole) {
  Emitter *emitter = &part->emitter;
  emitter->indent = 1;
  int threads = emitter->launch.threads;
  if (threads < launch_threads) emit_line(emitter, "if (threadIdx.x >= %d) return;", threads);
  emit_tree(emitter);
  char *body = text_take(&emitter->text);
  emitter->indent = 0, emitter->counted = 0, emitter->line = 0;
  part->shares = emitter->shared_fields.length > 0;
  emit_part_heading(part);
  if (part->shares)
    text_printf(&emitter->text, "struct Part%dShared {\n%s};\n", part->number,
                text_get(&emitter->shared_fields));
  Text parameters = {0};
  part_parameters(part, &parameters);
  emit_open(emitter, "FB_INLINE void part_%d(%s)", part->number, text_get(&parameters));
  int before = emit_line_count(whole) + emit_line_count(emitter);
  for (int i = 0; i < emitter->lines.count; i++)
    vector_push(&whole->lines,
                (EmittedLine){before + emitter->lines.data[i].line, emitter->lines.data[i].op});
  text_add(&emitter->text, body);
  emit_close(emitter);
  text_printf(&whole->text, "%s\n", text_get(&emitter->text));
  text_free(&parameters);
  free(body);
}

// ---- the kernel's memory

static void emit_table(const BatchEmitter *batch, const PartEmitter *part) {
  const NestPart *row = part->part;
  if (row->count == 1) return;
  emit_line(batch->whole, "struct Part%dBuffers {", part->number);
  for (int b = 0; b < row->nest->buffer_count; b++) {
    if (!is_tabled(row, b)) continue;
    Text field = {0};
    buffer_declaration(&part->emitter, b, &field);
    emit_line(batch->whole, "  %s;", text_get(&field));
    text_free(&field);
  }
  emit_line(batch->whole, "};");
  emit_line(batch->whole, "struct Part%dTable {", part->number);
  emit_line(batch->whole, "  Part%dBuffers at[%d];", part->number, row->count);
  emit_line(batch->whole, "};\n");
}

static bool emit_shared_union(const BatchEmitter *batch) {
  bool any = false;
  for (int i = 0; i < batch->count; i++) {
    const PartEmitter *part = &batch->parts[i];
    if (!part->shares) continue;
    if (!any) emit_line(batch->whole, "union Shared {");
    any = true;
    emit_line(batch->whole, "  Part%dShared part_%d;", part->number, part->number);
  }
  if (any) emit_line(batch->whole, "};\n");
  return any;
}

// The number of the part that has a buffer in its table; -1: it is a parameter of its own.
static int *find_tables(const BatchEmitter *batch) {
  int count = batch->whole->nest->buffer_count;
  int *table = memory_alloc(((size_t)count + 1) * sizeof *table);
  for (int b = 0; b < count; b++)
    table[b] = -1;
  for (int i = 0; i < batch->count; i++) {
    const NestPart *part = batch->parts[i].part;
    for (int b = 0; b < part->count * part->nest->buffer_count; b++)
      if (is_tabled(part, b % part->nest->buffer_count)) table[part->buffers[b]] = batch->parts[i].number;
  }
  return table;
}

static void emit_batch_signature(BatchEmitter *batch, const char *name) {
  const Emitter *whole = batch->whole;
  int *table = find_tables(batch), last = -1;
  Text parameters = {0};
  for (int b = 0; b < whole->nest->buffer_count; b++) {
    if (table[b] >= 0 && table[b] == last) continue;
    emit_parameter_begin(&parameters);
    last = table[b];
    if (last < 0)
      buffer_declaration(whole, b, &parameters);
    else
      text_printf(&parameters, "const __grid_constant__ Part%dTable part_%d_buffers", last, last);
  }
  if (whole->launch.workspace_bytes) {
    emit_parameter_begin(&parameters);
    text_add(&parameters, "unsigned *workspace");
  }
  emit_size_parameter(whole, &parameters);
  emit_open(batch->whole, "extern \"C\" __global__ void %s(%s)", name, text_get(&parameters));
  text_free(&parameters);
  free(table);
}

// ---- finding the part

static void name_blocks(PartEmitter *part) {
  Name *first = &part->first;
  if (part->moves)
    snprintf(*first, sizeof *first, "first_%d", part->number);
  else if (part->first_block)
    snprintf(*first, sizeof *first, "%" PRId64 "u", part->first_block);
  if (part->follows)
    snprintf(part->each, sizeof part->each, "blocks_%d", part->number);
  else
    snprintf(part->each, sizeof part->each, "%" PRId64 "u", part->blocks);
}

// Of a kernel that takes a size: the blocks of each part, and with which one it begins.
static void emit_blocks(const BatchEmitter *batch) {
  const PartEmitter *before = NULL;
  for (int i = 0; i < batch->count; before = &batch->parts[i++]) {
    const PartEmitter *part = &batch->parts[i];
    if (part->follows)
      emit_line(batch->whole, "const unsigned %s = %s;", part->each, emit_grid(&part->emitter, (Digits){0}));
    if (!part->moves) continue;
    Text first = {0};
    if (*before->first) text_printf(&first, "%s + ", before->first);
    text_add(&first, before->each);
    if (before->part->count > 1) text_printf(&first, " * %du", before->part->count);
    emit_line(batch->whole, "const unsigned %s = %s;", part->first, text_get(&first));
    text_free(&first);
  }
}

static void block_within(const PartEmitter *part, Text *out) {
  text_add(out, "blockIdx.x");
  if (*part->first) text_printf(out, " - %s", part->first);
}

// The number of the block among those of one time.
static void block_of_time(const PartEmitter *part, Text *out) {
  if (part->part->count == 1) {
    block_within(part, out);
  } else if (part->blocks == 1) {
    text_add(out, "0");
  } else {
    text_add(out, "(");
    block_within(part, out);
    text_printf(out, ") %% %s", part->each);
  }
}

static void workspace_of(const PartEmitter *part, Text *out) {
  text_add(out, ", workspace");
  if (part->first_word) text_printf(out, " + %" PRId64, part->first_word);
  if (part->part->count > 1) text_printf(out, " + (long long)time * %" PRId64, part->words);
}

// "part_1((blockIdx.x - 64u) % 8u, x_in, own.y_out)"
static void call_text(const BatchEmitter *batch, const PartEmitter *part, Text *call) {
  const NestPart *row = part->part;
  text_printf(call, "part_%d(", part->number);
  block_of_time(part, call);
  if (part->shares) text_printf(call, ", memory.part_%d", part->number);
  for (int b = 0; b < row->nest->buffer_count; b++) {
    if (is_tabled(row, b))
      text_printf(call, ", own.%s", part->emitter.buffers[b]);
    else
      text_printf(call, ", %s", batch->whole->buffers[row->buffers[b]]);
  }
  if (part->words) workspace_of(part, call);
  if (batch->whole->nest->sized) text_printf(call, ", %s", batch->whole->size);
  text_add(call, ")");
}

// Which of the equal ones a block works for, and what that one has for itself.
static void emit_time(const BatchEmitter *batch, const PartEmitter *part) {
  Text within = {0};
  block_within(part, &within);
  if (part->blocks == 1)
    emit_line(batch->whole, "const int time = %s;", text_get(&within));
  else
    emit_line(batch->whole, "const int time = (%s) / %s;", text_get(&within), part->each);
  emit_line(batch->whole, "const Part%dBuffers &own = part_%d_buffers.at[time];", part->number, part->number);
  text_free(&within);
}

static void emit_call(const BatchEmitter *batch, const PartEmitter *part) {
  Text call = {0};
  if (part->part->count > 1) emit_time(batch, part);
  call_text(batch, part, &call);
  emit_line(batch->whole, "%s;", text_get(&call));
  text_free(&call);
}

static void emit_otherwise(Emitter *emitter, const char *condition) {
  emitter->indent--;
  emit_line(emitter, "} else %s{", condition);
  emitter->indent++;
}

static const char *first_of(const BatchEmitter *batch, int part) {
  return *batch->parts[part].first ? batch->parts[part].first : "0u";
}

static void emit_chain(const BatchEmitter *batch, int first, int last) {
  for (int i = first; i < last; i++) {
    char test[96] = "";
    if (i + 1 < last) snprintf(test, sizeof test, "if (blockIdx.x < %s) ", first_of(batch, i + 1));
    if (i > first)
      emit_otherwise(batch->whole, test);
    else if (test[0])
      emit_open(batch->whole, "if (blockIdx.x < %s)", first_of(batch, i + 1));
    emit_call(batch, &batch->parts[i]);
  }
  if (last - first > 1) emit_close(batch->whole);
}

enum { MOST_IN_CHAIN = 4 }; // tests one after another; of more parts a search by halves

static void emit_search(const BatchEmitter *batch, int first, int last) {
  if (last - first <= MOST_IN_CHAIN) {
    emit_chain(batch, first, last);
    return;
  }
  int middle = first + (last - first) / 2;
  emit_open(batch->whole, "if (blockIdx.x < %s)", first_of(batch, middle));
  emit_search(batch, first, middle);
  emit_otherwise(batch->whole, "");
  emit_search(batch, middle, last);
  emit_close(batch->whole);
}

// ---- all of it

// A part and how long its blocks are: elements of the domain for each.
typedef struct PartLength {
  int part;
  int64_t length;
} PartLength;

static int compare_lengths(const void *a, const void *b) {
  const PartLength *left = a, *right = b;
  if (left->length != right->length) return left->length > right->length ? -1 : 1;
  return left->part - right->part;
}

// Long blocks start first: short ones fill the time in which the last of them end.
static PartLength *order_parts(const Nest *nest, const Schedule *schedule, const GpuLimits *limits) {
  PartLength *order = memory_alloc(((size_t)nest->part_count + 1) * sizeof *order);
  for (int i = 0; i < nest->part_count; i++) {
    const Nest *part = nest->parts[i].nest;
    Schedule own;
    schedule_part(nest, schedule, limits, i, &own);
    int64_t blocks = schedule_launch(part, &own, limits).grid;
    order[i] = (PartLength){i, blocks ? nest_elements(part, nest_all_dims(part)) / blocks : 0};
  }
  qsort(order, (size_t)nest->part_count, sizeof *order, compare_lengths);
  return order;
}

static bool open_part(const BatchEmitter *batch, const GpuLimits *limits, int index, PartEmitter *part) {
  const Emitter *whole = batch->whole;
  part->part = &whole->nest->parts[index];
  part->emitter = (Emitter){.options = whole->options, .status = whole->status, .is_part = true};
  schedule_part(whole->nest, whole->schedule, limits, index, &part->schedule);
  if (!emitter_open(&part->emitter, part->part->nest, &part->schedule, limits)) return false;
  int64_t blocks = part->emitter.launch.grid;
  part->blocks = blocks > 0 ? blocks : 1; // of an empty part, which no block finds
  part->words = schedule_part_workspace(&part->emitter.launch) / 4;
  part->follows = part->part->nest->sized && sized_grid_follows(part->part->nest, &part->schedule);
  name_blocks(part);
  return true;
}

static bool open_parts(BatchEmitter *batch, const GpuLimits *limits) {
  const Nest *nest = batch->whole->nest;
  PartLength *order = order_parts(nest, batch->whole->schedule, limits);
  int64_t blocks = 0, words = 0;
  bool opened = true, moves = false;
  for (int i = 0; i < nest->part_count && opened; i++) {
    PartEmitter *part = &batch->parts[batch->count++];
    *part = (PartEmitter){.number = i, .first_block = blocks, .first_word = words, .moves = moves};
    opened = open_part(batch, limits, order[i].part, part);
    moves |= part->follows;
    blocks += part->emitter.launch.grid * part->part->count;
    words += part->words * part->part->count;
  }
  free(order);
  return opened;
}

static void emit_batch_heading(const BatchEmitter *batch, const char *name) {
  Emitter *whole = batch->whole;
  if (!whole->options.annotate) return;
  emit_line(whole, "// %s: %s", name, template_name(whole->schedule->kind));
  if (whole->nest->sized)
    emit_line(whole, "// %d parts; blocks of %d threads", batch->count, whole->launch.threads);
  else
    emit_line(whole, "// %d parts; %" PRId64 " blocks of %d threads", batch->count, whole->launch.grid,
              whole->launch.threads);
  emit_size_comment(whole);
}

static void emit_parts(BatchEmitter *batch, const char *name) {
  Emitter *whole = batch->whole;
  for (int i = 0; i < batch->count; i++)
    emit_part(&batch->parts[i], whole->launch.threads, whole);
  for (int i = 0; i < batch->count; i++)
    emit_table(batch, &batch->parts[i]);
  bool shares = emit_shared_union(batch);
  emit_batch_heading(batch, name);
  emit_batch_signature(batch, name);
  if (shares) emit_line(whole, "__shared__ Shared memory;");
  emit_blocks(batch);
  if (batch->count) emit_search(batch, 0, batch->count);
  emit_close(whole);
}

bool batch_emit(Emitter *emitter, const GpuLimits *limits, const char *name, bool *cooperates) {
  BatchEmitter batch = {.whole = emitter};
  emitter->wide = emitter->nest->sized && emitter->nest->sized->wide;
  batch.parts = memory_alloc(((size_t)emitter->nest->part_count + 1) * sizeof *batch.parts);
  bool opened = open_parts(&batch, limits);
  if (opened) emit_parts(&batch, name);
  for (int i = 0; i < batch.count && opened; i++)
    *cooperates |= code_cooperates(batch.parts[i].emitter.code);
  for (int i = 0; i < batch.count; i++)
    emitter_close(&batch.parts[i].emitter);
  free(batch.parts);
  return opened;
}
