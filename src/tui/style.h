// Styles: what the screen's cells mean; themes say what they look like.
#pragma once

//        id              name in theme files  attributes without colours (see theme.h)  what it is for
#define STYLES(X) \
  X(TEXT, "text", 0, "everything else") \
  X(DIM, "dim", ATTRIBUTE_DIM, "less important text") \
  X(STRONG, "strong", ATTRIBUTE_BOLD, "more important text") \
  X(HEADER, "header", ATTRIBUTE_REVERSE, "the top line") \
  X(STATUS, "status", ATTRIBUTE_REVERSE, "the line above the hints") \
  X(STATUS_ERROR, "status.error", ATTRIBUTE_REVERSE | ATTRIBUTE_BOLD, "a message that something failed") \
  X(HINT, "hint", 0, "the bottom line") \
  X(HINT_KEY, "hint.key", ATTRIBUTE_BOLD, "keys in it") \
  X(BORDER, "border", ATTRIBUTE_DIM, "lines between panes") \
  X(TITLE, "title", 0, "a pane's title") \
  X(TITLE_FOCUS, "title.focus", ATTRIBUTE_BOLD | ATTRIBUTE_REVERSE, "the title of the pane with the keys") \
  X(CURSOR, "cursor", ATTRIBUTE_REVERSE, "background of the cursor's row") \
  X(SHADE, "shade", 0, "background of rows that belong to the cursor's kernel") \
  X(MATCH, "match", ATTRIBUTE_UNDERLINE | ATTRIBUTE_BOLD, "what was searched for") \
  X(COLUMN, "column", ATTRIBUTE_UNDERLINE, "names of a table's columns") \
  X(RAIL, "rail", ATTRIBUTE_DIM, "a value in memory") \
  X(RAIL_HEAVY, "rail.heavy", ATTRIBUTE_BOLD, "a value in registers") \
  X(KERNEL, "kernel", 0, "a kernel's name and bracket") \
  X(OP, "op", 0, "an op's name") \
  X(OP_LIBRARY, "op.library", 0, "the name of a library op") \
  X(OP_VIEW, "op.view", ATTRIBUTE_DIM, "the name of a view") \
  X(STUB, "stub", ATTRIBUTE_DIM, "the name of a value from afar") \
  X(DTYPE, "dtype", ATTRIBUTE_DIM, "element types and shapes") \
  X(ESTIMATE, "estimate", 0, "estimated figures") \
  X(COMPILED, "compiled", ATTRIBUTE_BOLD, "figures from the compiler") \
  X(MEASURED, "measured", ATTRIBUTE_BOLD, "figures from the GPU") \
  X(STALE, "stale", ATTRIBUTE_DIM, "figures of an earlier plan") \
  X(GOOD, "good", ATTRIBUTE_BOLD, "possible, better, done") \
  X(BAD, "bad", ATTRIBUTE_BOLD | ATTRIBUTE_UNDERLINE, "impossible, failed") \
  X(WARNING, "warning", ATTRIBUTE_BOLD, "worse, unwise") \
  X(BAR, "bar", ATTRIBUTE_BOLD, "a bar's filled part, heat") \
  X(HEAT_WARM, "heat.warm", ATTRIBUTE_BOLD, "a quarter of the most expensive kernel's time, or little less") \
  X(HEAT_HOT, "heat.hot", ATTRIBUTE_BOLD | ATTRIBUTE_REVERSE, "half of it or more") \
  X(CODE, "code", 0, "source code") \
  X(CODE_COMMENT, "code.comment", ATTRIBUTE_DIM, "comments in it") \
  X(CODE_KEYWORD, "code.keyword", ATTRIBUTE_BOLD, "keywords in it") \
  X(GHOST, "ghost", ATTRIBUTE_BOLD | ATTRIBUTE_UNDERLINE, "where ops would be, in a preview") \
  X(OVERLAY, "overlay", 0, "a list or help above the panes") \
  X(OVERLAY_OFF, "overlay.off", ATTRIBUTE_DIM, "what cannot be chosen there now")

typedef enum Style {
#define X(id, name, attributes, help) STYLE_##id,
  STYLES(X)
#undef X
      STYLE_COUNT
} Style;
