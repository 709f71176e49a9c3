local look = require("look")

local function libraries(plan)
  local count = 0
  for kernel in plan:kernels() do
    if kernel.is_library then count = count + 1 end
  end
  return count
end

local function is_fused(...)
  local names = { ... }
  return function(plan)
    local yes, apart = look.together(plan, names)
    if yes then return true end
    return false, string.format("`%s` and `%s` are in two kernels.", names[1], apart)
  end
end

return {
  name = "inductor",
  number = 16,
  title = "Reading what Inductor decided",
  minutes = 15,
  about = "PyTorch's compiler writes down which kernels it makes. Open such a dump, read it, question it, and open your own.",
  learned = "A dump says which ops share a kernel and what goes through memory. Ask of each such tensor whether it must.",
  graph = "graphs/dumps/mix/backward",
  plan = "compiler",
  device = "h200",
  steps = {
    {
      title = "A dump",
      go = "mul_9",
      text = [[
torch.compile hands the graph of a model to its compiler, Inductor. With TORCH_COMPILE_DEBUG=1 in the environment it leaves a folder for each graph:

  fx_graph_transformed.py   the ops
  output_code.py            the kernels in launch order

This one is the backward pass of a block with two weighted RMS norms, over 98,304 rows of 512 numbers. The plan on the screen is Inductor's own: K0, K2 and so on are its kernels.]],
    },
    {
      title = "Who runs what",
      go = "mm_3",
      text = function(lesson)
        return string.format("The plan has %d kernels. Inductor writes most of them in Triton; matrix products (mm) it leaves to a library. Pane 2 lists them by kind (Tab goes there; 3 comes back).", lesson.plan:kernel_count())
      end,
      predict = {
        question = "How many of the kernels run in a library?",
        wrong = {
          { 2, "Two of them make gradients of weights, and two more those of the inputs." },
        },
        within = 0.01,
        answer = function(lesson)
          return libraries(lesson.plan)
        end,
        reveal = "Two products for the gradients of weights, two for those of what came in. Nothing fuses with them here. All else is Inductor's choice.",
      },
    },
    {
      title = "Names",
      go = "mul_3",
      text = [[
In output_code.py a kernel is called, for instance,

  triton_poi_fused__fused_rms_norm__to_copy_add_mul_select_4

poi, red or per says how it is made; then come the ops, as the model's author knows them, and a number. poi is pointwise. red goes over an axis in a loop and reduces it. per reduces too, but has a whole row at once and keeps it.]],
      predict = {
        question = "A softmax over rows of 1,024, in one kernel that loads each row once: what is its name like?",
        choices = { "triton_poi_fused_...", "triton_red_fused_...", "triton_per_fused_..." },
        answer = "triton_per_fused_...",
        reveal = "Persistent: the row stays in registers between the passes. A looped kernel (red) would load it again for each. Short rows are made persistent, long ones looped.",
      },
    },
    {
      title = "What goes through memory",
      go = "mul_3",
      text = [[
The cursor is on `mul_3`, the last op of K13: rows of x, weighted and normalised. K9 computes the gradients of both norms and reads it. Inductor made two kernels of that.]],
      predict = {
        question = "How many MB does handing `mul_3` on cost, written once and read once?",
        wrong = {
          { 201, "That is one way. It is written and read." },
          { 101, "It is in f32: 4 bytes a number." },
        },
        unit = "MB",
        answer = function(lesson)
          return 2 * lesson.plan:op("mul_3").bytes / 1e6
        end,
        reveal = "98,304 x 512 numbers in f32: 201 MB, twice. Of what does K13 make it? Of one tensor in bf16, 101 MB, and small ones.",
      },
    },
    {
      title = "Why did it not fuse?",
      go = "mul_3",
      tab = "why",
      text = [[
Five ops of K9 read `mul_3`; in one kernel it would be computed once and kept. The tab Why (key w) says that it would pay.]],
      predict = {
        question = "What in the graph forbids it?",
        choices = { "mul_3 is an output", "K9 needs all of mul_3 before it begins", "nothing" },
        answer = "nothing",
        reveal = "Each row of K9 needs the same row of `mul_3`. So it was a decision. Compilers decide by rules: how many bytes two kernels share, how many tensors one may read (lesson 6), which kinds go together; K9 is one that sums along rows and down columns at once. A dump says what was decided, and not why; TORCH_LOGS=fusion tells more.",
      },
    },
    {
      title = "Do it",
      go = "mul_3",
      text = "With the cursor on `mul_3`, press f. The line below says what it changes.",
      check = is_fused("mul_3", "sum_2", "sum_5"),
      hint = "1, /mul_3, Enter, f.",
      solve = "1/mul_3<Enter>f",
    },
    {
      title = "Column sums",
      go = "mul_10",
      tab = "numbers",
      text = [[
K0 multiplies the incoming gradient (tangents_1) by two weights, which the products need (`mul_9`, `mul_17`). K2 multiplies the same gradient by two other tensors and adds up columns (`sum_1`, `sum_4`). Neither reads what the other makes.]],
      predict = {
        question = "How many MB would fusing K0 and K2 save?",
        wrong = {
          { 201, "Only the read of what they share; nothing is handed from one to the other." },
        },
        unit = "MB",
        answer = function(lesson)
          return lesson.plan:op("mul_9").bytes / 1e6
        end,
        reveal = "One read of the gradient: 98,304 x 512 x 2 bytes. They are siblings (lesson 5): they share what they read.",
      },
    },
    {
      title = "Fuse the siblings",
      go = "mul_9",
      text = "Press f on `mul_9`.",
      check = is_fused("mul_9", "mul_17", "sum_1", "sum_4"),
      hint = "1, /mul_9, Enter, f. f takes the neighbour that gains most.",
      solve = "1/mul_9<Enter>f",
    },
    {
      title = "And the last norm",
      go = "sum_7",
      text = "K57 is the backward pass of the first norm. It reads `add_7`, which K9 has just made, and computes again some of what K9 has. Press f on `sum_7`.",
      check = is_fused("sum_7", "sum_2", "mul_3"),
      hint = "1, /sum_7, Enter, f.",
      solve = "1/sum_7<Enter>f",
    },
    {
      title = "What is left",
      go = "mul_3",
      text = function(lesson)
        return string.format([[
The plan has %d kernels now, and the estimate is %s. K13, K9 and K57 moved twelve tensors of 101 MB (`mul_3`, in f32, counted as two each time).]],
          lesson.plan:kernel_count(), lesson:time(lesson.plan:estimate().time_us))
      end,
      predict = {
        question = "How many such tensors does the one kernel read and write?",
        within = 0.01,
        answer = function(lesson)
          return math.floor(look.moved(lesson.plan:op("mul_3").kernel.estimate) / lesson.plan:op("mul_9").bytes + 0.5)
        end,
        reveal = "x, mm_3, mm_5 and the incoming gradient are read, the outgoing gradient is written. As estimated! Before you believe it: c compiles the kernels and shows whether the wide one spills; on a GPU, b measures.",
      },
    },
    {
      title = "Launches that only finish",
      go = "sum_1",
      text = [[
The dump has 14 launches, and the plan had 12 kernels. A sum down the columns of 98,304 rows is split: many blocks each add up some rows, then another launch adds up what they found (triton_red_fused_mul_sum_1, and one more). fusebox counts such a launch to the kernel that it finishes, and lets its own kernels finish by themselves.]],
    },
    {
      title = "Your own dump",
      text = [[
In a script of yours:

  import torch
  @torch.compile
  def f(x): return torch.softmax(x * 2 + 1, -1)
  f(torch.randn(4096, 4096, device="cuda"))

  TORCH_COMPILE_DEBUG=1 python script.py

Then fusebox torch_compile_debug/run_... opens it, with -H compiler for the compiler's plan. INDUCTOR_PROVENANCE=1 adds a file that says exactly which op is in which kernel. There is no need of a GPU to read a dump.]],
    },
    {
      title = "An open question",
      open = [[
Open a dump of a model of yours. Which tensor that goes through memory is the largest? Is it saved for the backward pass, is it an input of a product, or is it there because a rule said no? $ in the explorer goes to the costliest place that can be changed.]],
    },
  },
}
