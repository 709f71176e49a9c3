// FX calls to ops.
#include "graph/read/fx/build.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { MAX_RESULTS = 1024 };

// Everything about one op but its arguments.
typedef struct Call {
  const FxStatement *statement;
  const PythonExpr *expr;
  const char *torch_name; // without "torch.ops."
  OpSpec spec;
  int op;            // once it is added
  int *getitems;     // per position of PyTorch's result tuple: the getitem statement, or -1
  int getitem_count; // positions up to the last that is read; 0: the name itself is the result
  VECTOR(const char *) names;
  VECTOR(Annotation) annotations;
} Call;

static const FxStatement *statement_at(const FxBuild *build, int statement) {
  return &build->parsed->statements.data[statement];
}

static const char *short_target(const char *name) {
  return text_starts(name, "torch.ops.") ? name + strlen("torch.ops.") : name;
}

// Where the getitems of this tuple stand, by position; the earliest wins.
static bool find_getitems(FxBuild *build, int statement, Call *call) {
  int64_t last;
  const char *name = call->statement->name;
  if (!namemap_get(&build->getitem_names, name, &last)) return true;
  for (int at = (int)last; at >= 0; at = build->getitem_previous[at]) {
    const PythonExpr *value = &statement_at(build, at)->value;
    int64_t position = value->items[1].integer;
    if (position < 0 || position >= MAX_RESULTS)
      return fx_fail(build, value->begin, "position %lld is absurd", (long long)position);
    if (at > statement && position >= call->getitem_count) call->getitem_count = (int)position + 1;
  }
  call->getitems = arena_array(build->arena, (size_t)call->getitem_count, sizeof *call->getitems);
  for (int i = 0; i < call->getitem_count; i++)
    call->getitems[i] = -1;
  for (int at = (int)last; at > statement; at = build->getitem_previous[at]) {
    call->getitems[statement_at(build, at)->value.items[1].integer] = at;
  }
  return true;
}

// The graph's copy of a source comment; consecutive ops share one.
static const char *intern(FxBuild *build, const char *text, const char **from, const char **kept) {
  if (text != *from) {
    *from = text;
    *kept = text ? arena_strdup(build->arena, text) : NULL;
  }
  return *kept;
}

static void start_call(FxBuild *build, int statement, Call *call) {
  const FxStatement *at = statement_at(build, statement);
  PythonExpr *folded = arena_alloc(build->arena, sizeof *folded);
  *folded = build->parsed->sizes->order.count ? fx_fold_sizes(build, &at->value) : at->value;
  *call = (Call){.expr = folded, .statement = at, .torch_name = short_target(at->value.text)};
  call->spec = (OpSpec){
      .name = arena_strdup(build->arena, at->name),
      .mutates = -1,
      .source_file = intern(build, at->source.file, &build->source_file_from, &build->source_file),
      .source_text = intern(build, at->source.code, &build->source_text_from, &build->source_text),
      .source_line = at->source.line,
      .file_line = at->file_line,
  };
}

static void end_call(Call *call) {
  vector_free(&call->names);
  vector_free(&call->annotations);
}

// Name and annotation of a result, from its getitem when there is one.
static void push_result(FxBuild *build, Call *call, int position) {
  int getitem = position < call->getitem_count ? call->getitems[position] : -1;
  const FxStatement *named = getitem >= 0 ? statement_at(build, getitem) : NULL;
  const char *name = named ? arena_strdup(build->arena, named->name)
                           : arena_printf(build->arena, "%s.%d", call->statement->name, position);
  vector_push(&call->names, name);
  vector_push(&call->annotations,
              named ? fx_annotation(build, named->name, &named->annotation) : (Annotation){0});
}

static bool try_op(FxBuild *build, Call *call, const FxArguments *arguments, Status *status) {
  call->spec.operands = arguments->operands.data;
  call->spec.operand_count = arguments->operands.count;
  call->spec.keep_written = build->parsed->sizes->order.count > 0 && !arguments->sized;
  call->spec.attributes = arguments->attributes.data;
  call->spec.attribute_count = arguments->attributes.count;
  call->spec.annotations = call->annotations.data;
  call->spec.result_names = call->spec.result_count > 1 ? call->names.data : NULL;
  call->op = builder_op(build->builder, &call->spec, status);
  return call->op != NO_OP;
}

static bool add_op(FxBuild *build, Call *call, const FxArguments *arguments) {
  Status status = {0};
  return try_op(build, call, arguments, &status) ||
         fx_fail(build, call->statement->offset, "%.400s", status.message);
}

// Makes the results readable: by the name for one result, by position for a tuple. `positions`: of each
// result in PyTorch's tuple, NULL: 0, 1, ...
static void bind_results(FxBuild *build, Call *call, int count, const int64_t *positions) {
  if (call->getitem_count == 0 && count == 1) {
    fx_bind(build, call->statement->name,
            (FxSymbol){.value = builder_result(build->builder, call->op, 0), .result_count = -1});
    return;
  }
  int tuple = positions ? (int)positions[count - 1] + 1 : count;
  FxSymbol symbol = {.value = NO_VALUE, .first_result = build->results.count, .result_count = tuple};
  for (int i = 0; i < tuple; i++)
    vector_push(&build->results, NO_VALUE);
  for (int i = 0; i < count; i++) {
    build->results.data[symbol.first_result + (positions ? positions[i] : i)] =
        builder_result(build->builder, call->op, i);
  }
  fx_bind(build, call->statement->name, symbol);
}

// One annotated result: the statement's own.
static void push_single_result(FxBuild *build, Call *call) {
  const FxStatement *at = call->statement;
  if (call->getitem_count) {
    push_result(build, call, 0);
    call->spec.name = call->names.data[0];
  } else {
    vector_push(&call->names, call->spec.name);
    vector_push(&call->annotations, fx_annotation(build, at->name, &at->annotation));
  }
}

// The results that getitems read; their positions become the attribute TUPLE.
static int push_read_results(FxBuild *build, Call *call, FxArguments *arguments, int64_t **positions) {
  *positions = arena_array(build->arena, (size_t)call->getitem_count, sizeof **positions);
  int count = 0;
  for (int position = 0; position < call->getitem_count; position++) {
    if (call->getitems[position] < 0) continue;
    push_result(build, call, position);
    (*positions)[count++] = position;
  }
  if (count) fx_add_integers(build, arguments, ATTRIBUTE_TUPLE, *positions, count);
  return count;
}

// A result without annotation and without getitems. A call that writes into its first argument returns it;
// another is kept for its effect, as an empty tensor that nothing may read.
static bool add_unannotated(FxBuild *build, Call *call, const FxArguments *arguments) {
  Annotation annotation = {.has_type = true, .dtype = DTYPE_U8, .shape = {.rank = 1}};
  bool writes = call->spec.mutates == 0;
  if (writes) {
    const Value *written = builder_value(build->builder, arguments->operands.data[0].value);
    annotation.dtype = written->dtype;
    annotation.shape = written->shape;
  }
  vector_push(&call->annotations, annotation);
  call->spec.result_count = 1;
  if (!add_op(build, call, arguments)) return false;
  if (!writes) {
    const char *size = call->statement->size.text;
    builder_note(build->builder, NOTE_OPAQUE, call->op,
                 size ? "%s (line %d) reads a number out of memory: data decides %s"
                      : "%s (line %d) has no annotation, so its result is not known",
                 call->torch_name, call->statement->file_line, size);
  }
  int value = builder_result(build->builder, call->op, 0);
  fx_bind(build, call->statement->name, (FxSymbol){.value = value, .result_count = -1, .is_void = !writes});
  return true;
}

static bool ends_in_underscore(const char *torch_name) {
  const char *overload = strrchr(torch_name, '.');
  return overload && overload > torch_name && overload[-1] == '_';
}

// An op that a library runs or that the table lacks: operands, argument text and annotated results.
static bool pass_through(FxBuild *build, Call *call, OpCode code) {
  FxArguments arguments;
  bool done = fx_pass_arguments(build, call->expr, &arguments);
  fx_add_text(build, &arguments, ATTRIBUTE_TARGET, call->torch_name);
  call->spec.code = code;
  bool writes = code == OP_OPAQUE && ends_in_underscore(call->torch_name) && arguments.operands.count > 0;
  if (writes) call->spec.mutates = 0; // PyTorch's convention: the call writes into its first argument
  int count = 1;
  int64_t *positions = NULL;
  if (done && call->getitem_count) {
    count = push_read_results(build, call, &arguments, &positions);
    call->spec.result_count = count;
    if (count == 1) call->spec.name = call->names.data[0];
  } else if (done && !call->statement->annotation.has_type) {
    done = add_unannotated(build, call, &arguments);
    fx_arguments_free(&arguments);
    return done;
  } else if (done) {
    call->spec.result_count = 1;
    push_single_result(build, call);
  }
  done = done && add_op(build, call, &arguments);
  fx_arguments_free(&arguments);
  if (done) bind_results(build, call, count, positions);
  return done;
}

static bool add_opaque(FxBuild *build, Call *call, const char *reason) {
  if (!pass_through(build, call, OP_OPAQUE)) return false;
  if (call->statement->size.text) return true; // its note says so
  builder_note(build->builder, NOTE_OPAQUE, call->op, "%s (line %d) is opaque: %s", call->torch_name,
               call->statement->file_line, reason);
  return true;
}

// How many results a call of the table has.
static int count_results(const FxBuild *build, const Call *call, const FxArguments *arguments) {
  int count = op_info(call->spec.code)->results;
  if (count >= 0 || arguments->operands.count == 0 || arguments->operands.data[0].value == NO_VALUE)
    return count;
  const Shape *shape = &builder_value(build->builder, arguments->operands.data[0].value)->shape;
  int64_t axis = 0, parts = 0;
  const Attribute *sizes = NULL;
  for (int i = 0; i < arguments->attributes.count; i++) {
    const Attribute *attribute = &arguments->attributes.data[i];
    if (attribute->key == ATTRIBUTE_AXIS && attribute->count == 1) axis = attribute->integer[0];
    if (attribute->key == ATTRIBUTE_SIZES) sizes = attribute;
  }
  if (axis < 0) axis += shape->rank;
  int64_t size = axis >= 0 && axis < shape->rank ? shape->size[axis] : 0;
  if (call->spec.code == OP_UNBIND) parts = size;
  if (sizes && sizes->count > 1) parts = sizes->count;
  if (sizes && sizes->count == 1 && sizes->integer[0] > 0)
    parts = (size + sizes->integer[0] - 1) / sizes->integer[0];
  if (parts < call->getitem_count) parts = call->getitem_count;
  return parts > 0 && parts <= MAX_RESULTS ? (int)parts : -1;
}

// alpha of add and sub: the operand times alpha is an op of its own.
static bool scale_operand(FxBuild *build, const Call *call, FxArguments *arguments) {
  if (arguments->scale == 1) return true;
  Operand *scaled = &arguments->operands.data[arguments->scaled];
  if (scaled->is_number) {
    scaled->is_integer = false;
    scaled->number *= arguments->scale;
    return true;
  }
  Operand operands[2] = {*scaled, {.value = NO_VALUE, .is_number = true, .number = arguments->scale}};
  OpSpec spec = call->spec;
  spec.name = arena_printf(build->arena, "%s.alpha", call->spec.name);
  spec.code = OP_MUL;
  spec.operands = operands;
  spec.operand_count = 2;
  spec.result_count = 1;
  spec.mutates = -1;
  Status status = {0};
  int op = builder_op(build->builder, &spec, &status);
  if (op == NO_OP) return fx_fail(build, call->statement->offset, "%.400s", status.message);
  *scaled = (Operand){.value = builder_result(build->builder, op, 0)};
  return true;
}

static bool is_annotated(const Call *call) {
  bool annotated = call->annotations.count > 0;
  for (int i = 0; i < call->annotations.count; i++)
    annotated = annotated && call->annotations.data[i].has_type;
  return annotated;
}

// An op of the table. When inference refuses it although the text says what its results are, it becomes
// opaque: a graph is never refused for one op.
static bool add_known(FxBuild *build, Call *call, FxArguments *arguments) {
  int count = count_results(build, call, arguments);
  if (count == 1 && op_info(call->spec.code)->results == 1) {
    push_single_result(build, call);
  } else {
    for (int position = 0; position < count; position++)
      push_result(build, call, position);
  }
  call->spec.result_count = count;
  if (!scale_operand(build, call, arguments)) return false;
  Status status = {0};
  if (try_op(build, call, arguments, &status)) {
    bind_results(build, call, count, NULL);
    return true;
  }
  if (!is_annotated(call) || size_table_bound(build->parsed->sizes))
    return fx_fail(build, call->statement->offset, "%.400s", status.message);
  call->names.count = call->annotations.count = 0;
  return add_opaque(build, call, status.message);
}

static bool add_from_table(FxBuild *build, Call *call, const TorchTarget *target) {
  FxArguments arguments;
  call->spec.code = target->code;
  call->spec.mutates = target->mutates;
  bool done = fx_match_arguments(build, call->expr, target, -1, &arguments);
  if (done && arguments.reason[0]) {
    done = add_opaque(build, call, arguments.reason);
  } else if (done) {
    done = add_known(build, call, &arguments);
  }
  fx_arguments_free(&arguments);
  return done;
}

// Length of the first list among the arguments; -1 when there is none.
static int list_length(const PythonExpr *call) {
  for (int i = 0; i < call->item_count; i++) {
    if (call->items[i].kind == PYTHON_LIST || call->items[i].kind == PYTHON_TUPLE)
      return call->items[i].item_count;
  }
  return -1;
}

static bool add_element(FxBuild *build, Call *call, const TorchTarget *target, int element, int *value) {
  FxArguments arguments;
  if (!fx_match_arguments(build, call->expr, target, element, &arguments) || arguments.reason[0]) {
    bool understood = !arguments.reason[0];
    if (!understood) fx_fail(build, call->statement->offset, "%s: %s", call->torch_name, arguments.reason);
    fx_arguments_free(&arguments);
    return false;
  }
  call->names.count = call->annotations.count = 0;
  push_result(build, call, element);
  call->spec.name = call->names.data[0];
  call->spec.result_count = 1;
  bool done = scale_operand(build, call, &arguments) && add_op(build, call, &arguments);
  if (done) *value = builder_result(build->builder, call->op, 0);
  fx_arguments_free(&arguments);
  return done;
}

// A foreach op is one op per element of its lists.
static bool add_foreach(FxBuild *build, Call *call, const TorchTarget *target) {
  int count = list_length(call->expr);
  if (count < 0) return fx_fail(build, call->expr->begin, "%s needs a list of tensors", call->torch_name);
  FxSymbol symbol = {.value = NO_VALUE, .first_result = build->results.count, .result_count = count};
  for (int i = 0; i < count; i++)
    vector_push(&build->results, NO_VALUE);
  call->spec.code = target->code;
  call->spec.mutates = target->mutates;
  for (int i = 0; i < count; i++) {
    int value;
    if (!add_element(build, call, target, i, &value)) return false;
    build->results.data[symbol.first_result + i] = value;
  }
  fx_bind(build, call->statement->name, symbol);
  return true;
}

bool fx_call(FxBuild *build, int statement) {
  Call call;
  TorchTarget target;
  start_call(build, statement, &call);
  bool done = find_getitems(build, statement, &call);
  if (done && !torch_find(call.torch_name, &target)) {
    done = add_opaque(build, &call, "the op table has no such op");
  } else if (done && target.foreach) {
    done = add_foreach(build, &call, &target);
  } else if (done && torch_passed_through(&target)) {
    call.spec.mutates = target.mutates;
    done = pass_through(build, &call, target.code);
  } else if (done) {
    done = add_from_table(build, &call, &target);
  }
  end_call(&call);
  return done;
}
