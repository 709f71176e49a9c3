#include "kernel/lower/lowering.h"

#include "base/sorted.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void table_clear(Table *table) {
  if (table->count) memset(table->items, 0, (size_t)table->capacity * sizeof *table->items);
  table->count = 0;
}

static void table_free(Table *table) {
  free(table->hashes);
  free(table->items);
}

static void table_insert(Table *table, uint64_t hash, int item) {
  unsigned mask = (unsigned)table->capacity - 1, slot = (unsigned)hash & mask;
  while (table->items[slot])
    slot = (slot + 1) & mask;
  table->items[slot] = item + 1;
  table->hashes[slot] = hash;
  table->count++;
}

static void table_grow(Table *table) {
  Table larger = {.capacity = table->capacity ? table->capacity * 2 : 64};
  larger.hashes = memory_alloc((size_t)larger.capacity * sizeof *larger.hashes);
  larger.items = memory_alloc((size_t)larger.capacity * sizeof *larger.items);
  for (int i = 0; i < table->capacity; i++)
    if (table->items[i]) table_insert(&larger, table->hashes[i], table->items[i] - 1);
  table_free(table);
  *table = larger;
}

void table_add(Table *table, uint64_t hash, int item) {
  if (2 * table->count >= table->capacity) table_grow(table);
  table_insert(table, hash, item);
}

int table_next(const Table *table, uint64_t hash, int *cursor) {
  if (!table->capacity) return -1;
  unsigned mask = (unsigned)table->capacity - 1;
  for (unsigned slot = ((unsigned)hash + (unsigned)*cursor) & mask; table->items[slot];
       slot = (slot + 1) & mask) {
    (*cursor)++;
    if (table->hashes[slot] == hash) return table->items[slot] - 1;
  }
  return -1;
}

uint64_t lowering_mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9fb21c651e98df25u;
  return hash ^ (hash >> 32);
}

void lowering_reset(Lowering *lowering) {
  vector_clear(&lowering->indices);
  vector_clear(&lowering->symbols);
  vector_clear(&lowering->conditions);
  vector_clear(&lowering->steps);
  vector_clear(&lowering->evaluated);
  vector_clear(&lowering->places);
  vector_clear(&lowering->presets);
  table_clear(&lowering->index_table);
  table_clear(&lowering->step_table);
  table_clear(&lowering->evaluated_table);
  table_clear(&lowering->place_table);
  lowering->stopped = lowering->wants_split = false;
  lowering->depth = lowering->part = 0;
  for (int i = 0; i < lowering->set->op_count; i++) {
    Member *member = &lowering->members[i];
    member->placed = member->done = member->reduced = false;
  }
  for (int dim = 0; dim < lowering->domain.dim_count; dim++) {
    SymbolDraft symbol = {.kind = SYMBOL_DIM, .size = lowering->domain.size[dim], .step = NO_STEP};
    vector_push(&lowering->symbols, symbol);
  }
  index_intern(lowering, &(Index){.constant = 0});
}

void lowering_free(Lowering *lowering) {
  vector_free(&lowering->indices);
  vector_free(&lowering->symbols);
  vector_free(&lowering->conditions);
  vector_free(&lowering->steps);
  vector_free(&lowering->evaluated);
  vector_free(&lowering->places);
  vector_free(&lowering->presets);
  table_free(&lowering->index_table);
  table_free(&lowering->step_table);
  table_free(&lowering->evaluated_table);
  table_free(&lowering->place_table);
  free(lowering->members);
}

int lowering_refuse(Lowering *lowering, ReasonCode code, int op_a, int op_b, const char *format, ...) {
  if (lowering->stopped) return NO_STEP;
  char text[sizeof lowering->reason->text];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  lowering->stopped = true;
  reason_set(lowering->reason, code, (int[]){op_a, op_b, NO_OP}, "%s", text);
  return NO_STEP;
}

Member *lowering_member(Lowering *lowering, int op) {
  int place = sorted_find(lowering->set->ops, lowering->set->op_count, op);
  return place >= 0 ? &lowering->members[place] : NULL;
}

bool lowering_inside(Lowering *lowering, int value) {
  int producer = lowering->graph->values[lowering->graph->values[value].source].producer;
  return producer != NO_OP && lowering_member(lowering, producer) != NULL;
}

const Value *lowering_value(const Lowering *lowering, int value) {
  return &lowering->graph->values[value];
}

const char *lowering_op_name(const Lowering *lowering, int op) {
  return lowering->graph->ops[op].name;
}
