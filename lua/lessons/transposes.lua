local look = require("look")

local function kernel(plan)
  return plan:op("s").kernel
end

local function is_one(plan)
  if look.together(plan, { "s", "z" }) then return true end
  return false, "`s` and `z` are in two kernels: u undoes."
end

-- Microseconds that a copy of as many bytes takes.
local function copy_us(lesson)
  return look.moved(lesson.plan:estimate()) / lesson.device.copy_gbs / 1000
end

return {
  name = "transposes",
  number = 10,
  title = "Coalescing and transposes",
  minutes = 12,
  about = "The same bytes in another order take longer: sectors, tiles in shared memory, and banks.",
  learned = "Memory moves sectors of 32 bytes. Let neighbouring threads read neighbouring elements; where the order must change, change it in shared memory.",
  graph = "graphs/transpose_add_relu.json",
  sizes = { n = 8192 },
  plan = "greedy",
  device = "h200",
  steps = {
    {
      title = "A matrix and its transpose",
      go = "s",
      text = [[
z = relu(x^T + y), for matrices of 8,192 x 8,192 in f32: 268 MB each. x^T is a view: it renames the elements of x and moves none. In memory the rows of x and y follow one another. Neighbours in a row are 4 bytes apart, neighbours in a column a whole row.

The result takes the layout of its first operand, as in PyTorch: z is stored column after column, as x^T is. So the kernel walks along x and z, and across y: it reads y by columns.]],
    },
    {
      title = "Sectors",
      go = "s",
      text = [[
A GPU runs threads in groups of 32, warps. When a warp loads, memory moves whole sectors of 32 bytes: whatever lies in one comes along.

Let the 32 threads of a warp read 32 neighbours in a row of x, 4 bytes each, from the beginning of a sector on.]],
      predict = {
        question = "How many sectors does that load touch?",
        unit = "sectors",
        within = 0.01,
        wrong = { { 32, "Neighbours share a sector: 8 numbers of 4 bytes each." }, { 1, "128 bytes are a line; a sector has 32." } },
        answer = 32 * 4 // 32,
        reveal = "128 bytes / 32. Such a load is coalesced: every byte that moves is wanted.",
      },
    },
    {
      title = "Down a column",
      go = "s",
      text = "Now let the same 32 threads read 32 neighbours in a column of y. They are 8,192 x 4 bytes apart.",
      predict = {
        question = "How many sectors does that load touch?",
        unit = "sectors",
        within = 0.01,
        wrong = { { 4, "They are not neighbours in memory: a row of 32,768 bytes lies between any two." } },
        answer = 32,
        reveal = "One for each thread: eight times as many for the same 128 bytes. 28 of the 32 bytes of a sector are for others.",
      },
    },
    {
      title = "See it",
      go = "s",
      tab = "numbers",
      text = [[
fusebox planned a tile for this kernel; first see what happens without. Set the tile's height to 1, which means none: press s, type rows, Enter, 1, Enter.]],
      check = function(plan)
        local yes, missing = is_one(plan)
        if not yes then return false, missing end
        if kernel(plan).knobs.rows == 1 then return true end
        return false, string.format("The knob rows is %d, not 1.", kernel(plan).knobs.rows)
      end,
      hint = "The cursor must be on `s` or `z`: s, rows, Enter, 1, Enter.",
      solve = "1/s<Enter>srows<Enter>1<Enter>",
    },
    {
      title = "What binds",
      go = "z",
      text = function(lesson)
        return string.format([[
The other 28 bytes are not lost. The warps beside want them soon, and if the sector is still in a cache it is not fetched again. The kernel moves %s with DRAM, as before.]],
          lesson:bytes(kernel(lesson.plan).estimate.dram_bytes))
      end,
      predict = {
        question = "Then what bounds the kernel now?",
        hides = true,
        choices = { "dram: the bytes of memory", "l2: requests to the cache", "fma: the additions" },
        answer = function(lesson)
          local limit = kernel(lesson.plan).estimate.limit
          return limit == "dram" and "dram: the bytes of memory" or limit == "l2" and "l2: requests to the cache" or "fma: the additions"
        end,
        reveal = "The second-level cache (L2) answers so many requests in a nanosecond, each for one line of 128 bytes or a part of it. When each brings 4 bytes to a thread, there are too many of them.",
      },
    },
    {
      title = "How much slower?",
      go = "z",
      text = function(lesson)
        return string.format("A copy that moves as many bytes takes %s.", lesson:time(copy_us(lesson)))
      end,
      predict = {
        question = "How many times as long does this kernel take?",
        unit = "times",
        within = 0.25,
        answer = function(lesson)
          return kernel(lesson.plan).estimate.time_us / copy_us(lesson)
        end,
        reveal = function(lesson)
          return string.format("The estimate is %s: not eight times, for x and z are still coalesced, and L2 is faster than DRAM.",
            lesson:time(kernel(lesson.plan).estimate.time_us))
        end,
      },
    },
    {
      title = "A tile",
      go = "s",
      tab = "code",
      text = [[
The way out: a block reads a square piece of y, a tile, by rows, coalesced. It puts it into shared memory, which all threads of the block see and which has no sectors. Then it reads the tile by columns from there.

Let the rules choose again: u, or s, rows, and the first line. The code (key e) shows the tile.]],
      check = function(plan)
        local yes, missing = is_one(plan)
        if not yes then return false, missing end
        if kernel(plan).estimate.shared_bytes > 0 and kernel(plan).knobs.rows > 1 then return true end
        return false, "The kernel still has no tile."
      end,
      hint = "u undoes the edit of the knob.",
      solve = "1/s<Enter>srows<Enter><Enter>",
    },
    {
      title = "Its size",
      go = "s",
      text = function(lesson)
        return string.format("The tile is %d elements high and as wide. An element has 4 bytes.", kernel(lesson.plan).knobs.rows)
      end,
      predict = {
        question = "How many bytes of shared memory does a block need?",
        wrong = {
          { 64 * 64, "That is elements; each has 4 bytes." },
        },
        unit = "bytes",
        within = 0.05,
        answer = function(lesson)
          return kernel(lesson.plan).estimate.shared_bytes
        end,
        reveal = function(lesson)
          local e = kernel(lesson.plan).estimate
          return string.format("Height times width times 4. With it the estimate is %s: what the bytes need (a copy writes half of them, this kernel a third, and memory reads faster than it writes). The occupancy is %.0f%%, and that is enough, for each thread has several loads on their way.",
            lesson:time(e.time_us), 100 * e.occupancy)
        end,
      },
    },
    {
      title = "Banks",
      go = "s",
      tab = "code",
      text = [[
Shared memory has a rule of its own. It has 32 banks; the bank of a word is its number modulo 32, and a bank serves one word at a time.

Think of a tile of 32 x 32 words, row after row. A warp reads a column: words 0, 32, 64 and so on.]],
      predict = {
        question = "In how many turns is that read served?",
        wrong = {
          { 1, "Look at the banks: words 0, 32 and 64 are all in bank 0." },
        },
        unit = "turns",
        within = 0.01,
        answer = 32,
        reveal = "All 32 words lie in bank 0: one after the other. That is a bank conflict, and it would cost what the tile has won.",
      },
    },
    {
      title = "One word more",
      go = "s",
      tab = "code",
      text = "Now let each row of the tile be 33 words long, one of them unused. The column is words 0, 33, 66 and so on.",
      predict = {
        question = "In how many turns is the read served now?",
        within = 0.01,
        answer = 1,
        reveal = "Banks 0, 1, 2, ...: each once. fusebox's tile (fb_tile in the code) wastes no word: it swaps places within a row, by the exclusive or of the column with the row (a swizzle), so that a column falls into different banks.",
      },
    },
    {
      title = "No tile needed",
      go = "s",
      text = [[
Attention swaps the middle axes of a tensor [8, 2048, 16, 128] in bf16 (graphs/permute0213.json). The last axis stays the last: pieces of 128 elements stay together.]],
      predict = {
        question = "How many whole sectors is such a piece?",
        wrong = {
          { 16, "bf16 has 2 bytes, not 4: 128 x 2 = 256 bytes. And a sector has 32." },
          { 256, "That is its bytes." },
          { 4, "A sector has 32 bytes, not 64." },
        },
        unit = "sectors",
        within = 0.01,
        answer = 128 * 2 // 32,
        reveal = "256 bytes. Reads and writes are coalesced without a tile. Only when the fastest axis changes must elements change places within a block.",
      },
    },
    {
      title = "An open question",
      open = [[
Set n to 1024 with *: the three matrices have 4 MB each and fit into L2. What is a tile worth then? And somebody has to go across: here y is read by columns. What if z were stored by columns of y instead, and y and x read by rows? Why are scattered writes worse than scattered reads?]],
    },
  },
}
