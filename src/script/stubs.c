// Editor stubs (LuaLS annotations) and, with the same words, the reference page.
#include "script/heuristic_read.h"
#include "script/lesson/internal.h"
#include "script/model.h"

#include <string.h>

// At the comma behind the next parameter, or at the end; commas within brackets are its type's.
static const char *parameter_end(const char *at) {
  int depth = 0;
  for (; *at && (depth || *at != ','); at++)
    depth += (*at == '<' || *at == '(') - (*at == '>' || *at == ')');
  return at;
}

static const char *next_parameter(const char *at) {
  const char *end = parameter_end(at);
  return *end ? end + 2 : end;
}

// "a: op, b?: boolean" becomes the plain list "a, b" of a function's head.
static void write_parameters(Text *out, const char *parameters) {
  for (const char *at = parameters; *at; at = next_parameter(at))
    text_printf(out, "%s%.*s", at == parameters ? "" : ", ", (int)strcspn(at, "?:"), at);
}

static void write_method(Text *out, const char *class, const Binding *binding) {
  text_printf(out, "--- %s\n", binding->help);
  for (const char *at = binding->parameters; *at; at = next_parameter(at)) { // one @param line each
    int name = (int)strcspn(at, ":"), all = (int)(parameter_end(at) - at);
    text_printf(out, "---@param %.*s %.*s\n", name, at, all - name - 2, at + name + 2);
  }
  if (*binding->result) text_printf(out, "---@return %s\n", binding->result);
  text_printf(out, "function %s:%s(", class, binding->name);
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

// What the bindings answer with: plain tables.
static const char answers[] =
    "--- Why an edit is refused.\n---@class reason\n"
    "---@field code string \"cycle\", \"library\", \"not_together\" and so on: one word for a kind of "
    "reason.\n"
    "---@field text string A sentence that names the ops.\n"
    "---@field remedy string What would make it possible; empty: nothing.\n"
    "---@field ops op[] The ops that the sentence names.\n\n"
    "--- What fusing two kernels, or all edits of a function, would change. All but legal and reason are "
    "absent "
    "when it is not legal.\n"
    "---@class what_if\n"
    "---@field legal boolean\n"
    "---@field reason reason? Why not, when it is not legal.\n"
    "---@field reads integer? Of a fusion: distinct buffers that the kernel would read.\n"
    "---@field parts integer? Of a fusion: kernels side by side in one launch; 1: it is one kernel.\n"
    "---@field template string? Of a fusion: the kernel's, as kernel.template.\n"
    "---@field saved_dram_bytes integer? Bytes that reach DRAM no more; negative: more do.\n"
    "---@field saved_us number? Microseconds; negative: it takes longer.\n"
    "---@field terms terms? What saved_us is made of.\n"
    "---@field after estimate? Of a fusion: of the kernel that they would be.\n"
    "---@field saved_kernels integer? Of a function: launches; negative: there are more.\n"
    "---@field registers integer? Of a function: the most of any kernel that it changes.\n"
    "---@field spill_bytes integer? Of a function: likewise.\n"
    "---@field changes change[]? Of a function: the first eight kernels whose estimates change, by id.\n\n"
    "--- What becomes of a kernel.\n"
    "---@class change\n"
    "---@field kernel integer Its id.\n"
    "---@field before estimate? Absent: there was none.\n"
    "---@field after estimate? Absent: there is none.\n"
    "---@field template string? Of the kernel after.\n\n"
    "--- What a plan takes of memory, as fusebox plan tells it.\n"
    "---@class memory\n"
    "---@field peak_bytes integer Live at the launch at which most is.\n"
    "---@field input_bytes integer Of all inputs, which are live throughout.\n"
    "---@field peak_at kernel? That launch.\n"
    "---@field tensors tensor[] What is live then, largest first.\n\n"
    "--- Sums over a plan.\n---@class total\n"
    "---@field kernels integer Launches.\n"
    "---@field read_bytes integer Over all kernels, each tensor once in each.\n"
    "---@field write_bytes integer Likewise.\n"
    "---@field dram_bytes integer What reaches DRAM.\n"
    "---@field time_us number Microseconds.\n\n";

static const char globals[] =
    "--- What a script has besides: math, string, table, utf8, assert, error, ipairs, pairs (keys in order: "
    "numbers,\n"
    "--- strings, booleans), pcall, select, setmetatable, tonumber, tostring, type. It has no files, no "
    "clock and no\n"
    "--- other source of chance: math.random begins the same in every run. It is ended after 2,000,000,000\n"
    "--- instructions or with 512 MiB, printed text included, which branches share equally; a string has at "
    "most\n--- 256 KiB.\n\n"
    "--- Writes values, tables with what is in them: below the plan on the command line, in the tab Script "
    "of the\n"
    "--- explorer.\n---@param ... any\nfunction print(...) end\n\n"
    "--- A generator of its own numbers, the same for a seed on every machine: r() from 0 to below 1, r(m) "
    "from 1 "
    "to m,\n--- r(m, n) from m to n.\n---@param seed integer\n---@return fun(m?: integer, n?: integer): "
    "number r\n"
    "function math.rng(seed) end\n\n"
    "--- A module by its name, a literal, loaded once: one that lies beside the file that asks, a shipped "
    "one "
    "(lua/modules),\n--- or one of the folder modules of the configuration.\n---@param name "
    "string\n---@return any\n"
    "function require(name) end\n\n";

static void write_knobs(Text *out) {
  text_add(out,
           "--- A knob of a kernel's schedule; 'fusebox tune --help' says what each does.\n---@alias knob ");
  for (int knob = 0; knob < KNOB_COUNT; knob++)
    text_printf(out, "%s\"%s\"", knob ? "|" : "", knob_name((Knob)knob));
  text_add(out, "\n\n");
}

void script_write_stubs(Text *out) {
  text_add(out,
           "---@meta fusebox\n-- Generated from the binding tables of src/script (fusebox heuristics "
           "--stubs). Do not edit.\n\n");
  write_file_table(out, &heuristic_file_table);
  write_file_table(out, &heuristic_option_table);
  write_file_table(out, &model_file_table);
  write_file_table(out, &model_options_table);
  write_file_table(out, &plan_fuse_options_table);
  text_add(out, globals);
  text_add(out, answers);
  write_knobs(out);
  text_add(out, "--- Microseconds, by what limits a kernel, and what comes on top.\n---@class terms\n");
  for (int term = 0; term < TERM_COUNT; term++)
    text_printf(out, "---@field %s number\n", estimate_term_name(term));
  text_add(out, "\n");
  const BindingClass *classes[] = {&op_class,       &op_edge_class,  &operand_class, &tensor_class,
                                   &kernel_class,   &estimate_class, &device_class,  &plan_class,
                                   &snapshot_class, &lesson_class};
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    write_class(out, classes[i]);
  write_command(out);
  const FileTable *tables[] = {&lesson_file_table, &lesson_step_table, &lesson_prediction_table};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    write_file_table(out, tables[i]);
}
