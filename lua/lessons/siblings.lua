local figures = require("figures")
local look = require("look")

local statistics = { "total", "highest", "square", "squares" }
local tensors = { "bias1", "bias2", "gain1", "gain2" }

local function megabytes(bytes)
  return bytes / 1e6
end

-- What the kernels of these ops load and store, each kernel counted once.
local function traffic(plan, names)
  local bytes, seen = 0, {}
  for _, name in ipairs(names) do
    local kernel = plan:op(name).kernel
    if not seen[kernel.id] then
      seen[kernel.id] = true
      bytes = bytes + look.moved(kernel.estimate)
    end
  end
  return bytes
end

return {
  name = "siblings",
  number = 5,
  title = "Siblings: fusing side by side",
  minutes = 15,
  about = "Ops that need nothing of each other can share a kernel, too: because they read the same tensor, or because each alone is too small.",
  learned = "Ops that read the same, or that are small, share a kernel with profit although none reads the other.",
  graph = "graphs/siblings.json",
  sizes = { n = 67108864, d = 1024, h = 4096 },
  plan = "none",
  device = "h200",
  measured = {
    device = "NVIDIA H200",
    date = "2026-11-21",
    how = figures.how,
    unfused_us = 320.0,
    one_statistic_us = 63.3,
    statistics_us = 62.9,
    small_apart_us = 9.7,
    small_us = 1.34,
    by_hand_us = 64.2,
    one_launch_us = 62.9,
    sgd_ops_us = 62.7,
    sgd_tensors_us = 18.4,
    sgd_one_us = 4.9,
  },
  steps = {
    {
      title = "Beside, not behind",
      go = "total",
      text = [[
So far you fused ops along the lines: one op makes what the next one reads. In this graph most ops stand beside each other.

At the top is one large gradient of 67 million numbers. Training code wants to know three things of it: the sum, the largest number, and the sum of the squares, by which gradients are clipped.

Below are four small tensors, two biases and two gains. Each gets a step of training: subtract the gradient times the learning rate.]],
    },
    {
      title = "Who reads what?",
      go = "total",
      text = [[
The gradient has 268 MB. The kernels of `total`, `highest` and `square` read it; `squares` reads what `square` wrote.]],
      predict = {
        question = "How many megabytes do these four kernels read and write together?",
        wrong = {
          { 4 * 268.4, "`square` writes what `squares` reads: five." },
          { 3 * 268.4, "`squares` reads the squares, and `square` wrote them." },
        },
        unit = "MB",
        within = 0.05,
        answer = function(lesson)
          return megabytes(traffic(lesson.plan, statistics))
        end,
        reveal = "Five times 268 MB: three kernels read the gradient, one writes the squares, one reads them. The three results are single numbers; they do not count.",
      },
    },
    {
      title = "First along the line",
      go = "square",
      text = [[
Begin with what you know. `squares` reads what `square` makes: with the cursor on `square`, press f.]],
      check = function(plan)
        if look.together(plan, { "square", "squares" }) then return true end
        return false, "`square` and `squares` are still in two kernels."
      end,
      hint = "1 gives the keys to the ops pane, /square and Enter go to the op, f fuses.",
      solve = "1/square<Enter>f",
    },
    {
      title = "Then beside",
      go = "total",
      text = [[
Now `total`. It reads no other op and no op reads it: there is no line to fuse along. But it has siblings: ops that read the same tensor. Where f finds no line it looks for siblings.

Press f on `total` until the three results come from one kernel.]],
      check = function(plan)
        local yes, apart = look.together(plan, statistics)
        if yes then return true end
        return false, "`" .. apart .. "` does not run in the kernel of `total` yet."
      end,
      hint = "Press 1, go to `total` with /total and Enter, then press f twice.",
      solve = "1/total<Enter>ff",
    },
    {
      title = "Three readers, one kernel",
      id = "three-for-the-price-of",
      go = "total",
      text = [[
One kernel now computes three statistics. Before, pane 2 showed a kernel for each of them: it takes about as long as reading the gradient once.]],
      predict = {
        question = "How long does the kernel with all three take?",
        hides = true,
        choices = { "as long as one", "twice as long", "three times as long" },
        answer = function(lesson)
          local times = lesson.plan:op("total").kernel.estimate.time_us / lesson.measured.one_statistic_us
          return times < 1.5 and "as long as one" or times < 2.5 and "twice as long" or "three times as long"
        end,
        reveal = "It reads the gradient once and waits for nothing but that. The additions, comparisons and products happen in the time that the memory needs anyway.",
      },
    },
    {
      title = "Its name and its price",
      go = "total",
      tab = "numbers",
      text = [[
This is horizontal fusion: ops side by side that read the same. (Along a line it is called vertical.)

It is not free. Each statistic keeps its own running result in registers for as long as the kernel runs, so accumulators add up with every sibling: the tab Numbers (key i) counts them. Three fit well, and what each kernel did for itself, places and loads, is there once now. Lesson 6 shows what happens when it is too much.]],
    },
    {
      title = "Kernels that do nothing",
      go = "bias2_step",
      text = [[
Now the small tensors. The kernel of `bias2_step` multiplies 1,024 numbers by the learning rate: it reads 4 kB and writes 4 kB. The memory moves 4.3 MB in a microsecond, so that takes 0.002 µs.]],
      predict = {
        question = "Then what does this kernel spend its 1.3 µs on?",
        hides = true,
        choices = { "computing", "memory traffic", "starting, and waiting for the first bytes" },
        answer = function(lesson)
          local limit = lesson.plan:op("bias2_step").kernel.estimate.limit
          if limit == "dram" or limit == "l2" or limit == "l1" then return "memory traffic" end
          return (limit == "latency" or limit == "launch") and "starting, and waiting for the first bytes" or "computing"
        end,
        reveal = "Starting a kernel, a load that goes all the way to memory and back, and a store take about a microsecond, however little there is to do. This is called latency.",
      },
    },
    {
      title = "Four steps, eight ops",
      go = "bias1_step",
      text = [[
Each step is two ops: multiply, subtract. Fuse each pair with f. Then there are four small kernels: one each for bias1, bias2, gain1 and gain2.]],
      check = function(plan)
        for _, name in ipairs(tensors) do
          if not look.together(plan, { name .. "_step", name .. "_next" }) then
            return false, "`" .. name .. "_step` and `" .. name .. "_next` are in two kernels."
          end
        end
        return true
      end,
      hint = "Go to bias1_step, press f, move down to the next step with j, press f, and so on.",
      solve = "1/bias1_step<Enter>f/bias2_step<Enter>f/gain1_step<Enter>f/gain2_step<Enter>f",
    },
    {
      title = "One launch",
      go = "bias1_step",
      text = [[
The four kernels have nothing to do with each other: other inputs, other results, even other lengths. All that they share is the learning rate, a single number: fusing them saves next to no bytes. Still they can be one launch, in which some blocks of threads work on bias1, others on bias2, and so on. fusebox calls that a batch.

Press f on `bias1_step` until one kernel has all eight ops. (F, with Shift, fuses even kernels that share nothing at all.)]],
      check = function(plan)
        local names = {}
        for _, name in ipairs(tensors) do
          table.insert(names, name .. "_step")
          table.insert(names, name .. "_next")
        end
        local yes, apart = look.together(plan, names)
        if not yes then return false, "`" .. apart .. "` is not in the kernel of `bias1_step` yet." end
        if plan:op("total").kernel == plan:op("bias1_step").kernel then
          return false, "the large kernel is in it, too: press u."
        end
        return true
      end,
      hint = "Stay on bias1_step and press f three times; the kernel table shows how many kernels are left.",
      solve = "1/bias1_step<Enter>fff",
    },
    {
      title = "How long now?",
      go = "bias1_step",
      text = "Four kernels of 1.4 µs each became one launch with the work of all four.",
      predict = {
        question = "How many microseconds does it take?",
        unit = "µs",
        within = 0.25,
        answer = function(lesson)
          return lesson.plan:op("bias1_step").kernel.estimate.time_us
        end,
        reveal = "As long as one of them: all wait for their first bytes at the same time. The GPU has 132 multiprocessors, and one of the small kernels keeps but a few of them busy.",
      },
    },
    {
      title = "Measured",
      text = function(lesson)
        return figures.text(lesson, "On the GPU:", {
          { "every op alone, 12 kernels", "unfused_us" },
          { "largest number alone", "one_statistic_us" },
          { "all three statistics", "statistics_us" },
          { "small ops alone, 8 kernels", "small_apart_us" },
          { "small ops, one launch", "small_us" },
          { "your plan, 2 kernels", "by_hand_us" },
        }, "Measured as a whole, with what lies between the kernels, the twelve take 327 µs and your two 67.")
      end,
    },
    {
      title = "An optimizer",
      text = function(lesson)
        local m = lesson.measured
        return string.format([[
graphs/sgd_tensors.json is a real case: a step of training for the twelve tensors of a transformer layer, 48 ops. On the H200 the 48 kernels take %s. Fused along the lines they are twelve kernels, and take %s.]],
          lesson:time(m.sgd_ops_us), lesson:time(m.sgd_tensors_us))
      end,
      predict = {
        question = "How long did one launch with all of it take?",
        unit = "µs",
        within = 0.5,
        answer = function(lesson)
          return lesson.measured.sgd_one_us
        end,
        reveal = "Little more than the bytes alone would need, 3.7 µs. That is why optimizers have a form that takes all tensors in one launch; PyTorch calls it foreach, or fused.",
      },
    },
    {
      title = "An open question",
      open = [[
The heuristic `horizontal` (key H) goes further: it puts the small steps into the launch of the large kernel as well, and the H200 says 62.9 µs where two kernels took 64.2. But then every small block must get by with what the large kernel's blocks need: threads, registers, shared memory. When would you rather not do that? Try it, and compare registers and occupancy in the numbers tab.]],
    },
  },
}
