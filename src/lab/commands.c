#include "lab/commands.h"

static const char fit_details[] =
    "Plans each graph in many ways and sizes, compiles the kernels of each under several schedules and "
    "register "
    "caps, fits the models of registers and spills to what the compiler made of them, and prints how far "
    "they "
    "are off: for kernels that they were fitted to, for other loop nests, and for graphs of which they saw "
    "nothing. With -H the plans of these heuristics alone, and one schedule and cap each: for many graphs. "
    "--table keeps the kernels, --from adds those that were kept before. Needs no GPU.";

static const Command commands[] = {
    {"", "fusebox-lab", "", "Show help.", NULL,
     "  fusebox-lab fit graphs/*.json --save src/data/registers/sm_90.json\n"
     "  fusebox-lab accuracy graphs/swiglu.json --exhaustive 16\n",
     0, 0, 1, run_help},
    {"fit", "fusebox-lab fit", "GRAPHS", "Fit the models of registers and spills to compiled kernels.",
     fit_details,
     "  fusebox-lab fit graphs/*.json --save src/data/registers/sm_90.json --table kernels.tsv\n"
     "  fusebox-lab fit more/*.json --save src/data/registers/sm_90.json --from kernels.tsv\n",
     OPTION_BIT(SAVE) | OPTION_BIT(HEURISTIC) | OPTION_BIT(TABLE) | OPTION_BIT(FROM) | OPTION_BIT(DEVICE) |
         OPTION_BIT(ARCH) | OPTION_BIT(THREADS),
     1, 1000, run_fit},
    {"accuracy", "fusebox-lab accuracy", "GRAPHS",
     "As 'fusebox accuracy', also over all plans of small graphs.", NULL,
     "  fusebox-lab accuracy graphs/swiglu.json --exhaustive 16\n", ACCURACY_OPTIONS | OPTION_BIT(EXHAUSTIVE),
     0, 1000, run_lab_accuracy},
    {"help", "fusebox-lab help", "[COMMAND]", "Show help.", NULL, "  fusebox-lab help fit\n", 0, 0, 1,
     run_help},
};

const Command *cli_commands(int *count) {
  *count = sizeof commands / sizeof *commands;
  return commands;
}

const char cli_usage[] = "usage: fusebox-lab COMMAND ...     see 'fusebox-lab COMMAND --help'\n";
