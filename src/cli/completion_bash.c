// Completion in bash (4 or later): a function that finds the command among the words typed, then offers its
// options, the values of an option, or its arguments.
#include "cli/completion.h"

// Names are compared one by one: bash would expand what stands in a list given to "compgen -W".
static const char offer[] =
    "# _fusebox_offer PROGRAM WORD LIST [-f|-d]: the names of a list of the program's, files or folders\n"
    "_fusebox_offer() {\n"
    "  local name\n"
    "  if [[ $3 ]]; then\n"
    "    while IFS= read -r name; do\n"
    "      [[ $name == \"$2\"* ]] && COMPREPLY+=(\"$name\")\n"
    "    done < <(\"$1\" completions \"$3\" 2>/dev/null)\n"
    "  fi\n"
    "  if [[ $4 ]]; then\n"
    "    while IFS= read -r name; do\n"
    "      COMPREPLY+=(\"$name\")\n"
    "    done < <(compgen \"$4\" -- \"$2\")\n"
    "    compopt -o filenames 2>/dev/null\n"
    "  fi\n"
    "}\n\n";

// bash takes --name=value apart at the sign.
static const char words[] =
    "  local program=$1 word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= i\n"
    "  COMPREPLY=()\n"
    "  if [[ $word == = ]]; then\n"
    "    word=\n"
    "  elif [[ $before == = ]]; then\n"
    "    before=${COMP_WORDS[COMP_CWORD-2]}\n"
    "  fi\n";

static void add_offer(Text *out, Completion completion) {
  static const char *const files[] = {"", " -f", " -d"};
  text_printf(out, "_fusebox_offer \"$program\" \"$word\" '%s'%s", completion_list_name(completion.list),
              files[completion.files]);
}

static void add_find_command(const Command *commands, int count, Text *out) {
  text_add(out, "  for ((i = 1; i < COMP_CWORD; i++)); do\n    case ${COMP_WORDS[i]} in\n      ");
  for (int i = 1; i < count; i++)
    text_printf(out, "%s%s", i > 1 ? "|" : "", commands[i].name);
  text_add(out, ") command=${COMP_WORDS[i]}; break ;;\n    esac\n  done\n");
}

static void add_values(Text *out) {
  text_add(out, "  case $before in\n");
  for (int i = 0; i < OPTION_COUNT; i++) {
    const OptionInfo *info = cli_option((OptionId)i);
    Completion completion = completion_of_value((OptionId)i);
    if (!info->argument) continue;
    text_add(out, "    ");
    if (info->letter) text_printf(out, "-%c|", info->letter);
    text_printf(out, "--%s) ", info->name);
    if (completion.list || completion.files) add_offer(out, completion), text_add(out, "; ");
    text_add(out, "return ;;\n");
  }
  text_add(out, "  esac\n");
}

static void add_options(const Command *command, Text *out) {
  text_printf(out, "    '%s')\n      [[ $word == -* ]] && options='", command->name);
  OptionSet mask = completion_options(command);
  const char *between = "";
  for (int i = 0; i < OPTION_COUNT; i++) {
    if (!(mask >> i & 1)) continue;
    text_printf(out, "%s--%s", between, cli_option((OptionId)i)->name);
    between = " ";
  }
  text_add(out, "' ||\n      ");
  add_offer(out, completion_of_arguments(command));
  text_add(out, " ;;\n");
}

void completion_write_bash(Text *out) {
  int count;
  const Command *commands = cli_commands(&count);
  text_add(out, "# Completion of fusebox in bash; made by 'fusebox completions bash'.\n\n");
  text_add(out, offer);
  text_add(out, "_fusebox() {\n");
  text_add(out, words);
  add_find_command(commands, count, out);
  add_values(out);
  text_add(out, "  local options=\n  case $command in\n");
  for (int i = 0; i < count; i++)
    add_options(&commands[i], out);
  text_add(out,
           "  esac\n"
           "  [[ $options ]] && COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
           "  return 0\n"
           "}\n\n"
           "complete -F _fusebox fusebox\n");
}
