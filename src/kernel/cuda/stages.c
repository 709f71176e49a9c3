#include "kernel/cuda/stages.h"
#include "base/arena.h"
#include "kernel/code/tree.h"

#include <stdlib.h>
#include <string.h>

// ---- making

static bool stage_code(const Nest *nest, const Schedule *schedule, const GpuLimits *limits, int passes,
                       char **text, Status *status) {
  Emitted emitted;
  EmitOptions options = {.annotate = true, .passes = passes};
  if (!kernel_emit(nest, schedule, limits, &options, &emitted, status)) return false;
  *text = memory_strdup(emitted.source);
  emitted_free(&emitted);
  return true;
}

static bool add_tree(const Nest *nest, const Schedule *schedule, const GpuLimits *limits, int passes,
                     Text *out) {
  KernelCode code;
  LaunchShape launch = schedule_launch(nest, schedule, limits);
  bool made = code_make_until(nest, schedule, &launch, passes, &code);
  if (made) code_print(&code, out);
  code_free(&code);
  return made;
}

static bool stage_tree(const Nest *nest, const Schedule *schedule, const GpuLimits *limits, int passes,
                       char **text, Status *status) {
  Text out = {0};
  bool made = nest->part_count || add_tree(nest, schedule, limits, passes, &out);
  for (int i = 0; i < nest->part_count && made; i++) {
    Schedule own;
    made = schedule_part(nest, schedule, limits, i, &own);
    text_printf(&out, "part %d\n", i);
    made = made && add_tree(nest->parts[i].nest, &own, limits, passes, &out);
  }
  *text = memory_strdup(text_get(&out));
  text_free(&out);
  return made ||
         status_fail(status, STATUS_INPUT, "a kernel cannot chain more than %d reductions", MAX_LOOPS);
}

bool kernel_stages(const Nest *nest, const Schedule *schedule, const GpuLimits *limits, StageForm form,
                   KernelStages *stages, Status *status) {
  *stages = (KernelStages){0};
  int count;
  const BodyPass *passes = body_passes(&count);
  stages->stages = memory_alloc((size_t)count * sizeof *stages->stages);
  for (; stages->count < count; stages->count++) {
    KernelStage *stage = &stages->stages[stages->count];
    stage->pass = &passes[stages->count];
    bool made = (form == STAGE_TREE ? stage_tree : stage_code)(nest, schedule, limits, stages->count + 1,
                                                               &stage->text, status);
    if (!made) {
      free(stage->text);
      return false;
    }
    stage->changed = !stages->count || strcmp(stage->text, stage[-1].text) != 0;
  }
  return true;
}

void kernel_stages_free(KernelStages *stages) {
  for (int i = 0; i < stages->count; i++)
    free(stages->stages[i].text);
  free(stages->stages);
  *stages = (KernelStages){0};
}

// ---- differences

enum { AROUND = 1, COMPARED_MOST = 1 << 22 };

typedef struct Lines {
  char *text;
  char **line;
  int count;
} Lines;

static Lines split_lines(const char *text) {
  Lines lines = {.text = memory_strdup(text)};
  size_t most = 1;
  for (const char *at = text; *at; at++)
    most += *at == '\n';
  lines.line = memory_alloc((most + 1) * sizeof *lines.line);
  for (char *at = lines.text; *at;) {
    lines.line[lines.count++] = at;
    at += strcspn(at, "\n");
    if (*at) *at++ = 0;
  }
  return lines;
}

static void free_lines(Lines *lines) {
  free(lines->text);
  free(lines->line);
}

// Two texts between what they begin and end with alike.
typedef struct Middle {
  char **before, **after;
  int before_count, after_count;
  bool *keeps_before, *keeps_after; // is the line in both?
} Middle;

// Marks a longest common subsequence, from the table of the lengths of those of all ends.
static void mark_common(Middle *middle) {
  int rows = middle->before_count, columns = middle->after_count, width = columns + 1;
  if ((int64_t)(rows + 1) * width > COMPARED_MOST) return; // all of it is new
  int *length = memory_alloc((size_t)(rows + 1) * (size_t)width * sizeof *length);
  for (int i = rows - 1; i >= 0; i--)
    for (int j = columns - 1; j >= 0; j--) {
      int *here = &length[i * width + j];
      if (!strcmp(middle->before[i], middle->after[j]))
        *here = here[width + 1] + 1;
      else
        *here = here[width] > here[1] ? here[width] : here[1];
    }
  for (int i = 0, j = 0; i < rows && j < columns;) {
    const int *here = &length[i * width + j];
    if (!strcmp(middle->before[i], middle->after[j]))
      middle->keeps_before[i++] = middle->keeps_after[j++] = true;
    else if (here[width] >= here[1])
      i++;
    else
      j++;
  }
  free(length);
}

// Lines of the difference in order, each with its mark.
typedef struct Marked {
  char mark;
  const char *line;
} Marked;

static void print_marked(const Marked *marked, int count, Text *out) {
  bool left_out = false;
  for (int i = 0; i < count; i++) {
    bool near = false;
    for (int j = i - AROUND; j <= i + AROUND; j++)
      near |= j >= 0 && j < count && marked[j].mark != ' ';
    if (near) text_printf(out, "%c %s\n", marked[i].mark, marked[i].line);
    if (!near && !left_out) text_add(out, "  ...\n");
    left_out = !near;
  }
}

static int merge(const Lines *before, const Lines *after, const bool *keeps_before, const bool *keeps_after,
                 Marked *marked) {
  int count = 0, i = 0, j = 0;
  while (i < before->count || j < after->count) {
    if (i < before->count && !keeps_before[i])
      marked[count++] = (Marked){'-', before->line[i++]};
    else if (j < after->count && !keeps_after[j])
      marked[count++] = (Marked){'+', after->line[j++]};
    else
      marked[count++] = (Marked){' ', (i++, after->line[j++])};
  }
  return count;
}

static void mark_kept(const Lines *before, const Lines *after, bool *keeps_before, bool *keeps_after) {
  int first = 0, last = 0;
  while (first < before->count && first < after->count && !strcmp(before->line[first], after->line[first])) {
    keeps_before[first] = keeps_after[first] = true;
    first++;
  }
  while (last < before->count - first && last < after->count - first &&
         !strcmp(before->line[before->count - 1 - last], after->line[after->count - 1 - last])) {
    keeps_before[before->count - 1 - last] = keeps_after[after->count - 1 - last] = true;
    last++;
  }
  Middle middle = {before->line + first,        after->line + first,  before->count - first - last,
                   after->count - first - last, keeps_before + first, keeps_after + first};
  mark_common(&middle);
}

void stages_difference(const char *before, const char *after, Text *out) {
  Lines old = split_lines(before), new = split_lines(after);
  bool *keeps = memory_alloc((size_t)(old.count + new.count) + 1);
  Marked *marked = memory_alloc(((size_t)(old.count + new.count) + 1) * sizeof *marked);
  mark_kept(&old, &new, keeps, keeps + old.count);
  print_marked(marked, merge(&old, &new, keeps, keeps + old.count, marked), out);
  free(keeps);
  free(marked);
  free_lines(&old);
  free_lines(&new);
}

void kernel_stages_print(const KernelStages *stages, Text *out) {
  bool first = true;
  for (int i = 0; i < stages->count; i++) {
    const KernelStage *stage = &stages->stages[i];
    if (!stage->changed) continue;
    text_printf(out, "%s%d %s: %s\n", i ? "\n" : "", i + 1, stage->pass->name, stage->pass->help);
    if (i)
      stages_difference(stage[-1].text, stage->text, out);
    else
      text_add(out, stage->text);
  }
  for (int i = 0; i < stages->count; i++) {
    if (stages->stages[i].changed) continue;
    text_printf(out, "%s%s", first ? "\nchange nothing here: " : ", ", stages->stages[i].pass->name);
    first = false;
  }
  if (!first) text_add(out, "\n");
}
