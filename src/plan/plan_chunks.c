// What a plan consists of, in chunks that copies share until one of them changes.
#include "plan/plan_internal.h"

#include <stdlib.h>
#include <string.h>

static int chunks_for(int count, int bits) {
  return (count + (1 << bits) - 1) >> bits;
}

static void order_fill(OrderChunk *order, int first) {
  for (int i = 0; i < ORDER_SIZE; i++)
    order->position[i] = order->at[i] = first + i;
}

Partition partition_new(int op_count) {
  Partition partition = {.chunk_count = chunks_for(op_count, CHUNK_BITS),
                         .order_count = chunks_for(op_count, ORDER_BITS)};
  partition.chunk = memory_alloc(((size_t)partition.chunk_count + 1) * sizeof *partition.chunk);
  partition.order = memory_alloc(((size_t)partition.order_count + 1) * sizeof *partition.order);
  for (int i = 0; i < partition.chunk_count; i++) {
    Chunk *chunk = partition.chunk[i] = memory_alloc(sizeof *chunk);
    atomic_init(&chunk->holders, 1);
    for (int op = 0; op < CHUNK_SIZE; op++)
      chunk->home[op] = NO_KERNEL;
  }
  for (int i = 0; i < partition.order_count; i++) {
    partition.order[i] = memory_alloc(sizeof *partition.order[i]);
    atomic_init(&partition.order[i]->holders, 1);
    order_fill(partition.order[i], i * ORDER_SIZE);
  }
  return partition;
}

Partition partition_share(const Partition *partition) {
  Partition shared = *partition;
  shared.chunk = memory_alloc(((size_t)shared.chunk_count + 1) * sizeof *shared.chunk);
  shared.order = memory_alloc(((size_t)shared.order_count + 1) * sizeof *shared.order);
  for (int i = 0; i < shared.chunk_count; i++) {
    shared.chunk[i] = partition->chunk[i];
    atomic_fetch_add(&shared.chunk[i]->holders, 1);
  }
  for (int i = 0; i < shared.order_count; i++) {
    shared.order[i] = partition->order[i];
    atomic_fetch_add(&shared.order[i]->holders, 1);
  }
  return shared;
}

static size_t list_bytes(const Integers *list) {
  return (size_t)list->count * sizeof *list->data;
}

static size_t chunk_bytes(const Chunk *chunk) {
  size_t bytes = sizeof *chunk;
  for (int i = 0; i < CHUNK_SIZE; i++)
    bytes += list_bytes(&chunk->slots[i].ops) + list_bytes(&chunk->slots[i].copies) +
             list_bytes(&chunk->copied_in[i]);
  return bytes;
}

size_t partition_share_bytes(const Partition *partition) {
  size_t bytes = ((size_t)partition->chunk_count + (size_t)partition->order_count) * sizeof(void *);
  for (int i = 0; i < partition->chunk_count; i++)
    if (atomic_load(&partition->chunk[i]->holders) == 1) bytes += chunk_bytes(partition->chunk[i]);
  for (int i = 0; i < partition->order_count; i++)
    if (atomic_load(&partition->order[i]->holders) == 1) bytes += sizeof *partition->order[i];
  return bytes;
}

static void chunk_release(Chunk *chunk) {
  if (atomic_fetch_sub(&chunk->holders, 1) > 1) return;
  for (int i = 0; i < CHUNK_SIZE; i++) {
    vector_free(&chunk->slots[i].ops);
    vector_free(&chunk->slots[i].copies);
    vector_free(&chunk->copied_in[i]);
  }
  free(chunk);
}

static void order_release(OrderChunk *order) {
  if (atomic_fetch_sub(&order->holders, 1) == 1) free(order);
}

void partition_release(Partition *partition) {
  for (int i = 0; i < partition->chunk_count; i++)
    chunk_release(partition->chunk[i]);
  for (int i = 0; i < partition->order_count; i++)
    order_release(partition->order[i]);
  free(partition->chunk);
  free(partition->order);
  *partition = (Partition){0};
}

static void own_list(Integers *list) {
  Integers shared = *list;
  *list = (Integers){0};
  integers_copy(list, &shared);
}

static Chunk *chunk_copy(const Chunk *chunk) {
  Chunk *copy = memory_alloc(sizeof *copy);
  atomic_init(&copy->holders, 1);
  memcpy(copy->home, chunk->home, sizeof copy->home);
  memcpy(copy->copied_in, chunk->copied_in, sizeof copy->copied_in);
  memcpy(copy->stamp, chunk->stamp, sizeof copy->stamp);
  memcpy(copy->slots, chunk->slots, sizeof copy->slots);
  for (int i = 0; i < CHUNK_SIZE; i++) {
    own_list(&copy->slots[i].ops);
    own_list(&copy->slots[i].copies);
    own_list(&copy->copied_in[i]);
  }
  return copy;
}

// Plans become holders by being copied from one: while this plan is the only one, no other thread can make
// it two.
Chunk *chunk_own(Plan *plan, int index) {
  Chunk **chunk = &plan->partition.chunk[index >> CHUNK_BITS];
  if (atomic_load(&(*chunk)->holders) > 1) {
    vector_push(&plan->replaced, *chunk);
    *chunk = chunk_copy(*chunk);
  }
  return *chunk;
}

OrderChunk *chunk_own_order(Plan *plan, int index) {
  OrderChunk **order = &plan->partition.order[index >> ORDER_BITS];
  if (atomic_load(&(*order)->holders) > 1) {
    OrderChunk *copy = memory_alloc(sizeof *copy);
    atomic_init(&copy->holders, 1);
    memcpy(copy->position, (*order)->position, sizeof copy->position);
    memcpy(copy->at, (*order)->at, sizeof copy->at);
    order_release(*order);
    *order = copy;
  }
  return *order;
}

void chunks_forget_replaced(Plan *plan) {
  for (int i = 0; i < plan->replaced.count; i++)
    chunk_release(plan->replaced.data[i]);
  vector_clear(&plan->replaced);
}

SlotWork *slot_work(Plan *plan, int kernel) {
  SlotWork **work = &plan->work[kernel >> CHUNK_BITS];
  if (!*work) *work = memory_alloc(CHUNK_SIZE * sizeof **work);
  return &(*work)[kernel % CHUNK_SIZE];
}
