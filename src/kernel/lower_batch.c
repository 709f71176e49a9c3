// A batch: the parts of a set as nests of their own, put together as one kernel.
#include "kernel/lower_batch.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

enum {
  MOST_STREAMS = 16, // tensors read all along the domain that one thread still reads well
  MOST_POINTERS =
      4094 // a launch hands over 32,764 bytes of parameters (CUDA 12.1 on, compute capability 7.0 on)
};

// ---- lowering the parts

static KernelSet part_set(const SetPart *part) {
  return (KernelSet){part->ops.data, part->ops.count, part->stored.data, part->stored.count, part->scatter};
}

static bool lower_part(const Graph *graph, SetPart *part, Reason *reason) {
  KernelSet set = part_set(part);
  part->nest = lower_single(graph, &set, reason);
  return part->nest != NULL;
}

// A part that is no nest may fall into smaller ones when ops are repeated.
static bool lower_finer(const Graph *graph, SetPart *part, SetParts *parts) {
  KernelSet set = part_set(part);
  Reason unwanted;
  int first = parts->count;
  set_split(graph, &set, true, parts);
  bool lowered = parts->count - first > 1;
  for (int i = first; lowered && i < parts->count; i++)
    lowered = lower_part(graph, &parts->data[i], &unwanted);
  return lowered;
}

static bool lower_parts(const Graph *graph, const KernelSet *set, bool repeat, SetParts *parts,
                        Reason *reason) {
  SetParts coarse = {0};
  set_split(graph, set, false, &coarse);
  bool lowered = coarse.count > 1 || repeat;
  for (int i = 0; i < coarse.count && lowered; i++) {
    SetPart *part = &coarse.data[i];
    // The set itself has been tried.
    if (coarse.count > 1 && lower_part(graph, part, reason)) {
      vector_push(parts, *part);
      memset(part, 0, sizeof *part);
    } else {
      lowered = repeat && lower_finer(graph, part, parts);
    }
  }
  for (int i = 0; i < coarse.count; i++)
    set_part_free(&coarse.data[i]);
  vector_free(&coarse);
  return lowered;
}

// ---- joining parts that read the same tensors along the same domain

static int64_t domain_elements(const Nest *nest) {
  return nest_elements(nest, nest_all_dims(nest));
}

// A tensor that both read and that is not small beside the domain.
static bool share_stream(const Nest *a, const Nest *b) {
  int64_t least = domain_elements(a) / 2;
  for (int i = 0; i < a->buffer_count; i++)
    for (int j = 0; j < b->buffer_count && a->buffers[i].read && a->buffers[i].elements >= least; j++)
      if (a->buffers[i].storage == b->buffers[j].storage && b->buffers[j].read) return true;
  return false;
}

static void merge_lists(const int *a, int a_count, const int *b, int b_count, int *out, int *count) {
  int i = 0, j = 0;
  *count = 0;
  while (i < a_count || j < b_count) {
    int next = j == b_count || (i < a_count && a[i] <= b[j]) ? a[i] : b[j];
    i += i < a_count && a[i] == next;
    j += j < b_count && b[j] == next;
    out[(*count)++] = next;
  }
}

static SetPart merge_parts(const SetPart *a, const SetPart *b) {
  SetPart merged = {.scatter = a->scatter};
  vector_reserve(&merged.ops, a->ops.count + b->ops.count);
  vector_reserve(&merged.stored, a->stored.count + b->stored.count + 1);
  merge_lists(a->ops.data, a->ops.count, b->ops.data, b->ops.count, merged.ops.data, &merged.ops.count);
  merge_lists(a->stored.data, a->stored.count, b->stored.data, b->stored.count, merged.stored.data,
              &merged.stored.count);
  return merged;
}

static bool is_crowded(const Nest *nest) {
  int streams = 0;
  for (int i = 0; i < nest->step_count; i++)
    streams += nest->steps[i].kind == STEP_LOAD && nest->steps[i].dims == nest_all_dims(nest);
  return streams > MOST_STREAMS;
}

bool nest_better_apart(const Nest *nest) {
  return nest->reduced != 0 || is_crowded(nest);
}

static bool join(const Graph *graph, SetParts *parts, int a, int b) {
  SetPart merged = merge_parts(&parts->data[a], &parts->data[b]);
  Reason unwanted;
  if (!lower_part(graph, &merged, &unwanted) || is_crowded(merged.nest)) {
    set_part_free(&merged);
    return false;
  }
  set_part_free(&parts->data[a]);
  set_part_free(&parts->data[b]);
  parts->data[a] = merged;
  memmove(&parts->data[b], &parts->data[b + 1], (size_t)(parts->count - b - 1) * sizeof *parts->data);
  parts->count--;
  return true;
}

static void join_all(const Graph *graph, SetParts *parts) {
  for (int a = 0; a < parts->count; a++)
    for (int b = a + 1; b < parts->count;) {
      const Nest *left = parts->data[a].nest, *right = parts->data[b].nest;
      bool alike = domain_elements(left) == domain_elements(right) && share_stream(left, right);
      if (!alike || !join(graph, parts, a, b)) b++;
    }
}

// ---- assembling

typedef struct Batch {
  const Graph *graph;
  const SetParts *parts;
  Nest *nest;
  HashMap users;   // memory -> parts that use it
  HashMap numbers; // memory -> buffer of the batch
  int *group;      // by part: the first part that is equal to it
} Batch;

static bool is_shared(const Batch *batch, int storage) {
  int64_t users = 0;
  hashmap_get(&batch->users, (uint64_t)storage, &users);
  return users > 1;
}

static void count_users(Batch *batch) {
  for (int i = 0; i < batch->parts->count; i++) {
    const Nest *nest = batch->parts->data[i].nest;
    for (int b = 0; b < nest->buffer_count; b++) {
      int64_t users = 0;
      hashmap_get(&batch->users, (uint64_t)nest->buffers[b].storage, &users);
      hashmap_set(&batch->users, (uint64_t)nest->buffers[b].storage, users + 1);
    }
  }
}

// Equal code, and the same one wherever others share a buffer.
static bool equal_parts(const Batch *batch, const Nest *a, const Nest *b) {
  if (a->hash != b->hash || a->buffer_count != b->buffer_count) return false;
  for (int i = 0; i < a->buffer_count; i++) {
    bool shared = is_shared(batch, a->buffers[i].storage);
    if (shared != is_shared(batch, b->buffers[i].storage)) return false;
    if (shared && a->buffers[i].storage != b->buffers[i].storage) return false;
  }
  return true;
}

// By hash: a part is compared with the first of those that have the same.
static void find_groups(Batch *batch) {
  HashMap first = {0};
  int count = batch->parts->count;
  batch->group = memory_alloc((size_t)count * sizeof *batch->group);
  for (int i = 0; i < count; i++) {
    int64_t known = i;
    const Nest *nest = batch->parts->data[i].nest;
    if (!hashmap_get(&first, nest->hash, &known)) hashmap_set(&first, nest->hash, i);
    batch->group[i] = equal_parts(batch, nest, batch->parts->data[known].nest) ? (int)known : i;
  }
  hashmap_free(&first);
}

static int batch_buffer(Batch *batch, const Buffer *buffer) {
  Nest *nest = batch->nest;
  int64_t at;
  if (!hashmap_get(&batch->numbers, (uint64_t)buffer->storage, &at)) {
    at = nest->buffer_count++;
    hashmap_set(&batch->numbers, (uint64_t)buffer->storage, at);
    nest->buffers[at] = *buffer;
  }
  nest->buffers[at].read |= buffer->read;
  nest->buffers[at].written |= buffer->written;
  return (int)at;
}

static void add_shared(Batch *batch) {
  int most = 0;
  for (int i = 0; i < batch->parts->count; i++)
    most += batch->parts->data[i].nest->buffer_count;
  batch->nest->buffers = arena_array(batch->nest->arena, (size_t)most + 1, sizeof *batch->nest->buffers);
  for (int i = 0; i < batch->parts->count; i++) {
    const Nest *nest = batch->parts->data[i].nest;
    for (int b = 0; b < nest->buffer_count; b++)
      if (is_shared(batch, nest->buffers[b].storage)) batch_buffer(batch, &nest->buffers[b]);
  }
}

static void add_presets(Batch *batch, const Nest *from, const int *buffers) {
  for (int i = 0; i < from->preset_count; i++) {
    Preset preset = from->presets[i];
    batch->nest->presets[batch->nest->preset_count++] =
        (Preset){preset.from == NO_BUFFER ? NO_BUFFER : buffers[preset.from], buffers[preset.to]};
  }
}

// The parts equal to `first`, each with its buffers.
static void add_group(Batch *batch, int first) {
  const SetParts *parts = batch->parts;
  const Nest *nest = parts->data[first].nest;
  NestPart *part = &batch->nest->parts[batch->nest->part_count++];
  *part = (NestPart){.nest = nest};
  for (int i = first; i < parts->count; i++)
    part->count += batch->group[i] == first;
  batch->nest->ordered |= nest->ordered;
  int *buffers =
      arena_array(batch->nest->arena, (size_t)part->count * (size_t)nest->buffer_count + 1, sizeof(int));
  part->buffers = buffers;
  for (int i = first; i < parts->count; i++) {
    if (batch->group[i] != first) continue;
    for (int b = 0; b < nest->buffer_count; b++)
      buffers[b] = batch_buffer(batch, &parts->data[i].nest->buffers[b]);
    add_presets(batch, parts->data[i].nest, buffers);
    buffers += nest->buffer_count;
  }
}

static uint64_t hash_batch(const Nest *nest) {
  uint64_t hash = hash_integer(HASH_START, nest->part_count);
  for (int i = 0; i < nest->part_count; i++) {
    const NestPart *part = &nest->parts[i];
    hash = hash_integer(hash_integer(hash, (int64_t)part->nest->hash), part->count);
    hash =
        hash_bytes(hash, part->buffers, (size_t)part->count * (size_t)part->nest->buffer_count * sizeof(int));
  }
  return hash;
}

static void start_nest(Batch *batch, const KernelSet *set) {
  Arena *arena = arena_new();
  Nest *nest = batch->nest = arena_alloc(arena, sizeof *nest);
  nest->arena = arena;
  nest->graph = batch->graph;
  int *ops = arena_array(arena, (size_t)set->op_count, sizeof *ops), presets = 0;
  memcpy(ops, set->ops, (size_t)set->op_count * sizeof *ops);
  nest->ops = ops;
  nest->op_count = set->op_count;
  nest->passes = 1;
  for (int i = 0; i < batch->parts->count; i++)
    presets += batch->parts->data[i].nest->preset_count;
  nest->presets = arena_array(arena, (size_t)presets + 1, sizeof *nest->presets);
  nest->parts = arena_array(arena, (size_t)batch->parts->count, sizeof *nest->parts);
}

// The nests that stay in the batch are taken out of their parts.
static Nest *assemble(const Graph *graph, const KernelSet *set, SetParts *parts) {
  Batch batch = {.graph = graph, .parts = parts};
  start_nest(&batch, set);
  count_users(&batch);
  find_groups(&batch);
  add_shared(&batch);
  for (int i = 0; i < parts->count; i++)
    if (batch.group[i] == i) add_group(&batch, i);
  for (int i = 0; i < parts->count; i++)
    if (batch.group[i] == i) parts->data[i].nest = NULL;
  batch.nest->hash = hash_batch(batch.nest);
  hashmap_free(&batch.users);
  hashmap_free(&batch.numbers);
  free(batch.group);
  return batch.nest;
}

static bool check_pointers(const Nest *nest, Reason *reason) {
  if (nest->buffer_count <= MOST_POINTERS) return true;
  return reason_set(reason, REASON_UNSUPPORTED, (int[]){nest->ops[0], NO_OP},
                    "a launch of all of them would need %d pointers, more than one can be given (%d)",
                    nest->buffer_count, MOST_POINTERS);
}

Nest *lower_batch(const Graph *graph, const KernelSet *set, bool repeat, Reason *reason) {
  SetParts parts = {0};
  Nest *nest = NULL;
  Reason own = {0};
  bool lowered = lower_parts(graph, set, repeat, &parts, &own);
  if (lowered) join_all(graph, &parts);
  if (lowered && parts.count > 1) nest = assemble(graph, set, &parts);
  if (nest && !check_pointers(nest, &own)) {
    nest_free(nest);
    nest = NULL;
  }
  if (!nest && own.code != REASON_NONE) *reason = own;
  for (int i = 0; i < parts.count; i++)
    set_part_free(&parts.data[i]);
  vector_free(&parts);
  return nest;
}
