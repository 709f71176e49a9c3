local figures = require("figures")

local look = require("look")

local function vector_of(plan, name)
  return plan:op(name).kernel.knobs.vector
end

-- Each half should be the one kernel that it was when the lesson began.
local function is_whole(plan)
  for _, half in ipairs({ "even", "odd" }) do
    local yes, apart = look.together(plan, { half .. "_mean", half .. "_variance", half .. "_out" })
    if not yes then return false, string.format("`%s` was cut out of its kernel: u undoes.", apart) end
  end
  return true
end

-- Bytes that the kernel of an op moves in a microsecond, in thousands: GB/s.
local function rate(plan, name)
  local estimate = plan:op(name).kernel.estimate
  return look.moved(estimate) / estimate.time_us / 1000
end

return {
  name = "one_off",
  number = 8,
  title = "One off a power of two",
  minutes = 15,
  about = "Rows of 4,097 elements instead of 4,096 cost some compilers a lot of time. Why, and what a good kernel does about it.",
  learned = "Wide loads need aligned addresses. A kernel that handles both ends apart keeps them for odd lengths.",
  graph = "graphs/one_off.json",
  sizes = { rows = 8192, even = 4096, odd = 4097 },
  plan = "bytes",
  device = "h200",
  measured = {
    device = "NVIDIA H200",
    date = "2026-11-21",
    how = "kernel times by CUPTI: medians of 50 launches, L2 emptied before each",
    even_us = 31.3,
    even_two_us = 31.1,
    even_one_us = 51.9,
    odd_us = 32.7,
    odd_two_us = 42.3,
    odd_one_us = 50.1,
    torch_even_us = 33.7,
    torch_odd_us = 75.8,
    at_4088_us = 31.4,
    at_4095_us = 32.7,
    at_4100_us = 32.4,
    at_4104_us = 33.6,
    at_4105_us = 35.9,
    at_4112_us = 33.5,
    at_4113_us = 36.0,
  },
  steps = {
    {
      title = "The same, twice",
      go = "even_mean",
      text = function(lesson)
        return string.format([[
This graph is a layer normalization twice: nine ops over 8,192 rows of 4,096 elements, and the same nine over rows of 4,097. The elements are bf16, 2 bytes each. Each half is fused into one kernel already, K0 and K9.

K9 has one element in 4,096 more to do. So far, bytes were what counted: then it should take 0.02%% longer. PyTorch 2.11 was measured on both, on an H200. The rows of 4,096 took %s.]], lesson:time(lesson.measured.torch_even_us))
      end,
      predict = {
        question = "How many times as long did PyTorch take for rows of 4,097?",
        unit = "times",
        within = 0.3,
        answer = function(lesson)
          return lesson.measured.torch_odd_us / lesson.measured.torch_even_us
        end,
        reveal = function(lesson)
          return lesson:time(lesson.measured.torch_odd_us) .. ", for one more element in a row. This lesson finds out why, and what a kernel can do about it."
        end,
      },
    },
    {
      title = "Sixteen bytes",
      go = "even_mean",
      tab = "code",
      text = [[
Look at the code of K0 (tab Code, key e). The loads stand at its beginning: 4 gives the keys to the code, g goes to its first line, 3 comes back. Each thread loads into even_x four times, each time 8 elements at once: 16 bytes with a single instruction. That is the most a thread can ask for.

There is a condition: the address must be a multiple of 16.]],
      predict = {
        question = "How many loads of 16 bytes fetch a row of 4,096 elements of 2 bytes?",
        unit = "loads",
        within = 0.001,
        answer = 512,
        reveal = "8,192 bytes by 16: 512 loads, four for each of the 128 threads that share the row.",
      },
    },
    {
      title = "Where rows begin",
      go = "odd_mean",
      text = [[
In memory the rows follow one another without a gap. A row of 4,096 elements has 8,192 bytes: if the first begins at a multiple of 16, all do. A row of 4,097 elements has 8,194.]],
      predict = {
        question = "Of 8 such rows, one after the other, how many begin at a multiple of 16 bytes?",
        unit = "of 8",
        within = 0.001,
        answer = 1,
        reveal = "8,194 is 2 more than a multiple of 16. So the rows begin 0, 2, 4, ... 14 bytes after one, and only the ninth is in step again. Seven of eight rows cannot be loaded 16 bytes at a time from their beginning.",
      },
    },
    {
      title = "The easy way out",
      go = "odd_mean",
      text = [[
A compiler that cannot be sure of the address loads element by element: 2 bytes at a time, eight times as many instructions. Let us see what that costs. Put the cursor on `odd_mean`, press s (the knobs of a kernel's schedule), type vector, Enter, then 1 and Enter: one element an access.]],
      check = function(plan)
        local yes, apart = is_whole(plan)
        if not yes then return false, apart end
        if vector_of(plan, "odd_mean") == 1 then return true end
        return false, string.format("K9 still moves %d elements in one access.", vector_of(plan, "odd_mean"))
      end,
      hint = "1, /odd_mean, Enter, then s; type vector and Enter; type 1 and Enter.",
      solve = "1/odd_mean<Enter>svector<Enter>1<Enter>",
    },
    {
      title = "And what if?",
      go = "even_mean",
      text = [[
Is it the odd length that hurts, or the narrow loads? Find out: do the same to K0, whose rows of 4,096 need no narrow loads at all. Put the cursor on `even_mean` and set its vector to 1.]],
      check = function(plan)
        local yes, apart = is_whole(plan)
        if not yes then return false, apart end
        if vector_of(plan, "odd_mean") ~= 1 then return false, "K9 should keep vector 1 for now." end
        if vector_of(plan, "even_mean") == 1 then return true end
        return false, string.format("K0 still moves %d elements in one access.", vector_of(plan, "even_mean"))
      end,
      hint = "1, /even_mean, Enter, then s; type vector and Enter; type 1 and Enter.",
      solve = "1/even_mean<Enter>svector<Enter>1<Enter>",
    },
    {
      title = "Guess",
      go = "even_mean",
      tab = "numbers",
      text = function(lesson)
        return string.format([[
K0 with 16-byte loads took %s on an H200, as long as a copy of the same bytes. With loads of 2 bytes it moves just as many bytes; the estimate (tab Numbers, key i) says %s.]],
          lesson:time(lesson.measured.even_us), lesson:time(lesson.plan:op("even_mean").kernel.estimate.time_us))
      end,
      predict = {
        question = "How long did K0 take on the H200 with loads of one element?",
        unit = "µs",
        within = 0.15,
        answer = function(lesson)
          return lesson.measured.even_one_us
        end,
        reveal = function(lesson)
          local m = lesson.measured
          return string.format([[
%s. A multiprocessor can only have so many requests on their way to memory. When each asks for 2 bytes a thread instead of 16, too few bytes are on their way.

That is not yet PyTorch's %s. Its rows of 4,097 pay for something else, too. Triton, in which its kernels are written, takes blocks of a power of two: a row of 4,097 fills one block of 8,192 by half, or needs one turn more for a single element; and every access is masked. Which of these it was, only a profile of that kernel could tell.

Was the estimate right? It is a model, and models leave things out. That is why estimated and measured figures are never mixed on this screen: where they differ, believe the GPU.]], lesson:time(m.even_one_us), lesson:time(m.torch_odd_us))
        end,
      },
    },
    {
      title = "Better than giving up",
      go = "odd_mean",
      text = function(lesson)
        local m = lesson.measured
        return string.format([[
Rows of 4,097, element by element: %s; rows of 4,096, element by element: %s. So it is not the odd length that costs time. It is giving up wide loads because of it.

Let the rules choose again: on `odd_mean`, press s, vector, Enter, and take the first line, as the rules choose. The same on `even_mean`; or press u until both move 8 elements an access again.]], lesson:time(m.odd_one_us), lesson:time(m.even_one_us))
      end,
      check = function(plan)
        local yes, apart = is_whole(plan)
        if not yes then return false, apart end
        for _, name in ipairs({ "odd_mean", "even_mean" }) do
          if vector_of(plan, name) == 1 then return false, "The kernel of `" .. name .. "` still loads single elements." end
        end
        return true
      end,
      hint = "u undoes the last edit: press it until both kernels move 8 elements an access again.",
      solve = "1/odd_mean<Enter>svector<Enter><Enter>/even_mean<Enter>svector<Enter><Enter>",
    },
    {
      title = "Head, middle, tail",
      go = "odd_mean",
      tab = "code",
      text = [[
This is what K9 does instead; look at the beginning of its code (e, 4, g). It works out `head`: how many elements lie between the beginning of the row and the next multiple of 16 bytes. From there on it loads 8 elements at a time, aligned. What is left at both ends, fewer than 16 elements, is loaded one by one, by threads that have it as their only extra work.

The weights are harder. They begin at a multiple of 16, so they are out of step with the row by `head` elements: two neighbouring vectors are loaded and shifted into place.]],
      predict = {
        question = "How much longer than K0 did K9 take this way, measured on an H200?",
        unit = "%",
        within = 0.6,
        answer = function(lesson)
          local m = lesson.measured
          return 100 * (m.odd_us - m.even_us) / m.even_us
        end,
        reveal = function(lesson)
          local m = lesson.measured
          return string.format("%s against %s: %.0f%%, where the bytes alone would be 0.02%%. Not nothing: there are branches and shifts. But not twice the time.",
            lesson:time(m.odd_us), lesson:time(m.even_us), 100 * (m.odd_us - m.even_us) / m.even_us)
        end,
      },
    },
    {
      title = "Measured",
      text = function(lesson)
        return figures.text(lesson, "All of it, on an H200:", {
          { "4096, 8 elements an access", "even_us" },
          { "4096, 2 elements", "even_two_us" },
          { "4096, 1 element", "even_one_us" },
          { "4096, PyTorch 2.11", "torch_even_us" },
          { "4097, 8 elements", "odd_us" },
          { "4097, 2 elements", "odd_two_us" },
          { "4097, 1 element", "odd_one_us" },
          { "4097, PyTorch 2.11", "torch_odd_us" },
        }, "PyTorch: torch.compile with max-autotune, the quicker of its two modes, measured in the same way.")
      end,
    },
    {
      title = "Another edge",
      go = "even_mean",
      tab = "code",
      text = [[
Rows of 4,104 elements have 8,208 bytes, a multiple of 16. No head, no tail, nothing to shift.

But count: K0 takes a row in turns. In each turn 128 threads load 8 elements each, 1,024 in all.]],
      predict = {
        question = "Compared with 4,097, how long does a kernel for rows of 4,104 take?",
        choices = { "less: its rows are aligned", "about as long", "longer" },
        answer = function(lesson)
          return lesson.measured.at_4104_us > 1.02 * lesson.measured.odd_us and "longer" or "about as long"
        end,
        reveal = function(lesson)
          local m = lesson.measured
          return string.format("%s against %s. Four turns take 4,096 elements, and the last 8 would need a fifth, in which one of 128 threads has work. So the rules take 160 threads and four longer turns; in the last, 33 of them have work. 4,105 has both troubles: %s. Alignment is one edge; what a block takes in a turn is another.",
            lesson:time(m.at_4104_us), lesson:time(m.odd_us), lesson:time(m.at_4105_us))
        end,
      },
    },
    {
      title = "Change the size",
      go = "even_mean",
      text = [[
The graph has a name for the length of the rows of K0: `even`. Set it: press *, type even, Enter, 4104, Enter. Every figure of K0 follows at once and K9 stays as it is: compare their estimates in pane 2 (key 2).]],
      check = look.size_is("even", 4104),
      hint = "*, type even, Enter, then 4104 and Enter.",
      solve = "*even<Enter>4104<Enter>",
    },
    {
      title = "A length of your own",
      go = "odd_mean",
      text = function(lesson)
        return string.format([[
Longer rows have more bytes, so compare what a kernel moves in a second. By the estimate:

  K0, rows of %5d: %5.0f GB/s
  K9, rows of %5d: %5.0f GB/s

Look for a length between 1,000 and 5,000 that is bad for its size: set `odd` to it with *, and watch the rate of DRAM in the tab Roofline (key I). (The model knows turns better than heads and tails.)]],
          lesson.sizes.even, rate(lesson.plan, "even_mean"), lesson.sizes.odd, rate(lesson.plan, "odd_mean"))
      end,
      check = function(plan, lesson)
        local odd = lesson.sizes.odd
        if odd == 4097 then return false, "odd is still 4097." end
        if odd < 1000 or odd > 5000 then return false, string.format("odd is %d, not between 1,000 and 5,000.", odd) end
        return true
      end,
      hint = "A turn of 128 threads takes 1,024 elements. What of a length with a few more than whole turns take: 1,032, 2,056? *, odd, Enter, the length, Enter.",
      solve = "*odd<Enter>1032<Enter>",
    },
    {
      title = "A sweep",
      text = function(lesson)
        return figures.text(lesson, "Row length against time, the rules' choice each time:", {
          { "4088", "at_4088_us" },
          { "4095", "at_4095_us" },
          { "4096", "even_us" },
          { "4097", "odd_us" },
          { "4100", "at_4100_us" },
          { "4104", "at_4104_us" },
          { "4105", "at_4105_us" },
          { "4112", "at_4112_us" },
          { "4113", "at_4113_us" },
        }, "The tab Sweep (key ~) estimates the plan at many lengths; ~ again takes the next size.")
      end,
    },
    {
      title = "An open question",
      open = [[
You choose the size of a vocabulary: 50,257 words are needed. Some models round it up to 50,304, and compute 47 columns that nobody wants. What does that buy, and what does it cost? And if a tensor must keep its odd length: would you rather have each row begin at a multiple of 16 bytes, with a few unused bytes behind it, or handle heads and tails in every kernel?]],
    },
  },
}
