local figures = require("figures")
local look = require("look")

local function computes_again(plan, name)
  for _, copy in ipairs(plan:op("dx").kernel.copies) do
    if copy.name == name then return true end
  end
  return false
end

local function tensors(total)
  return look.moved(total) / 268435456
end

return {
  name = "recompute",
  number = 7,
  title = "Recompute or store",
  minutes = 15,
  about = "What should the forward pass save for the backward pass? Sometimes it is quicker to compute a number again than to fetch it.",
  learned = "Storing costs a write and a read; computing again costs the reads of what it is made of. Arithmetic is nearly free.",
  graph = "graphs/save_for_backward.json",
  sizes = { rows = 16384, cols = 4096, others = 16384 },
  plan = "none",
  device = "h200",
  measured = {
    device = "NVIDIA H200",
    date = "2026-11-23",
    how = figures.how,
    unfused_us = 1764.0,
    both_us = 503.9,
    stream_us = 372.8,
    nothing_us = 419.6,
    bias_both_us = 385.3,
    bias_stream_us = 256.3,
    bias_nothing_us = 192.7,
  },
  steps = {
    {
      title = "Forward and backward",
      go = "two",
      text = [[
Training runs a model forward to a loss, one number that says how wrong it was. Then it runs backward, to find out how each input should change. The backward pass needs numbers that the forward pass made.

Forward, here: three streams a, b and c are added (`two`, `stream`), a SiLU follows (`gate`, `silu`), and the loss is the root of the sum of squares. Its gradient is `silu` / `loss`: that is `dsilu`. (With the mean of N squares, each number would be divided by N as well.) Backward, from there on: `dx`, the gradient of `stream`.]],
    },
    {
      title = "A good start",
      go = "two",
      text = "Let a heuristic fuse what saves most bytes: press H, type bytes, press Enter.",
      check = function(plan)
        local count = plan:kernel_count()
        if count == 2 and plan:op("silu").kernel == plan:op("two").kernel then return true end
        return false, string.format("There are %d kernels; bytes makes two.", count)
      end,
      hint = "H opens the list of plans; typing narrows it; Enter takes the marked one.",
      solve = "Hbytes<Enter>",
    },
    {
      title = "Why two?",
      go = "dsilu",
      text = "With the cursor on `dsilu`, press f, and read the bottom line (m shows all of it): the two kernels cannot become one.",
      predict = {
        question = "Why not?",
        choices = {
          "it would need too many registers",
          "the loss needs all of the forward pass",
          "a library runs the loss",
        },
        answer = "the loss needs all of the forward pass",
        reveal = [[
Every number of the backward pass is divided by the loss, and the loss is not there until the last block of the whole grid has added its part. Between the two there must be a new launch, and then registers are empty: what the backward kernel wants it must load, or compute again.

A grid barrier, at which all blocks of one kernel wait for each other, would spare the launch, but not the traffic: all registers of the GPU together hold 132 x 256 kB = 34 MB, and `silu` alone has 268.]],
      },
    },
    {
      title = "Count the tensors",
      go = "stream",
      text = [[
Every tensor here has 268 MB. In the ops pane, the figures at the right end (268M w) mark what a kernel writes to memory. The first kernel reads a, b and c; the second reads what it needs of that and writes `dx`.]],
      predict = {
        question = "How many tensors of 268 MB do both kernels read and write, all in all?",
        unit = "tensors",
        within = 0.01,
        answer = function(lesson)
          return math.floor(tensors(lesson.plan:estimate()) + 0.5)
        end,
        reveal = "First kernel: a, b, c in, `gate` and `silu` out. Second: `gate` and `silu` in, `dx` out. 3 + 2 + 2 + 1 = 8.",
      },
    },
    {
      title = "Compute silu again",
      go = "silu",
      text = [[
`silu` is stored only because the backward kernel reads it. But it is just `stream` times `gate`, one multiplication. Put the cursor on `silu` and press r: the kernels that read it then compute it themselves.]],
      check = function(plan)
        if computes_again(plan, "silu") then return true end
        return false, "The backward kernel still loads `silu`."
      end,
      hint = "1, /silu, Enter, r. If the backward kernel was changed by another edit, press u until it is whole again.",
      solve = "1/silu<Enter>r",
    },
    {
      title = "Nothing won?",
      go = "gate",
      text = [[
The time is the same. Look at what is stored now: no longer `silu`, but `stream`, because `silu` is made of it. One tensor went, another came.

The backward kernel now loads `stream` and `gate`. And `gate` is the sigmoid of `stream`. Press r on `gate`, too.]],
      check = function(plan)
        if computes_again(plan, "silu") and computes_again(plan, "gate") then return true end
        return false, "The backward kernel still loads `gate`."
      end,
      hint = "1, /gate, Enter, r.",
      solve = "1/gate<Enter>r",
    },
    {
      title = "Count again",
      go = "stream",
      text = "`stream` is the only large tensor that crosses from the first kernel to the second.",
      predict = {
        question = "How many tensors are read and written now?",
        unit = "tensors",
        within = 0.01,
        answer = function(lesson)
          return math.floor(tensors(lesson.plan:estimate()) + 0.5)
        end,
        reveal = "a, b, c in, `stream` out; `stream` in, `dx` out: 6 instead of 8. A sigmoid for each of 67 million numbers is computed twice, and it costs nothing: the arithmetic is done while the memory is busy.",
      },
    },
    {
      title = "Then why store anything?",
      go = "stream",
      text = "`stream` itself is cheap: two additions. The backward kernel could compute it again from a, b and c, and nothing at all would be stored.",
      predict = {
        question = "How many tensors would be read and written then?",
        wrong = {
          { 4, "a, b and c are read by both kernels." },
          { 5, "Both kernels read a, b and c: six reads." },
        },
        unit = "tensors",
        within = 0.01,
        answer = 7,
        reveal = "a, b, c in; a, b, c in again, `dx` out: 7. Storing `stream` costs one write and one read. Computing it again costs three reads. The additions are not the price; what they read is.",
      },
    },
    {
      title = "See for yourself",
      go = "stream",
      text = "Press r on `stream`, then on `two`, of which it is made. Watch the estimate.",
      check = function(plan)
        if not computes_again(plan, "stream") then return false, "The backward kernel still loads `stream`." end
        if not computes_again(plan, "two") then return false, "The backward kernel still loads `two`." end
        return true
      end,
      hint = "1, /stream, Enter, r; then /two, Enter, r.",
      solve = "1/stream<Enter>r/two<Enter>r",
    },
    {
      title = "Measured",
      text = function(lesson)
        return figures.text(lesson, "What the backward kernel gets from memory, and what both kernels take:", {
          { "gate and silu stored", "both_us" },
          { "stream stored", "stream_us" },
          { "a, b, c again, nothing stored", "nothing_us" },
        }, "In the same order: 8, 6 and 7 tensors. The time follows the count.")
      end,
    },
    {
      title = "When b and c are biases",
      text = [[
Now let b and c be one row each of 4,096 numbers, added to every row of a. A row of 16 kB stays in the cache: reading it again costs nothing that counts. All else is as before.]],
      predict = {
        question = "Which is the quickest now?",
        choices = { "gate and silu stored", "stream stored", "nothing stored" },
        answer = function(lesson)
          return figures.quickest(lesson.measured, { { "gate and silu stored", "bias_both_us" },
            { "stream stored", "bias_stream_us" }, { "nothing stored", "bias_nothing_us" } })
        end,
        reveal = function(lesson)
          local m = lesson.measured
          return string.format(
            "The choice flips. gate and silu stored: %s; stream stored: %s; nothing stored: %s. Now `stream` costs one read (a) to compute again, and a write and a read to store. 6, 4 and 3 tensors.",
            lesson:time(m.bias_both_us), lesson:time(m.bias_stream_us), lesson:time(m.bias_nothing_us))
        end,
      },
    },
    {
      title = "Make them biases",
      go = "stream",
      text = [[
See it here. The graph names the number of rows of b and c `others`: press *, type others, Enter, 1, Enter. Watch the time at the top of the screen. Then put the cursor on `stream` and press R: it is stored again. R on `gate` stores that, too; r computes it again. Now every tensor that is stored costs time.]],
      check = look.size_is("others", 1),
      hint = "*, type others, Enter, then 1 and Enter.",
      solve = "*others<Enter>1<Enter>",
    },
    {
      title = "The rule",
      text = [[
To store a value for a later kernel costs one write and one read.

To compute it again costs the reads of all that it is made of, but not of what the later kernel reads anyway. Arithmetic counts only when there is so much of it that the kernel no longer waits for memory.

So: few inputs, or inputs that are there anyway: compute again. Many inputs, or a sum over a whole row, or a matrix product: store.]],
    },
    {
      title = "An open question",
      open = [[
Stored tensors also occupy memory until the backward pass is done: two tensors, one, or none in this lesson, for every layer of a model. What if computing again were 10% slower, but let you train with twice the batch? And what would you store if a, b and c were in bf16, two bytes each, and `stream` in f32? Count bytes now, not tensors.]],
    },
  },
}
