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

// The first matrix, and the second one of each product.
static const char *const map_names[] = {"rows_map", "columns_map", "more_columns_map"};

static int map_count(const Emitter *emitter) {
  return 1 + nest_product_count(emitter->nest);
}

// The product whose operand 0 or 1 a map is of.
static const Step *product_of_map(const Emitter *emitter, int map) {
  int products[MOST_PRODUCTS];
  nest_products(emitter->nest, products);
  return &emitter->nest->steps[products[map > 1]];
}

void emit_map_parameters(const Emitter *emitter, Text *parameters) {
  for (int i = 0; i < map_count(emitter); i++) {
    emit_parameter_begin(parameters);
    text_printf(parameters, "const __grid_constant__ fb_tensor_map %s", map_names[i]);
  }
}

// A box of the first matrix is all rows of a tile; of the second, what one block of a cluster fetches for
// all. Matrices whose rows (or columns) are neighbours come 64 of them at a time (fb_gemm::fetch_stage).
static void describe_map(const Emitter *emitter, int which, TensorMap *map) {
  const Step *product = product_of_map(emitter, which);
  const ProductOperand *operand = &product->product->operand[which > 0];
  const Mapping *mapping = &emitter->body->mapping;
  ProductMatrix matrix;
  nest_product_matrix(emitter->nest, product, which > 0, &matrix);
  int cluster = product_tile(emitter->schedule).cluster, columns = mapping->product_columns;
  int share = nest_product_count(emitter->nest) > 1 ? columns : columns / cluster; // of two a matrix each
  int lines = matrix.across ? STAGE_PRODUCTS : which ? share : mapping->product_rows;
  if (which && matrix.across && share % STAGE_PRODUCTS) lines /= cluster; // of what is summed, a share each
  *map = (TensorMap){
      .parameter = operand->buffer,
      .dtype = operand->stored,
      .offset = matrix.offset,
      .size = {matrix.elements, matrix.lines, matrix.batches},
      .stride = {matrix.line_stride, matrix.batch_stride ? matrix.batch_stride : matrix.line_stride},
      .box = {STAGE_PRODUCTS, lines}};
}

void emit_describe_maps(const Emitter *emitter, Emitted *emitted) {
  if (!emit_has_product(emitter)) return;
  emitted->map_count = map_count(emitter);
  for (int i = 0; i < emitted->map_count; i++)
    describe_map(emitter, i, &emitted->maps[i]);
}

// ---- the product

static void matrix_text(const Emitter *emitter, int which, Text *out) {
  const Step *product = product_of_map(emitter, which);
  const ProductOperand *operand = &product->product->operand[which > 0];
  ProductMatrix matrix;
  nest_product_matrix(emitter->nest, product, which > 0, &matrix);
  text_printf(out, "{&%s, %s", map_names[which], emitter->buffers[operand->buffer]);
  if (matrix.offset) text_printf(out, " + %" PRId64, matrix.offset);
  text_printf(out, ", %" PRId64 ", %" PRId64 ", %" PRId64 "}",
              matrix.across ? INT64_C(1) : matrix.line_stride, operand->along, matrix.batch_stride);
}

// The type: elements, the tile, how blocks and groups share it, how the matrices lie.
static void type_text(const Emitter *emitter, const Step *product, Text *out) {
  const Mapping *mapping = &emitter->body->mapping;
  ProductTile tile = product_tile(emitter->schedule);
  text_printf(
      out, "fb_gemm<%s, %d, %d, %d, %d, %d, %d, %s", kernel_memory_type(product->product->operand[0].stored),
      mapping->product_rows, mapping->product_columns, nest_product_count(emitter->nest),
      emitter->schedule->knob[KNOB_stages], tile.cluster, tile.splits, tile.cooperative ? "true" : "false");
  for (int i = 0; i < 2; i++) {
    ProductMatrix matrix;
    nest_product_matrix(emitter->nest, product, i, &matrix);
    text_add(out, matrix.across ? ", true" : ", false");
  }
  text_add(out, ">");
}

void spell_product_begin(Emitter *emitter, const CodeNode *node) {
  const Nest *nest = emitter->nest;
  const Step *product = &nest->steps[node->step];
  ProductDims dims;
  nest_product_dims(nest, product, &dims);
  Text type = {0}, matrices = {0};
  type_text(emitter, product, &type);
  for (int i = 0; i < map_count(emitter); i++) {
    if (i) text_add(&matrices, ", ");
    matrix_text(emitter, i, &matrices);
  }
  emit_line(emitter, "%s sums(", text_get(&type));
  emit_line(emitter, "    %s,", text_get(&matrices));
  emit_line(emitter, "    {%" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 "});",
            nest_product_rows(nest, &dims), nest->size[dims.columns], product->product->length,
            nest_product_batches(nest, &dims));
  emit_open(emitter, "if (sums.fetches())");
  emit_line(emitter, "sums.fetch();");
  emit_line(emitter, "return;");
  emit_close(emitter);
  text_free(&type);
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

void emit_product_slot_text(const Emitter *emitter, Text *out) {
  const Mapping *mapping = &emitter->body->mapping;
  if (mapping->slab_parts > 1) text_printf(out, mapping->slots > 1 ? "part * %d + " : "part", mapping->slots);
  if (mapping->slots > 1) text_add(out, emit_slot_text(emitter));
}

// Does the slot of a tile that is cut lie within the result?
static void spell_exists(Emitter *emitter, const ProductDims *dims, const char *slot) {
  const Mapping *mapping = &emitter->body->mapping;
  Text test = {0};
  if (mapping->product_cuts_rows)
    text_printf(&test, "sums.row<%d>(slab, %s) < %" PRId64, mapping->vector, slot,
                nest_product_rows(emitter->nest, dims));
  if (mapping->product_cuts_columns)
    text_printf(&test, "%ssums.column<%d>(slab, %s) < %" PRId64, test.length ? " && " : "", mapping->vector,
                slot, emitter->nest->size[dims->columns]);
  emit_line(emitter, "const bool exists = %s;", text_get(&test));
  text_free(&test);
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
  bool cuts = mapping->product_cuts_rows || mapping->product_cuts_columns;
  ProductDims dims;
  Text slot = {0};
  emit_product_slot_text(emitter, &slot);
  nest_product_dims(emitter->nest, product_of(emitter), &dims);
  if (cuts && !emitter->view.next_slot) spell_exists(emitter, &dims, text_get(&slot));
  if (dims.batch != NO_BATCH && (node->dims >> dims.batch & 1))
    emit_line(emitter, "const %s d%d = sums.batch;", index_type(emitter), dims.batch);
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
  if (cuts) text_add(&guard, "exists");
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
