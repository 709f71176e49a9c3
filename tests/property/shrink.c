#include "shrink.h"

#include "base/arena.h"

#include <string.h>

typedef struct Shrinker {
  Choices *best;
  int tries; // left
  int asked;
  StillFails fails;
  void *context;
} Shrinker;

// Takes the candidate when it fails and is simpler: shorter, or smaller at its first difference.
static bool simpler(const Choices *a, const Choices *b) {
  if (a->list.count != b->list.count) return a->list.count < b->list.count;
  for (int i = 0; i < a->list.count; i++)
    if (a->list.data[i] != b->list.data[i]) return a->list.data[i] < b->list.data[i];
  return false;
}

// A replayed list ends where its case did, and zeros at its end need not be said.
static void cut_end(Choices *choices) {
  if (choices->list.count > choices->at) choices->list.count = choices->at;
  while (choices->list.count > 0 && choices->list.data[choices->list.count - 1] == 0)
    choices->list.count--;
}

static bool try_list(Shrinker *shrinker, Choices *candidate) {
  bool taken = false;
  if (shrinker->tries > 0 && simpler(candidate, shrinker->best)) {
    shrinker->tries--;
    shrinker->asked++;
    taken = shrinker->fails(shrinker->context, candidate);
    cut_end(candidate);
    taken = taken && simpler(candidate, shrinker->best);
  }
  if (taken) {
    choices_free(shrinker->best);
    *shrinker->best = *candidate;
  } else {
    choices_free(candidate);
  }
  return taken;
}

static bool try_without(Shrinker *shrinker, int from, int to) {
  const ChoiceList *list = &shrinker->best->list;
  if (from >= list->count || from >= to) return false;
  if (to > list->count) to = list->count;
  Choices candidate = choices_from_list(list->data, list->count);
  memmove(candidate.list.data + from, candidate.list.data + to,
          (size_t)(list->count - to) * sizeof *list->data);
  candidate.list.count -= to - from;
  return try_list(shrinker, &candidate);
}

// Whole pieces, many at once first, from the end.
static bool drop_pieces(Shrinker *shrinker) {
  bool any = false;
  for (int width = 8; width >= 1; width /= 2)
    for (int i = shrinker->best->marks.count - 1; i >= 0 && shrinker->tries > 0; i--) {
      const Choices *best = shrinker->best;
      if (i >= best->marks.count) continue;
      int last = i + width, to = last < best->marks.count ? best->marks.data[last] : best->list.count;
      any |= try_without(shrinker, best->marks.data[i], to);
    }
  return any;
}

static bool try_value(Shrinker *shrinker, int at, uint32_t value) {
  const ChoiceList *list = &shrinker->best->list;
  if (at >= list->count || list->data[at] <= value) return false;
  Choices candidate = choices_from_list(list->data, list->count);
  candidate.list.data[at] = value;
  return try_list(shrinker, &candidate);
}

static bool lower_values(Shrinker *shrinker) {
  bool any = false;
  for (int i = 0; i < shrinker->best->list.count && shrinker->tries > 0; i++) {
    uint32_t value = shrinker->best->list.data[i];
    any |= try_value(shrinker, i, 0) || try_value(shrinker, i, value / 2) ||
           try_value(shrinker, i, value - (value > 0));
  }
  return any;
}

static bool cut_tail(Shrinker *shrinker) {
  bool any = false;
  for (int part = 2; part <= 16 && shrinker->tries > 0; part *= 2) {
    int count = shrinker->best->list.count;
    any |= try_without(shrinker, count - count / part, count);
  }
  return any;
}

int shrink(Choices *choices, int tries, StillFails fails, void *context) {
  Shrinker shrinker = {choices, tries, 0, fails, context};
  bool any = true;
  while (any && shrinker.tries > 0) {
    any = cut_tail(&shrinker);
    any |= drop_pieces(&shrinker);
    any |= lower_values(&shrinker);
  }
  return shrinker.asked;
}
