// Matrix products: their matrices and maps, tiles, slabs and slots. The rest is in prelude_product.cuh.
#include "kernel/cuda/emit_internal.h"
#include "kernel/nest/product.h"
#include "kernel/template/product_time.h"

#include <inttypes.h>
#include <stdio.h>

enum { STAGE_PRODUCTS = 64 };

static const Step *product_of(const Emitter *emitter) {
  int at = nest_product(emitter->nest);
  return at == NO_STEP ? NULL : &emitter->nest->steps[at];
}

bool emit_has_product(const Emitter *emitter) {
  return product_of(emitter) != NULL;
}

const char *emit_which_product(const Emitter *emitter, int step) {
  return step == nest_product(emitter->nest) ? "" : ", 1";
}

// ---- parameters

// A matrix that bulk copies bring to shared memory, and the product of a nest that has it.
typedef struct Mapped {
  const char *name;
  const Nest *nest;
  const Step *step;
  int operand, parameter;
  int lines; // of a box
} Mapped;

static const ProductOperand *operand_of(const Mapped *mapped) {
  return &mapped->step->product->operand[mapped->operand];
}

static ProductMatrix matrix_of(const Mapped *mapped) {
  ProductMatrix matrix;
  nest_product_matrix(mapped->nest, mapped->step, mapped->operand, &matrix);
  return matrix;
}

// A box of the first matrix is all rows of a tile; of the second, what one block of a cluster fetches for
// all. Matrices whose rows (or columns) are neighbours come 64 of them at a time (fb_gemm::fetch_stage).
static int describe_product(const Emitter *emitter, Mapped mapped[MOST_MAPS]) {
  static const char *const names[] = {"rows_map", "columns_map", "more_columns_map"};
  const Nest *nest = emitter->nest;
  const Mapping *mapping = &emitter->body->mapping;
  int products[MOST_PRODUCTS], count = nest_products(nest, products);
  int cluster = product_tile(emitter->schedule).cluster, columns = mapping->product_columns;
  int share = count > 1 ? columns : columns / cluster; // of two a matrix each
  for (int i = 0; i <= count; i++) {
    mapped[i] =
        (Mapped){.name = names[i], .nest = nest, .step = &nest->steps[products[i > 1]], .operand = i > 0};
    mapped[i].parameter = operand_of(&mapped[i])->buffer;
    bool across = matrix_of(&mapped[i]).across;
    mapped[i].lines = across ? STAGE_PRODUCTS : i ? share : mapping->product_rows;
    if (i && across && share % STAGE_PRODUCTS) mapped[i].lines /= cluster; // of what is summed, a share each
  }
  return 1 + count;
}

// Rows, keys and values of attention (fb_attention::fetch).
static int describe_attention(const Emitter *emitter, Mapped mapped[MOST_MAPS]) {
  const Nest *scores = nest_scores(emitter->nest);
  const Step *inner = &scores->steps[nest_product(scores)], *outer = product_of(emitter);
  const Mapping *mapping = &emitter->body->mapping;
  int keys = emitter->schedule->knob[KNOB_columns];
  mapped[0] = (Mapped){"rows_map", scores, inner, 0, 0, mapping->product_rows};
  mapped[1] = (Mapped){"keys_map", scores, inner, 1, 0, keys};
  mapped[2] = (Mapped){"values_map", emitter->nest, outer, 1, 0, mapping->product_columns};
  for (int i = 0; i < 2; i++)
    mapped[i].parameter = emit_scores_buffer(emitter, operand_of(&mapped[i])->buffer);
  mapped[2].parameter = operand_of(&mapped[2])->buffer;
  if (matrix_of(&mapped[1]).across) mapped[1].lines = STAGE_PRODUCTS;
  if (matrix_of(&mapped[2]).across) mapped[2].lines = keys;
  return 3;
}

static int describe(const Emitter *emitter, Mapped mapped[MOST_MAPS]) {
  return (nest_scores(emitter->nest) ? describe_attention : describe_product)(emitter, mapped);
}

void emit_map_parameters(const Emitter *emitter, Text *parameters) {
  Mapped mapped[MOST_MAPS];
  int count = describe(emitter, mapped);
  for (int i = 0; i < count; i++) {
    emit_parameter_begin(parameters);
    text_printf(parameters, "const __grid_constant__ fb_tensor_map %s", mapped[i].name);
  }
}

static TensorMap map_of(const Mapped *mapped) {
  ProductMatrix matrix = matrix_of(mapped);
  TensorMap map = {.parameter = mapped->parameter,
                   .dtype = operand_of(mapped)->stored,
                   .offset = matrix.offset,
                   .size = {matrix.elements, matrix.lines, 1},
                   .stride = {matrix.line_stride, matrix.line_stride},
                   .box = {STAGE_PRODUCTS, mapped->lines}};
  for (int i = 0; i < matrix.digit_count; i++) {
    map.size[2 + i] = matrix.digit[i].count;
    map.stride[1 + i] = matrix.digit[i].stride;
  }
  return map;
}

void emit_describe_maps(const Emitter *emitter, Emitted *emitted) {
  Mapped mapped[MOST_MAPS];
  if (!emit_has_product(emitter)) return;
  emitted->map_count = describe(emitter, mapped);
  for (int i = 0; i < emitted->map_count; i++)
    emitted->maps[i] = map_of(&mapped[i]);
}

// ---- the product

static void matrix_text(const Emitter *emitter, const Mapped *mapped, Text *out) {
  ProductMatrix matrix = matrix_of(mapped);
  text_printf(out, "{&%s, %s", mapped->name, emitter->buffers[mapped->parameter]);
  if (matrix.offset) text_printf(out, " + %" PRId64, matrix.offset);
  const MatrixDigit *digit = matrix.digit;
  text_printf(out, ", %" PRId64 ", %" PRId64 ", %" PRId64, matrix.across ? INT64_C(1) : matrix.line_stride,
              operand_of(mapped)->along, digit[0].stride);
  if (matrix.digit_count && (digit[0].by > 1 || !digit[0].last))
    text_printf(out, ", %" PRId64 ", %" PRId64, digit[0].by, digit[0].last ? 0 : digit[0].count);
  if (matrix.digit_count > 1) text_printf(out, ", %" PRId64 ", %" PRId64, digit[1].stride, digit[1].by);
  text_add(out, "}");
}

static const char *truth(bool is) {
  return is ? "true" : "false";
}

// The type: elements, the tile, how blocks and groups share it, how the matrices lie.
static void type_text(const Emitter *emitter, const Mapped mapped[MOST_MAPS], Text *out) {
  const Mapping *mapping = &emitter->body->mapping;
  ProductTile tile = product_tile(emitter->schedule);
  text_printf(out, "fb_gemm<%s, %d, %d, %d, %d, %d, %d, %s, %s, %s>",
              kernel_memory_type(operand_of(mapped)->stored), mapping->product_rows, mapping->product_columns,
              nest_product_count(emitter->nest), emitter->schedule->knob[KNOB_stages], tile.cluster,
              tile.splits, truth(tile.cooperative), truth(matrix_of(&mapped[0]).across),
              truth(matrix_of(&mapped[1]).across));
}

static void begin_product(Emitter *emitter, const Mapped mapped[MOST_MAPS], const char *matrices) {
  const Nest *nest = emitter->nest;
  ProductDims dims;
  Text type = {0};
  nest_product_dims(nest, mapped->step, &dims);
  type_text(emitter, mapped, &type);
  emit_line(emitter, "%s sums(", text_get(&type));
  emit_line(emitter, "    %s,", matrices);
  emit_line(emitter, "    {%" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 "});",
            nest_product_rows(nest, &dims), nest->size[dims.columns], mapped->step->product->length,
            nest_product_batches(nest, &dims));
  text_free(&type);
}

static void begin_attention(Emitter *emitter, const Mapped mapped[MOST_MAPS], const char *matrices) {
  const Nest *nest = emitter->nest;
  const Step *product = product_of(emitter);
  const Mapping *mapping = &emitter->body->mapping;
  ProductDims dims;
  Text scores = {0};
  nest_product_dims(nest, product, &dims);
  emit_scores_text(emitter, &scores);
  emit_line(emitter, "fb_attention<%s, %d, %d, %d, %d, %s, %s, Scores> sums(",
            kernel_memory_type(operand_of(mapped)->stored), mapping->product_columns, mapping->product_parts,
            emitter->schedule->knob[KNOB_columns], emitter->schedule->knob[KNOB_stages],
            truth(matrix_of(&mapped[1]).across), truth(matrix_of(&mapped[2]).across));
  emit_line(emitter, "    %s,", matrices);
  emit_line(emitter, "    {%" PRId64 ", %" PRId64 ", %" PRId64 "}, %s, workspace);", nest->size[dims.rows],
            product->product->length, nest_product_batches(nest, &dims), text_get(&scores));
  text_free(&scores);
}

void spell_product_begin(Emitter *emitter, const CodeNode *node) {
  (void)node;
  Mapped mapped[MOST_MAPS];
  Text matrices = {0};
  int count = describe(emitter, mapped);
  for (int i = 0; i < count; i++) {
    if (i) text_add(&matrices, ", ");
    matrix_text(emitter, &mapped[i], &matrices);
  }
  (nest_scores(emitter->nest) ? begin_attention : begin_product)(emitter, mapped, text_get(&matrices));
  emit_open(emitter, "if (sums.fetches())");
  emit_line(emitter, "sums.fetch();");
  emit_line(emitter, "return;");
  emit_close(emitter);
  text_free(&matrices);
}

void spell_product_tiles(Emitter *emitter, const CodeNode *node) {
  (void)node;
  text_add(&emitter->text, "#pragma unroll 1\n");
  emit_open(emitter, "for (int tile = sums.first(); tile < sums.tiles.count; tile = sums.next(tile))");
}

void spell_multiply(Emitter *emitter, const CodeNode *node) {
  Text comment = {0};
  emit_comment_text(emitter, node->step, &comment);
  emit_line(emitter, "sums.multiply(tile);%s", text_get(&comment));
  text_free(&comment);
}

void spell_product_slabs(Emitter *emitter, const CodeNode *node) {
  text_add(&emitter->text, "#pragma unroll 1\n");
  emit_open(emitter, "for (int slab = 0; slab < %" PRId64 "; slab++)", node->count);
}

void spell_product_put(Emitter *emitter, const CodeNode *node) {
  (void)node;
  emit_line(emitter, "%ssums.put(slab);", emitter->body->mapping.slab_parts > 1 ? "if (part == 0) " : "");
}

void spell_product_parts(Emitter *emitter, const CodeNode *node) {
  text_add(&emitter->text, "#pragma unroll 1\n");
  emit_open(emitter, "for (int part = 0; part < %" PRId64 "; part++)", node->count);
}

// ---- slots

// The digits of the number of a matrix.
void emit_batch_dims(Emitter *emitter, const ProductDims *dims, uint32_t read, const char *number) {
  int64_t inner = nest_product_batches(emitter->nest, dims);
  for (int i = 0; i < dims->batch_count; i++) {
    int dim = dims->batch[i];
    inner /= emitter->nest->size[dim];
    if (!(read >> dim & 1)) continue;
    Text text = {0};
    text_add(&text, number);
    if (inner > 1) text_printf(&text, " / %" PRId64, inner);
    if (i > 0) text_printf(&text, " %% %" PRId64, emitter->nest->size[dim]);
    emit_line(emitter, "const %s d%d = %s;", index_type(emitter), dim, text_get(&text));
    text_free(&text);
  }
}

void emit_product_slot_text(const Emitter *emitter, Text *out) {
  const Mapping *mapping = &emitter->body->mapping;
  if (mapping->slab_parts > 1) text_printf(out, mapping->slots > 1 ? "part * %d + " : "part", mapping->slots);
  if (mapping->slots > 1) text_add(out, emit_slot_text(emitter));
}

void emit_product_exists_text(const Emitter *emitter, Text *out) {
  const Mapping *mapping = &emitter->body->mapping;
  ProductDims dims;
  Text slot = {0};
  emit_product_slot_text(emitter, &slot);
  nest_product_dims(emitter->nest, product_of(emitter), &dims);
  if (mapping->product_cuts_rows)
    text_printf(out, "sums.row<%d>(slab, %s) < %" PRId64, mapping->vector, text_get(&slot),
                nest_product_rows(emitter->nest, &dims));
  if (mapping->product_cuts_columns)
    text_printf(out, "%ssums.column<%d>(slab, %s) < %" PRId64, mapping->product_cuts_rows ? " && " : "",
                mapping->vector, text_get(&slot), emitter->nest->size[dims.columns]);
  text_free(&slot);
}

// The place of a slot along a dim, no further than the last one of the result.
static void spell_place(Emitter *emitter, int dim, const char *along, const char *slot, bool cut, int step) {
  int vector = emitter->body->mapping.vector;
  const char *type = index_type(emitter);
  if (cut)
    emit_line(emitter, "const %s d%d = fb_at_most(sums.%s<%d>(slab, %s), %" PRId64 ");", type, dim, along,
              vector, slot, emitter->nest->size[dim] - step);
  else
    emit_line(emitter, "const %s d%d = sums.%s<%d>(slab, %s);", type, dim, along, vector, slot);
}

void spell_product_slot(Emitter *emitter, const CodeNode *node) {
  const Mapping *mapping = &emitter->body->mapping;
  ProductDims dims;
  Text slot = {0};
  emit_product_slot_text(emitter, &slot);
  nest_product_dims(emitter->nest, product_of(emitter), &dims);
  emit_batch_dims(emitter, &dims, node->dims, "sums.batch");
  if (dims.rows != NO_ROWS && (node->dims >> dims.rows & 1))
    spell_place(emitter, dims.rows, "row", text_get(&slot), mapping->product_cuts_rows, 1);
  if (node->dims >> dims.columns & 1)
    spell_place(emitter, dims.columns, "column", text_get(&slot), mapping->product_cuts_columns,
                mapping->vector);
  text_free(&slot);
}

// Slots that others of a cluster take, and most of those of a tile of few rows, are left out; others only
// store nothing.
void spell_product_exists(Emitter *emitter, const CodeNode *node) {
  (void)node;
  const Mapping *mapping = &emitter->body->mapping;
  bool cuts = mapping->product_cuts_rows || mapping->product_cuts_columns;
  Text guard = {0}, slot = {0};
  emit_product_slot_text(emitter, &slot);
  if (product_tile(emitter->schedule).splits > 1)
    text_printf(&guard, "sums.mine<%d>(slab, %s)%s", mapping->vector, text_get(&slot), cuts ? " && " : "");
  if (cuts) emit_product_exists_text(emitter, &guard);
  emit_open(emitter, "if (%s)", text_get(&guard));
  text_free(&guard);
  text_free(&slot);
}

void spell_product_take(Emitter *emitter, const CodeNode *node) {
  Text name = {0}, slot = {0};
  emit_array_text(emitter, node->step, &name);
  emit_product_slot_text(emitter, &slot);
  emit_line(emitter, "sums.take(%s, slab, %s%s);", text_get(&name), text_get(&slot),
            emit_which_product(emitter, node->step));
  text_free(&name);
  text_free(&slot);
}

void spell_product_end(Emitter *emitter, const CodeNode *node) {
  (void)node;
  emit_line(emitter, "sums.end();");
}
