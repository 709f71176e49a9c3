// Which heuristics there are.
#include "base/arena.h"
#include "base/file.h"
#include "script/apart.h"
#include "script/files.h"
#include "script/heuristic_read.h"
#include "script/host.h"

#include <stdlib.h>
#include <string.h>

static const char USERS[] = "heuristics", SHIPPED[] = "lua/heuristics", SEARCHES[] = "lua/searches";

// A message without the folder of the file that it begins with.
static const char *without_folder(const char *message, const char *path) {
  size_t folder = (size_t)(file_base_name(path) - path);
  return strncmp(message, path, folder) == 0 ? message + folder : message;
}

static void clear_info(HeuristicInfo *info) {
  free(info->name);
  free(info->help);
  free(info->path);
  free(info->problem);
  for (int i = 0; i < info->option_count; i++) {
    free(info->options[i].name);
    free(info->options[i].help);
    free(info->options[i].default_value);
  }
  *info = (HeuristicInfo){0};
}

// ---- What each says of itself, in a process of its own.

typedef struct Listing {
  VECTOR(HeuristicInfo) items;
  Sources sources;
} Listing;

static void add_file(void *context, const char *path) {
  Listing *list = context;
  sources_add(&list->sources, path);
  vector_push(&list->items, (HeuristicInfo){.path = memory_strdup(path)});
}

typedef struct Describing {
  const SourceFile *file;
  HeuristicInfo *info;
} Describing;

static int describe_body(lua_State *L) {
  Describing *describing = lua_touserdata(L, 1);
  heuristic_load(L, describing->file);
  heuristic_describe(L, describing->info);
  return 0;
}

static void pack_info(const HeuristicInfo *info, Text *out) {
  pack_string(out, info->help);
  pack_integer(out, info->option_count);
  for (int i = 0; i < info->option_count; i++) {
    pack_string(out, info->options[i].name);
    pack_string(out, info->options[i].help);
    pack_string(out, info->options[i].default_value);
  }
}

static bool describe(void *context, int item, Child *child, Text *answer, Status *status) {
  Listing *list = context;
  HeuristicInfo info = {0};
  Host host = {.limits = SCRIPT_READING, .sources = &list->sources};
  host.limits.stop = child_stop(child);
  Describing describing = {sources_find(&list->sources, list->items.data[item].path), &info};
  lua_State *L = host_open(&host);
  bool ok = L ? host_enter(&host, describe_body, &describing, status)
              : status_fail(status, STATUS_INTERNAL, "Lua could not be started");
  if (L) host_close(&host, L);
  if (ok) pack_info(&info, answer);
  clear_info(&info);
  return ok;
}

static bool take_info(void *context, int item, Unpack *answer) {
  HeuristicInfo *info = &((Listing *)context)->items.data[item];
  info->help = unpack_line(answer);
  info->option_count = (int)unpack_integer(answer, 0, HEURISTIC_OPTIONS_MOST);
  for (int i = 0; i < info->option_count; i++) {
    info->options[i].name = unpack_line(answer);
    info->options[i].help = unpack_line(answer);
    info->options[i].default_value = unpack_line(answer);
  }
  return true;
}

static void set_problem(HeuristicInfo *info, const char *message) {
  char *path = info->path;
  info->path = NULL;
  clear_info(info);
  *info = (HeuristicInfo){
      .path = path, .help = memory_strdup(""), .problem = memory_strdup(without_folder(message, path))};
}

static int compare_infos(const void *a, const void *b) {
  return strcmp(((const HeuristicInfo *)a)->name, ((const HeuristicInfo *)b)->name);
}

static HeuristicInfo *read_all(Listing *list, int *count, const atomic_int *stop) {
  int files = list->items.count;
  Status *status = memory_alloc(sizeof *status * ((size_t)files + 1));
  sources_add_modules(&list->sources);
  sources_add_needed(&list->sources);
  Apart apart = {.who = "the file",
                 .count = files,
                 .work = describe,
                 .take = take_info,
                 .context = list,
                 .limits = apart_reading(files),
                 .stop = stop};
  apart_run(&apart, status);
  for (int i = 0; i < files; i++) {
    HeuristicInfo *info = &list->items.data[i];
    if (status[i].code != STATUS_OK) set_problem(info, status[i].message);
    info->name = script_name(info->path);
    text_sanitize(info->name);
  }
  free(status);
  sources_free(&list->sources);
  if (files) qsort(list->items.data, (size_t)files, sizeof *list->items.data, compare_infos);
  *count = files;
  return list->items.data;
}

HeuristicInfo *heuristics_list(int *count, const atomic_int *stop) {
  Listing list = {0};
  script_each_known(USERS, SHIPPED, add_file, &list);
  return read_all(&list, count, stop);
}

HeuristicInfo *heuristic_info(const char *path) {
  int count;
  Listing list = {0};
  add_file(&list, path);
  return read_all(&list, &count, NULL);
}

HeuristicInfo *heuristics_searches(int *count, const atomic_int *stop) {
  Listing list = {0};
  script_each_shipped(SEARCHES, add_file, &list);
  return read_all(&list, count, stop);
}

void heuristics_free(HeuristicInfo *list, int count) {
  for (int i = 0; i < count; i++)
    clear_info(&list[i]);
  free(list);
}

static void add_names(Text *names, HeuristicInfo *list, int count) { // frees the list
  for (int i = 0; i < count; i++)
    text_printf(names, ", %s", list[i].name);
  heuristics_free(list, count);
}

static bool fail_unknown(const char *name, Status *status) {
  int count;
  Text names = {0};
  HeuristicInfo *list = heuristics_list(&count, NULL);
  add_names(&names, list, count);
  list = heuristics_searches(&count, NULL);
  add_names(&names, list, count);
  status_fail(status, STATUS_INPUT,
              "there is no heuristic \"%s\"; there are none, compiler%s, or name a .lua file", name,
              text_get(&names));
  text_free(&names);
  return false;
}

// The user's file wins over a shipped one of the same name.
char *heuristic_path(const char *name_or_path, Status *status) {
  if (strchr(name_or_path, '/') || text_ends(name_or_path, SCRIPT_SUFFIX)) return memory_strdup(name_or_path);
  char *path = script_find(name_or_path, USERS, SHIPPED);
  if (!path) path = script_find(name_or_path, USERS, SEARCHES);
  if (!path) fail_unknown(name_or_path, status);
  return path;
}
