local figures = require("figures")
local look = require("look")

-- Reads and writes of whole tensors that a plan's kernels do.
local function memory_operations(lesson, total)
  return look.moved(total) / lesson.plan:op("y").bytes
end

return {
  name = "traffic",
  number = 2,
  title = "Counting memory operations",
  minutes = 8,
  about = "Counting reads and writes of whole tensors: those of three kernels, and those that remain when they become one.",
  learned = "Count reads and writes of whole tensors: what a formula is given and what it returns must move, nothing else.",
  graph = "graphs/mul_add_relu.json",
  sizes = { n = 67108864 },
  plan = "none",
  device = "h200",
  measured = {
    device = "NVIDIA H200",
    date = "2026-11-21",
    how = figures.how,
    unfused_us = 484.4,
    two_us = 360.7,
    fused_us = 237.5,
  },
  steps = {
    {
      title = "Three ops",
      go = "product",
      text = function(lesson)
        return string.format([[
The formula is y = relu(a * b + c), for every element of three long vectors a, b and c. (relu replaces negative numbers by zero.)

  product = a * b
  shifted = product + c
  y       = relu(shifted)

Each line is an op, and each op is a kernel of its own now. Every vector has 67 million numbers: %s.]],
          lesson:bytes(lesson.plan:op("y").bytes))
      end,
    },
    {
      title = "Count",
      go = "product",
      text = [[
Let us call it a memory operation when a kernel reads a whole vector from memory, or writes one. The kernel of `product` does three: it reads a, it reads b, and it writes its result.]],
      predict = {
        question = "How many memory operations do the three kernels do together?",
        wrong = {
          { 4, "That is what the formula needs. The kernels also hand on two results, each written and read." },
          { 6, "Each kernel also writes its result." },
        },
        within = 0.01,
        answer = function(lesson)
          return memory_operations(lesson, lesson.unfused)
        end,
        reveal = "3 for `product` (a, b, result), 3 for `shifted` (product, c, result), 2 for `y` (shifted, result): 8.",
      },
    },
    {
      title = "Count ahead",
      go = "y",
      text = [[
Now think of one kernel that computes the whole formula. It keeps `product` and `shifted` in registers: the fastest memory that a GPU has, a few numbers for each thread.]],
      predict = {
        question = "How many memory operations are left?",
        within = 0.01,
        answer = 4,
        reveal = "a, b and c are read, y is written. What the formula is given and what it returns must pass through memory; nothing else has to.",
      },
    },
    {
      title = "Fuse the first two",
      go = "shifted",
      text = [[
Put the cursor on `shifted` and press <. That fuses it with the op that it reads. Leave `y` alone for now (u undoes, if you went too far).]],
      check = function(plan)
        local product, shifted, y = plan:op("product").kernel, plan:op("shifted").kernel, plan:op("y").kernel
        if product ~= shifted then return false, "`product` and `shifted` are still in two kernels." end
        if y == shifted then return false, "`y` is in their kernel, too: press u." end
        return true
      end,
      hint = "1 goes to the ops pane; j and k move the cursor; < fuses with what the op reads.",
      solve = "/shifted<Enter><Less>",
    },
    {
      title = "Count again",
      go = "shifted",
      text = [[
A bracket at the left joins `product` and `shifted` now: one kernel. No size stands behind `product` any more, because it is not written: it stays in a register.]],
      predict = {
        question = "How many memory operations are there now?",
        wrong = {
          { 4, "The kernel of `y` still does two." },
          { 7, "A fused line spares its write and its read." },
        },
        within = 0.01,
        answer = function(lesson)
          return memory_operations(lesson, lesson.plan:estimate())
        end,
        reveal = "The fused kernel reads a, b and c and writes `shifted`: 4. The kernel of `y` still does 2. Each fused line spares one write and one read.",
      },
    },
    {
      title = "Fuse the rest",
      go = "y",
      text = "Fuse `y` with the others.",
      check = function(plan)
        if plan:kernel_count() == 1 then return true end
        return false, string.format("There are %d kernels.", plan:kernel_count())
      end,
      hint = "Press f: it fuses with the neighbour that gains most, and there is only one.",
      solve = "/y<Enter>f",
    },
    {
      title = "How much faster?",
      text = function(lesson)
        return string.format("Eight memory operations were %s; four are %s.",
          lesson:bytes(look.moved(lesson.unfused)),
          lesson:bytes(look.moved(lesson.plan:estimate())))
      end,
      predict = {
        question = "How many times as fast is the one kernel?",
        unit = "times",
        answer = function(lesson)
          return lesson.unfused.time_us / lesson.plan:estimate().time_us
        end,
        reveal = "Half the memory operations, half the time. The three computations are still all there: they take no time of their own beside the traffic.",
      },
    },
    {
      title = "Read the kernel",
      go = "y",
      tab = "code",
      text = [[
The tab Code (key e) shows the kernel. Find the three loads (fb_load), the one store (fb_store), and between them the three lines of the formula. Each thread does this for four elements at once, because memory is read best in pieces of 16 bytes.]],
    },
    {
      title = "When someone else looks",
      text = [[
A compiler can keep a value in registers only, and never write it, when nobody else needs it. Suppose the program that calls this formula wanted `product` as well, say to compute a gradient later.]],
      predict = {
        question = "How many memory operations would the fused kernel do then?",
        within = 0.01,
        answer = 5,
        reveal = "`product` would be written: one more. It would still not be read again, since the same kernel has it in a register. So fusing pays even then.",
      },
    },
    {
      title = "Measured",
      text = function(lesson)
        return figures.text(lesson, "What a GPU says:", {
          { "three kernels (8)", "unfused_us" },
          { "two kernels (6)", "two_us" },
          { "one kernel (4)", "fused_us" },
        })
      end,
    },
    {
      title = "An open question",
      open = [[
Starting a kernel takes time too, about a microsecond, whatever it does. For short vectors that is all that counts. For which n do three kernels lose more by being three than by their traffic? Find out: * changes n (press *, Enter, and type 100000), and the top of the screen says how many times as fast as three kernels (vs none) yours is.]],
    },
  },
}
