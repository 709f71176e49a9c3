// A matrix product and what reads it: tiles, and slabs of each.
#include "kernel/code/build.h"

#include "kernel/nest/product.h"

void build_gemm(Builder *builder) {
  const KernelCode *code = builder->code;
  int product = nest_product(code->nest);
  build_add(builder, FORM_PRODUCT_BEGIN, product)->bytes = code->launch.pipeline_bytes;
  build_before(builder, 0);
  build_loop(builder, FORM_PRODUCT_TILES, 0, 1);
  CodeNode *multiply = build_add(builder, FORM_MULTIPLY, product);
  multiply->scope = AMONG_BLOCK;
  multiply->number = code->nest->steps[product].product->length;
  const Mapping *mapping = &code->body.mapping;
  build_loop(builder, FORM_PRODUCT_SLABS, 0, mapping->trips / mapping->slab_parts);
  if (mapping->slab_parts > 1) build_loop(builder, FORM_PRODUCT_PARTS, 0, mapping->slab_parts);
  build_pass(builder, 0, 1);
  if (mapping->slab_parts > 1) build_close(builder);
  build_close(builder);
  build_close(builder);
  build_add(builder, FORM_PRODUCT_END, product);
}

void build_product_put(Builder *builder) {
  if (body_is_product(builder->view.body))
    build_add(builder, FORM_PRODUCT_PUT, nest_product(builder->code->nest));
}

void build_product_slot(Builder *builder, uint32_t dims) {
  bool guarded = !builder->view.body->mapping.walk_exact && !builder->view.next_slot;
  if (dims) build_add(builder, FORM_PRODUCT_SLOT, NO_STEP)->dims = dims;
  if (guarded) build_open(builder, FORM_PRODUCT_EXISTS);
}
