// Editor stubs (LuaLS annotations) and, with the same words, the reference page.
#include "script/lesson_internal.h"

static void write_parameters(Text *out, const char *parameters) {
  // "a: op, b?: boolean" becomes the plain list "a, b" of a function's head.
  bool in_name = true;
  for (const char *c = parameters; *c; c++) {
    if (*c == ':') in_name = false;
    if (in_name && *c != '?') text_add_bytes(out, c, 1);
    if (*c == ',') {
      if (!in_name) text_add(out, ",");
      in_name = true;
    }
  }
}

static void write_method(Text *out, const char *class, const Binding *binding) {
  text_printf(out, "--- %s\n", binding->help);
  const char *rest = binding->parameters;
  while (*rest) { // one @param line each
    const char *colon = rest;
    while (*colon != ':')
      colon++;
    const char *end = colon;
    while (*end && *end != ',')
      end++;
    text_printf(out, "---@param %.*s %.*s\n", (int)(colon - rest), rest, (int)(end - colon - 2), colon + 2);
    rest = *end ? end + 2 : end;
  }
  text_printf(out, "---@return %s\nfunction %s:%s(", binding->result, class, binding->name);
  write_parameters(out, binding->parameters);
  text_add(out, ") end\n\n");
}

static void write_file_table(Text *out, const FileTable *table) {
  text_printf(out, "--- %s\n---@class %s\n", table->help, table->name);
  for (int i = 0; i < table->count; i++)
    text_printf(out, "---@field %s %s %s\n", table->fields[i].name, table->fields[i].type,
                table->fields[i].help);
  text_add(out, "\n");
}

static void write_class(Text *out, const BindingClass *class) {
  text_printf(out, "--- %s\n---@class %s\n", class->help, class->name);
  for (int i = 0; i < class->count; i++)
    if (class->bindings[i].kind == BINDING_FIELD)
      text_printf(out, "---@field %s %s %s\n", class->bindings[i].name, class->bindings[i].result,
                  class->bindings[i].help);
  text_printf(out, "local %s = {}\n\n", class->name);
  for (int i = 0; i < class->count; i++)
    if (class->bindings[i].kind == BINDING_METHOD) write_method(out, class->name, &class->bindings[i]);
}

static void write_command(Text *out) {
  text_add(
      out,
      "--- What a file of the config folder's commands (or its init.lua) returns: one, or a list of them.\n"
      "--- run may print, and return a text for the status line, an op to go to, or both.\n"
      "---@class command\n---@field name string\n---@field key string? as keymaps write it: "
      "\"<F6>\", \"<C-k>\", \"_\"; one that is taken is refused\n---@field help string?\n"
      "---@field run fun(plan: plan, cursor: op?): (string|op)?, (string|op)?\n\n");
}

void script_write_stubs(Text *out) {
  text_add(out,
           "---@meta fusebox\n-- Generated from the binding tables of src/script (fusebox heuristics "
           "--stubs). Do not edit.\n\n"
           "---@class reason\n---@field code string\n---@field text string\n---@field remedy "
           "string\n---@field ops op[]\n\n"
           "---@class what_if\n---@field legal boolean\n---@field reason reason?\n---@field reads integer?\n"
           "---@field parts integer?\n"
           "---@field saved_dram_bytes integer?\n---@field saved_us number?\n---@field terms terms?\n"
           "---@field after estimate?\n\n"
           "---@class total\n---@field kernels integer\n---@field read_bytes integer\n---@field write_bytes "
           "integer\n"
           "---@field dram_bytes integer\n---@field time_us number\n\n");
  text_add(out, "--- Microseconds, by what limits a kernel, and what comes on top.\n---@class terms\n");
  for (int term = 0; term < TERM_COUNT; term++)
    text_printf(out, "---@field %s number\n", term_name(term));
  text_add(out, "\n");
  const BindingClass *classes[] = {&op_class,       &edge_class, &kernel_class,
                                   &estimate_class, &plan_class, &lesson_class};
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    write_class(out, classes[i]);
  write_command(out);
  const FileTable *tables[] = {&lesson_file_table, &lesson_step_table, &lesson_prediction_table};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    write_file_table(out, tables[i]);
}
