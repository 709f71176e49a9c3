// Lowered parts put together as one kernel: which of them are equal, and which buffers it has.
#include "kernel/lower/batch.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

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

Nest *batch_assemble(const Graph *graph, const KernelSet *set, SetParts *parts) {
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
