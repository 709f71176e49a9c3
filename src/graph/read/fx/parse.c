// Statements of one printed graph: placeholders, assignments, return.
#include "graph/read/fx/fx.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Parser {
  PythonCursor cursor;
  FxText *out;
  FxSource source;
  int comment_line; // lines before this one were looked at for comments
  int line_number;  // of the file, at line_offset
  long line_offset;
} Parser;

// Line in the file of a byte offset; offsets are asked for in ascending order.
static int file_line(Parser *parser, long offset) {
  const char *text = parser->cursor.text;
  while (parser->line_offset < offset) {
    const char *newline = memchr(text + parser->line_offset, '\n', (size_t)(offset - parser->line_offset));
    if (!newline) break;
    parser->line_number++;
    parser->line_offset = newline - text + 1;
  }
  parser->line_offset = offset > parser->line_offset ? offset : parser->line_offset;
  return parser->line_number;
}

static const char *last_word(const char *begin, const char *end, const char *word) {
  size_t length = strlen(word);
  for (const char *at = end - length; at >= begin; at--) {
    if (!memcmp(at, word, length)) return at;
  }
  return NULL;
}

// Digits up to `end`: the text need not be terminated. More digits than a line number has are cut.
static int parse_line_number(const char *at, const char *end) {
  int number = 0;
  for (; at < end && isdigit((unsigned char)*at) && number < 100000000; at++)
    number = 10 * number + (*at - '0');
  return number;
}

// "norm.py:12 in forward, code: y = x * w" after "File: ". The frame of a mode, such as the one that
// torch.set_default_device leaves around every call, is no line of the model: nothing is known then.
static FxSource parse_source(Arena *arena, const char *at, const char *end) {
  FxSource source = {0};
  const char *code = memmem(at, (size_t)(end - at), ", code: ", 8);
  if (memmem(at, (size_t)((code ? code : end) - at), " in __torch_function__", 22)) return source;
  if (code) source.code = arena_strndup(arena, code + 8, (size_t)(end - code - 8));
  const char *place_end = code ? code : end;
  const char *in = last_word(at, place_end, " in ");
  if (in) place_end = in;
  const char *colon = last_word(at, place_end, ":");
  if (colon && colon + 1 < place_end && isdigit((unsigned char)colon[1])) {
    source.line = parse_line_number(colon + 1, place_end);
    place_end = colon;
  }
  source.file = arena_strndup(arena, at, (size_t)(place_end - at));
  return source;
}

// A comment line sets the source of the statements below it.
static void read_comment(Parser *parser, const TextLine *line) {
  const char *at = parser->cursor.text + line->offset, *end = at + line->length;
  while (at < end && (*at == ' ' || *at == '\t'))
    at++;
  if (at >= end || *at != '#') return;
  while (end > at && (end[-1] == '\r' || end[-1] == ' '))
    end--;
  const char *file = memmem(at, (size_t)(end - at), "File: ", 6);
  if (file) {
    parser->source = parse_source(parser->cursor.arena, file + 6, end);
  } else if (memmem(at, (size_t)(end - at), "No stacktrace", 13)) {
    parser->source = (FxSource){0};
  }
}

static void read_comments(Parser *parser) {
  for (; parser->comment_line < parser->cursor.line; parser->comment_line++) {
    read_comment(parser, &parser->cursor.lines[parser->comment_line]);
  }
}

static bool at_name(const Parser *parser, const char *name) {
  const PythonToken *token = &parser->cursor.token;
  return token->kind == PYTHON_TOKEN_NAME && token->length == (int)strlen(name) &&
         !memcmp(parser->cursor.text + token->offset, name, (size_t)token->length);
}

// The string after "name:", NULL for anything else: that says nothing to us. `offset` is its place.
static bool take_annotation(Parser *parser, const char **text, long *offset) {
  PythonCursor *cursor = &parser->cursor;
  PythonExpr expr;
  *offset = cursor->token.offset;
  if (!python_parse(cursor, &expr)) return false;
  *text = expr.kind == PYTHON_STRING ? expr.text : NULL;
  return true;
}

// What an annotation says: a tensor's type, or a size. New symbols of sizes come into use.
static bool read_annotation(Parser *parser, const char *text, long offset, Annotation *annotation,
                            FxSize *size) {
  char why[FX_WHY];
  SizeNames names = size_table_symbols(parser->out->sizes);
  bool done = fx_is_size(text) ? fx_parse_size(text, &names, parser->cursor.arena, size, why)
                               : fx_parse_annotation(text, strlen(text), &names, annotation, why);
  const FxText *out = parser->out;
  return done || status_fail_at(parser->cursor.status, out->file, out->text, out->length, offset, "%s", why);
}

static bool parse_placeholder(Parser *parser) {
  PythonCursor *cursor = &parser->cursor;
  if (cursor->token.kind != PYTHON_TOKEN_NAME) return python_fail(cursor, "expected the name of an input");
  FxPlaceholder placeholder = {.name = python_token_text(cursor), .offset = cursor->token.offset};
  python_next(cursor);
  if (python_is(cursor, ':')) {
    python_next(cursor);
    if (!take_annotation(parser, &placeholder.written, &placeholder.written_offset)) return false;
  }
  if (strcmp(placeholder.name, "self") != 0) vector_push(&parser->out->placeholders, placeholder);
  return true;
}

// "Sym(s77)" of an input that the graph was called with: what s77 was. Inputs come in any order, so this is
// known before their shapes are computed.
static void take_hint(Parser *parser, const FxPlaceholder *placeholder) {
  SizeTable *sizes = parser->out->sizes;
  int64_t value;
  if (!placeholder->written || !fx_is_size(placeholder->written)) return;
  const char *inside = placeholder->written + strlen("Sym(");
  char *symbol = arena_strndup(parser->cursor.arena, inside, strlen(inside) - 1);
  if (size_name_ok(symbol) && namemap_get(&sizes->arguments, placeholder->name, &value))
    namemap_set(&sizes->hints, symbol, value);
}

static bool read_placeholders(Parser *parser) {
  FxText *out = parser->out;
  for (int i = 0; i < out->placeholders.count; i++)
    take_hint(parser, &out->placeholders.data[i]);
  for (int i = 0; i < out->placeholders.count; i++) {
    FxPlaceholder *placeholder = &out->placeholders.data[i];
    if (placeholder->written && !read_annotation(parser, placeholder->written, placeholder->written_offset,
                                                 &placeholder->annotation, &placeholder->size))
      return false;
    if (placeholder->size.text)
      namemap_set(&out->sizes->arguments, placeholder->name, placeholder->size.number.integer);
  }
  return true;
}

// def forward(self, x: "bf16[8]", ...):
static bool parse_header(Parser *parser) {
  PythonCursor *cursor = &parser->cursor;
  if (!at_name(parser, "def")) return python_fail(cursor, "expected \"def forward(\"");
  python_next(cursor);
  python_next(cursor);
  if (!python_expect(cursor, '(', "after \"forward\"")) return false;
  while (!python_is(cursor, ')')) {
    if (!parse_placeholder(parser)) return false;
    if (python_is(cursor, ')')) break;
    if (!python_expect(cursor, ',', "or ')' between inputs")) return false;
  }
  while (cursor->token.kind == PYTHON_TOKEN_PUNCTUATION || cursor->token.kind == PYTHON_TOKEN_NAME)
    python_next(cursor);
  if (cursor->token.kind != PYTHON_TOKEN_NEWLINE)
    return python_fail(cursor, "expected ':' and a new line after the inputs");
  return read_placeholders(parser);
}

static bool fail_after_value(PythonCursor *cursor) {
  if (cursor->token.kind == PYTHON_TOKEN_PUNCTUATION) {
    return python_fail(
        cursor,
        "unexpected '%c': expressions with operators stand in graphs before decomposition only; print the "
        "post-grad graph (TORCH_LOGS=post_grad_graphs or fx_graph_transformed.py)",
        cursor->token.punctuation);
  }
  return python_fail(cursor, "expected the end of the line or ';' after the value");
}

// name: "type" = value, a = b = None
static bool parse_assignment(Parser *parser) {
  PythonCursor *cursor = &parser->cursor;
  FxStatement statement = {
      .name = python_token_text(cursor), .source = parser->source, .offset = cursor->token.offset};
  python_next(cursor);
  if (python_is(cursor, ':')) {
    python_next(cursor);
    const char *written;
    long offset;
    if (!take_annotation(parser, &written, &offset)) return false;
    if (written && !read_annotation(parser, written, offset, &statement.annotation, &statement.size))
      return false;
  }
  if (!python_is(cursor, '=')) return python_fail(cursor, "expected '=' after '%.60s'", statement.name);
  while (python_is(cursor, '=')) {
    python_next(cursor);
    if (!python_parse(cursor, &statement.value)) return false;
  }
  PythonTokenKind kind = cursor->token.kind;
  if (kind != PYTHON_TOKEN_NEWLINE && kind != PYTHON_TOKEN_END && !python_is(cursor, ';'))
    return fail_after_value(cursor);
  if (statement.value.kind == PYTHON_NONE) return true; // "x = None" frees x
  statement.file_line = file_line(parser, statement.offset);
  vector_push(&parser->out->statements, statement);
  return true;
}

static bool parse_return(Parser *parser) {
  PythonCursor *cursor = &parser->cursor;
  parser->out->result_offset = cursor->token.offset;
  python_next(cursor);
  if (cursor->token.kind == PYTHON_TOKEN_NEWLINE || cursor->token.kind == PYTHON_TOKEN_END) {
    parser->out->result = (PythonExpr){.kind = PYTHON_TUPLE};
    return true;
  }
  return python_parse(cursor, &parser->out->result);
}

static bool parse_body(Parser *parser) {
  PythonCursor *cursor = &parser->cursor;
  for (;;) {
    while (cursor->token.kind == PYTHON_TOKEN_NEWLINE || python_is(cursor, ';'))
      python_next(cursor);
    read_comments(parser);
    if (cursor->token.kind == PYTHON_TOKEN_END)
      return python_fail(cursor, "the graph has no \"return\"; is the text cut?");
    if (cursor->token.kind != PYTHON_TOKEN_NAME) return python_fail(cursor, "expected a statement");
    if (at_name(parser, "return")) return parse_return(parser);
    if (!parse_assignment(parser)) return false;
  }
}

// What the text says of sizes: a log before the graph, the graph itself.
static void read_size_hints(const char *text, const FxLines *lines, SizeTable *sizes) {
  if (lines->count == 0) return;
  const TextLine *first = &lines->lines[0], *last = &lines->lines[lines->count - 1];
  size_table_read_log(sizes, text, (size_t)first->offset);
  size_table_read_bounds(sizes, text + first->offset, (size_t)(last->offset + last->length - first->offset));
}

bool fx_parse(const char *file, const char *text, size_t length, const FxLines *lines, SizeTable *sizes,
              Arena *arena, FxText *parsed, Status *status) {
  *parsed = (FxText){.file = file, .text = text, .length = (long)length, .sizes = sizes};
  read_size_hints(text, lines, sizes);
  Parser parser = {
      .cursor = {.file = file,
                 .text = text,
                 .text_length = (long)length,
                 .lines = lines->lines,
                 .line_count = lines->count,
                 .arena = arena,
                 .status = status},
      .out = parsed,
      .line_number = 1,
  };
  python_next(&parser.cursor);
  return parse_header(&parser) && parse_body(&parser);
}

void fx_text_free(FxText *parsed) {
  vector_free(&parsed->placeholders);
  vector_free(&parsed->statements);
}
