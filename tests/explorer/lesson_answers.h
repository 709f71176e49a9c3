// What the predictions of lessons come to, worked out by hand from the graphs' shapes and the H200's data
// sheet and measurements (devices/h200.json): the lessons themselves compute them from plans and estimates.
#pragma once

#include <stddef.h>

typedef struct LessonFigure {
  const char *lesson, *step; // its name, and the step's title
  const char *choice;        // NULL: a number
  double number;
  double within; // of it
} LessonFigure;

#define EXACT 1e-9
#define ROUNDED 0.006 // as three digits are shown
#define MODEL 0.05    // what only the cost model says: its figure of the day

#define COPY_GBS (4800 * 0.897)
// Adam on 10,000 numbers: launch and latency, 0.65 us each, and what the model adds for the little that there
// is to do, with one tensor, with two, and in the one kernel of all 14 ops.
#define SMALL_US (0.65 + 0.65 + 0.043)
#define SMALL_OF_TWO_US (0.65 + 0.65 + 0.093)
#define SMALL_OF_ALL_US (0.65 + 0.65 + 0.393)
#define SMALL_SUM_US (10 * SMALL_US + 4 * SMALL_OF_TWO_US)
#define F32_GFLOPS (2.0 * 132 * 128 * 1.755)
#define MB(elements, bytes) ((elements) * (bytes) / 1e6)
#define SQUARE_MB MB(4096.0 * 4096, 4)

static const LessonFigure lesson_figures[] = {
    // Eight kernels: five of 2 tensors and three of 3; the first two fused spare 3; then x in, y out.
    {"locality", "What does one kernel move?", NULL, 2 * 0.536870912, ROUNDED},
    {"locality", "And all eight?", NULL, 19 * 0.536870912, ROUNDED},
    {"locality", "What did that save?", NULL, 3 * 0.536870912, ROUNDED},
    {"locality", "How much faster?", NULL, 19 / 2.0, 0.05},
    {"locality", "What does it wait for?", "the memory traffic", 0, 0},
    // Reads and writes of whole tensors: 3 + 3 + 2; 3 + 1; (3 + 1) + 2; one output more than 4.
    {"traffic", "Count", NULL, 8, EXACT},
    {"traffic", "Count ahead", NULL, 4, EXACT},
    {"traffic", "Count again", NULL, 6, EXACT},
    {"traffic", "When someone else looks", NULL, 5, EXACT},
    {"traffic", "How much faster?", NULL, 8 / 4.0, 0.03},
    // 16,384 x 1,024: bf16 in and out; xf, deviation, square, again, n, wn, sum_b are large and f32.
    {"by_hand", "Intermediate results", NULL, 12, EXACT},
    {"by_hand", "Large and small ones", NULL, 7, EXACT},
    {"by_hand", "What is left to move", NULL, 2 * MB(16384.0 * 1024, 2), ROUNDED},
    // 1,141 MB are moved by thirteen kernels, of which four are so small that only their start counts.
    {"by_hand", "What it costs", "about 17 times as much", 0, 0},
    {"by_hand", "The wall", "the mean of its row", 0, 0},
    {"by_hand", "Twice the same", "a subtraction a number: too little to measure", 0, 0},
    {"by_hand", "How much faster?", NULL, 1140.9 / 67.1, 0.05},
    // 16,384 x 4,096: with M the bytes in bf16, x and y are 1 M each, all between 2 M: 22 M against a
    // copy's 2.
    {"softmax", "Seven kernels", NULL, 22 / 2.0, ROUNDED},
    {"softmax", "What still goes through memory", NULL, 2, EXACT},
    {"softmax", "What it moves now", NULL, 4 * MB(16384.0 * 4096, 2), ROUNDED},
    {"softmax", "Still three passes", NULL, MB(16384.0 * 4096, 2), ROUNDED},
    {"softmax", "Passes", NULL, 3, EXACT},
    {"softmax", "Longer rows", "read it from memory more than once", 0, 0},
    {"siblings", "Who reads what?", NULL, 5 * MB(67108864.0, 4), ROUNDED},
    {"siblings", "Three readers, one kernel", "as long as one", 0, 0},
    {"siblings", "Kernels that do nothing", "starting, and waiting for the first bytes", 0, 0},
    {"siblings", "How long now?", NULL, 0.65 + 0.65 + 0.1, 0.02}, // 0.1: the work of all four, by the model
    {"siblings", "An optimizer", NULL, 4.9, EXACT},               // measured
    {"overfusion", "The rule that mended it", NULL, 10, EXACT},
    {"overfusion", "What would one kernel save?", NULL, MB(98304.0 * 512, 2), ROUNDED},
    {"overfusion", "The cliff", NULL, 65536 / 512, EXACT},
    {"overfusion", "Rows in flight", "16", 0, 0},
    {"overfusion", "Guess", NULL, 749.8 / 214.3, ROUNDED}, // measured, as the next two
    {"overfusion", "One kernel or two?", "two kernels", 0, 0},
    {"overfusion", "What the rule knows", NULL, 100 * (233.9 - 214.3) / 214.3, ROUNDED},
    {"recompute", "Count the tensors", NULL, 3 + 2 + 2 + 1, EXACT},
    {"recompute", "Count again", NULL, 3 + 1 + 1 + 1, EXACT},
    {"recompute", "Then why store anything?", NULL, 3 + 3 + 1, EXACT},
    {"recompute", "Why two?", "the loss needs all of the forward pass", 0, 0},
    {"recompute", "When b and c are biases", "nothing stored", 0, 0},
    {"one_off", "Sixteen bytes", NULL, 4096 * 2 / 16, EXACT},
    {"one_off", "Where rows begin", NULL, 1, EXACT},
    {"one_off", "The same, twice", NULL, 75.8 / 33.7, ROUNDED}, // measured, as the next three
    {"one_off", "Guess", NULL, 51.9, ROUNDED},
    {"one_off", "Head, middle, tail", NULL, 100 * (32.7 - 31.3) / 31.3, ROUNDED},
    {"one_off", "Another edge", "longer", 0, 0},

    {"roofline", "The ridge", NULL, F32_GFLOPS / COPY_GBS, ROUNDED},
    {"roofline", "Where is the GELU?", NULL, 9.0 / 4, ROUNDED},
    {"roofline", "The product's work", NULL, 2 * 8.192 * 8.192 * 8.192 / 1000, ROUNDED},
    {"roofline", "Its time", NULL, 2 * 8.192 * 8.192 * 8.192e3 / 770 * 1, ROUNDED},
    {"roofline", "What bounds it now?", "memory", 0, 0},
    {"roofline", "Bytes on their way", NULL, COPY_GBS / 2 * 650 / 132 / 1000, ROUNDED},
    {"roofline", "Full, and waiting", "latency: too few bytes on their way", 0, 0},
    {"roofline", "The occupancy", NULL, 100 * 5 * 256 / 2048.0, ROUNDED},

    {"transposes", "Sectors", NULL, 4, EXACT},
    {"transposes", "Down a column", NULL, 32, EXACT},
    {"transposes", "What binds", "l2: requests to the cache", 0, 0},
    {"transposes", "How much slower?", NULL, 2.53, MODEL},
    {"transposes", "Its size", NULL, 64 * 64 * 4, EXACT},
    {"transposes", "Banks", NULL, 32, EXACT},
    {"transposes", "One word more", NULL, 1, EXACT},
    {"transposes", "No tile needed", NULL, 8, EXACT},

    {"compilers", "Least bytes", NULL, 5 * SQUARE_MB + MB(4096.0, 4), ROUNDED},
    {"compilers", "Why it stopped", "gelu has other readers", 0, 0},
    {"compilers", "The least bytes, and so the best?", NULL, 1.82, MODEL},
    {"compilers", "The third: max_reads", "one, as bytes", 0, 0},
    {"compilers", "The fourth: horizontal", "nothing", 0, 0},
    {"compilers", "What you have bought", NULL, 2 * SQUARE_MB, ROUNDED},
    // The GELU has three readers, which are three kernels of XLA's rules, each with a copy.
    {"compilers", "Rules of real compilers", "xla-priority-like", 0, 0},
    {"compilers", "The price of what rules cannot see", "less than 10%", 0, 0},

    // A tensor of 65,536 x 4,096 in bf16 is one, a weight a sixteenth. Live at the peak: x, dy, three
    // weights,
    // h1, h2, slope1, slope2 (f32: 2 each; then a1, a2: 1 each), a3, h3, da3. Of eight
    // products three are forward: 3 / 8 of the products' time, and a little less of the whole.
    {"saving", "What backward needs", "h', and a or what is made of it", 0, 0},
    {"saving", "What bytes saves", "slope2, in f32", 0, 0},
    {"saving", "Count the peak", NULL, 2 + 3 / 16.0 + 2 + 2 * 2 + 3, 0.002},
    {"saving", "With more layers", NULL, 24 * 3 * 0.536870912, ROUNDED},
    {"saving", "The curve now", NULL, 2, EXACT},
    {"saving", "And the time?", "shorter", 0, 0},
    {"saving", "Recompute more?", NULL, 100 * 3 * 2990 / 25556.0, MODEL},

    {"inductor", "Who runs what", NULL, 4, EXACT},
    {"inductor", "Names", "triton_per_fused_...", 0, 0},
    {"inductor", "What goes through memory", NULL, 2 * MB(98304.0 * 512, 4), ROUNDED},
    {"inductor", "Why did it not fuse?", "nothing", 0, 0},
    {"inductor", "Column sums", NULL, MB(98304.0 * 512, 2), ROUNDED},
    {"inductor", "What is left", NULL, 4 + 1, 0.03},

    // Adam on 10,000 numbers: 14 kernels; m0 moves 80 kB. On 67 Mi: 4 of 3, 10
    // of 2.
    {"launches", "How long does nothing take?", NULL, 100 * 0.65 / (0.65 + 0.65), ROUNDED},
    {"launches", "And the bytes?", NULL, 100 * 80000 / (COPY_GBS * 1000) / SMALL_US, 0.02},
    {"launches", "What is saved", NULL, SMALL_SUM_US / SMALL_OF_ALL_US, 0.02},
    {"launches", "Bytes again", NULL, 4 * 3 + 10 * 2, EXACT},
    {"launches", "In between", "about 700,000", 0, 0},
    {"launches", "The host", NULL, SMALL_SUM_US + 3.8, 0.02},
    {"launches", "A graph of one", NULL, 100 * SMALL_OF_ALL_US / (SMALL_OF_ALL_US + 3.8), 0.02},

    // up is 16,384 x 4,096 in bf16, y 16,384 x 1,024; a tile of 128 x 128 sums lies in 128 threads. At 770
    // TFLOP/s a number of K products takes 2 K FLOP; the pass moves 4 bytes of it. 256 x 1,024 in tiles of
    // 64 x 64: 4 x 16 for 132 SMs. There the library splits K: 16 tiles of 128 x 128, each in 8 parts.
    {"epilogues", "What lies between", NULL, 2 * MB(16384.0 * 4096, 2), ROUNDED},
    {"epilogues", "What it can save", NULL, 2 * MB(16384.0 * 4096, 2) / COPY_GBS * 1000, ROUNDED},
    {"epilogues", "Who waits for whom?", "about as long as the product", 0, 0},
    {"epilogues", "Where the sums are", NULL, 128, EXACT},
    {"epilogues", "The other product", "squares, the sum of a row", 0, 0},
    {"epilogues", "What it writes", NULL, MB(16384.0 * 1024, 2) + MB(16384.0 * 1024, 4), ROUNDED},
    {"epilogues", "Count both", NULL, 3, EXACT}, // x, y; y
    {"epilogues", "Long sums", NULL, 100 * (4 / COPY_GBS) / (2 * 8192 / 770e3), ROUNDED},
    {"epilogues", "What a GPU said", "slower fused, by about 5%", 0, 0}, // measured
    {"epilogues", "Who has work", NULL, 100 * 16 * 6 / 132.0, ROUNDED},  // of 128 x 128, in 6 parts
    {"epilogues", "Give it back?", "about as long", 0, 0},
    {"epilogues", "Lines of 16 bytes", "1,028", 0, 0},
    {"epilogues", "All in one?", NULL, 8, EXACT},

    // 32 heads of 8,192 x 8,192 scores in bf16; q, k, v and y are 128 wide. A score is in two products of 2
    // FLOP. A group of 128 threads has 64 queries. 64 x 64 blocks of 128 x 128: 64 * 65 / 2 up to the
    // diagonal. exp(-3) = 0.0498, exp(-2) = 0.1353: (10 * 0.0498 + 20 * 0.1353 + 30) / 1.1851.
    {"attention", "The scores", NULL, MB(32 * 8192.0 * 8192, 2), ROUNDED},
    {"attention", "What goes through memory", NULL, 4 * 4.294967, ROUNDED},
    {"attention", "What must be moved", NULL, 4 * MB(32 * 8192.0 * 128, 2), ROUNDED},
    {"attention", "The work", NULL, 32 * 8192.0 * 8192 * 128 * 4 / 1e12, ROUNDED},
    {"attention", "Only two of them?", "highest and total, of whole rows", 0, 0},
    {"attention", "Keep the row?", NULL, 64 * 8192 * 4 / 1e3, ROUNDED},
    {"attention", "A sum that can be mended", NULL, 0.1353, ROUNDED},
    {"attention", "The new sum", NULL, 1.1851, ROUNDED},
    {"attention", "The product, too", NULL, 28.02, ROUNDED},
    {"attention", "What it waits for", "the tensor cores", 0, 0},
    {"attention", "What is in registers", NULL, 64, EXACT},
    {"attention", "What the mask leaves out", NULL, 2080, EXACT},
    {"attention", "And how much work is left", NULL, 1.0995 / 770 * 1e6 * 2080 / 4096, ROUNDED},
    {"attention", "Between the products", "the bias", 0, 0}, // measured, as the next but one
    {"attention", "The next wall", NULL, 64, EXACT},
    {"attention", "Half the width", "about two thirds", 0, 0},
    {"attention", "One more reader", "it is refused", 0, 0},

    {"writing", "A mistake", "a message with file, step and field", 0, 0},
    {"writing", "A prediction", NULL, 5 * MB(67108864.0, 4), ROUNDED},
    {"writing", "How right is right?", "yes", 0, 0},
    {"writing", "Choices", "memory", 0, 0},
    {"writing", "Wrong in the usual way", NULL, 3 + 3 + 2, EXACT},
    {"writing", "A check to look at", "it is done at once", 0, 0},
    {"writing", "What solve is for", "it fuses shifted with product", 0, 0},
    {"writing", "An edit in a check", "it is refused with a message", 0, 0},
};

// Usual wrong guesses, and a part of what is said of them.
typedef struct LessonMistake {
  const char *lesson, *step, *guess, *said;
} LessonMistake;

static const LessonMistake lesson_mistakes[] = {
    {"locality", "What does one kernel move?", "0.537", "one way"},
    {"locality", "And all eight?", "9.13", "leaves out x in and y out"},
    {"locality", "And all eight?", "8*1.07", "Three of the kernels read two"}, // near both, nearer to this
    {"locality", "What did that save?", "1.07", "And x"},
    {"traffic", "Count", "4", "hand on"},
    {"traffic", "Count again", "7", "its write and its read"},
    {"by_hand", "Intermediate results", "13", "what the caller wants"},
    {"softmax", "What still goes through memory", "3", "y is in bf16"},
    {"siblings", "Who reads what?", "1074", "five"},
    {"recompute", "Then why store anything?", "4", "by both kernels"},
    {"roofline", "The ridge", "179", "tensor cores"},
    {"roofline", "Where is the GELU?", "4.5", "as well as it reads"},
    {"roofline", "Bytes on their way", "21.2", "Only half"},
    {"roofline", "The occupancy", "66.7", "Blocks are whole"},
    {"transposes", "Sectors", "32", "share a sector"},
    {"transposes", "Down a column", "4", "not neighbours"},
    {"compilers", "Least bytes", "402.7", "no result"},
    {"compilers", "What you have bought", "67.1", "written, and it is read"},
    {"launches", "Bytes again", "28", "read two"},
    {"launches", "The host", "71.4", "once for the whole list"},
    {"saving", "Count the peak", "9", "in f32"},
    {"saving", "With more layers", "25.8", "in f32"},
    {"inductor", "What goes through memory", "201", "one way"},
    {"epilogues", "What lies between", "134", "read by the other"},
    {"epilogues", "What lies between", "403", "all the same"},
    {"epilogues", "What it can save", "31.2", "one way"},
    {"epilogues", "Who waits for whom?", "as long as both do", "the tensor cores"},
    {"epilogues", "Where the sums are", "64", "a tile each"},
    {"epilogues", "What it writes", "33.6", "`squares` read"},
    {"epilogues", "Count both", "2", "for its squares"},
    {"epilogues", "Long sums", "34.9", "K = 1,024"},
    {"epilogues", "Who has work", "12.1", "one SM for each tile"},
    {"epilogues", "All in one?", "1", "needs all of its rows"},
    {"attention", "The scores", "134", "32 heads"},
    {"attention", "What goes through memory", "8.59", "read by the next"},
    {"attention", "What must be moved", "201", "y is written"},
    {"attention", "The work", "0.55", "one of the two"},
    {"attention", "Keep the row?", "1049", "4 bytes"},
    {"attention", "A sum that can be mended", "7.39", "The other way round"},
    {"attention", "A sum that can be mended", "0.0183", "in t already"},
    {"attention", "The new sum", "2.37", "not mended"},
    {"attention", "The product, too", "33.2", "not divided"},
    {"attention", "The product, too", "45.3", "not mended"},
    {"attention", "What is in registers", "128", "another group"},
    {"attention", "What the mask leaves out", "2048", "on the diagonal"},
    {"attention", "And how much work is left", "1428", "all blocks"},
    {"attention", "The next wall", "128", "two products"},
    {"writing", "A prediction", "805", "product and shifted"},
    {"writing", "Wrong in the usual way", "6", "writes its result"},
};
