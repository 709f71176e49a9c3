// Taking argv apart by the tables.
#include "base/arena.h"
#include "base/file.h"
#include "cli/cli.h"
#include "session/profile/profile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const OptionInfo option_table[] = {
#define X(id, letter, name, argument, help) {letter, name, argument, help},
    OPTIONS(X)
#undef X
};

const OptionInfo *cli_option(OptionId option) {
  return &option_table[option];
}

static const char *nearest_option(const char *name) {
  static const int far = 3;
  int best = far;
  const char *near = NULL;
  for (int i = 0; i < OPTION_COUNT; i++) {
    int distance = text_distance(name, option_table[i].name);
    if (distance < best) best = distance, near = option_table[i].name;
  }
  return near;
}

static int find_option(const char *word, const char **value) {
  *value = NULL;
  if (word[1] != '-') {
    for (int i = 0; i < OPTION_COUNT; i++)
      if (option_table[i].letter && option_table[i].letter == word[1]) {
        if (word[2]) *value = word + 2;
        return i;
      }
    return -1;
  }
  const char *equals = strchr(word, '=');
  size_t length = equals ? (size_t)(equals - word - 2) : strlen(word + 2);
  for (int i = 0; i < OPTION_COUNT; i++)
    if (strlen(option_table[i].name) == length && strncmp(option_table[i].name, word + 2, length) == 0) {
      if (equals) *value = equals + 1;
      return i;
    }
  return -1;
}

// "key=value" into two strings; the key is owned by the caller.
static bool split_pair(const char *text, const char *what, char **key, const char **value, Status *status) {
  const char *equals = strchr(text, '=');
  if (!equals || equals == text)
    return status_fail(status, STATUS_INPUT, "%s wants NAME=VALUE, not \"%s\"", what, text);
  *key = memory_alloc((size_t)(equals - text) + 1);
  memcpy(*key, text, (size_t)(equals - text));
  *value = equals + 1;
  return true;
}

static bool add_size(Invocation *invocation, const char *text, Status *status) {
  char *name, *end;
  const char *value;
  if (!split_pair(text, "--set", &name, &value, status)) return false;
  errno = 0;
  long long size = strtoll(value, &end, 10);
  if (errno || end == value || *end || size < 0) {
    free(name);
    return status_fail(status, STATUS_INPUT, "--set %s: the size must be a whole number from 0", text);
  }
  vector_push(&invocation->sizes, (SizeBinding){name, size});
  return true;
}

static bool store_option(Invocation *invocation, int option, const char *value, Status *status) {
  if (option == OPTION_SET) return add_size(invocation, value, status);
  if (option == OPTION_SCHEDULE) {
    vector_push(&invocation->schedules, value);
    return true;
  }
  if (option == OPTION_HEURISTIC) vector_push(&invocation->heuristics, value);
  if (option == OPTION_OPTION) {
    char *name;
    const char *text;
    if (!split_pair(value, "-o", &name, &text, status)) return false;
    vector_push(&invocation->script_options, (ScriptOption){name, text});
    return true;
  }
  invocation->value[option] = value;
  return true;
}

static bool take_option(Invocation *invocation, char **argv, int argc, int *at, Status *status) {
  const char *value, *word = argv[*at];
  int option = find_option(word, &value);
  if (option < 0) {
    const char *near = word[1] == '-' ? nearest_option(word + 2) : NULL;
    return status_fail(status, STATUS_INPUT, "unknown option %s%s%s%s", word, near ? " (did you mean --" : "",
                       near ? near : "", near ? "?)" : "");
  }
  const OptionInfo *info = &option_table[option];
  if (!info->argument) {
    if (value) return status_fail(status, STATUS_INPUT, "--%s takes no value", info->name);
    return store_option(invocation, option, "", status);
  }
  if (!value && *at + 1 < argc) value = argv[++*at];
  if (!value) return status_fail(status, STATUS_INPUT, "--%s wants %s", info->name, info->argument);
  return store_option(invocation, option, value, status);
}

// Where an option went that a command once had; NULL: nowhere.
static const char *moved_to(const Command *command, int option) {
  bool scores = text_equal(command->name, "accuracy");
  if (scores && option == OPTION_FIT) return "'fusebox-lab fit GRAPHS --save FILE'";
  return scores && option == OPTION_EXHAUSTIVE ? "'fusebox-lab accuracy GRAPHS --exhaustive COUNT'" : NULL;
}

static bool check_options(const Invocation *invocation, Status *status) {
  const Command *command = invocation->command;
  OptionSet always = OPTION_BIT(HELP) | OPTION_BIT(VERSION) | OPTION_BIT(COLOR);
  for (int i = 0; i < OPTION_COUNT; i++) {
    bool given = invocation->value[i] || (i == OPTION_SET && invocation->sizes.count) ||
                 (i == OPTION_OPTION && invocation->script_options.count) ||
                 (i == OPTION_SCHEDULE && invocation->schedules.count);
    if (!given || ((command->options | always) >> i & 1)) continue;
    const char *now = moved_to(command, i);
    if (now)
      return status_fail(status, STATUS_INPUT, "'%s' has no --%s any more: it is %s", command->title,
                         option_table[i].name, now);
    return status_fail(status, STATUS_INPUT, "'%s' takes no option --%s: see '%s --help'", command->title,
                       option_table[i].name, command->title);
  }
  return true;
}

static const char *nearest_command(const char *word) {
  int count, best = 3;
  const Command *commands = cli_commands(&count);
  const char *near = NULL;
  for (int i = 1; i < count; i++) {
    int distance = text_distance(word, commands[i].name);
    if (distance < best) best = distance, near = commands[i].name;
  }
  return near;
}

// The word of "GRAPH PLAN PLAN" at an index; the last when there are fewer.
static void argument_name(const Command *command, int index, char name[32]) {
  const char *word = command->arguments;
  for (const char *next; index > 0 && (next = strchr(word, ' ')); index--)
    word = next + 1;
  snprintf(name, 32, "%.*s", (int)strcspn(word, " "), word);
}

static bool check_arguments(const Invocation *invocation, Status *status) {
  const Command *command = invocation->command;
  int count = invocation->arguments.count, commands;
  const char *first = count ? invocation->arguments.data[0] : "";
  const char *near = *command->name || file_exists(first) ? NULL : nearest_command(first);
  if (near)
    return status_fail(status, STATUS_INPUT, "there is no command and no file \"%s\" (did you mean '%s %s'?)",
                       first, cli_commands(&commands)[0].title, near);
  if (count >= command->least && count <= command->most) return true;
  char missing[32], problem[64] = "too many arguments";
  argument_name(command, count, missing);
  if (count < command->least) snprintf(problem, sizeof problem, "%s is missing", missing);
  return status_fail(status, STATUS_INPUT, "%s: '%s%s%s'; see '%s --help'", problem, command->title,
                     *command->arguments ? " " : "", command->arguments, command->title);
}

// The first plain word names a command, else it is a graph to explore.
static void choose_command(Invocation *invocation) {
  int count;
  const Command *commands = cli_commands(&count);
  invocation->command = &commands[0];
  if (invocation->arguments.count == 0) return;
  for (int i = 1; i < count; i++) {
    if (strcmp(commands[i].name, invocation->arguments.data[0]) != 0) continue;
    invocation->command = &commands[i];
    invocation->arguments.count--;
    memmove(invocation->arguments.data, invocation->arguments.data + 1,
            sizeof(char *) * (size_t)invocation->arguments.count);
    return;
  }
}

bool cli_parse(int argc, char **argv, Invocation *invocation, Status *status) {
  bool plain = false; // after "--"
  for (int i = 1; i < argc; i++) {
    if (!plain && strcmp(argv[i], "--") == 0)
      plain = true;
    else if (!plain && argv[i][0] == '-' && argv[i][1]) {
      if (!take_option(invocation, argv, argc, &i, status)) return false;
    } else
      vector_push(&invocation->arguments, argv[i]);
  }
  choose_command(invocation);
  if (cli_has(invocation, OPTION_HELP) || cli_has(invocation, OPTION_VERSION)) return true;
  return check_options(invocation, status) && check_arguments(invocation, status);
}

void cli_free(Invocation *invocation) {
  for (int i = 0; i < invocation->sizes.count; i++)
    free((char *)(uintptr_t)invocation->sizes.data[i].name);
  for (int i = 0; i < invocation->script_options.count; i++)
    free((char *)(uintptr_t)invocation->script_options.data[i].name);
  vector_free(&invocation->sizes);
  vector_free(&invocation->schedules);
  vector_free(&invocation->heuristics);
  vector_free(&invocation->script_options);
  vector_free(&invocation->arguments);
  script_model_free(invocation->script_model);
  profile_free(invocation->profile);
}

bool cli_has(const Invocation *invocation, OptionId option) {
  return invocation->value[option] != NULL;
}

bool cli_integer(const Invocation *invocation, OptionId option, int64_t least, int64_t most,
                 int64_t otherwise, int64_t *value, Status *status) {
  *value = otherwise;
  const char *text = invocation->value[option];
  if (!text) return true;
  char *end;
  errno = 0;
  *value = strtoll(text, &end, 10);
  if (!errno && end != text && !*end && *value >= least && *value <= most) return true;
  return status_fail(status, STATUS_INPUT, "--%s wants a whole number from %lld to %lld, not \"%s\"",
                     option_table[option].name, (long long)least, (long long)most, text);
}
