local look = require("look")

local GELU = { "up", "uf", "scaled", "error", "half", "gelu", "g" }
local RESIDUAL = { "down", "df", "xf", "sum", "y" }

-- A check that all of these run in the kernel of the first, a product.
local function is_one(names)
  return function(plan)
    local yes, apart = look.together(plan, names)
    if yes then return true end
    return false, string.format("`%s` is not in the kernel of `%s`.", apart, names[1])
  end
end

local function is_apart(plan, producer, reader)
  if plan:op(producer).kernel ~= plan:op(reader).kernel then return true end
  return false, string.format("`%s` and `%s` are still one kernel.", producer, reader)
end

local function tiles(op)
  local knobs = op.kernel.knobs
  return op.shape[1] / knobs.rows * op.shape[2] / knobs.columns
end

-- What a pass saves, over what the product takes, in %: 4 bytes a number by the copy rate, over 2 FLOP for each of `length` products.
local function saved_percent(device, length)
  return 100 * 4 / device.copy_gbs / (2 * length / (device.tensor_tflops * 1000))
end

return {
  name = "epilogues",
  number = 13,
  title = "Matrix products with epilogues",
  minutes = 20,
  about = "What reads a matrix product can run in its kernel: what that saves, when it does not pay, and what is refused.",
  learned = "An epilogue saves a pass over the result, never the product. The shorter the sums, the more that is; and somebody must still fill all multiprocessors.",
  graph = "graphs/mlp_epilogues.json",
  sizes = { rows = 16384, width = 1024, hidden = 4096 },
  plan = "greedy",
  device = "h200",
  measured = {
    device = "NVIDIA H200",
    date = "2026-11-27",
    how = "kernel times by CUPTI, medians of 30 launches: product by cuBLASLt and a pass, over one kernel; with bias and GELU, bf16",
    k1024 = 1.27, -- 16384 x 1024 x 1024 (M x N x K)
    k2048 = 1.11, -- 2048^3
    k4096 = 1.06, -- 4096^3
    k8192 = 0.95, -- 8192^3
    k14336 = 0.96, -- 4096 x 4096 x 14336
  },
  steps = {
    {
      title = "Two products and what follows",
      go = "up",
      text = [[
Times here are estimates for an H200, unless a step says that a GPU measured them.

This is a transformer's MLP, for 16,384 tokens in bf16. `up` = x w1^T + b1 widens a token from 1,024 numbers to 4,096; a GELU follows. `down` narrows it again, x is added (the residual), and the squares of each row are summed for the next norm.

A library runs the products, and adds the biases itself. The rest is two kernels, which pass over what the products stored. What is computed in the kernel of a product instead is called its epilogue.]],
    },
    {
      title = "What lies between",
      go = "up",
      text = "`up` is 16,384 x 4,096 numbers of 2 bytes: 134 MB. The library's kernel writes it. The kernel of the GELU reads it, and writes `g`, which is as large.",
      predict = {
        question = "How many MB less would one kernel move?",
        wrong = {
          { 134.2, "It is written by the one and read by the other." },
          { 3 * 134.2, "`g` is written all the same: `down` reads it." },
        },
        unit = "MB",
        answer = function(lesson)
          return 2 * lesson.plan:op("up").bytes / 1e6
        end,
        reveal = "`up` itself, once written and once read. And there is one launch less (lesson 11).",
      },
    },
    {
      title = "What it can save",
      go = "up",
      text = function(lesson)
        return string.format("Memory moves %.2f TB/s in a long copy.", lesson.device.copy_gbs / 1000)
      end,
      predict = {
        question = "How long do those 268 MB take?",
        wrong = {
          { function(lesson) return lesson.plan:op("up").bytes / lesson.device.copy_gbs / 1000 end, "That is 134 MB: one way." },
        },
        unit = "µs",
        within = 0.05,
        answer = function(lesson)
          return 2 * lesson.plan:op("up").bytes / lesson.device.copy_gbs / 1000
        end,
        reveal = function(lesson)
          local plan = lesson.plan
          return string.format("The product takes %s, the kernel of the GELU %s: its erf keeps it a little longer than its bytes. At best the whole pass goes, and the product stays.",
            lesson:time(plan:op("up").kernel.estimate.time_us), lesson:time(plan:op("gelu").kernel.estimate.time_us))
        end,
      },
    },
    {
      title = "Who waits for whom?",
      go = "up",
      text = "A block makes a tile of 128 x 128 numbers: tensor cores add up the products, in registers, and finished sums meet the GELU.",
      predict = {
        question = "How long will the one kernel take?",
        hides = true,
        choices = { "as long as both do", "about as long as the product", "as long as the GELU's kernel" },
        wrong = {
          { "as long as both do", "While threads compute the GELU of one tile, what can the tensor cores do?" },
          { "as long as the GELU's kernel", "All products are computed as before." },
        },
        answer = function(lesson)
          local plan = lesson.plan
          local one = plan:what_if(plan:op("up"), plan:op("uf")).after
          return one.time_us < 1.1 * plan:op("up").kernel.estimate.time_us and "about as long as the product" or "as long as both do"
        end,
        reveal = function(lesson)
          local plan = lesson.plan
          return string.format("The estimate is %s. Two groups of 128 threads take a block's tiles in turn: while one multiplies, the other computes the GELU of its tile and stores it. The tensor cores hardly wait, and the pass is gone.",
            lesson:time(plan:what_if(plan:op("up"), plan:op("uf")).after.time_us))
        end,
      },
    },
    {
      title = "Fuse",
      go = "up",
      text = "Put the GELU into the kernel of `up`: with the cursor on `up`, press f. Greedy leaves products alone; later you will see why.",
      check = is_one(GELU),
      hint = "1, /up, Enter, f.",
      solve = "1/up<Enter>f",
    },
    {
      title = "Where the sums are",
      go = "up",
      tab = "numbers",
      text = "A tile has 128 x 128 sums, in f32. A group of 128 threads holds it, each sum in a register of 32 bits. No thread can have more than 255 registers.",
      predict = {
        question = "How many registers of each thread are sums?",
        wrong = {
          { 64, "The two groups hold a tile each." },
          { 128 * 128, "All 128 threads of a group share the tile." },
        },
        unit = "registers",
        within = 0.01,
        answer = function(lesson)
          local knobs = lesson.plan:op("up").kernel.knobs
          return knobs.rows * knobs.columns / 128
        end,
        reveal = "128 x 128 / 128. What is left is for addresses and for the epilogue. A larger tile would read w1 and x less often, and leave less for the epilogue (knobs: s). That is the price of doing it in registers.",
      },
    },
    {
      title = "The other product",
      go = "down",
      tab = "why",
      text = "Press > on `down` (fuse with what reads it): fusebox refuses, and says why. A tile has 128 of the 1,024 columns of its rows.",
      predict = {
        question = "What stands in the way?",
        choices = { "x, the residual: it is a second tensor to read", "y, which is stored, too", "squares, the sum of a row" },
        answer = "squares, the sum of a row",
        wrong = {
          { "x, the residual: it is a second tensor to read", "A tile of x is as easy to read as a tile of `down` is to store." },
          { "y, which is stored, too", "One kernel may store several results." },
        },
        reveal = "A row lies in eight tiles, which different SMs make at different times: none of them has the whole sum. fusebox fuses no reduction with a product yet: `squares` must leave the kernel.",
      },
    },
    {
      title = "Make room",
      go = "squares",
      tab = "why",
      text = "Take `squares` out (cursor on it, x). Then > on `down` fuses it with what reads it.",
      check = function(plan)
        local yes, missing = is_apart(plan, "squares", "y")
        if not yes then return false, missing end
        return is_one(RESIDUAL)(plan)
      end,
      hint = "1, /squares, Enter, x; then /down, Enter, >.",
      solve = "1/squares<Enter>x/down<Enter>>",
    },
    {
      title = "What it writes",
      go = "down",
      text = "`y` is 16,384 x 1,024 numbers in bf16: 33.6 MB. `square` is as many in f32. `squares` alone is outside.",
      predict = {
        question = "How many MB does the kernel of down write?",
        wrong = {
          { 33.55, "Whose results does `squares` read?" },
          { 67.1, "And `y`, which is an output." },
        },
        unit = "MB",
        answer = function(lesson)
          return lesson.plan:op("down").kernel.estimate.write_bytes / 1e6
        end,
        reveal = "`y` and `square`. The kernel was cut behind `square`, so that its 67 MB in f32 are handed on. It was cut in the wrong place.",
      },
    },
    {
      title = "A better place",
      go = "square",
      text = [[
`square` is made of `yf`, and that of `y`, which is stored anyway. Let the kernel of `squares` compute both again: r on `square`, then r on `yf`.]],
      check = function(plan, lesson)
        local yes, missing = is_apart(plan, "squares", "y")
        if yes then yes, missing = is_one(RESIDUAL)(plan) end
        if not yes then return false, missing end
        local reads, least = plan:op("squares").kernel.estimate.read_bytes, plan:op("y").bytes
        if reads <= least then return true end
        return false, string.format("The kernel of `squares` reads %s; %s would do.", lesson:bytes(reads), lesson:bytes(least))
      end,
      hint = "1, /square, Enter, r, then /yf, Enter, r.",
      solve = "1/square<Enter>r/yf<Enter>r",
    },
    {
      title = "Count both",
      go = "y",
      text = "Count in tensors of 33.6 MB, and leave out what `down` itself reads. Before: `down` was written; the other kernel read it and x, and wrote `y`. Now: the product's kernel reads x and writes `y`, and the kernel of `squares` reads `y`.",
      predict = {
        question = "Four tensors were moved. How many are moved now?",
        wrong = {
          { 2, "`y` is read again, for its squares." },
          { 4, "`down` is neither written nor read now." },
        },
        unit = "tensors",
        within = 0.01,
        answer = function(lesson)
          local plan = lesson.plan
          local product, sums = plan:op("down").kernel.estimate, plan:op("squares").kernel.estimate
          local operands = plan:op("g").bytes + plan:op("t2").bytes
          return math.floor((look.moved(product) - operands + look.moved(sums)) / plan:op("y").bytes + 0.5)
        end,
        reveal = "The reduction that had to stay outside costs half of what the epilogue saves. The first product saved eight such tensors. Both do the same number of FLOP: 2 x 16,384 x 4,096 x 1,024.",
      },
    },
    {
      title = "Long sums",
      go = "down",
      text = function(lesson)
        return string.format([[
Each number of a result costs 2 K FLOP, where K is the length of its sum, at %.0f TFLOP/s. A pass that is saved spares 4 bytes of it: bf16, written and read, at %.2f TB/s. For K = 1,024 that is %.0f%% of the product's time.]],
          lesson.device.tensor_tflops, lesson.device.copy_gbs / 1000, saved_percent(lesson.device, 1024))
      end,
      predict = {
        question = "How many % is it for K = 8,192?",
        unit = "%",
        wrong = {
          { function(lesson) return saved_percent(lesson.device, 1024) end, "That is K = 1,024." },
          { function(lesson) return saved_percent(lesson.device, 1024 / 8) end, "Longer sums take longer: the share falls." },
        },
        answer = function(lesson)
          return saved_percent(lesson.device, 8192)
        end,
        reveal = "An eighth. Rows and columns of the result do not matter: the product grows with them as the pass does. So an epilogue is worth a third of a product with short sums, and next to nothing of one with long ones.",
      },
    },
    {
      title = "What a GPU said",
      go = "down",
      text = function(lesson)
        return string.format("For K = 8,192 the bytes are worth %.1f%%, and the estimates still say: fuse. What a GPU says was measured with tiles of 128 x 128.", saved_percent(lesson.device, 8192))
      end,
      predict = {
        question = "And when an H200 was asked?",
        choices = { "quicker fused, by more than 5%", "the same within 1%", "slower fused, by about 5%" },
        wrong = {
          { "quicker fused, by more than 5%", "Not even all of the bytes are worth that." },
          { "the same within 1%", "The smaller tile reads its matrices more often: what does that cost where nothing else is at stake?" },
        },
        answer = function(lesson)
          local r = lesson.measured.k8192
          return r > 1.05 and "quicker fused, by more than 5%" or r > 0.99 and "the same within 1%" or "slower fused, by about 5%"
        end,
        reveal = function(lesson)
          local m, parts = lesson.measured, {}
          for _, k in ipairs({ 1024, 2048, 4096, 8192, 14336 }) do
            parts[#parts + 1] = string.format("%.2f at K = %s", m["k" .. k], look.thousands(k))
          end
          return string.format("Library and pass over one kernel: %s (%s, %s; products of several shapes with bias and GELU). The estimates are off by more than what is at stake there. That is why fusebox fuses a product when you ask and not by itself. Where it matters, b times your plan on the GPU.",
            table.concat(parts, ", "), m.device, m.date)
        end,
      },
    },
    {
      title = "Few tiles",
      go = "down",
      text = "Now a batch of 256 tokens: press *, type rows, Enter, 256, Enter. Where there are few tiles, fusebox takes smaller ones, as for `up`, or shares each among several SMs, as for `down`: `rows`, `columns` and `splits` among the knobs of a kernel (key s; Esc leaves them as they are).",
      check = look.size_is("rows", 256),
      hint = "*, rows, Enter, then 256 and Enter.",
      solve = "*rows<Enter>256<Enter>",
    },
    {
      title = "Who has work",
      go = "down",
      text = function(lesson)
        local knobs = lesson.plan:op("down").kernel.knobs
        return string.format("The result of `down` is 256 x 1,024 now, its tiles are %d x %d, and the GPU has %d SMs. But its sums are long, 4,096 products each: so a tile is the work of %d SMs, which sum a part of K each and then add up what they have found (split-K; the knob `splits`).",
          knobs.rows, knobs.columns, lesson.device.sms, knobs.splits)
      end,
      predict = {
        question = "How many % of the SMs have work?",
        wrong = {
          { function(lesson) return 100 * tiles(lesson.plan:op("down")) / lesson.device.sms end, "That is one SM for each tile." },
        },
        unit = "%",
        within = 0.03,
        answer = function(lesson)
          local down = lesson.plan:op("down")
          return 100 * tiles(down) * down.kernel.knobs.splits / lesson.device.sms
        end,
        reveal = function(lesson)
          return string.format("16 tiles, 6 SMs each; a seventh would not find room beside the others of its cluster. The estimate is %s. What the SMs of a tile have found goes through each other's shared memory, in an order that never changes, and the epilogue comes behind it, once.",
            lesson:time(lesson.plan:op("down").kernel.estimate.time_us))
        end,
      },
    },
    {
      title = "Give it back?",
      go = "down",
      text = "The library could have `down` again, and the rest of the kernel would be a pass: one launch more, and two tensors of 0.5 MB.",
      predict = {
        question = "How long do both take, beside the one kernel?",
        hides = true,
        choices = { "twice as long: two tensors and a launch", "about as long", "half as long: a library's product is quicker" },
        wrong = {
          { "twice as long: two tensors and a launch", "0.5 MB take a tenth of a µs, and a launch less than one." },
          { "half as long: a library's product is quicker", "It cuts K into parts, too." },
        },
        answer = "about as long",
        reveal = "The estimates differ by less than a tenth, as the next step shows: here the passes are too small for an epilogue to matter.",
      },
    },
    {
      title = "Give it back",
      go = "down",
      text = "Cut `down` out of its kernel (cursor on it, x), and read what that changes.",
      check = function(plan)
        return is_apart(plan, "down", "df")
      end,
      hint = "1, /down, Enter, x.",
      solve = "1/down<Enter>x",
    },
    {
      title = "Lines of 16 bytes",
      go = "up",
      text = "Tiles come by bulk copies: each line of x must begin at a multiple of 16 bytes. It has `width` numbers of 2 bytes.",
      predict = {
        question = "With which width can up not be fused?",
        choices = { "1,000", "1,024", "1,028" },
        answer = "1,028",
        wrong = {
          { "1,000", "1,000 x 2 is 125 x 16." },
          { "1,024", "1,024 x 2 is 128 x 16." },
        },
        reveal = "2,056 bytes are 128.5 x 16. Refused as well, each with its reason: products in f32 (they would need another kernel), a product that reads what its own kernel computes, and other GPUs than those of compute capability 9.0.",
      },
    },
    {
      title = "All in one?",
      go = "g",
      text = "`g` is the largest tensor left: `up` writes it and `down` reads it, both products in the same MLP. Suppose that the kernel of `down` computed the `g` that a tile of 128 x 128 needs. That is 128 rows of `g`, all 4,096 columns of them.",
      predict = {
        question = "How many times is each number of g computed, for 1,024 columns of down?",
        wrong = {
          { 1, "Each row of tiles has 1,024 / 128 tiles, and each of them needs all of its rows of `g`." },
          { 4, "Divide the columns of `down` by those of a tile." },
        },
        unit = "times",
        within = 0.01,
        answer = 1024 // 128,
        reveal = "Eight tiles side by side need the same rows of `g`: the first product would be done eight times, and it is half of all work. An epilogue is cheap because each number of the result is finished in one place, once.",
      },
    },
    {
      title = "An open question",
      open = [[
A library can apply some epilogues itself: the bias, as here, and some have a ReLU or GELU. fusebox asks it for the bias and for no other yet. Which ops of this graph would still need a kernel of yours? And the row sums of squares: each tile could store the sum of its own 128 columns. How large would that tensor be, and who would add up its eight columns?]],
    },
  },
}
