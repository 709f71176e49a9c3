local look = require("look")

local ALL = { "scores", "sf", "scaled", "row", "key", "seen", "masked", "highest", "shifted", "e", "total", "p", "weights", "y" }
local THREADS = 128 -- of a group

-- A check that all of attention is one kernel.
local function is_one(plan)
  local yes, apart = look.together(plan, ALL)
  if yes then return true end
  return false, string.format("`%s` is not in the kernel of `scores`.", apart)
end

-- FLOP of both products, all pairs counted.
local function product_flop(sizes)
  return 2 * 2 * sizes.heads * sizes.queries * sizes.keys * sizes.width
end

-- What the inputs and the result take, in bytes.
local function least_bytes(lesson)
  return 4 * lesson.plan:op("y").bytes
end

-- Blocks of scores of one head: all, and those with a pair that the mask lets through.
local function blocks(lesson)
  local sizes, knobs = lesson.sizes, lesson.plan:op("y").kernel.knobs
  local down, seen = sizes.queries // knobs.rows, 0
  for tile = 1, down do seen = seen + (tile * knobs.rows + knobs.columns - 1) // knobs.columns end
  return down * (sizes.keys // knobs.columns), seen
end

return {
  name = "attention",
  number = 14,
  title = "Attention: from three kernels to one",
  minutes = 25,
  about = "Product, softmax, product: why no two of them can be one kernel, how all three can, and what limits them then.",
  learned = "A sum that is corrected whenever a higher score turns up never needs the whole row: scores live and die in registers, and attention waits for arithmetic.",
  graph = "graphs/attention.json",
  sizes = { heads = 32, queries = 8192, keys = 8192, width = 128 },
  plan = "greedy",
  device = "h200",
  measured = {
    device = "NVIDIA H200",
    date = "2026-11-27",
    how = "kernel times of 16 heads and two sequences of 8,192, bf16 (tests/bench/MEASURED.md)",
    all_us = 1538, -- without a mask; all others with it
    causal_us = 770,
    cap_us = 1392, -- a soft cap
    bias_us = 1855, -- a bias for each pair
    narrow_us = 500, -- 64 wide
  },
  steps = {
    {
      title = "Three kernels",
      go = "scores",
      text = [[
Times are estimates for an H200, unless a step says that a GPU measured them.

Each of 8,192 queries is compared with 8,192 keys, in each of 32 heads; the softmax of a row of scores says how much of each value a query takes.

  scores  = q k^T
  weights = softmax(scores / sqrt(128), masked)
  y       = weights v

A mask hides the keys that come after a query. q, k, v and y are bf16, 128 wide. A library runs both products; what lies between is a kernel (and a small one makes the mask).]],
    },
    {
      title = "The scores",
      go = "scores",
      text = "q, k and v are 32 x 8,192 x 128 numbers of 2 bytes: 67 MB each. `scores` has a number of 2 bytes for each pair of a query and a key.",
      predict = {
        question = "How many MB is scores?",
        wrong = { { 134.2, "That is one of the 32 heads." }, { 2147.5, "Each number has 2 bytes." }, { 8589.9, "They are stored as bf16, not as f32." } },
        unit = "MB",
        answer = function(lesson) return lesson.plan:op("scores").bytes / 1e6 end,
        reveal = "32 x 8,192 x 8,192 x 2 bytes: 64 times as large as q. With twice as many keys and queries it would be four times as large.",
      },
    },
    {
      title = "What goes through memory",
      go = "weights",
      text = "`weights` is as large as `scores`, 4.29 GB. Count how often either is written or read by the three kernels.",
      predict = {
        question = "How many GB are that?",
        wrong = { { 8.59, "Each is written by one kernel and read by the next." }, { 4.29, "There are two of them, each written and read." } },
        unit = "GB",
        answer = function(lesson)
          local plan = lesson.plan
          return 2 * (plan:op("scores").bytes + plan:op("weights").bytes) / 1e9
        end,
        reveal = function(lesson)
          return string.format("Four times 4.29 GB, of the %s that the plan moves.", lesson:bytes(look.moved(lesson.plan:estimate())))
        end,
      },
    },
    {
      title = "What must be moved",
      go = "y",
      text = "The caller has q, k and v, and wants y. Nobody asked for scores or weights.",
      predict = {
        question = "How many MB would one kernel move, each tensor once?",
        wrong = { { 201.3, "y is written." }, { 67.1, "That is one of the four." } },
        unit = "MB",
        answer = function(lesson) return least_bytes(lesson) / 1e6 end,
        reveal = function(lesson)
          return string.format("Four tensors of 67 MB: a 65th of what is moved now. They take %s; the plan takes %s.",
            lesson:time(least_bytes(lesson) / lesson.device.copy_gbs / 1000), lesson:time(lesson.plan:estimate().time_us))
        end,
      },
    },
    {
      title = "The work",
      go = "scores",
      text = "A score is a sum of 128 products: 2 x 128 FLOP. Then each weight is multiplied with the 128 numbers of a value and added to as many sums.",
      predict = {
        question = "How many TFLOP are both products?",
        wrong = { { 0.55, "That is one of the two; or each multiplication and addition counted as one." } },
        unit = "TFLOP",
        answer = function(lesson) return product_flop(lesson.sizes) / 1e12 end,
        reveal = function(lesson)
          return string.format("4 x 128 x 32 x 8,192 x 8,192. The tensor cores of an H200 reach %.0f TFLOP/s: %s. The plan takes three times as long, as it waits for memory.",
            lesson.device.tensor_tflops, lesson:time(product_flop(lesson.sizes) / lesson.device.tensor_tflops / 1e6))
        end,
      },
    },
    {
      title = "Only two of them?",
      go = "scores",
      tab = "why",
      text = "Lesson 13 put what reads a product into its kernel. The tab Why says what it thinks of that here. A block has a tile of 128 x 128 scores.",
      predict = {
        question = "What stands in the way?",
        choices = { "the mask, which compares rows and columns", "exp, which is too slow", "highest and total, of whole rows" },
        wrong = {
          { "the mask, which compares rows and columns", "Each score knows where it is: its own row and column are enough." },
          { "exp, which is too slow", "It would make the kernel slower, not impossible." },
        },
        answer = "highest and total, of whole rows",
        reveal = "A row of 8,192 scores lies in 64 tiles. The first exponential needs the highest of all of them; the first weight needs the sum of all exponentials.",
      },
    },
    {
      title = "Keep the row?",
      go = "highest",
      text = "Could a block keep all scores of its rows until they are complete? Take only 64 rows, with their 8,192 scores in f32.",
      predict = {
        question = "How many kB is that?",
        wrong = { { 1048.6, "f32 has 4 bytes." }, { 32.8, "That is one row." } },
        unit = "kB",
        answer = function(lesson) return 64 * lesson.sizes.keys * 4 / 1e3 end,
        reveal = function(lesson)
          return string.format("All registers of an SM have %.0f kB, its shared memory 233 kB. And with more keys it would be more. A kernel that waits for whole rows has to store them.",
            lesson.device.registers_per_sm * 4 / 1e3)
        end,
      },
    },
    {
      title = "A sum that can be mended",
      go = "total",
      text = [[
Go over a row in pieces, and keep two numbers: m, the highest score so far, and t, the sum of exp(score - m). Say that a row begins with the scores 1 and 2. Then

  m = 2
  t = exp(1 - 2) + exp(2 - 2) = 0.368 + 1 = 1.368

The next score is 4. Now m should have been 4 all along: each exp(score - 2) should have been exp(score - 4).]],
      predict = {
        question = "By which factor does t have to be multiplied?",
        wrong = {
          { function() return math.exp(2) end, "The other way round: against a higher m all exponentials are smaller." },
          { function() return math.exp(-4) end, "exp(-2) of it is in t already." },
          { 0.5, "It is a difference in an exponent, not a quotient." },
        },
        within = 0.03,
        answer = function() return math.exp(2 - 4) end,
        reveal = "exp(m_old - m_new) = exp(2 - 4) = 0.135. One factor mends the whole sum, however many scores are in it; none of them needs to be known any more.",
      },
    },
    {
      title = "The new sum",
      go = "total",
      text = "t was 1.368, the factor is 0.135, and the score 4 itself is to be added, against m = 4.",
      predict = {
        question = "What is t now?",
        wrong = { { 2.368, "t was not mended." }, { 0.185, "And the score 4: exp(4 - 4)." }, { 0.32, "The score 4 counts exp(4 - 4), with the new m." } },
        within = 0.01,
        answer = function() return math.exp(1 - 4) + math.exp(2 - 4) + math.exp(4 - 4) end,
        reveal = "1.368 x 0.135 + 1 = 1.185. In one go it is exp(1 - 4) + exp(2 - 4) + exp(4 - 4) = 0.050 + 0.135 + 1: the same.",
      },
    },
    {
      title = "The product, too",
      go = "y",
      text = [[
A number of y is a sum over keys as well: of exp(score - m) x value, divided by t. Let the division wait until the row is over, and keep this sum, a, beside m and t. Say that the values of the three keys are 10, 20 and 30. Behind the first two

  a = 0.368 x 10 + 1 x 20 = 23.68

Then the score 4 comes, with the value 30. The same factor, 0.135, mends a.]],
      predict = {
        question = "What is y, when the row ends here?",
        wrong = { { 33.2, "That is a. It is not divided by t yet." }, { 20, "All three would count the same." }, { 45.3, "a was not mended." } },
        within = 0.01,
        answer = function()
          local first, second = math.exp(1 - 4), math.exp(2 - 4)
          return (first * 10 + second * 20 + 30) / (first + second + 1)
        end,
        reveal = "a = 23.68 x 0.135 + 30 = 33.2, and 33.2 / 1.185 = 28.0. So neither a score nor a weight has to outlive its step: this is the online softmax, and FlashAttention is built on it.",
      },
    },
    {
      title = "Fuse",
      go = "scores",
      text = "Two of the three cannot be one kernel, but all three can; the tab Candidates (key a) tells the price. With the cursor on `scores`, press f.",
      check = is_one,
      hint = "1, /scores, Enter, f.",
      solve = "1/scores<Enter>f",
    },
    {
      title = "What it waits for",
      go = "y",
      text = "A group of 128 threads takes 64 queries, and goes over the keys in steps of 128. No score is stored.",
      predict = {
        question = "What does the one kernel wait for?",
        hides = true,
        choices = { "DRAM", "the tensor cores", "its launch" },
        wrong = { { "DRAM", "Four tensors of 67 MB, and keys that are read again: a quarter of a ms." }, { "its launch", "That takes less than one µs." } },
        answer = function(lesson)
          local limit = lesson.plan:op("y").kernel.estimate.limit
          return limit == "tensor" and "the tensor cores" or limit == "launch" and "its launch" or "DRAM"
        end,
        reveal = function(lesson)
          local estimate = lesson.plan:op("y").kernel.estimate
          return string.format("The estimate is %s; all ops alone take %s. It needs to read %s and to write %s (keys and values come again for each group of queries, mostly from the second-level cache): for that, memory is not the limit any more. Arithmetic is.",
            lesson:time(estimate.time_us), lesson:time(lesson.unfused.time_us), lesson:bytes(estimate.read_bytes), lesson:bytes(estimate.write_bytes))
        end,
      },
    },
    {
      title = "What is in registers",
      go = "y",
      tab = "numbers",
      text = "A group of 128 threads holds the sums of its 64 queries: 64 x 128 in f32, each in a register.",
      predict = {
        question = "How many registers of each thread are sums of y?",
        wrong = { { 128, "A group has 64 queries; the block's other 64 are another group's." }, { 64 * 128, "All 128 threads of the group share them." } },
        unit = "registers",
        within = 0.01,
        answer = function(lesson) return 64 * lesson.sizes.width / THREADS end,
        reveal = function(lesson)
          local knobs = lesson.plan:op("y").kernel.knobs
          local scores = 64 * knobs.columns // THREADS
          return string.format("64 x %d scores are in %d more, and their weights, in bf16, in %d. A factor goes over the sums at each step. That they fit is because a row of y is narrow: the wider a head, the less is left for a step (knob columns: s).",
            knobs.columns, scores, scores // 2)
        end,
      },
    },
    {
      title = "What the mask leaves out",
      go = "masked",
      text = [[
The mask lets query i see keys 0 to i. With 4 x 4 blocks of queries and keys, these have anything to see:

  x . . .
  x x . .
  x x x .
  x x x x

A library's product knows nothing of a mask: it computes all. Here a block is 128 queries x 128 keys, so that a head has 64 x 64.]],
      predict = {
        question = "How many of the 4,096 blocks of a head remain?",
        wrong = {
          { 2048, "The blocks on the diagonal are computed, too: whole." },
          { 2016, "Without those on the diagonal a query would not see itself." },
          { 4096, "Those above the diagonal would only make zeros." },
        },
        unit = "blocks",
        within = 0.005,
        answer = function(lesson)
          local _, seen = blocks(lesson)
          return seen
        end,
        reveal = "64 x 65 / 2 = 2,080: 51%. Only the 64 on the diagonal compare rows and columns, score by score; for the others the mask costs nothing.",
      },
    },
    {
      title = "And how much work is left",
      go = "y",
      text = function(lesson)
        return string.format("All blocks would be 1.10 TFLOP, at %.0f TFLOP/s.", lesson.device.tensor_tflops)
      end,
      predict = {
        question = "How many µs do the products take at least now?",
        hides = true,
        wrong = { { function(lesson) return product_flop(lesson.sizes) / lesson.device.tensor_tflops / 1e6 end, "With all blocks." } },
        unit = "µs",
        within = 0.05,
        answer = function(lesson)
          local all, seen = blocks(lesson)
          return product_flop(lesson.sizes) * seen / all / lesson.device.tensor_tflops / 1e6
        end,
        reveal = function(lesson)
          local m = lesson.measured
          return string.format("51%% of 1.43 ms. The estimate, %s, is not far from it. A GPU took %d µs, and %s µs without the mask (%s, %s).",
            lesson:time(lesson.plan:op("y").kernel.estimate.time_us), m.causal_us, look.thousands(m.all_us), m.device, m.date)
        end,
      },
    },
    {
      title = "Between the products",
      go = "scaled",
      text = [[
What turns a product into scores is done in registers: here the scale and the mask. Others take a soft cap, 20 x tanh(score / 20), or add a bias: a tensor with a number for each pair of a query and a key.]],
      predict = {
        question = "What makes this kernel slowest?",
        choices = { "the scale", "the soft cap", "the bias" },
        wrong = {
          { "the scale", "One multiplication, and it can be part of the exponent." },
          { "the soft cap", "It costs much, in arithmetic. But it reads nothing." },
        },
        answer = function(lesson)
          local m = lesson.measured
          return m.bias_us > m.cap_us and "the bias" or "the soft cap"
        end,
        reveal = function(lesson)
          local m = lesson.measured
          return string.format("A GPU took %d µs without, %s µs with a soft cap and %s µs with a bias: a number for each score is read after all. Where a bias follows from the two places alone, compute it: then it is arithmetic, as the mask is.",
            m.causal_us, look.thousands(m.cap_us), look.thousands(m.bias_us))
        end,
      },
    },
    {
      title = "The next wall",
      go = "e",
      text = "In each clock the tensor cores of an SM do 4,096 FLOP, and its special function units 16 exponentials. A score takes one exponential, and 4 FLOP for each number of the width.",
      predict = {
        question = "At which width do both take equally long?",
        wrong = {
          { 256, "16 scores a clock leave 4,096 / 16 FLOP for each; how wide is that?" },
          { 128, "A score is in two products: 4 FLOP for each number, not 2." },
        },
        within = 0.01,
        answer = 4096 / 16 / 4,
        reveal = "4 x 64 x 16 = 4,096. At 128 the exponentials take half as long as the products, and run beside those of other groups: these take turns. At 64 they take as long, and each has to hide behind the other.",
      },
    },
    {
      title = "Half the width",
      go = "y",
      text = "With heads of 64 there are half as many FLOP, and as many exponentials.",
      predict = {
        question = "How long did a GPU take, beside heads of 128?",
        choices = { "half as long", "about two thirds", "as long" },
        wrong = {
          { "half as long", "The products halve. What does not?" },
          { "as long", "The products are half as many, and they were what the kernel waited for." },
        },
        answer = function(lesson)
          local part = lesson.measured.narrow_us / lesson.measured.causal_us
          return part < 0.58 and "half as long" or part < 0.8 and "about two thirds" or "as long"
        end,
        reveal = function(lesson)
          local m = lesson.measured
          return string.format("%d µs, and %d µs at 128 (%s). In the next step the estimate says likewise.", m.narrow_us, m.causal_us, m.device)
        end,
      },
    },
    {
      title = "See it",
      go = "y",
      tab = "numbers",
      text = "Press *, type width, Enter, 64, Enter. The sums now need 32 registers of a thread, so that a block has three groups instead of two (`rows` is 192): more to run beside one another.",
      check = look.size_is("width", 64),
      hint = "*, width, Enter, then 64 and Enter.",
      solve = "*width<Enter>64<Enter>",
    },
    {
      title = "One more reader",
      id = "what-is-refused",
      go = "weights",
      text = "Somebody wants to look at the weights: they become an output of the graph, beside y.",
      predict = {
        question = "What becomes of the one kernel?",
        choices = { "it stores them, too", "it is refused", "it stores some of them" },
        wrong = {
          { "it stores them, too", "What divides a weight is known when its row is over. Where is the weight then?" },
          { "it stores some of them", "No weight is ever complete." },
        },
        answer = "it is refused",
        reveal = "A weight is divided when its row is over, and by then it is gone. Also refused, each with its reason: heads of other widths than 64 and 128 (set width to 96 and read what is said), products in f32, another softmax than exp(x - max x) over its sum, and GPUs of other compute capabilities than 9.0.",
      },
    },
    {
      title = "An open question",
      open = [[
When a model writes a text, there is one query at a time, and 8,192 keys. How many FLOP does each byte of k and v then see, and what does the kernel wait for? And how could all 132 SMs work on 32 heads of one query: who would mend what they have summed?]],
    },
  },
}
