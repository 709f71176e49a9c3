local figures = require("figures")
local look = require("look")

local function gigabytes(bytes)
  return bytes / 1e9
end

return {
  name = "locality",
  number = 1,
  title = "Memory locality: GELU",
  minutes = 10,
  about = "Why eight small ops take so much longer than one kernel that computes the same.",
  learned = "A kernel that does little arithmetic takes as long as its bytes. Results that stay in registers cost none.",
  graph = "graphs/gelu_tanh.json",
  sizes = { n = 134217728 },
  plan = "none",
  device = "h200",
  measured = {
    device = "NVIDIA H200",
    date = "2026-11-23",
    how = figures.how,
    unfused_us = 2327.8,
    two_us = 611.4,
    fused_us = 248.1,
  },
  steps = {
    {
      title = "Eight ops",
      go = "square",
      text = function(lesson)
        return string.format([[
GELU is a function that networks apply to each number of a large tensor:

  y = x * (0.5 + 0.5 tanh(0.798 (x + 0.0447 x^3)))

Written out, it is eight small steps: multiply, multiply, add, tanh and so on. Each step is an op. Pane 1 lists them. Each but the first reads the result of the one above it; <x> says that it reads x, too.

The tensor x has 134 million numbers of 4 bytes: %s. Every op reads a tensor of that size and makes another.]],
          lesson:bytes(lesson.plan:op("square").bytes))
      end,
    },
    {
      title = "Kernels",
      go = "square",
      text = [[
A GPU runs programs that are called kernels. A kernel loads numbers from the GPU's memory (DRAM), computes with them in registers, and stores results to memory again.

Now every op is a kernel of its own: K0 to K7. (The key 2 shows the table of kernels, and 3 comes back here.) When a kernel ends, its registers are gone. What the next kernel needs must have been written to memory, and is read back from there.]],
    },
    {
      title = "What does one kernel move?",
      go = "square",
      text = [[
K0 runs the op `square`: it multiplies each number of x by itself. So it reads the tensor x and writes a tensor of the same size, 537 MB each.]],
      predict = {
        question = "How many gigabytes does K0 read and write together?",
        wrong = {
          { 0.537, "That is one way: it reads as much as it writes." },
          { 1.61, "x is an operand twice, but it is loaded once." },
        },
        unit = "GB",
        answer = function(lesson)
          return gigabytes(lesson.plan:op("square").bytes + lesson.plan:op("square").read_bytes)
        end,
        reveal = "537 MB in, 537 MB out. Both go through DRAM: no cache of a GPU holds half a gigabyte.",
      },
    },
    {
      title = "What does it wait for?",
      go = "square",
      text = [[
K0 does two things: 134 million multiplications, and 1.07 GB of memory traffic. They run at the same time, and the slower one decides how long the kernel takes.]],
      predict = {
        question = "Which one is the slower one?",
        hides = true,
        choices = { "the multiplications", "the memory traffic" },
        answer = function(lesson)
          local limit = lesson.plan:op("square").kernel.estimate.limit
          return limit == "dram" and "the memory traffic" or "the multiplications"
        end,
        reveal = [[
The multiplications would be done in a few microseconds; the traffic takes 250. The numbers tab (i) calls this the limit: dram. Nearly everything that is not a matrix product waits for memory, so the bytes are what to look at.]],
      },
    },
    {
      title = "And all eight?",
      text = [[
Count tensors of 537 MB. Five of the kernels read one tensor and write one (K0 needs x twice, but loads it once). The other three (K1, K3 and K7) read two, the result above and x, and write one.]],
      predict = {
        question = "How many gigabytes do all eight kernels move?",
        wrong = {
          { 8 * 1.074, "Three of the kernels read two tensors: an x in angle brackets marks them." },
          { 17 * 0.537, "That leaves out x in and y out; the kernels move those, too." },
        },
        unit = "GB",
        within = 0.08,
        answer = function(lesson)
          return gigabytes(look.moved(lesson.unfused))
        end,
        reveal = "5 x 2 + 3 x 3 = 19 tensors of 537 MB. The formula needs two of them: x in, y out. Of the other 17, 14 hand on the seven results between, each written once and read once; and 3 read x again, for four kernels need it.",
      },
    },
    {
      title = "Fuse two",
      go = "cube",
      text = [[
To fuse is to put ops into one kernel. What one op makes for the next then stays in a register and is never written to memory.

The cursor stands on `cube`. Press <: that fuses the op with what it reads, `square`. The key u undoes.

To move the cursor yourself, press 1, which gives the keys to pane 1; there j moves it down and k up. 3 gives the keys back to the lesson.]],
      check = function(plan)
        if plan:op("square").kernel == plan:op("cube").kernel then return true end
        return false, "`square` and `cube` are still in two kernels."
      end,
      hint = "Is the cursor still on cube? /cube and Enter find it. Then <.",
      solve = "/cube<Enter><Less>",
    },
    {
      title = "What did that save?",
      go = "cube",
      text = [[
Before: K0 read x and wrote the squares; K1 read the squares and x, and wrote the cubes. Now one kernel reads x and writes the cubes.]],
      predict = {
        question = "How many gigabytes fewer are moved now?",
        wrong = {
          { 1.074, "And x: two kernels read it before, one does now." },
        },
        unit = "GB",
        answer = function(lesson)
          local now, before = lesson.plan:estimate(), lesson.unfused
          return gigabytes(look.moved(before) - look.moved(now))
        end,
        reveal = "Three tensors: the squares are not written, the squares are not read, and x is read once instead of twice. Fusing often saves more than the line between the two ops.",
      },
    },
    {
      title = "Fuse them all",
      text = [[
The key f fuses the kernel under the cursor with the neighbour that gains most. Press it until one kernel is left. The estimate at the top of the screen falls each time.]],
      check = function(plan)
        local count = plan:kernel_count()
        if count == 1 then return true end
        return false, string.format("There are %d kernels; one is wanted.", count)
      end,
      hint = "Stay on one op and press f several times. If two groups remain, f on either joins them.",
      solve = "ffffff",
    },
    {
      title = "How much faster?",
      text = function(lesson)
        return string.format("Eight kernels moved %s. Your plan moves %s.",
          lesson:bytes(look.moved(lesson.unfused)), lesson:bytes(look.moved(lesson.plan:estimate())))
      end,
      predict = {
        question = "How many times faster is it?",
        unit = "times",
        within = 0.15,
        answer = function(lesson)
          return lesson.unfused.time_us / lesson.plan:estimate().time_us
        end,
        reveal = "19 tensors became 2, and the time follows the bytes. The arithmetic is the same as before.",
      },
    },
    {
      title = "Where the results went",
      go = "y",
      tab = "code",
      text = [[
This is your kernel (tab Code, key e; on a small screen it takes the lesson's place, and 3 brings the lesson back). Each thread loads four numbers of x, computes everything, and stores four numbers of y. `square`, `cube` and the rest are local variables: the compiler keeps them in registers, close to where they are used. That is what memory locality means.]],
    },
    {
      title = "Measured",
      text = function(lesson)
        return figures.text(lesson, "Estimates are a model. This is what a GPU says:", {
          { "every op alone", "unfused_us" },
          { "two kernels of four ops", "two_us" },
          { "one kernel", "fused_us" },
        })
      end,
    },
    {
      title = "A smaller tensor",
      text = [[
A size of a graph can have a name; here n is the number of elements. Change it: press *, type n, Enter, 1000000, Enter. (Enter in the list takes the selected line.) The plan stays, and every figure follows.

1,000,000 elements are 4 MB. They fit into the GPU's L2 cache, which holds 60 MB: what one kernel writes the next can read from there.]],
      check = look.size_is("n", 1000000),
      hint = "*, then Enter on the line n, then 1000000 and Enter.",
      solve = "*n<Enter>1000000<Enter>",
    },
    {
      title = "An open question",
      open = [[
The top of the screen compares your kernel with eight (vs none). With 4 MB, is fusing still worth nine times the speed? And when nothing has to go through DRAM, what is left to save? Change n again with * and watch the ratio: where is it largest, and what does it become for very small n?]],
    },
  },
}
