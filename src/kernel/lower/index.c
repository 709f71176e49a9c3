// Index arithmetic on interned indices.
#include "kernel/lower/lowering.h"

#include <string.h>

static uint64_t index_key(const Index *index) {
  uint64_t hash = lowering_mix(HASH_START, (uint64_t)index->constant);
  for (int i = 0; i < index->count; i++) {
    hash = lowering_mix(hash, (uint64_t)index->term[i].symbol);
    hash = lowering_mix(hash, (uint64_t)index->term[i].scale);
  }
  return hash;
}

// Range, dims and pass of a new index, from its symbols.
static void index_describe(const Lowering *lowering, IndexEntry *entry) {
  entry->low = entry->high = entry->index.constant;
  for (int i = 0; i < entry->index.count; i++) {
    Term term = entry->index.term[i];
    const SymbolDraft *symbol = &lowering->symbols.data[term.symbol];
    int64_t reach = symbol->size > 0 ? term.scale * (symbol->size - 1) : 0;
    *(reach > 0 ? &entry->high : &entry->low) += reach;
    if (symbol->kind == SYMBOL_DIM) {
      entry->dims |= 1u << term.symbol;
      continue;
    }
    bool step = symbol->kind == SYMBOL_STEP;
    int pass = step ? lowering->steps.data[symbol->step].pass : lowering->indices.data[symbol->of].pass;
    entry->dims |= step ? lowering->steps.data[symbol->step].dims : lowering->indices.data[symbol->of].dims;
    if (pass > entry->pass) entry->pass = pass;
  }
}

int index_intern(Lowering *lowering, const Index *index) {
  uint64_t key = index_key(index);
  int item, cursor = 0;
  while ((item = table_next(&lowering->index_table, key, &cursor)) >= 0)
    if (index_equal(&lowering->indices.data[item].index, index)) return item;
  IndexEntry entry = {0};
  entry.index.constant = index->constant;
  entry.index.count = index->count;
  memcpy(entry.index.term, index->term, (size_t)index->count * sizeof *index->term);
  index_describe(lowering, &entry);
  vector_push(&lowering->indices, entry);
  table_add(&lowering->index_table, key, lowering->indices.count - 1);
  return lowering->indices.count - 1;
}

int index_constant(Lowering *lowering, int64_t constant) {
  if (constant == 0) return ZERO_INDEX;
  return index_intern(lowering, &(Index){.constant = constant});
}

int index_symbol(Lowering *lowering, int symbol) {
  return index_intern(lowering, &(Index){.count = 1, .term = {{symbol, 1}}});
}

// Adds one term to an index under construction; false when it has no room.
static bool append_term(Index *index, Term term) {
  if (term.scale == 0) return true;
  if (index->count == MAX_TERMS) return false;
  index->term[index->count++] = term;
  return true;
}

static int too_many_terms(Lowering *lowering) {
  lowering_refuse(lowering, REASON_LAYOUT, lowering->domain.anchor, NO_OP,
                  "an index in the kernel of %s would need more than %d terms",
                  lowering_op_name(lowering, lowering->domain.anchor), MAX_TERMS);
  return ZERO_INDEX;
}

int index_add(Lowering *lowering, int a, int b) {
  if (a == ZERO_INDEX) return b;
  if (b == ZERO_INDEX) return a;
  const Index *left = &lowering->indices.data[a].index, *right = &lowering->indices.data[b].index;
  Index sum;
  sum.constant = left->constant + right->constant;
  sum.count = 0;
  int i = 0, j = 0;
  bool room = true;
  while (i < left->count || j < right->count) {
    int s = i < left->count ? left->term[i].symbol : INT32_MAX,
        t = j < right->count ? right->term[j].symbol : INT32_MAX;
    Term term = {s < t ? s : t, 0};
    if (s <= t) term.scale += left->term[i++].scale;
    if (t <= s) term.scale += right->term[j++].scale;
    room = append_term(&sum, term) && room;
  }
  return room ? index_intern(lowering, &sum) : too_many_terms(lowering);
}

int index_affine(Lowering *lowering, int a, int64_t scale, int64_t constant) {
  if (scale == 1 && constant == 0) return a;
  Index index = lowering->indices.data[a].index;
  index.constant = index.constant * scale + constant;
  for (int i = 0; i < index.count; i++)
    index.term[i].scale *= scale;
  if (scale == 0) index.count = 0;
  return index_intern(lowering, &index);
}

// ---- division

static int64_t floor_divide(int64_t a, int64_t n) {
  int64_t quotient = a / n;
  return quotient * n > a ? quotient - 1 : quotient;
}

// A dim of `rest` that falls into two digits of base n when it is split.
static bool find_split(Lowering *lowering, const Index *rest, int64_t n) {
  for (int i = 0; i < rest->count; i++) {
    int64_t scale = rest->term[i].scale;
    if (rest->term[i].symbol >= lowering->domain.dim_count || scale <= 0 || n % scale != 0) continue;
    int64_t inner = n / scale, size = lowering->symbols.data[rest->term[i].symbol].size;
    if (inner <= 1 || size <= inner || size % inner != 0) continue;
    lowering->stopped = lowering->wants_split = true;
    lowering->split_dim = rest->term[i].symbol;
    lowering->split_inner = inner;
    return true;
  }
  return false;
}

static int symbol_quotient(Lowering *lowering, int of, int64_t divisor, int64_t modulus) {
  for (int i = lowering->domain.dim_count; i < lowering->symbols.count; i++) {
    const SymbolDraft *symbol = &lowering->symbols.data[i];
    if (symbol->kind == SYMBOL_QUOTIENT && symbol->of == of && symbol->divisor == divisor &&
        symbol->modulus == modulus)
      return index_symbol(lowering, i);
  }
  SymbolDraft symbol = {
      .kind = SYMBOL_QUOTIENT, .step = NO_STEP, .of = of, .divisor = divisor, .modulus = modulus};
  symbol.size = modulus ? modulus : lowering->indices.data[of].high / divisor + 1;
  vector_push(&lowering->symbols, symbol);
  return index_symbol(lowering, lowering->symbols.count - 1);
}

// No affine form: division by symbols. `rest` may be negative (under a condition that it is not used then):
// shifted up.
static void divide_by_symbols(Lowering *lowering, int rest, int64_t n, int *quotient, int *remainder) {
  int64_t lift = floor_divide(lowering->indices.data[rest].low, n);
  if (lift > 0) lift = 0;
  rest = index_affine(lowering, rest, 1, -lift * n);
  *quotient = index_affine(lowering, symbol_quotient(lowering, rest, n, 0), 1, lift);
  *remainder = symbol_quotient(lowering, rest, 1, n);
}

int symbol_step(Lowering *lowering, int step, int64_t size) {
  if (step == NO_STEP || lowering->stopped) return ZERO_INDEX;
  for (int i = lowering->domain.dim_count; i < lowering->symbols.count; i++) {
    const SymbolDraft *symbol = &lowering->symbols.data[i];
    if (symbol->kind == SYMBOL_STEP && symbol->step == step && symbol->size == size)
      return index_symbol(lowering, i);
  }
  SymbolDraft symbol = {.kind = SYMBOL_STEP, .size = size, .step = step};
  vector_push(&lowering->symbols, symbol);
  return index_symbol(lowering, lowering->symbols.count - 1);
}

// Splits `index` into the part that n divides (over n) and the rest, whose constant is in [0, n).
static void divide_terms(const Index *index, int64_t n, Index *divided, Index *rest) {
  divided->count = rest->count = 0;
  for (int i = 0; i < index->count; i++) {
    Term term = index->term[i];
    if (term.scale % n == 0)
      divided->term[divided->count++] = (Term){term.symbol, term.scale / n};
    else
      rest->term[rest->count++] = term;
  }
  divided->constant = floor_divide(index->constant, n);
  rest->constant = index->constant - divided->constant * n;
}

// The division where no digit carries: affine. False leaves in *rest what carries, and in *divided what does
// not.
static bool divide_affinely(Lowering *lowering, int a, int64_t n, Index *divided, Index *rest, int *quotient,
                            int *remainder) {
  const IndexEntry *entry = &lowering->indices.data[a];
  if (entry->low >= 0 && entry->high < n) {
    *quotient = ZERO_INDEX;
    *remainder = a;
    return true;
  }
  divide_terms(&entry->index, n, divided, rest);
  int rest_index = index_intern(lowering, rest);
  const IndexEntry *left = &lowering->indices.data[rest_index];
  int64_t carry = floor_divide(left->low, n);
  if (carry != floor_divide(left->high, n)) return false;
  divided->constant += carry;
  *remainder = index_affine(lowering, rest_index, 1, -carry * n);
  *quotient = index_intern(lowering, divided);
  return true;
}

void index_divide_freely(Lowering *lowering, int a, int64_t n, int *quotient, int *remainder) {
  Index divided, rest;
  if (divide_affinely(lowering, a, n, &divided, &rest, quotient, remainder)) return;
  divide_by_symbols(lowering, index_intern(lowering, &rest), n, quotient, remainder);
  *quotient = index_add(lowering, *quotient, index_intern(lowering, &divided));
}

bool index_divide(Lowering *lowering, int a, int64_t n, bool split, int *quotient, int *remainder) {
  Index divided, rest;
  if (divide_affinely(lowering, a, n, &divided, &rest, quotient, remainder)) return true;
  if (!split || find_split(lowering, &rest, n)) return false;
  divide_by_symbols(lowering, index_intern(lowering, &rest), n, quotient, remainder);
  *quotient = index_add(lowering, *quotient, index_intern(lowering, &divided));
  return !lowering->stopped;
}
