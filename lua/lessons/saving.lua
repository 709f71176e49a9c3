local look = require("look")
local memory = require("memory")

local BACKWARD = { "da1", "da2" } -- of the first two layers; that of the third is in the kernel of its forward pass

-- The tensor in bf16 that everything here is counted in.
local function tensor(plan)
  return plan:op("a1").bytes
end

local function computes_again(plan, reader, name)
  local kernel = plan:op(reader).kernel
  if plan:op(name).kernel.id == kernel.id then return true end -- and nobody else reads it any more
  for _, copy in ipairs(kernel.copies) do
    if copy.name == name then return true end
  end
  return false
end

-- Are the slopes of these layers, and all between them and a, computed in the backward pass?
local function recomputes(layers)
  return function(plan)
    for _, layer in ipairs(layers) do
      for _, name in ipairs({ "slope", "rest", "hs", "hf", "s", "af" }) do
        local op = name .. layer
        if not computes_again(plan, "da" .. layer, op) then
          return false, string.format("The kernel of `da%d` does not compute `%s` itself yet.", layer, op)
        end
      end
    end
    return true
  end
end

-- The peak with both slopes saved: x, dy and the weights; two h and two slopes of twice the size; the last layer's three.
local function peak_with_slopes(plan)
  return (2 + 2 + 2 * 2 + 3) * tensor(plan) + 3 * plan:op("dw1").bytes
end

local function product_us(plan)
  return plan:op("a2").kernel.estimate.time_us
end

return {
  name = "saving",
  number = 15,
  title = "Saving or recomputing for the backward pass",
  minutes = 15,
  about = "What a forward pass saves fills the memory until the backward pass has used it: the memory curve, and what lowers it.",
  learned = "What pointwise ops make of tensors that are kept anyway need not be saved: computed again, memory and time both fall. Products are worth saving, or are paid for again.",
  graph = "graphs/mlp_training.json",
  sizes = { rows = 65536, width = 4096 },
  plan = "bytes",
  device = "h200",
  steps = {
    {
      title = "Three layers, there and back",
      go = "a1",
      text = [[
A network of three layers, h = silu(a) with a = h' w, where h' is what the layer before made. Forward, then backward from dy on, in one graph. All tensors of a layer are 65,536 x 4,096: 537 MB in bf16, 1.07 GB in f32.

Products run in a library, in bf16. The SiLU between them is computed in f32: `af`, `s`, `hf`, and `h` casts back. The heuristic `bytes` has fused all that it could.]],
    },
    {
      title = "What backward needs",
      go = "da2",
      text = [[
Backward, a layer gets dh, the gradient of its h. It makes da = dh * silu'(a), and two products: dw = h'^T da for its weights, and dh' = da w^T for the layer before.]],
      predict = {
        question = "Which tensors of the forward pass does that need?",
        choices = { "h' alone", "h', and a or what is made of it", "none: the gradients are enough" },
        answer = "h', and a or what is made of it",
        reveal = "h' for dw, and a for the slope silu'(a) = s + h (1 - s), with s the sigmoid of a. Somebody has to keep a, or s and h, or the slope itself, from the forward pass until then.",
      },
    },
    {
      title = "What bytes saves",
      go = "slope2",
      text = "Look at pane 1: a size with a w at the end of a line is written to memory. Find what the kernel of `slope2` writes, and what the kernel of `da2` therefore reads.",
      predict = {
        question = "What does this plan keep of layer 2 for its slope?",
        choices = { "a2, in bf16", "s2 and h2", "slope2, in f32" },
        answer = function(lesson)
          return computes_again(lesson.plan, "da2", "slope2") and "a2, in bf16" or "slope2, in f32"
        end,
        reveal = "The ops of the slope need `s` and `hf`, which the forward kernel has in registers. So it saves most bytes to fuse them there. What is handed on is the slope: in f32, 1.07 GB.",
      },
    },
    {
      title = "The memory curve",
      text = function(lesson)
        local live = lesson.plan:live()
        return string.format([[
What is live while each kernel runs (the last of its ops is named; a # is %s):

%s]], lesson:bytes(memory.peak(live) / 24), memory.curve(lesson.plan, live, 24))
      end,
    },
    {
      title = "Count the peak",
      go = "da3",
      text = function(lesson)
        local _, at = memory.peak(lesson.plan:live())
        return string.format([[
The peak is at launch %d, the kernel that makes h3, and da3 too. Live are the inputs x and dy, and the weights; h1, h2 and the two slopes; a3, h3 and da3. Count each 537 MB as one: a slope is two. The three weights are small, 0.19 together.]], at)
      end,
      predict = {
        question = "How many tensors of 537 MB is the peak?",
        wrong = {
          { 9, "A slope is in f32: it counts as two." },
        },
        within = 0.03,
        answer = function(lesson)
          return memory.peak(lesson.plan:live()) / tensor(lesson.plan)
        end,
        reveal = function(lesson)
          return "2 inputs, 2 h, 2 slopes of 2, and 3 of the last layer: 11, and the weights: " .. lesson:bytes(memory.peak(lesson.plan:live())) .. "."
        end,
      },
    },
    {
      title = "With more layers",
      go = "slope2",
      text = "The forward pass fills the memory, the backward pass empties it. Each layer more adds what it keeps.",
      predict = {
        question = "How many GB would 24 more layers add to the peak?",
        wrong = {
          { 24 * 2 * 0.537, "The slope is in f32: two tensors by itself." },
        },
        unit = "GB",
        answer = function(lesson)
          local plan = lesson.plan
          return 24 * (plan:op("h2").bytes + plan:op("slope2").bytes) / 1e9
        end,
        reveal = "An h and a slope each: three tensors of 537 MB. It is the saved tensors, and not the weights, that limit the batch.",
      },
    },
    {
      title = "Half of it",
      go = "slope2",
      text = [[
Compute the slope of layer 2 again, in the backward kernel, from a2. Put the cursor on `slope2` and press r; then on what its copy needs: `rest2`, `hs2`, `hf2`, `s2`, `af2`. Watch the time: half way it is worse, for two tensors are saved in place of one.]],
      check = recomputes({ 2 }),
      hint = "1, then /slope2, Enter, r; the same with rest2, hs2, hf2, s2 and af2.",
      solve = "1/slope2<Enter>r/rest2<Enter>r/hs2<Enter>r/hf2<Enter>r/s2<Enter>r/af2<Enter>r",
    },
    {
      title = "And layer 1",
      go = "slope1",
      text = "The same for layer 1: `slope1`, `rest1`, `hs1`, `hf1`, `s1`, `af1`.",
      check = recomputes({ 1, 2 }),
      hint = "/slope1, Enter, r; then rest1, hs1, hf1, s1 and af1.",
      solve = "1/slope1<Enter>r/rest1<Enter>r/hs1<Enter>r/hf1<Enter>r/s1<Enter>r/af1<Enter>r",
    },
    {
      title = "The curve now",
      text = function(lesson)
        local live = lesson.plan:live()
        local before = peak_with_slopes(lesson.plan)
        return string.format("A # is %s again:\n\n%s", lesson:bytes(before / 24),
          memory.curve(lesson.plan, live, math.floor(24 * memory.peak(live) / before + 0.5)))
      end,
      predict = {
        question = "How many tensors of 537 MB is the peak lower?",
        wrong = {
          { 1, "That is one layer; there are two such." },
        },
        within = 0.03,
        answer = function(lesson)
          return (peak_with_slopes(lesson.plan) - memory.peak(lesson.plan:live())) / tensor(lesson.plan)
        end,
        reveal = "In place of a slope in f32, a in bf16 is kept: half as much, in two layers. a is written anyway, for the product's result goes through memory.",
      },
    },
    {
      title = "And the time?",
      go = "da2",
      text = "The backward kernel computes sigmoids again. But it loads a2 (537 MB) where it loaded a slope (1.07 GB), and the forward kernel writes no slope.",
      predict = {
        question = "How is the time of the whole step?",
        hides = true,
        choices = { "shorter", "longer by the sigmoids", "longer by a third" },
        answer = function(lesson)
          local plan = lesson.plan
          local moved = look.moved(plan:op("da2").kernel.estimate) + look.moved(plan:op("h2").kernel.estimate)
          return moved < 7.5 * tensor(plan) and "shorter" or "longer by the sigmoids"
        end,
        reveal = "The two kernels of a layer move five tensors in place of eight. Less memory and less time: pointwise values of tensors that are there should not be saved. PyTorch finds such points with a minimum cut through the graph.",
      },
    },
    {
      title = "Recompute more?",
      go = "a2",
      text = function(lesson)
        return string.format([[
One can go further: keep neither a nor h, but only what goes into every few layers, and run the forward pass again from there before the backward pass. This is called checkpointing. It computes the products again.

This step of training takes %s, and each product about %s. There are three forward.]], lesson:time(lesson.plan:estimate().time_us), lesson:time(product_us(lesson.plan)))
      end,
      predict = {
        question = "By how many % would three products more lengthen it?",
        unit = "%",
        answer = function(lesson)
          return 100 * 3 * product_us(lesson.plan) / lesson.plan:estimate().time_us
        end,
        reveal = "About a third: a product forward, two backward, now one more forward. A sigmoid is free and a product is not. Checkpointing buys memory with time; recomputing what is pointwise buys both.",
      },
    },
    {
      title = "An open question",
      open = [[
With relu in place of silu the slope is 1 where h > 0 and else 0. What must be kept of a layer then? And dropout multiplies by a random mask: is a mask saved, at a bit or a byte a number, or made again from the seed?]],
    },
  },
}
