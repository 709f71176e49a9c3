local figures = require("figures")
local look = require("look")

return {
  name = "by_hand",
  number = 3,
  title = "A LayerNorm written by hand",
  minutes = 12,
  about = "A norm in five lines of Python: how many results lie in between, where pointwise fusion stops, and what gets past that.",
  learned = "A mean does not end a kernel: the block that holds a row in registers computes the mean and goes on.",
  graph = "graphs/layernorm_by_hand.json",
  sizes = { rows = 16384, cols = 1024 },
  plan = "none",
  device = "h200",
  measured = {
    device = "NVIDIA H200",
    date = "2026-11-21",
    how = figures.how,
    unfused_us = 266.0,
    pointwise_us = 110.0,
    fused_us = 16.2,
  },
  steps = {
    {
      title = "Five lines of Python",
      go = "xf",
      text = [[
A layer norm shifts and scales every row of a matrix to mean 0 and standard deviation 1; then it multiplies by weights w and adds b. Written by hand:

  xf = x.float()
  u = xf.mean(-1, keepdim=True)
  s = (xf - u).square().mean(-1, keepdim=True)
  n = (xf - u) / torch.sqrt(s + eps)
  y = (w.float() * n + b).bfloat16()

x has 16,384 rows of 1,024 numbers in bf16 (2 bytes each). Inside, the computation is in f32 (4 bytes). PyTorch runs one op after the other, each as a kernel: pane 1 lists all 13. (`deviation` and `again` are the two subtractions; square multiplies a number by itself.)]],
    },
    {
      title = "Intermediate results",
      text = [[
Each op makes a result. One of them, y, is what the caller wants. The others exist only because the ops hand them on.]],
      predict = {
        question = "How many of the 13 results are only handed on?",
        wrong = {
          { 13, "One of them, y, is what the caller wants." },
        },
        within = 0.01,
        answer = 12,
        reveal = "All but y. Each of them is written to memory once and read at least once; `xf` is read three times, `u` twice.",
      },
    },
    {
      title = "Large and small ones",
      text = [[
Not all of them are large. A mean has one number for each row, 1,024 times fewer than x. The shapes stand in pane 1, behind the names: [16384,1024] is large, [16384,1] and [1024] are small.]],
      predict = {
        question = "How many of the 12 are of the size [16384,1024]?",
        within = 0.01,
        answer = function(lesson)
          local large = 0
          for op in lesson.plan:ops() do
            if op.elements == 16384 * 1024 and op.name ~= "y" then large = large + 1 end
          end
          return large
        end,
        reveal = "`xf`, `deviation`, `square`, `again`, `n`, `wn` and `sum_b`: 67 MB each, in f32. Only the large ones matter for the time.",
      },
    },
    {
      title = "What it costs",
      text = [[
At best, a layer norm reads x once and writes y once: 33.6 MB each, 67.1 MB together. The thirteen kernels also write and read all that is between.]],
      predict = {
        question = "How much do the thirteen kernels move?",
        hides = true,
        choices = { "about twice as much", "about 6 times as much", "about 17 times as much" },
        answer = function(lesson)
          local times = look.moved(lesson.unfused) / 67.1e6
          return times > 12 and "about 17 times as much" or times > 4 and "about 6 times as much" or "about twice as much"
        end,
        reveal = "1.14 GB. `square` alone reads 67 MB and writes 67 MB, and it only multiplies.",
      },
    },
    {
      title = "Pointwise fusion",
      text = [[
An op is pointwise when each number of its result needs only the numbers at the same place: an addition, a multiplication, a cast. A simple compiler fuses just those.

Press H, choose `pointwise` and press Enter. That runs a heuristic: a small program that edits the plan for you.]],
      check = function(plan)
        local count = plan:kernel_count()
        if count == 5 then return true end
        return false, string.format("There %s %d kernel%s; the heuristic pointwise makes 5.", count == 1 and "is" or "are", count, count == 1 and "" or "s")
      end,
      hint = "H opens the list of plans. Type pointwise, then Enter. If you have fused by hand before, choose none first.",
      solve = "Hpointwise<Enter>",
    },
    {
      title = "The wall",
      go = "deviation",
      text = [[
Five kernels are left, and the two means (`u` and `s`) stand alone. Look at `deviation`, which is xf - u. It is pointwise, and yet the heuristic left it apart from the mean before it.]],
      predict = {
        question = "What must be known before the first number of `deviation` can be computed?",
        choices = { "the first number of xf", "the mean of its row", "the means of all rows" },
        answer = "the mean of its row",
        reveal = "And for that all 1,024 numbers of the row. A thread that holds one number cannot go on by itself, so a simple compiler stops here. But nobody has to wait for other rows: that is the way past the wall. The tab Why (key w) knows it: u is not fused, but could be.",
      },
    },
    {
      title = "Past the wall",
      text = [[
Give each row to a group of threads, a block. Each thread holds a few numbers of the row in registers. The block adds them up together, and everybody gets the mean; then everybody goes on with the numbers that are still in their registers. So a mean and what follows can be one kernel after all.

Put everything into one kernel: press f several times, or H and `greedy`.]],
      check = function(plan)
        local count = plan:kernel_count()
        if count == 1 then return true end
        return false, string.format("There are %d kernels; one is wanted.", count)
      end,
      hint = "H, type greedy, Enter. It fuses wherever that saves time.",
      solve = "Hgreedy<Enter>",
    },
    {
      title = "What is left to move",
      text = "Both means, both subtractions and all the rest are one kernel now.",
      predict = {
        question = "How many MB does it move?",
        unit = "MB",
        answer = function(lesson)
          return look.moved(lesson.plan:estimate()) / 1e6
        end,
        reveal = "x in, y out, and a few kB of w and b: what a layer norm needs at least. All twelve intermediate results are in registers.",
      },
    },
    {
      title = "Twice the same",
      go = "again",
      text = [[
There is still something odd in the program: `deviation` and `again` are the same subtraction, written twice. As kernels of their own, the second one cost another 134 MB of traffic.]],
      predict = {
        question = "What does the second subtraction cost in the one kernel?",
        choices = { "as much as before", "a subtraction a number: too little to measure", "another pass over x" },
        answer = "a subtraction a number: too little to measure",
        reveal = "The row is in registers already, and the kernel waits for memory anyway. In a fused kernel, arithmetic is nearly free; that is why compilers like to compute things twice rather than to store them. Lesson 7 is about that.",
      },
    },
    {
      title = "How much faster?",
      text = function(lesson)
        return string.format("The thirteen kernels moved %s, your plan moves %s.",
          lesson:bytes(look.moved(lesson.unfused)), lesson:bytes(look.moved(lesson.plan:estimate())))
      end,
      predict = {
        question = "So how many times as fast as thirteen kernels is one?",
        unit = "times",
        within = 0.15,
        answer = function(lesson)
          return lesson.unfused.time_us / lesson.plan:estimate().time_us
        end,
        reveal = "Libraries have a layer norm that somebody wrote by hand as one kernel. A compiler that fuses makes one out of your five lines, and of the next idea that no library has yet.",
      },
    },
    {
      title = "Measured",
      text = function(lesson)
        return figures.text(lesson, "What a GPU says:", {
          { "thirteen kernels", "unfused_us" },
          { "pointwise: five kernels", "pointwise_us" },
          { "one kernel", "fused_us" },
        })
      end,
    },
    {
      title = "An open question",
      open = [[
In training, the backward pass needs some of the twelve intermediate results again. Without fusion they are in memory anyway. Now they are not. Which of them would you write out, and which would you compute again from x? (The two small ones, `u` and `s`, cost 131 kB.)]],
    },
  },
}
