// Headers of loops and guards, and comments.
#include "kernel/cuda/emit_internal.h"

#include <inttypes.h>

// ---- loops

void spell_trips(Emitter *emitter, const CodeNode *node) {
  Text trips = {0};
  emit_trip_count(emitter, node->count, &trips);
  emit_open(emitter, "for (%s trip = 0; trip < %s; trip++)", index_type(emitter), text_get(&trips));
  text_free(&trips);
}

// The variable that a loop counts in.
static const char *counter(CodeForm form) {
  switch (form) {
    case FORM_SLOTS:
      return "i";
    case FORM_NEXT_SLOTS:
      return "next";
    case FORM_LANES:
      return "j";
    case FORM_PATCHES:
      return "p";
    default:
      return "trip";
  }
}

static void spell_pragma(Emitter *emitter, const CodeNode *node) {
  if (node->form == FORM_PARTIALS)
    text_add(&emitter->text, "#pragma unroll 4\n");
  else if (node->form == FORM_COLLECTED)
    text_printf(&emitter->text, "#pragma unroll %d\n", mapping_collected_at_once(&emitter->body->mapping));
  else
    text_add(&emitter->text, node->unrolled ? "#pragma unroll\n" : "#pragma unroll 1\n");
}

void spell_loop(Emitter *emitter, const CodeNode *node) {
  const char *name = counter(node->form);
  int64_t first = node->first, end = node->first + node->count;
  spell_pragma(emitter, node);
  if (node->form == FORM_PARTIALS)
    emit_open(emitter, "for (int other = lane; other < %" PRId64 "; other += %d)", end,
              emitter->body->mapping.walk_lanes);
  else if (node->descends)
    emit_open(emitter, "for (int %s = %" PRId64 "; %s >= %" PRId64 "; %s--)", name, end - 1, name, first,
              name);
  else
    emit_open(emitter, "for (int %s = %" PRId64 "; %s < %" PRId64 "; %s++)", name, first, name, end, name);
}

void spell_forms(Emitter *emitter, const CodeNode *node) {
  emit_line(emitter, "fb_by_word(head * %d, [&](auto word) {",
            dtype_bytes(emitter->nest->steps[node->step].stored));
  emitter->indent++;
}

// ---- guards

void spell_guard(Emitter *emitter, const CodeNode *node) {
  const Mapping *mapping = &emitter->body->mapping;
  switch (node->form) {
    case FORM_FIRST_LANE:
      emit_open(emitter, "if (lane == 0)");
      break;
    case FORM_FIRST_ROW:
      emit_open(emitter, "if (row == 0)");
      break;
    case FORM_NEXT_TILE:
      emit_open(emitter, "if (tile + %" PRId64 " < %s)", mapping->shares,
                emit_tile_count(emitter, (Digits){0}));
      break;
    case FORM_MORE:
      emit_open(emitter, "if (more)");
      break;
    case FORM_MORE_BEHIND:
      emit_open(emitter, "if (more && i >= %" PRId64 ")", node->number);
      break;
    case FORM_SLOT_BEHIND:
      emit_open(emitter, "if (i >= %" PRId64 ")", node->number);
      break;
    case FORM_FIRST_SLOTS:
      if (node->descends)
        emit_open(emitter, "if (i >= %d)", mapping->slots - 2);
      else
        emit_open(emitter, "if (i < 2)");
      break;
    case FORM_LATER_SLOT:
      emit_open(emitter, "if (i + %" PRId64 " < %d)", node->number, mapping->slots);
      break;
    default: // FORM_BETWEEN_SLOTS
      emit_open(emitter, "if (0 < i && i < %d)", mapping->slots - 1);
      break;
  }
}

void spell_next_slot(Emitter *emitter, const CodeNode *node) {
  bool before = node->number < 0;
  emit_line(emitter, "const int next = i %c %" PRId64 ";", before ? '-' : '+',
            before ? -node->number : node->number);
}

// ---- comments

void spell_comment(Emitter *emitter, const CodeNode *node) {
  const Mapping *mapping = &emitter->body->mapping;
  switch (node->form) {
    case FORM_SAY_LAST_BLOCK:
      emit_line(emitter, "// The last of the %" PRId64 " blocks to arrive combines what all have found.",
                mapping->splits);
      break;
    case FORM_SAY_FINISHERS:
      if (mapping->shares == 1)
        emit_line(emitter, "// The last block combines what all have found.");
      else
        emit_line(emitter, "// The last %" PRId64 " blocks combine what all have found.", mapping->shares);
      break;
    case FORM_SAY_FORMS:
      emit_line(emitter,
                "// What is loaded `head` elements behind aligned vectors begins in any of their words: the "
                "loop has a form for each.");
      break;
    default: // FORM_NO_ELEMENTS
      emit_line(emitter, "// There are no elements: this is never launched.");
      break;
  }
}
