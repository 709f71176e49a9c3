// The scores of attention: a struct whose call makes a score of a product, with what it reads of memory as
// members. Which keys a row has, and what all scores are multiplied with, stand beside it.
#include "kernel/cuda/emit_internal.h"
#include "kernel/nest/product.h"
#include "kernel/nest/score.h"
#include "kernel/template/template.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct Needs {
  const Nest *nest;
  bool *step;   // does the value need it?
  bool *buffer; // ... and load from it?
} Needs;

static void need(void *context, int step) {
  Needs *needs = context;
  if (needs->step[step]) return;
  needs->step[step] = true;
  if (needs->nest->steps[step].kind == STEP_LOAD) needs->buffer[needs->nest->steps[step].buffer] = true;
  nest_each_need(needs->nest, step, need, needs);
}

// One score at a time: the body of a map without vectors, all of whose steps may be read.
static bool open_scores(const Emitter *whole, const Nest *scores, Schedule *schedule, const GpuLimits *limits,
                        Emitter *emitter) {
  *schedule = (Schedule){.kind = template_find("map")};
  schedule->knob[KNOB_vector] = schedule->knob[KNOB_unroll] = schedule->knob[KNOB_rows] = 1;
  schedule->knob[KNOB_splits] = schedule->knob[KNOB_tiles] = schedule->knob[KNOB_groups] = 1;
  schedule->knob[KNOB_threads] = limits->warp;
  *emitter = (Emitter){.options = whole->options, .status = whole->status};
  emitter->options.passes = 1;
  if (!emitter_open(emitter, scores, schedule, limits)) return false;
  for (int i = 0; i < scores->step_count; i++)
    emitter->made.body.places[i].used = true;
  return true;
}

static void emit_members(Emitter *emitter, const Needs *needs) {
  for (int i = 0; i < emitter->nest->buffer_count; i++) {
    Text member = {0};
    buffer_declaration(emitter, i, &member);
    if (needs->buffer[i]) emit_line(emitter, "%s;", text_get(&member));
    text_free(&member);
  }
}

// `whole` is the nest that has the scores.
static void emit_form(Emitter *emitter, const ScoreForm *form, const Nest *whole) {
  emit_line(emitter, "enum { HAS_FIRST = %d, HAS_LAST = %d, LOG_SUMS = %d };", form->has_first,
            form->has_last, nest_log_sums(whole));
  emit_line(emitter, "enum { FIRST = %" PRId64 ", LAST = %" PRId64 " }; // from a row to its keys",
            form->has_first ? form->first : 0, form->has_last ? form->last : 0);
  Text factor = {0};
  emit_float_text(form->factor, "f", &factor);
  emit_line(emitter, "static FB_INLINE float factor() { return %s; }", text_get(&factor));
  text_free(&factor);
  emit_line(emitter, "static FB_INLINE float inverse(float sum) { return %s1.0f / sum; } // of a row",
            nest_softmax_is_safe(whole) ? "sum == 0 ? 0.0f : " : "");
}

static uint32_t dims_read(const Emitter *emitter, const Needs *needs, int value) {
  uint32_t dims = 0;
  for (int i = 0; i <= value; i++)
    if (needs->step[i]) dims |= body_dims_read(emitter->body, i);
  return dims;
}

static void emit_dim(Emitter *emitter, int dim, uint32_t read, const char *number) {
  if (read >> dim & 1) emit_line(emitter, "const %s d%d = %s;", index_type(emitter), dim, number);
}

static void emit_call(Emitter *emitter, const Needs *needs, int value) {
  const Nest *nest = emitter->nest;
  int product = nest_product(nest);
  ProductDims dims;
  Text text = {0};
  nest_product_dims(nest, &nest->steps[product], &dims);
  emit_open(emitter, "FB_INLINE float operator()(float product, int batch, int row, int key) const");
  uint32_t read = dims_read(emitter, needs, value);
  emit_batch_dims(emitter, &dims, read, "batch");
  emit_dim(emitter, dims.rows, read, "row");
  emit_dim(emitter, dims.columns, read, "key");
  emit_line(emitter, "const float %s = product;", emitter->steps[product]);
  for (int i = 0; i <= value; i++) {
    const CodeNode node = {.form = FORM_COMPUTE, .step = i, .view = emitter->view};
    bool computed = i != product && nest->steps[i].kind != STEP_NUMBER;
    if (needs->step[i] && computed) spell_step(emitter, &node);
  }
  step_reference(emitter, value, LANE_FIRST, &text);
  emit_line(emitter, "return %s;", text_get(&text));
  emit_close(emitter);
  text_free(&text);
}

static void emit_struct(Emitter *emitter, const Needs *needs, const ScoreForm *form, const Nest *whole) {
  emit_line(emitter, "struct Scores {");
  emitter->indent++;
  emit_form(emitter, form, whole);
  emit_members(emitter, needs);
  emit_call(emitter, needs, form->value);
  emitter->indent--;
  emit_line(emitter, "};");
}

static Needs needs_of(const Nest *scores, const ScoreForm *form) {
  Needs needs = {scores, memory_alloc((size_t)scores->step_count),
                 memory_alloc((size_t)scores->buffer_count + 1)};
  need(&needs, form->value);
  return needs;
}

static void needs_free(Needs *needs) {
  free(needs->step);
  free(needs->buffer);
}

bool emit_scores(Emitter *whole, const GpuLimits *limits) {
  const Nest *scores = nest_scores(whole->nest);
  if (!scores) return true;
  Emitter emitter;
  Schedule schedule;
  bool possible = open_scores(whole, scores, &schedule, limits, &emitter);
  if (possible) {
    ScoreForm form = score_form(scores);
    Needs needs = needs_of(scores, &form);
    emitter.view = (CodeView){.body = emitter.body};
    emit_struct(&emitter, &needs, &form, whole->nest);
    needs_free(&needs);
    text_add(&whole->text, text_get(&emitter.text));
  }
  emitter_close(&emitter);
  return possible;
}

static int outer_buffer(const Nest *nest, int storage) {
  int buffer = 0;
  while (nest->buffers[buffer].storage != storage)
    buffer++;
  return buffer;
}

int emit_scores_buffer(const Emitter *emitter, int buffer) {
  return outer_buffer(emitter->nest, nest_scores(emitter->nest)->buffers[buffer].storage);
}

void emit_scores_text(const Emitter *emitter, Text *out) {
  const Nest *scores = nest_scores(emitter->nest);
  ScoreForm form = score_form(scores);
  Needs needs = needs_of(scores, &form);
  int count = 0;
  text_add(out, "Scores{");
  for (int i = 0; i < scores->buffer_count; i++)
    if (needs.buffer[i])
      text_printf(out, "%s%s", count++ ? ", " : "", emitter->buffers[emit_scores_buffer(emitter, i)]);
  text_add(out, "}");
  needs_free(&needs);
}
