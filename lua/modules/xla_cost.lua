-- XLA's cost model for GPUs, over fusions of ops as XLA emits them: what is computed inside one is computed for every
-- element that asks for it. (Our own cost models estimate our kernels, which compute a row's figure once a row.)
local cost = {}

local SMS, LANES, GHZ, GBS, L2_BYTES = 132, 128, 1.98, 4800, 50 << 20 -- an H200, as XLA describes it
local LAUNCH_US, OVERLAP = 1, 0.95

-- Clock cycles of an f32 operation; what is not here, and all that is narrower, counts 3.
local CYCLES = {
  add = 7, sub = 7, mul = 3, div = 19, reciprocal = 19, sqrt = 75, rsqrt = 75, exp = 79, sigmoid = 79, log = 166, tanh = 467,
  pow = 510, sin = 958, cos = 958,
}
local OTHER_CYCLES, MOVED = 3, { layout = true, create = true, index = true, window = true }

local function cycles_of(fact)
  if MOVED[fact.class] then return 1 end
  return fact.op.dtype == "f32" and CYCLES[fact.kind] or OTHER_CYCLES
end

local function elements(shape)
  local count = 1
  for _, size in ipairs(shape) do count = count * size end
  return count
end

-- How often an operand is read when its reader is computed so often, and whether each time at the reader's own place.
local function asked(reader, operand, times)
  if reader.class == "reduce" then return times * reader.rnumel, false end
  local seen = elements(operand.shape)
  if reader.class == "pointwise" then return times, seen == reader.elements end
  return times * math.min(seen / math.max(reader.elements, 1), 1), false
end

-- How often each op of a fusion is computed: as often as the readers ask that see it each in its own way, and once for all
-- that see it at their own place. And how often tensors are read: { name -> elements }.
local function computed(fusion, is_result)
  local shared, added, reads = {}, {}, {}
  for i = #fusion.list, 1, -1 do
    local fact = fusion.list[i]
    local times = math.max(is_result(fact) and fact.elements or 0, shared[fact] or 0) + (added[fact] or 0)
    shared[fact] = times
    for _, operand in ipairs(fact.operands) do
      local count, in_place = asked(fact, operand, times)
      local from = operand.made_by
      if from and fusion.ops[from] then
        if in_place then shared[from] = math.max(shared[from] or 0, count) else added[from] = (added[from] or 0) + count end
      else
        reads[operand.tensor] = in_place and math.max(reads[operand.tensor] or 0, count) or (reads[operand.tensor] or 0) + count
      end
    end
  end
  return shared, reads
end

local function launch(fusion)
  for _, fact in ipairs(fusion.list) do
    if fact.class == "reduce" and (fact.rnumel >= 32 or fact.rnumel > 0 and 32 % fact.rnumel == 0) then
      return math.max(fact.numel * fact.rnumel // (16 * 256), fact.numel // 8, 1), 256
    end
  end
  local count = fusion.root.elements
  local each = count >= 2048 * SMS and (count % 4 == 0 and 4 or count % 2 == 0 and 2 or 1) or 1
  return math.max((count + 128 * each - 1) // (128 * each), 1), 128
end

local function read_us(bytes, total, cap)
  local net = math.min(bytes, total)
  local again = GBS
  if net < L2_BYTES then again = again * 2.5 end
  if net < 2048 * SMS then again = again * 8 end
  return net / (math.min(GBS, cap) * 1e3) + (total - net) / (math.min(again, cap) * 1e3)
end

-- Microseconds of a fusion; `is_result(fact)`: is it written to memory?
function cost.of(fusion, is_result)
  local times, reads = computed(fusion, is_result)
  local blocks, threads = launch(fusion)
  local cap, clocks, memory = blocks * 32 * GHZ, 0, 0
  for _, fact in ipairs(fusion.list) do
    local count = fact.class == "reduce" and times[fact] * (fact.rnumel - 1) or times[fact]
    clocks = clocks + cycles_of(fact) * count
    if is_result(fact) then memory = memory + fact.bytes / (GBS * 1e3) end
    for _, operand in ipairs(fact.operands) do
      local total = reads[operand.tensor]
      if total and not (operand.made_by and fusion.ops[operand.made_by]) then
        memory = memory + read_us(operand.bytes, total * operand.bytes_each, cap)
        reads[operand.tensor] = nil
      end
    end
  end
  local compute = clocks / (math.min(blocks, SMS) * math.min(threads, LANES) * 2 * GHZ * 1e3)
  return LAUNCH_US + compute + memory - OVERLAP * math.min(compute, memory)
end

return cost
