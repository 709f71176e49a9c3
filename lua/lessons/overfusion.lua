local figures = require("figures")

-- The kernel that computes the gradients of the weights: the wide one of every plan in this lesson.
local function wide(plan)
  return plan:op("dw1").kernel
end

local function line(first, cells)
  local parts = { string.format("  %-14s", first) }
  for _, cell in ipairs(cells) do
    parts[#parts + 1] = figures.right(cell, 10)
  end
  return table.concat(parts)
end

local function check_knobs(plan, wanted)
  if plan:kernel_count() ~= 1 then return false, "Everything should be in one kernel here: f on `dhf`." end
  local knobs = wide(plan).knobs
  for _, want in ipairs(wanted) do
    local name, value = want[1], want[2]
    if knobs[name] ~= value then
      return false, string.format("The knob %s is %d, not %d.", name, knobs[name], value)
    end
  end
  return true
end

return {
  name = "overfusion",
  number = 6,
  title = "Too much fusion",
  minutes = 20,
  about = "A fusion that made a model's backward pass slower: registers, spills, and the knob that makes the same kernel the best plan or the worst.",
  learned = "Whether a fusion pays depends on its schedule: what is alive at once must fit into registers.",
  graph = "graphs/rmsnorm_backward_mix.json",
  sizes = { rows = 98304, cols = 512 },
  plan = "max_reads",
  device = "h200",
  measured = {
    device = "NVIDIA H200",
    date = "2026-11-21",
    how = figures.how,
    copy_us = 210.2,
    unfused_us = 3007.3,
    one_us = 214.3,
    two_us = 233.9,
    five_us = 384.5,
    -- 512 threads, one column each; so many rows in flight
    one_r1_us = 356.5,
    one_r4_us = 269.6,
    one_r8_us = 248.9,
    one_r16_us = 490.0,
    one_r32_us = 749.8,
    two_r1_us = 381.3,
    two_r4_us = 296.2,
    two_r8_us = 261.5,
    two_r16_us = 266.0,
    two_r32_us = 732.3,
    five_r1_us = 537.0,
    five_r4_us = 411.0,
    five_r8_us = 416.2,
    five_r16_us = 520.1,
    five_r32_us = 630.8,
  },
  steps = {
    {
      title = "A true story",
      go = "c",
      text = [[
In April 2026 somebody reported that the backward pass of a model took 9% longer after an update of PyTorch, on an H100 (issue 179423). The results were right. The new compiler had learned to fuse more, and did.

The kernel that was fused too far is the backward pass of a norm, over 98,304 rows of 512 numbers. This graph is like it. It has a sum along each row (`c`) and two sums down all columns (`dw1`, `dw2`), and reads eleven tensors.]],
    },
    {
      title = "The rule that mended it",
      go = "dw1",
      tab = "memory",
      text = [[
PyTorch's remedy was a rule: such a kernel may read no more than 10 tensors. The plan that you see obeys it (it is the heuristic max_reads). Two kernels: K0 does nearly everything, and K26 reads `dh`, which K0 wrote, and adds it to another gradient.

The tab Memory (key M) lists the loads (ld) and stores (st) of K0, tensor by tensor.]],
      predict = {
        question = "How many tensors does K0 read?",
        unit = "tensors",
        within = 0.001,
        answer = function(lesson)
          return wide(lesson.plan).reads
        end,
        reveal = "Just as many as the rule allows.",
      },
    },
    {
      title = "What would one kernel save?",
      go = "dhf",
      text = [[
K26 reads `dh`. If both kernels were one, `dh` would still be in a register. But mind: `dh` is a result of the whole graph.]],
      predict = {
        question = "How many megabytes would fusing the two save?",
        unit = "MB",
        within = 0.1,
        answer = function(lesson)
          local op = lesson.plan:op("dh")
          return op.bytes / 1e6
        end,
        reveal = "One read of 98,304 x 512 numbers of 2 bytes. The write stays, for dh is wanted outside. Of about 1,000 MB that both kernels move, this is a tenth.",
      },
    },
    {
      title = "Fuse it",
      go = "dhf",
      text = "Do what PyTorch did: with the cursor on `dhf`, press f. Look at the tensors that are read: eleven.",
      check = function(plan)
        if plan:kernel_count() == 1 then return true end
        return false, string.format("There are %d kernels; one is wanted.", plan:kernel_count())
      end,
      hint = "1, /dhf, Enter, f.",
      solve = "1/dhf<Enter>f",
    },
    {
      title = "The cliff",
      go = "c",
      tab = "cliff",
      text = [[
The tab Cliff (key A) shows what registers do as the ops of this kernel join it one by one. A register holds one number of one thread. Each tensor that is loaded, each running sum, and each value that is needed again later occupies some.

Three words to keep apart. A multiprocessor has 65,536 registers for all of its threads: the more each has, the fewer threads fit. Their part of the most it could hold (2,048) is the occupancy. The cap is the most registers a thread that the compiler may use; what needs more is spilled. The budget, the dotted line, is the cap that you allow in this picture.]],
      predict = {
        question = "One block of 512 threads is to fit. How many registers can each thread have at most?",
        unit = "registers",
        within = 0.001,
        answer = 128,
        reveal = "65,536 / 512. One such block is an occupancy of 512 / 2,048 = 25%; for two blocks (50%) the cap would be 64. What does not fit under the cap is spilled: written to memory and read back when it is needed. So the traffic that fusing saved can come back.",
      },
    },
    {
      title = "PyTorch's kernel",
      go = "dw1",
      tab = "cliff",
      text = [[
fusebox chose blocks of 256 threads, each with 8 neighbouring columns. PyTorch's kernel had one thread for each of the 512 columns. Give this kernel the same shape. Press s for the knobs of its schedule: type threads, Enter, 512, Enter. Press s again: vector, Enter, 1, Enter.]],
      check = function(plan)
        return check_knobs(plan, { { "threads", 512 }, { "vector", 1 } })
      end,
      hint = "Each time: s, the name of the knob, Enter, the value, Enter. The cursor may be on any op of the kernel.",
      solve = "1sthreads<Enter>512<Enter>svector<Enter>1<Enter>",
    },
    {
      title = "Rows in flight",
      go = "dw1",
      tab = "cliff",
      text = [[
A thread that loads one number and waits for it wastes time: memory answers late. So a block works on several rows at once; while one row's numbers are on their way, others are asked for. These are the rows in flight (knob rows).

But for every row in flight a thread holds its numbers of all seven large tensors, and what is computed of them.]],
      predict = {
        question = "With a cap of 128 registers: at how many rows does the compiler begin to spill?",
        choices = { "4", "16", "64" },
        answer = "16",
        reveal = "Compiled for the H200, 4 and 8 rows take between 100 and 120 registers, none spilled. 16 rows take all 128 and spill a few dozen bytes for each thread; 32 rows spill a kilobyte. The table at the end of the tab Cliff (4, then G) has the estimates.",
      },
    },
    {
      title = "Turn it up",
      go = "dw1",
      tab = "numbers",
      text = [[
Set rows to 32: press s, rows, Enter, 32, Enter. The list already shows what each value should cost.

Then you may press c: it compiles the kernel, for which no GPU is needed, and the real registers and spilled bytes (nvcc) appear beside the estimated ones.]],
      check = function(plan)
        return check_knobs(plan, { { "threads", 512 }, { "vector", 1 }, { "rows", 32 } })
      end,
      hint = "s, rows, Enter, 32, Enter; threads and vector stay as they are.",
      solve = "srows<Enter>32<Enter>",
    },
    {
      title = "Guess",
      go = "dw1",
      tab = "numbers",
      text = function(lesson)
        return string.format([[
The same ops, the same bytes in and out, the same results. With the schedule that fusebox chose, this kernel took %s on an H200. Now every thread spills a kilobyte, once for every group of rows.

The estimate says %s now, %.2f times as much. It guesses how many bytes are spilled, and how long threads wait for them. It is too %s.]],
          lesson:time(lesson.measured.one_us), lesson:time(wide(lesson.plan).estimate.time_us),
          wide(lesson.plan).estimate.time_us / lesson.measured.one_us,
          wide(lesson.plan).estimate.time_us < lesson.measured.one_r32_us and "low" or "high")
      end,
      predict = {
        question = "How many times as long did it take on the GPU?",
        unit = "times",
        within = 0.25,
        answer = function(lesson)
          return lesson.measured.one_r32_us / lesson.measured.one_us
        end,
        reveal = function(lesson)
          local m = lesson.measured
          return string.format(
            "%s instead of %s. Nobody asked for more work: the kernel reads and writes the same tensors, and a copy of as many bytes takes %s. The GPU's counters tell where the rest comes from: spilled registers move 1.3 GB, and the traffic with DRAM is 1.9 GB instead of 0.9.",
            lesson:time(m.one_r32_us), lesson:time(m.one_us), lesson:time(m.copy_us))
        end,
      },
    },
    {
      title = "One kernel or two?",
      text = function(lesson)
        return string.format([[
Take these knobs as given: 512 threads, one column each, 16 rows in flight. PyTorch had to choose between one kernel that reads eleven tensors, and more kernels that read fewer.

As one kernel it takes %s; 11 tensors and 16 rows are just too much for 128 registers, and a few dozen bytes are spilled. The plan with two kernels reads one large tensor fewer in its wide kernel, and moves 100 MB more. A plan with five kernels, a norm's backward pass as PyTorch 2.9 had it, moves twice as many bytes.]],
          lesson:time(lesson.measured.one_r16_us))
      end,
      predict = {
        question = "Which plan was the quickest with these knobs?",
        choices = { "one kernel", "two kernels", "five kernels" },
        answer = function(lesson)
          return figures.quickest(lesson.measured,
            { { "one kernel", "one_r16_us" }, { "two kernels", "two_r16_us" }, { "five kernels", "five_r16_us" } })
        end,
        reveal = function(lesson)
          local m = lesson.measured
          return string.format(
            [[
One kernel: %s. Two: %s. Five: %s. One tensor fewer, and nothing is spilled: the fusion that saves a tenth of the bytes makes the whole nearly twice as slow. That is what was reported, only that there it was 9%% of a whole backward pass, and it is why the rule helped.

The bytes of the spills are not the reason: the counters say 58 MB, which the memory moves in 13 µs. More likely it is the waiting: a thread that is out of registers waits for each value that it takes back, and has no room for loads that could be on their way meanwhile.]],
            lesson:time(m.one_r16_us), lesson:time(m.two_r16_us), lesson:time(m.five_r16_us))
        end,
      },
    },
    {
      title = "Back from the cliff",
      go = "dw1",
      tab = "cliff",
      text = [[
Now do it right. Keep everything in one kernel, but let the rules choose the knobs again: press s and choose "as the rules choose" for threads, for vector and for rows.]],
      check = function(plan)
        if plan:kernel_count() ~= 1 then return false, "Everything should be in one kernel: press f on `dhf`." end
        local estimate = wide(plan).estimate
        if wide(plan).knobs.vector == 1 then return false, "The knob vector is still 1." end
        if wide(plan).knobs.rows == 32 then return false, "The knob rows is still 32." end
        if wide(plan).knobs.threads == 512 then return false, "The knob threads is still 512." end
        if estimate.spill_bytes > 0 then return false, "It still spills." end
        return true
      end,
      hint = "s, threads, Enter, Enter: the first line is as the rules choose. Then vector and rows in the same way.",
      solve = "1/dw1<Enter>sthreads<Enter><Enter>svector<Enter><Enter>srows<Enter><Enter>",
    },
    {
      title = "Measured",
      text = function(lesson)
        local m = lesson.measured
        local lines = { line("rows in flight", { "1 kernel", "2 kernels", "5 kernels" }) }
        for _, rows in ipairs({ 1, 4, 8, 16, 32 }) do
          local cells = {}
          for i, plan in ipairs({ "one", "two", "five" }) do
            cells[i] = lesson:time(m[string.format("%s_r%d_us", plan, rows)])
          end
          lines[#lines + 1] = line(tostring(rows), cells)
        end
        lines[#lines + 1] = line("by the rules", { lesson:time(m.one_us), lesson:time(m.two_us), lesson:time(m.five_us) })
        return figures.text(lesson, "With 512 threads, one column each; in the last line fusebox's rules choose threads, vector and rows:\n\n"
            .. table.concat(lines, "\n"), {
          { "every op alone, 35 kernels", "unfused_us" },
          { "a copy of the same bytes", "copy_us" },
        }, "Read it line by line: which plan is the best? Up to 8 rows the one kernel, at 16 the two, at 32 the five. The knob alone decides; and with a good schedule the widest fusion is the best of all. (A single row in flight is slow for another reason: too few loads are on their way. The estimates do not see that: they grow from 1 row on. Where estimated and measured figures differ, believe the GPU.)")
      end,
    },
    {
      title = "What the rule knows",
      go = "dw1",
      text = [[
The rule max_reads forbade the fusion that made things worse: with PyTorch's schedule that was right. With a schedule that keeps its values in registers the same rule forbids the best plan.]],
      predict = {
        question = "How many percent does the rule cost with the schedule that fusebox chose?",
        unit = "%",
        within = 0.5,
        answer = function(lesson)
          local m = lesson.measured
          return 100 * (m.two_us - m.one_us) / m.one_us
        end,
        reveal = function(lesson)
          local m = lesson.measured
          return string.format("%s against %s: %.0f%%. By chance as many as the report complained of, the other way round.",
            lesson:time(m.two_us), lesson:time(m.one_us), 100 * (m.two_us - m.one_us) / m.one_us)
        end,
      },
    },
    {
      title = "An open question",
      open = [[
A rule that counts tensors is simple, quick, and looks at the wrong thing: it does not know how many rows are in flight, how wide the elements are, or what is needed again later. What should a rule look at instead? Could you try several schedules for every fusion that is considered, and what would that cost the compiler? Write your own: lua/heuristics/max_reads.lua has 16 lines; plan:what_if tells registers and spills before you fuse.]],
    },
  },
}
