#include "cli/cli.h"

#define PLAN_OPTIONS \
  (OPTION_BIT(HEURISTIC) | OPTION_BIT(PLAN) | OPTION_BIT(OPTION) | OPTION_BIT(SAVE) | OPTION_BIT(DEVICE) | \
   OPTION_BIT(SET) | OPTION_BIT(TF32) | OPTION_BIT(SCHEDULE) | OPTION_BIT(TUNED) | OPTION_BIT(PROFILE) | \
   OPTION_BIT(LOG))

// What a sentence cannot say of a command.
static const char plan_details[] =
    "By a heuristic (-H greedy), of the compiler that wrote the dump (-H compiler), with every op alone "
    "(-H none) or from a file (-p). -H exhaustive keeps the best estimated of all plans of a small "
    "graph, -H random -o seed=3 draws one.";
static const char stages_details[] =
    "--stages K3 compiles nothing: it prints kernel K3 as the layout leaves it and, for each further pass "
    "(vectorise, hold, hoist loads, pipelining, ...), what the pass does and which lines it changed. After "
    "each of them the kernel computes the same. --tree shows the statements that the code is spelled from.";
static const char time_details[] =
    "Each launch begins with an emptied L2 cache, and every result is compared with the plan in which "
    "each op is a kernel of its own. With --counters the hardware also counts, in a pass after the "
    "timing, what each launch reads and writes of DRAM, moves between L1 and L2 and spills, its "
    "instructions and its occupancy; what a launch leaves in L2 to be written back counts as its own. "
    "Counters need root, or the driver's kernel module loaded with "
    "NVreg_RestrictProfilingToAdminUsers=0; where they are refused one sentence says why, and the times "
    "stand.";
static const char tune_details[] =
    "Times the sensible schedules of each kernel (threads, rows, vectors in flight, splits, blocks that "
    "share a multiprocessor), compares every candidate's results with those of the rules' choice, and "
    "keeps the best: in a plan file with --save, and in a cache that --tuned reads in every other "
    "command. Single knobs are set with --schedule K3.rows=4, in plan files, or with "
    "plan:schedule(kernel, \"rows\", 4) in Lua.";
static const char calibrate_details[] =
    "Measures launching, DRAM, L2, pipes and latencies, and keeps the result in the user's "
    "configuration (devices/h200.json). --device fusebox:devices/h200.json goes back to the shipped "
    "figures.";
static const char accuracy_details[] =
    "Plans each graph in many ways (every heuristic, the compiler's plan, random legal plans), compiles "
    "and times each distinct kernel once and each plan as one CUDA graph, and prints errors and bias of "
    "registers, spills, times and (with --counters) DRAM bytes, by template and by limit; how well "
    "plans are ranked (Kendall's tau-b) and what choosing by the estimate costs (regret); the same for "
    "XLA's published formula and a plain roofline; and the worst cases, each with the command that "
    "shows it. Without a GPU, or with --no-gpu, registers and spills are scored alone.";

static const char capture_details[] =
    "What PyTorch (debug folders with provenance, the log of its scheduler, TORCH_TRACE) and XLA (its "
    "modules and record of fusing) write goes into a new folder, fusebox-capture or what --save names; "
    "caches "
    "that would answer without compiling are off. TORCH_LOGS and XLA_FLAGS are added to. A place that is set "
    "already by TORCH_LOGS_OUT, TORCH_TRACE or --xla_dump_to is kept, and told at the end; "
    "TORCH_COMPILE_DEBUG_DIR and the switches of debug files and caches are replaced. The program has the "
    "terminal and the signals, and its exit code is this command's; only the scheduler's lines are kept from "
    "its stderr. On a terminal the graphs are opened afterwards. Where none was written, a sentence says "
    "why, "
    "and 'fusebox doctor FOLDER' says it again.";

static const char experiment_details[] =
    "run FILE --store FOLDER plans every graph by every heuristic, with processes on all cores, and keeps "
    "what "
    "each plan is estimated to cost, what NVRTC makes of it (stage compile), and its times on the GPU (stage "
    "time). FILE is a Lua file that returns what is asked for, or the experiment.json of a store. What has "
    "an "
    "answer is not asked again, failures only with --again failed: after ^C, a crash or with more heuristics "
    "the same command goes on. status "
    "STORE says how far it is, and 'fusebox STORE' opens its rows and plans in the explorer. run --slurm "
    "SHARDS only writes job scripts for Slurm into the store, and "
    "--submit submits "
    "them. "
    "table STORE says of each heuristic on how many graphs it came to a plan, the geometric mean of its "
    "fusible "
    "time (kernels that are not a library's) and of its total time over the baseline's with a 95 % interval, "
    "and "
    "where it is worst. worst STORE lists the graphs furthest from the best plan of the store, with the "
    "commands "
    "that open and compare the plans; -H chooses a heuristic. compare OLD NEW does the same of two stores "
    "and "
    "ends with exit code 1 when a heuristic regressed. export STORE prints the rows as JSON lines, --csv as "
    "CSV, "
    "and with --sqlite FILE writes a database. plot STORE draws the performance profile (the share of graphs "
    "within a factor of the best), the regret and the Pareto front of search time and plan time, or one of "
    "them; "
    "--as svg writes a picture.";

static const Command commands[] = {
    {"", "fusebox", "GRAPH", "Open the explorer.", NULL,
     "  fusebox graphs/rmsnorm_backward.json\n"
     "  fusebox graphs/dumps/llama/backward -H compiler\n"
     "  fusebox plan graphs/softmax.json -H greedy --json\n"
     "  fusebox results                  # the rows of 'fusebox experiment run'\n",
     PLAN_OPTIONS | OPTION_BIT(SCRIPT) | OPTION_BIT(DUMP_SCREEN) | OPTION_BIT(AS) | OPTION_BIT(THEME) |
         OPTION_BIT(ASCII) | OPTION_BIT(KEPT) | OPTION_BIT(THREADS),
     0, 1, run_explore},
    {"info", "fusebox info", "GRAPH", "What is in a graph: ops, classes, bytes, sizes, opaque ops.", NULL,
     "  fusebox info graphs/dumps/bert/forward\n"
     "  fusebox info torch_logs.txt#2      # the second graph of a log\n"
     "  fusebox info torch_compile_debug   # the sum of a run's graphs\n",
     OPTION_BIT(JSON) | OPTION_BIT(SET) | OPTION_BIT(LOG), 1, 1, run_info},
    {"capture", "fusebox capture", "PROGRAM ...",
     "Run a program so that its compilers write their graphs, and open them.", capture_details,
     "  fusebox capture -- python3 train.py --steps 3\n"
     "  fusebox capture --save run1 --no-open -- python3 train_jax.py\n",
     OPTION_BIT(SAVE) | OPTION_BIT(NO_OPEN) | OPTION_BIT(THEME) | OPTION_BIT(ASCII), 1, 10000, run_capture},
    {"list", "fusebox list", "GRAPHS", "List the graphs of a compiler's run, of a folder or of a log.",
     "Of a torch_compile_debug folder, a TORCH_TRACE log or folder, what tlparse made of one, or any folder "
     "of "
     "graphs. GRAPHS#2, or GRAPHS#forward_1 by a part of its name that no other has, is one of them in every "
     "command. Of a module that XLA wrote after several passes the last stage is listed; 'list GRAPHS#WORD' "
     "names all with the word in their names.",
     "  fusebox list torch_compile_debug\n"
     "  fusebox plan torch_compile_debug#2 -H compiler\n",
     OPTION_BIT(JSON) | OPTION_BIT(SET), 1, 1, run_list},
    {"plan", "fusebox plan", "GRAPH", "Make a plan and print its estimates.", plan_details,
     "  fusebox plan graphs/rmsnorm.json -H greedy\n"
     "  fusebox plan graphs/rmsnorm.json -H max_reads -o max_reads=6 --save mine.json\n"
     "  fusebox plan graphs/softmax.json -H greedy --sweep cols=1000:1050\n"
     "  fusebox plan graphs/softmax.json -H greedy --dynamic rows\n"
     "  fusebox plan graphs/rmsnorm.json -H greedy --model xla   # as XLA would choose\n",
     PLAN_OPTIONS | OPTION_BIT(MODEL) | OPTION_BIT(JSON) | OPTION_BIT(SWEEP) | OPTION_BIT(DYNAMIC) |
         OPTION_BIT(STAGES) | OPTION_BIT(TREE),
     1, 1, run_plan},
    {"compile", "fusebox compile", "GRAPH", "Compile a plan with NVRTC: registers and spills. Needs no GPU.",
     stages_details,
     "  fusebox compile graphs/dumps/mix/backward -H compiler --arch sm_90a\n"
     "  fusebox compile graphs/softmax.json -H greedy --stages K1   # pass by pass\n",
     PLAN_OPTIONS | OPTION_BIT(JSON) | OPTION_BIT(ARCH) | OPTION_BIT(THREADS) | OPTION_BIT(STAGES) |
         OPTION_BIT(TREE),
     1, 1, run_compile},
    {"check", "fusebox check", "GRAPH", "Run a plan and compare every result with the reference.", NULL,
     "  fusebox check graphs/softmax.json -H greedy --set rows=64 --set cols=99 --cpu\n"
     "  fusebox check graphs/dumps/llama/forward -H compiler --gpu\n"
     "  fusebox check step.hlo --cpu --save-data values   # to compare elsewhere\n",
     PLAN_OPTIONS | OPTION_BIT(JSON) | OPTION_BIT(CPU) | OPTION_BIT(GPU) | OPTION_BIT(SEED) |
         OPTION_BIT(TIME_LIMIT) | OPTION_BIT(SAVE_DATA),
     1, 1, run_check},
    {"time", "fusebox time", "GRAPH", "Compile, check and time a plan on the GPU.", time_details,
     "  fusebox time graphs/rmsnorm_backward.json -H greedy\n"
     "  fusebox time graphs/dumps/gpt2/forward -H compiler --json\n"
     "  fusebox time graphs/colsum.json -H greedy --counters   # and DRAM bytes\n",
     PLAN_OPTIONS | OPTION_BIT(JSON) | OPTION_BIT(ARCH) | OPTION_BIT(SEED) | OPTION_BIT(LAUNCHES) |
         OPTION_BIT(NO_CHECK) | OPTION_BIT(COUNTERS) | OPTION_BIT(DIRTY_CACHE) | OPTION_BIT(SAVE_DATA) |
         OPTION_BIT(TIME_LIMIT) | OPTION_BIT(THREADS),
     1, 1, run_time},
    {"times", "fusebox times", "", "List the times of kernels that are kept for a device, or forget them.",
     NULL,
     "  fusebox times                      # what 'fusebox time' and the explorer measured\n"
     "  fusebox times --forget\n",
     OPTION_BIT(DEVICE) | OPTION_BIT(ARCH) | OPTION_BIT(JSON) | OPTION_BIT(FORGET), 0, 0, run_times},
    {"tune", "fusebox tune", "GRAPH", "Find the best schedule of each kernel by timing it on the GPU.",
     tune_details,
     "  fusebox tune graphs/colsum.json -H greedy --save tuned.json\n"
     "  fusebox time graphs/colsum.json -H greedy --tuned   # with what was found\n"
     "  fusebox time graphs/colsum.json -H greedy --schedule K0.threads=512\n",
     PLAN_OPTIONS | OPTION_BIT(JSON) | OPTION_BIT(SEED) | OPTION_BIT(LAUNCHES) | OPTION_BIT(NO_CHECK) |
         OPTION_BIT(TIME_LIMIT) | OPTION_BIT(THREADS) | OPTION_BIT(BUDGET) | OPTION_BIT(KERNEL),
     1, 1, run_tune},
    {"diff", "fusebox diff", "GRAPH PLAN PLAN",
     "Two plans side by side: what changed and its share of the time.", NULL,
     "  fusebox diff graphs/dumps/mix/backward compiler greedy\n"
     "  fusebox diff graphs/rmsnorm.json mine.json max_reads\n",
     OPTION_BIT(JSON) | OPTION_BIT(DEVICE) | OPTION_BIT(TF32) | OPTION_BIT(MODEL) | OPTION_BIT(SET), 3, 3,
     run_diff},
    {"export", "fusebox export", "GRAPH", "Write a graph or a plan's kernels in another form.", NULL,
     "  fusebox export graphs/dumps/gelu/inference --as json > gelu.json\n"
     "  fusebox export graphs/softmax.json -H greedy --as cuda\n"
     "  fusebox export graphs/softmax.json -H greedy --as cuda --dynamic rows\n"
     "  fusebox export graphs/softmax.json --as trace > trace.json   # for Perfetto\n"
     "  fusebox export graphs/softmax.json -H greedy --as report     # what changed\n"
     "  fusebox export graphs/softmax.json -H greedy --as html > softmax.html\n"
     "  fusebox export graphs/xent.json -H greedy --as harness > xent.cu   # for nvcc\n",
     PLAN_OPTIONS | OPTION_BIT(AS) | OPTION_BIT(KERNEL) | OPTION_BIT(SASS) | OPTION_BIT(ARCH) |
         OPTION_BIT(DYNAMIC),
     1, 1, run_export},
    {"heuristics", "fusebox heuristics", "", "List the heuristics and their options.", NULL,
     "  fusebox heuristics --stubs > fusebox.lua   # for editors\n", OPTION_BIT(JSON) | OPTION_BIT(STUBS), 0,
     0, run_heuristics},
    {"devices", "fusebox devices", "", "List the GPUs that estimates can be made for.", NULL,
     "  fusebox devices --json\n", OPTION_BIT(JSON), 0, 0, run_devices},
    {"doctor", "fusebox doctor", "[FOLDER]", "Say what is installed, what is missing and how to get it.",
     "Of a FOLDER that a compiler's run should have written, it also says whether there is a graph in it, "
     "and if "
     "not, why: nothing was compiled, or a cache answered.",
     "  fusebox doctor\n"
     "  fusebox doctor torch_compile_debug   # why nothing is in it\n",
     OPTION_BIT(JSON), 0, 1, run_doctor},
    {"lessons", "fusebox lessons", "[LESSON]", "List the lessons about fusion, or open one.", NULL,
     "  fusebox lessons                    # what there is\n"
     "  fusebox lessons 1                  # by number or name\n"
     "  fusebox lessons mine.lua           # a file of your own\n"
     "  fusebox lessons course/            # those of a folder\n"
     "  fusebox lessons --check mine.lua   # what is wrong with it\n"
     "  fusebox lessons --report class/    # who is how far: class/NAME/lesson-*.json\n",
     OPTION_BIT(CHECK) | OPTION_BIT(REPORT) | OPTION_BIT(CSV) | OPTION_BIT(HTML) | OPTION_BIT(BEGIN_ANEW) |
         OPTION_BIT(YES) | OPTION_BIT(JSON) | OPTION_BIT(SCRIPT) | OPTION_BIT(DUMP_SCREEN) | OPTION_BIT(AS) |
         OPTION_BIT(THEME) | OPTION_BIT(ASCII),
     0, 1, run_lessons},
    {"calibrate", "fusebox calibrate", "",
     "Measure the constants of the GPU at hand; estimates for it then use them.", calibrate_details,
     "  fusebox calibrate                       # kept in the user's configuration\n"
     "  fusebox calibrate --save mine.json      # then: --device ./mine.json\n",
     OPTION_BIT(DEVICE) | OPTION_BIT(SAVE) | OPTION_BIT(JSON), 0, 0, run_calibrate},
    {"accuracy", "fusebox accuracy", "GRAPHS", "Score the estimates against compiled and timed kernels.",
     accuracy_details,
     "  fusebox accuracy graphs/*.json --no-gpu   # registers and spills\n"
     "  fusebox accuracy graphs/*.json -H none -H greedy --random 16 --save h200.json\n"
     "  fusebox accuracy --from h200.json         # the same, by the model of today\n",
     ACCURACY_OPTIONS, 0, 1000, run_accuracy},
    {"experiment", "fusebox experiment", "VERB STORE", "Compare heuristics over many graphs.",
     experiment_details,
     "  fusebox experiment run sweep.lua --store results --dry-run   # how much it is\n"
     "  fusebox experiment run sweep.lua --store results\n"
     "  fusebox experiment run results/experiment.json --shard 0/8   # a share of it\n"
     "  fusebox experiment run sweep.lua --store /shared/x --slurm 32 --submit\n"
     "  fusebox experiment table results\n"
     "  fusebox experiment worst results -H greedy\n"
     "  fusebox experiment compare results-before results   # exit code 1: regressed\n"
     "  fusebox experiment plot results pareto --as svg > pareto.svg\n"
     "  fusebox experiment export results --csv > results.csv\n",
     OPTION_BIT(STORE) | OPTION_BIT(JOBS) | OPTION_BIT(SHARD) | OPTION_BIT(STAGE) | OPTION_BIT(SLURM) |
         OPTION_BIT(SUBMIT) | OPTION_BIT(AGAIN) | OPTION_BIT(DRY_RUN) | OPTION_BIT(BASELINE) |
         OPTION_BIT(HEURISTIC) | OPTION_BIT(JSON) | OPTION_BIT(CSV) | OPTION_BIT(SQLITE) |
         OPTION_BIT(DEVICE) | OPTION_BIT(AS) | OPTION_BIT(ASCII),
     1, 1000, run_experiment},
    {"help", "fusebox help", "[COMMAND]", "Show help, or write the manual page.", NULL,
     "  fusebox help tune\n"
     "  fusebox help --man | man -l -\n",
     OPTION_BIT(MAN), 0, 1, run_help},
    {"completions", "fusebox completions", "SHELL",
     "Write the script that completes commands in bash, zsh or fish.", NULL,
     "  source <(fusebox completions bash)   # or zsh, after compinit\n"
     "  fusebox completions fish > ~/.config/fish/completions/fusebox.fish\n"
     "  fusebox completions devices        # the names that a script asks for\n",
     0, 1, 1, run_completions},
};

const Command *cli_commands(int *count) {
  *count = sizeof commands / sizeof *commands;
  return commands;
}

const char cli_usage[] =
    "usage: fusebox GRAPH            open the explorer: a graph file, a log, HLO\n"
    "                                text, a torch_compile_debug folder, a\n"
    "                                folder of graphs, or an experiment's store\n"
    "       fusebox COMMAND ...      see 'fusebox COMMAND --help'\n";
