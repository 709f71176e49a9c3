// Finding and opening the CUDA libraries.
#include "gpu/toolkit/library.h"

#include "base/arena.h"
#include "base/build_places.h"
#include "base/file.h"
#include "base/text.h"
#include "base/vector.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SONAMES = 3 };

typedef struct LibraryRule {
  const char *title, *advice;
  const char *variable;         // names one to use in the place of all others
  const char *sonames[SONAMES]; // newest first
  const char *helpers[2]; // file name prefixes of libraries that it opens by bare name: opened first, from
                          // the same folder
} LibraryRule;

#define TOOLKIT_ADVICE "install a CUDA Toolkit or run \"sh src/setup.sh\", or point CUDA_HOME at one"

static const LibraryRule rules[LIBRARY_COUNT] = {
    [LIBRARY_NVRTC] = {"NVRTC",
                       TOOLKIT_ADVICE,
                       "FUSEBOX_NVRTC",
                       {"libnvrtc.so.13", "libnvrtc.so.12"},
                       {"libnvrtc-builtins.so."}},
    [LIBRARY_DRIVER] = {"the GPU driver",
                        "install NVIDIA's driver; without a GPU fusebox does all but timing",
                        "FUSEBOX_DRIVER",
                        {"libcuda.so.1"},
                        {0}},
    [LIBRARY_CUPTI] = {"CUPTI",
                       TOOLKIT_ADVICE "; without it times come from CUDA events",
                       "FUSEBOX_CUPTI",
                       {"libcupti.so.13", "libcupti.so.12"},
                       {"libnvperf_host.so", "libnvperf_target.so"}},
    [LIBRARY_CUBLASLT] =
        {"cuBLASLt", TOOLKIT_ADVICE, "FUSEBOX_CUBLASLT", {"libcublasLt.so.13", "libcublasLt.so.12"}, {0}},
    [LIBRARY_NVML] = {"NVML",
                      "it comes with NVIDIA's driver; without it nothing is known of clocks and power",
                      "FUSEBOX_NVML",
                      {"libnvidia-ml.so.1"},
                      {0}},
};

const char *library_title(CudaLibrary library) {
  return rules[library].title;
}

const char *library_advice(CudaLibrary library) {
  return rules[library].advice;
}

typedef VECTOR(char *) PathList;

static void paths_free(PathList *paths) {
  for (int i = 0; i < paths->count; i++)
    free(paths->data[i]);
  vector_free(paths);
}

static const char *variable(const char *name) {
  const char *value = getenv(name);
  return value && *value ? value : NULL;
}

static char *private_folder(void) {
  const char *chosen = variable("FUSEBOX_CUDA");
  if (chosen) return memory_strdup(chosen);
  const char *home = variable("HOME");
  return file_join(home ? home : "/", ".local/share/fusebox/cuda");
}

// The toolkits to look in, best first; the private folder is the last.
static PathList toolkit_folders(void) {
  PathList folders = {0};
  const char *ignore = variable("FUSEBOX_IGNORE_TOOLKIT");
  bool ignored = ignore && text_equal(ignore, "1");
  if (!ignored && variable("CUDA_HOME")) vector_push(&folders, memory_strdup(variable("CUDA_HOME")));
  vector_push(&folders, memory_strdup(FUSEBOX_CUDA_HOME));
  if (!ignored) vector_push(&folders, memory_strdup("/usr/local/cuda"));
  vector_push(&folders, private_folder());
  return folders;
}

static void add_existing(PathList *paths, char *folder) {
  if (file_is_folder(folder))
    vector_push(paths, folder);
  else
    free(folder);
}

// The wheels' layout: TOOLKIT/nvidia/<package>/<leaf>.
static void add_wheel_folders(PathList *paths, const char *toolkit, const char *leaf) {
  char *root = file_join(toolkit, "nvidia");
  int count = 0;
  char **packages = file_is_folder(root) ? file_list(root, &count, NULL) : NULL;
  for (int i = 0; i < count; i++) {
    char *package = file_join(root, packages[i]);
    add_existing(paths, file_join(package, leaf));
    free(package);
    free(packages[i]);
  }
  free(packages);
  free(root);
}

// Folders below every toolkit, in order: `leaves` (ends with NULL), then the wheels' `wheel_leaf`.
static PathList folders_below(const char *const *leaves, const char *wheel_leaf) {
  PathList toolkits = toolkit_folders(), folders = {0};
  for (int i = 0; i < toolkits.count; i++) {
    for (const char *const *leaf = leaves; *leaf; leaf++)
      add_existing(&folders, file_join(toolkits.data[i], *leaf));
    add_wheel_folders(&folders, toolkits.data[i], wheel_leaf);
  }
  paths_free(&toolkits);
  return folders;
}

static PathList library_folders(void) {
  static const char *const leaves[] = {"lib64", "lib", "targets/x86_64-linux/lib", "extras/CUPTI/lib64",
                                       NULL};
  return folders_below(leaves, "lib");
}

// Opens by full path what the library will look for by bare name; the loader then finds it by its soname.
// What does not open here may still be found by the library itself.
static void open_helpers(const LibraryRule *rule, const char *folder) {
  int count = 0;
  char **names = file_list(folder, &count, NULL);
  for (int i = 0; i < count; i++) {
    for (int h = 0; h < 2 && rule->helpers[h]; h++) {
      if (!text_starts(names[i], rule->helpers[h])) continue;
      char *path = file_join(folder, names[i]);
      dlopen(path, RTLD_LAZY | RTLD_GLOBAL);
      free(path);
    }
    free(names[i]);
  }
  free(names);
}

static void loaded_path(void *handle, char *path) {
  struct link_map *map = NULL;
  bool known = dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map;
  snprintf(path, LIBRARY_PATH_SIZE, "%s", known ? map->l_name : "");
}

// The same for a library whose folder is known only now.
static void open_helpers_beside(const LibraryRule *rule, void *handle) {
  char path[LIBRARY_PATH_SIZE];
  loaded_path(handle, path);
  char *slash = strrchr(path, '/');
  if (slash) *slash = '\0';
  if (slash) open_helpers(rule, path);
}

// The loader's complaint, too, where it is to be kept. A library that there is no memory for is not missing.
static void *open_file(const char *path, bool complain, Text *problems) {
  void *handle = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
  const char *why = handle ? NULL : dlerror();
  if (why && text_ends(why, strerror(ENOMEM))) memory_exhausted(0);
  if (why && complain) text_printf(problems, "\n  %s", why);
  return handle;
}

// Tries every soname in `folder`, or with the loader's own search when it is NULL; notes the loader's
// complaint about a file that exists.
static void *open_in(const LibraryRule *rule, const char *folder, Text *problems) {
  for (int i = 0; i < SONAMES && rule->sonames[i]; i++) {
    char *path = folder ? file_join(folder, rule->sonames[i]) : memory_strdup(rule->sonames[i]);
    void *handle = NULL;
    if (!folder || file_exists(path)) {
      if (folder) open_helpers(rule, folder);
      handle = open_file(path, folder || !i, problems);
    }
    free(path);
    if (handle && !folder) open_helpers_beside(rule, handle);
    if (handle) return handle;
  }
  return NULL;
}

// A library named by a variable replaces the search: for one in an unusual place, and for tests.
static void *open_named(CudaLibrary library, bool *named, Text *problems) {
  const char *path = variable(rules[library].variable);
  if (path && !strchr(path, '/')) path = NULL;
  *named = path != NULL;
  if (!path) return NULL;
  void *handle = open_file(path, true, problems);
  if (handle) open_helpers_beside(&rules[library], handle);
  return handle;
}

static void *search(CudaLibrary library, Text *problems) {
  bool named;
  void *handle = open_named(library, &named, problems);
  if (named) return handle;
  PathList folders = {0};
  if (library != LIBRARY_DRIVER) folders = library_folders(); // a toolkit holds only a stub of the driver
  for (int i = 0; i < folders.count && !handle; i++)
    handle = open_in(&rules[library], folders.data[i], problems);
  paths_free(&folders);
  return handle ? handle : open_in(&rules[library], NULL, problems);
}

void *library_open(CudaLibrary library, char *path, Status *status) {
  Text problems = {0};
  void *handle = search(library, &problems);
  if (handle && path) loaded_path(handle, path);
  if (!handle)
    status_fail(status, STATUS_MISSING, "%s was not found: %s%s", rules[library].title, rules[library].advice,
                text_get(&problems));
  text_free(&problems);
  return handle;
}

bool library_resolve(CudaLibrary library, void *handle, const LibraryEntry *entries, int count, void *table,
                     Status *status) {
  for (int i = 0; i < count; i++) {
    void *symbol = dlsym(handle, entries[i].name);
    if (!symbol)
      return status_fail(status, STATUS_MISSING, "%s is too old: it has no %s; %s", rules[library].title,
                         entries[i].name, rules[library].advice);
    memcpy((char *)table + entries[i].offset, &symbol, sizeof symbol);
  }
  return true;
}

static void add_path_folders(PathList *folders) {
  const char *path = variable("PATH");
  while (path && *path) {
    size_t length = strcspn(path, ":");
    char *folder = memory_alloc(length + 1);
    memcpy(folder, path, length);
    add_existing(folders, folder);
    path += length + (path[length] == ':');
  }
}

// $FUSEBOX_NVDISASM for "nvdisasm".
static const char *named_tool(const char *name) {
  char upper[64];
  snprintf(upper, sizeof upper, "FUSEBOX_%s", name);
  for (char *at = upper; *at; at++)
    *at = (char)toupper((unsigned char)*at);
  return variable(upper);
}

char *library_tool(const char *name) {
  const char *named = named_tool(name);
  if (named) return file_exists(named) ? memory_strdup(named) : NULL;
  static const char *const leaves[] = {"bin", NULL};
  PathList folders = folders_below(leaves, "bin");
  add_path_folders(&folders);
  char *found = NULL;
  for (int i = 0; i < folders.count && !found; i++) {
    char *path = file_join(folders.data[i], name);
    if (file_exists(path))
      found = path;
    else
      free(path);
  }
  paths_free(&folders);
  return found;
}
