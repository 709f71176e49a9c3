local look = require("look")

return {
  name = "writing",
  number = 17,
  title = "A lesson about a lesson",
  minutes = 12,
  about = "How a lesson is written: its file, its steps, what it asks, what it checks, and where its figures come from.",
  learned = "Ask before you tell, compute every figure, check what was asked and no more, and play the lesson with --check.",
  graph = "graphs/mul_add_relu.json",
  sizes = { n = 67108864 },
  plan = "none",
  device = "h200",
  steps = {
    {
      title = "A file",
      go = "product",
      text = [[
A lesson is a Lua file that returns a table: a title, a graph, and steps. This is a whole one:

  return {
    title = "My lesson",
    graph = "mine.json",
    steps = {
      { title = "Look", text = "Three ops." },
    },
  }

fusebox lessons ./mine.lua opens it. The graph lies beside it, or is a shipped one ("graphs/softmax.json"). The file of the lesson that you see is lua/lessons/writing.lua.]],
    },
    {
      title = "A mistake",
      go = "product",
      text = [[
Now somebody writes a step so:

  { title = "Look", txt = "Three ops." },]],
      predict = {
        question = "What does fusebox make of it?",
        choices = { "a step with an empty page", "a message with file, step and field", "a lesson without that step" },
        answer = "a message with file, step and field",
        reveal = "step 1: there is no field 'txt'. All of a lesson is checked when it is opened, so that a student never meets a mistake half way.",
      },
    },
    {
      title = "Text that knows the plan",
      go = "product",
      text = function(lesson)
        return string.format([[
A text may be a function, which is asked when the step is shown:

  text = function(lesson)
    return "n is " .. lesson.sizes.n
  end

Here it would say: n is %d. lesson.plan is the step's own plan: the one with which the check before it passed, else the one that the lesson begins with; whatever was pressed since. lesson.unfused are the sums of every op alone, lesson.device is the GPU; lesson:bytes and lesson:time write figures as the screen does. So no figure is typed in that could be computed.]], lesson.sizes.n)
      end,
    },
    {
      title = "A prediction",
      go = "product",
      text = [[
A step can ask before it tells. The student who has guessed reads the answer with other eyes.

  predict = {
    question = "How many MB do all kernels read?",
    unit = "MB",
    answer = function(lesson)
      return lesson.unfused.read_bytes / 1e6
    end,
    reveal = "What each kernel reads, one after the other.",
  }

Each tensor here has 268 MB.]],
      predict = {
        question = "What does this function answer?",
        wrong = {
          { 3 * 268.4, "The results between are read, too: product and shifted." },
        },
        unit = "MB",
        answer = function(lesson)
          return lesson.unfused.read_bytes / 1e6
        end,
        reveal = "Five tensors of 268 MB are read: a and b, product and c, shifted. A test should say so, too, worked out by hand: a function that computes its own answer is never found wrong by itself.",
      },
    },
    {
      title = "How right is right?",
      go = "product",
      text = [[
A number is right within a part of the answer, 0.1 unless the step says otherwise: within = 0.05. For counts take 0.01. For guesses at a ratio take 0.25 or more: the lesson is about the size of things, not about arithmetic. A wrong guess may be repeated once (tries = 2).]],
      predict = {
        question = "The answer is 1,342 MB, and within is 0.05. Is 1,400 right?",
        choices = { "yes", "no" },
        answer = function(lesson)
          local answer = lesson.unfused.read_bytes / 1e6
          return math.abs(1400 - answer) <= 0.05 * answer and "yes" or "no"
        end,
        reveal = "5% of 1,342 are 67: from 1,275 to 1,409 all is right.",
      },
    },
    {
      title = "Choices",
      go = "shifted",
      text = [[
With choices the answer is one of them:

  choices = { "the additions", "memory" },
  answer = function(lesson)
    local limit = lesson.plan:op("y").kernel.estimate.limit
    return limit == "dram" and "memory" or "the additions"
  end,

Choose wrong answers that somebody really gives.]],
      predict = {
        question = "What does this function answer here?",
        hides = true,
        choices = { "the additions", "memory" },
        answer = function(lesson)
          local limit = lesson.plan:op("y").kernel.estimate.limit
          return limit == "dram" and "memory" or "the additions"
        end,
        reveal = "The kernel of `y` waits for DRAM. When the answer is none of the choices, the student is told that the lesson is broken; fusebox lessons --check finds that, too.",
      },
    },
    {
      title = "Wrong in the usual way",
      go = "shifted",
      text = [[
Students are wrong for reasons, and mostly for the same ones. A prediction can answer them:

  question = "How many tensors do the three kernels move?",
  wrong = { { 4, "That is what the formula needs." },
            { 6, "Each kernel also writes its result." } },

The student reads the reason, and tries again.]],
      predict = {
        question = "How many tensors do the three kernels move?",
        within = 0.01,
        wrong = { { 4, "That is what the formula needs." }, { 6, "Each kernel also writes its result." } },
        answer = function(lesson)
          return look.moved(lesson.unfused) / lesson.plan:op("y").bytes
        end,
        reveal = "3 + 3 + 2. fusebox lessons --report shows which wrong guesses a class has made: those are the ones to answer.",
      },
    },
    {
      title = "Something to do",
      go = "shifted",
      text = [[
A step can wait for an edit. Its check is asked after each:

  check = function(plan)
    if plan:kernel_count() == 1 then return true end
    return false, plan:kernel_count() .. " kernels are left."
  end,
  hint = "f on any op, until nothing is left.",
  solve = "1/y<Enter>ff",

Now do what it wants.]],
      check = function(plan)
        if plan:kernel_count() == 1 then return true end
        return false, plan:kernel_count() .. " kernels are left."
      end,
      hint = "f on any op, until nothing is left.",
      solve = "1/y<Enter>ff",
    },
    {
      title = "A check to look at",
      id = "a-check-that-is-too-easy",
      go = "shifted",
      text = [[
The plan is one kernel now. Suppose that the next step has this check:

  check = function(plan)
    return plan:op("y").kernel == plan:op("shifted").kernel
  end,]],
      predict = {
        question = "What happens at that step?",
        choices = { "it is done at once", "it waits for an edit", "it is an error" },
        answer = function(lesson)
          return look.together(lesson.plan, { "y", "shifted" }) and "it is done at once" or "it waits for an edit"
        end,
        reveal = "A check must be false before and true after what the step asks for. And it should look at nothing else: a student may have done more than was asked.",
      },
    },
    {
      title = "What solve is for",
      go = "shifted",
      text = [[
solve says keys that do what the check wants. F5 plays them before the eyes of a student who asks for it; and fusebox lessons --check FILE plays the whole lesson with them, so that an edit which has become impossible is found before a student finds it.

1 gives the keys to the ops, / searches, > is fused with what reads it, < with what it reads (<Less> in keys). Let somebody begin with every op alone.]],
      predict = {
        question = "What does 1/shifted<Enter><Less> do then?",
        choices = { "it fuses shifted with product", "it fuses shifted with y", "it fuses all three" },
        answer = "it fuses shifted with product",
        reveal = "`shifted` reads `product`. With > it would have been `y`.",
      },
    },
    {
      title = "An edit in a check",
      id = "what-it-may-not-do",
      go = "y",
      text = [[
Lessons come from strangers, too. Their Lua runs in a process of its own, in a sandbox: no files, no network, no other programs, and limits on time and memory. Its functions look at the plan.]],
      predict = {
        question = "A check calls plan:fuse. What happens?",
        choices = { "the plan is fused", "nothing, silently", "it is refused with a message" },
        answer = "it is refused with a message",
        reveal = "Only the student changes the plan. A lesson that edits behind their back could not be understood.",
      },
    },
    {
      title = "Where the cursor is",
      go = "y",
      tab = "code",
      text = [[
go = "y" moves the cursor to an op, tab = "code" shows a tab of the detail pane; both when the step begins, as here. A figure that the screen shows is no question any more: hides = true keeps totals and the detail pane hidden until the answer is given.

measured = { fused_us = 237.5, ... } at the top of a lesson keeps what a GPU said once, with its device and date; lesson.measured gives it back. Estimated and measured figures are told apart, always.]],
    },
    {
      title = "An open question",
      open = [[
What would you teach? Take a graph of yours with some surprise in it, such as a fusion that does not pay. Write down the one sentence that a student should say at the end; then the question whose answer is that sentence; then the figures that somebody must have counted before. `fusebox heuristics --stubs` writes what the functions of a lesson can ask, for your editor; src/explorer/MANUAL.md has a lesson to begin with.]],
    },
  },
}
