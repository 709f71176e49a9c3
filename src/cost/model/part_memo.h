// What parts of batches do, kept: a part is asked about again with each batch that it could be in. Of one
// estimator. Private to src/cost.
#pragma once

#include "cost/model/parts.h"

// A part's code, as far as a batch goes by it.
typedef struct PartCode {
  bool made; // false: there is none
  RegisterFeatures features;
} PartCode;

// What one of the part's times does in its batch.
typedef struct PartWork {
  KernelWork work;
  Estimate estimate;
} PartWork;

PartMemo *part_memo_new(void);
void part_memo_free(PartMemo *memo);
Arena *part_memo_arena(PartMemo *memo); // of the accesses of what is kept

// What names a part under a schedule of its own; in blocks, with spills and an occupancy that the batch has.
uint64_t part_code_key(const Nest *nest, const Schedule *schedule);
uint64_t part_work_key(uint64_t code, const LaunchShape *launch, const Estimate *estimate);
// NULL: not known. Valid until the next is kept.
const PartCode *part_memo_code(const PartMemo *memo, uint64_t key);
const PartWork *part_memo_work(const PartMemo *memo, uint64_t key);
void part_memo_keep_code(PartMemo *memo, uint64_t key, const PartCode *code);
void part_memo_keep_work(PartMemo *memo, uint64_t key, const PartWork *work);
