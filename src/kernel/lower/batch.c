// The parts of a set as nests of their own.
#include "kernel/lower/batch.h"

#include <string.h>

enum {
  MOST_STREAMS = 16, // tensors read all along the domain that one thread still reads well
  MOST_POINTERS =
      4094 // a launch hands over 32,764 bytes of parameters (CUDA 12.1 on, compute capability 7.0 on)
};

// ---- lowering the parts

static KernelSet part_set(const SetPart *part) {
  return (KernelSet){.ops = part->ops.data,
                     .op_count = part->ops.count,
                     .stored = part->stored.data,
                     .stored_count = part->stored.count,
                     .scatter = part->scatter,
                     .decided_at = part->decided_at};
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
  kernel_set_split(graph, &set, true, parts);
  bool lowered = parts->count - first > 1;
  for (int i = first; lowered && i < parts->count; i++)
    lowered = lower_part(graph, &parts->data[i], &unwanted);
  return lowered;
}

static bool lower_parts(const Graph *graph, const KernelSet *set, bool repeat, SetParts *parts,
                        Reason *reason) {
  SetParts coarse = {0};
  kernel_set_split(graph, set, false, &coarse);
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
  SetPart merged = {.scatter = a->scatter, .decided_at = a->decided_at};
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
  if (lowered && parts.count > 1) nest = batch_assemble(graph, set, &parts);
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
