local look = require("look")

-- Bytes of the inputs and outputs that no plan can do without: x, z and w in; product, beside and row_sums out.
local function least(lesson)
  local plan = lesson.plan
  return 3 * plan:op("gelu").bytes + plan:op("product").bytes + plan:op("beside").bytes + plan:op("row_sums").bytes
end

local function is_plan(count, name)
  return function(plan)
    local now = plan:kernel_count()
    if now == count then return true end
    return false, string.format("There %s %d kernel%s; the heuristic %s makes %d.", now == 1 and "is" or "are", now, now == 1 and "" or "s", name, count)
  end
end

-- Microseconds that the bytes of a plan take at the speed of a copy.
local function copy_us(lesson, bytes)
  return bytes / lesson.device.copy_gbs / 1000
end

return {
  name = "compilers",
  number = 12,
  title = "What compilers decide",
  minutes = 15,
  about = "Four heuristics on one graph, as compilers have them; what each looks at and what it does not see; then you beat them.",
  learned = "Heuristics count bytes, tensors or readers. The best plan may need an estimate of time, recomputing, and a step that loses first.",
  graph = "graphs/gelu_readers.json",
  sizes = { rows = 4096, cols = 4096 },
  plan = "none",
  device = "h200",
  steps = {
    {
      title = "Three readers",
      go = "gelu",
      text = [[
A GELU of x is read three times: `product` multiplies it by z, `row_sums` adds up its rows, and `beside` adds its transpose to w. All are f32; a tensor of 4,096 x 4,096 has 67.1 MB.

A compiler has to decide what to fuse. It cannot try all plans: a graph of 100 ops has more of them than could be counted. So it follows a rule, a heuristic. Here are four.]],
    },
    {
      title = "Least bytes",
      go = "gelu",
      text = "Whatever the plan: x, z and w are read, `product`, `beside` and `row_sums` are written. `row_sums` is small.",
      predict = {
        question = "How many MB must any plan move?",
        wrong = {
          { 4 * 67.1, "Count again: three are read and two large ones are written." },
          { 6 * 67.1, "`gelu` itself is no result: it need not be in memory." },
        },
        unit = "MB",
        answer = function(lesson)
          return least(lesson) / 1e6
        end,
        reveal = function(lesson)
          return string.format("Five tensors of 67.1 MB. A copy of as many bytes takes %s: no plan for this graph is much faster than that.",
            lesson:time(copy_us(lesson, least(lesson))))
        end,
      },
    },
    {
      title = "The first: pointwise",
      go = "gelu",
      text = [[
The simplest rule: fuse an op into its only reader, if both are pointwise. It needs no estimate and can do little harm. Press H, choose `pointwise`, Enter.]],
      check = is_plan(4, "pointwise"),
      hint = "H, type pointwise, Enter.",
      solve = "Hpointwise<Enter>",
    },
    {
      title = "Why it stopped",
      go = "gelu",
      tab = "why",
      text = "The five ops of the GELU are one kernel now. `product` is pointwise, too, and yet it stands alone.",
      predict = {
        question = "Why was `product` left out?",
        choices = { "it reads z as well", "gelu has other readers", "it is an output" },
        answer = "gelu has other readers",
        reveal = "Three read it. With several readers somebody has to decide between storing and computing again, and this rule does not. So `gelu` is written once and read three times: 268 MB.",
      },
    },
    {
      title = "The second: bytes",
      go = "gelu",
      text = [[
The next rule looks at all pairs of kernels that may be fused, takes the pair that saves most DRAM bytes, and begins again, until none saves any. PyTorch's Inductor does much the same. Press H, choose `bytes`, Enter.]],
      check = is_plan(1, "bytes"),
      hint = "H, type bytes, Enter.",
      solve = "Hbytes<Enter>",
    },
    {
      title = "The least bytes, and so the best?",
      go = "gelu",
      text = function(lesson)
        return string.format("One kernel. It moves %s: the least that any plan can move.", lesson:bytes(look.moved(lesson.plan:estimate())))
      end,
      predict = {
        question = "How many times as long as a copy of those bytes does it take?",
        unit = "times",
        within = 0.2,
        answer = function(lesson)
          local total = lesson.plan:estimate()
          return total.time_us / copy_us(lesson, look.moved(total))
        end,
        reveal = function(lesson)
          return string.format("The estimate is %s. The bytes are not what bounds it: the tab Numbers (key i) says l2. A kernel walks over its tensors in one order. `row_sums` wants whole rows, and then w is read across them: 32 lines of the cache for each load of a warp (lesson 10).",
            lesson:time(lesson.plan:estimate().time_us))
        end,
      },
    },
    {
      title = "The third: max_reads",
      go = "gelu",
      text = [[
A rule with a guard: as bytes, but no kernel may read more than so many tensors. PyTorch got one in 2026, with 10 as the most, because wide kernels ran out of registers (lesson 6).]],
      predict = {
        question = "How many kernels does it make of this graph?",
        choices = { "one, as bytes", "two", "four, as pointwise" },
        answer = "one, as bytes",
        reveal = "The one kernel reads x, z and w: three tensors, far below ten. A guard that counts tensors does not see in which order they are read. (It could be made stricter: at most 2 gives a better plan here, by chance.)",
      },
    },
    {
      title = "The fourth: horizontal",
      go = "gelu",
      text = "The last rule is `bytes`, and then puts small kernels that need nothing of each other into one launch (lesson 5).",
      predict = {
        question = "What does it change here?",
        choices = { "nothing", "it takes beside out", "it makes two launches of one" },
        answer = "nothing",
        reveal = "There is one kernel, so there is nothing to put together. Four rules, two plans: a rule that never asks for time cannot find what costs time.",
      },
    },
    {
      title = "Ask for time",
      go = "beside",
      text = [[
Now you. With `bytes` as the plan, take `beside` out of the kernel: put the cursor on it and press x. More bytes, and the time?]],
      check = function(plan)
        if plan:op("beside").kernel == plan:op("gelu").kernel then return false, "`beside` is still in the kernel of `gelu`." end
        local yes, apart = look.together(plan, { "gelu", "product", "row_sums" })
        if not yes then return false, "`" .. apart .. "` is not in the kernel of `gelu`: H, bytes, then x on `beside`." end
        return true
      end,
      hint = "1, /beside, Enter, x.",
      solve = "1/beside<Enter>x",
    },
    {
      title = "What you have bought",
      go = "beside",
      text = function(lesson)
        return string.format("The plan moves %s now, and the estimate is %s. `beside` has a kernel of its own, with a tile.",
          lesson:bytes(look.moved(lesson.plan:estimate())), lesson:time(lesson.plan:estimate().time_us))
      end,
      predict = {
        question = "How many MB more than one kernel does it move?",
        wrong = {
          { 67.1, "It is written, and it is read." },
        },
        unit = "MB",
        answer = function(lesson)
          return (look.moved(lesson.plan:estimate()) - least(lesson)) / 1e6
        end,
        reveal = "`gelu` is written by one kernel and read by the other: two tensors. More bytes, less time.",
      },
    },
    {
      title = "Beat them all",
      go = "gelu",
      text = [[
`gelu` is made of x alone, and of arithmetic. Let the kernel of `beside` compute it again (r), and then all that its copy would have to load: `gate`, `half`, `error`, `scaled`. On the way it gets worse before it gets better: a rule that takes only what gains at once would give up here.]],
      check = function(plan, lesson)
        if plan:op("beside").kernel == plan:op("gelu").kernel then return false, "`beside` is in the kernel of `gelu` again." end
        local bytes = look.moved(plan:estimate())
        local most = least(lesson) + 1.5 * plan:op("gelu").bytes
        if bytes < most then return true end
        return false, string.format("The plan moves %s; %s are possible.", lesson:bytes(bytes),
          lesson:bytes(least(lesson) + plan:op("gelu").bytes))
      end,
      hint = "r with the cursor on gelu, gate, half, error and scaled, one after the other.",
      solve = "1/gelu<Enter>r/gate<Enter>r/half<Enter>r/error<Enter>r/scaled<Enter>r",
    },
    {
      title = "The price of what rules cannot see",
      go = "beside",
      text = function(lesson)
        local total = lesson.plan:estimate()
        return string.format("Two kernels, %s, and %s. x is read twice, and that is all that the least bytes lack.",
          lesson:bytes(look.moved(total)), lesson:time(total.time_us))
      end,
      predict = {
        question = "How many % longer than a copy of its own bytes does the plan take?",
        hides = true,
        choices = { "less than 10%", "about 50%", "about 100%" },
        answer = function(lesson)
          local total = lesson.plan:estimate()
          local part = total.time_us / copy_us(lesson, look.moved(total)) - 1
          return part < 0.1 and "less than 10%" or part < 0.75 and "about 50%" or "about 100%"
        end,
        reveal = "Both kernels run as fast as memory allows. To find this, a compiler needs three things: an estimate of time and not of bytes alone, recomputing as a choice, and the patience to accept a step that loses.",
      },
    },
    {
      title = "Rules of real compilers",
      go = "gelu",
      text = [[
Rules that follow real compilers closely ship as well. `tvm-like` fuses an op into the one that all its readers lead to; `inductor-like` scores pairs by the bytes that they share; `xla-priority-like` copies a producer into all of its readers, or leaves it alone, as its own model of time says. Press H and try each from every op alone (H none before it): they add to the plan that is there. Your own is behind them (u).]],
      predict = {
        question = "Which of them computes the GELU three times?",
        choices = { "tvm-like", "inductor-like", "xla-priority-like" },
        answer = "xla-priority-like",
        wrong = {
          { "tvm-like", "That one makes four kernels: the GELU's readers lead to no one op, so that it is stored." },
          { "inductor-like", "That one makes the single kernel of `bytes`." },
        },
        reveal = "Three kernels, each with a GELU of its own: faster than one kernel for all, slower than your plan (the header says how much). It asks for time and it copies, but to it the copies are all or none: that `product` and `row_sums` could share one is another rule's question.",
      },
    },
    {
      title = "An open question",
      open = [[
Write the rule that finds your plan: lua/heuristics has them all, and `greedy`, which finds it; plan:what_if says what a fusion saves, and plan:try takes edits back that did not pay. How many pairs, triples, copies would it have to ask about in a graph of a thousand ops? The searches in lua/searches begin where rules end: `local`, `beam`, `anneal`, and `portfolio`, the best of them all: fusebox plan GRAPH -H lua/searches/portfolio.lua.]],
    },
  },
}
