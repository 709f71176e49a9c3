local figures = require("figures")
local look = require("look")

return {
  name = "softmax",
  number = 4,
  title = "Softmax and the passes over a row",
  minutes = 15,
  about = "A formula that needs each row more than once: several kernels, the same without intermediate results, and a single one.",
  learned = "Passes over a row need not be passes over memory: a row that fits into registers is read once.",
  graph = "graphs/softmax.json",
  sizes = { rows = 16384, cols = 4096 },
  plan = "none",
  device = "h200",
  measured = {
    device = "NVIDIA H200",
    date = "2026-11-21",
    how = figures.how,
    unfused_us = 681.0,
    three_us = 124.9,
    fused_us = 63.1,
    copy_us = 62.0,
    long_us = 774.8,
  },
  steps = {
    {
      title = "Softmax",
      go = "highest",
      text = [[
Softmax turns a row of numbers into shares that add up to 1: exp(x) of each number, divided by the sum of all of them. So that exp does not overflow, the highest number of the row is subtracted first.

  highest = max(row)
  e       = exp(row - highest)
  y       = e / sum(e)

The matrix has 16,384 rows of 4,096 numbers in bf16: 134 MB. It is computed in f32, so the ops `xf` and `y` convert.]],
    },
    {
      title = "Passes",
      go = "total",
      text = [[
A pass is a walk over all numbers of a row; it may read them from memory or from registers. `highest` is only known when the whole row was looked at. Only then can the sum of the exponentials begin; and only when that is complete can the first number be divided.]],
      predict = {
        question = "How many passes over a row does the formula need as written?",
        within = 0.01,
        answer = 3,
        reveal = "One for the highest number, one for the sum, one to divide. Each begins where the one before has ended. (Written in another way, two are enough: step 10.)",
      },
    },
    {
      title = "Seven kernels",
      text = function(lesson)
        return string.format([[
Now each of the seven ops is a kernel. Together they move %s. A copy of the matrix would read 134 MB and write 134 MB: no program that returns y can move less than that.]],
          lesson:bytes(look.moved(lesson.unfused)))
      end,
      predict = {
        question = "How many times as long as a copy do they take?",
        unit = "times",
        within = 0.25,
        answer = function(lesson)
          return look.moved(lesson.unfused) / (2 * lesson.plan:op("y").bytes)
        end,
        reveal = "The time is the traffic. Between the kernels the numbers are in f32, which takes twice the bytes of bf16; so every handing on costs as much as two copies.",
      },
    },
    {
      title = "A kernel for each pass",
      go = "highest",
      text = [[
Make three kernels, one for each pass:

  xf with highest
  shifted and e with total
  p with y

Put the cursor on an op and press < to fuse it with what it reads, > with what reads it.]],
      check = function(plan)
        local groups = { { "xf", "highest" }, { "shifted", "e", "total" }, { "p", "y" } }
        for i = 1, 2 do
          local last, first = groups[i][#groups[i]], groups[i + 1][1]
          if look.together(plan, { last, first }) then
            return false, string.format("`%s` and `%s` share a kernel, which is too much here: u undoes.", last, first)
          end
        end
        for _, group in ipairs(groups) do
          local yes, apart = look.together(plan, group)
          if not yes then return false, string.format("`%s` and `%s` are in two kernels.", group[1], apart) end
        end
        return true
      end,
      hint = "On highest: <. On shifted: >. On total: <. On y: <. The brackets at the left show the groups.",
      solve = "/highest<Enter><Less>/shifted<Enter>>/total<Enter><Less>/y<Enter><Less>",
    },
    {
      title = "What still goes through memory",
      go = "xf",
      text = [[
In pane 1, a size with a w at the end of a line says what is written to memory.]],
      predict = {
        question = "How many results of 268 MB are still written?",
        wrong = {
          { 3, "y is in bf16: 134 MB." },
          { 1, "There are two handings on: between the first pass and the second, and between the second and the third." },
        },
        within = 0.01,
        answer = 2,
        reveal = "`xf` and `e`: the next pass reads them. Yet both can be computed from x again, and x has only 134 MB, because it is bf16.",
      },
    },
    {
      title = "Recompute instead of store",
      go = "xf",
      text = [[
Put the cursor on `xf` and press r. The kernels that read `xf` now compute it themselves, from x: a copy of the op runs in each. Do the same with `e`, then with what its copy reads: `shifted`, and `xf` again. Stop when y is the only large thing that is written.]],
      check = function(plan)
        if plan:kernel_count() ~= 3 then return false, "It should still be three kernels: u undoes." end
        local written = plan:estimate().write_bytes
        if written > 140e6 then
          return false, string.format("%.0f MB are written; y alone has 134 MB.", written / 1e6)
        end
        return true
      end,
      hint = "Keys, with the cursor on the op named: xf r, e r, shifted r, xf r. R takes copies away again.",
      solve = "/xf<Enter>r/e<Enter>r/shifted<Enter>r/xf<Enter>r",
    },
    {
      title = "What it moves now",
      id = "three-passes-three-reads",
      text = function(lesson)
        return string.format("Estimated: %s, after %s for seven kernels.",
          lesson:time(lesson.plan:estimate().time_us), lesson:time(lesson.unfused.time_us))
      end,
      predict = {
        question = "How many MB do the three kernels move now, if each reads x once?",
        unit = "MB",
        answer = function(lesson)
          return look.moved(lesson.plan:estimate()) / 1e6
        end,
        reveal = "3 reads of 134 MB and one write of 134 MB. That is twice the bytes of a copy. Each exponential is computed twice, which takes no time of its own: the kernels wait for memory.",
      },
    },
    {
      title = "One kernel",
      text = [[
Can the passes share one read? Yes, when a block of threads holds its row in registers from the first pass to the last. Press H and choose `greedy`.]],
      check = function(plan)
        if plan:kernel_count() == 1 then return true end
        return false, string.format("There are %d kernels; one is wanted.", plan:kernel_count())
      end,
      hint = "H, type greedy, Enter.",
      solve = "Hgreedy<Enter>",
    },
    {
      title = "Still three passes",
      go = "xf",
      tab = "code",
      text = [[
The tab Code (key e) shows it: one fb_load of the row at the top, into an array of registers; then a loop for the highest, a loop for the sum, a loop that divides and stores. Three passes over registers, one over memory.

Each block has 128 threads. 4,096 numbers of a row are 32 for each thread.]],
      predict = {
        question = "How many MB are read from memory now?",
        unit = "MB",
        answer = function(lesson)
          return lesson.plan:estimate().read_bytes / 1e6
        end,
        reveal = "x, once. The kernel moves what a copy moves, and takes as long as one.",
      },
    },
    {
      title = "Longer rows",
      text = [[
A multiprocessor of an H200 has 65,536 registers of 4 bytes, 256 kB. Up to eight multiprocessors can be sure to work on one row together (a cluster). Think of a row of 1,048,576 numbers: 4 MB in f32, or 2 MB in bf16.]],
      predict = {
        question = "What can a kernel do with such a row?",
        choices = { "hold it in registers as before", "read it from memory more than once", "nothing: it must be several kernels" },
        answer = "read it from memory more than once",
        reveal = "Eight times 256 kB are 2 MB, every register counted: it does not fit. fusebox then plans a kernel that looks for the highest number and the sum in one pass (it corrects the sum whenever a higher number turns up), and reads the row again to divide: two reads, one write.",
      },
    },
    {
      title = "Make them long",
      go = "xf",
      tab = "memory",
      text = [[
See how the kernel changes. Press *, type rows, Enter, 512, Enter: fewer rows. Then *, cols, Enter, 1048576, Enter: longer ones.

The plan is still one kernel. Its tab Memory (key M) says how many passes it makes over x, and its code (key e) has two loops over the row with an fb_load in each.]],
      check = function(plan, lesson)
        local yes, missing = look.size_is("rows", 512)(plan, lesson)
        if not yes then return false, missing end
        return look.size_is("cols", 1048576)(plan, lesson)
      end,
      hint = "* lists the sizes: type the name, Enter, the number, Enter. Each size once.",
      solve = "*rows<Enter>512<Enter>*cols<Enter>1048576<Enter>",
    },
    {
      title = "Measured",
      text = function(lesson)
        return figures.text(lesson, "What a GPU says of 16,384 rows of 4,096, and of the long ones:", {
          { "seven kernels", "unfused_us" },
          { "three kernels, recomputing", "three_us" },
          { "one kernel", "fused_us" },
          { "a copy of the matrix", "copy_us" },
          { "512 rows of 1,048,576", "long_us" },
        }, "The last one has eight times the bytes of the others, and reads them twice; a copy of them would take about 500 µs.")
      end,
    },
    {
      title = "An open question",
      open = [[
Attention computes softmax(q k) v: the matrix under the softmax is itself a product, and afterwards it is multiplied by v. It would be good never to write it at all. But a row must be complete before the first share is known. Or must it? Think of the trick for long rows: correct what was summed so far when a higher number turns up.]],
    },
  },
}
