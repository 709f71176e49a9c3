local look = require("look")

-- The kernel of the GELU, and that of the product before it.
local function gelu(plan)
  return plan:op("gelu").kernel
end

local function product(plan)
  return plan:op("h").kernel
end

local function intensity(estimate)
  return estimate.flops / look.moved(estimate)
end

-- FLOP for a byte at which both take equally long.
local function ridge(device, tflops)
  return tflops * 1000 / device.copy_gbs
end

-- Kilobytes of reads that must be on their way to an SM, so that memory never waits: half of a copy is reads.
local function in_flight(device)
  return device.copy_gbs / 2 * device.latency_ns / device.sms / 1000
end

local function knob_is(name, value)
  return function(plan)
    local yes, apart = look.together(plan, { "hf", "square", "gelu", "y" })
    if not yes then return false, "`" .. apart .. "` was cut out of its kernel: u undoes." end
    local now = gelu(plan).knobs[name]
    if now == value then return true end
    return false, string.format("The knob %s of the GELU's kernel is %d, not %d.", name, now, value)
  end
end

return {
  name = "roofline",
  number = 9,
  title = "Roofline and occupancy",
  minutes = 15,
  about = "What bounds a kernel, memory or arithmetic; and how many threads it takes to keep memory busy.",
  learned = "A kernel waits for memory when it does fewer FLOP a byte than the ridge has. Memory is kept busy by bytes on their way: threads times bytes per thread.",
  graph = "graphs/linear_gelu.json",
  sizes = { m = 8192, n = 8192, k = 8192 },
  plan = "greedy",
  device = "h200",
  steps = {
    {
      title = "Two kernels",
      go = "h",
      text = function(lesson)
        local d = lesson.device
        return string.format([[
A linear layer and a GELU: y = gelu(x w^T + b), with matrices of 8,192 x 8,192 in bf16. The product (`h`) runs in a library, and all eleven ops of the GELU are one kernel.

Two rates bound them on this GPU (%s): memory moves %.2f TB/s in a long copy; the multiply-add units do %.1f TFLOP/s in f32, and the tensor cores, which only products can use, %.0f in bf16. A FLOP is one product or one sum.]],
          d.title, d.copy_gbs / 1000, d.f32_tflops, d.tensor_tflops)
      end,
    },
    {
      title = "The ridge",
      go = "y",
      text = [[
The arithmetic intensity of a kernel is its FLOP for each byte that it moves. At low intensity memory is slower than arithmetic, at high intensity it is the other way round. The ridge is where both take the same time.]],
      predict = {
        question = "At how many FLOP a byte is the ridge, for f32?",
        wrong = {
          { function(lesson) return ridge(lesson.device, lesson.device.tensor_tflops) end, "That is the ridge of the tensor cores." },
          { function(lesson) return lesson.device.copy_gbs / lesson.device.f32_tflops / 1000 end, "That is bytes for a FLOP: turn it over." },
        },
        unit = "FLOP/B",
        answer = function(lesson)
          return ridge(lesson.device, lesson.device.f32_tflops)
        end,
        reveal = function(lesson)
          local d = lesson.device
          return string.format("%.1f TFLOP/s divided by %.2f TB/s. A kernel with fewer FLOP a byte waits for memory.", d.f32_tflops, d.copy_gbs / 1000)
        end,
      },
    },
    {
      title = "Where is the GELU?",
      go = "y",
      text = [[
For each element the kernel reads 2 bytes and writes 2. It casts twice, which counts as no FLOP, and does nine ops: half, square, cube, bent, inner, scaled, t, gate, gelu. Count each as one FLOP.]],
      predict = {
        question = "What is its intensity?",
        hides = true,
        wrong = {
          { 4.5, "It writes 2 bytes as well as it reads 2." },
          { 9, "That is the FLOP of an element. Divide by its bytes." },
          { 11 / 4, "A cast counts as no FLOP here." },
        },
        unit = "FLOP/B",
        answer = function(lesson)
          return intensity(gelu(lesson.plan).estimate)
        end,
        reveal = "9 FLOP for 4 bytes, far left of the ridge: it waits for memory. (`t`, a tanh, is more than one instruction; even so.) The tab Roofline (key I) shows it as a dot under the slope.",
      },
    },
    {
      title = "The product's work",
      go = "h",
      tab = "roofline",
      text = [[
The product makes 8,192 x 8,192 numbers. Each is a sum of 8,192 products.]],
      predict = {
        question = "How many TFLOP is that?",
        wrong = {
          { 8.192 ^ 3 / 1000, "A product and a sum for each term: two FLOP." },
        },
        unit = "TFLOP",
        answer = function(lesson)
          return product(lesson.plan).estimate.flops / 1e12
        end,
        reveal = "2 x 8,192^3: a product and a sum each. It moves 403 MB for them: thousands of FLOP a byte, far right of any ridge.",
      },
    },
    {
      title = "Its time",
      go = "h",
      text = function(lesson)
        return string.format("The library reaches %.0f TFLOP/s.", lesson.device.tensor_tflops)
      end,
      predict = {
        question = "How long does the product take at that rate?",
        unit = "µs",
        answer = function(lesson)
          return product(lesson.plan).estimate.flops / lesson.device.tensor_tflops / 1e6
        end,
        reveal = function(lesson)
          local e = product(lesson.plan).estimate
          return string.format("The estimate is %s: that rate is what the library reaches in products of many sizes, and in one as large as this it is a little faster. Its bytes alone would take %s: faster memory would not help it. Fusing helps only what waits for memory.",
            lesson:time(e.time_us), lesson:time(look.moved(e) / lesson.device.copy_gbs / 1000))
        end,
      },
    },
    {
      title = "A thin product",
      go = "h",
      tab = "roofline",
      text = [[
Intensity depends on shapes. Give each sum only 32 terms: press *, type k, Enter, 32, Enter. There is 256 times less to do then; the result is as large as before.]],
      check = look.size_is("k", 32),
      hint = "*, k, Enter, then 32 and Enter.",
      solve = "*k<Enter>32<Enter>",
    },
    {
      title = "What bounds it now?",
      go = "h",
      text = "Now the product reads 1 MB and writes 134 MB, for 2 x 32 FLOP a number of 2 bytes: about 32 FLOP/B. With tensor cores the ridge lies further right than with f32.",
      predict = {
        question = "What bounds the thin product?",
        hides = true,
        choices = { "the tensor cores", "memory" },
        answer = function(lesson)
          return product(lesson.plan).estimate.limit == "tensor" and "the tensor cores" or "memory"
        end,
        reveal = function(lesson)
          return string.format("The ridge of the tensor cores is at %.0f FLOP/B. So a product is no sure sign of arithmetic: products with a short axis, as in the adapters of a large model or when one token is generated at a time, wait for memory, too.",
            ridge(lesson.device, lesson.device.tensor_tflops))
        end,
      },
    },
    {
      title = "Bytes on their way",
      go = "y",
      tab = "numbers",
      text = function(lesson)
        local d = lesson.device
        return string.format([[
Back to the GELU. Memory is fast but late: an answer takes %.0f ns. To keep it busy, enough requests must be on their way at any time: rate times latency (Little's law).

Half of the %.2f TB/s are reads here, and they are shared by %d multiprocessors (SMs). 1 ns at 1 TB/s is 1 kB.]],
          d.latency_ns, d.copy_gbs / 1000, d.sms)
      end,
      predict = {
        question = "How many kB of reads must be on their way for each SM?",
        wrong = {
          { function(lesson) return 2 * in_flight(lesson.device) end, "Only half of what moves is read." },
        },
        unit = "kB",
        answer = function(lesson)
          return in_flight(lesson.device)
        end,
        reveal = "Half the rate, times the latency, by the number of SMs. An SM holds at most 2,048 threads: about 5 bytes for each of them.",
      },
    },
    {
      title = "All threads, and too slow",
      go = "gelu",
      tab = "numbers",
      text = [[
Each thread of this kernel loads 16 bytes: plenty. Let it load a single bf16, 2 bytes: press s, type vector, Enter, 1, Enter. Then look at the occupancy (resident threads, as a part of the most that fit) and at the time.]],
      check = knob_is("vector", 1),
      hint = "1, /gelu, Enter, then s, vector, Enter, 1, Enter.",
      solve = "1/gelu<Enter>svector<Enter>1<Enter>",
    },
    {
      title = "Full, and waiting",
      go = "gelu",
      text = function(lesson)
        local e = gelu(lesson.plan).estimate
        return string.format("The occupancy is %.0f%%, and the estimate is %s. 2,048 threads with 2 bytes each have 4.1 kB on their way.",
          100 * e.occupancy, lesson:time(e.time_us))
      end,
      predict = {
        question = "What bounds it now?",
        hides = true,
        choices = { "dram: the bytes", "latency: too few bytes on their way", "issue: the instructions" },
        answer = function(lesson)
          local limit = gelu(lesson.plan).estimate.limit
          return limit == "latency" and "latency: too few bytes on their way" or limit == "dram" and "dram: the bytes" or "issue: the instructions"
        end,
        reveal = function(lesson)
          return string.format("%.1f kB are needed and 4.1 are on their way: %.1f times as long. All threads are resident, and it does not help: bytes on their way count, not threads.",
            in_flight(lesson.device), in_flight(lesson.device) / 4.096)
        end,
      },
    },
    {
      title = "Few threads, and fast",
      go = "gelu",
      tab = "numbers",
      text = [[
Now the contrary. Set vector back (u undoes it), and let each thread load eight vectors in one go: s, unroll, Enter, 8, Enter. They need registers, so fewer threads fit.]],
      check = function(plan, lesson)
        local yes, missing = knob_is("unroll", 8)(plan, lesson)
        if not yes then return false, missing end
        if gelu(plan).knobs.vector == 1 then return false, "The knob vector is still 1: u, or s, vector, and the first line." end
        return true
      end,
      hint = "u, then s, unroll, Enter, 8, Enter.",
      solve = "1/gelu<Enter>svector<Enter><Enter>sunroll<Enter>8<Enter>",
    },
    {
      title = "The occupancy",
      go = "gelu",
      text = function(lesson)
        local d = lesson.device
        return string.format([[
A thread needs %d registers now; they are given in groups of 8, so it gets 48. An SM has %s registers, and its blocks have 256 threads: only whole blocks fit. It could hold %s threads.]],
          gelu(lesson.plan).estimate.registers, look.thousands(d.registers_per_sm), look.thousands(d.threads_per_sm))
      end,
      predict = {
        question = "What is the occupancy?",
        wrong = {
          { 65536 / 48 / 2048 * 100, "Blocks are whole: 256 threads each." },
          { 100 * 1024 / 2048, "One block more fits." },
        },
        unit = "%",
        within = 0.02,
        answer = function(lesson)
          return 100 * gelu(lesson.plan).estimate.occupancy
        end,
        reveal = function(lesson)
          return string.format("65,536 / 48 are 1,365 threads: five blocks, 1,280 threads. And the estimate is %s: each thread has 128 bytes on its way. Occupancy is one means to have many; loads per thread are the other.",
            lesson:time(gelu(lesson.plan).estimate.time_us))
        end,
      },
    },
    {
      title = "An open question",
      open = [[
The GELU waits for memory while the tensor cores idle, and in the product it is the other way round. Could one kernel do both? What would the product's blocks need in order to apply the GELU before they store, and what becomes of the 268 MB between the two?]],
    },
  },
}
