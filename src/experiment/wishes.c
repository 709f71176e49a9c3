// What an experiment's Lua file returned: lists are written out, and what is wrong points at its line.
#include "base/file.h"
#include "experiment/read.h"

#include <stdlib.h>
#include <string.h>

typedef struct Wishes {
  Experiment *experiment;
  const char *path; // of the Lua file
  char *source;
  size_t length;
  const JsonNode *root;
  Status *status;
} Wishes;

// ---- Errors: the table has no lines any more, so that a word is looked for in the file.

static bool is_letter(char c) {
  return c && strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", c);
}

// Where the word stands first, as a whole; -1: nowhere, as it was put together.
static long find_word(const Wishes *wishes, const char *word) {
  size_t length = strlen(word);
  for (const char *at = wishes->source; length && (at = strstr(at, word)); at++)
    if ((at == wishes->source || !is_letter(at[-1])) && !is_letter(at[length])) return at - wishes->source;
  return -1;
}

static bool fail_at(Wishes *wishes, const char *word, const char *field, const char *message) {
  long offset = find_word(wishes, word);
  if (offset < 0) offset = find_word(wishes, field);
  return status_fail_at(wishes->status, wishes->path, wishes->source, (long)wishes->length,
                        offset < 0 ? 0 : offset, "%s", message);
}

static bool fail(Wishes *wishes, const char *field, const char *what) {
  Text message = {0};
  text_printf(&message, "%s: %s", field, what);
  bool good = fail_at(wishes, field, field, text_get(&message));
  text_free(&message);
  return good;
}

// What adding it said, at the word that it is about.
static bool fail_adding(Wishes *wishes, const char *word, const char *field) {
  Status said = *wishes->status;
  return fail_at(wishes, word, field, said.message);
}

// ---- Values.

typedef bool (*TakeValue)(Wishes *wishes, const char *field, const JsonNode *value, void *context);

// Of a list each value, of another value that one.
static bool each_value(Wishes *wishes, const char *field, const JsonNode *node, TakeValue take,
                       void *context) {
  if (!json_is_array(node)) return take(wishes, field, node, context);
  for (const JsonNode *at = json_first(node); at; at = json_next(at))
    if (!take(wishes, field, at, context)) return false;
  return true;
}

static bool is_empty(const JsonNode *node) { // Lua has one table for no names and no values
  return json_is_array(node) && json_count(node) == 0;
}

// The text that an option is given as.
static char *value_text(const JsonNode *node) {
  Text text = {0};
  JsonWriter writer = json_writer(&text, false);
  if (json_is_string(node))
    text_add(&text, json_string(node, ""));
  else if (json_is_integer(node))
    json_put_integer(&writer, NULL, json_integer(node, 0));
  else if (json_is_number(node))
    json_put_number(&writer, NULL, json_number(node, 0));
  else if (json_is_bool(node))
    json_put_bool(&writer, NULL, json_bool(node, false));
  return text_take(&text);
}

// ---- Graphs and sizes.

typedef VECTOR(SizeBinding) Sizes;

static bool take_sizes(Wishes *wishes, const JsonNode *node, Sizes *sizes) {
  static const char WANTED[] = "a table of sizes, as { rows = 8192 }, or a list of them";
  vector_clear(sizes);
  if (!node || is_empty(node)) return true;
  if (!json_is_object(node)) return fail(wishes, "sizes", WANTED);
  for (const JsonNode *at = json_first(node); at; at = json_next(at)) {
    if (!json_is_integer(at) || json_integer(at, -1) < 0)
      return fail(wishes, json_key(at), "a size is a whole number, not below 0");
    vector_push(sizes, (SizeBinding){json_key(at), json_integer(at, 0)});
  }
  return true;
}

static bool take_graph(Wishes *wishes, const char *field, const JsonNode *value, void *sizes) {
  const Sizes *bound = sizes;
  if (!json_is_string(value)) return fail(wishes, field, "paths and patterns of graphs are wanted");
  const char *pattern = json_string(value, "");
  return experiment_add_graphs(wishes->experiment, pattern, bound->data, bound->count, wishes->status) ||
         fail_adding(wishes, pattern, field);
}

static bool take_graphs(Wishes *wishes) {
  const JsonNode *graphs = json_get(wishes->root, "graphs"), *node = json_get(wishes->root, "sizes");
  Sizes sizes = {0};
  if (!graphs || is_empty(graphs)) return fail(wishes, "graphs", "name at least one");
  bool many = json_is_array(node) && json_count(node) > 0;
  const JsonNode *at = many ? json_first(node) : node;
  bool good = true;
  do {
    good = take_sizes(wishes, at, &sizes) && each_value(wishes, "graphs", graphs, take_graph, &sizes);
    at = many ? json_next(at) : NULL;
  } while (good && at);
  vector_free(&sizes);
  return good;
}

// ---- Devices and stages.

static bool take_device(Wishes *wishes, const char *field, const JsonNode *value, void *context) {
  (void)context;
  if (!json_is_string(value))
    return fail(wishes, field, "names of devices are wanted, see 'fusebox devices'");
  return experiment_add_device(wishes->experiment, json_string(value, ""), wishes->status) ||
         fail_adding(wishes, json_string(value, ""), field);
}

static bool take_stage(Wishes *wishes, const char *field, const JsonNode *value, void *context) {
  (void)context;
  for (int stage = 0; stage < STAGE_COUNT; stage++) {
    if (!text_equal(json_string(value, ""), experiment_stage_name((ExperimentStage)stage))) continue;
    wishes->experiment->stages |= 1u << stage;
    return true;
  }
  return fail(wishes, field, "estimate, compile and time are the stages");
}

// ---- Heuristics: every choice of options, the last one changing first.

typedef struct Grid {
  const char *heuristic, *field;
  VECTOR(const JsonNode *) options;
  VECTOR(const JsonNode *) chosen; // of each its value
} Grid;

static bool add_choice(Wishes *wishes, const Grid *grid, const char *start) {
  VECTOR(ScriptOption) options = {0};
  for (int i = 0; i < grid->options.count; i++)
    vector_push(&options, (ScriptOption){json_key(grid->options.data[i]), value_text(grid->chosen.data[i])});
  bool good = experiment_add_variant(wishes->experiment, grid->heuristic, options.data, options.count, start,
                                     wishes->status) ||
              fail_adding(wishes, grid->heuristic, grid->field);
  for (int i = 0; i < options.count; i++)
    free((char *)options.data[i].value);
  vector_free(&options);
  return good;
}

static bool take_start(Wishes *wishes, const char *field, const JsonNode *value, void *grid) {
  if (!json_is_string(value)) return fail(wishes, field, "none, compiler and plan files are starts");
  return add_choice(wishes, grid, json_string(value, ""));
}

static bool add_choices(Wishes *wishes, Grid *grid) {
  const JsonNode *starts = json_get(wishes->root, "starts");
  bool built_in = text_equal(grid->heuristic, "none") || text_equal(grid->heuristic, "compiler");
  if (!starts || built_in) return add_choice(wishes, grid, "none");
  return each_value(wishes, "starts", starts, take_start, grid);
}

static bool is_scalar(const JsonNode *node) {
  return json_is_string(node) || json_is_number(node) || json_is_bool(node);
}

static bool choose_rest(Wishes *wishes, Grid *grid) {
  if (grid->chosen.count == grid->options.count) return add_choices(wishes, grid);
  const JsonNode *option = grid->options.data[grid->chosen.count];
  bool many = json_is_array(option), good = true;
  if (is_empty(option)) return fail(wishes, json_key(option), "name at least one value");
  for (const JsonNode *at = many ? json_first(option) : option; good && at;
       at = many ? json_next(at) : NULL) {
    if (!is_scalar(at)) return fail(wishes, json_key(option), "a number, a string, true or false is wanted");
    vector_push(&grid->chosen, at);
    good = choose_rest(wishes, grid);
    (void)vector_pop(&grid->chosen);
  }
  return good;
}

// Those that the heuristic has; the nearest of them in `meant`, NULL: none is near.
static bool has_option(const HeuristicInfo *info, const char *name, const char **meant) {
  enum { SLIPS = 2 };
  int least = SLIPS + 1;
  *meant = NULL;
  for (int i = 0; i < info->option_count; i++) {
    int distance = text_distance(name, info->options[i].name);
    if (distance == 0) return true;
    if (distance < least) least = distance, *meant = info->options[i].name;
  }
  return false;
}

// A file that cannot be read, or says nothing of options that can be, has rows that say so.
static bool check_options(Wishes *wishes, const Grid *grid) {
  char *path = grid->options.count ? heuristic_path(grid->heuristic, NULL) : NULL;
  if (!path) return true;
  HeuristicInfo *info = heuristic_info(experiment_path(wishes->experiment, path));
  bool good = true;
  for (int i = 0; good && !info->problem && i < grid->options.count; i++) {
    const char *name = json_key(grid->options.data[i]), *meant;
    Text what = {0};
    good = has_option(info, name, &meant);
    text_printf(&what, "%s has no such option", grid->heuristic);
    if (meant) text_printf(&what, ": did you mean %s", meant);
    if (!good) fail(wishes, name, text_get(&what));
    text_free(&what);
  }
  heuristics_free(info, 1);
  free(path);
  return good;
}

static bool take_heuristic(Wishes *wishes, const char *field, const JsonNode *value, void *context) {
  static const char NAME[] = "1"; // a value without a name, the first
  const JsonNode *name = json_is_object(value) ? json_get(value, NAME) : value;
  if (json_is_array(value) && json_count(value) == 1) value = name = json_first(value); // { "greedy" }
  Grid grid = {.heuristic = json_string(name, ""), .field = field};
  (void)context;
  if (!json_is_string(name))
    return fail(wishes, field, "a name, or a table as { \"beam\", width = { 8, 32 } }, is wanted");
  for (const JsonNode *at = name == value ? NULL : json_first(value); at; at = json_next(at))
    if (at != name) vector_push(&grid.options, at);
  bool good = grid.options.count <= HEURISTIC_OPTIONS_MOST
                  ? check_options(wishes, &grid) && choose_rest(wishes, &grid)
                  : fail(wishes, field, "too many options");
  vector_free(&grid.options);
  vector_free(&grid.chosen);
  return good;
}

static bool add_baseline(Wishes *wishes) {
  const JsonNode *node = json_get(wishes->root, "baseline");
  Grid grid = {.heuristic = json_string(node, ""), .field = "baseline"};
  wishes->experiment->baseline = arena_strdup(wishes->experiment->arena, json_string(node, ""));
  if (node && !json_is_string(node)) return fail(wishes, "baseline", "the name of a heuristic is wanted");
  for (int i = 0; i < wishes->experiment->variants.count; i++)
    if (text_equal(wishes->experiment->variants.data[i].heuristic, grid.heuristic)) return true;
  return !node || add_choices(wishes, &grid);
}

static bool add_heuristics(Wishes *wishes) {
  static const char *const fields[] = {"heuristics", "searches"};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    const JsonNode *node = json_get(wishes->root, fields[i]);
    if (node && !each_value(wishes, fields[i], node, take_heuristic, NULL)) return false;
  }
  if (!add_baseline(wishes)) return false;
  return wishes->experiment->variants.count || fail(wishes, "heuristics", "name at least one");
}

// ---- The rest.

static bool add_devices(Wishes *wishes) {
  const JsonNode *node = json_get(wishes->root, "devices");
  if (node && !is_empty(node)) return each_value(wishes, "devices", node, take_device, NULL);
  return experiment_add_device(wishes->experiment, "h200", wishes->status);
}

static bool add_stages(Wishes *wishes) {
  const JsonNode *node = json_get(wishes->root, "stages");
  if (node && !is_empty(node)) return each_value(wishes, "stages", node, take_stage, NULL);
  wishes->experiment->stages = 1u << STAGE_ESTIMATE;
  return true;
}

static bool take_repeats(Wishes *wishes) {
  const JsonNode *node = json_get(wishes->root, "repeats");
  int64_t repeats = json_integer(node, node ? 0 : 1);
  wishes->experiment->repeats = (int)repeats;
  return (repeats >= 1 && repeats <= REPEATS_MOST) || fail(wishes, "repeats", "a number from 1 to 10000");
}

static bool take_limits(Wishes *wishes) {
  static const double SECONDS = 600, MOST = 1e6;
  const JsonNode *node = json_get(wishes->root, "limits");
  const JsonNode *seconds = json_get(node, "seconds"), *instructions = json_get(node, "instructions");
  const JsonNode *evaluations = json_get(node, "evaluations");
  if (node && !json_is_object(node) && !is_empty(node))
    return fail(wishes, "limits", "a table as { seconds = 600, instructions = 2e9 }");
  for (const JsonNode *at = json_first(node); at; at = json_next(at))
    if (at != seconds && at != instructions && at != evaluations)
      return fail(wishes, json_key(at), "limits are of seconds, instructions and evaluations");
  wishes->experiment->seconds = seconds ? json_number(seconds, 0) : SECONDS;
  if (!(wishes->experiment->seconds > 0 && wishes->experiment->seconds <= MOST))
    return fail(wishes, "seconds", "more than 0, and at most 1000000");
  if (!(json_number(evaluations, 1) >= 1 && json_number(evaluations, 1) <= 1e15))
    return fail(wishes, "evaluations", "from 1 to 1e15");
  if (!(json_number(instructions, 1) >= 1 && json_number(instructions, 1) <= 1e15))
    return fail(wishes, "instructions", "from 1 to 1e15");
  wishes->experiment->instructions = (int64_t)json_number(instructions, 0);
  wishes->experiment->evaluations = (int64_t)json_number(evaluations, 0);
  return true;
}

static bool check_names(Wishes *wishes) {
  static const char *const names[] = {"graphs",   "sizes",  "devices", "baseline", "heuristics",
                                      "searches", "starts", "stages",  "repeats",  "limits"};
  NameMap known = {0};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    namemap_set(&known, names[i], 1);
  bool good = true;
  for (const JsonNode *at = json_first(wishes->root); good && at; at = json_next(at)) {
    int64_t there;
    const char *near = namemap_nearest(&known, json_key(at));
    Text message = {0};
    text_printf(&message, "there is no such field%s%s", near ? ": did you mean " : "", near ? near : "");
    if (!namemap_get(&known, json_key(at), &there)) good = fail(wishes, json_key(at), text_get(&message));
    text_free(&message);
  }
  namemap_free(&known);
  return good;
}

bool experiment_take_wishes(Experiment *experiment, const char *path, const Json *json, Status *status) {
  Wishes wishes = {.experiment = experiment, .path = path, .root = json_root(json), .status = status};
  wishes.source = file_read(path, &wishes.length, status);
  bool good = wishes.source != NULL;
  if (good && !json_is_object(wishes.root) && !is_empty(wishes.root))
    good = fail(&wishes, "return", "it returns a table { graphs = ..., heuristics = ... }");
  good = good && check_names(&wishes) && take_limits(&wishes) && take_repeats(&wishes) &&
         add_stages(&wishes) && add_devices(&wishes) && add_heuristics(&wishes) && take_graphs(&wishes);
  free(wishes.source);
  return good;
}
