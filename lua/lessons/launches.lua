local look = require("look")

-- Microseconds of a kernel with next to nothing to do: its launch, and one trip to memory.
local function least_us(device)
  return device.launch_us + device.latency_ns / 1000
end

local function is_one(plan)
  local count = plan:kernel_count()
  if count == 1 then return true end
  return false, string.format("There are %d kernels; one is wanted.", count)
end

return {
  name = "launches",
  number = 11,
  title = "Launches, CUDA graphs and small kernels",
  minutes = 12,
  about = "When tensors are small, kernels cost their start and not their bytes: what fusing saves then, and what a CUDA graph does.",
  learned = "A small kernel costs its start and one trip to memory. Fusing takes both away; a CUDA graph takes the host's time away.",
  graph = "graphs/adam.json",
  sizes = { n = 10000 },
  plan = "none",
  device = "h200",
  steps = {
    {
      title = "A small step",
      go = "m0",
      text = function(lesson)
        return string.format([[
Adam is an optimizer: from a parameter p and its gradient g it updates two running means, m and v, and p itself. Written out it is 14 ops, and each is a kernel now.

p has only 10,000 numbers here, as a bias or a norm's weight has: %s. The kernel of `m0` reads as much and writes as much.]],
          lesson:bytes(lesson.plan:op("m0").bytes))
      end,
    },
    {
      title = "How long does nothing take?",
      go = "m0",
      text = function(lesson)
        local d = lesson.device
        return string.format([[
To start a kernel and to end it takes %.2f µs on this GPU. A load that goes to memory is answered after %.0f ns, and the kernel cannot end before.]], d.launch_us, d.latency_ns)
      end,
      predict = {
        question = "How many % of the smallest kernel's time are waiting for memory?",
        unit = "%",
        answer = function(lesson)
          return 100 * lesson.device.latency_ns / 1000 / least_us(lesson.device)
        end,
        reveal = function(lesson)
          return string.format("Start and one trip, %.2f µs, and next to nothing else: the estimate of `m0` is %s.", least_us(lesson.device),
            lesson:time(lesson.plan:op("m0").kernel.estimate.time_us))
        end,
      },
    },
    {
      title = "And the bytes?",
      go = "m0",
      text = function(lesson)
        return string.format("`m0` moves %s. Memory moves %.2f GB in a millisecond.",
          lesson:bytes(look.moved(lesson.plan:op("m0").kernel.estimate)), lesson.device.copy_gbs / 1000)
      end,
      predict = {
        question = "How many % of its time do the bytes of `m0` need?",
        unit = "%",
        within = 0.3,
        answer = function(lesson)
          local e = lesson.plan:op("m0").kernel.estimate
          return 100 * look.moved(e) / lesson.device.copy_gbs / 1000 / e.time_us
        end,
        reveal = function(lesson)
          local bytes = look.moved(lesson.plan:op("m0").kernel.estimate)
          return string.format("%s take %.3f µs. All else is start and waiting: the limit is called latency. A memory of twice the rate would change nothing.",
            lesson:bytes(bytes), bytes / lesson.device.copy_gbs / 1000)
        end,
      },
    },
    {
      title = "One kernel",
      go = "m0",
      text = "Fuse all 14: H and `greedy`, or f several times.",
      check = is_one,
      hint = "H, type greedy, Enter.",
      solve = "Hgreedy<Enter>",
    },
    {
      title = "What is saved",
      go = "p1",
      text = "One start in place of 14, and one trip to memory, as all four tensors are asked for at once.",
      predict = {
        question = "How many times as fast is it?",
        unit = "times",
        within = 0.3,
        answer = function(lesson)
          return lesson.unfused.time_us / lesson.plan:estimate().time_us
        end,
        reveal = function(lesson)
          return string.format("%.1f, not quite 14, as the one has a little more to do than each of them. Kernels are what is counted here, not bytes.",
            lesson.unfused.time_us / lesson.plan:estimate().time_us)
        end,
      },
    },
    {
      title = "Make it large",
      go = "p1",
      text = "Now let p be large: press *, type n, Enter, 67108864, Enter.",
      check = look.size_is("n", 67108864),
      hint = "*, n, Enter, then 67108864 and Enter.",
      solve = "*n<Enter>67108864<Enter>",
    },
    {
      title = "Bytes again",
      go = "p1",
      text = [[
A tensor has 268 MB now, so bytes count. Of the 14 kernels four read two large tensors (`m1`, `v1`, `ratio`, `p1`), ten read one; each writes one. The fused kernel reads p, g, m and v, and writes p1, m1 and v1.]],
      predict = {
        question = "How many tensors of 268 MB did the 14 kernels read and write?",
        within = 0.01,
        wrong = { { 28, "Four of them read two." }, { 7, "That is the one kernel." } },
        answer = function(lesson)
          return look.moved(lesson.unfused) / lesson.plan:op("m0").bytes
        end,
        reveal = function(lesson)
          return string.format("4 x 3 + 10 x 2 = 32 became 7: %.1f times as fast. So what fusing is worth depends on the size: the number of launches when tensors are small, the traffic when they are large.",
            lesson.unfused.time_us / lesson.plan:estimate().time_us)
        end,
      },
    },
    {
      title = "In between",
      go = "p1",
      text = function(lesson)
        return string.format("A kernel that reads and writes one tensor in f32 moves 8 bytes an element. Its bytes count as soon as they take longer than its start and its trip, %.1f µs.", least_us(lesson.device))
      end,
      predict = {
        question = "From how many elements on is that?",
        choices = { "about 7,000", "about 700,000", "about 70,000,000" },
        answer = function(lesson)
          local elements = least_us(lesson.device) * lesson.device.copy_gbs * 1000 / 8
          return elements < 70000 and "about 7,000" or elements < 7e6 and "about 700,000" or "about 70,000,000"
        end,
        reveal = function(lesson)
          return string.format("%s bytes in that time. Most tensors of a model are smaller: biases, norms, all of it at a small batch.",
            look.thousands(math.floor(least_us(lesson.device) * lesson.device.copy_gbs * 1000)))
        end,
      },
    },
    {
      title = "Small again",
      go = "p1",
      text = "Set n back to 10000.",
      check = look.size_is("n", 10000),
      hint = "*, n, Enter, then 10000 and Enter.",
      solve = "*n<Enter>10000<Enter>",
    },
    {
      title = "The host",
      go = "p1",
      text = function(lesson)
        return string.format([[
A launch is also work for the CPU: Python, PyTorch and the driver need several microseconds for each. When a kernel takes less, the GPU waits for the next one.

A CUDA graph is a list of launches that was recorded once; the GPU then goes through it by itself. That takes %.1f µs more, once for the whole list, before its first kernel and after its last.]], lesson.device.graph_us)
      end,
      predict = {
        question = "How long do the 14 kernels take as a graph?",
        wrong = {
          { function(lesson) return lesson.unfused.time_us + 14 * lesson.device.graph_us end, "The graph's own time comes once for the whole list." },
          { function(lesson) return lesson.device.graph_us + lesson.plan:estimate().time_us end, "That is one kernel. A graph fuses nothing." },
        },
        unit = "µs",
        answer = function(lesson)
          return lesson.unfused.time_us + lesson.device.graph_us
        end,
        reveal = "14 kernels, and the graph's own time once. A graph takes the host's time away; the start and the trip of each kernel remain. Only fusing takes those.",
      },
    },
    {
      title = "A graph of one",
      go = "p1",
      text = "Now the fused kernel, launched as a graph of its own.",
      predict = {
        question = "How many % of that time does the kernel itself take?",
        unit = "%",
        answer = function(lesson)
          local us = lesson.plan:estimate().time_us
          return 100 * us / (us + lesson.device.graph_us)
        end,
        reveal = "The rest is the graph's own. A graph pays when it holds many kernels: a whole step of training, the generation of a token. torch.compile makes them with mode=\"reduce-overhead\".",
      },
    },
    {
      title = "An open question",
      open = [[
A model has 200 such small tensors, and an optimizer step for each. Compare: 2,800 launches; 2,800 kernels in one graph; 200 fused kernels in one graph; one launch for all (lesson 5, graphs/sgd_tensors.json). What does each need to know in advance, and which of them would you use if the sizes change at every step?]],
    },
  },
}
