#include "cost/model/part_memo.h"

#include "base/hash.h"
#include "base/vector.h"

#include <stdlib.h>
#include <string.h>

struct PartMemo {
  HashMap code_index, work_index; // -> positions in
  VECTOR(PartCode) codes;
  VECTOR(PartWork) works;
  Arena *arena;
};

PartMemo *part_memo_new(void) {
  PartMemo *memo = memory_alloc(sizeof *memo);
  memo->arena = arena_new();
  return memo;
}

void part_memo_free(PartMemo *memo) {
  if (!memo) return;
  hashmap_free(&memo->code_index);
  hashmap_free(&memo->work_index);
  vector_free(&memo->codes);
  vector_free(&memo->works);
  arena_free(memo->arena);
  free(memo);
}

Arena *part_memo_arena(PartMemo *memo) {
  return memo->arena;
}

uint64_t part_code_key(const Nest *nest, const Schedule *schedule) {
  uint64_t key = hash_integer(hash_integer(nest->hash, nest->ordered), template_index(schedule->kind));
  return hash_bytes(key, schedule->knob, sizeof schedule->knob);
}

uint64_t part_work_key(uint64_t code, const LaunchShape *launch, const Estimate *estimate) {
  uint64_t key = hash_integer(code, launch->threads), occupancy;
  memcpy(&occupancy, &estimate->occupancy, sizeof occupancy);
  key = hash_integer(hash_integer(key, launch->shared_bytes), estimate->spill_bytes);
  return hash_integer(key, (int64_t)occupancy);
}

const PartCode *part_memo_code(const PartMemo *memo, uint64_t key) {
  int64_t at;
  return memo && hashmap_get(&memo->code_index, key, &at) ? &memo->codes.data[at] : NULL;
}

const PartWork *part_memo_work(const PartMemo *memo, uint64_t key) {
  int64_t at;
  return memo && hashmap_get(&memo->work_index, key, &at) ? &memo->works.data[at] : NULL;
}

void part_memo_keep_code(PartMemo *memo, uint64_t key, const PartCode *code) {
  if (!memo) return;
  hashmap_set(&memo->code_index, key, memo->codes.count);
  vector_push(&memo->codes, *code);
}

void part_memo_keep_work(PartMemo *memo, uint64_t key, const PartWork *work) {
  if (!memo) return;
  hashmap_set(&memo->work_index, key, memo->works.count);
  vector_push(&memo->works, *work);
}
